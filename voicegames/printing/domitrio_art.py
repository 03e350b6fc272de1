"""The drawings of Domitrio: nine symbols on their hexagons, a tile's outline and back, and the faces of the die.

A colour is told by its pattern and by its first letter too; a shape by its outline. A hexagon stands with a corner up,
as in ``voicegames.games.hexgrid``; the hexagon that is a symbol lies on a side, so that it is not taken for the cell.
"""

import math

from voicegames.games.domitrio_board import FACES, SYMBOLS, Colour, Face, Shape, Symbol
from voicegames.printing.drawing import (
    INK,
    PAPER,
    Drawing,
    Layer,
    Lettering,
    circle,
    placed,
    placed_path,
    polygon,
    regular,
    rounded,
)
from voicegames.printing.patterns import BACK, BY_COLOUR

CELL_WIDTH = 200.0
CELL_HEIGHT = 400 / math.sqrt(3)
CELL_SIDE = 200 / math.sqrt(3)
TILE_WIDTH, TILE_HEIGHT = 2 * CELL_WIDTH, CELL_HEIGHT
FACE_SIDE = 200.0

_GROUND = "#faf7ee"
_MIDDLE = (CELL_WIDTH / 2, CELL_HEIGHT / 2)


def outline(shape: Shape, x: float, y: float) -> str:
    """Return the outline of a shape around (x, y), for a cell that is 200 wide.

    The hexagon is much wider than the circle, so that they are told apart across a room.
    """
    if shape is Shape.HEXAGON:
        return regular(x, y, (82,), 6, turn=30)
    if shape is Shape.CIRCLE:
        return circle(x, y, 56)
    return regular(x, y + 4, (90, 42), 10)


def cell_outline(x: float = 0.0) -> str:
    """Return the outline of a cell that begins ``x`` from the left, a little smaller than the cell."""
    middle_x, middle_y = _MIDDLE
    return regular(x + middle_x, middle_y, (CELL_SIDE - 2,), 6)


def symbol_cell(symbol: Symbol) -> Drawing:
    """Return a symbol on its hexagon."""
    x, y = _MIDDLE
    return Drawing(
        f"domitrio-{symbol.colour}-{symbol.shape}",
        CELL_WIDTH,
        CELL_HEIGHT,
        (
            Layer(cell_outline(), fill=_GROUND, line=INK, line_width=3),
            Layer(outline(symbol.shape, x, y), fill=BY_COLOUR[symbol.colour], line=INK, line_width=7),
            Layer(circle(x, y, 25), fill=INK),
        ),
        (Lettering(x, y, 36, PAPER),),
    )


def tile_outline() -> str:
    """Return the outline of a tile that lies, its two hexagons beside each other."""
    width, height, side = CELL_WIDTH, CELL_HEIGHT, CELL_SIDE
    top, low = side / 2, side * 1.5
    upper = ((0.0, top), (width / 2, 0.0), (width, top), (width * 1.5, 0.0), (width * 2, top))
    lower = ((width * 2, low), (width * 1.5, height), (width, low), (width / 2, height), (0.0, low))
    return polygon((*upper, *lower))


def tile_back() -> Drawing:
    """Return the back of all tiles."""
    # A little smaller, so that the line around it is not cut off.
    within = placed_path(tile_outline(), 0.01 * TILE_WIDTH, 0.01 * TILE_HEIGHT, 0.98)
    layer = Layer(within, fill=BACK, line=INK, line_width=4)
    stars = (
        Layer(regular(x, CELL_HEIGHT / 2, (60, 27), 10), fill=PAPER, line=INK, line_width=4) for x in (100.0, 300.0)
    )
    return Drawing("domitrio-back", TILE_WIDTH, TILE_HEIGHT, (layer, *stars))


def die_face(face: Face) -> Drawing:
    """Return a face of the die: a square in a colour with its letter, or a shape without colour."""
    ground = Layer(rounded(2, 2, 196, 196, 18), fill=PAPER, line=INK, line_width=4)
    name = f"domitrio-die-{face}"
    if isinstance(face, Colour):
        square = Layer(rounded(26, 26, 148, 148, 26), fill=BY_COLOUR[face], line=INK, line_width=6)
        badge = Layer(circle(100, 100, 36), fill=INK)
        return Drawing(name, FACE_SIDE, FACE_SIDE, (ground, square, badge), (Lettering(100, 100, 52, PAPER),))
    shape = placed((Layer(outline(face, 0, 0), fill="#c9cfda", line=INK, line_width=8),), 100, 100)
    return Drawing(name, FACE_SIDE, FACE_SIDE, (ground, *shape))


def drawings() -> tuple[Drawing, ...]:
    """Return all drawings of the game."""
    return (*map(symbol_cell, SYMBOLS), tile_back(), *map(die_face, FACES))
