"""Where speech begins and ends: onsets, steady and rising noise, short and soft sounds, long speech, ringing rooms."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_speech import in_room, quiet, spoken

from voicegames.hearing.endpointer import Boundary, Change, Endpointer
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.settings import HearingSettings

PENGUIN, ZEBRA, OH = spoken("penguin"), spoken("zebra"), spoken("oh")


def boundaries(sound: Samples, endpointer: Endpointer | None = None) -> list[Boundary]:
    endpointer = endpointer or Endpointer(HearingSettings())
    return [*endpointer.push(sound), *endpointer.end()]


def changes(sound: Samples) -> list[Change]:
    return [boundary.change for boundary in boundaries(sound)]


def starts(sound: Samples) -> list[float]:
    return [boundary.onset_s for boundary in boundaries(sound) if boundary.change is Change.STARTED]


def steady_noise(seconds: float, dbfs: float) -> Samples:
    rng = np.random.default_rng(3)
    return rng.normal(0, 10 ** (dbfs / 20), round(seconds * SAMPLE_RATE)).astype(np.float32)


@pytest.mark.parametrize("word", ["penguin", "flamingo", "zebra", "dough-deli-dough", "white", "oh"])
@pytest.mark.parametrize("voice", ["en-us", "en-gb+f2", "en-gb-scotland"])
def test_onset_and_end_of_a_word_in_a_quiet_room(word: str, voice: str) -> None:
    sound = spoken(word, voice)
    end_s = 1.5 + len(sound) / SAMPLE_RATE
    for noise_dbfs, off_s in ((-70, 0.04), (-50, 0.1)):
        found = boundaries(in_room(sound, before_s=1.5, noise_dbfs=noise_dbfs))
        assert [b.change for b in found] == [Change.STARTED, Change.PAUSED, Change.ENDED]
        assert found[-1].onset_s == pytest.approx(1.5, abs=off_s)
        assert found[-1].end_s == pytest.approx(end_s, abs=0.12)


def test_started_is_told_soon_paused_and_ended_after_their_quiet() -> None:
    started, paused, ended = boundaries(in_room(PENGUIN))
    assert started.at_s - started.onset_s < 0.12
    assert paused.at_s - paused.end_s == pytest.approx(0.11, abs=0.011)
    assert ended.at_s - ended.end_s == pytest.approx(0.5, abs=0.011)


def test_a_short_pause_does_not_end_the_utterance() -> None:
    found = boundaries(in_room(OH, quiet(0.3), PENGUIN))
    assert [b.change for b in found] == [Change.STARTED, Change.PAUSED, Change.PAUSED, Change.ENDED]
    assert len({b.onset_s for b in found}) == 1


def test_a_long_pause_does() -> None:
    assert len(starts(in_room(OH, quiet(0.8), PENGUIN))) == 2


@given(st.lists(st.integers(1, 5000), max_size=20))
@settings(max_examples=25, deadline=None)
def test_how_the_sound_is_cut_does_not_matter(lengths: list[int]) -> None:
    sound = in_room(OH, quiet(0.3), PENGUIN)
    endpointer, at = Endpointer(HearingSettings()), 0
    found: list[Boundary] = []
    for length in [*lengths, len(sound)]:
        found += endpointer.push(sound[at : at + length])
        at += length
    assert found == list(Endpointer(HearingSettings()).push(sound))


@pytest.mark.parametrize("noise_dbfs", [-120, -70, -50, -35, -20])
def test_steady_noise_is_no_speech_from_its_first_moment(noise_dbfs: float) -> None:
    found = starts(steady_noise(20, noise_dbfs))
    assert len(found) <= (noise_dbfs > -25)


def test_a_mouth_pop_is_no_speech() -> None:
    pop = np.exp(-np.arange(400) / 80).astype(np.float32) * np.sin(np.arange(400) / 4).astype(np.float32)
    assert starts(in_room(0.5 * pop, quiet(0.5), 0.5 * pop, quiet(0.5), 0.5 * pop)) == []


def test_what_is_softer_than_the_quietest_speech_is_no_speech() -> None:
    assert starts(in_room(0.004 * PENGUIN, noise_dbfs=-95)) == []
    assert len(starts(in_room(0.05 * PENGUIN, noise_dbfs=-95))) == 1


def test_a_soft_last_word_belongs_to_the_utterance() -> None:
    (*_, ended) = boundaries(in_room(0.1 * ZEBRA, quiet(0.2), 0.02 * PENGUIN, noise_dbfs=-95))
    assert ended.end_s > 1 + (len(ZEBRA) + 0.8 * len(PENGUIN)) / SAMPLE_RATE


def test_speech_in_noise_that_has_come_to_stay() -> None:
    sound = np.concatenate([steady_noise(4, -70), steady_noise(12, -40)])
    at = 12 * SAMPLE_RATE
    sound[at : at + len(PENGUIN)] += PENGUIN
    last = boundaries(sound)[-1]
    assert last.change is Change.ENDED
    assert last.onset_s == pytest.approx(12, abs=0.08)
    assert last.end_s < 12.1 + len(PENGUIN) / SAMPLE_RATE


def test_the_floor_falls_again_when_the_noise_goes() -> None:
    sound = np.concatenate([steady_noise(6, -35), steady_noise(8, -75)])
    at = 12 * SAMPLE_RATE
    sound[at : at + len(PENGUIN)] += 0.03 * PENGUIN
    assert boundaries(sound)[-1].onset_s == pytest.approx(12, abs=0.08)


def test_long_speech_is_not_taken_for_the_room() -> None:
    words = [part for _ in range(12) for part in (ZEBRA, quiet(0.06), PENGUIN, quiet(0.06))]
    sound = in_room(*words)
    found = boundaries(sound)
    assert [b.change for b in found if b.change is not Change.PAUSED] == [Change.STARTED, Change.ENDED]
    assert found[-1].end_s == pytest.approx(len(sound) / SAMPLE_RATE - 1.0, abs=0.15)


def test_a_recording_that_begins_with_speech() -> None:
    (first, *_, last) = boundaries(in_room(OH, quiet(0.1), PENGUIN, before_s=0.0))
    assert first.onset_s < 0.06
    assert last.end_s == pytest.approx((len(OH) + len(PENGUIN)) / SAMPLE_RATE + 0.1, abs=0.12)


def test_levels_in_dbfs() -> None:
    endpointer = Endpointer(HearingSettings())
    endpointer.push(steady_noise(5, -50))
    assert endpointer.level_dbfs == pytest.approx(-50, abs=5)
    assert endpointer.noise_dbfs == pytest.approx(-50, abs=4)
    time = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    endpointer.push((0.1 * np.sqrt(2) * np.sin(2 * np.pi * 1000 * time)).astype(np.float32))
    assert endpointer.level_dbfs == pytest.approx(-20, abs=1)


def test_a_ringing_room_is_no_speech_but_speech_in_it_is() -> None:
    fading = steady_noise(1.5, -25) * np.power(10, -3 * np.arange(1.5 * SAMPLE_RATE) / (0.5 * SAMPLE_RATE))
    spoken_into = fading.copy()
    at = round(0.15 * SAMPLE_RATE)
    spoken_into[at : at + len(PENGUIN)] += PENGUIN
    for sound, onset_s in ((fading, None), (spoken_into, 2.15)):
        endpointer = Endpointer(HearingSettings())
        endpointer.push(steady_noise(2, -70))
        endpointer.restart(2 * SAMPLE_RATE, ringing=True)
        found = boundaries((sound + steady_noise(1.5, -70)).astype(np.float32), endpointer)
        if onset_s is None:
            assert found == []
        else:
            assert found[0].onset_s == pytest.approx(onset_s, abs=0.08)
