"""Voices repeat themselves at their pitch; breath and bumps do not."""

import numpy as np
import pytest

from voicegames.hearing.voicing import voicing

SECOND = np.arange(16_000) / 16_000


@pytest.mark.parametrize("pitch", [80, 120, 250, 390])
def test_a_voice_is_voiced_in_noise_too(pitch: int) -> None:
    voice = np.sum([np.sin(2 * np.pi * pitch * n * SECOND) / n for n in range(1, 9)], axis=0)
    noise = np.random.default_rng(1).normal(0, 0.25, 16_000)
    assert voicing((0.1 * voice).astype(np.float32)) > 0.95
    assert voicing((0.1 * (voice + noise)).astype(np.float32)) > 0.8


@pytest.mark.parametrize("low_pass", [1, 4, 16])
def test_breath_is_not(low_pass: int) -> None:
    noise = np.convolve(np.random.default_rng(2).normal(0, 0.1, 16_000), np.ones(low_pass) / low_pass, "same")
    assert voicing(noise.astype(np.float32)) < 0.45


def test_what_is_too_short_or_silent_is_not() -> None:
    assert voicing(np.zeros(0, np.float32)) == 0.0
    assert voicing(np.zeros(300, np.float32)) == 0.0
    assert voicing(np.zeros(16_000, np.float32)) < 0.45
