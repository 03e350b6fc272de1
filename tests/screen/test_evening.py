"""Whole sittings on the page: a game of the chorus is watched, and an evening is played by keyboard alone."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from chromium import Chromium, Page
from stage import Stage
from test_page import SHOWN

from voicegames.doors import demo
from voicegames.events import Event, GameOver, SittingStarted, to_json
from voicegames.games.dodelido import Card, right_answer
from voicegames.settings import Settings
from voicegames.table.journal import read_journal

DECK = (
    "blue penguin",
    "blue tortoise",
    "white camel",
    "crocodile",
    "blue zebra",
    "pink zebra",
    "green flamingo",
    "blue camel",
)


@dataclass
class Program:
    """The program as a family starts it, with a page instead of a terminal."""

    address: str
    process: subprocess.Popen[str]


@contextmanager
def program(*arguments: str, environment: dict[str, str] | None = None) -> Iterator[Program]:
    command = [sys.executable, "-m", "voicegames", "play", "--screen", "web", *arguments]
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


def play_by_keyboard(page: Page) -> None:
    """Play what lies on the table, with keys alone, until the game is over; the answers come from the cards shown."""
    laid = 0
    until_s = time.monotonic() + 120
    while page.run("document.body.dataset.stage") == "table":
        assert time.monotonic() < until_s
        shown: dict[str, Any] = page.run(SHOWN)
        # A prompt is answered once: the bar runs.
        if shown["newest"] < 0 or not page.run("document.querySelector('#time').classList.contains('running')"):
            if any("crocodile" in card for card in shown["cards"]):
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
        page.wait("document.querySelector('#log').dataset.last", lambda last, before=before: last != before)
        laid += 1
    assert laid


def test_an_evening_is_played_by_keyboard_alone_to_play_again(browser: Chromium, own_home: Path) -> None:
    journal = saved_game(own_home, DECK)
    with program("--engine", "typed") as running:
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


def test_a_whole_game_of_the_chorus_is_watched(
    browser: Chromium, stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = tuple(Card.parse(card) for card in DECK)
    monkeypatch.setattr(demo, "deck", lambda: cards)
    page = browser.open(stage.web.address)
    page.wait("document.body.dataset.stage === 'away'")
    page.run("""window.read = []; new MutationObserver((changes) => changes.forEach((change) =>
        change.addedNodes.forEach((node) => window.read.push(node.textContent)))).observe(
        document.querySelector('#log'), {childList: true}); null""")
    journal = tmp_path / "game.jsonl"
    result = demo.play_demo(
        Settings(),
        seed=1,
        players=2,
        fast=True,
        engine=demo.Engine.PHONES,
        screen=stage.screen,
        journal=journal,
        listener=None,
        tell=lambda miss: None,
    )
    page.wait("document.body.dataset.stage === 'over'")
    assert page.text("h1") == f"{result.winner} wins!"
    events: tuple[Event, ...] = read_journal(journal).events
    stage.journal = list(events)
    assert stage.screen.view == stage.view
    read = page.run("window.read")
    assert read[-len(stage.view.lines) :] == [line.text for line in stage.view.lines]
    assert any(line.startswith("Right, ") for line in read)
    page.close()


def test_without_a_microphone_answers_are_typed_and_a_ruling_is_taken_back(browser: Chromium, tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(
        '[hearing]\ninput_device = "nowhere"\n[speaking]\noutput_device = "nowhere"\n', encoding="utf-8"
    )
    with program("--announce", "none", "--seed", "3", "--settings", str(settings)) as running:
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
        assert page.text("[data-name=yes]").split() == ["Yes", "say:", "yes"]
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
    with program("--engine", "typed", "--announce", "none", "--resume", "--limit", "60") as running:
        page = browser.open(running.address)
        page.wait("document.body.dataset.stage === 'table' && document.querySelector('.pile.is-newest') !== null")
        page.close()
        time.sleep(0.5)
        assert running.process.poll() is None
        page = browser.open(running.address)
        page.wait("document.body.dataset.stage === 'table' && document.querySelector('.pile.is-newest') !== null")
        assert "blue penguin" in json.dumps(page.run(SHOWN)["cards"])
        page.close()
