"""``judge``: the referee on recordings that were made with known onsets, words and stutters."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
import soxr
from own_home import own_home

from voicegames.cli import main
from voicegames.hearing.recognizer import SAMPLE_RATE
from voicegames.language import load_language
from voicegames.players.chorus import Chorus, Disfluent
from voicegames.settings import Settings
from voicegames.speaking.synthesizer import Synthesizer

__all__ = ["own_home"]

NOUGHT = "blue penguin"
CAMEL = "blue camel, white camel"
OH_CAMEL = "blue camel, white camel, pink tortoise"
OH_OH_DODELIDO = "blue tortoise, pink zebra, pink tortoise"
FLAMINGO = "blue flamingo, pink flamingo"


@pytest.fixture(scope="module")
def synthesizer() -> Iterator[Synthesizer]:
    opened = Synthesizer.open(Settings().speaking, "en")
    yield opened
    opened.close()


class Recordings:
    """Writes recordings: the chorus says words from given onsets on, in a quiet room."""

    def __init__(self, folder: Path, synthesizer: Synthesizer) -> None:
        self._folder = folder
        self._chorus = Chorus(synthesizer, load_language("en"), seed=1)
        self._count = 0

    def saying(
        self, *said: tuple[float, str], seat: int = 0, stutter: Disfluent | None = None, rate: int = SAMPLE_RATE
    ) -> Path:
        """Record ``said`` (onset in seconds, words), followed by a second of quiet."""
        samples = np.random.default_rng(1).normal(0, 10 ** (-65 / 20), 60 * SAMPLE_RATE).astype(np.float32)
        end = SAMPLE_RATE
        for onset_s, words in said:
            spoken = self._chorus.speak(seat, tuple(words.split()), stutter)
            first = round((onset_s - spoken.onset_s) * SAMPLE_RATE)
            samples[first : first + len(spoken.pcm.samples)] += spoken.pcm.samples
            end = first + len(spoken.pcm.samples) + SAMPLE_RATE
        self._count += 1
        path = self._folder / f"{self._count}.wav"
        soundfile.write(path, samples[:end], rate, subtype="FLOAT")
        return path


@pytest.fixture
def recordings(tmp_path: Path, synthesizer: Synthesizer) -> Recordings:
    return Recordings(tmp_path, synthesizer)


@pytest.fixture
def judged(capsys: pytest.CaptureFixture[str]) -> Any:
    def judge(path: Path, cards: str, *options: str, prompt_s: float = 1.0) -> dict[str, Any]:
        command = ["judge", str(path), "--cards", cards, "--prompt-at", str(prompt_s), "--json", "--engine", "phones"]
        assert main([*command, *options]) == 0
        said = capsys.readouterr()
        assert said.err == ""
        assert len(said.out.splitlines()) == 1
        ruling: dict[str, Any] = json.loads(said.out)
        return ruling

    return judge


def test_a_right_answer_with_all_its_figures(recordings: Recordings, judged: Any) -> None:
    ruling = judged(recordings.saying((2.0, "nought")), NOUGHT)
    assert set(ruling) >= {"ruling", "mistake", "expected", "heard", "reaction_s", "length_s", "lag_s", "decided_s"}
    assert (ruling["ruling"], ruling["mistake"]) == ("right", None)
    assert (ruling["expected"], ruling["heard"]) == ("nought", "nought")
    assert ruling["reaction_s"] == pytest.approx(1.0, abs=0.06)
    assert ruling["length_s"] > 0.1
    assert ruling["decided_s"] >= 2.0
    assert (ruling["prompt_s"], ruling["limit_s"]) == (1.0, 3.0)


@pytest.mark.parametrize(("onset_s", "mistake"), [(0.3, None), (2.9, None), (3.1, "pause"), (3.5, "pause")])
@pytest.mark.parametrize(("words", "cards"), [("nought", NOUGHT), ("camel", CAMEL), ("flamingo", FLAMINGO)])
def test_three_seconds_to_the_onset(
    recordings: Recordings, judged: Any, onset_s: float, mistake: str | None, words: str, cards: str
) -> None:
    ruling = judged(recordings.saying((1.0 + onset_s, words)), cards)
    assert (ruling["ruling"], ruling["mistake"]) == ("right" if mistake is None else "mistake", mistake)


def test_a_limit_of_one_s_own(recordings: Recordings, judged: Any) -> None:
    recording = recordings.saying((5.0, "nought"))
    assert judged(recording, NOUGHT)["mistake"] == "pause"
    ruling = judged(recording, NOUGHT, "--limit", "4.5")
    assert (ruling["ruling"], ruling["limit_s"]) == ("right", 4.5)


def silence(path: Path, seconds: float) -> Path:
    samples = np.random.default_rng(1).normal(0, 10 ** (-65 / 20), round(seconds * SAMPLE_RATE)).astype(np.float32)
    soundfile.write(path, samples, SAMPLE_RATE)
    return path


@pytest.mark.parametrize("seconds", [3.5, 3.6, 9.0])
def test_silence_is_a_pause(tmp_path: Path, judged: Any, seconds: float) -> None:
    ruling = judged(silence(tmp_path / "silence.wav", seconds), NOUGHT, prompt_s=0.5)
    assert (ruling["ruling"], ruling["mistake"], ruling["heard"]) == ("mistake", "pause", "")
    assert ruling["reaction_s"] is None
    assert ruling["why"] is None


@pytest.mark.parametrize("seconds", [0.6, 2.0, 3.4])
def test_nobody_was_silent_in_a_time_that_was_not_recorded(
    tmp_path: Path, judged: Any, capsys: pytest.CaptureFixture[str], seconds: float
) -> None:
    path = silence(tmp_path / "short.wav", seconds)
    for options in ((), ("--strict",)):
        ruling = judged(path, NOUGHT, *options, prompt_s=0.5)
        assert (ruling["ruling"], ruling["mistake"]) == ("again", None)
        assert f"The recording ends at {seconds:.2f} s, before the time is up" in ruling["why"]
    assert main(["judge", str(path), "--cards", NOUGHT, "--prompt-at", "0.5", "--engine", "phones"]) == 0
    line = capsys.readouterr().out
    assert line.startswith("again: heard 'nothing', right is 'nought'. The recording ends")
    assert judged(path, NOUGHT, "--limit", "0.5", prompt_s=0.0)["mistake"] == "pause"


def test_a_beginning_at_the_end_of_a_recording_is_no_pause(recordings: Recordings, judged: Any) -> None:
    ruling = judged(recordings.saying((2.0, "oh")), OH_CAMEL)
    assert ruling["ruling"] == "again"


def test_a_recording_that_was_cut_off_is_told(
    recordings: Recordings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, cut = recordings.saying((2.0, "camel")), tmp_path / "cut.wav"
    cut.write_bytes(whole.read_bytes()[:-40_000])
    command = ["judge", str(cut), "--cards", CAMEL, "--prompt-at", "1", "--engine", "phones"]
    assert main(command) == 0
    assert "cut.wav was cut off: only its first" in capsys.readouterr().err


@pytest.mark.parametrize("ohs", [1, 2, 3])
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_one_oh_too_few_or_too_many(recordings: Recordings, judged: Any, ohs: int, seat: int) -> None:
    ruling = judged(recordings.saying((1.8, "oh " * ohs + "dodelido"), seat=seat), OH_OH_DODELIDO)
    assert ruling["expected"] == "oh oh dodelido"
    if ohs == 2:
        assert (ruling["ruling"], ruling["mistake"]) == ("right", None)
    else:
        assert (ruling["ruling"], ruling["mistake"]) == ("mistake", "oh")


@pytest.mark.parametrize(
    "stutter", [Disfluent.WORD_REPEATED, Disfluent.CONSONANT, Disfluent.SYLLABLE, Disfluent.FILLER]
)
@pytest.mark.parametrize(("words", "cards"), [("camel", CAMEL), ("flamingo", FLAMINGO)])
def test_a_stutter_of_each_kind(
    recordings: Recordings, judged: Any, stutter: Disfluent, words: str, cards: str
) -> None:
    recording = recordings.saying((1.8, words), stutter=stutter)
    ruling = judged(recording, cards)
    assert (ruling["ruling"], ruling["mistake"]) == ("mistake", "stutter")
    assert judged(recording, cards, "--no-stutters")["ruling"] == "right"


def test_another_word_is_a_mistake(recordings: Recordings, judged: Any) -> None:
    ruling = judged(recordings.saying((2.0, "flamingo")), CAMEL)
    assert (ruling["ruling"], ruling["mistake"], ruling["heard"]) == ("mistake", "word", "flamingo")


def test_what_is_no_word_of_the_game_is_asked_again_and_a_mistake_in_strict_mode(
    recordings: Recordings, judged: Any
) -> None:
    recording = recordings.saying((2.0, "six"))
    assert (judged(recording, CAMEL)["ruling"], judged(recording, CAMEL)["mistake"]) == ("again", None)
    strict = judged(recording, CAMEL, "--strict")
    assert (strict["ruling"], strict["mistake"]) == ("mistake", "word")


def test_an_answer_in_two_parts(recordings: Recordings, judged: Any) -> None:
    assert judged(recordings.saying((2.0, "oh"), (4.0, "camel")), OH_CAMEL)["ruling"] == "right"
    late = judged(recordings.saying((2.0, "oh"), (6.0, "camel")), OH_CAMEL)
    assert (late["ruling"], late["mistake"], late["heard"]) == ("mistake", "pause", "oh")


def test_what_is_said_before_the_prompt_is_no_answer(recordings: Recordings, judged: Any) -> None:
    ruling = judged(recordings.saying((1.0, "flamingo"), (4.0, "camel")), CAMEL, prompt_s=3.0)
    assert (ruling["ruling"], ruling["heard"]) == ("right", "camel")
    assert ruling["reaction_s"] == pytest.approx(1.0, abs=0.06)


def test_the_first_card_and_the_last_one_count(recordings: Recordings, judged: Any) -> None:
    recording = recordings.saying((2.0, "camel"))
    assert judged(recording, "white zebra, blue camel, white camel")["expected"] == "dodelido"
    assert judged(recording, "  WHITE   camel ,blue camel,")["ruling"] == "right"
    assert judged(recording, "white camel")["expected"] == "nought"


def test_it_is_told_in_a_line(recordings: Recordings, capsys: pytest.CaptureFixture[str]) -> None:
    recording = recordings.saying((2.0, "flamingo"))
    assert main(["judge", str(recording), "--cards", CAMEL, "--prompt-at", "1"]) == 0
    line = capsys.readouterr().out
    assert line.startswith("mistake (word): heard 'flamingo', right is 'camel', reaction 1.0")
    assert line.count("\n") == 1


WRONG_USAGE = {
    "no such card": ("red penguin", "1", '"red penguin" is no card'),
    "an animal without a colour": ("penguin", "1", '"penguin" is no card'),
    "a crocodile": ("blue penguin, crocodile", "1", "animal cards"),
    "no card": ("", "1", "one to three"),
    "commas": (" , ,", "1", "one to three"),
    "four cards": ("blue penguin, pink camel, white zebra, blue zebra", "1", "one to three"),
    "a negative time": (NOUGHT, "-1", "--prompt-at"),
    "no time": (NOUGHT, "nan", "--prompt-at"),
}


@pytest.mark.parametrize(("cards", "prompt", "sentence"), WRONG_USAGE.values(), ids=WRONG_USAGE.keys())
def test_wrong_usage_is_one_sentence_and_status_2(
    recordings: Recordings, capsys: pytest.CaptureFixture[str], cards: str, prompt: str, sentence: str
) -> None:
    recording = recordings.saying((2.0, "camel"))
    assert main(["judge", str(recording), "--cards", cards, f"--prompt-at={prompt}"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert sentence in said.err


@pytest.mark.parametrize("prompt", ["4.5", "1000", "inf"])
def test_a_prompt_after_the_end_is_one_sentence(
    recordings: Recordings, capsys: pytest.CaptureFixture[str], prompt: str
) -> None:
    """The recording is 3.3 s long; the silence that is added for late answers is no part of it."""
    recording = recordings.saying((2.0, "camel"))
    assert main(["judge", str(recording), "--cards", CAMEL, "--prompt-at", prompt]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert "earlier --prompt-at" in said.err


def test_a_recording_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", str(tmp_path / "gone.wav"), "--cards", CAMEL, "--prompt-at", "1"]) == 1
    assert "There is no file" in capsys.readouterr().err


def test_a_call_to_the_referee_is_no_answer(recordings: Recordings, capsys: pytest.CaptureFixture[str]) -> None:
    recording = recordings.saying((2.0, "referee that was wrong"))
    assert main(["judge", str(recording), "--cards", CAMEL, "--prompt-at", "1"]) == 1
    said = capsys.readouterr()
    assert "call to the referee" in said.err
    assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize("rate", [8000, 22050, 44100, 48000])
def test_recordings_of_other_rates_are_heard_with_the_same_times(
    recordings: Recordings, judged: Any, tmp_path: Path, rate: int
) -> None:
    samples, _ = soundfile.read(recordings.saying((2.5, "camel")), dtype="float32")
    other = tmp_path / "other.wav"
    stereo = np.stack([soxr.resample(samples, SAMPLE_RATE, rate)] * 2, axis=1)
    soundfile.write(other, stereo, rate)
    assert judged(other, CAMEL)["reaction_s"] == pytest.approx(1.5, abs=0.08)
