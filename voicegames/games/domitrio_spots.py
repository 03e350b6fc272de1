"""The spots of Domitrio: the legal layings of a turn with the numbers by which they are called, and what lies around.

A number belongs to a laying as long as the turn lasts: layings are numbered in reading order, over all tiles, and for
each tile by itself. So a chosen tile has small numbers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from voicegames.games.domitrio import State, legal
from voicegames.games.domitrio_board import SET, SYMBOLS, Board, Face, Laying, LayingError, Symbol, Tile, kind_of
from voicegames.games.hexgrid import AXES, Axis, Cell, axis_of, neighbours, reading, walk


@dataclass(frozen=True, slots=True)
class Spot:
    """A legal laying by its ``number`` over all tiles and ``number_of_tile`` for its tile; ``tile`` counts the rack.

    All three count from 1.
    """

    number: int
    tile: int
    number_of_tile: int
    laying: Laying


@dataclass(frozen=True, slots=True)
class Spots:
    """All spots of a turn, in the order of their numbers."""

    every: tuple[Spot, ...]

    def of(self, tile: int | None) -> tuple[Spot, ...]:
        """Return the spots of a tile of the rack (from 1) in their order, or all."""
        return self.every if tile is None else tuple(spot for spot in self.every if spot.tile == tile)

    def beside(self, board: Board, symbol: Symbol, tile: int | None) -> tuple[Spot, ...]:
        """Return the spots of a tile, or all, that touch that symbol on the board."""
        return tuple(s for s in self.of(tile) if symbol in {board.symbols[cell] for cell in board.touched(s.laying)})

    def called(self, number: int, tile: int | None) -> Spot | None:
        """Return the spot that has this number for the tile, or over all tiles; None if there is none."""
        spots = self.of(tile)
        return spots[number - 1] if 1 <= number <= len(spots) else None

    def turned(self, spot: Spot) -> Spot | None:
        """Return the spot where the same tile lies on the same cells with its ends exchanged, if that is legal."""
        wanted = turned(spot.laying)
        return next((other for other in self.every if other.laying == wanted), None)


def spots_of(state: State) -> Spots:
    """Return the spots of the player whose turn it is; none unless a tile is due."""
    places = {tile: number for number, tile in enumerate(state.racks[state.turn], 1)}
    counts = dict.fromkeys(places, 0)
    spots = []
    for number, laying in enumerate(legal(state), 1):
        counts[laying.tile] += 1
        spots.append(Spot(number, places[laying.tile], counts[laying.tile], laying))
    return Spots(tuple(spots))


def turned(laying: Laying) -> Laying:
    """Return the laying on the same cells with the ends of the tile exchanged."""
    return Laying(laying.tile, laying.second, laying.first)


def side(one: Cell, other: Cell) -> tuple[Axis, bool]:
    """Return where ``other`` lies, seen from its neighbour ``one``: the axis, and whether forward in reading order.

    Raises ValueError if they don't share an edge.
    """
    axis = axis_of(one, other)
    if axis is None:
        raise ValueError(f"{one} and {other} don't share an edge.")
    return axis, reading(one) < reading(other)


@dataclass(frozen=True, slots=True)
class Anchor:
    """An end of a tile that is laid, with a symbol on the board that it comes beside."""

    end: Cell
    symbol: Symbol
    beside: Cell
    other: Symbol


def anchor_of(board: Board, laying: Laying) -> Anchor:
    """Return what a laying is best described by: an end that completes a set, beside another symbol of that set."""
    ends = dict(laying.ends)
    for run in board.sets(laying):
        for end in laying.cells:
            for cell in neighbours(end):
                if end in run.cells and cell in run.cells and cell not in ends:
                    return Anchor(end, ends[end], cell, board.symbols[cell])
    end, cell = next((end, cell) for end in laying.cells for cell in neighbours(end) if cell in board.symbols)
    return Anchor(end, ends[end], cell, board.symbols[cell])


def around(board: Board, cell: Cell) -> tuple[tuple[Cell, Symbol], ...]:
    """Return the neighbours of a cell that hold a symbol, in reading order."""
    return tuple((there, board.symbols[there]) for there in neighbours(cell) if there in board.symbols)


@dataclass(frozen=True, slots=True)
class Opening:
    """A free cell where one symbol would complete a row: ``wanted`` there, ``row`` the two symbols that lie already.

    ``cells`` are those of the two.
    """

    cell: Cell
    wanted: Symbol
    row: tuple[Symbol, Symbol]
    cells: tuple[Cell, Cell]


def openings(board: Board) -> tuple[Opening, ...]:
    """Return what the rows of two symbols wait for, in reading order; a cell that no symbol fits is no opening."""
    return tuple(opening for cell in sorted(board.rim, key=reading) for opening in _openings_at(board, cell))


def _openings_at(board: Board, cell: Cell) -> Iterator[Opening]:
    rows = [row for axis in AXES if len(row := _in_line(board, cell, axis)) >= SET - 1]
    symbols = [tuple(board.symbols[there] for there in row) for row in rows]
    wanted = [s for s in SYMBOLS if all(kind_of((*row, s)) for row in symbols)] if rows else []
    for symbol in wanted:
        one, other = rows[0]
        yield Opening(cell, symbol, (board.symbols[one], board.symbols[other]), (one, other))


def _in_line(board: Board, cell: Cell, axis: Axis) -> tuple[Cell, ...]:
    before = tuple(takewhile(board.symbols.__contains__, walk(cell, axis, forward=False)))
    after = takewhile(board.symbols.__contains__, walk(cell, axis, forward=True))
    return (*before[::-1], *after)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Symbols side by side in a row of the board; ``start`` is the cell of the first one."""

    start: Cell
    symbols: tuple[Symbol, ...]


def rows(board: Board) -> tuple[tuple[Stretch, ...], ...]:
    """Return the rows of the board from the top, each as its stretches from the left."""
    found: dict[int, list[Stretch]] = {}
    for cell in sorted(board.symbols, key=reading):
        row = found.setdefault(cell.r, [])
        symbol = board.symbols[cell]
        if row and row[-1].start.q + len(row[-1].symbols) == cell.q:
            row[-1] = Stretch(row[-1].start, (*row[-1].symbols, symbol))
        else:
            row.append(Stretch(cell, (symbol,)))
    return tuple(tuple(found[r]) for r in sorted(found))


def beside(board: Board, tile: Tile, symbol: Symbol) -> tuple[Laying, ...]:
    """Return every way to put a tile on free cells so that it touches that symbol, legal or not, in reading order."""
    found: dict[Laying, None] = {}
    for cell in sorted(board.symbols, key=reading):
        if board.symbols[cell] != symbol:
            continue
        for one in neighbours(cell):
            for other in neighbours(one):
                if one not in board.symbols and other not in board.symbols:
                    found.setdefault(Laying(tile, one, other))
                    found.setdefault(Laying(tile, other, one))
    return tuple(sorted(found, key=lambda laying: (*map(reading, laying.cells), laying.first != laying.cells[0])))


_NEARLY = ("roll", "row", "no-set", "loose", "taken", "apart")


def nearest_refused(board: Board, layings: tuple[Laying, ...], face: Face | None) -> Laying | None:
    """Return which of these layings comes nearest to a legal one; None if one is legal, or none is given.

    A tile that would make a set, but not where the roll wants it, comes nearer than one that makes no set. One that
    makes a set and a forbidden row comes nearer than one that makes only that row, and a short row nearer than a long.
    """
    refused = [(laying, board.refusal(laying, face)) for laying in layings]
    found = [(laying, refusal) for laying, refusal in refused if refusal is not None]
    if not found or len(found) < len(refused):
        return None

    def distance(pair: tuple[Laying, LayingError]) -> tuple[int, int, int]:
        laying, refusal = pair
        return _NEARLY.index(refusal.code), -len(board.sets(laying)), sum(len(run.cells) for run in refusal.runs[:1])

    return min(found, key=distance)[0]


def telling_symbols(board: Board, laying: Laying, error: LayingError) -> tuple[Symbol, ...]:
    """Return the symbols that show why a laying is refused.

    For a forbidden row these are its own, for no set those of a row that is too short, in reading order; for the roll
    each one that the tile would touch, once. Other refusals have none.
    """
    match error.code:
        case "row":
            return error.runs[0].symbols
        case "no-set":
            short = (run for run in board.runs(laying) if not board.symbols.keys().isdisjoint(run.cells))
            return next(short).symbols
        case "roll":
            return tuple(dict.fromkeys(board.symbols[cell] for cell in error.cells))
        case _:
            return ()
