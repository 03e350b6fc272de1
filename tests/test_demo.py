"""The demo: robots with voices, heard through the real recogniser. Small decks keep most of these games short."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from own_home import own_home

from voicegames.cli import main
from voicegames.doors import demo
from voicegames.doors.demo import play_demo
from voicegames.doors.engines import Engine
from voicegames.errors import Failure
from voicegames.events import (
    CrocodileRuled,
    GameOver,
    Heard,
    Mistake,
    Prompted,
    Ruled,
    Said,
    SittingStarted,
    TakenBack,
    Verdict,
)
from voicegames.games.dodelido import Card, deck
from voicegames.hearing.recognizer import Samples
from voicegames.hearing.utterance import Recognition
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.screen.terminal import NoScreen
from voicegames.settings import RobotSettings, Settings
from voicegames.table.course import course_of
from voicegames.table.journal import read_journal
from voicegames.table.statistics import standing_rulings

__all__ = ["own_home"]

KEYS = {
    *("game", "seed", "winner", "rulings", "matched", "correct_answers"),
    *("innocent_punished", "asked_again", "by_kind", "audio_s", "wall_s"),
}

ShortGame = Callable[[int], tuple[Card, ...]]


@pytest.fixture
def short_game(monkeypatch: pytest.MonkeyPatch) -> ShortGame:
    """Lets the demo play with only so many cards, among them one crocodile, and returns them."""

    def shorten(cards: int) -> tuple[Card, ...]:
        animals = tuple(card for card in deck() if card.animal is not None)
        few = (*animals[:: len(animals) // (cards - 1)][: cards - 1], Card.parse("crocodile"))
        monkeypatch.setattr(demo, "deck", lambda: few)
        return few

    return shorten


def result(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The one line of JSON at the end of a demo."""
    assert main(["demo", "dodelido", "--fast", "--json", "--screen", "none", "--engine", "phones", *arguments]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    lines = said.out.splitlines()
    assert len(lines) == 1
    figures: dict[str, Any] = json.loads(lines[0])
    return figures


@pytest.mark.long
def test_a_whole_game_ends_with_a_winner_and_one_line_of_json(
    short_game: ShortGame, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    cards = short_game(30)
    path = tmp_path / "demo.jsonl"
    figures = result(["--seed", "5", "--journal", str(path)], capsys)
    assert set(figures) >= KEYS
    assert (figures["game"], figures["seed"]) == ("dodelido", 5)
    assert figures["winner"] in ("Player 1", "Player 2", "Player 3")
    assert figures["rulings"] == sum(kind["rulings"] for kind in figures["by_kind"].values())
    assert figures["matched"] == sum(kind["matched"] for kind in figures["by_kind"].values())
    assert figures["matched"] <= figures["rulings"]
    assert figures["correct_answers"] == figures["by_kind"]["right"]["rulings"]
    assert figures["innocent_punished"] + figures["asked_again"] <= figures["correct_answers"]
    assert figures["audio_s"] > 60
    # The journal tells the same game.
    events = read_journal(path).events
    started, over = events[0], [event for event in events if isinstance(event, GameOver)]
    assert isinstance(started, SittingStarted)
    assert sorted(started.deck) == sorted(map(str, cards))
    assert [started.players[event.winner] for event in over] == [figures["winner"]]
    assert len(standing_rulings(events)) == figures["rulings"]
    state = course_of(events).state
    assert state.winner == over[0].winner
    assert sum(map(len, (*state.hands, *state.piles))) + len(state.aside) == 30
    # A game that the ear didn't understand would be no demo; how well it has to hear is measured elsewhere.
    assert figures["matched"] >= 0.8 * figures["rulings"]
    assert figures["innocent_punished"] <= 0.1 * figures["correct_answers"]


@pytest.mark.long
def test_a_seed_repeats_a_game(short_game: ShortGame, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    short_game(9)
    paths = [tmp_path / f"{number}.jsonl" for number in range(3)]
    seeds = ("7", "7", "8")
    figures = [result(["--seed", seed, "--journal", str(p)], capsys) for seed, p in zip(seeds, paths, strict=True)]
    first, again, other = (path.read_text(encoding="utf-8") for path in paths)
    assert first == again
    assert first != other
    for played in figures:
        del played["wall_s"]
    assert figures[0] == figures[1]


def test_every_answer_is_heard_as_sound(short_game: ShortGame, tmp_path: Path) -> None:
    short_game(10)
    path = tmp_path / "demo.jsonl"
    play_demo(Settings(), seed=3, players=2, fast=True, engine=Engine.PHONES, screen=NoScreen(), journal=path)
    events = read_journal(path).events
    finals = [event for event in events if isinstance(event, Heard) and event.final]
    assert {event.engine for event in finals} == {"phones"}
    assert any(isinstance(event, Ruled) for event in events)
    for place, ruling in enumerate(events):
        if isinstance(ruling, Ruled) and ruling.mistake is not Mistake.PAUSE:
            prompt = max(at for at, event in enumerate(events[:place]) if isinstance(event, Prompted))
            assert any(isinstance(event, Heard) and event.final for event in events[prompt:place])
    # Nobody but the table speaks by captions.
    assert {event.player for event in events if isinstance(event, Said)} == {None}


class DeafRecognizer:
    """A recogniser that hears nothing: what the referee then knows of an answer must be nothing too."""

    name = "deaf"

    def recognize(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
        return Recognition(())

    def prepare(self, vocabulary: Vocabulary) -> None:
        pass


class Enough(Exception):  # noqa: N818
    """Enough was seen of a game that can't end."""


class Watching(NoScreen):
    def __init__(self, rulings: int) -> None:
        self._rulings = rulings
        self.seen: list[Ruled] = []

    def show(self, event: Any, course: Any) -> None:
        if isinstance(event, Ruled):
            self.seen.append(event)
            if len(self.seen) == self._rulings:
                raise Enough


def test_with_an_ear_that_hears_nothing_every_answer_is_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "open_recognizer", lambda *arguments: DeafRecognizer())
    screen = Watching(8)
    sure = RobotSettings(0.9, 0.25, 0.0, 0.0, 0.0, 0.0)
    settings = replace(Settings(), easy_robot=sure, middle_robot=sure, hard_robot=sure)
    with pytest.raises(Enough):
        play_demo(settings, seed=3, players=3, fast=True, engine=Engine.PHONES, screen=screen)
    assert [(ruled.verdict, ruled.mistake) for ruled in screen.seen] == [(Verdict.MISTAKE, Mistake.PAUSE)] * 8
    assert all(ruled.heard == "" for ruled in screen.seen)


def test_without_a_synthesiser_it_fails_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(*arguments: Any) -> Any:
        raise Failure("no-synthesizer", "There is no speech synthesiser here: install eSpeak NG.")

    monkeypatch.setattr("voicegames.doors.engines.Synthesizer.open", missing)
    assert main(["demo", "--fast", "--json"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert "install eSpeak NG" in said.err


@pytest.mark.parametrize("players", ["2", "6"])
def test_two_to_six_play(short_game: ShortGame, capsys: pytest.CaptureFixture[str], players: str) -> None:
    short_game(8)
    assert result(["--seed", "2", "--players", players], capsys)["winner"] in [
        f"Player {number + 1}" for number in range(int(players))
    ]


@pytest.mark.parametrize("players", ["1", "7", "0", "-3"])
def test_no_other_number_can_play(capsys: pytest.CaptureFixture[str], players: str) -> None:
    status = main(["demo", "--fast", "--json", f"--players={players}"])
    said = capsys.readouterr()
    assert status in (1, 2)
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert "2 to 6" in said.err
    assert "journal" not in said.err


def test_it_tells_the_figures_in_words(short_game: ShortGame, capsys: pytest.CaptureFixture[str]) -> None:
    short_game(5)
    assert main(["demo", "--fast", "--seed", "2", "--players", "2"]) == 0
    text = capsys.readouterr().out
    assert "rulings were what the robots set out to earn" in text
    assert "== Dodelido: Player 1, Player 2 (seed 2)" in text
    assert "wins." in text
    assert "Correct answers: " in text


def test_a_saved_game_is_never_overwritten(
    short_game: ShortGame, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    short_game(4)
    path = tmp_path / "family.jsonl"
    saved = b'{"type": "SittingStarted", "game": "dodelido", "and": "so on"}\n'
    path.write_bytes(saved)
    assert main(["demo", "--fast", "--json", "--journal", str(path)]) == 1
    assert str(path) in capsys.readouterr().err
    assert path.read_bytes() == saved


def test_the_journal_can_be_replayed_and_counted(
    short_game: ShortGame, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    short_game(8)
    path = tmp_path / "demo.jsonl"
    figures = result(["--seed", "4", "--journal", str(path)], capsys)
    assert main(["replay", str(path)]) == 0
    replayed = capsys.readouterr().out
    assert f"== {figures['winner']} wins." in replayed
    assert "not over" not in replayed
    assert main(["stats", str(path), "--json"]) == 0
    players = json.loads(capsys.readouterr().out)
    assert sum(player["right"] for player in players) > 0
    events = read_journal(path).events
    assert sum(p["crocodiles"] for p in players) == sum(isinstance(e, CrocodileRuled) for e in events)
    assert not any(isinstance(event, TakenBack) for event in events)
    prompts = [event for event in events if isinstance(event, Prompted)]
    assert len(prompts) == sum(isinstance(event, Ruled) for event in events)
