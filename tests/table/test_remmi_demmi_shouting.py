"""Remmi Demmi where all shout at once: calls are heard among the shouts, and nobody is taken for somebody else."""

import random
from pathlib import Path

import numpy as np
import pytest
from remmi_demmi_evening import Act, Evening

from voicegames.events import Prompted, Said
from voicegames.hearing.ear import Ear, EarEvent, Heard
from voicegames.hearing.feed import Feed
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.language import load_language
from voicegames.players.chorus import Chorus
from voicegames.remmi_demmi_events import Claimed, TimerStarted
from voicegames.settings import HearingSettings
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.happenings import PlayerKey
from voicegames.table.remmi_demmi_phrases import RemmiDemmiPhrases

SIZES = ("one", "two", "three", "four")


@pytest.fixture
def evening(tmp_path: Path, synthesizer: Synthesizer, chorus: Chorus, phones: PhoneRecognizer) -> Evening:
    return Evening(tmp_path / "game.jsonl", recognizer=phones, synthesizer=synthesizer, chorus=chorus)


def shouts(seats: tuple[int, ...], until_s: float, seed: int) -> tuple[tuple[float, Act], ...]:
    """Sizes that these seats shout, each without a care for the others."""
    rng = random.Random(seed)
    said: list[tuple[float, Act]] = []
    for seat in seats:
        at_s = rng.uniform(0.2, 1.0)
        while at_s < until_s:
            times = rng.randint(1, 3)
            said.append((at_s, (seat, " ".join([rng.choice(SIZES)] * times))))
            at_s += 0.6 * times + rng.uniform(0.3, 1.5)
    return tuple(said)


def listened(ear: Ear) -> list[EarEvent]:
    """All that the ear tells until its sound is over."""
    told: list[EarEvent] = []
    while (events := ear.step()) is not None:
        told += events
    return told


def test_a_call_is_heard_while_two_others_never_stop_shouting(evening: Evening) -> None:
    evening.calls_louder_db = 6.0
    evening.when(Prompted, "lightning")
    evening.when(TimerStarted, *shouts((0, 2), 11.0, 3), (4.5, (1, "player two remmi demmi"))).play()
    started, claimed = evening.all(TimerStarted)[0], evening.all(Claimed)
    assert [claim.player for claim in claimed] == [1]
    assert claimed[0].onset_s == pytest.approx(started.at_s + 4.5, abs=0.15)
    # It does not wait until all are quiet.
    assert claimed[0].at_s < started.at_s + 8.0


def test_shouts_alone_are_no_calls(evening: Evening) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, *shouts((0, 1, 2, 3), 11.5, 5)).play()
    assert evening.all(Claimed) == []
    assert "Who made Remmi Demmi" not in evening.said


def test_a_size_that_another_shouts_before_a_call_is_not_taken_for_the_callers_number(evening: Evening) -> None:
    evening.when(Prompted, "lightning")
    evening.when(TimerStarted, (2.0, (0, "three")), (2.8, (1, "remmi demmi")))
    evening.when("Who made Remmi Demmi", (3.4, (1, "player two"))).play()
    assert [claim.player for claim in evening.all(Claimed)] == [1]


def test_who_called_first_keeps_the_place_though_the_number_comes_later(evening: Evening) -> None:
    evening.when(Prompted, "lightning")
    evening.when(TimerStarted, (1.0, "remmi demmi"), (2.5, PlayerKey(3)), (4.0, PlayerKey(0)))
    evening.play()
    # The key of player 4 names the call without a name; player 1 comes after it.
    assert [claim.player for claim in evening.all(Claimed)] == [3, 0]


def test_a_call_that_was_begun_first_is_first_though_it_is_understood_later(evening: Evening) -> None:
    """Who speaks needs longer than who presses a key."""
    evening.when(Prompted, "lightning")
    evening.when(TimerStarted, (2.0, (1, "player two remmi demmi")), (2.6, PlayerKey(2))).play()
    assert [claim.player for claim in evening.course.state.claims] == [1, 2]
    told = [event.text for event in evening.all(Said)]
    assert "Ben takes the 4 points. Cleo takes the 3 points." in told


def in_babble(chorus: Chorus, seed: int, call: tuple[str, ...] | None) -> tuple[Samples, float]:
    """Three seconds of two who shout, and perhaps a call that is 6 dB louder; returns where it begins, in seconds."""
    rng = random.Random(seed)
    sound = np.random.default_rng(seed).normal(0, 1e-4, 4 * SAMPLE_RATE).astype(np.float32)

    def add(seat: int, words: tuple[str, ...], at_s: float, gain: float) -> float:
        spoken = chorus.speak(seat, words)
        start = round(at_s * SAMPLE_RATE)
        samples = spoken.pcm.samples[: len(sound) - start]
        sound[start : start + len(samples)] += samples * np.float32(gain)
        return at_s + spoken.onset_s

    for seat in (0, 2):
        at_s = rng.uniform(0.0, 0.5)
        while at_s < 3.0:
            add(seat, (rng.choice(SIZES),) * 2, at_s, 1.0)
            at_s += rng.uniform(1.2, 2.0)
    return sound, add(1, call, 1.0, 2.0) if call else 0.0


def test_a_phrase_is_found_in_the_middle_of_other_speech(synthesizer: Synthesizer, phones: PhoneRecognizer) -> None:
    names = ("Player 1", "Player 2", "Player 3", "Player 4")
    phrases = RemmiDemmiPhrases(load_language("en"), names, real_cards=True)
    call = ("player", "two", "remmi", "demmi")
    found, others = [], []
    for voices in (4, 5):
        # What eSpeak makes of a sentence depends a little on what it spoke before, so one voice alone is too few.
        chorus = Chorus(synthesizer, load_language("en"), seed=voices)
        for seed in range(12):
            assert phones.spot(in_babble(chorus, seed, None)[0], phrases.spotted).words == ()
            sound, begins_s = in_babble(chorus, seed, call)
            heard = phones.spot(sound, phrases.spotted)
            words = tuple(word.text for word in heard.words)
            # It is found, perhaps without its beginning, or not at all; a size that is shouted into it may be taken for
            # its number once in a while, which is what the table's own margin is for.
            if words not in ((), call[4 - len(words) :]):
                others.append(words)
            if words == call:
                found.append(heard.words[0].start_s - begins_s)
    assert len(found) >= 12
    assert len(others) <= 1
    assert max(map(abs, found)) < 0.15


def test_the_beginning_of_a_longer_phrase_waits_for_the_rest(chorus: Chorus, phones: PhoneRecognizer) -> None:
    """ "Player two" names somebody only where no "Remmi Demmi" follows."""
    phrases = RemmiDemmiPhrases(load_language("en"), ("Player 1", "Player 2"), real_cards=True)
    spoken = chorus.speak(1, ("player", "two", "remmi", "demmi"))
    sound = np.concatenate([np.zeros(4800, np.float32), spoken.pcm.samples, np.zeros(16000, np.float32)])
    for cut_s in np.arange(0.6, len(sound) / SAMPLE_RATE, 0.1):
        heard = phones.spot(sound[: round(cut_s * SAMPLE_RATE)], phrases.spotted_who)
        assert tuple(word.text for word in heard.words) in ((), ("player", "two", "remmi", "demmi"))


@pytest.mark.parametrize("is_ours", [False, True])
def test_in_a_loud_room_what_the_table_says_itself_is_no_call(
    chorus: Chorus, phones: PhoneRecognizer, is_ours: bool
) -> None:
    """Also where it can not be taken out, because a loudspeaker is later than any that we know."""
    phrases = RemmiDemmiPhrases(load_language("en"), ("Player 1", "Player 2"), real_cards=True)
    spoken = chorus.speak(1, ("player", "two", "remmi", "demmi")).pcm
    sound = np.random.default_rng(1).normal(0, 0.012, 8 * SAMPLE_RATE).astype(np.float32)
    at = 4 * SAMPLE_RATE
    sound[at : at + len(spoken.samples)] += spoken.samples
    feed = Feed()
    feed.push(sound)
    ear = Ear(feed, phones, HearingSettings())
    ear.vocabulary, ear.spotted = phrases.vocabulary(phrases.controls), phrases.spotted
    if is_ours:
        ear.own_voice.note(spoken, 3.3)
    heard = [event.utterance for event in listened(ear) if isinstance(event, Heard) and event.utterance.is_spotted]
    assert [utterance.plain_words[-2:] for utterance in heard] == ([] if is_ours else [("remmi", "demmi")])
