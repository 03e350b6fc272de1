"""A grid of hexagons in axial coordinates, seen with a corner up: its cells, three axes and six neighbours.

A cell is ``q`` steps along its row and ``r`` rows down from the cell (0, 0); each row lies half a cell further to the
right than the row above, so the cell below to the right of (q, r) is (q, r + 1) and the one to the left (q - 1, r + 1).
Drawn with cells of width 1, the centre of a cell is at x = q + r / 2 and y = r * sqrt(3) / 2.

The reading order is that of a page: row after row from the top, and each row from the left. The lines in a hexagonal
grid, and axial coordinates, are described at https://www.redblobgames.com/grids/hexagons/.
"""

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

REACH = 3


class Cell(NamedTuple):
    """A place for one hexagon: ``q`` along its row, ``r`` rows down."""

    q: int
    r: int


class Axis(Enum):
    """The three directions in which cells are in a row. The value is the step (q, r) forward in reading order."""

    ROW = (1, 0)
    FALLING = (0, 1)
    RISING = (-1, 1)


AXES = tuple(Axis)
Ray = tuple[Cell, ...]


def walk(cell: Cell, axis: Axis, forward: bool) -> Iterator[Cell]:
    """Yield the cells in line with ``cell`` along ``axis``, nearest first and without end."""
    (q, r), (dq, dr) = cell, axis.value
    while True:
        q, r = (q + dq, r + dr) if forward else (q - dq, r - dr)
        yield Cell(q, r)


@lru_cache(maxsize=4096)
def rays(cell: Cell) -> tuple[tuple[Ray, Ray], ...]:
    """Return the next ``REACH`` cells in line with ``cell``, nearest first: per axis those before, then those after."""
    return tuple(
        (tuple(islice(walk(cell, axis, False), REACH)), tuple(islice(walk(cell, axis, True), REACH))) for axis in AXES
    )


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the six cells that share an edge with ``cell``, in reading order."""
    along, falling, rising = rays(cell)
    return (falling[0][0], rising[0][0], along[0][0], along[1][0], rising[1][0], falling[1][0])


def reading(cell: Cell) -> tuple[int, int]:
    """Return the key that sorts cells in reading order."""
    return cell.r, cell.q


def axis_of(one: Cell, other: Cell) -> Axis | None:
    """Return the axis along which the cells share an edge, or None if they don't."""
    earlier, later = sorted((one, other), key=reading)
    step = (later.q - earlier.q, later.r - earlier.r)
    return next((axis for axis in AXES if axis.value == step), None)
