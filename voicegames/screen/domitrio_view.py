"""Domitrio's view: board, spots, die and racks as a plain value, and what each event of the game changes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from voicegames.domitrio_events import BoardShown, DieRolled, TileDrawn, TileLaid, TurnPassed
from voicegames.events import Event, GameOver, Resumed, SittingStarted, TakenBack
from voicegames.games.domitrio import Phase, State, Symbol, Tile
from voicegames.games.domitrio_board import Colour
from voicegames.games.domitrio_spots import Spot, Spots, spots_of
from voicegames.games.hexgrid import Cell
from voicegames.language import Language
from voicegames.screen.domitrio_numbers import HELD_SIZE, joined, placed, width
from voicegames.screen.domitrio_sayable import sayable
from voicegames.screen.view import Button, Line, Part, View
from voicegames.table.course import Course
from voicegames.table.domitrio_course import DomitrioCourse, laying_of
from voicegames.table.domitrio_language import domitrio_language
from voicegames.table.domitrio_wording import DomitrioWording

_ROOT = 3**0.5 / 2
_MARGIN = 1.2
_CLOSER = 0.75


@dataclass(frozen=True, slots=True)
class SymbolFace:
    """A symbol: the names of its drawing, what people call it, and the letter of its colour."""

    colour: str
    shape: str
    called: str
    letter: str


@dataclass(frozen=True, slots=True)
class TileFace:
    """A tile of a rack with its number from 1; ``is_chosen`` says that it is the chosen one."""

    number: int
    first: SymbolFace
    second: SymbolFace
    called: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class BoardCell:
    """A cell of the board with its symbol; the centre is at ``x`` and ``y``, in widths of a cell.

    ``q`` and ``r`` are the axial coordinates. ``is_new`` says that it belongs to the tile laid last, ``is_lit`` that it
    is part of a set that this tile made, ``is_held`` that a tile is only held there.
    """

    q: int
    r: int
    x: float
    y: float
    symbol: SymbolFace
    is_new: bool = False
    is_lit: bool = False
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class SpotMark:
    """The numbers of the spots on two cells ("3-5"); ``x`` and ``y`` lie on them, clear of other marks.

    ``size`` is the height of the letters and ``width`` that of all of it, in widths of a cell.
    """

    numbers: str
    called: str
    x: float
    y: float
    size: float
    width: float
    cells: tuple[tuple[int, int], tuple[int, int]]
    is_held: bool


@dataclass(frozen=True, slots=True)
class Die:
    """The face of the die: its colour or its shape, the other one None; both None before the roll.

    ``letter`` is that of the colour.
    """

    colour: str | None
    shape: str | None
    called: str
    letter: str = ""


@dataclass(frozen=True, slots=True)
class DomitrioBoard:
    """All that lies on the table.

    ``rack`` is empty unless the player whose turn it is wants to see it; ``rack_label`` says whose it is. ``made``
    names the sets that were made last. ``box`` is what to show: left, top, width, height, in widths of a cell.
    """

    called: str
    cells: tuple[BoardCell, ...]
    spots: tuple[SpotMark, ...]
    die: Die
    die_label: str
    pool: str
    rack: tuple[TileFace, ...]
    rack_label: str
    made: str
    box: tuple[float, float, float, float]


class DomitrioView:
    """Changes the view by the events of a game of Domitrio."""

    def __init__(self, started: SittingStarted, language: Language) -> None:
        self._words = words = domitrio_language(language)
        self._language = words.language
        self._sayings = words.sayings
        self._wording = DomitrioWording(words.language)
        self._new: tuple[Cell, ...] = ()
        self._lit: frozenset[Cell] = frozenset()
        self._made = ""

    def follow(self, view: View, event: Event, course: Course) -> View:
        """Return the view after ``event``."""
        assert isinstance(course, DomitrioCourse)
        if isinstance(
            event, SittingStarted | Resumed | TakenBack | DieRolled | TileLaid | TileDrawn | TurnPassed | BoardShown
        ):
            return self._moved(view, event, course)
        if isinstance(event, GameOver):
            # What is told of the end of every game speaks of cards.
            lines = (*view.lines[:-1], Line(view.number, self._result(course)))
            return replace(view, headline=self._headline(course), buttons=(), sayable="", lines=lines)
        spots = spots_of(course.state)
        return replace(view, buttons=self._buttons(course, spots), sayable=self._sayable(course, view, spots))

    def _moved(self, view: View, event: Event, course: DomitrioCourse) -> View:
        told = self._told(event, course)
        if told is not None:
            view = view.told(told)
        state, spots = course.state, spots_of(course.state)
        if not isinstance(event, SittingStarted | Resumed):
            view = replace(view, changed=Part.BOARD)
        seats = tuple(
            replace(seat, cards=len(rack), holds=self._count(len(rack)))
            for seat, rack in zip(view.seats, state.racks, strict=True)
        )
        headline = self._page("your_turn", name=course.players[state.turn])
        moved = replace(view, seats=seats, turn=state.turn, phase=str(state.phase), headline=headline)
        return replace(
            moved,
            board=self._board(course, spots),
            has_player_keys=False,
            buttons=self._buttons(course, spots),
            sayable=self._sayable(course, moved, spots),
        )

    def _told(self, event: Event, course: DomitrioCourse) -> str | None:
        """Take in what is lit, and return the line that is read out."""
        if isinstance(event, TileLaid):
            laying = laying_of(event)
            before = replace(course.state.board, layings=course.state.board.layings[:-1])
            sets = before.sets(laying)
            self._new, self._lit = laying.cells, frozenset(cell for run in sets for cell in run.cells)
            self._made = self._wording.sets(sets)
            return self._wording.laid(course.players[event.player], before, laying)
        if not isinstance(event, BoardShown):
            self._new, self._lit, self._made = (), frozenset(), ""
        match event:
            case DieRolled():
                face = self._language.called(event.face)
                return self._say("rolled_by", name=course.players[event.player], face=face)
            case TileDrawn():
                return self._say("drawn", name=course.players[event.player])
            case TurnPassed():
                return self._say("passed", name=course.players[event.player])
        return None

    def _board(self, course: DomitrioCourse, spots: Spots) -> DomitrioBoard:
        state, shown = course.state, course.shown
        held = None if shown.spot is None else spots.every[shown.spot - 1]
        cells = [
            self._cell(cell, symbol, is_new=cell in self._new, is_lit=cell in self._lit)
            for cell, symbol in state.board.symbols.items()
        ]
        if held is not None:
            cells += [self._cell(cell, symbol, is_held=True) for cell, symbol in held.laying.ends]
        marks = self._marks(spots, course, held)
        focus = held.laying.cells if held is not None else self._new
        return DomitrioBoard(
            called=self._page("board_label"),
            cells=tuple(cells),
            spots=marks,
            die=self._die(state),
            die_label=self._page("die_label"),
            pool=f"{self._page('pool_label')}: {self._count(len(state.pool))}",
            rack=self._rack(state, shown.tile) if shown.rack else (),
            rack_label=self._rack_label(course),
            made=self._made,
            box=_box(cells, marks, () if shown.centred else focus, shown.zoom),
        )

    def _marks(self, spots: Spots, course: DomitrioCourse, held: Spot | None) -> tuple[SpotMark, ...]:
        """The numbers of the chosen tile's spots, or of the called ones over all tiles; one mark for each place."""
        shown = course.shown
        listed: Sequence[Spot] = spots.of(shown.tile) if shown.tile is not None else spots.every[: shown.called]
        if shown.tile is None and not shown.called and held is not None:
            listed = (held,)
        by_cells: dict[tuple[Cell, Cell], list[Spot]] = {}
        for spot in listed:
            by_cells.setdefault(spot.laying.cells, []).append(spot)
        numbers = [
            joined([spot.number if shown.tile is None else spot.number_of_tile for spot in there])
            for there in by_cells.values()
        ]
        centres = [(_centre(one), _centre(other)) for one, other in by_cells]
        held_at = next((at for at, there in enumerate(by_cells.values()) if held in there), None)
        symbols = [_centre(cell) for cell in course.state.board.symbols]
        if held is not None:
            symbols += [_centre(cell) for cell in held.laying.cells]
        size, places = placed(numbers, centres, symbols, held_at)
        marks = []
        for at, ((one, other), (x, y)) in enumerate(zip(by_cells, places, strict=True)):
            called = self._page("spot_label", number=numbers[at])
            letters = HELD_SIZE if at == held_at else size
            ends = ((one.q, one.r), (other.q, other.r))
            mark = SpotMark(numbers[at], called, x, y, letters, width(numbers[at], letters), ends, at == held_at)
            marks.append(mark)
        return tuple(marks)

    def _cell(
        self, cell: Cell, symbol: Symbol, *, is_new: bool = False, is_lit: bool = False, is_held: bool = False
    ) -> BoardCell:
        x, y = _centre(cell)
        return BoardCell(cell.q, cell.r, x, y, self._face(symbol), is_new, is_lit, is_held)

    def _face(self, symbol: Symbol) -> SymbolFace:
        letter = self._language.letters(symbol.colour, Colour)
        return SymbolFace(str(symbol.colour), str(symbol.shape), self._wording.symbol(symbol), letter)

    def _die(self, state: State) -> Die:
        if state.rolled is None:
            return Die(None, None, self._page("die_empty"))
        called = self._wording.face(state.rolled)
        is_colour = state.rolled in ("red", "blue", "yellow")
        if not is_colour:
            return Die(None, str(state.rolled), called)
        return Die(str(state.rolled), None, called, self._language.letters(state.rolled, Colour))

    def _rack(self, state: State, chosen: int | None) -> tuple[TileFace, ...]:
        return tuple(
            self._tile(number, tile, number == chosen) for number, tile in enumerate(state.racks[state.turn], 1)
        )

    def _tile(self, number: int, tile: Tile, is_chosen: bool) -> TileFace:
        called = self._page("rack_tile", number=number, tile=self._wording.tile(tile))
        return TileFace(number, self._face(tile.first), self._face(tile.second), called, is_chosen)

    def _rack_label(self, course: DomitrioCourse) -> str:
        if course.is_over or course.robots[course.state.turn] is not None:
            return ""
        label = self._page("rack_label", name=course.players[course.state.turn])
        return label if course.shown.rack else f"{label}: {self._page('rack_hidden')}"

    def _buttons(self, course: DomitrioCourse, spots: Spots) -> tuple[Button, ...]:
        state, shown = course.state, course.shown
        if course.is_over or course.robots[state.turn] is not None:
            return ()
        if state.phase is Phase.ROLL:
            keys = {"roll": "Enter", "undo": "Backspace"}
        else:
            keys = {} if spots.every else {"draw" if state.pool else "pass": "Enter"}
            if spots.every:
                keys |= {"spots": "ArrowDown", "next_spot": "ArrowRight", "last_spot": "ArrowLeft"}
                if shown.spot is not None:
                    keys |= {"turn_it": "ArrowUp"}
                # Where no tile is held yet, the table answers that a spot is to be chosen first.
                keys |= {"lay_it": "Enter"}
                keys |= {"hint": "/"}
                if state.free_drawing and state.pool:
                    keys |= {"draw": "_"}
            if shown.tile is not None or shown.spot is not None:
                keys |= {"undo": "Backspace"}
        keys |= {"hide_tiles" if shown.rack else "show_tiles": "*"}
        keys |= {"read_board": ":", "open": ";", "read_tiles": "=", "more": ","}
        keys |= {"zoom_in": "]", "zoom_out": "[", "centre": "0"}
        return tuple(self._button(saying, key) for saying, key in keys.items())

    def _button(self, saying: str, key: str) -> Button:
        phrase = " ".join(self._sayings[saying][0])
        return Button(phrase[:1].upper() + phrase[1:], phrase, key)

    def _sayable(self, course: DomitrioCourse, view: View, spots: Spots) -> str:
        if view.paused is not None:
            return " ".join(self._language.controls["go_on"][0])
        told = sayable(course, self._words, spots)
        called, count = course.shown.called, len(spots.every)
        if told and course.shown.tile is None and 0 < called < count:
            return f"{self._page('sayable_hidden', shown=called, count=count)} {told}"
        return told

    def _headline(self, course: DomitrioCourse) -> str:
        names = [course.players[winner] for winner in course.state.winners]
        return self._page("over_heading", name=names[0]) if len(names) == 1 else self._result(course)

    def _result(self, course: DomitrioCourse) -> str:
        return self._wording.result(course.state, course.players)

    def _count(self, tiles: int) -> str:
        return self._page("in_rack_one") if tiles == 1 else self._page("in_rack", count=tiles)

    def _page(self, key: str, **values: object) -> str:
        return self._language.page[key].format(**values)

    def _say(self, key: str, **values: object) -> str:
        return self._language.say(key, **values)


def _centre(cell: Cell) -> tuple[float, float]:
    """Return where the centre of a cell is drawn, in widths of a cell."""
    return cell.q + cell.r / 2, cell.r * _ROOT


def _box(
    cells: Iterable[BoardCell], marks: Iterable[SpotMark], focus: Sequence[Cell], zoom: int
) -> tuple[float, float, float, float]:
    """Return what holds everything, or by ``zoom`` steps less of it, around ``focus`` or else the middle."""
    places = [(cell.x, cell.y) for cell in cells]
    places += [_centre(Cell(*end)) for mark in marks for end in mark.cells]
    across, down = [x for x, _ in places], [y for _, y in places]
    width, height = max(across) - min(across) + 2 * _MARGIN, max(down) - min(down) + 2 * _MARGIN
    x, y = (max(across) + min(across)) / 2, (max(down) + min(down)) / 2
    if zoom and focus:
        centres = [_centre(cell) for cell in focus]
        x, y = (sum(values) / len(centres) for values in zip(*centres, strict=True))
    share = _CLOSER**zoom
    width, height = width * share, height * share
    return round(x - width / 2, 3), round(y - height / 2, 3), round(width, 3), round(height, 3)
