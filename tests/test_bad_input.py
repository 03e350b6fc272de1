"""``hear`` on files that are odd, damaged, or no speech at all: correct work, or one sentence for each."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
import soxr
from own_home import own_home

from voicegames.cli import main
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.language import load_language
from voicegames.players.chorus import Chorus
from voicegames.settings import Settings
from voicegames.speaking.synthesizer import Synthesizer

__all__ = ["own_home"]

MINUTES = float(os.environ.get("VOICEGAMES_LONG_MINUTES", "0.25"))
"""How long the recordings without speech are; scripts/hear_nothing asks for the ten minutes of the full check."""

SPOKEN_S = 1.5
"""Where the word in the recordings begins."""


@pytest.fixture(scope="module")
def word() -> Samples:
    """A second and a half of quiet, the word "camel", and quiet."""
    synthesizer = Synthesizer.open(Settings().speaking, "en")
    spoken = Chorus(synthesizer, load_language("en"), seed=1).speak(0, ("camel",))
    synthesizer.close()
    samples = np.random.default_rng(1).normal(0, 10 ** (-65 / 20), 3 * SAMPLE_RATE).astype(np.float32)
    first = round((SPOKEN_S - spoken.onset_s) * SAMPLE_RATE)
    samples[first : first + len(spoken.pcm.samples)] += spoken.pcm.samples
    return samples


@pytest.fixture
def heard(capsys: pytest.CaptureFixture[str]) -> Any:
    def hear(*paths: Path, status: int = 0) -> tuple[list[dict[str, Any]], list[str]]:
        """The objects on stdout and the sentences on stderr."""
        assert main(["hear", *map(str, paths), "--game", "dodelido", "--json", "--engine", "phones"]) == status
        said = capsys.readouterr()
        return [json.loads(line) for line in said.out.splitlines()], said.err.splitlines()

    return hear


def words(found: dict[str, Any]) -> list[str]:
    return [utterance["text"] for utterance in found["utterances"]]


def resampled(samples: Samples, rate: int) -> Samples:
    return np.asarray(soxr.resample(samples, SAMPLE_RATE, rate), np.float32)


def test_a_word_is_heard_with_its_times(tmp_path: Path, word: Samples, heard: Any) -> None:
    path = tmp_path / "word.wav"
    soundfile.write(path, word, SAMPLE_RATE)
    found, sentences = heard(path)
    assert sentences == []
    assert found[0]["file"] == str(path)
    assert found[0]["engine"] == "phones"
    utterance = found[0]["utterances"][0]
    assert utterance["text"] == "camel"
    assert utterance["onset_s"] == pytest.approx(SPOKEN_S, abs=0.06)
    assert utterance["onset_s"] < utterance["end_s"] <= utterance["decided_s"]
    assert utterance["words"][0]["kind"] == "word"
    assert set(utterance["words"][0]) == {"text", "start_s", "end_s", "confidence", "kind"}
    assert utterance["disfluencies"] == []


ODD = {
    "44.1 kHz stereo float": (44_100, 2, "FLOAT", "wav"),
    "8-bit": (16_000, 1, "PCM_U8", "wav"),
    "8 kHz A-law": (8_000, 1, "ALAW", "wav"),
    "24-bit of six channels": (48_000, 6, "PCM_24", "wav"),
    "double": (22_050, 1, "DOUBLE", "wav"),
    "FLAC": (32_000, 2, "PCM_16", "flac"),
    "Ogg Vorbis": (44_100, 1, "VORBIS", "ogg"),
}


@pytest.mark.parametrize(("rate", "channels", "subtype", "ending"), ODD.values(), ids=ODD.keys())
def test_odd_files_are_heard_like_others(
    tmp_path: Path, word: Samples, heard: Any, rate: int, channels: int, subtype: str, ending: str
) -> None:
    path = tmp_path / f"odd.{ending}"
    soundfile.write(path, np.stack([resampled(word, rate)] * channels, axis=1), rate, subtype=subtype)
    found, sentences = heard(path)
    assert sentences == []
    assert words(found[0]) == ["camel"]
    assert found[0]["utterances"][0]["onset_s"] == pytest.approx(SPOKEN_S, abs=0.08)


def test_sound_on_one_side_only_is_heard(tmp_path: Path, word: Samples, heard: Any) -> None:
    path = tmp_path / "left.wav"
    soundfile.write(path, np.stack([word, np.zeros_like(word)], axis=1), SAMPLE_RATE)
    assert words(heard(path)[0][0]) == ["camel"]


def test_too_loud_sound_is_cut_and_heard(tmp_path: Path, word: Samples, heard: Any) -> None:
    path = tmp_path / "loud.wav"
    soundfile.write(path, word * 8, SAMPLE_RATE, subtype="FLOAT")
    found, sentences = heard(path)
    assert sentences == []
    assert len(found[0]["utterances"]) == 1


def bad(folder: Path) -> dict[str, Path]:
    """Files that are no sound, by what the sentence says about them."""
    folder.mkdir(exist_ok=True)
    text, empty, header, numbers = (folder / name for name in ("text.wav", "empty.wav", "header.wav", "numbers.wav"))
    text.write_text("This is a letter to my grandmother.\n" * 20, encoding="utf-8")
    empty.write_bytes(b"")
    soundfile.write(header, np.zeros(0, np.float32), SAMPLE_RATE)
    soundfile.write(numbers, np.full(SAMPLE_RATE, np.nan, np.float32), SAMPLE_RATE, subtype="FLOAT")
    return {
        "no sound file": text,
        "is empty": empty,
        "holds no sound": header,
        "no numbers": numbers,
        "There is no file": folder / "gone.wav",
        "is a folder": folder,
    }


KINDS = ("no sound file", "is empty", "holds no sound", "no numbers", "There is no file", "is a folder")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_sound_is_one_sentence_and_status_1(tmp_path: Path, heard: Any, kind: str) -> None:
    path = bad(tmp_path / "bad")[kind]
    found, sentences = heard(path, status=1)
    assert found == []
    assert len(sentences) == 1
    assert kind in sentences[0]
    assert str(path) in sentences[0]


def test_the_other_files_of_the_call_are_still_heard(tmp_path: Path, word: Samples, heard: Any) -> None:
    good = tmp_path / "good.wav"
    soundfile.write(good, word, SAMPLE_RATE)
    paths = [path for one in bad(tmp_path / "bad").values() for path in (one, good)]
    found, sentences = heard(*paths, status=1)
    assert [words(one) for one in found] == [["camel"]] * len(KINDS)
    assert len(sentences) == len(KINDS)


def test_a_name_with_everything_in_it(tmp_path: Path, word: Samples, heard: Any) -> None:
    path = tmp_path / "Ömas [blue] \u201cGruß\u201d\n.wav"
    soundfile.write(path, word, SAMPLE_RATE)
    assert heard(path)[0][0]["file"] == str(path)


def test_a_file_cut_off_in_the_middle_gives_what_there_is_or_a_sentence(
    tmp_path: Path, word: Samples, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, cut = tmp_path / "whole.flac", tmp_path / "cut.flac"
    soundfile.write(whole, word, SAMPLE_RATE)
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size * 2 // 3])
    status = main(["hear", str(cut), "--json"])
    said = capsys.readouterr()
    assert (status, len(said.err.splitlines())) in ((0, 0), (1, 1))


def test_a_cut_off_wav_is_heard_and_told(tmp_path: Path, word: Samples, heard: Any) -> None:
    whole, cut, streamed, longer = (tmp_path / f"{name}.wav" for name in ("whole", "cut", "streamed", "longer"))
    soundfile.write(whole, word, SAMPLE_RATE)
    data = whole.read_bytes()
    cut.write_bytes(data[: len(data) - 16_000])
    streamed.write_bytes(data[:4] + b"\xff\xff\xff\xff" + data[8:40] + b"\xff\xff\xff\xff" + data[44:])
    longer.write_bytes(data + b"LIST\x04\x00\x00\x00INFO")
    found, sentences = heard(cut)
    assert words(found[0]) == ["camel"]
    assert sentences == [f"{cut} was cut off: only its first 2.50 s are there; try a whole copy."]
    for path in (whole, streamed, longer):
        found, sentences = heard(path)
        assert words(found[0]) == ["camel"]
        assert sentences == []


def test_silence_and_shortest_sounds_hold_no_word(tmp_path: Path, heard: Any) -> None:
    paths = []
    for count in (1, 2, 79, 320, 8000):
        paths.append(tmp_path / f"{count}.wav")
        soundfile.write(paths[-1], np.full(count, 0.5, np.float32), SAMPLE_RATE)
    found, sentences = heard(*paths)
    assert sentences == []
    assert all(text in ("", "?") for one in found for text in words(one))


def seconds(minutes: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.arange(round(minutes * 60 * SAMPLE_RATE)) / SAMPLE_RATE


def silence(minutes: float) -> Samples:
    return np.zeros(len(seconds(minutes)), np.float32)


def white_noise(minutes: float) -> Samples:
    return np.random.default_rng(2).normal(0, 0.05, len(seconds(minutes))).astype(np.float32)


def noise_in_bursts(minutes: float) -> Samples:
    """Noise that is switched on for half a second every two seconds."""
    at = seconds(minutes)
    return np.where(at % 2 < 0.5, white_noise(minutes), 0).astype(np.float32)


def tones(minutes: float) -> Samples:
    """A melody: a note every 0.4 s with overtones, struck and fading, and a rest every eighth one."""
    at = seconds(minutes)
    note = (at // 0.4).astype(int)
    steps = np.random.default_rng(3).integers(-9, 12, note[-1] + 1)
    pitch = 330 * 2 ** (steps[note] / 12)
    fading = np.exp(-4 * (at % 0.4)) * (note % 8 < 7)
    partials = [np.sin(2 * np.pi * pitch * partial * at) / partial for partial in (1, 2, 3, 4)]
    return np.asarray(0.15 * sum(partials) * fading, np.float32)


def hum(minutes: float) -> Samples:
    return np.asarray(0.1 * np.sin(2 * np.pi * 50 * seconds(minutes)), np.float32)


NO_SPEECH = {one.__name__: one for one in (silence, white_noise, noise_in_bursts, tones, hum)}


@pytest.mark.parametrize("kind", NO_SPEECH)
def test_no_word_is_heard_where_nobody_speaks(tmp_path: Path, heard: Any, kind: str) -> None:
    path = tmp_path / f"{kind}.wav"
    soundfile.write(path, NO_SPEECH[kind](MINUTES), SAMPLE_RATE)
    found, sentences = heard(path)
    assert sentences == []
    assert {word for text in words(found[0]) for word in text.split()} <= {"?"}
    if kind in ("silence", "hum"):
        assert words(found[0]) == []


@pytest.mark.parametrize(
    ("options", "status", "sentence"),
    [
        (["--game", "chess"], 2, "no game 'chess'"),
        (["--language", "xx"], 2, "choose one of"),
        (["--engine", "vosk"], 1, "voicegames models install en"),
        (["--engine", "vosk", "--model", "gone"], 1, "gone"),
    ],
)
def test_a_wrong_option_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], status: int, sentence: str
) -> None:
    assert main(["hear", str(tmp_path / "x.wav"), *options]) == status
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert sentence in said.err


def test_lines_for_people(tmp_path: Path, word: Samples, capsys: pytest.CaptureFixture[str]) -> None:
    spoken, silent = tmp_path / "spoken.wav", tmp_path / "silent.wav"
    soundfile.write(spoken, word, SAMPLE_RATE)
    soundfile.write(silent, silence(0.05), SAMPLE_RATE)
    assert main(["hear", str(spoken), str(silent)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{spoken}: 1.")
    assert first.endswith("camel")
    assert second == f"{silent}: nothing was said"
