from itertools import product

import pytest

from voicegames.games.hexgrid import AXES, REACH, Axis, Cell, axis_of, neighbours, rays, reading, walk

HERE = Cell(4, -3)


def centre(cell: Cell) -> tuple[float, float]:
    """Return the place of a cell on paper, cells being 1 wide."""
    return cell.q + cell.r / 2, cell.r * 3**0.5 / 2


def test_a_cell_has_the_six_nearest_cells_as_neighbours_in_reading_order() -> None:
    x, y = centre(HERE)
    around = [Cell(HERE.q + dq, HERE.r + dr) for dq, dr in product(range(-4, 5), repeat=2) if dq or dr]
    near = [cell for cell in around if (centre(cell)[0] - x) ** 2 + (centre(cell)[1] - y) ** 2 < 1.5]
    assert neighbours(HERE) == tuple(sorted(near, key=reading))
    assert len(near) == 6


def test_neighbours_are_above_beside_and_below() -> None:
    assert neighbours(Cell(0, 0)) == ((0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))


def test_reading_goes_row_by_row_from_the_top_and_from_the_left() -> None:
    cells = [Cell(q, r) for q, r in ((5, 1), (-2, 2), (0, 0), (3, 0), (-7, 1))]
    assert sorted(cells, key=reading) == [(0, 0), (3, 0), (-7, 1), (5, 1), (-2, 2)]


@pytest.mark.parametrize(("axis", "right"), [(Axis.ROW, 1), (Axis.FALLING, 0.5), (Axis.RISING, -0.5)])
def test_cells_along_an_axis_lie_on_a_straight_line_forward_in_reading_order(axis: Axis, right: float) -> None:
    steps = [cell for cell, _ in zip(walk(HERE, axis, forward=True), range(5), strict=False)]
    x, y = centre(HERE)
    down = 0 if axis is Axis.ROW else 3**0.5 / 2
    for count, cell in enumerate(steps, 1):
        assert centre(cell) == pytest.approx((x + count * right, y + count * down))
    assert sorted([HERE, *steps], key=reading) == [HERE, *steps]


@pytest.mark.parametrize("axis", AXES)
def test_a_walk_back_ends_where_the_walk_forward_began(axis: Axis) -> None:
    *_, far = (cell for cell, _ in zip(walk(HERE, axis, forward=True), range(7), strict=False))
    *_, back = (cell for cell, _ in zip(walk(far, axis, forward=False), range(7), strict=False))
    assert back == HERE


def test_rays_are_the_first_steps_of_the_walks() -> None:
    for axis, sides in zip(AXES, rays(HERE), strict=True):
        for forward, ray in zip((False, True), sides, strict=True):
            assert ray == tuple(cell for cell, _ in zip(walk(HERE, axis, forward), range(REACH), strict=False))


def test_only_neighbours_share_an_edge_and_each_axis_has_two_of_them() -> None:
    for dq, dr in product(range(-3, 4), repeat=2):
        cell = Cell(HERE.q + dq, HERE.r + dr)
        assert (axis_of(HERE, cell) is not None) == (cell in neighbours(HERE))
        assert axis_of(HERE, cell) is axis_of(cell, HERE)
    assert [axis_of(HERE, cell) for cell in neighbours(HERE)] == [
        Axis.FALLING,
        Axis.RISING,
        Axis.ROW,
        Axis.ROW,
        Axis.RISING,
        Axis.FALLING,
    ]
