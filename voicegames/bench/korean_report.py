"""The Korean part of the report: one table, as JSON, and as a section of ``docs/hearing.md`` that is kept."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from voicegames.bench.clips import Kind
from voicegames.bench.document import KOREAN, rewrite, with_korean
from voicegames.bench.korean_bench import KoreanReport
from voicegames.bench.korean_corpus import CONDITIONS, OTHER_SPEECH, STUTTERS
from voicegames.bench.korean_listeners import BASELINE
from voicegames.bench.report import play_cpu_percent
from voicegames.bench.scoring import Outcome, Share, Spread, share, spread, verdicts
from voicegames.bench.tables import NONE, Table, counted, median_and_p95, times_fewer
from voicegames.events import Verdict

_EXPLANATION = """\
Vosk's small Korean model is the only one at hand, so that Vosk, both engines together, and Vosk with a grammar and its
own endpointing are measured in Korean. All voices are variants of eSpeak NG, which that model understands badly: the
figures tell how the engines compare on the same sound, not how well they hear people. *exact*: all words and no more;
equal names of one thing are told apart here, and count alike for the referee. *ruled a mistake*: correct answers that
would cost cards. *let through*: the same answers ruled right at cards where another word would have been right. The
last columns: how many times as many errors (for *exact* and stutters: those not heard), milliseconds, percent or
megabytes as the engine the baseline has; "> 5" stands where the engine has none and the baseline five."""

_Value = Share | Spread | float | None


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of every listener, in their order. ``errors`` are what the ratios are made of, for shares."""

    name: str
    values: tuple[_Value, ...]
    errors: tuple[Share, ...] = ()


def rows(report: KoreanReport) -> list[Row]:
    """Return the rows of the table."""
    heard = list(report.heard.values())

    def of(which: Callable[[Outcome], bool]) -> list[list[Outcome]]:
        return [[outcome for outcome in one.outcomes if which(outcome)] for one in heard]

    answers = of(lambda o: o.kind is Kind.STATEMENT)
    found: list[Row] = []
    for name, counts in (
        ("correct answers exact", _exact),
        ("correct answers ruled a mistake", _mistakes),
        ("correct answers asked again", _again),
    ):
        for condition in CONDITIONS:
            part = tuple(counts([o for o in one if o.condition is condition]) for one in answers)
            found.append(_row(f"{name}, {condition.value}, %", part, is_error=counts is not _exact))
    found.append(_row("correct answers called a stutter, %", tuple(share(one, "disfluent") for one in answers)))
    wrong = tuple(Share(sum(v is Verdict.RIGHT for v in one.wrong_verdicts), len(one.wrong_verdicts)) for one in heard)
    found.append(_row("wrong answers let through, %", wrong))
    for kind in STUTTERS:
        part = tuple(share(one, "disfluent") for one in of(lambda o, k=kind: o.kind is k))  # type: ignore[misc]
        found.append(_row(f"stutters found: {kind.value.partition(':')[2]}, %", part, is_error=False))
    for kind in OTHER_SPEECH:
        part = tuple(map(_accepted, of(lambda o, k=kind: o.kind is k)))  # type: ignore[misc]
        found.append(_row(f"other speech accepted: {kind.value.partition(':')[2]}, %", part))
    found += [
        Row("early ruling after the end, ms", tuple(spread(o.provisional_lag_s for o in one) for one in answers)),
        Row("final ruling after the end, ms", tuple(spread(o.final_lag_s for o in one) for one in answers)),
        Row("one core, clip after clip, %", tuple(play_cpu_percent(one.outcomes) for one in heard)),
        Row("ready to listen after the start, s", tuple(one.ready_s for one in heard)),
        Row("largest memory, MB", tuple(one.memory_mb for one in heard)),
    ]
    return [row for row in found if any(not isinstance(v, Share) or v.of for v in row.values)]


def table(report: KoreanReport) -> Table:
    """Return the table; ratios to the baseline where it was heard."""
    names = list(report.heard)
    ours = [name for name in names if name != BASELINE] if BASELINE in names else []
    head = ("Korean", *names, *(f"{BASELINE} / {name}" for name in ours))
    lines = []
    for row in rows(report):
        cells = [_cell(value) for value in row.values]
        ratios = [_ratio(row, names.index(name), names.index(BASELINE)) for name in ours]
        lines.append((row.name, *cells, *ratios))
    return Table(f"{report.split.value} voices, {report.clips} clips", head, tuple(lines))


def as_json(report: KoreanReport) -> dict[str, Any]:
    """Return the report as what JSON can hold: shares as their counts, times in milliseconds."""
    return {
        "machine": report.machine,
        "date": report.date,
        "split": report.split.value,
        "baseline": report.baseline,
        "clips": report.clips,
        "figures": {row.name: dict(zip(report.heard, map(_plain, row.values), strict=True)) for row in rows(report)},
    }


def section(report: KoreanReport, command: str) -> str:
    """Return the section of the document; ``command`` is the command line that made it."""
    about = f"Made by `{command}` on {report.date}, {report.machine}; baseline: {report.baseline}."
    lines = table(report).markdown().partition("\n")[2].strip()
    return f"{KOREAN}\n\n{about}\n{_EXPLANATION}\n\n{table(report).title}:\n\n{lines}\n"


def text(report: KoreanReport) -> str:
    """Return the table for a terminal."""
    return table(report).text()


def write_section(path: Path, report: KoreanReport, command: str) -> None:
    """Put the section into the document, in place of the old one. Raises Failure("not-written")."""
    rewrite(path, lambda old: with_korean(old, section(report, command)))


def _exact(outcomes: list[Outcome]) -> Share:
    return share(outcomes, "exact")


def _mistakes(outcomes: list[Outcome]) -> Share:
    return verdicts(outcomes, Verdict.MISTAKE)


def _again(outcomes: list[Outcome]) -> Share:
    return verdicts(outcomes, Verdict.AGAIN)


def _accepted(outcomes: list[Outcome]) -> Share:
    return Share(sum(outcome.accepted or outcome.begun for outcome in outcomes), len(outcomes))


def _row(name: str, part: tuple[Share, ...], *, is_error: bool = True) -> Row:
    return Row(name, part, part if is_error else tuple(Share(one.of - one.count, one.of) for one in part))


def _cell(value: _Value) -> str:
    match value:
        case Share():
            return counted([value])
        case Spread():
            return median_and_p95([value])
        case None:
            return NONE
        case _:
            return f"{value:.3g}"


def _ratio(row: Row, own: int, baseline: int) -> str:
    if row.errors:
        return times_fewer([row.errors[baseline]], [row.errors[own]])
    one, other = row.values[own], row.values[baseline]
    if isinstance(one, Spread) and isinstance(other, Spread):
        return f"{other.median_ms / one.median_ms:.1f}"
    return f"{other / one:.1f}" if isinstance(one, float) and isinstance(other, float) and one else NONE


def _plain(value: _Value) -> Any:
    return asdict(value) if isinstance(value, Share | Spread) else value
