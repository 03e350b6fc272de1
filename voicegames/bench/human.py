"""Words of people who were recorded elsewhere: for reporting only, and never part of this project's files."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np
import soundfile
import soxr

from voicegames.bench import noises
from voicegames.bench.clips import Kind
from voicegames.bench.distortions import FLOOR_DBFS
from voicegames.bench.hearing_bench import Desk
from voicegames.bench.items import ANSWERS, DIGITS
from voicegames.bench.scoring import Share
from voicegames.errors import Failure
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

_WIDEBAND_HZ = 16_000
_QUIET_S = 1.0
_WORDS = (*ANSWERS, "crocodile")


class HumanKind(StrEnum):
    """The groups of recordings that are reported apart."""

    GAME_WORDS = "game words, wideband"
    OTHER_WORDS = "other words, wideband, refused"
    NUMBERS = "one to nine, wideband"
    NARROW_NUMBERS = "one to nine, 8 kHz"


@dataclass(frozen=True, slots=True)
class HumanClip:
    """A recorded word; ``native_rate_hz`` is the rate at which it was recorded."""

    path: Path
    word: str
    native_rate_hz: int


def human_clips(folder: Path) -> list[HumanClip]:
    """Return the recordings of a folder with a manifest.tsv (file, word, native_rate_hz) and the files in "human".

    Raises Failure("no-people") where there is none.
    """
    try:
        with (folder / "manifest.tsv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
        return [HumanClip(folder / "human" / row["file"], row["word"], int(row["native_rate_hz"])) for row in rows]
    except (OSError, KeyError, ValueError) as error:
        raise Failure("no-people", f"There are no recordings with a manifest in {folder}: {error}.") from error


def hear_people(desk: Desk, clips: list[HumanClip]) -> dict[HumanKind, Share]:
    """Return how many were heard as their word, or refused where theirs is no word of the game."""
    shares = dict.fromkeys(HumanKind, Share(0, 0))
    for clip in clips:
        samples = _with_quiet(_read(clip.path))
        for kind in _kinds(clip):
            counted = Kind.DIGIT if kind in (HumanKind.NUMBERS, HumanKind.NARROW_NUMBERS) else Kind.STATEMENT
            finals = [telling.utterance for telling in desk.hear(samples, counted).finals]
            words = tuple(word for utterance in finals for word in utterance.plain_words)
            if kind is HumanKind.OTHER_WORDS:
                is_right = not any(utterance.is_known for utterance in finals)
            else:
                is_right = words == (clip.word,) and all(utterance.is_known for utterance in finals)
            shares[kind] += Share(int(is_right), 1)
    return shares


def _kinds(clip: HumanClip) -> Iterator[HumanKind]:
    is_wide = clip.native_rate_hz >= _WIDEBAND_HZ
    if clip.word in DIGITS:
        yield HumanKind.NUMBERS if is_wide else HumanKind.NARROW_NUMBERS
    if is_wide:
        yield HumanKind.GAME_WORDS if clip.word in _WORDS else HumanKind.OTHER_WORDS


def _read(path: Path) -> Samples:
    try:
        samples, rate = soundfile.read(path, dtype="float32")
    except (OSError, soundfile.SoundFileError) as error:
        raise Failure("no-people", f"The recording {path} can't be read: {error}.") from error
    return np.asarray(soxr.resample(samples, rate, SAMPLE_RATE) if rate != SAMPLE_RATE else samples, np.float32)


def _with_quiet(samples: Samples) -> Samples:
    """The recording after some quiet, in which the ear gets to know the room, and before some more."""
    rng = np.random.default_rng(0)
    quiet = noises.pink(round(_QUIET_S * SAMPLE_RATE), rng) * np.float32(10 ** (FLOOR_DBFS / 20))
    return np.concatenate([quiet, samples, quiet])
