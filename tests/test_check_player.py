"""``check --player`` as a person meets it: lists, forgetting, recordings, and what is said when it can't be done."""

from pathlib import Path

import numpy as np
import pytest
import soundfile
from own_home import own_home

from voicegames.cli import main
from voicegames.hearing.profile_store import Player, ProfileStore

__all__ = ["own_home"]


def test_players_are_listed_and_forgotten(capsys: pytest.CaptureFixture[str]) -> None:
    ProfileStore().put(Player("Anna Maria", is_patient=True))
    assert main(["check", "--profiles"]) == 0
    assert capsys.readouterr().out == "Anna Maria: the referee is patient\n"
    assert main(["check", "--player", "anna maria", "--forget"]) == 0
    assert capsys.readouterr().out == "Nothing is known of the voice of anna maria.\n"


def test_a_damaged_file_is_forgotten_too(capsys: pytest.CaptureFixture[str]) -> None:
    store = ProfileStore()
    store.put(Player("Ben"))
    next(store.folder.iterdir()).write_text("{")
    assert main(["check", "--player", "Ben", "--forget"]) == 0
    assert "is forgotten" in capsys.readouterr().out
    assert not list(store.folder.iterdir())


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["--forget"], 2, "--player NAME"),
        (["--player", " "], 2, "no player's name"),
        (["--player", "Anna", "--input", "nowhere.wav"], 1, "nowhere.wav"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], status: int, sentence: str
) -> None:
    assert main(["check", *arguments]) == status
    said = capsys.readouterr().err
    assert sentence in said
    assert "Traceback" not in said


def test_a_recording_without_words_is_no_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    soundfile.write(tmp_path / "quiet.wav", np.zeros(16_000), 16_000)
    assert main(["check", "--player", "Anna", "--input", str(tmp_path / "quiet.wav")]) == 1
    assert ProfileStore().get("Anna") is None


def test_patience_for_one_who_does_not_play_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["play", "dodelido", "--engine", "typed", "--names", "Anna,Ben"]
    assert main([*typed, "--patient", "Cora"]) == 2
    assert "'Cora' does not play" in capsys.readouterr().err
