"""The transcripts of whole games: unchanged, and right in the eyes of somebody who only reads them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from domitrio_oracle import Cube, cube, first_of_row, row, second_opinion

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "playthroughs").glob("domitrio-*.txt"))
END = r"(\w+ \w+) \((-?\d+), (-?\d+)\)"
START = re.compile(rf"The start tile is {END} \+ {END}, and (?P<pool>\d+) tiles are in the pool\.")
TURN = re.compile(r" +\d+\. (?P<name>\w+) +(?P<face>\w+) +(?P<done>.+) In rack: (?P<left>\d+)\.")
LAID = re.compile(rf"{END} \+ {END}, 1 of (?P<count>\d+): (?P<sets>.+)\.")
DRAWN = re.compile(r"draws (?P<tile>.+), (?P<left>\d+) left\.")
FORWARD = ((1, 0, -1), (0, 1, -1), (-1, 1, 0))
"""The ways along the three axes that go on in reading order."""
Tile = frozenset[str]


def tile(text: str) -> Tile:
    return frozenset(text.split(" and "))


def sorted_ends(tile: Tile) -> tuple[str, str]:
    one, other = sorted(tile)
    return one, other


def ends(found: re.Match[str]) -> dict[Cube, str]:
    one, q, r, other, q2, r2 = found.groups()[:6]
    return {cube(int(q), int(r)): one, cube(int(q2), int(r2)): other}


def sets_through(table: dict[Cube, str], cells: set[Cube]) -> list[list[str]]:
    """Return the rows of three through the cells, each once and from the end that is read first."""
    rows = {(first_of_row(table, cell, way), way) for cell in cells for way in FORWARD}
    return sorted(symbols for first, way in rows if len(symbols := row(table, first, way)) > 2)


def test_the_rules_still_play_the_same_games() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "playthroughs"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert len(FILES) == 4


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_reader_finds_every_laying_every_draw_and_the_end_right(path: Path) -> None:
    """Play along with nothing but the names on the tiles and the numbers of the cells."""
    racks: dict[str, list[Tile]] = {}
    table: dict[Cube, str] = {}
    pool = turns = passes = 0
    lines = path.read_text(encoding="utf-8").splitlines()
    for line in lines:
        if has := re.fullmatch(r"(\w+) has (.+)\.", line):
            racks[has[1]] = [tile(text) for text in has[2].split(", ")]
        elif start := START.fullmatch(line):
            table, pool = ends(start), int(start["pool"])
        elif made := TURN.fullmatch(line):
            assert made["name"] == list(racks)[turns % len(racks)], line
            turns += 1
            rack = racks[made["name"]]
            legal = second_opinion(table, [sorted_ends(tile) for tile in rack], made["face"])
            if laid := LAID.fullmatch(made["done"]):
                (here, one), (there, other) = ends(laid).items()
                assert min((one, here, other, there), (other, there, one, here)) in legal, line
                assert int(laid["count"]) == len(legal), line
                table |= ends(laid)
                rack.remove(frozenset((one, other)))
                told = [text.split(", ") for text in laid["sets"].split("; ")]
                assert sorted(told) == sets_through(table, {here, there}), line
            elif drawn := DRAWN.fullmatch(made["done"]):
                assert not legal, line
                rack.append(tile(drawn["tile"]))
                pool -= 1
                assert int(drawn["left"]) == pool >= 0, line
            else:
                assert made["done"] == "passes.", line
                assert not legal, line
                assert pool == 0, line
                passes += 1
            assert int(made["left"]) == len(rack), line
    known = [frozenset(), *(frozenset(rack) for rack in racks.values())]
    assert len(frozenset.union(*known)) == sum(map(len, racks.values()))
    end = lines[-1]
    counts = {name: int(count) for name, count in re.findall(r"(\w+) (\d+)(?=[,.])", end.partition("In rack: ")[2])}
    assert counts == {name: len(rack) for name, rack in racks.items()}
    winners = re.search(r": ([\w ]+?) wins? after (\d+) turns", end)
    assert winners is not None
    assert winners[1].split(" and ") == [name for name, count in counts.items() if count == min(counts.values())]
    assert int(winners[2]) == turns
    if "stuck" in path.stem:
        assert pool == 0
        assert not second_opinion(table, [sorted_ends(t) for rack in racks.values() for t in rack], None)
    else:
        assert min(counts.values()) == 0
        assert passes == 2 * (path.stem == "domitrio-6-players")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_drawing_shows_each_symbol_in_its_place(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    drawn: dict[tuple[int, int], str] = {}
    for line in text.splitlines():
        if shown := re.fullmatch(r"   r=(-?\d+) +?( *\w\w.*)", line):
            for letters in re.finditer(r"\w\w", line[9:]):
                drawn[letters.start() // 2, int(shown[1])] = letters[0]
    laid = {(2 * int(q) + int(r), int(r)): f"{name[0]}{name.split()[1][0]}" for name, q, r in re.findall(END, text)}
    left = min(column for column, _ in laid)
    assert drawn == {(column - left, r): letters for (column, r), letters in laid.items()}
    assert len(drawn) > 7
