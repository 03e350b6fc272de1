"""What the hearing was to reach, beside what it reached on the bench."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from voicegames.bench.ambience import Ambience
from voicegames.bench.clips import Kind
from voicegames.bench.distortions import Condition
from voicegames.bench.human import HumanKind
from voicegames.bench.report import TWENTY_DB, Report, chosen, mix_figures, play_cpu_percent
from voicegames.bench.scoring import Figures, Share, Spread, share
from voicegames.bench.tables import NONE, Table, percent_of

_CLEAN = (Condition.CLEAN,)
_WHITE_10 = (Condition.WHITE_10,)


@dataclass(frozen=True, slots=True)
class _Goal:
    """A target; ``at_least`` says on which side of it the good figures lie."""

    value: float
    at_least: bool = False

    def cell(self) -> str:
        return f"{'≥' if self.at_least else '≤'} {self.value:g}"

    def reached(self, value: float | None) -> str:
        if value is None:
            return NONE
        is_met = value >= self.value if self.at_least else value <= self.value
        return f"{value:.3g}" + ("" if is_met else " ✗")


_Row = tuple[str, ...]
_Goals = tuple[_Goal | None, _Goal | None, _Goal | None]


def targets(report: Report) -> Table:
    """Return the table of targets: medians of the runs; ✗ marks what is not reached."""
    rows: list[_Row] = []
    for name, goals, flag in (
        ("statements exactly right, %", (98, 94, 88), "exact"),
        ("correct answers ruled a mistake, %", (0.5, 1.5, 4), "mistake"),
        ("correct answers asked again, %", (2, 6, 12), "again"),
        ("correct answers called a stutter, %", (0.5, 1.5, None), "stutter"),
    ):
        wanted = tuple(None if goal is None else _Goal(goal, flag == "exact") for goal in goals)
        rows.append(_row(name, wanted, [_percent(_of(report, c), flag) for c in _mixes()]))
    for kind, goal in (
        (Kind.STUTTER_WORD, 97),
        (Kind.STUTTER_SYLLABLE, 95),
        (Kind.STUTTER_CONSONANT, 80),
        (Kind.STUTTER_FILLER, 95),
    ):
        name = f"stutters found: {kind.value.partition(':')[2]}, %"
        rows.append(_row(name, (_Goal(goal, True), None, None), _flags(report, (kind,), "disfluent")))
    for name, kinds, most in (
        ("accepted: sentences and far words, %", (Kind.OOV_SENTENCE, Kind.OOV_FAR), 0.5),
        ("accepted: near words, %", (Kind.OOV_NEAR,), 10),
        ("accepted: noises, %", tuple(kind for kind in Kind if kind.family == "noise"), 1),
    ):
        rows.append(_row(name, (_Goal(most), _Goal(most), None), _flags(report, kinds, "accepted")))
    for name, times, of, part in (
        ("onset error, median, ms", (10, 20, None), "onset", "median_ms"),
        ("onset error, 95th percentile, ms", (40, 100, None), "onset", "p95_ms"),
        ("early ruling after the end, median, ms", (150, None, None), "provisional", "median_ms"),
        ("early ruling after the end, 95th percentile, ms", (250, None, None), "provisional", "p95_ms"),
        ("final ruling after the end, 95th percentile, ms", (550, None, None), "final", "p95_ms"),
    ):
        wanted = tuple(None if time is None else _Goal(time) for time in times)
        rows.append(_row(name, wanted, [_time(_of(report, c), of, part) for c in _mixes()]))
    rows += [
        row for name, goal, value in _single(report) if (row := _row(name, (goal, None, None), [value, *[None] * 3]))
    ]
    head = ("", "clean: wanted", "reached", "20 dB: wanted", "white", "babble", "10 dB: wanted", "white")
    return Table("Targets", head, tuple(rows))


def _mixes() -> list[Sequence[Condition]]:
    return [_CLEAN, *((condition,) for condition in TWENTY_DB), _WHITE_10]


def _row(name: str, goals: Sequence[_Goal | None], values: Sequence[float | None]) -> _Row:
    """The row; ``values`` are those of clean, white 20, babble 20 and white 10."""
    wanted = [NONE if goal is None else goal.cell() for goal in goals]
    clean, white_20, babble_20, white_10 = (
        (goals[place] or _Goal(float("inf"))).reached(value) for place, value in zip((0, 1, 1, 2), values, strict=True)
    )
    return name, wanted[0], clean, wanted[1], white_20, babble_20, wanted[2], white_10


def _of(report: Report, conditions: Sequence[Condition]) -> list[Figures]:
    return mix_figures(report, conditions)


def _percent(runs: Sequence[Figures], flag: str) -> float | None:
    return percent_of(getattr(run, flag) for run in runs)


def _flags(report: Report, kinds: Sequence[Kind], flag: str) -> list[float | None]:
    return [
        percent_of(share(run, flag) for run in chosen(report.ours, lambda o, c=c: o.kind in kinds and o.condition in c))  # type: ignore[misc]
        for c in _mixes()
    ]


def _time(runs: Sequence[Figures], of: str, part: str) -> float | None:
    spreads: list[Spread] = [spread for run in runs if (spread := getattr(run, of)) is not None]
    return statistics.median(getattr(spread, part) for spread in spreads) if spreads else None


def _single(report: Report) -> list[tuple[str, _Goal, float | None]]:
    foot = report.footprint
    rows: list[tuple[str, _Goal, float | None]] = [
        ("one core while nobody speaks, %", _Goal(3), foot.quiet_cpu_percent if foot else None),
        ("one core in play, %", _Goal(20), play_cpu_percent([o for run in report.ours for o in run])),
        ("memory, MB", _Goal(200), foot.memory_mb if foot else None),
        ("ready after, s", _Goal(1.5), foot.ready_s if foot else None),
    ]
    for kind in Ambience:
        if kind in report.stretches:
            value = report.stretches[kind]
            name = f"invented in {value.minutes:g} minutes of {kind.value}"
            rows.append((name, _Goal(0), float(value.answers + value.beginnings)))
    wanted = {
        HumanKind.GAME_WORDS: 97.0,
        HumanKind.OTHER_WORDS: 95.0,
        HumanKind.NUMBERS: 95.0,
        HumanKind.NARROW_NUMBERS: 88.0,
    }
    for human, goal in wanted.items():
        heard = report.people.get(human, Share(0, 0))
        if heard.of:
            rows.append((f"people: {human.value}, %", _Goal(goal, True), heard.percent))
    return rows
