"""Made speech for the tests of hearing, and what is read off the results."""

import io
import subprocess
from functools import cache
from itertools import pairwise

import numpy as np
import soundfile
import soxr

from voicegames.hearing.ear import Ear, EarEvent
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.hearing.utterance import Recognition, Utterance, WordKind

WORDS = (
    *("flamingo", "penguin", "camel", "zebra", "tortoise", "turtle", "blue", "green", "pink", "white", "yellow"),
    *("nought", "nothing", "dodelido"),
)

SAID = {"dodelido": "dough-deli-dough", "nought": "nawt"}
"""How the synthesiser must be asked for words that it would read otherwise."""


@cache
def spoken(text: str, voice: str = "en-us", speed: int = 150, pitch: int = 50) -> Samples:
    """Return the audible part of what eSpeak NG says, at 16 kHz, peak 0.3."""
    command = ["espeak-ng", "-v", voice, "-s", str(speed), "-p", str(pitch), "--stdout", text]
    sound, rate = soundfile.read(io.BytesIO(subprocess.run(command, capture_output=True, check=True).stdout))
    sound = soxr.resample(sound, rate, SAMPLE_RATE).astype(np.float32)
    audible = np.flatnonzero(np.abs(sound) > 0.02 * np.abs(sound).max())
    heard: Samples = sound[audible[0] : audible[-1] + 1]
    return heard * np.float32(0.3 / np.abs(heard).max())


@cache
def flite(text: str, voice: str) -> Samples:
    """Return the audible part of what Flite says, at 16 kHz, peak 0.3."""
    command = ["flite", "-voice", voice, "-t", text, "-o", "/dev/stdout"]
    sound, rate = soundfile.read(io.BytesIO(subprocess.run(command, capture_output=True, check=True).stdout))
    sound = soxr.resample(sound, rate, SAMPLE_RATE).astype(np.float32)
    audible = np.flatnonzero(np.abs(sound) > 0.02 * np.abs(sound).max())
    heard: Samples = sound[audible[0] : audible[-1] + 1]
    return heard * np.float32(0.3 / np.abs(heard).max())


def said(*words: str) -> str:
    """Return the text that a synthesiser must be given for these words."""
    return ", ".join(SAID.get(word, word) for word in words)


def quiet(seconds: float) -> Samples:
    """Return silence."""
    return np.zeros(round(seconds * SAMPLE_RATE), np.float32)


def in_room(*parts: Samples, before_s: float = 1.0, after_s: float = 1.0, noise_dbfs: float = -70.0) -> Samples:
    """Return the parts one after the other, with quiet around them and the noise of a room over all."""
    sound = np.concatenate([quiet(before_s), *parts, quiet(after_s)])
    noise = np.random.default_rng(0).normal(0, 10 ** (noise_dbfs / 20), len(sound))
    return np.clip(sound + noise, -1, 1).astype(np.float32)


def listened(ear: Ear) -> list[EarEvent]:
    """Return all events until the sound has ended."""
    events: list[EarEvent] = []
    while (found := ear.step()) is not None:
        events += found
    return events


def texts(recognition: Recognition | Utterance, kind: WordKind | None = None) -> tuple[str, ...]:
    """Return the texts of the words, of one kind if it is named."""
    return tuple(word.text for word in recognition.words if kind in (None, word.kind))


def assert_sorted(recognition: Recognition) -> None:
    """The readings are there, best first, and no phrase comes twice."""
    assert recognition.readings
    assert recognition.readings[0].behind == 0
    assert all(a.behind <= b.behind for a, b in pairwise(recognition.readings))
    assert len({reading.words for reading in recognition.readings}) == len(recognition.readings)
