"""The demos of the games: each plays a whole game with voices that only the recogniser hears."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from voicegames.doors.engines import Engine
from voicegames.errors import WrongUsage
from voicegames.hearing.recognizer import Samples
from voicegames.settings import Settings
from voicegames.table.games_at_table import game_at_table
from voicegames.table.happenings import Screen


@dataclass(frozen=True, slots=True)
class DemoRequest:
    """The demo that is asked for.

    ``players`` is None where nobody said how many. ``listener`` gets the sound of the room, to be played; ``tell`` gets
    a line for each thing that was not understood as it was meant.
    """

    seed: int
    players: int | None
    fast: bool
    engine: Engine
    screen: Screen
    journal: Path | None = None
    listener: Callable[[Samples], None] | None = None
    tell: Callable[[str], None] | None = None


class DemoResult(Protocol):
    """The figures of one demo."""

    def lines(self) -> str:
        """Return the figures as lines for a person."""
        ...

    def json(self) -> str:
        """Return the figures as one line of JSON, with the keys that README.md lists."""
        ...


def _dodelido(settings: Settings, asked: DemoRequest) -> DemoResult:
    from voicegames.doors.demo import play_demo

    return play_demo(
        settings,
        seed=asked.seed,
        players=3 if asked.players is None else asked.players,
        fast=asked.fast,
        engine=asked.engine,
        screen=asked.screen,
        journal=asked.journal,
        listener=asked.listener,
        tell=asked.tell,
    )


def _domitrio(settings: Settings, asked: DemoRequest) -> DemoResult:
    from voicegames.doors.domitrio_demo import play_domitrio_demo

    return play_domitrio_demo(settings, asked)


def _remmi_demmi(settings: Settings, asked: DemoRequest) -> DemoResult:
    from voicegames.doors.remmi_demmi_demo import play_remmi_demmi_demo

    return play_remmi_demmi_demo(settings, asked)


_DEMOS: dict[str, Callable[[Settings, DemoRequest], DemoResult]] = {
    "dodelido": _dodelido,
    "remmi-demmi": _remmi_demmi,
    "domitrio": _domitrio,
}


def play_demo_of(game: str, settings: Settings, asked: DemoRequest) -> DemoResult:
    """Play the demo of a game. Raises WrongUsage for a game without one, and Failure where there is no voice."""
    game_at_table(game)
    if game not in _DEMOS:
        raise WrongUsage("game", f"There is no demo of {game!r} here; there is one of {', '.join(_DEMOS)}.")
    return _DEMOS[game](settings, asked)
