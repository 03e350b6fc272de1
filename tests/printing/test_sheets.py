import hashlib
import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from fold import edge, folded
from rendered import DOTS_PER_MM, Document

from voicegames.games.domitrio import tiles
from voicegames.games.domitrio_board import Colour, Shape, Symbol, Tile
from voicegames.games.remmi_demmi_hands import COPIES, KINDS
from voicegames.printing import domitrio_sheets, remmi_demmi_sheets
from voicegames.printing.domitrio_sheets import CELL_MM, FACE_MM
from voicegames.printing.pdf import write
from voicegames.printing.sheet import Paper, Use
from voicegames.printing.texts import printed_languages, printed_texts

MAKERS = {"remmi-demmi": remmi_demmi_sheets.sheets, "domitrio": domitrio_sheets.sheets}
SIZES = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4)}
TEXTS = printed_texts("en")
# Printers can't print on some 5 mm at the edges.
UNPRINTABLE_MM = 6.0


@pytest.fixture(scope="module")
def documents() -> dict[tuple[str, Paper], Document]:
    return {
        (game, paper): Document(write(make(paper, TEXTS, with_backs=False), paper, game, "en"))
        for game, make in MAKERS.items()
        for paper in Paper
    }


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize(("game", "pages"), [("remmi-demmi", 10), ("domitrio", 3)])
def test_pages_are_of_the_paper_and_numbered(
    documents: dict[tuple[str, Paper], Document], game: str, pages: int, paper: Paper
) -> None:
    document = documents[game, paper]
    assert len(document) == pages
    for page in range(pages):
        assert document.size(page) == pytest.approx(SIZES[paper], abs=0.05)
        assert f"page {page + 1} of {pages}" in document.text(page)


@pytest.mark.parametrize("paper", Paper)
def test_each_sheet_has_each_card_once_and_there_are_nine(
    documents: dict[tuple[str, Paper], Document], paper: Paper
) -> None:
    document = documents["remmi-demmi", paper]
    names = {str(card) for card in KINDS}
    printed = Counter[str]()
    for page in range(COPIES):
        text = " ".join(document.text(page).split())
        on_sheet = {name: text.count(name) for name in names}
        assert set(on_sheet.values()) == {1}
        printed.update(on_sheet)
        assert f"set {page + 1} of 9" in document.text(page)
        letters = Counter(glyph.letter for glyph in document.glyphs(page) if glyph.letter in "OPG")
        # Two in the corners of each card; the P of the hint is the seventh.
        assert letters == {"O": 6, "P": 7, "G": 6}
    assert printed == dict.fromkeys(names, COPIES)


@pytest.mark.parametrize("paper", Paper)
def test_a_card_lies_under_its_name_in_its_colour(documents: dict[tuple[str, Paper], Document], paper: Paper) -> None:
    document = documents["remmi-demmi", paper]
    letters = [glyph for glyph in document.glyphs(0) if glyph.letter in "OPG" and glyph.y > 25]
    pixels = document.pixels(0)
    looks = {"O": (255, 148, 18), "P": (138, 85, 214), "G": (32, 163, 93)}
    corners = [glyph for glyph in letters if count(pixels, glyph.x + 13, glyph.y + 23, 12, looks[glyph.letter]) > 500]
    # From the nine badges at the top left, the figure lies to the right and below.
    assert Counter(glyph.letter for glyph in corners) == {"O": 3, "P": 3, "G": 3}
    for letter in looks:
        columns = sorted(glyph.x for glyph in corners if glyph.letter == letter)
        assert [right - left for left, right in pairwise(columns)] == pytest.approx([60, 60], abs=0.2)


def count(pixels: np.ndarray, x: float, y: float, half: float, colour: tuple[int, int, int]) -> int:
    """Return how many pixels of a colour lie in a square around (x, y), in millimetres."""
    top, bottom, left, right = (round(v * DOTS_PER_MM) for v in (y - half, y + half, x - half, x + half))
    square = pixels[top:bottom, left:right].astype(int)
    return int((np.abs(square - np.array(colour)).max(axis=2) <= 3).sum())


@pytest.mark.parametrize("paper", Paper)
def test_the_point_men_are_seen_from_both_sides(documents: dict[tuple[str, Paper], Document], paper: Paper) -> None:
    glyphs = documents["remmi-demmi", paper].glyphs(9)
    middle = SIZES[paper][1] / 2
    large = [glyph for glyph in glyphs if glyph.letter in "432" and 60 < glyph.y < 240]
    assert Counter(glyph.letter for glyph in large) == {"4": 2, "3": 2, "2": 2}
    for number in "432":
        one, other = (glyph for glyph in large if glyph.letter == number)
        assert one.x == pytest.approx(other.x, abs=0.5)
        assert (one.y + other.y) / 2 == pytest.approx(middle, abs=0.5)


@pytest.mark.parametrize("paper", Paper)
def test_each_tile_is_there_once(documents: dict[tuple[str, Paper], Document], paper: Paper) -> None:
    document = documents["domitrio", paper]
    seen = [tile for page in (0, 1) for tile in tiles_seen(document, page)]
    assert len(seen) == 36
    assert set(seen) == set(tiles())


def tiles_seen(document: Document, page: int) -> list[Tile]:
    """Read the tiles from a page: the colours from its letters, the shapes from its pixels."""
    colours = {"R": Colour.RED, "B": Colour.BLUE, "Y": Colour.YELLOW}
    letters = [glyph for glyph in document.glyphs(page) if glyph.letter in colours and glyph.y > 25]
    pixels = document.pixels(page).astype(int)

    def is_ground(x: float, y: float) -> bool:
        red, green, blue = pixels[round(y * DOTS_PER_MM), round(x * DOTS_PER_MM)]
        return bool(abs(red - 0xFA) < 6 and abs(green - 0xF7) < 6 and abs(blue - 0xEE) < 6)

    def shape_at(x: float, y: float) -> Shape:
        unit = CELL_MM / 200
        if not is_ground(x, y - 78 * unit):
            return Shape.STAR
        return Shape.CIRCLE if is_ground(x + 70 * unit, y) else Shape.HEXAGON

    rows: dict[int, list[tuple[float, Symbol]]] = {}
    for glyph in letters:
        line = next((line for line in rows if abs(line - glyph.y) < 5), round(glyph.y))
        rows.setdefault(line, []).append((glyph.x, Symbol(colours[glyph.letter], shape_at(glyph.x, glyph.y))))
    found = []
    for row in rows.values():
        row.sort(key=lambda placed: placed[0])
        for (left_x, left), (right_x, right) in zip(row[::2], row[1::2], strict=True):
            assert right_x - left_x == pytest.approx(CELL_MM, abs=0.6)
            found.append(Tile(left, right))
    return found


@pytest.mark.parametrize("paper", Paper)
def test_a_plain_die_has_a_face_for_each_number(documents: dict[tuple[str, Paper], Document], paper: Paper) -> None:
    document = documents["domitrio", paper]
    below = [glyph for glyph in document.glyphs(2) if 190 < glyph.y < SIZES[paper][1] - 20]
    numbers = sorted((glyph for glyph in below if glyph.letter in "123456"), key=lambda glyph: glyph.x)
    assert "".join(glyph.letter for glyph in numbers) == "123456"
    names = []
    for number in numbers:
        under = [glyph for glyph in below if abs(glyph.x - number.x) < 14 and glyph.y > number.y + 18]
        names.append("".join(glyph.letter for glyph in sorted(under, key=lambda glyph: glyph.x)))
    assert names == ["red", "blue", "yellow", "hexagon", "circle", "star"]


def test_the_net_folds_to_a_die() -> None:
    sheet = domitrio_sheets.sheets(Paper.A4, TEXTS, with_backs=False)[-1]
    faces = [piece for piece in sheet.pieces if piece.width == FACE_MM]
    left, top = min(piece.x for piece in faces), min(piece.y for piece in faces)
    net = {(round((piece.x - left) / FACE_MM), round((piece.y - top) / FACE_MM)) for piece in faces}
    assert len({piece.drawing.name for piece in faces}) == len(net) == 6
    frames = folded(net, min(net))
    assert len({frozenset.union(edge(frame, "top"), edge(frame, "bottom")) for frame in frames.values()}) == 6

    # A tab is told by the middle of the edge that it is glued to.
    tabs = {middle(line.points[0], line.points[-2], left, top) for line in sheet.lines if line.use is Use.GLUE}
    tab_edges, open_edges = Counter[frozenset[tuple[int, int, int]]](), Counter[frozenset[tuple[int, int, int]]]()
    for (column, row), frame in frames.items():
        for side, (across, down) in {"right": (1, 0), "left": (-1, 0), "bottom": (0, 1), "top": (0, -1)}.items():
            if (column + across, row + down) not in net:
                open_edges[edge(frame, side)] += 1
                tab_edges[edge(frame, side)] += (column + 0.5 + across / 2, row + 0.5 + down / 2) in tabs
    assert set(open_edges.values()) == {2}
    assert set(tab_edges.values()) == {1}
    assert len(tabs) == sum(tab_edges.values()) == 7


def middle(one: tuple[float, float], other: tuple[float, float], left: float, top: float) -> tuple[float, float]:
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    return round((x - left) / FACE_MM * 2) / 2, round((y - top) / FACE_MM * 2) / 2


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize(("game", "pages"), [("remmi-demmi", (0, 9)), ("domitrio", (0, 2))])
def test_nothing_is_cut_off_by_a_printer(
    documents: dict[tuple[str, Paper], Document], game: str, pages: tuple[int, ...], paper: Paper
) -> None:
    for page in pages:
        pixels = documents[game, paper].pixels(page)
        rows, columns = np.nonzero(pixels.min(axis=2) < 250)
        height, width = pixels.shape[:2]
        edges = (rows.min(), height - 1 - rows.max(), columns.min(), width - 1 - columns.max())
        assert min(edges) / DOTS_PER_MM > UNPRINTABLE_MM


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("game", MAKERS)
def test_what_is_read_stands_clear_of_the_pieces_and_the_marks(game: str, paper: Paper, code: str) -> None:
    sheets = MAKERS[game](paper, printed_texts(code), with_backs=False)
    ends = (sheets[0], sheets[-1])
    document = Document(write(ends, paper, game, code))
    width, height = SIZES[paper]
    for page, sheet in enumerate(ends):
        drawn = [y for line in sheet.lines if line.use is not Use.MEASURE for _, y in line.points]
        first, last = min(drawn), max(drawn)
        assert first < min(piece.y for piece in sheet.pieces)
        glyphs = document.glyphs(page)
        assert all(UNPRINTABLE_MM < glyph.x < width - UNPRINTABLE_MM for glyph in glyphs)
        heading = [glyph.y for glyph in glyphs if glyph.y < 25]
        foot = [glyph.y for glyph in glyphs if glyph.y > height - 15]
        # From the middle of a letter to where its tail ends it is less than 2 mm.
        assert max(heading) + 2 < first
        assert min(foot) - 2 > last


@pytest.mark.parametrize("code", printed_languages())
@pytest.mark.parametrize("game", MAKERS)
def test_a_letter_is_laid_on_every_piece(game: str, code: str) -> None:
    texts = printed_texts(code)
    for sheet in MAKERS[game](Paper.A4, texts, with_backs=False):
        for piece in sheet.pieces:
            has_place = any(letter.text is None for letter in piece.drawing.letters)
            assert bool(piece.letter) == has_place


@pytest.mark.parametrize("paper", Paper)
def test_the_line_to_measure_is_as_long_as_it_says(documents: dict[tuple[str, Paper], Document], paper: Paper) -> None:
    pixels = documents["domitrio", paper].pixels(0)
    foot = pixels[-round(15 * DOTS_PER_MM) :, : pixels.shape[1] // 2].max(axis=2) < 150
    longest = max(np.count_nonzero(row) for row in foot[:, : round(61 * DOTS_PER_MM)])
    assert longest / DOTS_PER_MM == pytest.approx(50, abs=0.6)


@pytest.mark.parametrize(("game", "pages"), [("remmi-demmi", 19), ("domitrio", 5)])
def test_backs_lie_behind_the_pieces(game: str, pages: int) -> None:
    sheets = MAKERS[game](Paper.A4, TEXTS, with_backs=True)
    assert len(sheets) == pages
    for face, back in zip(sheets[0:-1:2], sheets[1:-1:2], strict=True):
        assert {piece.drawing.name.split("-")[1] for piece in back.pieces} == {"back"}
        # Seen from behind, left is right.
        mirrored = {(round(210 - piece.x - piece.width, 3), round(piece.y, 3)) for piece in back.pieces}
        places = {(round(piece.x, 3), round(piece.y, 3)) for piece in face.pieces}
        assert mirrored <= places
        assert sum(piece.width for piece in back.pieces) == pytest.approx(sum(piece.width for piece in face.pieces))


def test_the_same_bytes_at_another_time_and_place(tmp_path: Path) -> None:
    digests = set()
    for number, zone in enumerate(("UTC", "Asia/Seoul")):
        out = tmp_path / f"{number}.pdf"
        environment = {**os.environ, "TZ": zone, "PYTHONHASHSEED": str(number)}
        command = [sys.executable, "-m", "voicegames", "print", "domitrio", "--out", str(out)]
        subprocess.run(command, check=True, env=environment, cwd=tmp_path, capture_output=True)
        digests.add(hashlib.sha256(out.read_bytes()).hexdigest())
    assert len(digests) == 1


@pytest.mark.parametrize("code", printed_languages())
def test_the_texts_are_those_of_the_english_sheets(code: str) -> None:
    assert list(printed_texts(code)) == list(TEXTS)
    for key, text in printed_texts(code).items():
        assert sorted(fields(text)) == sorted(fields(TEXTS[key])), key


def fields(text: str) -> list[str]:
    return [part.split("}")[0] for part in text.split("{")[1:]]
