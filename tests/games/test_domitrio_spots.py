"""Spots: the numbers of the layings, what lies around them, and why others are refused."""

import pytest
from domitrio_positions import course

from voicegames.games.domitrio import Board, Colour, Face, Laying, Phase, Shape, State, Symbol, Tile, legal
from voicegames.games.domitrio_board import kind_of
from voicegames.games.domitrio_spots import (
    anchor_of,
    beside,
    nearest_refused,
    openings,
    rows,
    side,
    spots_of,
    turned,
)
from voicegames.games.hexgrid import Axis, Cell, neighbours, reading

POSITIONS = [state for seed in range(6) for state in course(2 + seed % 5, seed) if state.phase is Phase.LAY]


def with_board(face: Face, rack: list[str], *laid: tuple[str, Cell, Cell]) -> State:
    board = Board(tuple(Laying(Tile.parse(tile), *_in_order(tile, one, other)) for tile, one, other in laid))
    racks = (tuple(map(Tile.parse, rack)), (Tile.parse("red star and blue star"),))
    return State(board, racks, (), 0, Phase.LAY, face)


def _in_order(tile: str, one: Cell, other: Cell) -> tuple[Cell, Cell]:
    first = tile.split(" and ")[0]
    return (one, other) if str(Tile.parse(tile).first) == first else (other, one)


@pytest.mark.parametrize("state", POSITIONS)
def test_every_laying_has_one_number_and_one_of_its_tile(state: State) -> None:
    spots = spots_of(state)
    assert tuple(spot.laying for spot in spots.every) == legal(state)
    assert [spot.number for spot in spots.every] == list(range(1, len(spots.every) + 1))
    rack = state.racks[state.turn]
    for number, tile in enumerate(rack, 1):
        own = spots.of(number)
        assert {spot.laying.tile for spot in own} <= {tile}
        assert [spot.number_of_tile for spot in own] == list(range(1, len(own) + 1))
        places = [tuple(map(reading, spot.laying.cells)) for spot in own]
        assert places == sorted(places)
    for spot in spots.every:
        assert spots.called(spot.number, None) is spots.called(spot.number_of_tile, spot.tile) is spot
    assert spots.called(0, None) is spots.called(len(spots.every) + 1, None) is None


@pytest.mark.parametrize("state", POSITIONS[::5])
def test_turned_twice_is_where_it_was(state: State) -> None:
    spots = spots_of(state)
    for spot in spots.every:
        assert turned(turned(spot.laying)) == spot.laying
        other = spots.turned(spot)
        assert (other is not None) == (turned(spot.laying) in legal(state))
        if other is not None:
            assert spots.turned(other) is spot


@pytest.mark.parametrize("state", POSITIONS[::3])
def test_a_laying_is_told_by_a_symbol_of_the_set_that_it_makes(state: State) -> None:
    for laying in legal(state):
        anchor = anchor_of(state.board, laying)
        assert dict(laying.ends)[anchor.end] == anchor.symbol
        assert state.board.symbols[anchor.beside] == anchor.other
        assert anchor.beside in neighbours(anchor.end)
        sets = state.board.sets(laying)
        assert any(anchor.end in run.cells and anchor.beside in run.cells for run in sets)


@pytest.mark.parametrize("state", POSITIONS[::3])
def test_an_opening_is_what_completes_a_row(state: State) -> None:
    found = openings(state.board)
    for opening in found:
        assert opening.cell not in state.board.symbols
        assert kind_of((*opening.row, opening.wanted))
    for laying in legal(state):
        ends = dict(laying.ends)
        for run in state.board.sets(laying):
            mine = [cell for cell in run.cells if cell in ends]
            if len(mine) == 1:
                assert any((o.cell, o.wanted) == (mine[0], ends[mine[0]]) for o in found)


@pytest.mark.parametrize("state", POSITIONS[::4])
def test_the_rows_hold_every_symbol_once(state: State) -> None:
    read = {
        Cell(stretch.start.q + step, stretch.start.r): symbol
        for row in rows(state.board)
        for stretch in row
        for step, symbol in enumerate(stretch.symbols)
    }
    assert read == state.board.symbols


def test_sides_are_told_from_the_cell_that_is_stood_on() -> None:
    middle = Cell(0, 0)
    assert side(middle, Cell(1, 0)) == (Axis.ROW, True)
    assert side(middle, Cell(-1, 0)) == (Axis.ROW, False)
    assert side(middle, Cell(0, 1)) == (Axis.FALLING, True)
    assert side(middle, Cell(1, -1)) == (Axis.RISING, False)
    with pytest.raises(ValueError, match="edge"):
        side(middle, Cell(2, 0))


def test_a_refusal_is_told_by_the_laying_that_comes_nearest() -> None:
    # A yellow star and a yellow hexagon in a row: the yellow circle would make a set, the red circle a forbidden row.
    lies = ("yellow star and yellow hexagon", Cell(0, 0), Cell(1, 0))
    star = Symbol(Colour.YELLOW, Shape.STAR)
    bad = with_board(Shape.STAR, ["red circle and blue circle"], lies)
    ways = beside(bad.board, bad.racks[0][0], star)
    near = nearest_refused(bad.board, ways, bad.rolled)
    assert near is not None
    refusal = bad.board.refusal(near, bad.rolled)
    assert refusal is not None
    assert refusal.code == "row"
    assert refusal.cells
    # With another roll it would be no set either; the roll tells only what else would have been right.
    good = with_board(Colour.BLUE, ["red star and yellow circle"], lies)
    ways = beside(good.board, good.racks[0][0], star)
    near = nearest_refused(good.board, ways, good.rolled)
    assert near is not None
    refusal = good.board.refusal(near, good.rolled)
    assert refusal is not None
    assert refusal.code == "roll"
    fitting = with_board(Colour.YELLOW, ["red star and yellow circle"], lies)
    assert nearest_refused(fitting.board, beside(fitting.board, fitting.racks[0][0], star), fitting.rolled) is None
    assert nearest_refused(fitting.board, (), fitting.rolled) is None


def test_beside_tries_both_ends_on_free_cells_only() -> None:
    state = next(s for s in reversed(POSITIONS) if len(s.board.layings) > 4)
    tile = state.racks[state.turn][0]
    for symbol in set(state.board.symbols.values()):
        ways = beside(state.board, tile, symbol)
        assert len(ways) == len(set(ways))
        for way in ways:
            assert turned(way) in ways
            assert not set(way.cells) & set(state.board.symbols)
            assert symbol in {state.board.symbols[cell] for cell in state.board.touched(way)}


def test_a_random_game_never_has_spots_without_a_roll() -> None:
    for state in course(3, 17):
        assert (state.phase is Phase.LAY) or not spots_of(state).every
