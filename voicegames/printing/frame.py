"""What stands around the pieces on every sheet: a heading, a hint, a line to measure, and the number of the page."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from voicegames.printing.sheet import Align, Line, Paper, Sheet, Use, Words

MARGIN = 10.0
MEASURE_MM = 50.0


def heading(paper: Paper, title: str, *hints: str) -> tuple[Words, ...]:
    """Return the title at the top of a sheet and the hints, one line each, under it."""
    lines = [Words(title, MARGIN, 12.2, 4.6, is_bold=True)]
    lines += [Words(hint, MARGIN, 16.8 + 4 * row, 3.2) for row, hint in enumerate(hints)]
    return tuple(lines)


def numbered(sheets: Sequence[Sheet], paper: Paper, texts: Mapping[str, str]) -> tuple[Sheet, ...]:
    """Return the sheets with a foot each: what is 50 mm long when nothing is scaled, and the page's number."""
    foot = paper.height - MARGIN
    measure = Line(Use.MEASURE, ((MARGIN, foot - 1), (MARGIN + MEASURE_MM, foot - 1)))
    scale = Words(texts["scale"], MARGIN + MEASURE_MM + 3, foot, 3.0)
    return tuple(
        replace(
            sheet,
            lines=(*sheet.lines, measure),
            words=(
                *sheet.words,
                scale,
                Words(
                    texts["page_of"].format(page=page, pages=len(sheets)),
                    paper.width - MARGIN,
                    foot,
                    3.0,
                    Align.RIGHT,
                ),
            ),
        )
        for page, sheet in enumerate(sheets, start=1)
    )


def first_letter(name: str) -> str:
    """Return the letter that stands for a colour."""
    return name[:1].upper()
