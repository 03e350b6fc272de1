"""A font for the sheets: Helvetica, which every reader of PDF has, or one of the system's where letters are missing."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Font:
    """The files of a font. ``bold`` may be the same as ``regular``."""

    regular: Path
    bold: Path


# Fonts with Korean letters that come with macOS, Windows and packages of Debian (fonts-nanum, fonts-unfonts-core).
_KOREAN = {
    "darwin": (Font(*2 * (Path("/System/Library/Fonts/Supplemental/AppleGothic.ttf"),)),),
    "win32": (Font(Path("C:/Windows/Fonts/malgun.ttf"), Path("C:/Windows/Fonts/malgunbd.ttf")),),
    "linux": tuple(
        Font(folder / regular, folder / bold)
        for folder, regular, bold in (
            (Path("/usr/share/fonts/truetype/nanum"), "NanumGothic.ttf", "NanumGothicBold.ttf"),
            (Path("/usr/share/fonts/truetype/unfonts-core"), "UnDotum.ttf", "UnDotumBold.ttf"),
        )
    ),
}


def needs_font(texts: Iterable[str]) -> bool:
    """Return whether a text has letters beyond Latin-1, which Helvetica lacks."""
    return any(ord(letter) > 0xFF for text in texts for letter in text)


def korean_font() -> Font | None:
    """Return the system's font with Korean letters, or None where there is none in the usual places."""
    fonts = _KOREAN.get(sys.platform, ())
    return next((font for font in fonts if font.regular.is_file() and font.bold.is_file()), None)
