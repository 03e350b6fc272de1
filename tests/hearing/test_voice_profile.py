"""A player's voice: what a sound check takes and refuses, what it is worth, and that others lose nothing by it."""

import numpy as np
import pytest
from made_speech import flite, in_room, quiet, spoken, texts

from voicegames.bench.shifts import shifted
from voicegames.bench.voices import Shift
from voicegames.hearing.likeness import unlikeness
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.profiled import ProfiledRecognizer, at_speed
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.hearing.voice_profile import (
    SPEEDS,
    HeardAt,
    Speed,
    Tuning,
    VoiceProfile,
    WordSample,
    is_word,
    tuning_at,
)
from voicegames.language import load_language
from voicegames.table.people import checked_words, known_words

ENGLISH = load_language("en")
KNOWN = known_words(ENGLISH)
SMALL_CHILD = Shift(1700.0, 900.0, 0.85)
SAID = {"dodelido": "doe delly doe"}


@pytest.fixture(scope="module")
def profiled(phones: PhoneRecognizer) -> ProfiledRecognizer:
    return ProfiledRecognizer(phones)


def child(text: str) -> Samples:
    """A very small child: a voice that the network was not trained on."""
    return shifted(flite(SAID.get(text, text), "rms"), SMALL_CHILD)


def padded(*parts: Samples) -> Samples:
    return in_room(*parts, before_s=0.3, after_s=0.3)


def profile_of(profiled: ProfiledRecognizer, answers: Vocabulary, said: dict[str, Samples]) -> VoiceProfile:
    profile = VoiceProfile()
    for word, sound in said.items():
        sample = profiled.sample(padded(sound), word, answers)
        if is_word(sample, KNOWN):
            profile = profile.having(sample)
    return profile


@pytest.fixture(scope="module")
def childs(profiled: ProfiledRecognizer, answers: Vocabulary) -> VoiceProfile:
    return profile_of(profiled, answers, {word: child(word) for word in checked_words(ENGLISH)})


def made(word: str, fits: tuple[float, float, float], phones: str) -> WordSample:
    heard = tuple(HeardAt(speed, fit, phones) for speed, fit in zip(SPEEDS, fits, strict=True))
    return WordSample(word, -30.0, heard)


def test_a_small_child_is_heard_at_slower_speeds_and_understood_better(
    profiled: ProfiledRecognizer, answers: Vocabulary, childs: VoiceProfile
) -> None:
    tuning = childs.tuning(KNOWN)
    assert tuning is not None
    assert sum(speed.weight for speed in tuning.speeds if speed.speed < 1) > 0.6
    right = {None: 0, tuning: 0}
    for first in ("oh", "yellow", "blue"):
        for word in ("penguin", "camel", "zebra", "tortoise", "green", "pink", "white", "flamingo"):
            words = (first, word) if first == "oh" else (word,)
            parts = (part for w in words for part in (shifted(child(w), Shift(tempo=1.1)), quiet(0.1)))
            sound = in_room(*parts, before_s=0.3, after_s=0.3, noise_dbfs=-40.0)
            for known in right:
                profiled.tuning = known
                right[known] += texts(profiled.recognize(sound, answers)) == words
    assert right[tuning] > right[None], right
    assert right[tuning] >= 20


def test_an_adult_with_a_childs_profile_is_understood_as_before(
    profiled: ProfiledRecognizer, answers: Vocabulary, childs: VoiceProfile
) -> None:
    profiled.tuning = childs.tuning(KNOWN)
    for word in checked_words(ENGLISH)[:-1]:
        assert texts(profiled.recognize(padded(flite(SAID.get(word, word), "rms")), answers)) == (word,)


@pytest.mark.parametrize("word", ["penguin", "blue", "dodelido"])
def test_a_noise_or_another_word_is_not_taken_for_the_word(
    profiled: ProfiledRecognizer, answers: Vocabulary, word: str
) -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, SAMPLE_RATE // 2).astype(np.float32)
    for sound in (noise, spoken("zebra"), spoken("good morning everybody"), quiet(0.5)):
        assert not is_word(profiled.sample(padded(sound), word, answers), KNOWN)
    assert is_word(profiled.sample(padded(spoken(SAID.get(word, word))), word, answers), KNOWN)


def test_a_pronunciation_of_ones_own_is_learned_where_two_speeds_hear_it() -> None:
    white = made("white", (0.8, 1.2, 0.9), "V AY T")
    others = tuple(made(entry.word, (2.0, 1.9, 1.8), " ".join(entry.pronunciations[0])) for entry in KNOWN[:6])
    tuning = VoiceProfile((*others, white)).tuning(KNOWN)
    assert tuning is not None
    assert tuning.spoken == (("white", ("V", "AY", "T")),)
    vocabulary = ENGLISH.vocabulary([("white",), ("blue",)])
    assert ("V", "AY", "T") in tuning.applied(vocabulary).entry("white").pronunciations
    assert tuning.applied(vocabulary).entry("blue") == vocabulary.entry("blue")


@pytest.mark.parametrize("phones", ["B L UW", "P IH NG K", "S T R EH NG TH S", "AH", ""])
def test_what_sounds_like_another_word_or_like_none_is_no_pronunciation(phones: str) -> None:
    white = made("white", (0.2, 0.3, 0.2), phones)
    others = tuple(made(entry.word, (2.0, 1.9, 1.8), " ".join(entry.pronunciations[0])) for entry in KNOWN[:6])
    tuning = VoiceProfile((*others, white)).tuning(KNOWN)
    assert tuning is not None
    assert tuning.spoken == ()


def test_too_few_words_are_no_profile_and_the_newest_three_of_a_word_stay() -> None:
    profile = VoiceProfile()
    for number in range(5):
        profile = profile.having(made("blue", (number / 10, 1.0, 1.0), "B L UW"))
    assert [sample.heard[0].fit for sample in profile.samples] == [0.2, 0.3, 0.4]
    assert profile.tuning(KNOWN) is None


def test_the_sound_as_it_is_always_has_a_say_and_weights_add_up() -> None:
    samples = tuple(made(entry.word, (-1.0, 0.0, 2.0), " ".join(entry.pronunciations[0])) for entry in KNOWN[:6])
    tuning = VoiceProfile(samples).tuning(KNOWN)
    assert tuning is not None
    assert tuning.speeds[0].speed == 1.0
    assert tuning.speeds[0].weight > 0.05
    assert sum(speed.weight for speed in tuning.speeds) == pytest.approx(1, abs=0.01)


def test_phones_that_there_are_none_of_and_other_speeds_are_left_out() -> None:
    samples = [made(entry.word, (1.0, 1.0, 1.0), "QQ XX") for entry in KNOWN[:6]]
    assert VoiceProfile(tuple(samples)).tuning(KNOWN) is None


def test_times_stay_those_of_the_sound(profiled: ProfiledRecognizer, answers: Vocabulary) -> None:
    sound = padded(spoken("flamingo"))
    profiled.tuning = None
    (plain,) = profiled.recognize(sound, answers).words
    profiled.tuning = Tuning((Speed(1.0, 0.1), Speed(0.8, 0.9)))
    (tuned,) = profiled.recognize(sound, answers).words
    assert tuned.text == plain.text == "flamingo"
    assert tuned.start_s == pytest.approx(plain.start_s, abs=0.06)
    assert tuned.end_s == pytest.approx(plain.end_s, abs=0.06)


def test_a_repeated_word_is_still_a_stutter(profiled: ProfiledRecognizer, answers: Vocabulary) -> None:
    profiled.tuning = Tuning((Speed(1.0, 0.4), Speed(0.9, 0.3), Speed(0.8, 0.3)))
    heard = profiled.recognize(padded(spoken("penguin"), quiet(0.2), spoken("penguin")), answers)
    assert texts(heard) == ("penguin", "penguin")
    assert heard.disfluencies


@pytest.mark.parametrize("length", [0, 1, 100, 5000])
def test_hardly_any_sound_is_no_words(profiled: ProfiledRecognizer, answers: Vocabulary, length: int) -> None:
    profiled.tuning = Tuning((Speed(1.0, 0.5), Speed(0.8, 0.5)))
    assert profiled.recognize(np.zeros(length, np.float32), answers).words == ()
    assert len(at_speed(np.zeros(length, np.float32), 0.8)) == pytest.approx(length / 0.8, abs=2)


def test_all_may_be_heard_at_several_speeds(phones: PhoneRecognizer, answers: Vocabulary) -> None:
    assert tuning_at((1.0,)) is None
    everybody = ProfiledRecognizer(phones, tuning_at(SPEEDS))
    assert [texts(everybody.recognize(padded(child(word)), answers)) for word in ("pink", "yellow")] == [
        ("pink",),
        ("yellow",),
    ]


def test_related_sounds_are_more_alike() -> None:
    assert unlikeness(["W", "AY", "T"], ["W", "AY", "T"]) == 0
    assert unlikeness(["V", "AY", "T"], ["W", "AY", "T"]) < unlikeness(["S", "AY", "T"], ["W", "AY", "T"])
    assert unlikeness(["P", "EH", "NG", "G", "W", "AH", "N"], ["P", "EH", "NG", "G", "W_AH", "N"]) == 0
    assert unlikeness([], ["AH"]) == 1
