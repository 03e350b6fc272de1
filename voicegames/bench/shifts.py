"""Other speakers from one voice: pitch, formants (the length of the vocal tract) and tempo, each by its own factor."""

import numpy as np
import numpy.typing as npt
import soxr

from voicegames.bench.voices import Shift
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

_FRAME = 512
_HOP = 128
_SMOOTHED_S = 0.0016
"""The envelope is what of the cepstrum lies below this quefrency: finer than formants, coarser than the harmonics."""


def shifted(samples: Samples, shift: Shift) -> Samples:
    """Return the sound with its pitch, formants and tempo changed.

    The sound is stretched by overlapping similar pieces (WSOLA) and resampled, which moves pitch and formants alike;
    where they are to move differently, the envelope of each short spectrum is warped afterwards.
    """
    if shift == Shift():
        return samples
    pitch = 2 ** (shift.pitch_cents / 1200)
    longer = in_tempo(samples, pitch / shift.tempo)
    moved = np.asarray(soxr.resample(longer, SAMPLE_RATE * pitch, SAMPLE_RATE), np.float32)
    warp = 2 ** ((shift.formant_cents - shift.pitch_cents) / 1200)
    return with_formants(moved, warp) if abs(warp - 1) > 0.005 else moved


def in_tempo(samples: Samples, factor: float) -> Samples:
    """Return the sound ``factor`` times as long at the same pitch."""
    frame, search = 480, 160
    if len(samples) < frame or abs(factor - 1) < 1e-3:
        return samples
    hop = frame // 2
    padded = np.concatenate([np.zeros(search, np.float32), samples, np.zeros(frame + 2 * search, np.float32)])
    window = np.asarray(np.hanning(frame + 1)[:frame], np.float32)
    length = round(len(samples) * factor)
    result = np.zeros(length + 2 * frame, np.float32)
    taken = search
    for at in range(0, length, hop):
        wanted = search + round(at / factor)
        if at:
            follows = padded[taken + hop : taken + hop + frame]
            nearby = padded[wanted - search : wanted + search + frame]
            pieces = np.lib.stride_tricks.sliding_window_view(nearby, frame)
            likeness = pieces @ follows / (np.linalg.norm(pieces, axis=1) + 1e-4)
            # A stretch that fits hardly better than the place itself is no reason to leave it.
            best = int(np.argmax(likeness))
            wanted += best - search if likeness[best] > 1.02 * likeness[search] else 0
        taken = min(wanted, len(padded) - frame - hop)
        result[at : at + frame] += padded[taken : taken + frame] * window
    # The first half window has nothing to overlap with.
    result[:hop] += padded[search : search + hop] * (1 - window[:hop])
    return result[:length]


def with_formants(samples: Samples, warp: float) -> Samples:
    """Return the sound with its formants moved by a factor and its pitch kept."""
    window = np.sqrt(np.hanning(_FRAME + 1)[:_FRAME])
    padded = np.concatenate([np.zeros(_FRAME), samples, np.zeros(2 * _FRAME)])
    starts = np.arange(0, len(padded) - _FRAME, _HOP)
    frames = np.lib.stride_tricks.sliding_window_view(padded, _FRAME)[starts] * window
    spectra = np.fft.rfft(frames, axis=1)
    envelope = _log_envelope(spectra)
    bins = np.arange(spectra.shape[1])
    source = np.clip(bins / warp, 0, bins[-1])
    below = np.floor(source).astype(int)
    above = np.minimum(below + 1, bins[-1])
    part = source - below
    moved = envelope[:, below] * (1 - part) + envelope[:, above] * part
    gain = np.exp(np.clip(moved - envelope, -4.0, 4.0))
    changed = np.fft.irfft(spectra * gain, _FRAME, axis=1) * window
    result = np.zeros(len(padded))
    weight = np.full(len(padded), 1e-9)
    for start, piece in zip(starts, changed, strict=True):
        result[start : start + _FRAME] += piece
        weight[start : start + _FRAME] += window**2
    return np.asarray((result / weight)[_FRAME : _FRAME + len(samples)], np.float32)


def _log_envelope(spectra: npt.NDArray[np.complex128]) -> npt.NDArray[np.float64]:
    logs = np.log(np.abs(spectra) + 1e-6)
    cepstra = np.fft.irfft(logs, axis=1)
    kept = round(_SMOOTHED_S * SAMPLE_RATE)
    cepstra[:, kept : cepstra.shape[1] - kept + 1] = 0.0
    return np.asarray(np.fft.rfft(cepstra, axis=1).real)
