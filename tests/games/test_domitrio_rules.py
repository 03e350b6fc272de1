"""The course of a game: deal, die, laying, drawing, passing, and both ends."""

import random
from dataclasses import replace

import pytest
from domitrio_positions import placed

from voicegames.games.domitrio import (
    FACES,
    Board,
    Colour,
    LayingError,
    Move,
    Phase,
    RulesError,
    Shape,
    State,
    Tile,
    deal,
    deal_from,
    legal,
    tiles,
)
from voicegames.games.domitrio_board import can_lay

RED_CIRCLE_ROW = placed("yellow star", (2, 0), "red circle", (2, 1))
"""Makes a row of stars beside the start tile of START."""
AND_BLUE = placed("yellow circle", (3, 1), "blue circle", (4, 1))
"""Makes a row of circles with the red circle of RED_CIRCLE_ROW."""
STUCK_TILES = ("red hexagon and yellow hexagon", "red hexagon and blue hexagon", "red hexagon and blue circle")
"""None of these makes a set beside a red star and a blue star."""


def rack(*names: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, names))


def state(*racks: tuple[Tile, ...], pool: tuple[Tile, ...] = (), free_drawing: bool = False) -> State:
    """Return a game with a red star on the left and a blue star on the right, before the first roll."""
    board = Board((placed("red star", (0, 0), "blue star", (1, 0)),))
    return State(board, racks, pool, turn=0, phase=Phase.ROLL, free_drawing=free_drawing)


START = state(rack("yellow star and red circle", "red hexagon and blue hexagon"), rack("yellow circle and blue circle"))


# The deal


@pytest.mark.parametrize("players", range(2, 7))
def test_all_get_five_tiles_one_starts_and_the_rest_is_the_pool(players: int) -> None:
    dealt = deal(players, random.Random(5))
    assert [len(rack) for rack in dealt.racks] == [5] * players
    assert len(dealt.board.layings) == 1
    assert len(dealt.pool) == 36 - 5 * players - 1
    everywhere = [*dealt.pool, *(tile for rack in dealt.racks for tile in rack), dealt.board.layings[0].tile]
    assert set(everywhere) == set(tiles())
    assert (dealt.turn, dealt.phase, dealt.rolled) == (0, Phase.ROLL, None)
    assert dealt.moves == (Move.ROLL,)
    assert (dealt.winners, dealt.is_over, dealt.is_stuck) == ((), False, False)


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 100])
def test_one_or_seven_cannot_play(players: int) -> None:
    with pytest.raises(RulesError) as error:
        deal(players, random.Random(0))
    assert error.value.code == "players"
    assert "two to six" in error.value.sentence
    assert error.value.rule == "Two to six players play."


def test_the_deal_is_the_same_for_the_same_random_numbers_only() -> None:
    assert deal(4, random.Random(1)) == deal(4, random.Random(1))
    assert deal(4, random.Random(1)) != deal(4, random.Random(2))


def test_given_tiles_are_dealt_as_they_lie() -> None:
    dealt = deal_from(tiles()[:13], 2)
    assert dealt.racks == (tiles()[:5], tiles()[5:10])
    (start,) = dealt.board.layings
    assert (start.tile, start.first, start.second) == (tiles()[10], (0, 0), (1, 0))
    assert dealt.pool == tiles()[11:13]


@pytest.mark.parametrize("given", [tiles()[:10], (), (*tiles()[:10], tiles()[0])])
def test_too_few_tiles_or_one_twice_are_refused(given: tuple[Tile, ...]) -> None:
    with pytest.raises(RulesError, match="don't make a game"):
        deal_from(given, 2)


# Die and laying


def test_the_die_comes_first_and_once() -> None:
    for move in (START.draw, START.pass_turn, lambda: START.lay(RED_CIRCLE_ROW)):
        with pytest.raises(RulesError) as error:
            move()
        assert error.value.code == "not-now"
        assert error.value.rule == "First the player whose turn it is rolls the die."
    assert legal(START) == ()
    rolled = START.roll(Shape.STAR)
    assert (rolled.phase, rolled.rolled, rolled.turn, rolled.moves) == (Phase.LAY, "star", 0, (Move.LAY,))
    with pytest.raises(RulesError, match="can't be rolled now"):
        rolled.roll(Shape.STAR)


def test_a_laid_tile_leaves_the_rack_and_the_turn_passes() -> None:
    rolled = START.roll(Shape.STAR)
    assert RED_CIRCLE_ROW in legal(rolled)
    laid = rolled.lay(RED_CIRCLE_ROW)
    assert laid.racks == (rack("red hexagon and blue hexagon"), START.racks[1])
    assert {str(symbol): cell for cell, symbol in laid.board.symbols.items()} == {
        "red star": (0, 0),
        "blue star": (1, 0),
        "yellow star": (2, 0),
        "red circle": (2, 1),
    }
    assert (laid.turn, laid.phase, laid.rolled) == (1, Phase.ROLL, None)
    assert rolled.board == START.board
    assert rolled.racks == START.racks


def test_a_refused_laying_changes_nothing_and_tells_cells_and_rows() -> None:
    rolled = START.roll(Shape.STAR)
    wrong = placed("red circle", (2, 0), "yellow star", (2, 1))
    with pytest.raises(LayingError) as error:
        rolled.lay(wrong)
    assert (error.value.code, error.value.cells) == ("row", ((0, 0), (1, 0), (2, 0)))
    assert error.value.sentence == "That would put two stars and a red circle in a row." or "two reds" in str(
        error.value
    )
    with pytest.raises(LayingError) as error:
        START.roll(Colour.YELLOW).lay(RED_CIRCLE_ROW)
    assert error.value.code == "roll"
    assert error.value.sentence == "That would touch nothing yellow, and yellow was rolled."


def test_only_tiles_of_the_own_rack_are_laid() -> None:
    rolled = START.roll(Shape.STAR)
    with pytest.raises(RulesError) as error:
        rolled.lay(placed("yellow circle", (0, 1), "blue circle", (0, 2)))
    assert (error.value.code, error.value.rule) == ("not-held", "A player lays their own tiles.")
    assert error.value.sentence == "You don't have the tile blue circle and yellow circle."


def test_what_the_next_player_lays_may_touch_only_what_was_laid_before() -> None:
    state = START.roll(Shape.STAR).lay(RED_CIRCLE_ROW).roll(Shape.CIRCLE)
    assert AND_BLUE in legal(state)
    assert [str(run.symbols[0]) for run in state.board.sets(AND_BLUE)] == ["red circle"]


# Drawing and passing


def test_only_who_cannot_lay_draws_and_the_turn_passes() -> None:
    drawing = replace(START, pool=rack("red star and yellow star", "blue star and red circle"))
    with pytest.raises(RulesError) as error:
        drawing.roll(Shape.STAR).draw()
    assert (error.value.code, error.value.sentence) == ("can-lay", "You can lay a tile.")
    stuck = drawing.roll(Shape.HEXAGON)
    assert legal(stuck) == ()
    assert stuck.moves == (Move.DRAW,)
    drawn = stuck.draw()
    assert drawn.racks[0] == (*START.racks[0], Tile.parse("red star and yellow star"))
    assert drawn.pool == rack("blue star and red circle")
    assert (drawn.turn, drawn.phase, drawn.rolled) == (1, Phase.ROLL, None)


def test_a_family_may_allow_drawing_at_any_turn_but_not_passing() -> None:
    free = replace(START, pool=rack("red star and yellow star"), free_drawing=True).roll(Shape.STAR)
    assert free.moves == (Move.LAY, Move.DRAW)
    assert len(free.draw().racks[0]) == 3
    with pytest.raises(RulesError, match="You can lay a tile"):
        free.pass_turn()
    assert replace(free, pool=()).moves == (Move.LAY,)
    assert deal(2, random.Random(0), free_drawing=True).free_drawing


def test_with_an_empty_pool_who_cannot_lay_passes() -> None:
    state = START.roll(Shape.HEXAGON)
    assert state.moves == (Move.PASS,)
    with pytest.raises(RulesError, match="The pool is empty"):
        state.draw()
    passed = state.pass_turn()
    assert (passed.turn, passed.phase, passed.racks, passed.board) == (1, Phase.ROLL, START.racks, START.board)


def test_who_can_lay_or_draw_does_not_pass() -> None:
    with pytest.raises(RulesError) as error:
        START.roll(Shape.STAR).pass_turn()
    assert error.value.code == "can-lay"
    with pytest.raises(RulesError) as error:
        replace(START, pool=rack("red star and yellow star")).roll(Shape.HEXAGON).pass_turn()
    assert (error.value.code, error.value.sentence) == ("can-draw", "You can draw a tile.")


# The ends


def test_who_lays_the_last_tile_wins_at_once() -> None:
    won = (
        replace(START, racks=(rack("yellow star and red circle"), START.racks[1])).roll(Shape.STAR).lay(RED_CIRCLE_ROW)
    )
    assert (won.is_over, won.winners, won.is_stuck) == (True, (0,), False)
    assert (won.turn, won.moves, won.rolled, legal(won)) == (0, (), None, ())
    for move in (won.draw, won.pass_turn, lambda: won.roll(Shape.STAR), lambda: won.lay(AND_BLUE)):
        with pytest.raises(RulesError) as error:
            move()
        assert error.value.code == "not-now"
        assert "laid all tiles" in error.value.rule


@pytest.mark.parametrize(
    ("first", "second", "winners"), [(2, 3, (0, 1)), (1, 3, (0,)), (3, 3, (1,))], ids=["shared", "mover", "other"]
)
def test_when_the_pool_is_empty_and_nobody_could_lay_the_fewest_tiles_win(
    first: int, second: int, winners: tuple[int, ...]
) -> None:
    start = state(rack(*STUCK_TILES[:first]), rack(*STUCK_TILES[:second]), pool=rack("blue hexagon and red circle"))
    assert not start.is_over
    end = start.roll(Shape.STAR).draw()
    assert (end.is_over, end.is_stuck, end.winners) == (True, True, winners)
    assert (end.turn, end.moves) == (0, ())


def test_the_game_is_not_stuck_while_the_pool_has_a_tile_or_anybody_could_lay_with_another_roll() -> None:
    no_use = rack(*STUCK_TILES)
    one_left = state(no_use, no_use, pool=rack("blue hexagon and red circle", "red star and yellow star"))
    assert not one_left.roll(Shape.STAR).draw().is_over
    other_could = state(no_use, rack("yellow star and red circle"), pool=rack("blue hexagon and red circle"))
    assert not other_could.roll(Shape.STAR).draw().is_over
    drawn_tile_fits = state(no_use, no_use, pool=rack("yellow star and red circle"))
    assert not drawn_tile_fits.roll(Shape.STAR).draw().is_over


def test_a_laying_after_which_nobody_could_lay_ends_the_game() -> None:
    for laying in legal(START.roll(Shape.STAR)):
        laid = START.roll(Shape.STAR).lay(laying)
        could = any(legal(replace(laid, phase=Phase.LAY, turn=who, rolled=face)) for who in (0, 1) for face in FACES)
        assert laid.is_stuck is not could
        assert laid.winners == (() if could else (0, 1))


def test_a_deal_with_which_nobody_could_ever_lay_is_over() -> None:
    no_use = [tile for tile in tiles() if not can_lay(START.board, [tile]) and str(tile) != "red star and blue star"]
    dealt = deal_from([*no_use[:10], *rack("red star and blue star")], 2)
    assert (dealt.is_stuck, dealt.winners) == (True, (0, 1))
    assert deal_from([*no_use[:9], *rack("yellow star and red circle", "red star and blue star")], 2).winners == ()


# Views


def test_a_view_shows_the_own_tiles_and_counts_the_others() -> None:
    dealt = deal(3, random.Random(3)).roll(Colour.RED)
    for player in range(3):
        view = dealt.view(player)
        assert view.rack == dealt.racks[player]
        assert (view.in_rack, view.in_pool) == ((5, 5, 5), 20)
        assert (view.board, view.turn, view.phase, view.rolled) == (dealt.board, 0, Phase.LAY, "red")
        assert (view.winners, view.is_stuck, view.free_drawing) == ((), False, False)


@pytest.mark.parametrize("player", [-1, 3])
def test_nobody_else_has_a_view(player: int) -> None:
    with pytest.raises(RulesError) as error:
        deal(3, random.Random(3)).view(player)
    assert error.value.code == "player"
