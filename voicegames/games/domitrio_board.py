"""The tiles and the board of Domitrio: what is a set, where a tile may lie, and why it may not lie elsewhere.

The facts come from the rule book, sections "Tiles", "Sets" and "How to Play". Where it is silent, these hold:

- A tile is two hexagons that share an edge, so "in a row" means along one of the three axes of a hexagonal grid.
- A row is as long as there are symbols without a gap. One of three or more must be exactly three long and a set; one of
  two is free. This holds for every row through the two cells of the tile that is laid, along each axis.
- Three times the same symbol is none of the three kinds of set.

Of two different symbols there is exactly one third that makes a set with them, and of two equal ones there is none. So
each row that a free cell would close asks for one symbol, which is how layings are found without trying all.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile

from voicegames.games.errors import RulesError
from voicegames.games.hexgrid import AXES, Axis, Cell, axis_of, neighbours, rays, reading, walk

SET = 3


class Colour(StrEnum):
    """The colours of symbols, and three faces of the die."""

    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"


class Shape(StrEnum):
    """The shapes of symbols, and three faces of the die."""

    HEXAGON = "hexagon"
    CIRCLE = "circle"
    STAR = "star"


Face = Colour | Shape
FACES: tuple[Face, ...] = (*Colour, *Shape)


class Kind(StrEnum):
    """The three kinds of set: by colour, by shape, or all different."""

    SAME_COLOUR = "same colour"
    SAME_SHAPE = "same shape"
    ALL_DIFFERENT = "all different"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A shape in its colour. ``code`` numbers the nine symbols from 0, by colour, then by shape."""

    colour: Colour
    shape: Shape
    code: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Number the symbol."""
        object.__setattr__(self, "code", 3 * list(Colour).index(self.colour) + list(Shape).index(self.shape))

    def __str__(self) -> str:
        """Return "red star"."""
        return f"{self.colour} {self.shape}"

    def shows(self, face: Face) -> bool:
        """Return whether this is the colour or the shape on that face of the die."""
        return face in (self.colour, self.shape)


SYMBOLS = tuple(Symbol(colour, shape) for colour in Colour for shape in Shape)


@dataclass(frozen=True, slots=True)
class Tile:
    """Two different symbols; the one with the lower code is ``first``, whichever was given first.

    Raises ValueError for two equal symbols.
    """

    first: Symbol
    second: Symbol

    def __post_init__(self) -> None:
        """Refuse a tile that isn't in the game, and put the ends in order."""
        if self.first == self.second:
            raise ValueError(f"No tile shows the {self.first} twice.")
        if self.first.code > self.second.code:
            first, second = self.second, self.first
            object.__setattr__(self, "first", first)
            object.__setattr__(self, "second", second)

    def __str__(self) -> str:
        """Return "red star and blue circle"."""
        return f"{self.first} and {self.second}"

    @classmethod
    def parse(cls, text: str) -> "Tile":
        """Return the tile called "red star and blue circle", ends in either order. Raises ValueError if none is."""
        ends = [_SYMBOLS.get(" ".join(end.split())) for end in text.lower().split(" and ")]
        match ends:
            case [Symbol() as one, Symbol() as other]:
                return cls(one, other)
        raise ValueError(
            f'"{text}" is no tile of Domitrio: write two symbols, each with a colour ({", ".join(Colour)}) and a shape '
            f'({", ".join(Shape)}), as in "red star and blue circle".'
        )


_SYMBOLS = {str(symbol): symbol for symbol in SYMBOLS}


def kind_of(symbols: Sequence[Symbol]) -> Kind | None:
    """Return which kind of set the symbols of a row make, or None if they make none."""
    if len(symbols) != SET:
        return None
    colours, shapes = len({s.colour for s in symbols}), len({s.shape for s in symbols})
    return _KINDS.get((colours, shapes))


_KINDS = {(1, 3): Kind.SAME_COLOUR, (3, 1): Kind.SAME_SHAPE, (3, 3): Kind.ALL_DIFFERENT}
# The code of the symbol that makes a set with two others; -1 for equal ones, with which none does.
_THIRD = tuple(tuple(next((s.code for s in SYMBOLS if kind_of((a, b, s))), -1) for b in SYMBOLS) for a in SYMBOLS)


@dataclass(frozen=True, slots=True)
class Run:
    """Symbols in a row along ``axis``, without a gap and with free cells at both ends, in reading order."""

    axis: Axis
    cells: tuple[Cell, ...]
    symbols: tuple[Symbol, ...]

    @property
    def kind(self) -> Kind | None:
        """Which kind of set this is, or None."""
        return kind_of(self.symbols)

    @property
    def is_allowed(self) -> bool:
        """Whether the rules allow it: a set, or fewer than three symbols."""
        return len(self.symbols) < SET or self.kind is not None


@dataclass(frozen=True, slots=True)
class Laying:
    """A tile on the board: ``first`` is the cell of its first end, ``second`` that of its second end."""

    tile: Tile
    first: Cell
    second: Cell

    @property
    def ends(self) -> tuple[tuple[Cell, Symbol], tuple[Cell, Symbol]]:
        """The two cells with their symbols, in reading order."""
        one, other = (self.first, self.tile.first), (self.second, self.tile.second)
        return (one, other) if reading(self.first) < reading(self.second) else (other, one)

    @property
    def cells(self) -> tuple[Cell, Cell]:
        """The two cells in reading order."""
        (one, _), (other, _) = self.ends
        return one, other


class LayingError(RulesError):
    """The tile may not lie there.

    ``code`` is "apart", "taken", "loose", "row", "no-set" or "roll". ``runs`` holds the rows that the rules forbid, and
    ``cells`` the cells concerned: for "taken" those that are, for "row" those of the first forbidden row, for "roll"
    those with the symbols that the tile would touch, otherwise the two of the tile.
    """

    def __init__(
        self, code: str, sentence: str, rule: str, cells: tuple[Cell, ...], runs: tuple[Run, ...] = ()
    ) -> None:
        super().__init__(code, sentence, rule)
        self.cells = cells
        self.runs = runs


@dataclass(frozen=True, slots=True)
class Board:
    """The tiles on the table, in the order in which they were laid; the first needs no set.

    ``symbols`` says what each taken cell shows and ``rim`` holds the free cells beside taken ones. Raises ValueError if
    tiles overlap or the ends of one lie apart; that rows are allowed is not checked here.
    """

    layings: tuple[Laying, ...]
    symbols: Mapping[Cell, Symbol] = field(init=False, compare=False, repr=False)
    rim: frozenset[Cell] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Look up what lies where."""
        symbols = {cell: symbol for laying in self.layings for cell, symbol in laying.ends}
        if len(symbols) != 2 * len(self.layings):
            raise ValueError("Two tiles can't share a cell.")
        if any(axis_of(laying.first, laying.second) is None for laying in self.layings):
            raise ValueError("The two ends of a tile lie on cells that share an edge.")
        object.__setattr__(self, "symbols", symbols)
        object.__setattr__(self, "rim", frozenset(c for cell in symbols for c in neighbours(cell) if c not in symbols))

    def laid(self, laying: Laying) -> "Board":
        """Return the board with one more tile."""
        return Board((*self.layings, laying))

    def touched(self, laying: Laying) -> tuple[Cell, ...]:
        """Return the taken cells that the tile would share an edge with, in reading order."""
        beside = {cell for end in laying.cells for cell in neighbours(end) if cell in self.symbols}
        return tuple(sorted(beside, key=reading))

    def runs(self, laying: Laying) -> tuple[Run, ...]:
        """Return the rows of two or more that the tile would be part of, each once: axis by axis, in reading order."""
        symbols = {**self.symbols, **dict(laying.ends)}
        runs: dict[Run, None] = {}
        for axis in AXES:
            for end in laying.cells:
                before = tuple(takewhile(symbols.__contains__, walk(end, axis, forward=False)))
                after = takewhile(symbols.__contains__, walk(end, axis, forward=True))
                cells = (*before[::-1], end, *after)
                if len(cells) > 1:
                    runs[Run(axis, cells, tuple(symbols[cell] for cell in cells))] = None
        return tuple(runs)

    def sets(self, laying: Laying) -> tuple[Run, ...]:
        """Return the sets that the tile would complete."""
        return tuple(run for run in self.runs(laying) if run.kind)

    def refusal(self, laying: Laying, face: Face | None) -> LayingError | None:
        """Return why the tile may not lie there after ``face`` was rolled (None: any roll will do), or None if it may.

        If several rules forbid it, the first of these tells: the place itself, forbidden rows, no set, the roll.
        """
        if axis_of(laying.first, laying.second) is None:
            return LayingError("apart", "A tile lies on two cells side by side.", _PLACE, laying.cells)
        taken = tuple(cell for cell in laying.cells if cell in self.symbols)
        if taken:
            return LayingError("taken", "There is a tile already.", _PLACE, taken)
        touched = self.touched(laying)
        if not touched:
            return LayingError("loose", "That would touch no other tile.", _PLACE, laying.cells)
        runs = self.runs(laying)
        forbidden = tuple(run for run in runs if not run.is_allowed)
        if forbidden:
            first = forbidden[0]
            sentence = f"That would put {_told(first.symbols)} in a row."
            return LayingError("row", sentence, _LONG if len(first.cells) > SET else _SETS, first.cells, forbidden)
        if not any(run.kind for run in runs):
            return LayingError("no-set", "That would make no set.", _SOME_SET, laying.cells)
        if face is not None and not any(self.symbols[cell].shows(face) for cell in touched):
            named = f"nothing {face}" if isinstance(face, Colour) else f"no {face}"
            return LayingError("roll", f"That would touch {named}, and {face} was rolled.", _ROLL, touched)
        return None


_PLACE = "A tile lies on two free cells and touches another tile along an edge."
_LONG = "More than three symbols in a row are no set."
_SETS = "In a set of three the colours are all the same or all different, the shapes too, but not both the same."
_SOME_SET = "Each tile that is laid makes at least one set of three."
_ROLL = "The tile is laid next to a symbol of the colour or shape that was rolled."


def layings(board: Board, tiles: Sequence[Tile], face: Face | None = None) -> tuple[Laying, ...]:
    """Return every way to lay one of ``tiles`` when ``face`` was rolled, each once; without ``face``, for any roll.

    They come in reading order of the place: by its first cell, then by its second, then in the order of ``tiles``, then
    with the first end of the tile first. So a laying keeps its place in the order when others are left out.
    """
    order = {tile: number for number, tile in enumerate(tiles)}
    return tuple(
        sorted(
            _found(board, tiles, face),
            key=lambda found: (*map(reading, found.cells), order[found.tile], found.first != found.cells[0]),
        )
    )


def can_lay(board: Board, tiles: Sequence[Tile], face: Face | None = None) -> bool:
    """Return whether there is any way to lay one of ``tiles`` when ``face`` was rolled; without ``face``, for any."""
    return any(True for _ in _found(board, tiles, face))


@dataclass(frozen=True, slots=True)
class _Gap:
    """What a free cell asks of its symbol, per axis along which the tile may lie; symbols are bits by their code.

    ``allowed`` and ``closes`` are about the rows along the two other axes: which symbols these allow, and whether one
    of them would become a row of three. Along the axis itself there are ``in_line`` symbols, with ``next_code`` if it
    is one. ``touching`` holds the symbols around.
    """

    allowed: tuple[int, ...]
    closes: tuple[bool, ...]
    in_line: tuple[int, ...]
    next_code: tuple[int, ...]
    touching: int


_ALL = (1 << len(SYMBOLS)) - 1
_OPEN = _Gap((_ALL,) * 3, (False,) * 3, (0,) * 3, (-1,) * 3, 0)
_OTHERS = ((1, 2), (0, 2), (0, 1))
_SHOWING = {face: sum(1 << s.code for s in SYMBOLS if s.shows(face)) for face in FACES}


def _gap(symbols: Mapping[Cell, Symbol], cell: Cell) -> _Gap:
    asked, counts, next_codes, touching = [], [], [], 0
    for sides in rays(cell):
        codes: list[int] = []
        for ray in sides:
            for reach, there in enumerate(ray):
                symbol = symbols.get(there)
                if symbol is None:
                    break
                codes.append(symbol.code)
                if not reach:
                    touching |= 1 << symbol.code
        count = len(codes)
        counts.append(count)
        next_codes.append(codes[0] if count == 1 else -1)
        if count < 2:
            asked.append(_ALL)
        else:
            third = _THIRD[codes[0]][codes[1]] if count == 2 else -1
            asked.append(0 if third < 0 else 1 << third)
    return _Gap(
        tuple(asked[a] & asked[b] for a, b in _OTHERS),
        tuple(counts[a] == 2 or counts[b] == 2 for a, b in _OTHERS),
        tuple(counts),
        tuple(next_codes),
        touching,
    )


def _found(board: Board, tiles: Sequence[Tile], face: Face | None) -> Iterator[Laying]:
    """Yield the layings pair by pair of free cells of which one is on the rim, each pair once."""
    symbols, wanted = board.symbols, _ALL if face is None else _SHOWING[face]
    turned = [
        (tile, swapped, *((b.code, a.code) if swapped else (a.code, b.code)))
        for tile in tiles
        for a, b in ((tile.first, tile.second),)
        for swapped in (False, True)
    ]
    gaps = {cell: _gap(symbols, cell) for cell in board.rim}
    for cell in gaps:
        for along, (before, after) in enumerate(rays(cell)):
            pairs = [(cell, after[0])]
            # The pair with the cell before belongs to that one if it is on the rim itself.
            if before[0] not in gaps:
                pairs.append((before[0], cell))
            for one, other in pairs:
                if one in symbols or other in symbols:
                    continue
                here, there = gaps.get(one, _OPEN), gaps.get(other, _OPEN)
                in_line = here.in_line[along] + there.in_line[along]
                closes = in_line == 1 or here.closes[along] or there.closes[along]
                if in_line > 1 or not closes or not (here.touching | there.touching) & wanted:
                    continue
                allowed, allowed_there = here.allowed[along], there.allowed[along]
                beside = max(here.next_code[along], there.next_code[along])
                for tile, swapped, code, code_there in turned:
                    if not (allowed >> code & 1 and allowed_there >> code_there & 1):
                        continue
                    if beside < 0 or _THIRD[code][beside] == code_there:
                        yield Laying(tile, other, one) if swapped else Laying(tile, one, other)


def _told(symbols: Sequence[Symbol]) -> str:
    """Return what is wrong with a row: "two yellows and a red circle", "three red stars", "more than three symbols"."""
    if len(symbols) > SET:
        return "more than three symbols"
    if len(set(symbols)) == 1:
        return f"three {symbols[0]}s"
    for values in ([s.colour for s in symbols], [s.shape for s in symbols]):
        (most, count), *_ = Counter[str](values).most_common()
        if count == 2:
            odd = next(s for s, value in zip(symbols, values, strict=True) if value != most)
            return f"two {most}s and a {odd}"
    raise ValueError("These symbols make a set.")
