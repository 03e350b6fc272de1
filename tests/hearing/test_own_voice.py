"""The table's own voice, taken out of what the ear hears while it speaks."""

import numpy as np
import pytest
from made_speech import in_room, quiet, spoken

from voicegames.hearing.own_voice import OwnVoice
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.speaking.pcm import Pcm

DELAY_S = 0.18
ECHOES = ((0.0, 0.6), (0.012, -0.25), (0.031, 0.12))


def as_heard(own: Samples, length: int, at_s: float) -> Samples:
    """What a microphone hears of the table: late, with echoes."""
    heard = np.zeros(length, np.float32)
    for delay_s, gain in ECHOES:
        first = round((at_s + DELAY_S + delay_s) * SAMPLE_RATE)
        heard[first : first + len(own)] += own * np.float32(gain)
    return heard


@pytest.fixture
def own() -> Samples:
    return spoken("thirty seconds", "en-gb")


def test_of_our_own_voice_alone_nothing_is_left(own: Samples) -> None:
    room = in_room(quiet(2.0), before_s=0.5, after_s=0.5)
    voice = OwnVoice()
    voice.note(Pcm(own, SAMPLE_RATE), 10.5)
    cleaned = voice.removed(room + as_heard(own, len(room), 0.5), 10 * SAMPLE_RATE)
    assert cleaned.is_changed
    assert cleaned.onset is None


def test_somebody_who_speaks_meanwhile_is_left_with_the_own_onset(own: Samples) -> None:
    said = spoken("player two", "en-us")
    room = in_room(quiet(0.9), said, before_s=0.0, after_s=1.0)
    voice = OwnVoice()
    voice.note(Pcm(own, SAMPLE_RATE), 10.4)
    cleaned = voice.removed(room + as_heard(own, len(room), 0.4), 10 * SAMPLE_RATE)
    assert cleaned.onset is not None
    assert cleaned.onset / SAMPLE_RATE == pytest.approx(0.9, abs=0.1)
    rest = np.square(cleaned.samples - room).mean()
    assert 10 * np.log10(rest / np.square(as_heard(own, len(room), 0.4)).mean()) < -10


def test_without_a_sentence_of_ours_nothing_is_touched(own: Samples) -> None:
    room = in_room(spoken("player two", "en-us"))
    voice = OwnVoice()
    voice.note(Pcm(own, SAMPLE_RATE), 30.0)
    cleaned = voice.removed(room, 0)
    assert not cleaned.is_changed
    assert cleaned.samples is room


def test_two_sentences_in_a_row_are_both_taken_out(own: Samples) -> None:
    other = spoken("five", "en-gb")
    length = 4 * SAMPLE_RATE
    voice = OwnVoice()
    voice.note(Pcm(own, SAMPLE_RATE), 0.3)
    voice.note(Pcm(other, SAMPLE_RATE), 0.3)
    heard = as_heard(own, length, 0.3) + as_heard(other, length, 0.3 + len(own) / SAMPLE_RATE)
    noise = np.random.default_rng(1).normal(0, 10 ** (-65 / 20), length).astype(np.float32)
    assert voice.removed(heard + noise, 0).onset is None


def test_wherever_a_sentence_lies_nothing_is_raised(own: Samples) -> None:
    noise = np.random.default_rng(2).normal(0, 0.01, 2 * SAMPLE_RATE).astype(np.float32)
    for started_s in np.arange(-3.0, 3.0, 0.11):
        for length in (320, 4000, len(noise)):
            voice = OwnVoice()
            voice.note(Pcm(own, SAMPLE_RATE), 10.0 + float(started_s))
            cleaned = voice.removed(noise[:length], 10 * SAMPLE_RATE)
            assert len(cleaned.samples) == length
            assert np.isfinite(cleaned.samples).all()


def test_what_was_cut_off_is_not_taken_out_of_later_sound() -> None:
    own = OwnVoice()
    own.note(Pcm(spoken("penguin"), SAMPLE_RATE), 1.0)
    end = SAMPLE_RATE + len(spoken("penguin"))
    assert own.covers(SAMPLE_RATE, end)
    own.stop(1.1)
    later = spoken("flamingo")
    assert not own.covers(end + SAMPLE_RATE, end + SAMPLE_RATE + len(later))
    assert own.removed(later, round(1.8 * SAMPLE_RATE)).samples is later
    own.note(Pcm(spoken("penguin"), SAMPLE_RATE), 1.2)
    assert own.covers(round(1.2 * SAMPLE_RATE), round(1.5 * SAMPLE_RATE))
