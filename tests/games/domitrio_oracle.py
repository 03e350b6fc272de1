"""A second opinion on layings, from names and cube coordinates: every tile on every pair of cells, every row walked.

It shares no code with the rules. Run as a program it compares itself with them:
``python tests/games/domitrio_oracle.py 2000`` takes 2,000 random positions (and Python with the package).
"""

import random
import sys
import time
from collections.abc import Iterable

Cube = tuple[int, int, int]
Table = dict[Cube, str]
Found = tuple[str, Cube, str, Cube]
"""A symbol and its cell, then the other symbol of the tile and its cell; the lesser symbol comes first."""

AROUND = ((1, -1, 0), (-1, 1, 0), (1, 0, -1), (-1, 0, 1), (0, 1, -1), (0, -1, 1))


def cube(q: int, r: int) -> Cube:
    """Return the cube coordinates of axial ones: three numbers that add up to nothing."""
    return (q, r, -q - r)


def beside(cell: Cube, way: Cube) -> Cube:
    return (cell[0] + way[0], cell[1] + way[1], cell[2] + way[2])


def first_of_row(table: Table, cell: Cube, way: Cube) -> Cube:
    """Return the cell in which the row through a taken cell begins that goes on along ``way``."""
    back = (-way[0], -way[1], -way[2])
    while beside(cell, back) in table:
        cell = beside(cell, back)
    return cell


def row(table: Table, cell: Cube, way: Cube) -> list[str]:
    """Return the symbols of the row through a taken cell, in the order along ``way``."""
    cell = first_of_row(table, cell, way)
    symbols = []
    while cell in table:
        symbols.append(table[cell])
        cell = beside(cell, way)
    return symbols


def good(symbols: list[str]) -> bool:
    """Return whether three symbols are a set, by comparing the words of each pair."""
    (a, x), (b, y), (c, z) = (symbol.split() for symbol in symbols)
    if a == b == c:
        return x != y and y != z and x != z
    return a != b and b != c and a != c and (x == y == z or (x != y and y != z and x != z))


def touched(table: Table, here: Cube, there: Cube) -> list[str]:
    """Return the words on the symbols around two free cells."""
    around = [beside(end, way) for end in (here, there) for way in AROUND]
    return [word for cell in around if cell in table for word in table[cell].split()]


def fits(table: Table, one: str, here: Cube, other: str, there: Cube) -> bool:
    """Return whether a tile on two free cells makes a set and nothing that is forbidden."""
    laid = {**table, here: one, there: other}
    rows = [row(laid, end, way) for end in (here, there) for way in AROUND[::2]]
    long = [symbols for symbols in rows if len(symbols) > 2]
    return bool(long) and all(len(symbols) == 3 and good(symbols) for symbols in long)


def second_opinion(table: Table, tiles: Iterable[tuple[str, str]], face: str | None) -> set[Found]:
    """Return the layings on a table: ``tiles`` are pairs of names, ``face`` is what was rolled, None for any roll."""
    free = {
        (x, y, -x - y)
        for x in range(min(c[0] for c in table) - 2, max(c[0] for c in table) + 3)
        for y in range(min(c[1] for c in table) - 2, max(c[1] for c in table) + 3)
    } - table.keys()
    found: set[Found] = set()
    pairs = ((here, beside(here, way)) for here in free for way in AROUND)
    for here, there in pairs:
        words = touched(table, here, there)
        if there not in free or not words or (face and face not in words):
            continue
        for tile in tiles:
            for one, other in (tile, tile[::-1]):
                if fits(table, one, here, other, there):
                    found.add(min((one, here, other, there), (other, there, one, here)))
    return found


def main(count: int) -> int:
    from domitrio_positions import differences, positions

    started_s = time.perf_counter()
    wrong = sum(bool(differences(position)) for position in positions(random.Random(2), count))
    print(f"{count} positions, {wrong} with a difference, {time.perf_counter() - started_s:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000))
