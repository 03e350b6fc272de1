"""The sheets of Domitrio: 36 tiles on two sheets, and the die, as a net to fold and as a table for a plain die."""

from collections.abc import Mapping, Sequence

from voicegames.games.domitrio import tiles
from voicegames.games.domitrio_board import FACES, Colour, Face, Tile
from voicegames.printing.domitrio_art import CELL_HEIGHT, CELL_WIDTH, die_face, symbol_cell, tile_back, tile_outline
from voicegames.printing.drawing import steps
from voicegames.printing.frame import first_letter, heading, numbered
from voicegames.printing.sheet import Align, Grid, Line, Paper, Piece, Sheet, Use, Words

CELL_MM = 28.0
ON_SHEET = 18
FACE_MM = 34.0
TAB_MM = 8.0
SMALL_MM = 16.0

# The places of the faces in the net, as columns and rows of a cross, in the order of FACES, and the edges that get a
# tab to be glued: the place and the edge's side. Of two edges that meet when it is folded one has a tab.
_NET = ((1, 1), (1, 3), (0, 1), (2, 1), (1, 0), (1, 2))
_TABS = (
    ((1, 0), "left"),
    ((1, 0), "right"),
    ((1, 0), "top"),
    ((1, 2), "left"),
    ((1, 2), "right"),
    ((1, 3), "left"),
    ((1, 3), "right"),
)
_CORNERS = {"left": ((0, 1), (0, 0)), "right": ((1, 0), (1, 1)), "top": ((0, 0), (1, 0)), "bottom": ((1, 1), (0, 1))}
_OUTWARD = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}


def sheets(paper: Paper, texts: Mapping[str, str], *, with_backs: bool) -> tuple[Sheet, ...]:
    """Return the sheets; ``with_backs`` puts backs after each sheet of tiles, for printing on both sides."""
    listed = []
    for first in range(0, len(tiles()), ON_SHEET):
        listed.append(_tiles(paper, texts, first))
        if with_backs:
            listed.append(_backs(paper))
    return numbered([*listed, _die(paper, texts)], paper, texts)


def _grid(paper: Paper) -> Grid:
    return Grid(paper, 3, 6, 2 * CELL_MM, CELL_MM * CELL_HEIGHT / CELL_WIDTH, gap=5.0)


def _tiles(paper: Paper, texts: Mapping[str, str], first: int) -> Sheet:
    grid = _grid(paper)
    shown = tiles()[first : first + ON_SHEET]
    title = texts["tiles_title"].format(first=first + 1, last=first + len(shown), tiles=len(tiles()))
    pieces = [piece for tile, (x, y) in zip(shown, grid.places, strict=True) for piece in _tile(tile, x, y, texts)]
    outlines = (_outline(x, y) for x, y in grid.places)
    words = heading(paper, title, texts["tiles_hint"])
    return Sheet(tuple(pieces), (*grid.cut_marks(), *outlines), words)


def _tile(tile: Tile, x: float, y: float, texts: Mapping[str, str]) -> Sequence[Piece]:
    return [
        Piece(
            symbol_cell(symbol),
            x + place * CELL_MM,
            y,
            CELL_MM,
            first_letter(texts[symbol.colour]),
        )
        for place, symbol in enumerate((tile.first, tile.second))
    ]


def _outline(x: float, y: float) -> Line:
    scale = CELL_MM / CELL_WIDTH
    corners = [(x + px * scale, y + py * scale) for _, points in steps(tile_outline()) for px, py in points]
    return Line(Use.CUT, (*corners, corners[0]))


def _backs(paper: Paper) -> Sheet:
    return Sheet(tuple(Piece(tile_back(), x, y, 2 * CELL_MM) for x, y in _grid(paper).places))


def _die(paper: Paper, texts: Mapping[str, str]) -> Sheet:
    left, top = (paper.width - 3 * FACE_MM) / 2, 34.0 + TAB_MM
    corners = {place: (left + place[0] * FACE_MM, top + place[1] * FACE_MM) for place in _NET}
    pieces = [_face(face, *corners[place], FACE_MM, texts) for face, place in zip(FACES, _NET, strict=True)]
    tabs = tuple(_tab(*corners[place], side) for place, side in _TABS)
    table_top = top + 4 * FACE_MM + 14
    more_pieces, more_words = _plain_die(paper, texts, table_top)
    words = heading(paper, texts["die_title"], texts["die_hint"])
    return Sheet((*pieces, *more_pieces), (*tabs, *_net_edges(corners)), (*words, *more_words))


def _face(face: Face, x: float, y: float, width: float, texts: Mapping[str, str]) -> Piece:
    letter = first_letter(texts[face]) if isinstance(face, Colour) else ""
    return Piece(die_face(face), x, y, width, letter)


def _edge(x: float, y: float, side: str) -> tuple[tuple[float, float], tuple[float, float]]:
    (ax, ay), (bx, by) = _CORNERS[side]
    return (x + ax * FACE_MM, y + ay * FACE_MM), (x + bx * FACE_MM, y + by * FACE_MM)


def _tab(x: float, y: float, side: str) -> Line:
    (ax, ay), (bx, by) = _edge(x, y, side)
    out_x, out_y = (TAB_MM * way for way in _OUTWARD[side])
    slant_x, slant_y = (TAB_MM * (b - a) / FACE_MM for a, b in ((ax, bx), (ay, by)))
    outer = ((ax + slant_x + out_x, ay + slant_y + out_y), (bx - slant_x + out_x, by - slant_y + out_y))
    return Line(Use.GLUE, ((ax, ay), *outer, (bx, by), (ax, ay)))


def _net_edges(corners: dict[tuple[int, int], tuple[float, float]]) -> tuple[Line, ...]:
    """Return the edges of the faces: to fold where a face or a tab joins, else to cut."""
    lines = []
    for (column, row), (x, y) in corners.items():
        for side, (across, down) in _OUTWARD.items():
            neighbour = (column + across, row + down)
            is_fold = neighbour in corners or ((column, row), side) in _TABS
            if neighbour not in corners or side in ("right", "bottom"):
                lines.append(Line(Use.FOLD if is_fold else Use.CUT, _edge(x, y, side)))
    return tuple(lines)


def _plain_die(paper: Paper, texts: Mapping[str, str], top: float) -> tuple[list[Piece], list[Words]]:
    """Return a table: what each number of a plain die stands for."""
    column = (paper.width - 30) / len(FACES)
    words = [Words(texts["plain_die"], paper.width / 2, top, 3.6, Align.MIDDLE)]
    pieces = []
    for number, face in enumerate(FACES, start=1):
        middle = 15 + column * (number - 0.5)
        pieces.append(_face(face, middle - SMALL_MM / 2, top + 13, SMALL_MM, texts))
        words.append(Words(str(number), middle, top + 10, 6.0, Align.MIDDLE, is_bold=True))
        words.append(Words(texts[face], middle, top + 13 + SMALL_MM + 4.5, 3.6, Align.MIDDLE))
    return pieces, words
