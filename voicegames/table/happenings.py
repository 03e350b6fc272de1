"""What can reach the table besides sound: keys and typed words; and the protocols of what brings and shows it."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from voicegames.events import Event
from voicegames.hearing.ear import EarEvent
from voicegames.hearing.utterance import Utterance
from voicegames.table.course import Course


@dataclass(frozen=True, slots=True)
class PlayerKey:
    """Player ``player`` (from 0) pressed their own key."""

    player: int


@dataclass(frozen=True, slots=True)
class ControlKey:
    """A key that stands for a control phrase ("pause", "repeat", "stop", ...)."""

    control: str


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line of typed words. ``started_wall_s`` is time.monotonic() at its first key, None when it was piped."""

    text: str
    started_wall_s: float | None = None


@dataclass(frozen=True, slots=True)
class KeysEnded:
    """No key will come any more (the end of piped input)."""


PLAYER_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
"""The keys of the players; a line with one of them alone, from a pipe, counts as that key."""

Key = PlayerKey | ControlKey | TypedLine | KeysEnded


@dataclass(frozen=True, slots=True)
class TypedUtterance:
    """Words that were typed, on the audio clock. ``started_wall_s`` is time.monotonic() at the first key, if known."""

    utterance: Utterance
    started_wall_s: float | None = None

    def is_begun_before(self, wall_s: float) -> bool:
        """Whether the first key came before ``wall_s``, in seconds of time.monotonic()."""
        return self.started_wall_s is not None and self.started_wall_s < wall_s


Happening = EarEvent | PlayerKey | ControlKey | TypedUtterance | KeysEnded


class Keys(Protocol):
    """Brings keys without waiting."""

    def poll(self) -> Key | None:
        """Return the next key that was pressed, or None."""
        ...


@runtime_checkable
class Typing(Protocol):
    """Keys that tell when a line has been begun."""

    @property
    def typing_since_s(self) -> float | None:
        """time.monotonic() at the first key of the line that is being typed, or None."""
        ...


class Screen(Protocol):
    """Shows events. ``course`` is the game after the event."""

    def show(self, event: Event, course: Course) -> None:
        """Show one event."""
        ...

    def tick(self, now_s: float, level_dbfs: float, state: str) -> None:
        """Show the running clock, the level and the state of the ear; called for every block, must be cheap."""
        ...
