"""How noisy and how reverberant it was where an utterance was heard, measured on the utterance itself."""

import numpy as np
import numpy.typing as npt

from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.hearing.utterance import Surroundings

_FRAME = SAMPLE_RATE // 50
_QUIET_PERCENTILE, _LOUD_PERCENTILE = 10, 95
_MOST_SNR_DB = 60.0
_FALL_FROM_DB, _FALL_TO_DB = 5.0, 20.0
_OVER_NOISE_DB = 6.0
_SHORTEST_SLOPE = 3
_SILENCE_DBFS = -100.0


def surroundings(samples: Samples, noise_dbfs: float) -> Surroundings:
    """Measure one endpointed utterance, float32 of shape (samples,) at 16 kHz with some quiet around it.

    ``noise_dbfs`` is the level of the room before it, which holds against the quietest frames where people talk in the
    background and pause.

    The decay is the slope of a line through the levels of 20 ms frames, from 5 to 20 dB below the last loud frame, as
    reverberation is measured by ISO 3382 on the fall of a sound that was cut off.
    """
    frames = len(samples) // _FRAME
    if not frames:
        return Surroundings(_SILENCE_DBFS, 0.0, None)
    power = np.square(samples[: frames * _FRAME].reshape(frames, _FRAME)).mean(1)
    level = 10 * np.log10(power + 1e-10)
    quiet, loud = np.percentile(level, (_QUIET_PERCENTILE, _LOUD_PERCENTILE))
    snr_db = float(np.clip(loud - max(quiet, noise_dbfs), 0.0, _MOST_SNR_DB))
    return Surroundings(float(loud), snr_db, _decay_s(level, float(quiet), float(loud)))


def _decay_s(level: npt.NDArray[np.float64], quiet: float, loud: float) -> float | None:
    last = int(np.flatnonzero(level >= loud - _FALL_FROM_DB)[-1])
    lowest = max(level[last] - _FALL_TO_DB, quiet + _OVER_NOISE_DB)
    below = np.flatnonzero(level[last:] < lowest)
    fall = level[last : last + int(below[0])] if len(below) else level[last:]
    if len(fall) < _SHORTEST_SLOPE:
        return None if lowest > level[last] - _FALL_TO_DB else 0.1
    slope = float(np.polyfit(np.arange(len(fall)) * _FRAME / SAMPLE_RATE, fall, 1)[0])
    return -60.0 / slope if slope < 0 else None
