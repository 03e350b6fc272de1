"""Where sound comes from: blocks of 20 ms whose count of samples is the clock of the table."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from voicegames.hearing.recognizer import SAMPLE_RATE, Samples


@dataclass(frozen=True, slots=True)
class Block:
    """320 samples (20 ms) of mono float32 at 16 kHz; ``start`` counts samples since the source was opened.

    ``overflowed`` says that sound was lost before this block; ``wall_s`` is time.monotonic() at which it was taken.
    """

    start: int
    samples: Samples
    wall_s: float
    overflowed: bool = False

    @property
    def end_s(self) -> float:
        """The time just after its last sample, in seconds on the audio clock."""
        return (self.start + len(self.samples)) / SAMPLE_RATE


class Source(Protocol):
    """Gives blocks in order. A live one waits for the next block; a file gives them as fast as they are asked for."""

    live: bool

    def read(self) -> Block | None:
        """Return the next block, or None at the end of the sound.

        A microphone that was unplugged raises SourceLost and may be read again when it is back.
        """
        ...

    def close(self) -> None:
        """Free the device or file. May be called twice."""
        ...


@runtime_checkable
class Reopenable(Protocol):
    """A source that can be opened again after it was lost."""

    def reopen(self) -> None:
        """Open the device again; the count of samples goes on. Raises SourceLost while it is still away."""
        ...


class SourceLost(Exception):  # noqa: N818
    """The microphone has gone (unplugged, or no sound for a second); ``sentence`` says which and what to do."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
