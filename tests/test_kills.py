"""Killed at any moment, a game goes on: nothing lost, nothing ruled twice."""

import io
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from own_home import own_home

from voicegames.cli import main
from voicegames.events import CrocodileRuled, Event, Resumed, Ruled, SittingStarted
from voicegames.games.dodelido import deck
from voicegames.table.course import Course, course_of
from voicegames.table.journal import read_journal

__all__ = ["own_home"]

KILLS = int(os.environ.get("VOICEGAMES_KILLS", "3"))
"""How often a game is killed; scripts/kill_test asks for the twenty times of the full check."""

PROGRAM = (sys.executable, "-m", "voicegames")
TYPED = ("play", "--engine", "typed", "--announce", "none", "--screen", "none")


def killed_at(path: Path, written: int, *arguments: str, lines: str = "") -> None:
    """Start the program, feed it lines, and kill it a moment after so many lines of the journal are written."""
    with subprocess.Popen(
        [*PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        process.stdin.write(lines.encode())
        process.stdin.flush()
        while not path.exists() or path.read_bytes().count(b"\n") < written:
            assert process.poll() is None
            time.sleep(0.002)
        time.sleep(random.random() * 0.03)
        process.kill()


def whole(path: Path) -> Course:
    """The game of a journal in which nothing is lost and nothing ruled twice."""
    events = read_journal(path).events
    course = course_of(events)
    numbers = [event.number for event in events if isinstance(event, Ruled | CrocodileRuled)]
    assert numbers == list(range(len(numbers)))
    state = course.state
    cards = sorted(str(card) for pile in (*state.hands, *state.piles, state.aside) for card in pile)
    started = events[0]
    assert isinstance(started, SittingStarted)
    assert cards == sorted(started.deck) == sorted(map(str, deck()))
    return course


@pytest.mark.long
@pytest.mark.parametrize("players", ["2", "3"])
def test_a_game_killed_again_and_again_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: str) -> None:
    path = tmp_path / "game.jsonl"
    arguments = (*TYPED, "--players", players, "--seed", "4", "--journal", str(path))
    before: tuple[Event, ...] = ()
    for _ in range(KILLS if players == "3" else 1):
        written = len(before) + random.randrange(1, 60)
        killed_at(path, written, *arguments, lines="blue\nnought\none\ntwo\nthree\nreferee score\n" * 60)
        goes_on_after(before, path)
        before = read_journal(path).events
    go_on(path, monkeypatch)
    goes_on_after(before, path)


@pytest.mark.long
def test_a_demo_that_was_killed_goes_on_with_its_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kill in range(max(1, KILLS // 4)):
        path = tmp_path / f"{kill}.jsonl"
        written = random.randrange(2, 60)
        killed_at(path, written, "demo", "--fast", "--seed", "3", "--screen", "none", "--journal", str(path))
        before = read_journal(path).events
        go_on(path, monkeypatch)
        goes_on_after(before, path)


def go_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go on with a game, and stop it at once."""
    monkeypatch.setattr("sys.stdin", io.StringIO("referee stop\n"))
    assert main([*TYPED, "--journal", str(path)]) == 0


def goes_on_after(before: tuple[Event, ...], path: Path) -> None:
    """Check that the journal still begins with ``before``, goes on at the same state, and is whole."""
    whole(path)
    after = read_journal(path).events
    assert after[: len(before)] == before
    if before:
        assert isinstance(after[len(before)], Resumed)
        assert course_of(after[: len(before) + 1]).state == course_of(before).state
