"""The points of a round of Remmi Demmi: claims and their point men, invalid Remmis, minus points, and who leads.

The facts come from the rule book, sections "Make Remmi Demmi!" to "Scoring and End of the Game" and "Variants". Where
it is silent, these hold:

- The point men go to the claimants with a valid Remmi in the order of their claims, whichever claims were invalid; the
  lowest men stay unawarded.
- A player gets the minus point for looking early once in a round, and the one for trading early once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from voicegames.games.remmi_demmi_hands import check_players

INVALID_REMMI = -5
FOUL = -1


class Offence(StrEnum):
    """What costs a point in the game for especially frantic players."""

    LOOKED_EARLY = "looked early"
    TRADED_EARLY = "traded early"


@dataclass(frozen=True, slots=True)
class Foul:
    """A minus point of the round and what it is for."""

    player: int
    offence: Offence


@dataclass(frozen=True, slots=True)
class Claim:
    """A player who took a point man; ``remmi`` tells whether the cards were a Remmi, None while nobody has checked."""

    player: int
    remmi: bool | None = None


def point_men(players: int) -> tuple[int, ...]:
    """Return the points on the point men, the first to be taken first. Raises RulesError unless 4 to 9 play."""
    check_players(players)
    return (4, 3) if players == 4 else (4, 3, 2)


def points_of_claims(claims: Sequence[Claim], players: int) -> tuple[int, ...]:
    """Return each player's points for the claims, which come in their order and are all checked."""
    points = [0] * players
    for claim in claims:
        if not claim.remmi:
            points[claim.player] = INVALID_REMMI
    valid = [claim.player for claim in claims if claim.remmi]
    for player, man in zip(valid, point_men(players), strict=False):
        points[player] = man
    return tuple(points)


def points_of_fouls(fouls: Sequence[Foul], players: int) -> tuple[int, ...]:
    """Return each player's minus points for the fouls, as numbers below zero, or 0."""
    return tuple(FOUL * sum(foul.player == player for foul in fouls) for player in range(players))


def sole_leader(scores: Sequence[int]) -> int | None:
    """Return the player who has more points than every other, or None if several have the most."""
    most = max(scores)
    return scores.index(most) if scores.count(most) == 1 else None
