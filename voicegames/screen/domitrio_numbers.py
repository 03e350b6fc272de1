"""Where the numbers of Domitrio's spots are drawn: in one size, as large as they can be without covering each other.

Lengths are in widths of a cell.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

SIZES = (0.46, 0.42, 0.38, 0.34, 0.3, 0.26, 0.22, 0.18)
"""Heights of the letters, the best first."""

HELD_SIZE = 0.26
"""On a tile that is held, whose symbols must be seen beside the number."""

_DIGIT = 0.6
_PADDING = 0.12
_HIGH = 1.3
_SYMBOL = 0.28
_ALONG = (0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95)
_ACROSS = (0.0, 0.18, -0.18, 0.32, -0.32)

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """What a number covers: its middle, and half of its width and height."""

    x: float
    y: float
    across: float
    down: float

    def covers(self, other: "Box") -> bool:
        """Whether the two have a part in common."""
        return (
            abs(self.x - other.x) < self.across + other.across - 1e-9
            and abs(self.y - other.y) < self.down + other.down - 1e-9
        )


def joined(numbers: Sequence[int]) -> str:
    """Return the numbers of one place as one short text: "1-4", "3, 7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def width(text: str, size: float) -> float:
    """Return how wide a number is drawn."""
    return max(size * 1.4, len(text) * size * _DIGIT + _PADDING)


def box(text: str, size: float, place: Place) -> Box:
    """Return what a number covers whose middle is at ``place``."""
    return Box(*place, width(text, size) / 2, size * _HIGH / 2)


def placed(
    texts: Sequence[str], spots: Sequence[tuple[Place, Place]], symbols: Iterable[Place], held: int | None
) -> tuple[float, tuple[Place, ...]]:
    """Return the size of the numbers and the middle of each; ``spots`` are the middles of the two cells of each.

    Numbers stay on their cells and off the ``symbols`` that lie on others; ``held`` is the one whose tile is held.
    """
    blocked = [Box(*symbol, _SYMBOL, _SYMBOL) for symbol in symbols]
    for size, keeps_off in [*((size, True) for size in SIZES), *((size, False) for size in SIZES)]:
        found = _at_size(size, texts, spots, blocked if keeps_off else [], held)
        if found is not None:
            return size, found
    return SIZES[-1], tuple(_middle(one, other) for one, other in spots)


def _at_size(
    size: float,
    texts: Sequence[str],
    spots: Sequence[tuple[Place, Place]],
    blocked: Sequence[Box],
    held: int | None,
) -> tuple[Place, ...] | None:
    places: dict[int, Place] = {}
    taken = list(blocked)
    if held is not None:
        places[held] = _middle(*spots[held])
        taken.append(box(texts[held], HELD_SIZE, places[held]))
    # Long numbers have the fewest places where they fit.
    for number in sorted(range(len(texts)), key=lambda number: -len(texts[number])):
        if number in places:
            continue
        tried = ((place, box(texts[number], size, place)) for place in _candidates(*spots[number]))
        free = next(((at, there) for at, there in tried if not any(there.covers(other) for other in taken)), None)
        if free is None:
            return None
        places[number] = free[0]
        taken.append(free[1])
    return tuple(places[number] for number in range(len(texts)))


def _candidates(one: Place, other: Place) -> Iterator[Place]:
    across, down = other[0] - one[0], other[1] - one[1]
    for aside in _ACROSS:
        for share in _ALONG:
            yield one[0] + across * share - down * aside, one[1] + down * share + across * aside


def _middle(one: Place, other: Place) -> Place:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
