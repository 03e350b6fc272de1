"""What a screen shows of a sitting: a plain value that is the same for every game, every window and the terminal."""

from dataclasses import dataclass, replace
from enum import StrEnum

from voicegames.screen.charts import Chart
from voicegames.screen.heard_words import Word

_LINES = 40
_CAPTIONS = 4

CONTROLS = ("pause", "go_on", "repeat", "that_was_wrong", "score", "help", "stop")
"""The calls to the referee that every game has."""


class Part(StrEnum):
    """The part of the view that its newest event has changed. A screen of lines shows that part and no other."""

    NOTHING = "nothing"
    START = "start"
    RESUMED = "resumed"
    BOARD = "board"
    HEARD = "heard"
    RULING = "ruling"
    CAPTION = "caption"
    LINE = "line"
    WINNER = "winner"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Seat:
    """One player: ``cards`` (or tiles) in hand, the same as words in ``holds``, and the newest reaction in seconds.

    ``note`` is what else is to be read at the seat, such as points.
    """

    name: str
    is_robot: bool
    cards: int = 0
    holds: str = ""
    note: str = ""
    reaction_s: float | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """Time runs from ``at_s`` on the audio clock for ``limit_s`` seconds; ``player`` is whose, None for everybody's."""

    player: int | None
    at_s: float
    limit_s: float


@dataclass(frozen=True, slots=True)
class Ruling:
    """The newest ruling, in words. ``verdict`` is right, mistake, again or crocodile; ``number`` as in the journal."""

    number: int
    player: int
    verdict: str
    mistake: str | None
    sentence: str
    expected: str
    reaction_s: float | None
    by: str


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press beside the controls: as if its words, ``says``, were typed. ``key`` presses it, "" none does.

    A key is a single character. Where it is a letter, no typed answer can begin with that letter.
    """

    label: str
    says: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Caption:
    """Something that was said, by the table where ``speaker`` is None; ``number`` is that of its event."""

    number: int
    text: str
    speaker: str | None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of what happened, to be read out once; ``number`` is that of its event."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class View:
    """All that a screen shows. ``number`` counts the events so far; ``changed`` is what the newest of them changed.

    ``board`` is a frozen dataclass of the game's own, drawn by the game's own drawings. ``headline`` says what is on
    now, at the end who won. ``captions`` are the last ones, the newest at the end. ``controls`` are the calls to the
    referee that do something in this game, ``sayable`` is what can be said now. ``has_player_keys`` tells that digits
    are the players' keys; otherwise they begin a typed answer. ``was_heard`` is provisional while ``is_heard_final`` is
    False; it and the ``ruling`` stay until something new is heard or ruled. ``paused`` is the reason of a pause;
    ``chart`` is there once the game is over, where the game has one.
    """

    number: int
    game: str
    seed: int
    seats: tuple[Seat, ...]
    turn: int | None = None
    phase: str = ""
    headline: str = ""
    board: object = None
    changed: Part = Part.START
    prompt: Prompt | None = None
    was_heard: tuple[Word, ...] = ()
    is_heard_final: bool = True
    ruling: Ruling | None = None
    captions: tuple[Caption, ...] = ()
    controls: tuple[str, ...] = CONTROLS
    buttons: tuple[Button, ...] = ()
    sayable: str = ""
    has_player_keys: bool = True
    lines: tuple[Line, ...] = ()
    paused: str | None = None
    is_stopped: bool = False
    winner: int | None = None
    chart: Chart | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game is won or was stopped."""
        return self.winner is not None or self.is_stopped

    @property
    def caption(self) -> str:
        """What was said last."""
        return self.captions[-1].text if self.captions else ""

    def said(self, text: str, speaker: str | None) -> "View":
        """Return the view with one more caption; the oldest ones are dropped."""
        return replace(self, captions=(*self.captions, Caption(self.number, text, speaker))[-_CAPTIONS:])

    def told(self, text: str) -> "View":
        """Return the view with one more line of what happened; the oldest ones are dropped."""
        return replace(self, lines=(*self.lines, Line(self.number, text))[-_LINES:])
