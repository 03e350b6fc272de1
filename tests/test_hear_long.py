"""``hear`` hears the long words of the game as the referee does, and says what it is not sure of."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from own_home import own_home

from voicegames.cli import main
from voicegames.settings import Settings
from voicegames.speaking.synthesizer import Synthesizer

__all__ = ["own_home"]

CARDS = "green camel, white camel, green tortoise"
"""A tie with one tortoise: "oh, dodelido"."""


@pytest.fixture(scope="module")
def synthesizer() -> Iterator[Synthesizer]:
    opened = Synthesizer.open(Settings().speaking, "en")
    yield opened
    opened.close()


def spoken(synthesizer: Synthesizer, text: str, path: Path) -> Path:
    """The text as the system's voice reads it by its own rules, with some quiet around it."""
    pcm = synthesizer.render(text)
    quiet = np.random.default_rng(1).normal(0, 3e-4, pcm.rate).astype(np.float32)
    soundfile.write(path, np.concatenate([quiet[: pcm.rate // 2], pcm.samples, quiet]), pcm.rate)
    return path


@pytest.mark.parametrize("text", ["oh, dodelido", "dodelido", "oh oh dodelido", "oh, flamingo", "crocodile"])
def test_what_the_referee_hears_is_heard(
    synthesizer: Synthesizer, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    path = spoken(synthesizer, text, tmp_path / "answer.wav")
    assert main(["hear", str(path), "--json", "--engine", "phones"]) == 0
    (utterance,) = json.loads(capsys.readouterr().out)["utterances"]
    assert utterance["text"] == text.replace(",", "")
    assert [word["text"] for word in utterance["words"]] == utterance["text"].split()
    assert 0.4 < utterance["words"][0]["start_s"] < utterance["words"][-1]["end_s"] < 2.5
    assert utterance["perhaps"] == []
    if text == "oh, dodelido":
        main(["judge", str(path), "--cards", CARDS, "--prompt-at", "0", "--engine", "phones", "--json"])
        assert json.loads(capsys.readouterr().out)["heard"] == "oh dodelido"


@pytest.mark.parametrize("text", ["oh my goodness", "what is the time", "potato"])
def test_other_speech_is_not_heard_as_a_long_word(
    synthesizer: Synthesizer, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    path = spoken(synthesizer, text, tmp_path / "other.wav")
    assert main(["hear", str(path), "--engine", "phones"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert " s  ?" in line
