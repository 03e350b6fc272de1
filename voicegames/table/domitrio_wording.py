"""The sentences of Domitrio for ears alone: tiles, spots, rows, the board, and why a tile may not lie somewhere."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from voicegames.games.domitrio import Board, Face, Laying, State, Symbol, Tile
from voicegames.games.domitrio_board import SET, Kind, Run
from voicegames.games.domitrio_spots import Spot, anchor_of, around, openings, rows, side, telling_symbols
from voicegames.games.hexgrid import Axis, Cell
from voicegames.language import Language

_SIDES = {
    (Axis.ROW, False): "left",
    (Axis.ROW, True): "right",
    (Axis.FALLING, False): "upper_left",
    (Axis.FALLING, True): "lower_right",
    (Axis.RISING, False): "upper_right",
    (Axis.RISING, True): "lower_left",
}


@dataclass(frozen=True, slots=True)
class DomitrioWording:
    """Makes sentences from boards, layings and racks; ``language`` holds the words of Domitrio."""

    language: Language

    def symbol(self, symbol: Symbol) -> str:
        """Return "red star"."""
        say = self.language
        return say.say("symbol", colour=say.called(symbol.colour), shape=say.called(symbol.shape))

    def face(self, face: Face) -> str:
        """Return "star" or "red"."""
        return self.language.called(face)

    def tile(self, tile: Tile) -> str:
        """Return "red star and blue circle"."""
        return self.language.say("tile_named", first=self.symbol(tile.first), second=self.symbol(tile.second))

    def rack(self, tiles: Sequence[Tile]) -> tuple[str, ...]:
        """Return one sentence for each tile: "1: red star and blue circle."."""
        return tuple(self.language.say("rack", number=n, tile=self.tile(tile)) for n, tile in enumerate(tiles, 1))

    def listed(self, parts: Sequence[str]) -> str:
        """Return "one, two and three"."""
        *first, last = parts
        return self.language.say("and", first=", ".join(first), last=last) if first else last

    def tiles(self, count: int) -> str:
        """Return "one tile" or "3 tiles"."""
        return self.language.say("tiles_one") if count == 1 else self.language.say("tiles_many", count=count)

    def tiles_known(self, count: int) -> str:
        """Return "You have tiles 1 to 5."."""
        return self.language.say("tiles_known_one") if count == 1 else self.language.say("tiles_known", count=count)

    def no_spot(self, number: int, count: int) -> str:
        """Return "There is no spot 9; there are 4."."""
        return self.language.say("no_spot_one" if count == 1 else "no_spot", number=number, count=count)

    def count(self, spots: int) -> str:
        """Return "One spot." or "3 spots."."""
        return self.language.say("spots_one") if spots == 1 else self.language.say("spots_many", count=spots)

    def sets(self, runs: Iterable[Run]) -> str:
        """Return what sets are made: "a yellow row and a star row"."""
        return self.listed([self._set(run) for run in runs])

    def laying(self, board: Board, laying: Laying) -> str:
        """Return "yellow star left of the blue star; makes a yellow row" for a tile that is not on the board yet."""
        return self.language.say("laying", where=self._beside(board, laying), rows=self.sets(board.sets(laying)))

    def laid(self, name: str, board: Board, laying: Laying) -> str:
        """Return that somebody lays a tile, where, and what it makes; ``board`` is the one before."""
        tile, rows = self.tile(laying.tile), self.sets(board.sets(laying))
        return self.language.say("laid", name=name, tile=tile, where=self._beside(board, laying), rows=rows)

    def lying(self, board: Board, cell: Cell) -> str:
        """Return what lies on a cell; where it lies on the board more than once, with its line, or line and place."""
        symbol = board.symbols[cell]
        alike = [there for there, other in board.symbols.items() if other == symbol]
        if len(alike) == 1:
            return self.symbol(symbol)
        in_line = sum(there.r == cell.r for there in alike)
        line = 1 + cell.r - min(there.r for there in board.symbols)
        place = 1 + int(_across(cell) - min(map(_across, board.symbols)))
        key = "symbol_in_line" if in_line == 1 else "symbol_at_place"
        return self.language.say(key, symbol=self.symbol(symbol), line=line, place=place)

    def spots(self, board: Board, spots: Sequence[Spot]) -> tuple[str, ...]:
        """Return the descriptions of spots; those that would sound alike get their other end, then their place."""
        plain = [self.laying(board, spot.laying) for spot in spots]
        ended = [
            self.language.say("laying_other", laying=text, **self._other_end(board, spot.laying))
            for text, spot in zip(plain, spots, strict=True)
        ]
        placed = [
            self.language.say("laying_place", laying=text, place=self._place_of(board, spot.laying))
            for text, spot in zip(ended, spots, strict=True)
        ]
        # A tile of its own tells two spots apart.
        tiles = [spot.tile for spot in spots]
        often, still = Counter(zip(plain, tiles, strict=True)), Counter(zip(ended, tiles, strict=True))
        return tuple(
            a if often[a, tile] == 1 else b if still[b, tile] == 1 else c
            for a, b, c, tile in zip(plain, ended, placed, tiles, strict=True)
        )

    def board(self, board: Board) -> tuple[str, ...]:
        """Return the board in sentences: how many rows, then row by row from the top, with the places from the left.

        Places are counted alike in every second row; those of the rows between lie half a place further right.
        """
        found = rows(board)
        leftmost = min(_across(stretch.start) for row in found for stretch in row)
        sentences = [self.language.say("board_one")]
        if len(found) > 1:
            is_first = (_across(found[0][0].start) - leftmost) % 1 > 0
            key = "board" if len(found) > 2 else "board_two"
            sentences = [self.language.say(key, count=len(found), line=1 if is_first else 2)]
        for number, row in enumerate(found, 1):
            stretches = [
                self.language.say(
                    "board_stretch",
                    place=1 + int(_across(stretch.start) - leftmost),
                    symbols=", ".join(map(self.symbol, stretch.symbols)),
                )
                for stretch in row
            ]
            sentences.append(self.language.say("board_row", number=number, stretches="; ".join(stretches)))
        return tuple(sentences)

    def openings(self, board: Board) -> tuple[str, ...]:
        """Return what the rows of two wait for, a sentence each."""
        found = [
            self.language.say(
                "open_one",
                symbol=self.symbol(opening.wanted),
                place=self.place(board, opening.cell),
                first=self.lying(board, opening.cells[0]),
                second=self.lying(board, opening.cells[1]),
            )
            for opening in openings(board)
        ]
        return tuple(dict.fromkeys(text[:1].upper() + text[1:] for text in found)) or (self.language.say("open_none"),)

    def near(self, board: Board, spot: int, laying: Laying) -> str:
        """Return what lies around both ends of a spot."""
        ends = []
        for cell, symbol in laying.ends:
            there = [
                self.language.say("near_one", where=self._where(cell, other), symbol=self.symbol(found))
                for other, found in around(board, cell)
            ]
            told = ", ".join(there) or self.language.say("near_nothing")
            ends.append(self.language.say("near_end", symbol=self.symbol(symbol), around=told))
        return self.language.say("near_spot", number=spot, ends=" ".join(ends))

    def refusal(self, board: Board, laying: Laying, face: Face | None) -> str:
        """Return why a tile may not lie there after ``face`` was rolled, by the symbols that show it."""
        error = board.refusal(laying, face)
        assert error is not None
        found = telling_symbols(board, laying, error)
        symbols = self.listed([self.symbol(symbol) for symbol in found]) if found else ""
        match error.code:
            case "row":
                return self.language.say("refuse_long" if len(found) > SET else "refuse_row", symbols=symbols)
            case "no-set":
                return self.language.say("refuse_no_set", symbols=symbols)
            case "taken":
                return self.language.say("refuse_taken")
            case "roll" if face is not None:
                return self.language.say("refuse_roll", symbols=symbols, face=self.face(face))
            case _:
                return self.language.say("refuse_loose")

    def end_question(self, laying: Laying) -> tuple[str, tuple[str, str]]:
        """Return "Red end up or down?" for a tile that may lie both ways, and the two sides that may be answered.

        The first side is where the end that is named lies in ``laying``'s reading order.
        """
        (one, symbol), (other, second) = laying.ends
        axis, _ = side(one, other)
        sides = ("left", "right") if axis is Axis.ROW else ("up", "down")
        by_colour = symbol.colour is not second.colour
        named = self.language.called(symbol.colour if by_colour else symbol.shape)
        one_side, other_side = (self.language.called(meaning) for meaning in sides)
        question = self.language.say("which_end", symbol=named, one=one_side, other=other_side)
        return question[:1].upper() + question[1:], sides

    def result(self, state: State, players: Sequence[str]) -> str:
        """Return who has won, and how the game came to its end."""
        names = [players[winner] for winner in state.winners]
        if not state.is_stuck:
            return self.language.say("winner", name=names[0])
        if len(names) == 1:
            return self.language.say("winner_stuck", name=names[0])
        return self.language.say("winner_shared", names=self.listed(names))

    def place(self, board: Board, cell: Cell) -> str:
        """Return where on the board a cell lies: "top left", "middle" and so on, in ninths."""
        across = [_across(there) for there in board.symbols]
        down = [there.r for there in board.symbols]
        column = _third(_across(cell), min(across), max(across), ("left", "", "right"))
        row = _third(cell.r, min(down), max(down), ("top", "", "bottom"))
        return self.language.say("place_" + ("_".join(part for part in (row, column) if part) or "middle"))

    def _place_of(self, board: Board, laying: Laying) -> str:
        return self.place(board, anchor_of(board, laying).beside)

    def _beside(self, board: Board, laying: Laying) -> str:
        anchor = anchor_of(board, laying)
        side, other = self._side(anchor.beside, anchor.end), self.lying(board, anchor.beside)
        return self.language.say("where_laid", symbol=self.symbol(anchor.symbol), side=side, other=other)

    def _set(self, run: Run) -> str:
        first = run.symbols[0]
        match run.kind:
            case Kind.SAME_COLOUR:
                return self.language.say("row_colour", colour=self.language.called(first.colour))
            case Kind.SAME_SHAPE:
                return self.language.say("row_shape", shape=self.language.called(first.shape))
            case _:
                return self.language.say("row_mixed")

    def _side(self, seen_from: Cell, cell: Cell) -> str:
        return self.language.say("side_" + _SIDES[side(seen_from, cell)])

    def _where(self, seen_from: Cell, cell: Cell) -> str:
        return self.language.say("where_" + _SIDES[side(seen_from, cell)])

    def _other_end(self, board: Board, laying: Laying) -> dict[str, str]:
        anchor = anchor_of(board, laying)
        other = next(cell for cell in laying.cells if cell != anchor.end)
        return {"symbol": self.symbol(dict(laying.ends)[other]), "where": self._where(anchor.end, other)}


def _across(cell: Cell) -> float:
    """How far to the right a cell lies, in cells."""
    return cell.q + cell.r / 2


def _third(value: float, least: float, most: float, names: tuple[str, str, str]) -> str:
    if most == least:
        return names[1]
    share = (value - least) / (most - least)
    return names[0] if share < 1 / 3 else names[2] if share > 2 / 3 else names[1]
