"""A game of Domitrio on the page, as a family starts it: turns against a robot by keyboard alone."""

from pathlib import Path

import pytest
from chromium import Chromium
from test_evening import program

from voicegames.domitrio_events import DieRolled, TileDrawn, TileLaid
from voicegames.table.journal import read_journal

TURNS = 2


@pytest.mark.long
def test_turns_are_played_by_keyboard_alone(browser: Chromium, tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    options = ["--names", "Ada", "--robots", "1", "--seed", "4", "--engine", "typed", "--journal", str(journal)]
    with program("play", "domitrio", *options) as running:
        page = browser.open(running.address)
        page.wait("document.body.dataset.stage === 'table'")
        buttons = "[...document.querySelectorAll('#question button')].map((button) => button.dataset.name)"
        for _ in range(TURNS):
            page.wait(buttons, lambda names: "roll" in (names or ()))
            page.press("Enter")
            names = page.wait(buttons, lambda names: names and "roll" not in names)
            if "next spot" in names:
                page.press("ArrowRight")
                page.wait("document.querySelectorAll('.hex.is-held').length", lambda held: held == 2)
            page.press("Enter")
            page.wait(buttons, lambda names: "lay it" not in names and "draw" not in names)
        page.wait(buttons, lambda names: "roll" in (names or ()))
        page.close()
    events = read_journal(journal).events
    for player in (0, 1):
        assert sum(isinstance(e, DieRolled) and e.player == player for e in events) == TURNS
        assert sum(isinstance(e, TileLaid | TileDrawn) and e.player == player for e in events) == TURNS
