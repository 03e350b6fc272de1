"""Reads long answers of Domitrio in pieces: some sentences at a time, with "more?" between them."""

from collections.abc import Iterable
from dataclasses import dataclass

READ_AT_ONCE = 3
"""So many sentences are read before the table asks for "more"."""


@dataclass(slots=True)
class Reader:
    """What is left to read: ``rest`` are its sentences, and ``lists_spots`` says that they are the spots of all tiles.

    ``more`` is the question between two pieces.
    """

    more: str
    rest: tuple[str, ...] = ()
    lists_spots: bool = False

    def read(self, sentences: Iterable[str], at_once: int = READ_AT_ONCE, *, lists_spots: bool = False) -> str:
        """Return the first sentences, and keep those that are too many for now."""
        told = tuple(sentences)
        now, self.rest, self.lists_spots = told[:at_once], told[at_once:], lists_spots
        return " ".join((*now, self.more) if self.rest else now)

    def go_on(self) -> str:
        """Return the next sentences."""
        return self.read(self.rest, lists_spots=self.lists_spots)

    def stop(self) -> None:
        """Forget what is left."""
        self.rest = ()
