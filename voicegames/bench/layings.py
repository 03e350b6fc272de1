"""How fast the layings of Domitrio are found, beside trying every tile on every pair of cells.

Boards grow by random legal layings, the same for the same seed. Two more, which no game allows, show what the cost
grows with: 36 tiles packed into a block, with a short rim, and the same 36 in one row, with a long one.
"""

import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from voicegames.games.domitrio import FACES, RACK, Board, Face, Laying, Symbol, Tile, tiles
from voicegames.games.domitrio_board import SET, kind_of, layings
from voicegames.games.hexgrid import AXES, Axis, Cell, neighbours, walk

SIZES = {"start": 1, "small": 4, "medium": 12, "full": len(tiles()) - RACK}
"""How many tiles lie on the boards; full ones leave a rack."""
Finder = Callable[[Board, Sequence[Tile], Face | None], Sequence[Laying]]


@dataclass(frozen=True, slots=True)
class LayingFigures:
    """Boards of one kind with a rack of five tiles, each with one roll: means over the positions.

    ``same`` says whether both ways found the same layings everywhere. Times are CPU time; those of finding are medians
    over the runs, trying all is timed once.
    """

    board: str
    positions: int
    tiles: float
    rim: float
    layings: float
    ms_per_position: float
    layings_per_second: float
    tried_ms_per_position: float
    tried_layings_per_second: float
    same: bool


@dataclass(frozen=True, slots=True)
class _Position:
    board: Board
    rack: tuple[Tile, ...]
    face: Face


def bench_layings(positions: int = 20, runs: int = 5, seed: int = 1) -> list[LayingFigures]:
    """Find the layings on ``positions`` boards of each kind, ``runs`` times over, and once by trying all."""
    rng = random.Random(seed)
    kinds = {name: [_grown(rng, size) for _ in range(positions)] for name, size in SIZES.items()}
    kinds["block"] = [_shaped(rng, 4)]
    kinds["row"] = [_shaped(rng, 36)]
    return [_figures(name, kind, runs) for name, kind in kinds.items()]


def tried(board: Board, rack: Sequence[Tile], face: Face | None) -> list[Laying]:
    """Return the layings that are found by trying every tile, both ways, on every pair of free cells in reach."""
    q0, q1 = min(cell.q for cell in board.symbols), max(cell.q for cell in board.symbols)
    r0, r1 = min(cell.r for cell in board.symbols), max(cell.r for cell in board.symbols)
    reach = [Cell(q, r) for q in range(q0 - 2, q1 + 3) for r in range(r0 - 2, r1 + 3)]
    found = []
    for one in reach:
        for other in neighbours(one):
            if one in board.symbols or other in board.symbols:
                continue
            touched = [board.symbols[c] for end in (one, other) for c in neighbours(end) if c in board.symbols]
            if not any(face is None or symbol.shows(face) for symbol in touched):
                continue
            for tile in rack:
                if _fits({**board.symbols, one: tile.first, other: tile.second}, one, other):
                    found.append(Laying(tile, one, other))
    return found


def layings_table(figures: Sequence[LayingFigures]) -> str:
    """Return the figures as a person reads them."""
    head = (
        ("tiles", 7),
        ("rim", 6),
        ("layings", 9),
        ("a position", 13),
        ("trying all", 13),
        ("faster", 8),
        ("a second", 10),
    )
    lines = [f"{'board':8}{''.join(f'{name:>{width}}' for name, width in head)}"]
    for f in figures:
        faster = f"{f.tried_ms_per_position / f.ms_per_position:.0f}x"
        lines.append(
            f"{f.board:8}{f.tiles:7.0f}{f.rim:6.0f}{f.layings:9.1f}{f.ms_per_position:10.2f} ms"
            f"{f.tried_ms_per_position:10.1f} ms{faster:>8}{f.layings_per_second:10,.0f}"
            f"{'' if f.same else '  they differ'}"
        )
    return "\n".join(lines)


def _grown(rng: random.Random, size: int) -> _Position:
    """Grow a board tile by tile; if none fits before it is full, grow another."""
    while True:
        left = list(tiles())
        rng.shuffle(left)
        board = Board((Laying(left.pop(), Cell(0, 0), Cell(1, 0)),))
        while len(board.layings) < size:
            found = layings(board, left)
            if not found:
                break
            board = board.laid(rng.choice(found))
            left.remove(board.layings[-1].tile)
        else:
            return _Position(board, tuple(left[:RACK]), rng.choice(FACES))


def _shaped(rng: random.Random, width: int) -> _Position:
    """Lay all tiles side by side in rows of ``width`` tiles; the rack repeats some."""
    mixed = list(tiles())
    rng.shuffle(mixed)
    places = [(2 * (number % width), number // width) for number in range(len(mixed))]
    board = Board(tuple(Laying(t, Cell(q, r), Cell(q + 1, r)) for t, (q, r) in zip(mixed, places, strict=True)))
    return _Position(board, tuple(mixed[:RACK]), rng.choice(FACES))


def _fits(symbols: Mapping[Cell, Symbol], *ends: Cell) -> bool:
    sets = 0
    for end in ends:
        for axis in AXES:
            row = _row(symbols, end, axis)
            if len(row) >= SET:
                if kind_of(row) is None:
                    return False
                sets += 1
    return sets > 0


def _row(symbols: Mapping[Cell, Symbol], cell: Cell, axis: Axis) -> list[Symbol]:
    row = [symbols[cell]]
    for forward in (False, True):
        for there in walk(cell, axis, forward):
            if there not in symbols:
                break
            row.append(symbols[there])
    return row


def _figures(name: str, kind: Sequence[_Position], runs: int) -> LayingFigures:
    count = len(kind)
    found, times_s = zip(*(_timed(layings, kind) for _ in range(runs)), strict=True)
    found_s = statistics.median(times_s)
    others, tried_s = _timed(tried, kind)
    total = sum(map(len, found[0]))
    return LayingFigures(
        board=name,
        positions=count,
        tiles=statistics.mean(len(p.board.layings) for p in kind),
        rim=statistics.mean(len(p.board.rim) for p in kind),
        layings=total / count,
        ms_per_position=1000 * found_s / count,
        layings_per_second=total / found_s,
        tried_ms_per_position=1000 * tried_s / count,
        tried_layings_per_second=total / tried_s,
        same=all(set(a) == set(b) and len(a) == len(b) for a, b in zip(found[0], others, strict=True)),
    )


def _timed(finder: Finder, kind: Sequence[_Position]) -> tuple[list[Sequence[Laying]], float]:
    # Time of this process, so that others on the machine don't count.
    started_s = time.process_time()
    found = [finder(p.board, p.rack, p.face) for p in kind]
    return found, time.process_time() - started_s
