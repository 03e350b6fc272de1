"""The embedded recogniser on real sound: answers, other words, stutters, numbers, silence, noise, hard recordings."""

import csv
from pathlib import Path

import numpy as np
import pytest
import soundfile
from made_speech import WORDS, assert_sorted, flite, in_room, quiet, said, spoken, texts

from voicegames.errors import Failure
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.hearing.utterance import DisfluencyKind, WordKind
from voicegames.hearing.vocabulary import Entry, Vocabulary
from voicegames.language import load_language
from voicegames.settings import HearingSettings

HUMAN = Path(__file__).parents[3] / "shared" / "speech"

VOICES = (("en-us", 150, 50), ("en-gb+f2", 160, 60), ("en-gb+m3", 150, 40))


def recording(*parts: Samples) -> Samples:
    """As the ear hands it over: 0.4 s before the first sound, 0.5 s after the last."""
    return in_room(*parts, before_s=0.4, after_s=0.5)


def band_limited(samples: Samples, hz: float) -> Samples:
    spectrum = np.fft.rfft(samples)
    spectrum[round(len(samples) * hz / SAMPLE_RATE) :] = 0
    return np.fft.irfft(spectrum, len(samples)).astype(np.float32)


@pytest.mark.parametrize("voice", VOICES, ids=lambda voice: voice[0])
@pytest.mark.parametrize("word", WORDS)
def test_every_word_with_none_to_four_ohs(
    phones: PhoneRecognizer, answers: Vocabulary, word: str, voice: tuple[str, int, int]
) -> None:
    place = WORDS.index(word) + VOICES.index(voice)
    for ohs in (0, 1 + place % 4):
        words = ("oh",) * ohs + (word,)
        heard = phones.recognize(recording(spoken(said(*words), *voice)), answers)
        assert texts(heard) == words
        assert heard.disfluencies == ()
        assert heard.readings[0].words == words
        assert_sorted(heard)


@pytest.mark.parametrize("voice", ["slt", "rms", "awb"])
def test_voices_of_another_make(phones: PhoneRecognizer, answers: Vocabulary, voice: str) -> None:
    for words in (("penguin",), ("oh", "zebra"), ("oh", "oh", "yellow"), ("oh", "oh", "oh", "pink")):
        heard = phones.recognize(recording(flite(said(*words), voice)), answers)
        assert texts(heard) == words
        assert heard.disfluencies == ()


@pytest.mark.parametrize(
    "phrase", ["referee pause", "go on", "referee that was wrong", "referee score", "referee stop"]
)
def test_calls_to_the_referee(phones: PhoneRecognizer, answers: Vocabulary, phrase: str) -> None:
    assert texts(phones.recognize(recording(spoken(phrase)), answers)) == tuple(phrase.split())


@pytest.mark.parametrize("count", [1, 2, 3])
def test_ohs_alone_are_heard_as_a_beginning(phones: PhoneRecognizer, answers: Vocabulary, count: int) -> None:
    heard = phones.recognize(recording(spoken(said(*("oh",) * count))), answers)
    assert texts(heard, WordKind.WORD) == ("oh",) * count


def test_times_lie_in_the_sound(phones: PhoneRecognizer, answers: Vocabulary) -> None:
    oh, penguin = spoken("oh"), spoken("penguin")
    first, second = phones.recognize(recording(oh, quiet(0.3), penguin), answers).words
    end = 0.4 + len(oh) / SAMPLE_RATE
    assert 0.35 < first.start_s < first.end_s < end + 0.15
    assert end + 0.2 < second.start_s < second.end_s < end + 0.45 + len(penguin) / SAMPLE_RATE


UNKNOWN = (
    *("banana", "elephant", "orange", "purple", "window", "monday", "giraffe", "kitchen", "seven", "eleven", "hello"),
    *("thank you", "whose turn is it", "come on", "pass the salt please", "that is a nice one", "i do not know"),
)


@pytest.mark.parametrize("text", UNKNOWN)
def test_other_words_are_unknown_and_still_have_readings(
    phones: PhoneRecognizer, answers: Vocabulary, text: str
) -> None:
    for voice in VOICES[:2]:
        heard = phones.recognize(recording(spoken(text, *voice)), answers)
        assert texts(heard) == ("?",)
        assert heard.words[0].kind is WordKind.UNKNOWN
        assert_sorted(heard)


def kinds(phones: PhoneRecognizer, answers: Vocabulary, *parts: Samples) -> tuple[list[DisfluencyKind], str]:
    """The disfluencies of a sound, and its last word."""
    heard = phones.recognize(recording(*parts), answers)
    assert heard.words[-1].kind is WordKind.WORD
    return [item.kind for item in heard.disfluencies], heard.words[-1].text


@pytest.mark.parametrize("word", ["penguin", "flamingo", "camel", "zebra", "green", "white", "dodelido"])
def test_a_repeated_word(phones: PhoneRecognizer, answers: Vocabulary, word: str) -> None:
    sound = spoken(said(word))
    assert kinds(phones, answers, sound, quiet(0.15), sound) == ([DisfluencyKind.REPETITION], word)


@pytest.mark.parametrize(("word", "part_s"), [("flamingo", 0.2), ("penguin", 0.16), ("camel", 0.16), ("dodelido", 0.2)])
def test_a_part_word_repetition(phones: PhoneRecognizer, answers: Vocabulary, word: str, part_s: float) -> None:
    sound = spoken(said(word))
    part = sound[: round(part_s * SAMPLE_RATE)]
    found, last = kinds(phones, answers, part, quiet(0.12), sound)
    assert set(found) == {DisfluencyKind.PART_WORD}
    assert last == word


def test_a_repeated_sound(phones: PhoneRecognizer, answers: Vocabulary) -> None:
    sound = spoken("penguin")
    part = sound[: round(0.1 * SAMPLE_RATE)]
    found, last = kinds(phones, answers, part, quiet(0.1), part, quiet(0.1), sound)
    assert found == [DisfluencyKind.PART_WORD] * 2
    assert last == "penguin"


@pytest.mark.parametrize("word", ["penguin", "tortoise", "yellow", "flamingo"])
def test_a_filler(phones: PhoneRecognizer, answers: Vocabulary, word: str) -> None:
    found, last = kinds(phones, answers, spoken("um"), quiet(0.15), spoken(word))
    assert found == [DisfluencyKind.FILLER]
    assert last == word


@pytest.mark.parametrize(("begun", "word"), [("yellow", "blue"), ("flamingo", "penguin"), ("camel", "zebra")])
def test_another_word_that_was_begun(phones: PhoneRecognizer, answers: Vocabulary, begun: str, word: str) -> None:
    part = spoken(begun)[: round(0.25 * SAMPLE_RATE)]
    found, last = kinds(phones, answers, part, quiet(0.12), spoken(word))
    assert found == [DisfluencyKind.CORRECTION]
    assert last == word


def test_shouted_numbers_come_in_any_order(phones: PhoneRecognizer) -> None:
    numbers = load_language("en").loop(["one", "two", "three", "four", "five", "six"])
    for shouted in (("one",), ("three", "three"), ("two", "five", "six"), ("four", "one")):
        heard = phones.recognize(recording(spoken(said(*shouted))), numbers)
        assert texts(heard) == shouted
        assert heard.disfluencies == ()
        assert heard.readings[0].words == shouted


def sounds_of_no_speech() -> dict[str, Samples]:
    rng = np.random.default_rng(1)
    time = np.arange(2 * SAMPLE_RATE) / SAMPLE_RATE
    return {
        "nothing": np.zeros(0, np.float32),
        "silence": np.zeros(2 * SAMPLE_RATE, np.float32),
        "white noise": rng.normal(0, 0.1, 2 * SAMPLE_RATE).astype(np.float32),
        "soft noise": rng.normal(0, 1e-4, 2 * SAMPLE_RATE).astype(np.float32),
        "a tone": (0.3 * np.sin(2 * np.pi * 440 * time)).astype(np.float32),
        "a chord": (0.1 * np.sum([np.sin(2 * np.pi * hz * time) for hz in (262, 330, 392)], axis=0)).astype(np.float32),
        "a click": np.concatenate([np.zeros(8000), np.full(40, 0.8), np.zeros(8000)]).astype(np.float32),
    }


@pytest.mark.parametrize("name", sounds_of_no_speech())
def test_what_is_no_speech_gives_no_known_word(phones: PhoneRecognizer, answers: Vocabulary, name: str) -> None:
    assert texts(phones.recognize(sounds_of_no_speech()[name], answers), WordKind.WORD) == ()


@pytest.mark.parametrize("words", [("penguin",), ("oh", "oh", "flamingo"), ("oh", "white")])
def test_hard_recordings(phones: PhoneRecognizer, answers: Vocabulary, words: tuple[str, ...]) -> None:
    sound = recording(spoken(said(*words)))
    noise = np.random.default_rng(2).normal(0, 0.004, len(sound)).astype(np.float32)
    for heard in (band_limited(sound, 4000), 0.02 * sound, sound + noise, np.clip(8 * sound, -1, 1)):
        assert texts(phones.recognize(heard, answers)) == words


def test_korean_without_a_model_of_its_own() -> None:
    language = load_language("ko")
    words = [language.called(name) for name in ("penguin", "camel", "tortoise", "green", "zebra")]
    oh = language.called("oh")
    known = language.vocabulary([*((word,) for word in words), *((oh, word) for word in words)])
    recognizer = PhoneRecognizer(HearingSettings(), "ko")
    best = [recognizer.recognize(recording(spoken(w, "ko", 150)), known).readings[0].words for w in words]
    assert sum(found == (word,) for found, word in zip(best, words, strict=True)) >= 4


def test_a_symbol_that_is_none_is_told_at_the_start(phones: PhoneRecognizer) -> None:
    broken = Vocabulary("en", (Entry("blue", ("blue",), (("B", "LL", "UW"),)),), (("blue",),))
    with pytest.raises(Failure, match="LL") as caught:
        phones.prepare(broken)
    assert caught.value.code == "missing-word"


@pytest.mark.long
@pytest.mark.skipif(not (HUMAN / "manifest.tsv").exists(), reason="the recordings of people are not on this machine")
def test_people(phones: PhoneRecognizer, answers: Vocabulary) -> None:
    right, game, refused, others = 0, 0, 0, 0
    for row in csv.DictReader((HUMAN / "manifest.tsv").read_text(encoding="utf-8").splitlines(), delimiter="\t"):
        samples, _ = soundfile.read(HUMAN / "human" / row["file"], dtype="float32")
        heard = phones.recognize(samples, answers)
        if (row["word"],) in answers.phrases:
            game, right = game + 1, right + (texts(heard) == (row["word"],))
        else:
            others, refused = others + 1, refused + (WordKind.WORD not in {word.kind for word in heard.words})
    assert right / game >= 0.9
    assert refused / others >= 0.9
