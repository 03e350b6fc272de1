"""The report of the hearing bench: what was measured on which machine, as tables and as JSON."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from voicegames.bench.ambience import Ambience
from voicegames.bench.clips import Kind, Manner
from voicegames.bench.committed import counts_by_voice
from voicegames.bench.distortions import Condition
from voicegames.bench.footprint import Footprint
from voicegames.bench.human import HumanKind
from voicegames.bench.profile_bench import VoiceFigures
from voicegames.bench.profile_bench import tables as profile_tables
from voicegames.bench.scoring import Figures, Outcome, Share, figures, share
from voicegames.bench.stretches import Invented
from voicegames.bench.tables import NONE, Table, counted, median_and_p95, percent, times_fewer
from voicegames.bench.voices import Group, Split

Runs = Sequence[Sequence[Outcome]]
"""The outcomes of each run."""

Chosen = Callable[[Outcome], bool]
"""Which outcomes a row is about."""

TWENTY_DB = (Condition.WHITE_20, Condition.BABBLE_20)
_MIXES: dict[str, tuple[Condition, ...]] = {
    "clean": (Condition.CLEAN,),
    "20 dB white, babble": TWENTY_DB,
    "10 dB white": (Condition.WHITE_10,),
}


@dataclass(frozen=True)
class Report:
    """All that was measured.

    The clips of ``baseline`` are the first ones of each run of ``ours``; the rest may be missing.
    """

    machine: str
    date: str
    split: Split
    engine: str
    baseline_name: str
    ours: Runs
    baseline: Runs = ()
    footprint: Footprint | None = None
    stretches: dict[Ambience, Invented] = field(default_factory=dict)
    baseline_stretches: dict[Ambience, Invented] = field(default_factory=dict)
    people: dict[HumanKind, Share] = field(default_factory=dict)
    baseline_people: dict[HumanKind, Share] = field(default_factory=dict)
    profiles: Sequence[VoiceFigures] = ()

    @property
    def clips(self) -> int:
        """How many clips were heard in all runs."""
        return sum(len(run) for run in self.ours)


def chosen(runs: Runs, which: Chosen) -> list[list[Outcome]]:
    """Return the outcomes of each run that a row is about."""
    return [[outcome for outcome in run if which(outcome)] for run in runs]


def tables(report: Report) -> list[Table]:
    """Return every table for which there are figures."""
    found = [
        _conditions(report),
        _groups(report),
        _manners(report),
        _stutters(report),
        _unknowns(report),
        _begun(report),
    ]
    found += [_others(report), _cost(report), _stretches(report), _people(report)]
    found += profile_tables(report.profiles)
    return [table for table in found if table.rows]


def as_json(report: Report) -> dict[str, Any]:
    """Return the report as what JSON can hold: shares as their counts over all runs, times in milliseconds."""
    pooled = [outcome for run in report.ours for outcome in run]
    of_baseline = [outcome for run in report.baseline for outcome in run]

    def by_condition(outcomes: Sequence[Outcome]) -> dict[str, Any]:
        return {c.value: asdict(figures(o for o in outcomes if o.condition is c)) for c in _conditions_of(outcomes)}

    return {
        "machine": report.machine,
        "date": report.date,
        "split": report.split.value,
        "engine": report.engine,
        "runs": len(report.ours),
        "clips": report.clips,
        "conditions": by_condition(pooled),
        "groups": {g.value: asdict(figures(o for o in pooled if o.group is g)) for g in Group},
        "stutters": {k.value: asdict(share(_of(pooled, k), "disfluent")) for k in _kinds("stutter")},
        "accepted": {k.value: asdict(share(_of(pooled, k), "accepted")) for k in (*_kinds("oov"), *_kinds("noise"))},
        "begun": {k.value: asdict(share(_of(pooled, k), "begun")) for k in (*_kinds("oov"), *_kinds("noise"))},
        "voices": {
            voice: {name: asdict(count) for name, count in counts.items()}
            for voice, counts in counts_by_voice(pooled).items()
        },
        "footprint": asdict(report.footprint) if report.footprint else None,
        "play_cpu_percent": play_cpu_percent(pooled),
        "invented": {kind.value: asdict(value) for kind, value in report.stretches.items()},
        "people": {kind.value: asdict(value) for kind, value in report.people.items()},
        "profiles": [asdict(voice) for voice in report.profiles],
        "baseline": {"name": report.baseline_name, "conditions": by_condition(of_baseline)} if of_baseline else None,
    }


def play_cpu_percent(outcomes: Sequence[Outcome]) -> float:
    """Return the share of one core while clip follows clip: more speech in a minute than at a table."""
    total_s = sum(outcome.duration_s for outcome in outcomes)
    return 100 * sum(outcome.cpu_s for outcome in outcomes) / total_s if total_s else 0.0


def _conditions_of(outcomes: Sequence[Outcome]) -> list[Condition]:
    there = {outcome.condition for outcome in outcomes if outcome.kind is Kind.STATEMENT}
    return [condition for condition in Condition if condition in there]


def _kinds(family: str) -> list[Kind]:
    return [kind for kind in Kind if kind.family == family]


def _of(outcomes: Sequence[Outcome], kind: Kind) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.kind is kind]


def _answers_row(report: Report, name: str, which: Chosen) -> tuple[str, ...]:
    ours = [figures(run) for run in chosen(report.ours, which)]
    theirs = [figures(run) for run in chosen(report.baseline, which)]
    on_same = [run[: len(other)] for run, other in zip(report.ours, report.baseline, strict=False)]
    same = [figures(run) for run in chosen(on_same, which)]
    wrong = [[Share(f.exact.of - f.exact.count, f.exact.of) for f in side] for side in (theirs, same)]
    cells = (
        name,
        str(sum(f.exact.of for f in ours)),
        percent(f.exact for f in ours),
        percent(f.mistake for f in ours),
        percent(f.again for f in ours),
        percent(f.stutter for f in ours),
        median_and_p95(f.onset for f in ours),
        median_and_p95(f.provisional for f in ours),
        median_and_p95(f.final for f in ours),
    )
    if not theirs:
        return cells
    return (
        *cells,
        percent(f.exact for f in theirs),
        percent(f.mistake for f in theirs),
        median_and_p95(f.final for f in theirs),
        times_fewer(*wrong),
        times_fewer((f.mistake for f in theirs), (f.mistake for f in same)),
    )


def _answers_head(report: Report, first: str) -> tuple[str, ...]:
    head = (first, "answers", "exact %", "mistake %", "again %", "stutter %", "onset ms", "early ms", "final ms")
    if not report.baseline:
        return head
    return (*head, "PS exact %", "PS mistake %", "PS final ms", "PS/our inexact", "PS/our mistakes")


def _conditions(report: Report) -> Table:
    conditions = _conditions_of([outcome for run in report.ours for outcome in run])
    rows = [_answers_row(report, c.value, lambda o, c=c: o.condition is c) for c in conditions]  # type: ignore[misc]
    return Table("Correct answers by condition", _answers_head(report, "condition"), tuple(rows))


def _groups(report: Report) -> Table:
    rows = []
    for name, conditions in _MIXES.items():
        for group in Group:

            def which(o: Outcome, c: tuple[Condition, ...] = conditions, g: Group = group) -> bool:
                return o.condition in c and o.group is g

            rows.append(_answers_row(report, f"{group.value}, {name}", which))
    return Table("Correct answers by group of voices", _answers_head(report, "voices"), tuple(rows))


def _manners(report: Report) -> Table:
    rows = []
    for manner in Manner:

        def which(o: Outcome, m: Manner = manner) -> bool:
            return o.manner is m and o.condition is Condition.CLEAN

        rows.append(_answers_row(report, manner.value, which))
    rows = [row for row in rows if row[1] != "0"]
    return Table("Correct answers by how they were put together, clean", _answers_head(report, "manner"), tuple(rows))


def _by_mix(report: Report, title: str, kinds: Sequence[Kind], flag: str, *, baseline: bool) -> Table:
    rest = tuple(c for c in Condition if not any(c in mix for mix in _MIXES.values()))
    mixes = {**_MIXES, "all others": rest}
    with_baseline = baseline and bool(report.baseline)
    rows = []
    for kind in kinds:
        cells = []
        for conditions in mixes.values():

            def which(o: Outcome, k: Kind = kind, c: tuple[Condition, ...] = conditions) -> bool:
                return o.kind is k and o.condition in c

            cells.append(counted(share(run, flag) for run in chosen(report.ours, which)))
        if with_baseline:
            cells.append(
                counted(
                    share(run, flag)
                    for run in chosen(report.baseline, lambda o, k=kind: o.kind is k and o.condition is Condition.CLEAN)  # type: ignore[misc]
                )
            )
        if any(cell != NONE for cell in cells):
            rows.append((kind.value.partition(":")[2] or kind.value, *cells))
    head = ("kind", *(f"{name}, %" for name in mixes), *(["PS clean, %"] if with_baseline else []))
    return Table(title, head, tuple(rows))


def _stutters(report: Report) -> Table:
    # The baseline's grammar has no stutters: it can find none.
    return _by_mix(report, "Stutters found", _kinds("stutter"), "disfluent", baseline=False)


def _unknowns(report: Report) -> Table:
    kinds = [*_kinds("oov"), *_kinds("noise")]
    return _by_mix(report, "Accepted though it is no phrase of the game", kinds, "accepted", baseline=True)


def _begun(report: Report) -> Table:
    kinds = [*_kinds("oov"), *_kinds("noise")]
    return _by_mix(report, 'Taken for a mere "oh", after which an answer is waited for', kinds, "begun", baseline=True)


def _others(report: Report) -> Table:
    kinds = [Kind.CONTROL, Kind.DIGIT, Kind.CHOICE]
    return _by_mix(report, "Commands, numbers one to nine, yes and no: exact", kinds, "exact", baseline=True)


def _cost(report: Report) -> Table:
    rows = []
    if report.footprint is not None:
        rows += [
            ("ready to listen after the start, s", f"{report.footprint.ready_s:.2f}"),
            ("largest memory of the listener, MB", f"{report.footprint.memory_mb:.0f}"),
            ("one core while nobody speaks, %", f"{report.footprint.quiet_cpu_percent:.2f}"),
        ]
    ours = play_cpu_percent([outcome for run in report.ours for outcome in run])
    rows.append(("one core, clip after clip, %", f"{ours:.2f}"))
    if report.baseline:
        theirs = play_cpu_percent([outcome for run in report.baseline for outcome in run])
        rows.append(("the same, PocketSphinx, %", f"{theirs:.2f}"))
    return Table("What it costs", ("what", "figure"), tuple(rows))


def _stretches(report: Report) -> Table:
    rows = []
    for kind, value in report.stretches.items():
        theirs = report.baseline_stretches.get(kind)
        cells = (str(value.answers), str(value.beginnings), str(value.unknown), f"{value.cpu_percent:.2f}")
        rows.append((kind.value, f"{value.minutes:g}", *cells, str(theirs.answers) if theirs else NONE))
    head = ("sound", "minutes", "answers", 'mere "oh"', "refused", "one core, %", "PS answers")
    return Table("Invented where nobody answers", head, tuple(rows))


def _people(report: Report) -> Table:
    rows = [
        (kind.value, counted([value]), counted([report.baseline_people[kind]]) if report.baseline_people else NONE)
        for kind, value in report.people.items()
    ]
    return Table("Recorded words of people", ("words", "right, %", "PS, %"), tuple(rows))


def mix_figures(report: Report, conditions: Sequence[Condition]) -> list[Figures]:
    """Return the figures of each run in some conditions."""
    return [figures(run) for run in chosen(report.ours, lambda o: o.condition in conditions)]
