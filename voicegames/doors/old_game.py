"""A game that is saved already: which one goes on, and what the command line says that does not fit it."""

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from voicegames.doors.play import unfinished_game
from voicegames.errors import Failure
from voicegames.events import SittingStarted
from voicegames.language import Language, available, load_language
from voicegames.names import name_key
from voicegames.players.robots import Strength
from voicegames.table.games_at_table import game_at_table, game_of_journal
from voicegames.table.journal import last_unfinished


@dataclass(frozen=True, slots=True)
class Described:
    """What the command line says of the game that is to be played; None, or nothing, where it says nothing."""

    game: str | None = None
    players: int | None = None
    names: tuple[str, ...] = ()
    robots: int | None = None
    strength: Strength | None = None
    seed: int | None = None
    language: str | None = None
    variants: tuple[str, ...] = ()


def old_game(journal: Path | None, described: Described, *, resume: bool) -> tuple[Path, SittingStarted] | None:
    """Return the journal of the game that goes on and its beginning, or None where a new one is to be played.

    With ``resume`` what is ``described`` otherwise is ignored, with a sentence on stderr that says so. Raises Failure
    where there is nothing to go on with, and without ``resume`` for a journal that holds another game than described:
    whoever names it may have mistaken the file.
    """
    if resume:
        path = journal or last_unfinished(described.game)
        if path is None:
            of = "" if described.game is None else f" of {game_at_table(described.game).title}"
            raise Failure("no-game", f"There is no unfinished game{of} to go on with; start one without --resume.")
    elif journal is not None and journal.is_file() and journal.stat().st_size:
        path = journal
    else:
        return None
    started = unfinished_game(path).events[0]
    assert isinstance(started, SittingStarted)
    other = _differing(described, started)
    if other:
        said = _listed(other)
        held = f"{game_of_journal(started).title} with {', '.join(started.players)}"
        if not resume:
            raise Failure(
                "journal",
                f"{path} holds another game than {said} say{'s' if len(other) == 1 else ''}, {held}; go on with it by "
                f"voicegames play --resume --journal {shlex.quote(str(path))}, or choose another file.",
            )
        print(f"Ignored: {said}, because the game goes on as it began, {held}.", file=sys.stderr)
    return path, started


def _differing(described: Described, started: SittingStarted) -> list[str]:
    """Return the options that say something else than the beginning of a game does."""
    people = [name for name, strength in zip(started.players, started.robots, strict=False) if strength is None]
    robots = [strength for strength in started.robots if strength is not None]
    fits = {
        "the game": described.game in (None, started.game),
        "--names": not described.names or _are_named(described.names, people, _language_of(started)),
        "--players": described.players in (None, len(started.players)),
        "--robots": described.robots in (None, len(robots)) or _was_filled(described.robots, len(robots), started),
        "--strength": described.strength is None or set(robots) <= {described.strength},
        "--seed": described.seed in (None, started.seed),
        "--language": described.language in (None, started.language),
        "--variant": not described.variants or set(described.variants) == set(started.variants),
    }
    return [option for option, is_so in fits.items() if not is_so]


def _are_named(names: tuple[str, ...], people: list[str], language: Language) -> bool:
    """Whether the people have these names; those behind them may be called by their numbers."""
    nameless = [language.say("player", number=number + 1) for number in range(len(names), len(people))]
    return [name_key(name) for name in people] == [name_key(name) for name in (*names, *nameless)]


def _was_filled(asked: int | None, robots: int, started: SittingStarted) -> bool:
    """Whether more robots play than were asked for because the people were too few."""
    return asked is not None and 0 < asked < robots and len(started.players) == game_of_journal(started).fewest_players


def _language_of(started: SittingStarted) -> Language:
    return load_language(started.language if started.language in available() else "en")


def _listed(options: list[str]) -> str:
    return options[0] if len(options) == 1 else f"{', '.join(options[:-1])} and {options[-1]}"
