"""Where speech begins and ends in clean sound: the truth that onset errors are measured against."""

import unicodedata

import numpy as np
import numpy.typing as npt

from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.players import splicing

HARD_DB = -28.0
"""Below the loudest 5 ms, in dB: where a word begins that starts with a vowel, a stop, a nasal or a glide."""

SOFT_DB = -38.0
"""The same for words that start with a soft hiss (f, th, s, h): for others that low a sound is breath."""

END_DB = -34.0

KEPT_BEFORE = splicing.LEAD
"""The samples that are kept before the onset, faded in: all that is earlier is breath."""

KEPT_AFTER = 192
"""The samples that are kept after the end, faded out."""

_SOFT_STARTS = ("f", "th", "s", "h", "ce", "ci")
_SOFT_JAMO = ("\u1109", "\u110a", "\u1112")
_HOP = 40
_WINDOW = 80


def begins_softly(text: str) -> bool:
    """Whether the first sound of an English or Korean text is a hiss that may be far weaker than its vowels."""
    first = text.lower().lstrip("[({'\" ")
    # Decomposed, a Korean syllable begins with its consonant: s, ss or h.
    return first.startswith(_SOFT_STARTS) or unicodedata.normalize("NFD", first).startswith(_SOFT_JAMO)


def speech_edges(samples: Samples, *, soft: bool) -> tuple[int, int]:
    """Return the first sample of the speech and the one after its last; (0, 0) for silence.

    Levels are of frames of 5 ms, 2.5 ms apart, and an edge of a sudden sound is right to 2.5 ms.
    """
    levels = _levels_db(samples)
    if not levels.size or levels.max() < -90.0:
        return 0, 0
    loud = np.flatnonzero(levels > levels.max() + (SOFT_DB if soft else HARD_DB))
    audible = np.flatnonzero(levels > levels.max() + END_DB)
    # A frame is loud as soon as its last samples are, and as long as its first ones are.
    first = int(loud[0]) * _HOP + (_WINDOW - _HOP if loud[0] else 0)
    return first, min(len(samples), int(audible[-1]) * _HOP + _HOP)


def bare(samples: Samples, text: str) -> Samples:
    """Return the spoken text without breath and silence around it.

    Its onset is KEPT_BEFORE samples after the first sample, its end KEPT_AFTER samples before the last.
    """
    first, last = speech_edges(samples, soft=begins_softly(text))
    around = np.concatenate([np.zeros(KEPT_BEFORE, np.float32), samples, np.zeros(KEPT_AFTER, np.float32)])
    kept = around[first : last + KEPT_BEFORE + KEPT_AFTER]
    return splicing.faded(kept, KEPT_BEFORE / SAMPLE_RATE, KEPT_AFTER / SAMPLE_RATE)


def active_rms(samples: Samples) -> float:
    """Return the root mean square of the speech without its pauses: of the 20 ms frames within 25 dB of the loudest."""
    frames = samples[: len(samples) // 320 * 320].reshape(-1, 320).astype(np.float64)
    power = np.mean(frames**2, axis=1)
    if not power.size or power.max() <= 0.0:
        return 0.0
    return float(np.sqrt(np.mean(power[power > power.max() * 10**-2.5])))


def _levels_db(samples: Samples) -> npt.NDArray[np.float64]:
    # No filter comes before this: it would ring, and carry the sound past its edges.
    power = np.concatenate([np.square(samples, dtype=np.float64), np.zeros(_WINDOW)])
    sums = np.concatenate([[0.0], np.cumsum(power)])
    starts = np.arange(0, len(samples), _HOP)
    return np.asarray(10 * np.log10((sums[starts + _WINDOW] - sums[starts]) / _WINDOW + 1e-12))
