"""Running the hearing bench: every clip of a corpus through a listener and the referee, in several processes."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import msgspec

from voicegames.bench.baselines import PocketSphinxListener, baseline_name
from voicegames.bench.clips import Clip, Kind, load_samples
from voicegames.bench.items import DIGITS
from voicegames.bench.listeners import EarListener, Listener
from voicegames.bench.scoring import Hearing, Outcome, score
from voicegames.doors.engines import Engine, language_of, open_recognizer
from voicegames.hearing.recognizer import Samples
from voicegames.hearing.vocabulary import Entry, Vocabulary
from voicegames.language import Language
from voicegames.settings import Settings
from voicegames.table.phrases import Phrases
from voicegames.table.referee import Referee

BASELINE = "baseline"
"""The name under which the baseline is asked for."""

_SEVEN_TO_NINE = {"seven": "S EH V AH N", "eight": "EY T", "nine": "N AY N"}


@dataclass(frozen=True)
class Bench:
    """What a process needs to hear clips: ``engine`` is an Engine's name, or BASELINE."""

    engine: str
    settings: Settings

    def listener(self) -> Listener:
        """Open the listener. Raises Failure where its engine is not there."""
        if self.engine == BASELINE:
            return PocketSphinxListener()
        recognizer = open_recognizer(Engine(self.engine), language_of(self.settings), self.settings)
        return EarListener(recognizer, self.settings.hearing)


class Desk:
    """A listener and a referee side by side."""

    def __init__(self, bench: Bench) -> None:
        language = language_of(bench.settings)
        self.listener = bench.listener()
        self._referee = Referee(language, bench.settings.referee)
        phrases = Phrases(language, 6)
        self._vocabularies = {Kind.DIGIT: one_to_nine(language), Kind.CHOICE: phrases.yes_no}
        self._answer = phrases.answer

    def outcome(self, clip: Clip, samples: Samples) -> Outcome:
        """Return how one clip is heard and ruled."""
        return score(clip, self.hear(samples, clip.kind), self._referee)

    def hear(self, samples: Samples, kind: Kind) -> Hearing:
        """Hear samples with the vocabulary of a kind of clip."""
        return self.listener.hear(samples, self._vocabularies.get(kind, self._answer))


def one_to_nine(language: Language) -> Vocabulary:
    """Return the vocabulary of the numbers one to nine, one at a time; the last three are in no game yet."""
    entries = tuple(
        Entry(word, (word,), (tuple(_SEVEN_TO_NINE[word].split()),)) if word in _SEVEN_TO_NINE else language.entry(word)
        for word in DIGITS
    )
    fillers = tuple(language.entry(word) for word in language.fillers)
    return Vocabulary(language.code, entries, tuple((word,) for word in DIGITS), fillers=fillers)


def run(bench: Bench, folder: Path, clips: Sequence[Clip], processes: int = 1) -> list[Outcome]:
    """Return the outcomes of the clips of a corpus, in their order.

    The baseline knows none of our settings, so what it made of a clip is kept in the folder and not heard again.
    """
    kept = folder / f"heard by {baseline_name()}.json" if bench.engine == BASELINE else None
    known: dict[str, Outcome] = {}
    if kept is not None and kept.exists():
        known = msgspec.json.decode(kept.read_bytes(), type=dict[str, Outcome])
    missing = [clip for clip in clips if clip.file not in known]
    # Every process opens its listener once, and all have some of each voice.
    work = [(bench, folder, part) for first in range(processes) if (part := missing[first::processes])]
    if len(work) <= 1:
        parts = [_heard(item) for item in work]
    else:
        with ProcessPoolExecutor(processes) as pool:
            parts = list(pool.map(_heard, work))
    known.update(pair for part in parts for pair in part)
    if kept is not None and missing:
        kept.write_bytes(msgspec.json.encode(known))
    return [known[clip.file] for clip in clips]


def _heard(work: tuple[Bench, Path, Sequence[Clip]]) -> list[tuple[str, Outcome]]:
    bench, folder, clips = work
    desk = Desk(bench)
    return [(clip.file, desk.outcome(clip, load_samples(folder, clip))) for clip in clips]
