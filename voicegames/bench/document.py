"""``docs/hearing.md``: the report as a document, with a part that is written by hand and kept."""

import os
import platform
from collections.abc import Callable
from pathlib import Path

from voicegames.bench.report import Report, tables
from voicegames.bench.targets import targets
from voicegames.errors import Failure

BY_HAND = "<!-- From here on this file is written by hand; the command above keeps it. -->"
"""The line after which a document is kept as it is."""

KOREAN = "## Korean: phones, Vosk, and both"
"""The heading of the Korean part, which has a command of its own: it ends where the part written by hand begins."""

_EXPLANATION = """\
Of each clip the ear hears four seconds of its noise, is opened as after an announcement, and hears the clip block by
block; what was said is the right answer, and the referee rules on what was heard. *exact*: all words and no more.
*mistake*, *again*, *stutter*: correct answers ruled a mistake, asked again, called a stutter. *onset*: the size of its
error; *early* and *final*: the rulings after the true end of the last word, with the time computed on one core; each
as median / 95th percentile. *PS* is the baseline, PocketSphinx with a grammar of the same phrases, its own endpointing
and its defaults, on the same sound; "PS/our" says how many times as many errors as ours it makes on the clips that it
heard (--baseline-clips). Percentages and times are medians of the runs, counts are of all runs; the runs have no clip
in common. "> 5" stands where we made no error and it made five; ✗ marks what is not reached."""


def document(report: Report, command: str, by_hand: str, korean: str = "") -> str:
    """Return the document; ``by_hand`` and the Korean part are kept from the old one."""
    head = [
        "# How well the ear hears",
        "",
        f"Made by `{command}` on {report.date}, {report.machine}; engine {report.engine}, {report.split.value} voices, "
        f"{len(report.ours)} run{'s' if len(report.ours) > 1 else ''}, {report.clips} clips.",
        "",
        _EXPLANATION,
    ]
    parts = [targets(report).markdown(), *(table.markdown() for table in tables(report)), *([korean] if korean else [])]
    return "\n\n".join(["\n".join(head), *parts, BY_HAND]) + "\n" + by_hand


def write_document(path: Path, report: Report, command: str) -> None:
    """Write the document and keep the Korean part of the old one, and what is written by hand.

    Raises Failure("not-written") where that is impossible.
    """

    def written(old: str) -> str:
        made, _, by_hand = old.partition(f"{BY_HAND}\n")
        return document(report, command, by_hand, "".join(made.partition(KOREAN)[1:]).strip())

    rewrite(path, written)


def with_korean(old: str, part: str) -> str:
    """Return the document ``old`` with a new Korean part, which begins with the heading KOREAN."""
    made, mark, by_hand = old.partition(BY_HAND)
    before = made.partition(KOREAN)[0].strip()
    return "\n\n".join(text for text in (before, part.strip(), (mark or BY_HAND) + (by_hand or "\n")) if text)


def rewrite(path: Path, written: Callable[[str], str]) -> None:
    """Write what ``written`` makes of the text of a file ("" where there is none).

    Raises Failure("not-written") where that is impossible.
    """
    try:
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        partly = path.with_suffix(".partly")
        partly.write_text(written(old), encoding="utf-8")
        os.replace(partly, path)
    except OSError as error:
        raise Failure("not-written", f"{path} can't be written: {error}.") from error


def text(report: Report) -> str:
    """Return the report for a terminal."""
    return "\n\n".join(table.text() for table in (targets(report), *tables(report)))


def machine() -> str:
    """Return what this machine is: its processor, cores and system, without its name."""
    model = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        names = [
            line.partition(":")[2].strip() for line in information.read_text().splitlines() if "model name" in line
        ]
        model = names[0] if names else model
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
