"""Whole sittings on the page: a game of the chorus is watched, and an evening is played by keyboard alone."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from operator import ne
from pathlib import Path
from typing import Any

import pytest
from chromium import Chromium, Page
from test_page import SHOWN

from voicegames.events import GameOver, Prompted, Ruled, SittingStarted, Verdict, to_json
from voicegames.games.dodelido import Card, deck, right_answer
from voicegames.language import load_language
from voicegames.screen.viewer import view_of
from voicegames.table.journal import read_journal

DECK = tuple(str(card) for card in random.Random(8).sample(deck(), 30))


@dataclass
class Program:
    """The program as a family starts it, with a page instead of a terminal."""

    address: str
    process: subprocess.Popen[str]


@contextmanager
def program(door: str, *arguments: str, environment: dict[str, str] | None = None) -> Iterator[Program]:
    command = [sys.executable, "-m", "voicegames", door, "--screen", "web", *arguments]
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment or dict(os.environ),
    )
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found is not None
    try:
        yield Program(found[0], process)
    finally:
        process.terminate()
        _, errors = process.communicate(timeout=20)
        assert "Traceback" not in errors, errors


def saved_game(home: Path, deck: tuple[str, ...]) -> Path:
    """An unfinished game in the folder in which the program looks for one."""
    path = home / "data" / "voicegames" / "sittings" / "game.jsonl"
    path.parent.mkdir(parents=True)
    started = SittingStarted("dodelido", "1", 1, "en", ("Anna", "Ben"), (None, None), deck)
    path.write_text(to_json(started) + "\n", encoding="utf-8")
    return path


RUNNING = "document.querySelector('#time').classList.contains('running')"


def play_by_keyboard(page: Page) -> None:
    """Play what lies on the table, with keys alone, until the game is over; the answers come from the cards shown."""
    laid = 0
    until_s = time.monotonic() + 120
    while page.run("document.body.dataset.stage") == "table":
        assert time.monotonic() < until_s
        shown: dict[str, Any] = page.run(f"({{...{SHOWN}, isRunning: {RUNNING}}})")
        # A prompt is answered once: the bar runs.
        is_crocodile = "crocodile" in shown["cards"]
        if shown["newest"] < 0 or is_crocodile or not shown["isRunning"]:
            if is_crocodile:
                page.press("1")
                page.press("2")
            time.sleep(0.05)
            continue
        cards = [None if card == "nothing" else Card.parse(card) for card in shown["cards"]]
        is_first = sum(card is not None for card in cards) == 1
        answer = right_answer(cards, is_first)
        before = page.run("document.querySelector('#log').dataset.last")
        page.type(str(answer))
        page.press("Enter")
        page.wait("document.querySelector('#log').dataset.last", partial(ne, before))
        laid += 1
    assert laid


@pytest.mark.long
def test_an_evening_is_played_by_keyboard_alone_to_play_again(browser: Chromium, own_home: Path) -> None:
    journal = saved_game(own_home, DECK)
    with program("play", "--engine", "typed") as running:
        page = browser.open(running.address)
        page.wait("document.body.dataset.stage === 'start'")
        page.press("p")
        page.wait("document.querySelector('[data-name=announce_none]')?.ariaPressed === 'true'")
        page.press("v")
        page.wait("document.body.dataset.stage === 'table'")
        play_by_keyboard(page)
        page.wait("document.body.dataset.stage === 'over'")
        events = read_journal(journal).events
        over = [event for event in events if isinstance(event, GameOver)]
        assert page.text("h1") == f"{('Anna', 'Ben')[over[0].winner]} wins!"
        rulings = [event.verdict for event in events if isinstance(event, Ruled)]
        assert set(rulings) == {Verdict.RIGHT}
        assert len(rulings) >= 25
        page.press("s")
        page.wait("document.body.dataset.stage === 'start'")
        page.press("3")
        page.press("w")
        page.wait("document.querySelector('[data-name=robots_1]')?.ariaPressed === 'true'")
        page.press("Enter")
        page.wait("document.body.dataset.stage === 'table' && document.querySelectorAll('.seat').length === 4")
        page.press("Escape")
        page.wait("document.body.dataset.stage === 'over'")
        assert "saved" in page.text("h1")
        page.press("Enter")
        page.wait("document.body.dataset.stage === 'table' && document.querySelectorAll('.seat').length === 4")
        page.press("Escape")
        page.wait("document.body.dataset.stage === 'over'")
        page.press("Escape")
        page.wait("document.querySelector('#trouble').innerText", lambda told: told.startswith("The table is closed."))
        assert running.process.wait(20) == 0
        assert page.complaints == []
        page.close()


READ = """window.read = []; new MutationObserver((changes) => changes.forEach((change) =>
    change.addedNodes.forEach((node) => window.read.push(node.textContent)))).observe(
    document.querySelector('#log'), {childList: true}); null"""


@pytest.mark.long
def test_the_demo_is_watched_to_its_end(browser: Chromium, tmp_path: Path) -> None:
    """The whole game with the settings that families have; only its sound is not waited for."""
    journal = tmp_path / "game.jsonl"
    options = ["--seed", "1", "--players", "2", "--fast", "--json", "--journal", str(journal)]
    with program("demo", *options) as running:
        time.sleep(1)
        assert not journal.exists()
        page = browser.open(running.address)
        page.run(READ)
        page.wait("document.body.dataset.stage === 'over'")
        shown = page.text("h1"), page.run("document.querySelectorAll('.chart .marker').length"), page.run("window.read")
        assert page.complaints == []
        page.close()
        assert running.process.wait(20) == 0
        assert running.process.stdout is not None
        figures = json.loads(running.process.stdout.read().splitlines()[-1])
    assert figures["rulings"] > 80
    view = view_of(read_journal(journal).events, load_language("en"))
    assert view.chart is not None
    assert shown[0] == f"{figures['winner']} wins!"
    assert shown[1] == sum(len(row.points) for row in view.chart.rows)
    assert shown[2][-len(view.lines) :] == [line.text for line in view.lines]
    assert sum(line.startswith("Right, ") for line in shown[2]) > 60


def test_the_game_begins_when_somebody_can_see_it(browser: Chromium, tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    options = ["--engine", "typed", "--announce", "none", "--names", "Anna,Ben", "--journal", str(journal)]
    with program("play", *options) as running:
        assert running.process.stdout is not None
        assert running.process.stdout.readline() == (
            "Open this address in a browser on this machine; the table waits for it. Ctrl-C leaves.\n"
        )
        time.sleep(1)
        assert not journal.exists()
        page = browser.open(running.address)
        page.wait(RUNNING)
        events = read_journal(journal).events
        assert [event.limit_s for event in events if isinstance(event, Prompted)] == [3.0]
        page.close()


def test_ctrl_c_leaves_a_table_that_nobody_opens() -> None:
    with program("play", "--names", "Anna,Ben") as running:
        assert running.process.stdout is not None
        running.process.stdout.readline()
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(20) == 130


def test_without_a_microphone_answers_are_typed_and_a_ruling_is_taken_back(browser: Chromium, tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(
        '[hearing]\ninput_device = "nowhere"\n[speaking]\noutput_device = "nowhere"\n', encoding="utf-8"
    )
    with program("play", "--announce", "none", "--seed", "3", "--settings", str(settings)) as running:
        page = browser.open(running.address)
        page.wait("document.body.dataset.stage === 'start'")
        assert "microphone" in page.text("#note")
        assert "You can play with the keys: type the answer." in page.text("#note")
        assert page.text("#ear").strip() == "I wait for your keys"
        page.press("Enter")
        page.wait("document.querySelector('#time')?.classList.contains('running')")
        page.type("camel")
        page.press("Enter")
        page.wait("document.querySelector('#verdict').innerText", lambda told: told.startswith("✗ Mistake"))
        page.press("!")
        page.wait("!document.querySelector('#question').hidden")
        assert page.text("[data-name=yes]").split() == ["Yes", "="]
        page.run("document.querySelector('[data-name=yes]').focus()")
        page.press("Enter")
        page.wait("document.querySelector('#verdict').innerText", lambda told: told.startswith("✓ Right"))
        assert page.text("#ruling-words").startswith("Taken back. Player 1's answer counts as right")
        assert page.run("document.querySelector('#question').hidden")
        running.process.send_signal(signal.SIGINT)
        page.wait("document.querySelector('#trouble').innerText", lambda told: told.startswith("The table is closed."))
        assert running.process.wait(20) == 130
        page.close()


def test_closing_the_last_window_does_not_end_the_game(browser: Chromium, own_home: Path) -> None:
    saved_game(own_home, DECK)
    with program("play", "--engine", "typed", "--announce", "none", "--resume", "--limit", "60") as running:
        page = browser.open(running.address)
        page.wait("document.body.dataset.stage === 'table' && document.querySelector('.pile.is-newest') !== null")
        page.close()
        time.sleep(0.5)
        assert running.process.poll() is None
        page = browser.open(running.address)
        page.wait("document.body.dataset.stage === 'table' && document.querySelector('.pile.is-newest') !== null")
        assert DECK[0] in page.run(SHOWN)["cards"]
        page.close()
