"""Who plays: people by name, and robots."""

from collections.abc import Sequence
from dataclasses import dataclass

from voicegames.errors import Failure, WrongUsage
from voicegames.language import Language
from voicegames.players.robots import Strength
from voicegames.table.games_at_table import GameAtTable


@dataclass(frozen=True, slots=True)
class Party:
    """Who plays: the names of the people, and the strengths of the robots that sit after them."""

    people: tuple[str, ...]
    robots: tuple[Strength, ...]


def check_number(game: GameAtTable, players: int) -> None:
    """Raise Failure("players") for a number that the rules don't allow."""
    fewest, most = game.fewest_players, game.most_players
    if not fewest <= players <= most:
        raise Failure("players", f"{game.title} is for {fewest} to {most} players; {players} can't play.")


def party(
    game: GameAtTable, language: Language, players: int | None, names: Sequence[str], robots: int, strength: Strength
) -> Party:
    """Return who plays: ``players`` seats in all, of which ``robots`` are robots; names go to the people in order.

    Raises Failure("players") for a number that the rules don't allow, and for two names that sound alike.
    """
    total = players if players is not None else max(len(names) + robots, game.fewest_players)
    check_number(game, total)
    people = total - robots
    if robots < 0 or people < 0 or len(names) > people:
        raise Failure(
            "players", f"{len(names)} names and {robots} robots do not fit {total} players; change one of the numbers."
        )
    default = [language.say("player", number=number + 1) for number in range(people)]
    chosen = (*names, *default[len(names) :])
    everybody = [name.casefold() for name in (*chosen, *robot_names(language, robots))]
    if len(set(everybody)) < len(everybody):
        raise Failure("players", "Two players have the same name; give each a name of their own.")
    return Party(chosen, (strength,) * robots)


def robot_names(language: Language, robots: int) -> tuple[str, ...]:
    """Return what the robots are called."""
    return tuple(language.say("robot", number=number + 1) for number in range(robots))


def check_limits(named: Sequence[str], players: Sequence[str]) -> None:
    """Raise WrongUsage for something that was given to one who does not play: it would be forgotten in silence."""
    for name in named:
        if name not in players:
            raise WrongUsage(
                "limit", f"{name!r} does not play, so --limit and --patient do nothing; there are {', '.join(players)}."
            )
