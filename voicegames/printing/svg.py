"""Drawings as symbols of one SVG file, for the page."""

from collections.abc import Iterable

from voicegames.printing.drawing import Drawing, Layer, Lettering, Pattern, number

_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" focusable="false">'


def symbols(drawings: Iterable[Drawing], prefix: str) -> str:
    """Return an SVG file with a symbol for each drawing, its id the drawing's name, and the patterns they need.

    The id of a pattern is ``prefix``, "-pattern-" and its name. A letter that depends on the language is left out.
    """
    listed = tuple(drawings)
    patterns = dict.fromkeys(pattern for drawing in listed for pattern in drawing.patterns())
    lines = [_HEAD, "  <defs>"]
    for pattern in patterns:
        lines += _pattern(pattern, prefix)
    for drawing in listed:
        box = f"0 0 {number(drawing.width)} {number(drawing.height)}"
        lines.append(f'    <symbol id="{drawing.name}" viewBox="{box}">')
        lines += [f"      {_path(layer, prefix)}" for layer in drawing.layers]
        lines += [f"      {_text(letter)}" for letter in drawing.letters if letter.text is not None]
        lines.append("    </symbol>")
    return "\n".join([*lines, "  </defs>", "</svg>", ""])


def _pattern(pattern: Pattern, prefix: str) -> list[str]:
    width, height = number(pattern.width), number(pattern.height)
    return [
        f'    <pattern id="{prefix}-pattern-{pattern.name}" width="{width}" height="{height}" '
        'patternUnits="userSpaceOnUse">',
        f'      <rect width="{width}" height="{height}" fill="{pattern.ground}"/>',
        *(f"      {_path(layer, prefix)}" for layer in pattern.layers),
        "    </pattern>",
    ]


def _path(layer: Layer, prefix: str) -> str:
    fill = f"url(#{prefix}-pattern-{layer.fill.name})" if isinstance(layer.fill, Pattern) else layer.fill or "none"
    line = ""
    if layer.line is not None:
        line = (
            f' stroke="{layer.line}" stroke-width="{number(layer.line_width)}"'
            ' stroke-linejoin="round" stroke-linecap="round"'
        )
    return f'<path d="{layer.path}" fill="{fill}"{line}/>'


def _text(letter: Lettering) -> str:
    # Capitals and digits are about 0.72 of the size high; half of that below the middle stands their foot.
    x, y, size = number(letter.x), number(letter.y + 0.36 * letter.size), number(letter.size)
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{letter.colour}" font-family="system-ui, sans-serif" '
        f'font-weight="700" text-anchor="middle">{letter.text}</text>'
    )
