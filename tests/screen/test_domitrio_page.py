"""The board of Domitrio in a real browser: symbols, numbers, die and rack, keys, and what axe-core finds."""

import json
from collections.abc import Iterator

import pytest
from chromium import Chromium, Page
from domitrio_game import domitrio_game
from stage import course_begun
from test_accessibility import OVERLAPS, SIZES

from voicegames.domitrio_events import BoardShown, DieRolled, TileLaid
from voicegames.events import Event, GameOver
from voicegames.language import load_language
from voicegames.screen.domitrio_view import DomitrioBoard
from voicegames.screen.web import WebScreen, WebTable, web_table
from voicegames.table.happenings import TypedLine

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EN = load_language("en")

SHOWN = """({
  cells: [...document.querySelectorAll('.hexes .hex')].map((hex) => hex.dataset.cell),
  drawn: [...document.querySelectorAll('.hexes use')].every((use) => {
    const box = use.getBoundingClientRect(); return box.width > 4 && box.height > 4;
  }),
  letters: [...document.querySelectorAll('.hexes .hex-letter')].map((text) => text.textContent),
  spots: [...document.querySelectorAll('.spot')].map((spot) => spot.dataset.spot),
  rack: [...document.querySelectorAll('.rack-face')].map((tile) => tile.getAttribute('aria-label')),
  die: document.querySelector('.die-words').textContent,
})"""


@pytest.fixture
def web() -> Iterator[WebTable]:
    with web_table(EN) as table:
        yield table


def moments(web: WebTable, page: Page, events: list[Event]) -> Iterator[tuple[Event, DomitrioBoard]]:
    """Show event by event, and wait until the page shows each."""
    screen, course = WebScreen(web.hub, EN), course_begun(events)
    for number, event in enumerate(events):
        if number:
            course.follow(event)
        screen.show(event, course)
        assert screen.view is not None
        assert isinstance(screen.view.board, DomitrioBoard)
        page.wait(f"document.body.dataset.number === '{web.hub.number}'")
        yield event, screen.view.board


def test_the_page_shows_what_lies_on_the_table(browser: Chromium, web: WebTable) -> None:
    page = browser.open(web.address)
    for _, board in moments(web, page, domitrio_game(5, moves=16)):
        shown = page.run(SHOWN)
        assert sorted(shown["cells"]) == sorted(f"{cell.q},{cell.r}" for cell in board.cells)
        assert sorted(shown["letters"]) == sorted(cell.symbol.letter for cell in board.cells)
        assert shown["drawn"]
        assert shown["spots"] == [mark.numbers for mark in board.spots]
        assert shown["rack"] == [tile.called for tile in board.rack]
        assert shown["die"] == board.die.called
    page.close()


def test_a_game_that_goes_on_shows_no_tiles(browser: Chromium, web: WebTable) -> None:
    page = browser.open(web.address)
    screen, events = WebScreen(web.hub, EN), domitrio_game(5, moves=16)
    shown = next(n for n, e in reversed(list(enumerate(events))) if isinstance(e, BoardShown) and e.rack)
    screen.resume(tuple(events[: shown + 1]))
    page.wait(f"document.body.dataset.number === '{web.hub.number}'")
    assert page.run(SHOWN)["cells"]
    assert page.run(SHOWN)["rack"] == []
    page.close()


def test_numbers_can_be_read_from_two_metres(browser: Chromium, web: WebTable) -> None:
    """On a laptop's screen, 34 cm wide and 1366 px, letters of 4 mm are read from two metres: 16 px."""
    page = browser.open(web.address, width=1366, height=768)
    least = []
    for event, _ in moments(web, page, domitrio_game(5, moves=40)):
        if isinstance(event, BoardShown) and event.tile is None and not event.rack:
            heights = page.run(
                "[...document.querySelectorAll('.spot text')].filter((text) => text.textContent.length <= 2)"
                ".map((text) => text.getBoundingClientRect().height)"
            )
            least += heights
    assert len(least) > 10
    assert min(least) >= 16
    page.close()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080), (1366, 768), (1000, 700), (390, 844)])
def test_the_rack_is_as_wide_as_its_tiles(browser: Chromium, web: WebTable, width: int, height: int) -> None:
    page = browser.open(web.address, width=width, height=height)
    shown = 0
    for _, board in moments(web, page, domitrio_game(5, players=2, moves=24)):
        if not board.rack or not any(tile.is_chosen for tile in board.rack):
            continue
        shown += 1
        too_wide = page.run(
            "['.domitrio-side', '.rack'].map((name) => document.querySelector(name))"
            ".map((part) => part.scrollWidth - part.clientWidth)"
        )
        assert too_wide == [0, 0]
        cut = page.run(
            "(() => { const side = document.querySelector('.domitrio-side').getBoundingClientRect();"
            " return [...document.querySelectorAll('.rack-tile, .rack-number')]"
            ".filter((part) => part.getBoundingClientRect().right > side.right + 0.5).length; })()"
        )
        assert cut == 0
    assert shown > 5
    page.close()


def test_keys_walk_and_lay(browser: Chromium, web: WebTable) -> None:
    page = browser.open(web.address)
    said = {"Enter": "roll"}
    for event, _ in moments(web, page, domitrio_game(5, moves=6)):
        if isinstance(event, DieRolled):
            said = {"ArrowRight": "next spot", "ArrowLeft": "spot before", "ArrowDown": "spots", "/": "hint"}
        elif isinstance(event, BoardShown) and event.spot is not None:
            said = {"Enter": "lay it", "ArrowUp": "turn it", "Backspace": "undo", "ArrowRight": "next spot"}
        elif isinstance(event, TileLaid):
            said = {"Enter": "roll", "Backspace": "undo"}
        buttons = page.run("[...document.querySelectorAll('#question button')].map((button) => button.dataset.name)")
        if not set(said.values()) <= set(buttons):
            continue
        for key, words in said.items():
            page.press(key)
            pressed = None
            page.wait("true")
            for _ in range(200):
                pressed = web.keys.poll()
                if pressed is not None:
                    break
                page.wait("true")
            assert isinstance(pressed, TypedLine)
            assert pressed.text == words
    page.close()


@pytest.mark.long
def test_axe_finds_no_violation(browser: Chromium, web: WebTable, axe: str) -> None:
    page = browser.open(web.address)
    page.run(f"{axe}; null")
    found, looked_at = {}, 0
    for number, (event, _) in enumerate(moments(web, page, domitrio_game(7, players=2))):
        if number not in (0, 1, 2, 3, 4, 5) and not isinstance(event, GameOver):
            continue
        for scheme in ("light", "dark"):
            page.media(prefers_color_scheme=scheme)
            violations = page.violations({"type": "tag", "values": TAGS})
            looked_at += 1
            if violations:
                found[f"{type(event).__name__}, {scheme}"] = violations
    assert not found, json.dumps(found, indent=1)
    assert looked_at >= 14
    page.close()


@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_or_is_cut_off(browser: Chromium, web: WebTable, size: str) -> None:
    page = browser.open(web.address)
    page.resize(*SIZES[size])
    looked_at = 0
    for number, (_, board) in enumerate(moments(web, page, domitrio_game(9, players=6, moves=30))):
        if number % 9 == 4 or (board.rack and number > 50):
            looked_at += 1
            assert page.run(OVERLAPS) == []
    assert looked_at > 5
    page.close()


def test_a_held_tile_is_not_faded(browser: Chromium, web: WebTable) -> None:
    page = browser.open(web.address)
    held = 0
    for event, board in moments(web, page, domitrio_game(5, moves=16)):
        if not isinstance(event, BoardShown) or event.spot is None:
            continue
        held += 1
        over = page.run(
            "[...document.querySelectorAll('.hex.is-held')].map((hex) => {"
            " let later = 0;"
            " for (let next = hex; next; next = next.nextElementSibling) later += next.matches('.hex-free');"
            " return later; })"
        )
        assert over == [0, 0]
        free = {cell for mark in board.spots if not mark.is_held for cell in mark.cells}
        assert page.run("document.querySelectorAll('.hex-free').length") == len(free - held_cells(board))
    assert held > 2
    page.close()


def held_cells(board: DomitrioBoard) -> set[tuple[int, int]]:
    return {(cell.q, cell.r) for cell in board.cells if cell.is_held}
