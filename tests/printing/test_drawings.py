import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path

import pytest

from voicegames.games.domitrio_board import SYMBOLS
from voicegames.games.domitrio_board import Colour as TileColour
from voicegames.games.remmi_demmi_hands import KINDS
from voicegames.games.remmi_demmi_hands import Colour as CardColour
from voicegames.printing import domitrio_art, remmi_demmi_art
from voicegames.printing.drawing import Drawing, Pattern, circle, placed_path, steps
from voicegames.printing.page_files import page_files
from voicegames.printing.patterns import BY_COLOUR
from voicegames.printing.texts import printed_languages, printed_texts

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "voicegames" / "screen" / "page"
SVG = "{http://www.w3.org/2000/svg}"
DRAWINGS = (*remmi_demmi_art.drawings(), *domitrio_art.drawings())


@pytest.mark.parametrize("name", page_files())
def test_the_page_has_the_drawings_as_they_are_now(name: str) -> None:
    assert (PAGE / name).read_text(encoding="utf-8") == page_files()[name], "run scripts/drawings"


def test_all_drawings_fit_into_one_document() -> None:
    roots = [ElementTree.parse(PAGE / name).getroot() for name in ("art.svg", *page_files())]
    ids = [element.get("id") for root in roots for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = {name for file in page_files().values() for name in re.findall(r"url\(#([^)]+)\)", file)}
    assert used
    assert used <= set(ids)


def test_there_is_a_symbol_for_every_piece() -> None:
    names = [drawing.name for drawing in DRAWINGS]
    assert len(names) == len(set(names))
    wanted = {f"remmi-{card.colour}-{card.figure}" for card in KINDS}
    wanted |= {f"domitrio-{symbol.colour}-{symbol.shape}" for symbol in SYMBOLS}
    wanted |= {"remmi-point-4", "remmi-point-3", "remmi-point-2", "remmi-back", "domitrio-back"}
    wanted |= {f"domitrio-die-{face}" for face in ("red", "blue", "yellow", "hexagon", "circle", "star")}
    assert wanted <= set(names)


def test_the_ids_in_the_document_are_there() -> None:
    told = (ROOT / "docs" / "drawings.md").read_text(encoding="utf-8")
    symbols = {drawing.name: drawing for drawing in DRAWINGS}
    letters = {
        "remmi-orange-lying": "(24, 23) and (196, 249) | 27",
        "domitrio-red-star": "(100, 115.47) | 36",
        "domitrio-die-red": "(100, 100) | 52",
    }
    for name, text in letters.items():
        places = " and ".join(f"({round(spot.x, 2):g}, {round(spot.y, 2):g})" for spot in symbols[name].letters)
        assert f"{places} | {symbols[name].letters[0].size:g}" == text
        assert text in told


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: drawing.name)
def test_nothing_sticks_out_of_a_drawing(drawing: Drawing) -> None:
    for layer in drawing.layers:
        # A curve stays among its points, and a line reaches half its width beyond.
        reach = layer.line_width / 2 if layer.line else 0.0
        for _, points in steps(layer.path):
            for x, y in points:
                assert reach - 0.01 <= x <= drawing.width - reach + 0.01, layer.path
                assert reach - 0.01 <= y <= drawing.height - reach + 0.01, layer.path


@pytest.mark.parametrize("colours", [CardColour, TileColour])
def test_colours_are_told_apart_without_colour(colours: type[CardColour] | type[TileColour]) -> None:
    patterns = [BY_COLOUR[colour] for colour in colours]
    assert len({tuple(layer.path for layer in pattern.layers) for pattern in patterns}) == 3
    greys = sorted(luminance(pattern.ground) for pattern in patterns)
    # Contrast as WCAG counts it: what is dark and light beside each other is told apart by shade alone, too.
    assert all((lighter + 0.05) / (darker + 0.05) > 1.4 for darker, lighter in pairwise(greys))


@pytest.mark.parametrize("pattern", BY_COLOUR.values(), ids=lambda pattern: pattern.name)
def test_a_pattern_is_seen_in_black_and_white(pattern: Pattern) -> None:
    ground = luminance(pattern.ground)
    for layer in pattern.layers:
        assert not isinstance(layer.fill, Pattern)
        mark = luminance(layer.fill or layer.line or "")
        assert (max(ground, mark) + 0.05) / (min(ground, mark) + 0.05) > 2.9


@pytest.mark.parametrize("code", printed_languages())
@pytest.mark.parametrize("colours", [CardColour, TileColour])
def test_colours_begin_with_different_letters(code: str, colours: type[CardColour] | type[TileColour]) -> None:
    assert len({printed_texts(code)[colour][0].upper() for colour in colours}) == 3


def test_a_path_is_scaled_and_moved() -> None:
    assert placed_path("M 1 2 L 3 4 Q 5 6 7 8 Z", 10, 20, 2) == "M 12 24 L 16 28 Q 20 32 24 36 Z"


def test_a_circle_is_round() -> None:
    start, *curves = steps(circle(0, 0, 100))
    x0, y0 = start[1][0]
    for command, points in curves:
        if command == "Z":
            continue
        (x1, y1), (x2, y2), (x3, y3) = points
        middle = ((x0 + 3 * x1 + 3 * x2 + x3) / 8, (y0 + 3 * y1 + 3 * y2 + y3) / 8)
        assert (middle[0] ** 2 + middle[1] ** 2) ** 0.5 == pytest.approx(100, abs=0.1)
        x0, y0 = x3, y3


def luminance(colour: str) -> float:
    """Return the relative luminance of "#rrggbb", as WCAG 2.1 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
