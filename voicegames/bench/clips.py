"""A clip of the corpus: what is known of it, and its line in the manifest."""

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from voicegames.bench.distortions import Condition
from voicegames.bench.stutters import Stutter
from voicegames.bench.voices import Group, Split
from voicegames.errors import Failure
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

MANIFEST = "manifest.jsonl"


class Kind(StrEnum):
    """What a clip holds; the part before the colon is its family."""

    STATEMENT = "statement"
    CONTROL = "control"
    DIGIT = "digit"
    CHOICE = "yes/no"
    STUTTER_WORD = "stutter:word"
    STUTTER_SYLLABLE = "stutter:syllable"
    STUTTER_CONSONANT = "stutter:consonant"
    STUTTER_FILLER = "stutter:filler"
    STUTTER_PROLONGED = "stutter:prolonged"
    STUTTER_CORRECTION = "stutter:correction"
    OOV_NEAR = "oov:near"
    OOV_FAR = "oov:far"
    OOV_SENTENCE = "oov:sentence"
    NOISE_LAUGHTER = "noise:laughter"
    NOISE_COUGH = "noise:cough"
    NOISE_KNOCK = "noise:knock"
    NOISE_CLAPS = "noise:claps"
    NOISE_MUSIC = "noise:music"
    NOISE_TALKERS = "noise:talkers"
    NOISE_SILENCE = "noise:silence"
    NOISE_FAN = "noise:fan"

    @property
    def family(self) -> str:
        """What it is in one word: "statement", "stutter", "oov", "noise" and so on."""
        return self.value.partition(":")[0]

    @property
    def stutter(self) -> Stutter | None:
        """The stutter in it."""
        return Stutter(self.value.partition(":")[2]) if self.family == "stutter" else None


class Manner(StrEnum):
    """How the words were put together."""

    SPLICED = "spliced"
    ONE_BREATH = "one breath"
    COMMAS = "commas"
    PAUSED = "paused"
    SPELLED = "spelled"
    NOISE = "noise"


@dataclass(frozen=True, slots=True)
class Clip:
    """One clip and its truth.

    ``words`` are the words that should be heard, without stutters; () for speech outside the vocabulary and noise.
    ``text`` is a caption of all that is said. Times are in seconds from the first sample, taken from the clean sound
    without breath: ``onset_s`` and ``end_s`` of the whole, ``disfluent_s`` the begin and the end of the stutter where
    it was put in (None in what a synthesiser spoke as a whole). ``pause_s`` is the longest gap between two words, None
    where it is unknown. ``snr_db`` is the distance to the noise, ``distance_m`` that to the microphone.
    """

    file: str
    split: Split
    voice: str
    base: str
    group: Group | None
    condition: Condition
    kind: Kind
    manner: Manner
    words: tuple[str, ...]
    text: str
    onset_s: float
    end_s: float
    duration_s: float
    disfluency: Stutter | None = None
    disfluent_s: tuple[float, float] | None = None
    pause_s: float | None = None
    snr_db: float | None = None
    distance_m: float = 0.7


def to_line(clip: Clip) -> str:
    """Return the clip as a line of the manifest."""
    return json.dumps(asdict(clip), ensure_ascii=False)


def from_line(line: str) -> Clip:
    """Return the clip of a line of the manifest; ValueError, KeyError or TypeError where it is none."""
    fields: dict[str, Any] = json.loads(line)
    fields["split"] = Split(fields["split"])
    fields["group"] = Group(fields["group"]) if fields["group"] is not None else None
    fields["condition"] = Condition(fields["condition"])
    fields["kind"] = Kind(fields["kind"])
    fields["manner"] = Manner(fields["manner"])
    fields["words"] = tuple(fields["words"])
    fields["disfluency"] = Stutter(fields["disfluency"]) if fields["disfluency"] is not None else None
    fields["disfluent_s"] = tuple(fields["disfluent_s"]) if fields["disfluent_s"] is not None else None
    return Clip(**fields)


def load_corpus(folder: Path) -> list[Clip]:
    """Return the clips of a folder that ``make_corpus`` filled. Raises Failure("no-corpus") where there are none."""
    try:
        lines = (folder / MANIFEST).read_text(encoding="utf-8").splitlines()
        return [from_line(line) for line in lines]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Failure(
            "no-corpus", f"There is no whole corpus in {folder} ({error}): make one with scripts/make_corpus."
        ) from error


def load_samples(folder: Path, clip: Clip) -> Samples:
    """Return the sound of a clip. Raises Failure("no-corpus") where its file can't be read."""
    try:
        samples, rate = soundfile.read(folder / clip.file, dtype="float32")
    except (OSError, soundfile.SoundFileError) as error:
        raise Failure("no-corpus", f"The clip {clip.file} can't be read: make the corpus again.") from error
    if rate != SAMPLE_RATE:
        raise Failure("no-corpus", f"The clip {clip.file} is not at 16 kHz: make the corpus again.")
    return np.asarray(samples, np.float32)


def as_written(samples: Samples) -> Samples:
    """Return the samples as 16 bits hold them, so that a clip is the same from memory and from its file."""
    return np.asarray(np.clip(np.round(samples * 32768.0), -32768, 32767) / 32768.0, np.float32)
