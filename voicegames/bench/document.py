"""``docs/hearing.md``: the report as a document, with a part that is written by hand and kept."""

import os
import platform
from pathlib import Path

from voicegames.bench.report import Report, tables
from voicegames.bench.targets import targets
from voicegames.errors import Failure

BY_HAND = "<!-- From here on this file is written by hand; the command above keeps it. -->"
"""The line after which a document is kept as it is."""

_EXPLANATION = """\
Of each clip the ear hears four seconds of its noise, is opened as after an announcement, and hears the clip block by
block; what was said is the right answer, and the referee rules on what was heard. *exact*: all words and no more.
*mistake*, *again*, *stutter*: correct answers ruled a mistake, asked again, called a stutter. *onset*: the size of its
error; *early* and *final*: the rulings after the true end of the last word, with the time computed on one core; each
as median / 95th percentile. *PS* is the baseline, PocketSphinx with a grammar of the same phrases, its own endpointing
and its defaults, on the same sound; "PS/our" says how many times as many errors as ours it makes on the clips that it
heard (--baseline-clips). Percentages and times are medians of the runs, counts are of all runs; the runs have no clip
in common. "> 5" stands where we made no error and it made five; ✗ marks what is not reached."""


def document(report: Report, command: str, by_hand: str) -> str:
    """Return the document; ``by_hand`` is the part that is kept."""
    head = [
        "# How well the ear hears",
        "",
        f"Made by `{command}` on {report.date}, {report.machine}; engine {report.engine}, {report.split.value} voices, "
        f"{len(report.ours)} run{'s' if len(report.ours) > 1 else ''}, {report.clips} clips.",
        "",
        _EXPLANATION,
    ]
    parts = [targets(report).markdown(), *(table.markdown() for table in tables(report))]
    return "\n\n".join(["\n".join(head), *parts, BY_HAND]) + "\n" + by_hand


def write_document(path: Path, report: Report, command: str) -> None:
    """Write the document and keep the part of the old one that is written by hand.

    Raises Failure("not-written") where that is impossible.
    """
    try:
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        by_hand = old.partition(f"{BY_HAND}\n")[2]
        partly = path.with_suffix(".partly")
        partly.write_text(document(report, command, by_hand), encoding="utf-8")
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
