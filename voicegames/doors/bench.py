"""``bench rules`` and ``bench hearing``: figures that anyone can repeat on their machine."""

import datetime
import json
import random
import statistics
import sys
import tempfile
import time
import zlib
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from voicegames.bench import baselines, document
from voicegames.bench.ambience import Ambience
from voicegames.bench.clips import Clip, load_corpus
from voicegames.bench.committed import clearly_worse, counts_by_voice, read_committed
from voicegames.bench.corpus import installed_voices, left_out, make_corpus
from voicegames.bench.footprint import footprint
from voicegames.bench.hearing_bench import BASELINE, Bench, Desk, run
from voicegames.bench.human import hear_people, human_clips
from voicegames.bench.layings import bench_layings, layings_table
from voicegames.bench.plan import Size
from voicegames.bench.profile_bench import measure as measure_profiles
from voicegames.bench.report import Report, as_json
from voicegames.bench.stretches import invented
from voicegames.bench.voices import Split, voices_of
from voicegames.errors import Failure
from voicegames.games.dodelido import Phase, deal
from voicegames.settings import Settings


@dataclass(frozen=True, slots=True)
class RulesFigures:
    """Random games of Dodelido: medians over the runs."""

    games: int
    runs: int
    flips_per_second: float
    flips_per_game: float


@dataclass(frozen=True, slots=True)
class HearingRequest:
    """What ``bench hearing`` is to do.

    ``corpora`` are folders that make_corpus filled; without any a corpus is made and thrown away. ``clips`` are taken
    of each by chance, or all, and heard in ``runs`` parts that have none in common. The baseline hears
    ``baseline_clips`` of the first run, or all of all runs; 0 leaves it out.
    ``minutes`` is the length of each sound in which nobody answers, 0 for none. ``people`` is a folder of recordings.
    ``profiles`` answers of each voice are heard before and after a sound check, 0 for none.
    ``write`` is the document to write, ``against`` a file of earlier figures that must not be fallen below.
    """

    engine: str
    split: Split = Split.REPORTING
    quick: bool = False
    corpora: tuple[Path, ...] = ()
    clips: int | None = None
    runs: int = 1
    baseline_clips: int | None = None
    minutes: float = 0.0
    people: Path | None = None
    processes: int = 1
    as_json: bool = False
    write: Path | None = None
    against: Path | None = None
    profiles: int = 0


def bench_rules(runs: int = 5, games: int = 20) -> RulesFigures:
    """Play random games with three players and 5 % mistakes, several times over."""
    speeds, lengths = [], []
    for number in range(runs):
        rng, flips, started_s = random.Random(number), 0, time.perf_counter()
        for _ in range(games):
            state = deal(3, rng)
            while not state.is_over:
                if state.phase is Phase.FLIP:
                    state, flips = state.flip(), flips + 1
                elif state.phase is Phase.CROCODILE:
                    state = state.crocodile(rng.randrange(3))
                else:
                    _ = state.expected
                    state = state.mistake() if rng.random() < 0.05 else state.answer_right()
        speeds.append(flips / (time.perf_counter() - started_s))
        lengths.append(flips / games)
    return RulesFigures(games, runs, statistics.median(speeds), statistics.median(lengths))


def bench_hearing(settings: Settings, request: HearingRequest, command: str) -> int:
    """Measure, print, write and compare as requested; returns the exit status: 1 where figures fell clearly.

    ``command`` is the command line, for the document. Raises Failure where a corpus, an engine or a voice is missing.
    """
    report = measure(settings, request)
    if request.as_json:
        print(json.dumps(as_json(report), indent=1, default=str))
    else:
        print(document.text(report))
    if request.write is not None:
        document.write_document(request.write, report, command)
    if request.against is None:
        return 0
    now = counts_by_voice(outcome for one in report.ours for outcome in one)
    worse = clearly_worse(now, read_committed(request.against))
    for sentence in worse:
        print(f"Clearly worse than committed: {sentence}", file=sys.stderr)
    return int(bool(worse))


def measure(settings: Settings, request: HearingRequest) -> Report:
    """Hear everything and return the report."""
    bench = Bench(request.engine, settings)
    other = Bench(BASELINE, settings) if request.baseline_clips != 0 and settings.language == "en" else None
    if other is not None and not baselines.is_there():
        print("Left out: the baseline, as PocketSphinx is not installed (pip install pocketsphinx).", file=sys.stderr)
        other = None
    with ExitStack() as stack:
        corpora = [(folder, _clips(folder, request.split)) for folder in request.corpora] or [_made(request, stack)]
        parts = [(folder, part) for folder, clips in corpora for part in parted(clips, request.clips, request.runs)]
        ours = [run(bench, folder, part, request.processes) for folder, part in parts]
        both = parts if request.baseline_clips is None else [(parts[0][0], parts[0][1][: request.baseline_clips])]
        theirs = [run(other, folder, part, request.processes) for folder, part in both] if other else []
        folder, clips = corpora[0]
        of_voices = (
            measure_profiles(settings, folder, clips, request.split, request.profiles) if request.profiles else []
        )
    report = Report(
        machine=document.machine(),
        date=datetime.date.today().isoformat(),
        split=request.split,
        engine=Desk(bench).listener.name,
        baseline_name=baselines.baseline_name() if other else "",
        ours=ours,
        baseline=theirs,
        footprint=None if request.quick else footprint(request.engine),
        profiles=of_voices,
    )
    if request.minutes:
        voices = installed_voices(request.split, Size.QUICK)
        desk = Desk(bench)
        report = replace(report, stretches={k: invented(desk, k, request.minutes, voices) for k in Ambience})
        if other:
            desk = Desk(other)
            report = replace(
                report, baseline_stretches={k: invented(desk, k, request.minutes, voices) for k in Ambience}
            )
    if request.people is not None:
        people = human_clips(request.people)
        report = replace(report, people=hear_people(Desk(bench), people))
        if other:
            report = replace(report, baseline_people=hear_people(Desk(other), people))
    return report


def _clips(folder: Path, split: Split) -> list[Clip]:
    """The clips of a corpus by voices of the split; a voice that has changed sides since is left out."""
    names = {voice.name for voice in voices_of(split)}
    clips = [c for c in load_corpus(folder) if c.split is split and (c.voice in names or c.group is None)]
    if not clips:
        raise Failure("no-corpus", f"The corpus in {folder} has no clip of the {split} voices: choose another --split.")
    return clips


def parted(clips: list[Clip], most: int | None, count: int) -> list[list[Clip]]:
    """Return at most so many of the clips in ``count`` parts, by chance that is the same each time."""
    mixed = sorted(clips, key=lambda clip: zlib.crc32(clip.file.encode()))[:most]
    size = -(-len(mixed) // count)
    return [mixed[start : start + size] for start in range(0, len(mixed), size)]


def _made(request: HearingRequest, stack: ExitStack) -> tuple[Path, list[Clip]]:
    size = Size.QUICK if request.quick else Size.FULL
    for line in left_out(request.split, size):
        print(line, file=sys.stderr)
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    return folder, make_corpus(request.split, folder, size=size, processes=request.processes)


def bench_korean(settings: Settings, request: HearingRequest, command: str) -> int:
    """Measure the Korean part, print it, and write it as requested; returns the exit status 0.

    With another engine than "auto" only that one and the baseline listen. Raises Failure as ``measure_korean``.
    """
    # Not at the top: it needs Vosk.
    from voicegames.bench import korean_report
    from voicegames.bench.korean_bench import LISTENERS, measure_korean
    from voicegames.bench.korean_listeners import BASELINE

    chosen = [name for name in LISTENERS if request.engine in ("auto", name) or name == BASELINE]
    if request.baseline_clips == 0:
        chosen.remove(BASELINE)
    report = measure_korean(settings, request.split, quick=request.quick, listeners=chosen)
    if request.as_json:
        print(json.dumps(korean_report.as_json(report), ensure_ascii=False, indent=1))
    else:
        print(korean_report.text(report))
    if request.write is not None:
        korean_report.write_section(request.write, report, command)
    return 0


def rules_report(*, quick: bool, as_json: bool) -> str:
    """Play random games of Dodelido and find layings of Domitrio; return the figures for a person or as one line."""
    games = bench_rules(runs=3 if quick else 5)
    found = bench_layings(positions=5, runs=3) if quick else bench_layings()
    if as_json:
        told = [_rounded(asdict(figures)) for figures in found]
        return json.dumps({**_rounded(asdict(games)), "layings": told})
    return "\n".join(
        (
            f"Dodelido rules: {games.flips_per_second:,.0f} cards a second, {games.flips_per_game:.0f} cards a game "
            f"(three players, 5 % mistakes; medians of {games.runs} runs of {games.games} games)",
            "",
            "Domitrio rules: the layings of a rack of five after a roll; times are CPU time for one position",
            layings_table(found),
        )
    )


def _rounded(figures: dict[str, Any]) -> dict[str, Any]:
    return {key: round(value, 3) if isinstance(value, float) else value for key, value in figures.items()}
