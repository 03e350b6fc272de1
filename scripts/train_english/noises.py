"""Sounds without speech, for the network to learn that they have no phones."""

from collections.abc import Callable

import numpy as np
from scipy.signal import butter, lfilter, sosfilt

RATE = 16_000
Rng = np.random.Generator


def _decay(length: int, attack_s: float, decay_s: float) -> np.ndarray:
    t = np.arange(length) / RATE
    return np.minimum(t / max(attack_s, 1e-3), 1) * np.exp(-t / decay_s)


def _band(sound: np.ndarray, low_hz: float, high_hz: float) -> np.ndarray:
    return sosfilt(butter(2, [max(20, low_hz), min(7900, high_hz)], "band", fs=RATE, output="sos"), sound)


def coloured(length: int, power: float, rng: Rng) -> np.ndarray:
    frequencies = np.fft.rfftfreq(length, 1 / RATE)
    frequencies[0] = frequencies[1]
    spectrum = rng.normal(size=len(frequencies)) + 1j * rng.normal(size=len(frequencies))
    return np.fft.irfft(spectrum * frequencies ** (-power / 2), length)


def _through(sound: np.ndarray, formants: list[tuple[float, float]]) -> np.ndarray:
    for hz, width_hz in formants:
        r = np.exp(-np.pi * width_hz / RATE)
        sound = lfilter([1 - r], [1, -2 * r * np.cos(2 * np.pi * hz / RATE), r * r], sound)
    return sound


def _pulses(length: int, pitch_hz: float, jitter: float, rng: Rng) -> np.ndarray:
    sound, at = np.zeros(length), 0.0
    while at < length:
        sound[int(at)] = rng.uniform(0.6, 1)
        at += RATE / (pitch_hz * (1 + jitter * rng.normal()))
    return sound


def burst(rng: Rng) -> np.ndarray:
    length, low = int(RATE * rng.uniform(0.04, 0.5)), 10 ** rng.uniform(1.5, 3.2)
    sound = _band(coloured(length, rng.uniform(0, 2), rng), low, low * rng.uniform(1.5, 8))
    return sound * _decay(length, rng.uniform(0.001, 0.1), rng.uniform(0.02, 0.3))


def breath(rng: Rng) -> np.ndarray:
    length = int(RATE * rng.uniform(0.1, 0.7))
    sound = _band(rng.normal(size=length), 10 ** rng.uniform(2, 3), 10 ** rng.uniform(3, 3.8))
    return sound * np.hanning(length) ** rng.uniform(0.3, 2)


def fan(rng: Rng) -> np.ndarray:
    length = int(RATE * rng.uniform(0.5, 2.5))
    t, hum_hz = np.arange(length) / RATE, rng.uniform(40, 300)
    air = coloured(length, rng.uniform(0.3, 2), rng)
    beat = 1 + 0.4 * np.sin(2 * np.pi * rng.uniform(2, 30) * t)
    hum = sum(rng.uniform(0, 1.5 / n) * np.sin(2 * np.pi * n * hum_hz * t) for n in (1, 2))
    return air / air.std() * beat + hum


def music(rng: Rng) -> np.ndarray:
    length, at = int(RATE * rng.uniform(0.4, 2.5)), 0
    sound, t = np.zeros(length), np.arange(length) / RATE
    while at < length:
        lasts = int(RATE * rng.uniform(0.1, 0.9))
        count, base_hz = min(lasts, length - at), 110 * 2 ** (rng.integers(0, 36) / 12)
        for step in rng.choice([0, 3, 4, 7, 12], rng.integers(1, 4), replace=False):
            hz = base_hz * 2 ** (step / 12)
            for n in range(1, rng.integers(2, 9)):
                tone = np.sin(2 * np.pi * hz * n * t[:count] + rng.uniform(0, 6)) / n ** rng.uniform(0.7, 2)
                sound[at : at + count] += tone * _decay(count, rng.uniform(0.002, 0.08), rng.uniform(0.1, 1.5))
        at += int(lasts * rng.uniform(0.4, 1.1))
    return sound


def cough(rng: Rng) -> np.ndarray:
    parts = []
    for _ in range(rng.integers(1, 4)):
        length = int(RATE * rng.uniform(0.1, 0.35))
        source = rng.normal(size=length) + rng.uniform(0, 6) * _pulses(length, rng.uniform(90, 350), 0.15, rng)
        formants = [(rng.uniform(350, 900), 200.0), (rng.uniform(1000, 2200), 300.0), (rng.uniform(2300, 3500), 400.0)]
        parts += [_through(source, formants) * _decay(length, 0.008, rng.uniform(0.04, 0.15))]
        parts += [np.zeros(int(RATE * rng.uniform(0.03, 0.3)))]
    return np.concatenate(parts)


def laughter(rng: Rng) -> np.ndarray:
    pitch_hz, parts = rng.uniform(110, 420), []
    formants = [(rng.uniform(450, 950), 100.0), (rng.uniform(1000, 1900), 150.0), (2600.0, 250.0)]
    for number in range(rng.integers(3, 9)):
        length, pause = int(RATE * rng.uniform(0.07, 0.16)), int(RATE * rng.uniform(0.04, 0.12))
        voice = _pulses(length, pitch_hz * (1 - 0.03 * number), 0.03, rng) + 0.05 * rng.normal(size=length)
        parts += [0.15 * _through(rng.normal(size=pause), formants), _through(voice, formants) * np.hanning(length)]
    return np.concatenate(parts)


KINDS: tuple[Callable[[Rng], np.ndarray], ...] = (burst, burst, breath, fan, music, cough, laughter)
