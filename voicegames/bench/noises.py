"""Noises made by code: white, pink and fan noise, knocks, claps, coughs, laughter and music-like sound.

All are mono float32 at 16 kHz with a peak or level of their own; who uses them sets the level.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

Array = npt.NDArray[np.float64]
_Gain = Callable[[Array], Array]
_Stroke = Callable[[np.random.Generator], Array]


def white(length: int, rng: np.random.Generator) -> Samples:
    """Return white noise with an RMS of 1."""
    return rng.standard_normal(length).astype(np.float32)


def pink(length: int, rng: np.random.Generator) -> Samples:
    """Return noise with an RMS of 1 and 3 dB less power for each octave, from 40 Hz up."""
    return _coloured(length, rng, lambda f: 1 / np.sqrt(np.maximum(f, 40.0)))


def fan(length: int, rng: np.random.Generator) -> Samples:
    """Return the sound of a fan with an RMS of 1: low noise, a blade tone with overtones, a slow beat."""
    noise = _coloured(length, rng, lambda f: 1 / (1 + (f / 350.0) ** 1.4))
    t = np.arange(length) / SAMPLE_RATE
    blade = rng.uniform(70, 130)
    tones = sum(np.sin(2 * np.pi * blade * n * t + rng.uniform(0, 6)) / n**1.3 for n in range(1, 8))
    mixed = noise * (1 + 0.15 * np.sin(2 * np.pi * rng.uniform(0.3, 1.2) * t)) + 0.35 * np.asarray(tones)
    return _normal(np.asarray(mixed))


def knocks(rng: np.random.Generator) -> Samples:
    """Return two to five knocks on a table."""
    return _struck(rng, int(rng.integers(2, 6)), (0.12, 0.35), _knock)


def claps(rng: np.random.Generator) -> Samples:
    """Return three to seven claps of hands."""
    return _struck(rng, int(rng.integers(3, 8)), (0.18, 0.4), _clap)


def cough(rng: np.random.Generator) -> Samples:
    """Return one to three coughs: a burst through an open throat, then a hoarse tail."""
    gap = (0.28, 0.45)
    return _struck(rng, int(rng.integers(1, 4)), gap, _cough)


def laughter(rng: np.random.Generator) -> Samples:
    """Return a laugh of four to nine bursts ("ha ha ha"), its pitch falling, of an adult or a child."""
    pitch = float(rng.choice([rng.uniform(140, 240), rng.uniform(260, 420)]))
    size = 1.0 if pitch < 240 else 1.25
    formants = [
        np.array(f) * size for f in ((730, 1200, 2500), (570, 1800, 2500), (330, 2200, 3000), (520, 950, 2400))
    ][int(rng.integers(4))]
    pieces: list[Array] = []
    for number in range(int(rng.integers(4, 10))):
        breath = _through(0.25 * rng.standard_normal(round(rng.uniform(0.05, 0.09) * SAMPLE_RATE)), formants)
        length = round(rng.uniform(0.07, 0.13) * SAMPLE_RATE)
        voiced = _through(_glottal(length, pitch * 0.96**number, 0.9, rng), formants)
        burst = np.concatenate([_bump(breath, 0.3), _bump(voiced, 0.2)])
        pieces += [burst * 0.93**number, np.zeros(round(rng.uniform(0.02, 0.06) * SAMPLE_RATE))]
    return _peaked(np.concatenate(pieces))


def music(length: int, rng: np.random.Generator) -> Samples:
    """Return music-like sound with an RMS of 1: chords, a melody of plucked tones with overtones, and a beat."""
    result = np.zeros(length + SAMPLE_RATE)
    beat = round(SAMPLE_RATE * 60 / rng.uniform(80, 140))
    root = rng.uniform(110, 175)
    scale = np.array([0, 2, 4, 5, 7, 9, 11, 12, 14, 16])
    chords = ((0, 4, 7), (5, 9, 12), (7, 11, 14), (9, 12, 16))
    for number, start in enumerate(range(0, length, beat)):
        chord = chords[(number // 4) % 4]
        if number % 2 == 0:
            for note in chord:
                _add(result, start, _tone(root * 2 ** (note / 12), 2 * beat, 1.2, rng) * 0.3)
        for half in (0, beat // 2):
            if rng.random() < 0.8:
                note = int(rng.choice(scale)) + 12
                _add(result, start + half, _tone(root * 2 ** (note / 12), beat, 0.35, rng) * 0.6)
        _add(result, start, _knock(rng) * 0.5)
        _add(result, start + beat // 2, rng.standard_normal(800) * np.exp(-np.arange(800) / 120.0) * 0.15)
    return _normal(np.asarray(result[:length]))


def _coloured(length: int, rng: np.random.Generator, gain: _Gain) -> Samples:
    size = 1 << (length - 1).bit_length()
    frequencies = np.asarray(np.fft.rfftfreq(size, 1 / SAMPLE_RATE), np.float64)
    spectrum = np.fft.rfft(rng.standard_normal(size)) * gain(frequencies)
    return _normal(np.asarray(np.fft.irfft(spectrum, size)[:length], np.float64))


def _struck(rng: np.random.Generator, times: int, gap_s: tuple[float, float], stroke: _Stroke) -> Samples:
    strokes = [stroke(rng) * rng.uniform(0.5, 1.0) for _ in range(times)]
    starts = np.round(np.cumsum([0.0, *rng.uniform(*gap_s, times - 1)]) * SAMPLE_RATE).astype(int)
    result = np.zeros(int(starts[-1]) + max(map(len, strokes)))
    for start, sound in zip(starts, strokes, strict=True):
        _add(result, int(start), sound)
    return _peaked(result)


def _knock(rng: np.random.Generator) -> Array:
    t = np.arange(round(0.15 * SAMPLE_RATE)) / SAMPLE_RATE
    sound = np.zeros(len(t))
    for low, high, decay_s in ((90, 160, 0.035), (200, 380, 0.022), (500, 900, 0.010)):
        sound += np.sin(2 * np.pi * rng.uniform(low, high) * t) * np.exp(-t / decay_s) * rng.uniform(0.4, 1.0)
    return sound + rng.standard_normal(len(t)) * np.exp(-t / 0.003) * 0.5


def _clap(rng: np.random.Generator) -> Array:
    length = round(0.09 * SAMPLE_RATE)
    noise = rng.standard_normal(length) * np.exp(-np.arange(length) / (rng.uniform(0.006, 0.014) * SAMPLE_RATE))
    return _through(noise, np.array([rng.uniform(900, 1500), rng.uniform(2000, 3200)]), 400.0)


def _cough(rng: np.random.Generator) -> Array:
    formants = np.array([rng.uniform(600, 900), rng.uniform(1200, 1700), rng.uniform(2400, 3000)])
    burst = rng.standard_normal(round(rng.uniform(0.06, 0.11) * SAMPLE_RATE))
    burst *= np.exp(-np.arange(len(burst)) / (0.05 * SAMPLE_RATE))
    tail = _glottal(round(rng.uniform(0.09, 0.18) * SAMPLE_RATE), rng.uniform(120, 260), 0.5, rng)
    tail = tail * np.linspace(1.0, 0.0, len(tail)) + 0.3 * rng.standard_normal(len(tail)) * np.linspace(1, 0, len(tail))
    return _through(np.concatenate([2.0 * burst, tail]), formants, 200.0)


def _glottal(length: int, pitch: float, end: float, rng: np.random.Generator) -> Array:
    pitches = pitch * np.linspace(1.0, end, length) * (1 + 0.01 * rng.standard_normal())
    phase = np.cumsum(pitches) / SAMPLE_RATE % 1.0
    pulses = np.where(phase < 0.6, np.sin(np.pi * phase / 0.6) ** 2, 0.0)
    return np.asarray(np.diff(pulses, prepend=0.0) * 8 + 0.05 * rng.standard_normal(length))


def _through(source: Array, formants: Array, width_hz: float = 110.0) -> Array:
    """Return the source through parallel resonances, by their transfer function (no loop over samples)."""
    length = len(source) + 1024
    frequencies = np.fft.rfftfreq(length, 1 / SAMPLE_RATE)
    gain = np.zeros(len(frequencies), np.complex128)
    for number, centre in enumerate(formants):
        gain += (1j * frequencies * width_hz) / (centre**2 - frequencies**2 + 1j * frequencies * width_hz) / 1.6**number
    return np.asarray(np.fft.irfft(np.fft.rfft(source, length) * gain, length)[: len(source) + 400])


def _tone(pitch: float, length: int, decay_s: float, rng: np.random.Generator) -> Array:
    t = np.arange(length) / SAMPLE_RATE
    slope = rng.uniform(1.0, 1.6)
    overtones = sum(np.sin(2 * np.pi * pitch * n * t) / n**slope for n in range(1, 9) if pitch * n < 7500)
    return np.asarray(overtones * np.exp(-t / decay_s) * np.minimum(1.0, t / 0.006) * np.linspace(1, 0, length) ** 0.3)


def _bump(sound: Array, part: float) -> Array:
    edge = max(1, round(len(sound) * part))
    shape = np.ones(len(sound))
    shape[:edge] = np.linspace(0, 1, edge)
    shape[-edge:] = np.linspace(1, 0, edge)
    return sound * shape


def _add(result: Array, start: int, sound: Array) -> None:
    part = sound[: max(0, len(result) - start)]
    result[start : start + len(part)] += part


def _normal(samples: npt.NDArray[np.float64]) -> Samples:
    return np.asarray(samples / max(1e-9, float(np.sqrt(np.mean(np.square(samples))))), np.float32)


def _peaked(samples: Array) -> Samples:
    return np.asarray(samples / max(1e-9, float(np.abs(samples).max())), np.float32)
