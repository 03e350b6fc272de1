"""PDFs as a reader sees them: their texts with places, and their pages as pixels. Lengths are millimetres."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pypdfium2

MM_PER_POINT = 25.4 / 72
DOTS_PER_MM = 4.0


@dataclass(frozen=True)
class Glyph:
    """A letter and its middle, from the left and from the top."""

    letter: str
    x: float
    y: float


class Document:
    def __init__(self, source: Path | bytes) -> None:
        self._pdf = pypdfium2.PdfDocument(source)

    def __len__(self) -> int:
        return len(self._pdf)

    def size(self, page: int) -> tuple[float, float]:
        width, height = self._pdf[page].get_size()
        return width * MM_PER_POINT, height * MM_PER_POINT

    def text(self, page: int) -> str:
        found: str = self._pdf[page].get_textpage().get_text_bounded()
        return found

    def glyphs(self, page: int) -> list[Glyph]:
        texts = self._pdf[page].get_textpage()
        height = self._pdf[page].get_height()
        glyphs = []
        for index in range(texts.count_chars()):
            left, bottom, right, top = texts.get_charbox(index)
            letter = texts.get_text_range(index, 1)
            x, y = (left + right) / 2, height - (bottom + top) / 2
            if letter.strip():
                glyphs.append(Glyph(letter, x * MM_PER_POINT, y * MM_PER_POINT))
        return glyphs

    def pixels(self, page: int) -> npt.NDArray[np.uint8]:
        """Return the page as an array (rows, columns, red-green-blue), ``DOTS_PER_MM`` to a millimetre."""
        bitmap = self._pdf[page].render(scale=DOTS_PER_MM * MM_PER_POINT, rev_byteorder=True)
        pixels: npt.NDArray[np.uint8] = bitmap.to_numpy()[:, :, :3].astype(np.uint8)
        return pixels
