"""The figures about finding layings: the boards are what they say, and both ways find the same."""

from voicegames.bench.layings import bench_layings, layings_table


def test_both_ways_find_the_same_on_boards_of_every_kind() -> None:
    figures = {figure.board: figure for figure in bench_layings(positions=2, runs=1)}
    assert [(name, figure.tiles, figure.positions) for name, figure in figures.items()] == [
        ("start", 1, 2),
        ("small", 4, 2),
        ("medium", 12, 2),
        ("full", 31, 2),
        ("block", 36, 1),
        ("row", 36, 1),
    ]
    assert all(figure.same for figure in figures.values())
    assert all(figure.layings > 0 for name, figure in figures.items() if name != "block")
    # 8 cells by 9 against 72 by 1.
    assert (figures["start"].rim, figures["block"].rim, figures["row"].rim) == (8, 36, 148)


def test_the_table_has_a_line_for_each_kind_of_board() -> None:
    head, *lines = layings_table(bench_layings(positions=1, runs=1)).splitlines()
    assert head.split() == [
        "board",
        "tiles",
        "rim",
        "layings",
        "a",
        "position",
        "trying",
        "all",
        "faster",
        "a",
        "second",
    ]
    assert [line.split()[0] for line in lines] == ["start", "small", "medium", "full", "block", "row"]
    assert all(line.count(" ms") == 2 and "differ" not in line for line in lines)
