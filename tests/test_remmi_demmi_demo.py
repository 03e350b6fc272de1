"""The demo of Remmi Demmi: voices shout, claim and answer, heard through the recogniser. One round keeps it short."""

import json

import pytest
from own_home import own_home

from voicegames.cli import main
from voicegames.language import load_language
from voicegames.table.games_at_table import game_at_table

__all__ = ["own_home"]

KEYS = {
    *("game", "seed", "winner", "rulings", "matched", "correct_answers"),
    *("innocent_punished", "asked_again", "by_kind", "audio_s", "wall_s"),
}


@pytest.fixture
def one_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voicegames.games.remmi_demmi.ROUNDS", 1)
    monkeypatch.setattr("voicegames.table.remmi_demmi.ROUNDS", 1)


@pytest.mark.long
def test_calls_are_understood_and_none_is_invented(one_round: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "remmi-demmi", "--seed", "3", "--fast", "--json", "--screen", "none"]) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert result.keys() >= KEYS
    assert result["game"] == "remmi-demmi"
    assert {"shout", "start", "sign"} <= result["by_kind"].keys()
    assert result["rulings"] == sum(kind["rulings"] for kind in result["by_kind"].values()) > 15
    assert result["matched"] >= 0.9 * result["rulings"]
    assert (result["invented"], result["innocent_punished"]) == (0, 0)
    assert result["audio_s"] > 60


@pytest.mark.long
def test_the_same_seed_plays_the_same_game(one_round: None, capsys: pytest.CaptureFixture[str]) -> None:
    results = []
    for _ in range(2):
        assert main(["demo", "remmi-demmi", "--seed", "1", "--fast", "--json", "--screen", "none"]) == 0
        result = json.loads(capsys.readouterr().out.splitlines()[-1])
        results.append({key: value for key, value in result.items() if key != "wall_s"})
    assert results[0] == results[1]


@pytest.mark.parametrize("players", ["3", "10"])
def test_a_number_that_can_t_play_is_told(players: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "remmi-demmi", "--players", players, "--fast"]) == 2
    assert "Remmi Demmi is for 4 to 9 players" in capsys.readouterr().err


def test_numbers_are_the_words_of_hear() -> None:
    words = {entry.word for entry in game_at_table("remmi-demmi").words(load_language("en")).entries}
    assert {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "remmi", "demmi"} <= words
    assert "penguin" not in words
