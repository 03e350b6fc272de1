"""The games that can be played at the table: what each must offer, and where to find it.

A game plugs in with modules of its own and one line in ``_GAMES``; docs/decisions.md ("How a game sits at the table")
says which. Nothing outside asks which game is played.
"""

import random
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Protocol

from voicegames.errors import Failure, WrongUsage
from voicegames.events import Event, SittingStarted
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.language import Language
from voicegames.settings import Settings
from voicegames.speaking.synthesizer import Voice
from voicegames.table.course import Course
from voicegames.table.sitting import Sitting


class Form(StrEnum):
    """How the figures of a game are written."""

    LINES = "lines"
    CSV = "csv"
    JSON = "json"


class Table(Protocol):
    """Plays one game in a sitting, from where the sitting's course stands."""

    def welcome(self, *, is_resumed: bool) -> None:
        """Say who plays, or that the game goes on."""
        ...

    def play(self) -> int:
        """Play to the end; returns the winner. Raises TableStopped, and SoundEnded at the end of a recording."""
        ...


class GameAtTable(Protocol):
    """What the table must know of a game.

    ``name`` is what a person types, ``title`` what they call it. ``how_many`` is the key of the sentence that asks how
    many people play. ``variants`` are what may be asked for with --variant; they are kept in the journal's beginning.
    ``people_with_robots`` is how many people may play beside robots.
    """

    name: str
    title: str
    fewest_players: int
    most_players: int
    people_with_robots: range
    how_many: str
    variants: tuple[str, ...]

    def robots_for(self, people: int) -> int:
        """Return how many robots sit with so many people where nobody said how many."""
        ...

    def deck(self, players: int, rng: random.Random, robots: int) -> tuple[str, ...]:
        """Return the shuffled deck in the words of the game; empty where the players hold the cards themselves."""
        ...

    def course(self, started: SittingStarted) -> Course:
        """Return the course of a game that begins. Raises Failure("journal") for a beginning that is none."""
        ...

    def vocabularies(self, language: Language, started: SittingStarted, settings: Settings) -> tuple[Vocabulary, ...]:
        """Return every vocabulary that the game will use, for a recogniser to prepare at the start."""
        ...

    def words(self, language: Language) -> Vocabulary:
        """Return what ``voicegames hear`` listens for."""
        ...

    def table(self, sitting: Sitting, voices: Sequence[Voice]) -> Table:
        """Return the table that plays the game; ``voices`` are for the robots, none where there is no sound."""
        ...

    def figures(self, events: tuple[Event, ...], form: Form) -> str:
        """Return the figures of a journal, as ``voicegames stats`` prints them, without the last line's end."""
        ...


def _dodelido() -> GameAtTable:
    from voicegames.table.dodelido_at_table import DodelidoAtTable

    return DodelidoAtTable()


def _remmi_demmi() -> GameAtTable:
    from voicegames.table.remmi_demmi_at_table import RemmiDemmiAtTable

    return RemmiDemmiAtTable()


def _domitrio() -> GameAtTable:
    from voicegames.table.domitrio_at_table import DomitrioAtTable

    return DomitrioAtTable()


_GAMES: dict[str, Callable[[], GameAtTable]] = {
    "dodelido": _dodelido,
    "remmi-demmi": _remmi_demmi,
    "domitrio": _domitrio,
}

DEFAULT_GAME = "dodelido"


def game_names() -> tuple[str, ...]:
    """Return the names of the games that can be played."""
    return tuple(_GAMES)


def game_at_table(name: str) -> GameAtTable:
    """Return the game called ``name``. Raises WrongUsage that names the ones there are."""
    if name not in _GAMES:
        raise WrongUsage("game", f"There is no game {name!r} here; there is {', '.join(_GAMES)}.")
    return _GAMES[name]()


def game_of_journal(started: SittingStarted) -> GameAtTable:
    """Return the game of a journal. Raises Failure("journal") for one that can't be played here."""
    if started.game not in _GAMES:
        raise Failure("journal", f"The journal is of a game {started.game!r} that there is none of here.")
    return _GAMES[started.game]()


def check_variants(game: GameAtTable, variants: Sequence[str]) -> tuple[str, ...]:
    """Return the variants without repeats. Raises WrongUsage for one that the game has none of."""
    for variant in variants:
        if variant not in game.variants:
            there = f"there is {', '.join(game.variants)}" if game.variants else "it has none"
            raise WrongUsage("variant", f"{game.title} has no variant {variant!r}; {there}.")
    return tuple(dict.fromkeys(variants))
