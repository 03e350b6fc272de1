"""The demo of Domitrio: whole games through sound, and what comes of an ear that hears nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from own_home import own_home

from voicegames.cli import main
from voicegames.doors import domitrio_demo
from voicegames.events import GameOver, Heard, SittingStarted
from voicegames.hearing.recognizer import Samples
from voicegames.hearing.utterance import Recognition
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.table.course import course_of
from voicegames.table.journal import read_journal

__all__ = ["own_home"]

KEYS = {"game", "seed", "winner", "rulings", "matched", "correct_answers", "innocent_punished", "asked_again"}
KEYS |= {"by_kind", "audio_s", "wall_s"}


def figures_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    command = ["demo", "domitrio", "--fast", "--json", "--screen", "none", "--engine", "phones", *arguments]
    assert main(command) == 0
    said = capsys.readouterr()
    assert said.err == ""
    (line,) = said.out.splitlines()
    figures: dict[str, Any] = json.loads(line)
    return figures


@pytest.mark.long
@pytest.mark.parametrize("players", ["2", "3"])
def test_a_whole_game_is_understood(capsys: pytest.CaptureFixture[str], tmp_path: Path, players: str) -> None:
    path = tmp_path / "demo.jsonl"
    figures = figures_of(capsys, "--seed", "5", "--players", players, "--journal", str(path))
    assert set(figures) >= KEYS
    assert figures["game"] == "domitrio"
    assert figures["rulings"] == sum(kind["rulings"] for kind in figures["by_kind"].values())
    assert figures["matched"] == sum(kind["matched"] for kind in figures["by_kind"].values())
    assert figures["matched"] >= 0.9 * figures["rulings"] > 20
    assert figures["innocent_punished"] == figures["by_key"] == 0
    events = read_journal(path).events
    started = events[0]
    assert isinstance(started, SittingStarted)
    state = course_of(events).state
    assert state.is_over
    assert figures["winner"] == ", ".join(started.players[winner] for winner in state.winners)
    assert any(isinstance(event, GameOver) for event in events)
    assert {event.engine for event in events if isinstance(event, Heard)} == {"phones"}


@pytest.mark.long
def test_a_seed_repeats_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.jsonl" for number in range(2)]
    for path in paths:
        figures_of(capsys, "--seed", "9", "--players", "2", "--journal", str(path))
    assert paths[0].read_text(encoding="utf-8") == paths[1].read_text(encoding="utf-8")


class DeafRecognizer:
    name = "deaf"

    def recognize(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
        return Recognition(())

    def prepare(self, vocabulary: Vocabulary) -> None:
        pass


@pytest.mark.long
def test_no_game_hangs_where_nothing_is_understood(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(domitrio_demo, "open_recognizer", lambda *arguments: DeafRecognizer())
    figures = figures_of(capsys, "--seed", "3", "--players", "2")
    assert figures["matched"] == 0
    assert figures["by_key"] > 5


@pytest.mark.parametrize("players", ["1", "7"])
def test_no_other_number_can_play(capsys: pytest.CaptureFixture[str], players: str) -> None:
    assert main(["demo", "domitrio", "--fast", "--json", f"--players={players}"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.strip() == f"Domitrio is for 2 to 6 players; {players} can't play."
