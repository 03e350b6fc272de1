"""The ear: what it tells and when, an ear that was closed, the table's own voice, first sounds, minutes of nothing."""

from collections.abc import Callable

import numpy as np
import pytest
from made_speech import in_room, listened, quiet, spoken, texts

from voicegames.hearing.ear import Ear, EarEvent, Heard, SpeechStarted
from voicegames.hearing.feed import Feed
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.hearing.source import Block
from voicegames.hearing.utterance import Utterance
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.language import load_language
from voicegames.settings import HearingSettings

PENGUIN, OH, FLAMINGO, ZEBRA = (spoken(word) for word in ("penguin", "oh", "flamingo", "zebra"))

Hear = Callable[[Samples], list[Utterance]]


@pytest.fixture
def ear_of(phones: PhoneRecognizer, answers: Vocabulary) -> Callable[..., Ear]:
    def made(sound: Samples, **settings: float) -> Ear:
        feed = Feed()
        feed.push(sound)
        ear = Ear(feed, phones, HearingSettings(**settings))  # type: ignore[arg-type]
        ear.vocabulary = answers
        return ear

    return made


def told(events: list[EarEvent]) -> list[str]:
    """The events as short texts."""
    return [
        "started"
        if isinstance(event, SpeechStarted)
        else f"{'final' if event.final else 'so far'}: {event.utterance.text}"
        for event in events
    ]


def until(ear: Ear, at_s: float) -> list[EarEvent]:
    events: list[EarEvent] = []
    while ear.now_s < at_s - 0.001:
        events += ear.step() or ()
    return events


def test_a_word_is_told_when_it_starts_soon_and_for_good(ear_of: Callable[..., Ear]) -> None:
    ear = ear_of(in_room(PENGUIN))
    moments = {}
    while (events := ear.step()) is not None:
        moments.update({text: ear.now_s for text in told(list(events))})
    end_s = 1.0 + len(PENGUIN) / SAMPLE_RATE
    assert list(moments) == ["started", "so far: penguin", "final: penguin"]
    assert moments["started"] < 1.12
    assert end_s < moments["so far: penguin"] < end_s + 0.25
    assert end_s + 0.35 < moments["final: penguin"] < end_s + 0.6


def test_an_oh_waits_for_its_word(ear_of: Callable[..., Ear]) -> None:
    assert told(listened(ear_of(in_room(OH, quiet(0.3), PENGUIN)))) == [
        *("started", "so far: oh penguin", "final: oh penguin")
    ]


def test_a_word_that_is_said_again_takes_the_first_ruling_back(ear_of: Callable[..., Ear]) -> None:
    events = listened(ear_of(in_room(PENGUIN, quiet(0.3), PENGUIN)))
    assert told(events)[1] == "so far: penguin"
    assert told(events)[-1] == "final: penguin penguin"
    assert len([event for event in events if isinstance(event, SpeechStarted)]) == 1


def test_times_are_on_the_audio_clock(ear_of: Callable[..., Ear]) -> None:
    events = listened(ear_of(in_room(FLAMINGO, quiet(2.0), PENGUIN)))
    second = [event.utterance for event in events if isinstance(event, Heard) and event.final][1]
    onset_s = 3.0 + len(FLAMINGO) / SAMPLE_RATE
    assert second.onset_s == pytest.approx(onset_s, abs=0.03)
    assert second.end_s == pytest.approx(onset_s + len(PENGUIN) / SAMPLE_RATE, abs=0.06)
    assert second.end_s < second.decided_s < second.end_s + 0.55
    assert second.onset_s - 0.05 < second.words[0].start_s < second.words[0].end_s < second.end_s + 0.1


def test_a_final_word_at_the_end_of_the_sound(ear_of: Callable[..., Ear]) -> None:
    ear = ear_of(in_room(PENGUIN, after_s=0.0))
    assert told(listened(ear)) == ["started", "final: penguin"]
    assert ear.step() is None


@pytest.mark.parametrize("word", ["penguin", "flamingo", "camel", "tortoise", "pink", "zebra"])
def test_first_sounds_are_kept(hear: Hear, word: str) -> None:
    (utterance,) = hear(in_room(spoken(word), noise_dbfs=-45))
    assert texts(utterance) == (word,)


def test_how_the_sound_comes_does_not_matter(phones: PhoneRecognizer, answers: Vocabulary) -> None:
    sound = in_room(OH, quiet(0.2), PENGUIN, quiet(1.0), FLAMINGO)
    results = []
    for piece in (160, 320, 777, len(sound)):
        feed = Feed()
        for at in range(0, len(sound), piece):
            feed.push(sound[at : at + piece])
        ear = Ear(feed, phones, HearingSettings())
        ear.vocabulary = answers
        results.append(listened(ear))
    assert all(result == results[0] for result in results)


def test_the_vocabulary_can_change_at_any_time(ear_of: Callable[..., Ear]) -> None:
    ear = ear_of(in_room(spoken("three"), quiet(1.5), PENGUIN))
    answers, ear.vocabulary = ear.vocabulary, load_language("en").loop(["one", "two", "three"])
    first = until(ear, 2.2)
    ear.vocabulary = None
    until(ear, 2.3)
    ear.vocabulary = answers
    assert told(first)[-1] == "final: three"
    assert told(listened(ear))[-1] == "final: penguin"


def test_without_a_vocabulary_only_starts_are_told(ear_of: Callable[..., Ear]) -> None:
    ear = ear_of(in_room(PENGUIN))
    ear.vocabulary = None
    assert told(listened(ear)) == ["started"]


def test_a_closed_ear_hears_nothing(ear_of: Callable[..., Ear]) -> None:
    ear = ear_of(in_room(PENGUIN, quiet(1.0), FLAMINGO))
    ear.close()
    assert until(ear, 2.0) == []
    assert ear.open() == ()
    assert told(listened(ear))[-1] == "final: flamingo"


def test_closing_drops_what_was_being_said(ear_of: Callable[..., Ear]) -> None:
    ear = ear_of(in_room(PENGUIN))
    until(ear, 1.2)
    assert ear.is_hearing
    assert ear.onset_s == pytest.approx(1.0, abs=0.02)
    ear.close()
    assert not ear.is_hearing
    ear.open()
    assert not [event for event in listened(ear) if isinstance(event, Heard) and event.utterance.text == "penguin"]


def own_voice(text: str) -> Samples:
    """The table's voice as the microphone hears it, with the echoes of a room of half a second."""
    rng = np.random.default_rng(5)
    length = SAMPLE_RATE // 2
    echoes = rng.normal(0, 1, length) * np.power(10, -3 * np.arange(length) / length)
    echoes *= 0.3 / np.linalg.norm(echoes)
    echoes[0] = 1
    return np.convolve(spoken(text, "en-gb"), echoes).astype(np.float32)


@pytest.mark.parametrize("tail_s", [0.0, 0.05, 0.12])
def test_the_table_does_not_hear_itself(ear_of: Callable[..., Ear], tail_s: float) -> None:
    voice = own_voice("Anna, blue penguin")
    ends_s = 1.0 + len(spoken("Anna, blue penguin", "en-gb")) / SAMPLE_RATE
    ear = ear_of(in_room(voice, quiet(1.5)))
    ear.close()
    events = until(ear, ends_s + tail_s)
    events += ear.open(ends_s)
    events += listened(ear)
    assert [event for event in events if isinstance(event, Heard)] == []


def test_an_answer_that_begins_in_the_tail_has_its_real_onset(ear_of: Callable[..., Ear]) -> None:
    voice = own_voice("blue penguin")
    ends_s = 1.0 + len(spoken("blue penguin", "en-gb")) / SAMPLE_RATE
    sound = in_room(voice, quiet(2.0))
    onset = round((ends_s + 0.06) * SAMPLE_RATE)
    sound[onset : onset + len(ZEBRA)] += ZEBRA
    ear = ear_of(sound)
    ear.close()
    until(ear, ends_s + 0.2)
    events = [*ear.open(ends_s), *listened(ear)]
    assert told(events)[-1] == "final: zebra"
    final = events[-1]
    assert isinstance(final, Heard)
    assert final.utterance.onset_s == pytest.approx(ends_s + 0.06, abs=0.06)


def test_sound_before_the_opening_is_never_used(ear_of: Callable[..., Ear]) -> None:
    ear = ear_of(in_room(PENGUIN, quiet(0.05), FLAMINGO))
    ear.close()
    opens_s = 1.0 + (len(PENGUIN) + 400) / SAMPLE_RATE
    until(ear, opens_s + 0.1)
    events = [*ear.open(opens_s), *listened(ear)]
    assert told(events)[-1] == "final: flamingo"
    assert all(event.utterance.onset_s >= opens_s for event in events if isinstance(event, Heard))


def test_speech_without_end_is_cut(ear_of: Callable[..., Ear]) -> None:
    events = listened(ear_of(in_room(*[FLAMINGO] * 8), longest_utterance_s=2.0))
    finals = [event.utterance for event in events if isinstance(event, Heard) and event.final]
    assert len(finals) >= 3
    assert all(utterance.end_s - utterance.onset_s <= 2.1 for utterance in finals)


class Broken(Feed):
    """A source that lost a second of sound after 50 blocks, and says so."""

    def read(self) -> Block | None:
        block = super().read()
        if block is None or block.start < 50 * 320:
            return block
        return Block(block.start + SAMPLE_RATE, block.samples, block.wall_s, block.start == 50 * 320)


def test_lost_sound_is_counted_and_the_clock_goes_on(phones: PhoneRecognizer, answers: Vocabulary) -> None:
    source = Broken()
    source.push(in_room(PENGUIN, before_s=2.0))
    ear = Ear(source, phones, HearingSettings())
    ear.vocabulary = answers
    events = listened(ear)
    assert ear.overflows == 1
    assert told(events)[-1] == "final: penguin"
    assert isinstance(events[0], SpeechStarted)
    assert events[0].onset_s == pytest.approx(3.0, abs=0.03)


def test_ten_minutes_of_silence(ear_of: Callable[..., Ear]) -> None:
    ear = ear_of(np.zeros(600 * SAMPLE_RATE, np.float32))
    assert listened(ear) == []
    assert ear.now_s == 600


def test_minutes_of_noise_and_tones(ear_of: Callable[..., Ear]) -> None:
    rng = np.random.default_rng(6)
    time = np.arange(60 * SAMPLE_RATE) / SAMPLE_RATE
    melody = np.sin(2 * np.pi * np.repeat(rng.choice([262, 330, 392, 523], 120), SAMPLE_RATE // 2) * time)
    for sound in (rng.normal(0, 0.05, 120 * SAMPLE_RATE), 0.2 * melody):
        events = listened(ear_of(sound.astype(np.float32)))
        assert not [event for event in events if isinstance(event, Heard) and event.utterance.plain_words]


def test_a_word_after_minutes_of_noise(ear_of: Callable[..., Ear]) -> None:
    sound = in_room(PENGUIN, before_s=60.0, noise_dbfs=-45)
    assert told(listened(ear_of(sound)))[-1] == "final: penguin"


def test_a_word_that_is_cut_with_its_utterance_is_not_taken_for_another(ear_of: Callable[..., Ear]) -> None:
    """Of "flamingo" that is cut in the middle nothing else is made."""
    half = FLAMINGO[: len(FLAMINGO) // 2]
    for sound, longest_s in ((FLAMINGO, len(half) / SAMPLE_RATE), (PENGUIN, len(PENGUIN) / SAMPLE_RATE - 0.1)):
        cut = listened(ear_of(in_room(sound), longest_utterance_s=longest_s))
        first = next(event.utterance for event in cut if isinstance(event, Heard) and event.final)
        assert first.text == "?"
