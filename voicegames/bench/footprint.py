"""What listening costs: time to be ready, memory, and the processor while nobody speaks; in a process of its own."""

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from voicegames.bench import noises
from voicegames.bench.distortions import FLOOR_DBFS
from voicegames.doors.engines import Engine, language_of, open_recognizer
from voicegames.errors import Failure
from voicegames.hearing.ear import Ear
from voicegames.hearing.feed import Feed
from voicegames.hearing.recognizer import SAMPLE_RATE
from voicegames.settings import load_settings
from voicegames.table.phrases import Phrases

_QUIET_S = 30.0
_PLAYERS = 6
_DEADLINE_S = 120.0


@dataclass(frozen=True, slots=True)
class Footprint:
    """Seconds from the start of the process until it listens, its largest memory in MB, percent of one core."""

    ready_s: float
    memory_mb: float
    quiet_cpu_percent: float


def footprint(engine: str, runs: int = 3) -> Footprint:
    """Return the medians of some runs, with the family's settings. Raises Failure("no-figures") where one fails."""
    taken = [_run(engine) for _ in range(runs)]
    return Footprint(*(statistics.median(asdict(one)[name] for one in taken) for name in Footprint.__slots__))


def _run(engine: str) -> Footprint:
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "voicegames.bench.footprint", engine, str(time.time())]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=_DEADLINE_S, check=True)
        return Footprint(**json.loads(done.stdout))
    except (subprocess.SubprocessError, ValueError, TypeError) as error:
        raise Failure("no-figures", f"The time to be ready can't be measured: {error}.") from error


def _measure(engine: str, started_s: float) -> Footprint:
    settings = load_settings()
    language = language_of(settings)
    recognizer = open_recognizer(Engine(engine), language, settings)
    for vocabulary in Phrases(language, _PLAYERS).all():
        recognizer.prepare(vocabulary)
    feed = Feed()
    ear = Ear(feed, recognizer, settings.hearing)
    ear.vocabulary = Phrases(language, _PLAYERS).answer
    ready_s = time.time() - started_s
    rng = np.random.default_rng(0)
    feed.push(noises.pink(round(_QUIET_S * SAMPLE_RATE), rng) * np.float32(10 ** (FLOOR_DBFS / 20)))
    before_s = time.process_time()
    while ear.step() is not None:
        pass
    quiet_s = time.process_time() - before_s
    # A long utterance, for the memory that it needs.
    recognizer.recognize(noises.white(4 * SAMPLE_RATE, rng) * np.float32(0.05), ear.vocabulary)
    return Footprint(ready_s, _largest_mb(), 100 * quiet_s / _QUIET_S)


def _largest_mb() -> float:
    """The largest memory of this process. On Linux the system's own counter begins with that of the parent process."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return kilobytes / 1024


if __name__ == "__main__":
    print(json.dumps(asdict(_measure(sys.argv[1], float(sys.argv[2])))))
