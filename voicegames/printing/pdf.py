"""Sheets as a PDF document. The same sheets make the same bytes, whenever and wherever they are written."""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache

from fpdf import FPDF
from fpdf.drawing import ClippingPath, PaintedPath
from fpdf.enums import PathPaintRule, StrokeCapStyle, StrokeJoinStyle

from voicegames import __version__
from voicegames.printing.drawing import INK, Layer, Lettering, Pattern, placed_path, steps
from voicegames.printing.fonts import Font
from voicegames.printing.sheet import Align, Line, Paper, Piece, Sheet, Use, Words

POINTS_PER_MM = 72 / 25.4
_GREY = "#8a93a3"
_TAB_GREY = "#dfe3ea"
# A document says when it was made; this one must not depend on it.
_MADE = datetime(2000, 1, 1, tzinfo=UTC)


def write(sheets: Sequence[Sheet], paper: Paper, title: str, language: str, font: Font | None = None) -> bytes:
    """Return the sheets as a PDF document; ``language`` is the code of its texts.

    ``font`` is a TrueType font for texts that Helvetica has no letters for; it is embedded.
    """
    # It warns of tables of a font that no printed letter needs.
    logging.getLogger("fontTools.subset").setLevel(logging.ERROR)
    pdf = FPDF(unit="mm", format=(paper.width, paper.height))
    pdf.set_creation_date(_MADE)
    pdf.set_title(title)
    pdf.set_lang(language)
    pdf.set_creator(f"voicegames {__version__}")
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.c_margin = 0
    family = "Helvetica"
    if font is not None:
        family = "Family"
        pdf.add_font(family, "", font.regular)
        pdf.add_font(family, "B", font.bold)
    pen = _Pen(pdf, family)
    for sheet in sheets:
        pdf.add_page()
        for line in sheet.lines:
            if line.use is Use.GLUE:
                pen.line(line)
        for piece in sheet.pieces:
            pen.piece(piece)
        for line in sheet.lines:
            if line.use is not Use.GLUE:
                pen.line(line)
        for words in sheet.words:
            pen.words(words)
    return bytes(pdf.output())


class _Pen:
    """Draws on the newest page of a document."""

    def __init__(self, pdf: FPDF, family: str) -> None:
        self._pdf = pdf
        self._family = family

    def piece(self, piece: Piece) -> None:
        if piece.is_upside_down:
            with self._pdf.rotation(180, piece.x + piece.width / 2, piece.y + piece.height / 2):
                self._upright(piece)
        else:
            self._upright(piece)

    def _upright(self, piece: Piece) -> None:
        for layer in piece.drawing.layers:
            self._layer(layer, piece.x, piece.y, piece.scale)
        for letter in piece.drawing.letters:
            self._letter(letter, piece)

    def line(self, line: Line) -> None:
        path = "M " + " L ".join(f"{x} {y}" for x, y in line.points)
        drawn = _path(path, 0, 0, 1)
        if line.use is Use.GLUE:
            _paint(drawn, fill=_TAB_GREY, line=INK, width=0.2)
        else:
            _paint(drawn, fill=None, line=INK if line.use is not Use.FOLD else _GREY, width=0.25)
        if line.use is Use.FOLD:
            drawn.style.stroke_dash_pattern = [2, 1.5]
        self._draw(drawn)

    def _draw(self, drawn: PaintedPath) -> None:
        with self._pdf.drawing_context() as context:
            context.add_item(drawn, False)  # not copied

    def words(self, words: Words) -> None:
        self._text(words.text, words.x, words.y, words.size, INK, words.align, words.is_bold)

    def _letter(self, letter: Lettering, piece: Piece) -> None:
        size = letter.size * piece.scale
        x = piece.x + letter.x * piece.scale
        # Capitals and digits are about 0.72 of the size high.
        y = piece.y + letter.y * piece.scale + 0.36 * size
        text = piece.letter if letter.text is None else letter.text
        self._text(text, x, y, size, letter.colour, Align.MIDDLE, is_bold=True)

    def _text(self, text: str, x: float, y: float, size: float, colour: str, align: Align, is_bold: bool) -> None:
        self._pdf.set_font(self._family, "B" if is_bold else "", size * POINTS_PER_MM)
        self._pdf.set_text_color(colour)
        width = self._pdf.get_string_width(text)
        x -= {Align.LEFT: 0.0, Align.MIDDLE: width / 2, Align.RIGHT: width}[align]
        self._pdf.text(x, y, text)

    def _layer(self, layer: Layer, x: float, y: float, scale: float) -> None:
        if isinstance(layer.fill, Pattern):
            self._pattern(layer.fill, layer.path, x, y, scale)
        drawn = _path(layer.path, x, y, scale)
        fill = None if isinstance(layer.fill, Pattern) else layer.fill
        if fill is not None or layer.line is not None:
            _paint(drawn, fill, layer.line, layer.line_width * scale)
            self._draw(drawn)

    def _pattern(self, pattern: Pattern, area: str, x: float, y: float, scale: float) -> None:
        """Fill an area with a pattern: its ground, then all its tiles at once, clipped to the area."""
        ground = _path(area, x, y, scale)
        _paint(ground, pattern.ground, None, 0)
        self._draw(ground)
        corners = [point for _, points in steps(area) for point in points]
        right, bottom = max(px for px, _ in corners), max(py for _, py in corners)
        columns, rows = int(right // pattern.width) + 1, int(bottom // pattern.height) + 1
        for layer in pattern.layers:
            drawn = _path(_tiled(pattern, layer, columns, rows), x, y, scale)
            assert not isinstance(layer.fill, Pattern)
            _paint(drawn, layer.fill, layer.line, layer.line_width * scale)
            clip = ClippingPath()
            _follow(clip, area, x, y, scale)
            drawn.clipping_path = clip
            self._draw(drawn)


@cache
def _tiled(pattern: Pattern, layer: Layer, columns: int, rows: int) -> str:
    """Return the path of a layer of the pattern, repeated beside and below itself."""
    places = ((column * pattern.width, row * pattern.height) for column in range(columns) for row in range(rows))
    return " ".join(placed_path(layer.path, x, y, 1) for x, y in places)


def _path(path: str, x: float, y: float, scale: float) -> PaintedPath:
    drawn = PaintedPath()
    _follow(drawn, path, x, y, scale)
    return drawn


def _follow(drawn: PaintedPath, path: str, x: float, y: float, scale: float) -> None:
    for command, points in steps(path):
        flat = [value for px, py in points for value in (x + px * scale, y + py * scale)]
        if command == "M":
            drawn.move_to(*flat)
        elif command == "L":
            drawn.line_to(*flat)
        elif command == "Q":
            drawn.quadratic_curve_to(*flat)
        elif command == "C":
            drawn.curve_to(*flat)
        else:
            drawn.close()


def _paint(drawn: PaintedPath, fill: str | None, line: str | None, width: float) -> None:
    style = drawn.style
    style.auto_close = False
    style.fill_color = fill
    style.stroke_color = line
    style.stroke_width = width
    style.stroke_join_style = StrokeJoinStyle.ROUND
    style.stroke_cap_style = StrokeCapStyle.ROUND
    style.paint_rule = {
        (True, True): PathPaintRule.STROKE_FILL_NONZERO,
        (True, False): PathPaintRule.FILL_NONZERO,
        (False, True): PathPaintRule.STROKE,
        (False, False): PathPaintRule.DONT_PAINT,
    }[fill is not None, line is not None]
