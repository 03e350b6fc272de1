"""Print: a game's cards, tiles and die as a PDF, to be cut out with scissors."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from voicegames.errors import Failure, WrongUsage
from voicegames.printing import domitrio_sheets, remmi_demmi_sheets
from voicegames.printing.fonts import Font, korean_font, needs_font
from voicegames.printing.pdf import write
from voicegames.printing.sheet import Paper
from voicegames.printing.texts import printed_texts

GAMES = {"remmi-demmi": remmi_demmi_sheets.sheets, "domitrio": domitrio_sheets.sheets}
TITLES = {"remmi-demmi": "Remmi Demmi", "domitrio": "Domitrio"}


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """What is asked for. Without ``out`` the file is called after the game and the paper, in the current folder."""

    game: str
    paper: str = "a4"
    out: Path | None = None
    language: str = "en"
    with_backs: bool = False
    replaces: bool = False


def print_game(request: PrintRequest, say: Callable[[str], None] = print) -> Path:
    """Write the sheets of a game as a PDF, and tell where and how many pages.

    Raises WrongUsage("game") for a game without sheets, WrongUsage("paper"), Failure("language"), and Failure("out")
    where the file can't be written, or is there and ``replaces`` is not given.
    """
    make = GAMES.get(request.game)
    if make is None:
        raise WrongUsage("game", f"There are no sheets for {request.game!r}; choose {' or '.join(GAMES)}.")
    papers = {paper.name.lower(): paper for paper in Paper}
    if request.paper.lower() not in papers:
        raise WrongUsage("paper", f"There is no paper {request.paper!r}; choose {' or '.join(papers)}.")
    paper = papers[request.paper.lower()]
    out = request.out or Path(f"{request.game}-{paper.name.lower()}.pdf")
    language, font = _language_and_font(request.language)
    texts = printed_texts(language)
    sheets = make(paper, texts, with_backs=request.with_backs)
    is_replaced = _save(out, write(sheets, paper, TITLES[request.game], language, font), replaces=request.replaces)
    said = "Replaced" if is_replaced else "Wrote"
    say(f"{said} {out}: {len(sheets)} pages. Print them at 100 %, on thick paper.")
    return out


def _language_and_font(code: str) -> tuple[str, Font | None]:
    """Return the language of the sheets and the font it needs; English where the system has no such font."""
    if not needs_font(printed_texts(code).values()):
        return code, None
    font = korean_font()
    if font is not None:
        return code, font
    print(
        f"No font with the letters of {code!r} was found, so the sheets are in English"
        " (on Debian and Ubuntu, fonts-nanum has those of Korean).",
        file=sys.stderr,
    )
    return "en", None


def _save(out: Path, document: bytes, *, replaces: bool) -> bool:
    """Write the file, whole or not at all; return whether there was one before."""
    try:
        if out.is_dir():
            raise Failure("out", f"{out} is a folder; give the name of a file, as in --out {out / 'cards.pdf'}.")
        if not out.parent.is_dir():
            raise Failure("out", f"There is no folder {out.parent}; make it first, or choose another with --out.")
        is_there = out.exists()
        if is_there and replaces:
            unfinished = out.with_name(f"{out.name}.part")
            _write_new(unfinished, document)
            unfinished.replace(out)
        else:
            _write_new(out, document)
    except FileExistsError as error:
        raise Failure(
            "out",
            f"{error.filename} is there already; choose another name with --out, or replace it with --replace.",
        ) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise Failure("out", f"{out} can't be written ({reason}); choose another place with --out.") from None
    return is_there


def _write_new(path: Path, document: bytes) -> None:
    """Write a file that is not there yet, whole or not at all."""
    with path.open("xb") as file:
        try:
            file.write(document)
            file.flush()
        except OSError:
            path.unlink()
            raise
