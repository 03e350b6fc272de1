"""Who plays: people by name, and robots."""

from collections.abc import Sequence
from dataclasses import dataclass

from voicegames.errors import WrongUsage
from voicegames.language import Language
from voicegames.names import NAME_RULE, is_name, name_key, shortened
from voicegames.players.robots import Strength
from voicegames.table.games_at_table import GameAtTable


@dataclass(frozen=True, slots=True)
class Party:
    """Who plays: the names of the people, and the strengths of the robots that sit after them.

    ``note`` is a sentence on those whom nobody asked for: robots where people are too few, and people without a name.
    """

    people: tuple[str, ...]
    robots: tuple[Strength, ...]
    note: str | None = None


def check_number(game: GameAtTable, players: int) -> None:
    """Raise WrongUsage("players") for a number that the rules don't allow."""
    fewest, most = game.fewest_players, game.most_players
    if not fewest <= players <= most:
        raise WrongUsage("players", f"{game.title} is for {fewest} to {most} players; {players} can't play.")


def check_robots(game: GameAtTable, robots: int) -> None:
    """Raise WrongUsage("players") for a number of robots that never fits, whoever else plays."""
    if not 0 <= robots <= game.most_players:
        raise WrongUsage("players", f"{robots} robots can't play {game.title}; give --robots 0 to {game.most_players}.")


def party(
    game: GameAtTable,
    language: Language,
    players: int | None,
    names: Sequence[str],
    robots: int | None,
    strength: Strength,
) -> Party:
    """Return who plays: ``players`` seats in all, of which ``robots`` are robots; names go to the people in order.

    Where nobody said how many seats there are, those who are named play, and robots fill the table up where these are
    too few, unless 0 robots were asked for. Where somebody did, and said nothing of robots, all are people.

    Raises WrongUsage("players") for numbers that don't fit each other or the rules, and for two names that are alike;
    WrongUsage("name") for what can be nobody's name.
    """
    for name in names:
        if not is_name(name):
            raise WrongUsage("name", f"{shortened(name)} is no player's name; {NAME_RULE}.")
    asked = robots or 0
    check_robots(game, asked)
    if players is None:
        people = len(names)
        wanted = asked if robots is not None else game.robots_for(people)
        seated = wanted if robots == 0 else max(wanted, game.fewest_players - people)
        check_number(game, people + seated)
    else:
        check_number(game, players)
        people, seated = players - asked, asked
        if people < 0 or len(names) > people:
            raise WrongUsage(
                "players",
                f"{_counted(len(names), 'name')} and {_counted(asked, 'robot')} do not fit {players} players; "
                "change one of the numbers.",
            )
    _check_beside_robots(game, people, seated)
    nameless = [language.say("player", number=number + 1) for number in range(len(names), people)]
    called = robot_names(language, seated)
    keys = [name_key(name) for name in (*names, *nameless, *called)]
    if len(set(keys)) < len(keys):
        raise WrongUsage("players", "Two players have the same name; give each a name of their own.")
    note = None
    if seated > asked:
        note = language.say("robots_join", game=game.title, names=", ".join(called[asked:]))
    elif nameless and names:
        note = language.say("people_join", names=", ".join(nameless))
    return Party((*names, *nameless), (strength,) * seated, note)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _check_beside_robots(game: GameAtTable, people: int, robots: int) -> None:
    allowed = game.people_with_robots
    if robots and people not in allowed:
        raise WrongUsage(
            "players",
            f"With robots {game.title} is for {allowed[0]} to {allowed[-1]} people, not for {people}; "
            "leave out --robots, or change the names.",
        )


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
