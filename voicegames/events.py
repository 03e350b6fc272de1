"""What happens at the table, as small frozen dataclasses that round-trip through JSON lines.

Times named ``at_s`` are seconds on the audio clock of the part of the sitting in which they happened.
Players are numbered from 0; a person meets them by name.
"""

import dataclasses
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec

from voicegames.domitrio_events import DomitrioEvent
from voicegames.remmi_demmi_events import RemmiDemmiEvent


class Verdict(StrEnum):
    """What the referee makes of an answer."""

    RIGHT = "right"
    MISTAKE = "mistake"
    AGAIN = "again"


class Mistake(StrEnum):
    """The kinds of mistake that the rule book of Dodelido names."""

    WORD = "word"
    STUTTER = "stutter"
    OH = "oh"
    PAUSE = "pause"


@dataclass(frozen=True, slots=True)
class SittingStarted:
    """A game begins. ``deck`` is the shuffled deck in the words of the game, so that a replay needs no shuffle.

    ``variants`` are the variants of the game that were asked for.
    """

    game: str
    version: str
    seed: int
    language: str
    players: tuple[str, ...]
    robots: tuple[str | None, ...]
    deck: tuple[str, ...]
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Resumed:
    """The sitting goes on after a stop; the audio clock starts anew at 0."""

    at_s: float


@dataclass(frozen=True, slots=True)
class CardFlipped:
    """``player`` turned over ``card`` onto pile ``pile`` (0 to 2)."""

    at_s: float
    player: int
    card: str
    pile: int


@dataclass(frozen=True, slots=True)
class Prompted:
    """The player's time runs from ``at_s``; the onset of the answer must come within ``limit_s``."""

    at_s: float
    player: int
    limit_s: float


@dataclass(frozen=True, slots=True)
class Heard:
    """An utterance, or words typed; ``player`` is whose turn it was. ``final`` is False for a provisional one."""

    at_s: float
    player: int
    text: str
    onset_s: float
    end_s: float
    engine: str
    final: bool = True


@dataclass(frozen=True, slots=True)
class Ruled:
    """The referee's ruling on one answer.

    ``number`` counts rulings from 0 and never comes twice. ``by`` is "referee" or "table". Times in seconds:
    ``reaction_s`` prompt to onset, ``length_s`` onset to end of the answer, ``lag_s`` end of speech to ruling on the
    audio clock; None where the answer had none (a pause, a ruling by the table).
    """

    at_s: float
    number: int
    player: int
    verdict: Verdict
    mistake: Mistake | None
    expected: str
    heard: str
    reaction_s: float | None = None
    length_s: float | None = None
    lag_s: float | None = None
    by: str = "referee"


@dataclass(frozen=True, slots=True)
class CrocodileRuled:
    """``last`` was the slowest to drive the crocodile away and takes all cards. Counts as a ruling."""

    at_s: float
    number: int
    last: int
    by: str = "referee"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The table took ruling ``number`` back; the game stands where it stood before that ruling."""

    at_s: float
    number: int


@dataclass(frozen=True, slots=True)
class Said:
    """A caption: what the table said. ``voice`` names a robot's seat when it was the robot that spoke."""

    at_s: float
    text: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Paused:
    """The game stands still; ``why`` is a sentence."""

    at_s: float
    why: str


@dataclass(frozen=True, slots=True)
class WentOn:
    """The game goes on after a pause."""

    at_s: float


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game ended and ``winner`` won."""

    at_s: float
    winner: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """The sitting was stopped before its end; it can be resumed."""

    at_s: float


Event = (
    SittingStarted
    | Resumed
    | CardFlipped
    | Prompted
    | Heard
    | Ruled
    | CrocodileRuled
    | TakenBack
    | Said
    | Paused
    | WentOn
    | GameOver
    | Stopped
    | RemmiDemmiEvent
    | DomitrioEvent
)

_TYPES: dict[str, type[Any]] = {cls.__name__: cls for cls in Event.__args__}


def to_json(event: Event) -> str:
    """Return the event as one line of JSON, without the line's end."""
    return json.dumps({"type": type(event).__name__, **dataclasses.asdict(event)}, ensure_ascii=False)


def from_json(line: str) -> Event:
    """Return the event of one line. Raises ValueError for anything that is not a whole event."""
    try:
        data = json.loads(line)
    except RecursionError:
        raise ValueError("not an event: nested too deeply") from None
    if not isinstance(data, dict) or not isinstance(data.get("type"), str) or data["type"] not in _TYPES:
        raise ValueError(f"not an event: {line[:80]!r}")
    kind = data.pop("type")
    known = {field.name for field in dataclasses.fields(_TYPES[kind])}
    if not data.keys() <= known:
        raise ValueError(f"not a {kind}: it has no {sorted(data.keys() - known)[0]!r}")
    try:
        event: Event = msgspec.convert(data, type=_TYPES[kind])
    except msgspec.ValidationError as error:
        raise ValueError(f"not a whole {kind}: {error}") from None
    return event
