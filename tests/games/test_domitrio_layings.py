"""Where a tile may lie: the rule book's figures as positions, every reason for refusal, and counts."""

import random
from itertools import combinations_with_replacement, islice, permutations, product

import pytest
from domitrio_oracle import second_opinion
from domitrio_positions import as_found, placed, table_of

from voicegames.games.domitrio import FACES, Board, Colour, Face, Laying, LayingError, Shape, Symbol, Tile, deal, tiles
from voicegames.games.domitrio_board import SYMBOLS, Kind, Run, can_lay, kind_of, layings
from voicegames.games.hexgrid import AXES, Axis, Cell, walk

NAMED = {str(symbol): symbol for symbol in SYMBOLS}


def symbols(*names: str) -> list[Symbol]:
    return [NAMED[name] for name in names]


def words(run: Run) -> list[str]:
    return [str(symbol) for symbol in run.symbols]


def refused(board: Board, laying: Laying, face: Face | None = None) -> LayingError:
    refusal = board.refusal(laying, face)
    assert refusal is not None
    return refusal


# Tiles and sets


def test_there_are_36_tiles_and_each_symbol_is_on_eight() -> None:
    assert len(set(tiles())) == 36
    for symbol in SYMBOLS:
        assert sum(symbol in (tile.first, tile.second) for tile in tiles()) == 8
    assert sorted({str(symbol) for symbol in SYMBOLS}) == sorted(f"{c} {s}" for c, s in product(Colour, Shape))


def test_every_tile_is_read_back_from_its_name_whichever_end_comes_first() -> None:
    for tile in tiles():
        assert Tile.parse(str(tile)) == tile
        assert Tile.parse(f"{tile.second}  AND {tile.first} ") == tile
    assert str(Tile.parse("blue circle and red star")) == "red star and blue circle"


@pytest.mark.parametrize(
    "text", ["", "red star", "red star and", "red star and star", "red star blue circle", "a and b"]
)
def test_what_is_no_tile_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(ValueError, match=r'no tile of Domitrio.*red, blue, yellow.*as in "red star and blue circle"'):
        Tile.parse(text)


def test_no_tile_shows_a_symbol_twice() -> None:
    with pytest.raises(ValueError, match="No tile shows the red star twice"):
        Tile.parse("red star and red star")


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        (("yellow star", "red hexagon", "blue circle"), Kind.ALL_DIFFERENT),
        (("yellow star", "red star", "blue star"), Kind.SAME_SHAPE),
        (("yellow star", "yellow hexagon", "yellow circle"), Kind.SAME_COLOUR),
        (("yellow star", "yellow hexagon", "red circle"), None),
        (("yellow star", "red star", "blue circle"), None),
        (("yellow star", "yellow star", "yellow star"), None),
        (("yellow star", "yellow star", "red circle"), None),
        (("yellow star", "red star"), None),
        (("yellow star",), None),
        (("yellow star", "red star", "blue star", "yellow star"), None),
    ],
)
def test_figure_1_there_are_three_kinds_of_set(row: tuple[str, ...], kind: Kind | None) -> None:
    for order in permutations(symbols(*row)):
        assert kind_of(order) is kind


def test_two_different_symbols_want_one_third_and_two_equal_ones_none() -> None:
    for a, b in combinations_with_replacement(SYMBOLS, 2):
        assert sum(kind_of((a, b, third)) is not None for third in SYMBOLS) == (a != b)


# The figures, on all three axes


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize(
    ("row", "kind"),
    [
        (("yellow star", "red hexagon", "blue circle"), Kind.ALL_DIFFERENT),
        (("yellow star", "red star", "blue star"), Kind.SAME_SHAPE),
        (("yellow star", "yellow hexagon", "yellow circle"), Kind.SAME_COLOUR),
    ],
)
def test_figure_1_a_set_is_made_along_each_axis_by_one_end_or_by_both(
    axis: Axis, row: tuple[str, ...], kind: Kind
) -> None:
    first = Cell(0, 0)
    second, third = islice(walk(first, axis, forward=True), 2)
    across = AXES[AXES.index(axis) - 1]
    for board, laying in (
        (placed(row[0], first, row[1], second), placed(row[2], third, "red circle", next(walk(third, across, True)))),
        (placed("blue hexagon", next(walk(first, across, True)), row[0], first), placed(row[1], second, row[2], third)),
    ):
        table = Board((board,))
        assert [(words(run), run.axis, run.kind) for run in table.sets(laying)] == [([*row], axis, kind)]
        assert laying in layings(table, [laying.tile])


STARRED = Board((placed("red star", (0, 0), "red circle", (1, 0)),))


def test_figure_2_the_touched_star_need_not_be_in_the_set() -> None:
    laying = placed("blue circle", (0, 1), "yellow circle", (-1, 2))
    assert STARRED.refusal(laying, Shape.STAR) is None
    assert laying in layings(STARRED, [laying.tile], Shape.STAR)
    assert [words(run) for run in STARRED.sets(laying)] == [["red circle", "blue circle", "yellow circle"]]
    assert [str(STARRED.symbols[cell]) for cell in STARRED.touched(laying)] == ["red star", "red circle"]
    # It also starts a row with the star.
    assert [words(run) for run in STARRED.runs(laying) if not run.kind] == [["red star", "blue circle"]]


def test_what_was_rolled_must_be_touched_even_if_there_is_a_set() -> None:
    laying = placed("blue circle", (1, 1), "yellow circle", (1, 2))
    assert STARRED.refusal(laying, Shape.CIRCLE) is None
    refusal = refused(STARRED, laying, Shape.STAR)
    assert refusal.code == "roll"
    assert refusal.sentence == "That would touch no star, and star was rolled."
    assert refusal.cells == ((1, 0),)
    assert refused(STARRED, laying, Colour.BLUE).sentence == "That would touch nothing blue, and blue was rolled."
    assert "next to a symbol of the colour or shape" in refusal.rule


def test_the_tile_itself_does_not_count_as_touched() -> None:
    laying = placed("blue circle", (1, 1), "yellow circle", (1, 2))
    assert [face for face in FACES if STARRED.refusal(laying, face) is None] == ["red", "circle"]


DIAGONAL = Board(
    (placed("yellow star", (1, 0), "yellow hexagon", (0, 1)), placed("blue star", (0, 0), "red circle", (0, -1)))
)
"""Two yellow symbols on a diagonal, and a set of three from the yellow hexagon up to a red circle."""


def test_figure_3_yes_a_yellow_set_on_the_diagonal_and_a_start_for_more() -> None:
    yes = placed("yellow circle", (2, -1), "yellow star", (2, -2))
    assert DIAGONAL.refusal(yes, None) is None
    (made,) = DIAGONAL.sets(yes)
    assert (words(made), made.axis) == (["yellow circle", "yellow star", "yellow hexagon"], Axis.RISING)
    assert made.kind is Kind.SAME_COLOUR
    assert yes in layings(DIAGONAL, [yes.tile], Shape.STAR)
    assert ["yellow star", "yellow circle"] in [words(run) for run in DIAGONAL.runs(yes)]


def test_figure_3_no_for_the_same_set_with_two_yellows_and_a_red_circle_in_a_row() -> None:
    no = placed("yellow circle", (2, -1), "yellow star", (1, -1))
    assert [run.kind for run in DIAGONAL.sets(no)] == [Kind.SAME_COLOUR]
    refusal = refused(DIAGONAL, no)
    assert refusal.code == "row"
    assert refusal.sentence == "That would put two yellows and a red circle in a row."
    assert refusal.cells == ((0, -1), (1, -1), (2, -1))
    assert [words(run) for run in refusal.runs] == [["red circle", "yellow star", "yellow circle"]]
    assert "all the same or all different" in refusal.rule
    assert no not in layings(DIAGONAL, [no.tile])


# Refusals

PAIR = Board((placed("red star", (0, 0), "blue star", (1, 0)),))


@pytest.mark.parametrize(
    ("one", "other", "end", "told"),
    [
        ("yellow star", "yellow hexagon", "red circle", "two yellows and a red circle"),
        ("red circle", "yellow star", "yellow hexagon", "two yellows and a red circle"),
        ("red circle", "blue star", "yellow star", "two stars and a red circle"),
        ("blue hexagon", "red hexagon", "yellow circle", "two hexagons and a yellow circle"),
        ("red star", "red circle", "blue circle", "two reds and a blue circle"),
        ("red star", "red circle", "red star", "two stars and a red circle"),
        ("red star", "blue circle", "red star", "two reds and a blue circle"),
    ],
)
def test_a_row_that_is_no_set_is_told_by_its_colours_or_else_by_its_shapes(
    one: str, other: str, end: str, told: str
) -> None:
    board = Board((placed(one, (0, 0), other, (1, 0)),))
    refusal = refused(board, placed(end, (2, 0), "blue star", (2, 1)))
    assert (refusal.code, refusal.sentence) == ("row", f"That would put {told} in a row.")
    assert refusal.cells == ((0, 0), (1, 0), (2, 0))


def test_three_equal_symbols_are_no_set() -> None:
    board = Board((placed("red star", (0, 0), "blue circle", (0, -1)), placed("red star", (1, 0), "blue star", (1, 1))))
    laying = placed("red star", (2, 0), "yellow star", (2, 1))
    refusal = refused(board, laying)
    assert refusal.sentence == "That would put three red stars in a row."
    assert [words(run) for run in refusal.runs] == [["red star"] * 3]
    assert "not both the same" in refusal.rule
    assert laying not in layings(board, [laying.tile])


@pytest.mark.parametrize(
    "laying",
    [
        placed("red circle", (3, 0), "yellow hexagon", (4, 0)),
        placed("red circle", (3, 0), "yellow hexagon", (3, 1)),
        placed("yellow hexagon", (-1, 0), "red circle", (-2, 0)),
    ],
)
def test_more_than_three_in_a_row_are_no_set_even_if_the_last_three_would_be_one(laying: Laying) -> None:
    board = PAIR.laid(placed("yellow star", (2, 0), "blue circle", (2, -1)))
    refusal = refused(board, laying)
    assert refusal.code == "row"
    assert refusal.sentence == "That would put more than three symbols in a row."
    assert refusal.rule == "More than three symbols in a row are no set."
    assert set(refusal.cells) == {(0, 0), (1, 0), (2, 0), *(cell for cell in laying.cells if cell.r == 0)}


def test_a_set_may_not_be_closed_between_two_rows_so_that_it_gets_too_long() -> None:
    """A gap of two between a red star and a red star: the tile would make four in a row."""
    board = Board((placed("red star", (0, 0), "blue star", (0, -1)), placed("blue circle", (3, 0), "red star", (3, 1))))
    refusal = refused(board, placed("yellow star", (1, 0), "yellow hexagon", (2, 0)))
    assert refusal.sentence == "That would put more than three symbols in a row."


def test_a_gap_of_one_between_two_symbols_is_closed_by_their_third() -> None:
    board = Board((placed("red star", (0, 0), "blue star", (0, -1)), placed("blue circle", (2, 0), "red star", (2, 1))))
    right = placed("yellow hexagon", (1, 0), "red circle", (1, 1))
    assert words(board.sets(right)[0]) == ["red star", "yellow hexagon", "blue circle"]
    assert refused(board, placed("yellow circle", (1, 0), "red circle", (1, 1))).code == "row"


@pytest.mark.parametrize(
    ("laying", "code", "cells"),
    [
        (placed("yellow star", (2, 0), "red circle", (4, 0)), "apart", ((2, 0), (4, 0))),
        (placed("yellow star", (2, 0), "red circle", (2, 0)), "apart", ((2, 0), (2, 0))),
        (placed("yellow star", (2, 0), "red circle", (1, 0)), "taken", ((1, 0),)),
        (placed("yellow star", (0, 0), "red circle", (1, 0)), "taken", ((0, 0), (1, 0))),
        (placed("yellow star", (5, 0), "red circle", (5, 1)), "loose", ((5, 0), (5, 1))),
        (placed("yellow star", (0, 1), "red circle", (0, 2)), "row", None),
        (placed("yellow star", (1, 1), "red circle", (2, 1)), "no-set", ((1, 1), (2, 1))),
        (placed("yellow star", (2, 0), "red circle", (2, 1)), None, None),
    ],
)
def test_each_rule_about_the_place_refuses_with_the_cells_concerned(
    laying: Laying, code: str | None, cells: tuple[tuple[int, int], ...] | None
) -> None:
    refusal = PAIR.refusal(laying, None)
    if code is None:
        assert refusal is None
        return
    assert refusal is not None
    assert refusal.code == code
    assert refusal.sentence.endswith(".")
    assert refusal.rule.endswith(".")
    if cells:
        assert refusal.cells == cells
        assert refusal.runs == ()


def test_a_board_of_tiles_that_overlap_or_are_torn_is_refused() -> None:
    with pytest.raises(ValueError, match="share a cell"):
        PAIR.laid(placed("red circle", (1, 0), "blue circle", (2, 0)))
    with pytest.raises(ValueError, match="share an edge"):
        Board((placed("red circle", (0, 0), "blue circle", (2, 0)),))


# Counts


@pytest.mark.parametrize("start", tiles(), ids=str)
def test_beside_any_start_tile_there_are_128_layings(start: Tile) -> None:
    """Counted by hand.

    In line with the tile, at either of its ends, one symbol makes a set. It is on 8 tiles, and the other end of these
    may turn to 4 cells: 2 * 8 * 4 = 64. Or both ends of a tile make a set with one of the two symbols, along 2 axes to
    both sides. The symbol belongs to 4 sets, whose other two come in 2 orders: 2 * 4 * 4 * 2 = 64.
    """
    board = Board((placed(str(start.first), (0, 0), str(start.second), (1, 0)),))
    left = [tile for tile in tiles() if tile != start]
    assert len(layings(board, left)) == 128


GOLDEN = {
    1: (
        (128, [80, 80, 0, 0, 80, 80]),
        (141, [126, 71, 45, 93, 64, 71]),
        (98, [80, 16, 36, 84, 32, 16]),
    ),
    2: (
        (128, [128, 0, 0, 80, 80, 0]),
        (141, [93, 70, 0, 64, 71, 93]),
        (70, [36, 22, 19, 18, 22, 36]),
    ),
    3: (
        (128, [0, 128, 0, 80, 80, 0]),
        (141, [64, 93, 71, 126, 45, 71]),
        (49, [17, 32, 1, 33, 2, 17]),
    ),
    4: (
        (128, [0, 0, 128, 80, 0, 80]),
        (141, [64, 71, 93, 45, 64, 119]),
        (133, [63, 22, 95, 6, 54, 111]),
    ),
}
"""For each seed, the layings of all tiles that are left, for any roll and for each, after 1, 2 and 3 tiles."""


@pytest.mark.parametrize("seed", GOLDEN)
def test_the_number_of_layings_after_one_two_and_three_tiles(seed: int) -> None:
    rng = random.Random(seed)
    board, left = deal(2, rng).board, list(tiles())
    counts = []
    for _ in range(3):
        left.remove(board.layings[-1].tile)
        found = layings(board, left)
        counts.append((len(found), [len(layings(board, left, face)) for face in FACES]))
        names = [(str(tile.first), str(tile.second)) for tile in left]
        assert {as_found(laying) for laying in found} == second_opinion(table_of(board), names, None)
        board = board.laid(rng.choice(found))
    assert tuple(counts) == GOLDEN[seed]


# The order


def test_layings_come_in_reading_order_then_by_tile_and_keep_it_when_others_are_left_out() -> None:
    rack = [tile for tile in tiles() if tile != PAIR.layings[0].tile][::-1]
    found = layings(PAIR, rack)
    places = [(a.r, a.q, b.r, b.q) for a, b in (laying.cells for laying in found)]
    assert places == sorted(places)
    for face in FACES:
        assert list(layings(PAIR, rack, face)) == [laying for laying in found if PAIR.refusal(laying, face) is None]
    for tile in rack:
        assert list(layings(PAIR, [tile])) == [laying for laying in found if laying.tile == tile]
    same_place = [laying.tile for laying in found if laying.cells == found[0].cells]
    assert [rack.index(tile) for tile in same_place] == sorted(rack.index(tile) for tile in same_place)


def test_a_tile_that_fits_both_ways_is_found_both_ways_first_end_first() -> None:
    """Turned in its place: each end makes a set with the row that it would close."""
    tile = Tile.parse("blue circle and yellow star")
    board = Board((placed("red hexagon", (0, 0), "blue star", (-1, 0)),))
    both = [laying for laying in layings(board, [tile]) if laying.cells == ((0, 1), (0, 2))]
    assert [laying.first for laying in both] == [(0, 1), (0, 2)]


def test_without_tiles_there_is_nothing_to_lay() -> None:
    assert layings(PAIR, []) == ()
    assert not can_lay(PAIR, [])
