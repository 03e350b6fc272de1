"""A font for the sheets: Helvetica, which every reader of PDF has, or one of the system's where letters are missing."""

import sys
from collections.abc import Iterable
from pathlib import Path

# Fonts with Korean letters that come with macOS, Windows and packages of Debian (fonts-nanum, fonts-unfonts-core).
_FONTS = {
    "darwin": ("/System/Library/Fonts/Supplemental/AppleGothic.ttf", "/System/Library/Fonts/AppleSDGothicNeo.ttc"),
    "win32": ("C:/Windows/Fonts/malgun.ttf",),
    "linux": (
        "/usr/share/fonts/truetype/nanum/NanumGothic.ttf",
        "/usr/share/fonts/nanum/NanumGothic.ttf",
        "/usr/share/fonts/truetype/unfonts-core/UnDotum.ttf",
    ),
}


def needs_font(texts: Iterable[str]) -> bool:
    """Return whether a text has letters beyond Latin-1, which Helvetica lacks."""
    return any(ord(letter) > 0xFF for text in texts for letter in text)


def korean_font() -> Path | None:
    """Return the system's font with Korean letters, or None where there is none in the usual places."""
    return next((font for font in map(Path, _FONTS.get(sys.platform, ())) if font.is_file()), None)
