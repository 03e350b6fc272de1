"""The phases of a round of Remmi Demmi, the moves, the speeds of the timer, and what a player may see."""

from dataclasses import dataclass
from enum import StrEnum

from voicegames.games.remmi_demmi_hands import Card
from voicegames.games.remmi_demmi_score import Claim, Foul


class Speed(StrEnum):
    """The two speeds of the timer."""

    SNAIL = "snail"
    LIGHTNING = "lightning"

    @property
    def seconds(self) -> float:
        """How long a round lasts at most, in seconds."""
        return 120.0 if self is Speed.SNAIL else 70.0


class Phase(StrEnum):
    """What happens now.

    FACE_DOWN: the cards lie dealt and nobody may look (frantic games only); LOOK: all look and the dealer may start the
    timer; TRADE: it runs; CHECK: the claimants show their cards; SCORED: the round has its points; OVER: somebody won.
    """

    FACE_DOWN = "face down"
    LOOK = "look"
    TRADE = "trade"
    CHECK = "check"
    SCORED = "scored"
    OVER = "over"

    @property
    def rule(self) -> str:
        """The rule that says what may be done now."""
        return _RULES[self]


_RULES = {
    Phase.FACE_DOWN: "Nobody looks at the cards until the dealer gives a sign.",
    Phase.LOOK: "First all look at their cards, then the dealer starts the timer.",
    Phase.TRADE: "A round lasts until all point men are taken or the time is up.",
    Phase.CHECK: "After the round, all who have made Remmi-Demmi show their cards.",
    Phase.SCORED: "When the round has its points, the next player clockwise deals.",
    Phase.OVER: "The game ends after seven rounds, or later, as soon as one player leads alone.",
}


class Move(StrEnum):
    """The methods of ``State`` that carry the game on."""

    FOUL = "foul"
    SIGN = "sign"
    START = "start"
    TRADE = "trade"
    GIVE_BACK = "give_back"
    CLAIM = "claim"
    TIME_UP = "time_up"
    SHOW = "show"
    JUDGE = "judge"
    NEXT_ROUND = "next_round"


@dataclass(frozen=True, slots=True)
class View:
    """What ``player`` may see.

    ``hand`` holds the player's own cards, none while they lie face down and the player hasn't looked; ``hand_size`` is
    how many everybody has, ``aside`` how many lie aside. ``may_give_back`` names those from whom the player got an
    invalid Demmi and still holds it; whether they still hold theirs, only the attempt shows. ``shown`` holds, for each
    claim that has been checked, the cards laid open: the Remmi, or all cards of a hand without one. ``sheet`` holds
    everybody's points of each round, that of this round as far as they are known.
    """

    player: int
    phase: Phase
    round: int
    dealer: int
    frantic: bool
    speed: Speed | None
    hand: tuple[Card, ...]
    hand_size: int
    aside: int
    may_give_back: tuple[int, ...]
    men_left: tuple[int, ...]
    claims: tuple[Claim, ...]
    shown: tuple[tuple[Card, ...], ...]
    fouls: tuple[Foul, ...]
    sheet: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    winner: int | None
