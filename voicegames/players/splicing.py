"""Cutting and joining spoken words: where a word begins, where its first vowel lies, fragments of it, longer sounds.

All samples are mono float32 at 16 kHz. Used to make answers whose onset, end and stutters are known for certain.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

AUDIBLE_DB = -35.0
"""Sound counts from the first frame that is this much below the loudest one."""

HOP = 40
"""The hop of all measurements: 2.5 ms."""

LEAD = 160
"""What is kept before the first and after the last audible frame: 10 ms."""

_VOWEL_DB = -8.0
_VOWEL_BAND_HZ = (250.0, 3500.0)
_REPEATED_VOWEL_S = 0.06
_SHORTEST_FRAGMENT_S = 0.06
_LONGEST_SYLLABLE_S = 0.16


def audible_part(samples: Samples) -> tuple[int, int]:
    """Return the first and the last sample (exclusive) that are audible; (0, 0) for silence."""
    levels = _levels_db(samples, 80)
    if not levels.size or levels.max() < -90.0:
        return 0, 0
    audible = np.flatnonzero(levels > levels.max() + AUDIBLE_DB)
    return int(audible[0]) * HOP, min(len(samples), int(audible[-1]) * HOP + 80)


def trimmed(samples: Samples) -> Samples:
    """Return the audible part with 10 ms around it where there are, faded at both ends."""
    first, last = audible_part(samples)
    return faded(samples[max(0, first - LEAD) : last + LEAD], 0.004, 0.008)


def faded(samples: Samples, in_s: float, out_s: float) -> Samples:
    """Return a copy with linear fades at its ends."""
    result = samples.copy()
    rise, fall = (min(len(result), round(s * SAMPLE_RATE)) for s in (in_s, out_s))
    result[:rise] *= np.linspace(0.0, 1.0, rise, dtype=np.float32)
    if fall:
        result[-fall:] *= np.linspace(1.0, 0.0, fall, dtype=np.float32)
    return result


def silence(seconds: float) -> Samples:
    """Return silence."""
    return np.zeros(round(seconds * SAMPLE_RATE), np.float32)


def joined(parts: Sequence[Samples]) -> Samples:
    """Return the parts one after the other."""
    return np.concatenate(parts).astype(np.float32) if parts else np.zeros(0, np.float32)


def vowel_start(word: Samples) -> int:
    """Return the sample at which the first vowel of a trimmed word begins.

    That is where the energy of 250 to 3500 Hz first comes within 8 dB of the most it has in the first half second.
    """
    levels = _levels_db(_vowel_band(word), 160)[: round(0.5 * SAMPLE_RATE / HOP)]
    return int(np.argmax(levels > levels.max() + _VOWEL_DB)) * HOP


def vowel_end(word: Samples) -> int:
    """Return the sample at which the first vowel of a trimmed word ends: 6 dB below its peak, or after 160 ms."""
    start = vowel_start(word)
    levels = _levels_db(_vowel_band(word), 160)[start // HOP :][: round(_LONGEST_SYLLABLE_S * SAMPLE_RATE / HOP)]
    peaks = np.maximum.accumulate(levels)
    fallen = np.flatnonzero((levels < peaks - 6.0) & (np.arange(len(levels)) * HOP > 0.04 * SAMPLE_RATE))
    return start + (int(fallen[0]) if fallen.size else len(levels)) * HOP


def consonant(word: Samples) -> Samples:
    """Return the fragment up to the first vowel with 60 ms of it ("p-"): people repeat a sound with a short vowel."""
    return faded(word[: vowel_start(word) + round(_REPEATED_VOWEL_S * SAMPLE_RATE)], 0.0, 0.012)


def syllable(word: Samples) -> Samples:
    """Return the fragment up to the end of the first vowel ("fla-"), never more than two thirds of the word."""
    length = max(LEAD + round(_SHORTEST_FRAGMENT_S * SAMPLE_RATE), min(vowel_end(word), 2 * len(word) // 3))
    return faded(word[:length], 0.0, 0.015)


def prolonged(word: Samples, to_s: float, *, in_vowel: bool) -> Samples:
    """Return the word with its first sound drawn out to ``to_s`` seconds.

    With ``in_vowel`` it is the first vowel that is drawn out, for words that begin with a stop ("p", "k").
    """
    begin = vowel_start(word)
    if in_vowel:
        first, last = begin, max(vowel_end(word), begin + round(0.05 * SAMPLE_RATE))
    else:
        first, last = LEAD, max(begin, LEAD + round(0.04 * SAMPLE_RATE))
    return joined([word[:first], stretched(word[first:last], round(to_s * SAMPLE_RATE)), word[last:]])


def stretched(samples: Samples, length: int) -> Samples:
    """Return the sound stretched to ``length`` samples at the same pitch, by overlapping similar pieces (WSOLA)."""
    frame, search = min(480, len(samples)), 128
    if frame < 64 or length <= len(samples):
        return samples
    hop = frame // 2
    window = np.hanning(frame).astype(np.float32)
    result = np.zeros(length + frame, np.float32)
    weight = np.full(length + frame, 1e-6, np.float32)
    last_start = len(samples) - frame
    taken = 0
    for at in range(0, length, hop):
        wanted = round(last_start * at / length)
        if at:
            follows = samples[min(taken + hop, last_start) :][:frame]
            starts = np.arange(max(0, wanted - search), min(last_start, wanted + search) + 1)
            pieces = np.lib.stride_tricks.sliding_window_view(samples, frame)[starts]
            likeness = pieces @ follows / (np.linalg.norm(pieces, axis=1) + 1e-6)
            wanted = int(starts[np.argmax(likeness)])
        taken = wanted
        result[at : at + frame] += samples[taken : taken + frame] * window
        weight[at : at + frame] += window
    whole = (result / weight)[:length]
    whole[:hop] = samples[:hop]
    return np.asarray(whole, np.float32)


def rms(samples: Samples) -> float:
    """Return the root mean square of the audible part of the sound."""
    first, last = audible_part(samples)
    return float(np.sqrt(np.mean(np.square(samples[first:last], dtype=np.float64)))) if last > first else 0.0


def _levels_db(samples: Samples, width: int) -> npt.NDArray[np.float64]:
    padded = np.concatenate([np.square(samples, dtype=np.float64), np.zeros(width)])
    sums = np.concatenate([[0.0], np.cumsum(padded)])
    starts = np.arange(0, len(samples), HOP)
    return np.asarray(10 * np.log10((sums[starts + width] - sums[starts]) / width + 1e-12))


def _vowel_band(samples: Samples) -> Samples:
    spectrum = np.fft.rfft(samples)
    frequencies = np.fft.rfftfreq(len(samples), 1 / SAMPLE_RATE)
    spectrum[(frequencies < _VOWEL_BAND_HZ[0]) | (frequencies > _VOWEL_BAND_HZ[1])] = 0.0
    return np.asarray(np.fft.irfft(spectrum, len(samples)), np.float32)
