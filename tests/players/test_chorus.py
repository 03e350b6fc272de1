"""The robots' voices: clear, different, repeatable, with true times, and with the stutters that were asked for."""

from collections.abc import Iterator

import numpy as np
import pytest

from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.recognizer import SAMPLE_RATE
from voicegames.language import load_language
from voicegames.players.chorus import Chorus, Disfluent, Spoken
from voicegames.settings import Settings
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.phrases import Phrases

SETTINGS = Settings()
ENGLISH = load_language("en")
WORDS = ("flamingo", "penguin", "camel", "zebra", "tortoise", "blue", "green", "pink", "white", "yellow", "nought")
SEATS = range(6)


@pytest.fixture(scope="module")
def synthesizer() -> Iterator[Synthesizer]:
    opened = Synthesizer.open(SETTINGS.speaking, "en")
    yield opened
    opened.close()


@pytest.fixture
def chorus(synthesizer: Synthesizer) -> Chorus:
    return Chorus(synthesizer, ENGLISH, seed=4)


def sounds(spoken: Spoken, gap_s: float = 0.03) -> list[np.ndarray]:
    """The stretches of sound between gaps of at least ``gap_s``."""
    samples = spoken.pcm.samples
    frame = SAMPLE_RATE // 200
    levels = np.abs(samples[: len(samples) // frame * frame]).reshape(-1, frame).max(axis=1)
    is_loud = levels > 0.002
    stretches: list[list[int]] = []
    for index in np.flatnonzero(is_loud):
        if stretches and (index - stretches[-1][1]) * 0.005 < gap_s:
            stretches[-1][1] = int(index)
        else:
            stretches.append([int(index), int(index)])
    return [samples[a * frame : (b + 1) * frame] for a, b in stretches]


def similarity(fragment: np.ndarray, word: np.ndarray) -> float:
    """The best normalised correlation of the fragment's middle with a piece near the beginning of the word."""
    piece = fragment[len(fragment) // 4 : 3 * len(fragment) // 4]
    windows = np.lib.stride_tricks.sliding_window_view(word[: len(fragment) + 800], len(piece))
    return float(np.max(windows @ piece / (np.linalg.norm(windows, axis=1) * np.linalg.norm(piece) + 1e-9)))


def test_onset_and_end_are_where_the_sound_begins_and_ends(chorus: Chorus) -> None:
    for seat in SEATS:
        spoken = chorus.speak(seat, ("oh", "penguin"))
        samples = spoken.pcm.samples
        assert spoken.pcm.rate == SAMPLE_RATE
        onset, end = round(spoken.onset_s * SAMPLE_RATE), round(spoken.end_s * SAMPLE_RATE)
        peak = np.abs(samples).max()
        for quiet in (samples[: max(0, onset - 40)], samples[end + 40 :]):
            assert quiet.size == 0 or np.abs(quiet).max() < 0.05 * peak
        assert np.abs(samples[onset : onset + 320]).max() > 0.01 * peak
        assert np.abs(samples[end - 320 : end]).max() > 0.01 * peak


def test_all_answers_are_equally_loud(chorus: Chorus) -> None:
    for seat in SEATS:
        samples = chorus.speak(seat, ("yellow",)).pcm.samples
        assert 20 * np.log10(np.sqrt(np.mean(samples**2))) == pytest.approx(-25, abs=2)


def test_the_same_seed_speaks_the_same() -> None:
    recordings = []
    for _ in range(2):
        synthesizer = Synthesizer.open(SETTINGS.speaking, "en")
        chorus = Chorus(synthesizer, ENGLISH, seed=9)
        spoken = [chorus.speak(0, ("oh", "camel")), chorus.speak(3, ("pink",), Disfluent.CORRECTION)]
        recordings.append(np.concatenate([s.pcm.samples for s in spoken]))
        synthesizer.close()
    one, other = recordings
    assert np.array_equal(one, other)


def test_seats_have_different_voices(chorus: Chorus) -> None:
    assert len({chorus.voice(seat) for seat in SEATS}) == len(SEATS)
    spectra = []
    for seat in SEATS:
        samples = chorus.speak(seat, ("flamingo",)).pcm.samples
        spectrum = np.abs(np.fft.rfft(samples, 16384))[:4096].reshape(128, -1).mean(axis=1)
        spectra.append(np.log(spectrum + 1e-6) - np.log(spectrum + 1e-6).mean())
    for one in SEATS:
        for other in range(one):
            assert np.sqrt(np.mean((spectra[one] - spectra[other]) ** 2)) > 0.3


def test_each_oh_is_heard_apart(chorus: Chorus) -> None:
    for count in range(4):
        assert len(sounds(chorus.speak(1, ("oh",) * count + ("blue",)))) == count + 1


def test_our_own_recogniser_understands_every_seat(chorus: Chorus) -> None:
    recognizer = PhoneRecognizer(SETTINGS.hearing)
    vocabulary = Phrases(ENGLISH, 6).answer
    quiet = np.random.default_rng(0).normal(0, 0.0006, 4800).astype(np.float32)
    for seat in SEATS:
        right = 0
        for word in WORDS:
            samples = np.concatenate([quiet, chorus.speak(seat, (word,)).pcm.samples, quiet])
            readings = recognizer.recognize(samples, vocabulary).readings
            right += bool(readings) and readings[0].words == (word,)
        assert right >= len(WORDS) - 2, f"seat {seat}: {right} of {len(WORDS)}"


def test_a_word_is_repeated(chorus: Chorus) -> None:
    spoken = chorus.speak(0, ("oh", "camel"), Disfluent.WORD_REPEATED)
    oh, first, second = sounds(spoken)
    assert spoken.caption == "oh camel camel"
    assert len(oh) < len(first)
    assert len(first) == pytest.approx(len(second), rel=0.1)


@pytest.mark.parametrize("word", ["penguin", "blue", "green", "zebra", "flamingo"])
def test_a_first_consonant_is_repeated(chorus: Chorus, word: str) -> None:
    for seat in SEATS:
        spoken = chorus.speak(seat, (word,), Disfluent.CONSONANT)
        *fragments, whole = sounds(spoken, gap_s=0.045)
        assert spoken.caption.startswith(f"{word[0]}- ")
        assert len(fragments) == spoken.caption.count("-")
        for fragment in fragments:
            assert len(fragment) < 0.45 * len(whole)
            assert similarity(fragment, whole) > 0.8


@pytest.mark.parametrize("word", ["penguin", "flamingo", "yellow", "green"])
def test_a_first_syllable_is_repeated(chorus: Chorus, word: str) -> None:
    for seat in SEATS:
        spoken = chorus.speak(seat, (word,), Disfluent.SYLLABLE)
        fragment, whole = sounds(spoken, gap_s=0.045)
        assert spoken.caption == f"{word[:3]}- {word}"
        assert 0.06 * SAMPLE_RATE <= len(fragment) < 0.75 * len(whole)
        assert similarity(fragment, whole) > 0.8


def test_a_filler_comes_before_the_answer(chorus: Chorus) -> None:
    captions = {chorus.speak(2, ("oh", "pink"), Disfluent.FILLER).caption for _ in range(12)}
    assert captions == {"um oh pink", "oh um pink"}


def test_a_correction_begins_with_another_word(chorus: Chorus) -> None:
    fragment, whole = sounds(chorus.speak(0, ("blue",), Disfluent.CORRECTION, instead="yellow"), gap_s=0.045)
    assert len(fragment) < 0.3 * SAMPLE_RATE
    assert similarity(fragment, whole) < 0.8
    for _ in range(10):
        assert chorus.speak(0, ("blue",), Disfluent.CORRECTION).caption[0] not in "bo"


@pytest.mark.parametrize("word", ["flamingo", "zebra", "yellow", "penguin", "white"])
def test_a_prolonged_word_is_longer_without_a_gap(chorus: Chorus, word: str) -> None:
    for seat in SEATS:
        plain = chorus.speak(seat, (word,))
        prolonged = chorus.speak(seat, (word,), Disfluent.PROLONGATION)
        assert prolonged.end_s - prolonged.onset_s > plain.end_s - plain.onset_s + 0.15
        assert len(sounds(prolonged, gap_s=0.09)) == 1
