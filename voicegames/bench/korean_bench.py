"""The Korean part of the bench: the same clips through each engine and through Vosk with its own endpointing."""

import datetime
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from voicegames.bench.clips import Clip, Kind, load_samples
from voicegames.bench.document import machine
from voicegames.bench.korean_corpus import FULL, QUICK, write_korean_corpus
from voicegames.bench.korean_listeners import BASELINE, baseline_name, open_listener
from voicegames.bench.scoring import Outcome, ruled, score
from voicegames.bench.voices import Split
from voicegames.doors.engines import Engine
from voicegames.errors import Failure
from voicegames.events import Verdict
from voicegames.hearing.recognizer import SAMPLE_RATE
from voicegames.language import load_language
from voicegames.settings import Settings
from voicegames.table.phrases import Phrases
from voicegames.table.referee import Referee

LISTENERS = (Engine.PHONES.value, Engine.VOSK.value, Engine.BOTH.value, BASELINE)
_PLAYERS = 6
_DEADLINE_S = 120.0
_OTHER_ANSWERS = ("flamingo", "penguin", "green", "nought")


@dataclass(frozen=True, slots=True)
class Heard:
    """How a listener heard the clips: an outcome for each, and how each statement was ruled had it been wrong.

    ``ready_s`` is from the start of a process until it listens, ``memory_mb`` the most memory of that process.
    """

    outcomes: tuple[Outcome, ...]
    wrong_verdicts: tuple[Verdict, ...]
    ready_s: float
    memory_mb: float


@dataclass(frozen=True, slots=True)
class KoreanReport:
    """What was measured on which machine; ``heard`` by the listener's name, the baseline last."""

    machine: str
    date: str
    split: Split
    baseline: str
    clips: int
    heard: dict[str, Heard]


def measure_korean(
    settings: Settings, split: Split, *, quick: bool = False, listeners: Sequence[str] = LISTENERS
) -> KoreanReport:
    """Make the corpus, let every listener hear it, and return the report.

    Raises Failure where eSpeak NG or the Korean model is missing.
    """
    korean = replace(settings, language="ko")
    language = load_language("ko")
    vocabulary = Phrases(language, _PLAYERS).answer
    referee = Referee(language, korean.referee)
    opened = {engine: open_listener(engine, language, korean, vocabulary) for engine in listeners}
    heard: dict[str, Heard] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        clips = write_korean_corpus(folder, split, QUICK if quick else FULL)
        for engine, listener in opened.items():
            outcomes: list[Outcome] = []
            wrong: list[Verdict] = []
            for clip in clips:
                hearing = listener.hear(load_samples(folder, clip), vocabulary)
                outcomes.append(score(clip, hearing, referee))
                if clip.kind is Kind.STATEMENT:
                    finals = [telling.utterance for telling in hearing.finals]
                    wrong.append(ruled(referee, finals, wrong_answer(clip, referee)).verdict)
            heard[engine] = Heard(tuple(outcomes), tuple(wrong), *_footprint(engine))
    today = datetime.date.today().isoformat()
    return KoreanReport(machine(), today, split, baseline_name(), len(clips), heard)


def wrong_answer(clip: Clip, referee: Referee) -> tuple[str, ...]:
    """Return a right answer, in meanings, to which what is said in the clip would be wrong by its last word."""
    said = referee.language.meanings(clip.words)
    return (*said[:-1], next(word for word in _OTHER_ANSWERS if word != said[-1]))


def _footprint(engine: str) -> tuple[float, float]:
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "voicegames.bench.korean_bench", engine, str(time.time())]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=_DEADLINE_S, check=True)
        ready_s, memory_mb = json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError, TypeError) as error:
        raise Failure("no-figures", f"The memory of {engine} can't be measured: {error}.") from error
    return float(ready_s), float(memory_mb)


def _measured(engine: str, started_s: float) -> tuple[float, float]:
    language, settings = load_language("ko"), Settings(language="ko")
    vocabulary = Phrases(language, _PLAYERS).answer
    listener = open_listener(engine, language, settings, vocabulary)
    ready_s = time.time() - started_s
    # Some seconds of loud sound, for the memory that it needs.
    noise = np.random.default_rng(0).normal(0, 0.001, 5 * SAMPLE_RATE)
    noise[2 * SAMPLE_RATE : 4 * SAMPLE_RATE] += np.sign(np.sin(np.arange(2 * SAMPLE_RATE) * 0.05)) * 0.1
    listener.hear(noise.astype(np.float32), vocabulary)
    return ready_s, _largest_memory_mb()


def _largest_memory_mb() -> float:
    status = Path("/proc/self/status")
    if status.exists():
        # Of this program alone; what getrusage tells there has that of the process that started it in it.
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return kilobytes / 1024


if __name__ == "__main__":
    print(json.dumps(_measured(sys.argv[1], float(sys.argv[2]))))
