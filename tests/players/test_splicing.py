"""Cutting and joining: lengths and pitches are those that were asked for."""

import numpy as np
import pytest

from voicegames.hearing.recognizer import SAMPLE_RATE
from voicegames.players import splicing


def tone(hertz: float, seconds: float, level: float = 0.3) -> np.ndarray:
    return (np.sin(2 * np.pi * hertz * np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE) * level).astype(
        np.float32
    )


def hiss(seconds: float, level: float) -> np.ndarray:
    white = np.random.default_rng(1).normal(0, level, round(seconds * SAMPLE_RATE)).astype(np.float32)
    return np.diff(white, prepend=0.0).astype(np.float32)


def test_the_audible_part_is_found_to_a_few_milliseconds() -> None:
    sound = splicing.joined([splicing.silence(0.3), tone(200, 0.4), splicing.silence(0.2)])
    first, last = splicing.audible_part(sound)
    assert first / SAMPLE_RATE == pytest.approx(0.3, abs=0.006)
    assert last / SAMPLE_RATE == pytest.approx(0.7, abs=0.006)
    assert len(splicing.trimmed(sound)) / SAMPLE_RATE == pytest.approx(0.42, abs=0.015)


def test_silence_has_no_audible_part() -> None:
    assert splicing.audible_part(splicing.silence(0.5)) == (0, 0)
    assert splicing.audible_part(splicing.silence(0)) == (0, 0)
    assert splicing.rms(splicing.silence(0.5)) == 0.0


def test_the_first_vowel_is_found_after_a_hiss() -> None:
    word = splicing.joined([splicing.silence(0.01), hiss(0.12, 0.02), tone(600, 0.1), hiss(0.2, 0.02)])
    assert splicing.vowel_start(word) / SAMPLE_RATE == pytest.approx(0.13, abs=0.012)
    assert splicing.vowel_end(word) / SAMPLE_RATE == pytest.approx(0.23, abs=0.015)
    assert len(splicing.consonant(word)) / SAMPLE_RATE == pytest.approx(0.19, abs=0.012)


@pytest.mark.parametrize("hertz", [110, 220, 340])
def test_a_stretched_sound_keeps_its_pitch_and_level(hertz: float) -> None:
    short = tone(hertz, 0.08)
    long = splicing.stretched(short, SAMPLE_RATE // 2)
    assert len(long) == SAMPLE_RATE // 2
    spectrum = np.abs(np.fft.rfft(long * np.hanning(len(long))))
    assert np.argmax(spectrum) * SAMPLE_RATE / len(long) == pytest.approx(hertz, rel=0.05)
    middle = long[1000:-1000]
    assert np.sqrt(np.mean(middle**2)) == pytest.approx(0.3 / np.sqrt(2), rel=0.2)


def test_a_sound_that_is_long_enough_is_not_stretched() -> None:
    assert np.array_equal(splicing.stretched(tone(200, 0.3), 1000), tone(200, 0.3))
