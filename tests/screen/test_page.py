"""The page in a real browser: it shows what the journal says, and what is pressed there reaches the table."""

import random
import time
from functools import partial
from operator import eq
from typing import Any

import pytest
from chromium import Chromium, Page
from stage import Stage, board_of, random_game

from voicegames.events import CardFlipped, GameOver, Heard, Mistake, Prompted, Ruled, SittingStarted, Verdict
from voicegames.language import load_language
from voicegames.screen.keyboard import NoKeys
from voicegames.screen.view import View
from voicegames.screen.web import web_table
from voicegames.screen.web_keys import JoinedKeys
from voicegames.table.happenings import ControlKey, Key, PlayerKey, TypedLine

SHOWN = """(() => {
  const all = (selector, parent = document) => [...parent.querySelectorAll(selector)];
  const seats = [...all('#seats-top .seat'), ...all('#seats-bottom .seat')];
  return {
    stage: document.body.dataset.stage,
    seats: seats.map((seat) => [seat.querySelector('.seat-name').lastChild.textContent.trim(),
                                parseInt(seat.querySelector('.seat-cards').textContent)]),
    turn: seats.findIndex((seat) => seat.classList.contains('has-turn')),
    cards: all('.pile .card').map((card) => card.getAttribute('aria-label')),
    newest: all('.pile').findIndex((pile) => pile.classList.contains('is-newest')),
    heard: all('#heard .word').map((word) => [word.className.replace('word ', ''),
                                              word.textContent.replace(/^[✓✗∿]/, '').split(' (')[0]]),
    ruling: document.querySelector('#ruling-words').textContent,
    expected: document.querySelector('#expected').textContent,
    caption: document.querySelector('#caption-words').textContent,
    lines: all('#log p').map((line) => line.textContent),
  };
})()"""


def wanted(view: View) -> dict[str, Any]:
    """What the page must show of a view."""
    board = board_of(view)
    cards = board.taken if board.taken_by is not None and not any(p.cards for p in board.piles) else None
    faces = [pile.card for pile in board.piles] if cards is None else list(cards)
    is_over = view.winner is not None
    return {
        "seats": [[seat.name, seat.cards] for seat in view.seats],
        "turn": -1 if is_over else view.turn,
        "cards": ["nothing" if face is None else face.called for face in faces],
        "newest": board.newest if board.newest is not None and cards is None else -1,
        "heard": [[str(word.mark), word.text] for word in view.was_heard],
        "ruling": view.ruling.sentence if view.ruling else "",
        "expected": f"Right answer: {view.ruling.expected}" if view.ruling and view.ruling.expected else "",
        "caption": view.caption,
    }


def assert_shows(page: Page, view: View) -> None:
    page.wait("document.querySelector('#log').dataset.last ?? '0'", lambda value: True)
    expected = wanted(view)

    def is_same(shown: Any) -> bool:
        return shown is not None and {key: shown[key] for key in expected} == expected

    shown = page.wait(SHOWN, is_same)
    assert shown["lines"][-len(view.lines) :] == [line.text for line in view.lines]


def pressed(stage: Stage) -> list[Key]:
    """What has reached the table, waiting a moment for it."""
    until_s = time.monotonic() + 10
    while time.monotonic() < until_s:
        key = stage.web.keys.poll()
        if key is not None:
            return [key]
        time.sleep(0.01)
    return []


@pytest.mark.long
def test_reloading_at_fifty_random_moments_shows_the_table_of_the_journal(browser: Chromium, stage: Stage) -> None:
    events = random_game(3, players=4)
    rng = random.Random(8)
    # The end page has no table; every other moment is a possible one.
    moments = set(rng.sample(range(1, len(events) - 1), 50))
    page = browser.open(stage.web.address)
    for number, event in enumerate(events[:-1]):
        stage.show(event)
        if number in moments:
            page.reload()
            assert_shows(page, stage.view)
    assert page.complaints == []
    page.close()


def test_two_windows_show_the_same_table_without_a_reload(browser: Chromium, stage: Stage) -> None:
    events = random_game(4)
    stage.show(*events[:20])
    first, second = browser.open(stage.web.address), browser.open(stage.web.address)
    for page in (first, second):
        assert_shows(page, stage.view)
    stage.show(*events[20:60])
    for page in (first, second):
        assert_shows(page, stage.view)
        page.close()


def test_every_line_is_added_to_the_live_region_once_and_in_order(browser: Chromium, stage: Stage) -> None:
    events = random_game(5, moves=60)
    stage.show(*events[:2])
    page = browser.open(stage.web.address)
    assert_shows(page, stage.view)
    page.run("""window.read = []; new MutationObserver((changes) => changes.forEach((change) =>
        change.addedNodes.forEach((node) => window.read.push(node.textContent)))).observe(
        document.querySelector('#log'), {childList: true}); null""")
    before = stage.view.lines[-1].number if stage.view.lines else 0
    lines: dict[int, str] = {}
    for event in events[2:]:
        stage.show(event)
        lines |= {line.number: line.text for line in stage.view.lines if line.number > before}
    read = page.wait("window.read", lambda value: len(value) >= len(lines))
    assert read == [lines[number] for number in sorted(lines)]
    assert any("takes" in line for line in read)
    assert page.run("document.querySelector('#log').getAttribute('aria-live')") == "polite"
    page.close()


def test_the_bar_follows_the_audio_clock_and_the_ear_is_told_in_words(browser: Chromium, stage: Stage) -> None:
    events = random_game(6)
    flipped = next(number for number, event in enumerate(events) if isinstance(event, CardFlipped))
    stage.show(*events[: flipped + 1])
    player = stage.view.turn
    assert player is not None
    stage.show(Prompted(100.0, player, 3.0))
    page = browser.open(stage.web.address)
    assert_shows(page, stage.view)

    def is_left(left: float, value: float) -> bool:
        return left - 0.06 <= value <= left + 0.001

    share = "new DOMMatrix(getComputedStyle(document.querySelector('#time-left')).transform).a"
    for now_s, left in ((100.0, 1.0), (101.5, 0.5), (103.0, 0.0)):
        stage.web.hub.tick(now_s, -30.0, "listening")
        page.wait(share, partial(is_left, left))
    words = {
        "speaking": "Closed while I speak",
        "listening": "I am listening",
        "hearing": "I hear you",
    }
    for ear, told in words.items():
        stage.web.hub.tick(103.1, -20.0, ear)
        page.wait("document.querySelector('#ear').innerText.trim()", partial(eq, told))
    assert page.run("document.querySelector('#level').value") == 40
    stage.show(Heard(103.2, player, "no", 101, 102, "test", final=False))
    page.wait("document.querySelector('#ear').innerText.trim()", lambda value: value == "I am thinking")
    page.close()


def test_words_are_marked_by_the_ruling_and_the_right_answer_is_told(browser: Chromium, stage: Stage) -> None:
    deck = ("blue penguin", "blue tortoise", "white camel", "pink zebra")
    stage.show(
        SittingStarted("dodelido", "1", 0, "en", ("Anna", "Ben"), (None, None), deck),
        CardFlipped(0, 0, "blue penguin", 0),
        Prompted(0.1, 0, 3),
        Heard(1, 0, "nought", 0.8, 1, "test"),
        Ruled(1, 0, 0, Verdict.RIGHT, None, "nought", "nought", 0.7),
        CardFlipped(2, 1, "blue tortoise", 1),
        Prompted(2.1, 1, 3),
        Heard(3, 1, "oh pi- penguin", 2.8, 3, "test"),
    )
    page = browser.open(stage.web.address)
    assert_shows(page, stage.view)
    assert page.text("#heard").split() == ["oh", "pi-", "penguin"]
    stage.show(Ruled(3, 1, 1, Verdict.MISTAKE, Mistake.WORD, "oh blue", "oh pi- penguin", 0.7))
    assert_shows(page, stage.view)
    assert "✗ Mistake" in page.text("#verdict")
    assert "0.70 seconds" in page.text("#verdict")
    assert page.text("#expected") == "Right answer: oh, blue"
    assert page.text(".taken-by") == "Ben takes these cards."
    page.close()


def test_every_control_and_player_key_works_by_key_and_by_button(browser: Chromium, stage: Stage) -> None:
    stage.show(*random_game(7)[:2])
    page = browser.open(stage.web.address)
    page.wait("document.body.dataset.stage === 'table'")
    keys = {" ": "pause", ".": "repeat", "!": "that_was_wrong", "#": "score", "?": "help", "Escape": "stop"}
    keys["+"] = "patient_referee"
    for key, control in keys.items():
        page.press(key)
        assert pressed(stage) == [ControlKey(control)]
        page.click(f"#controls [data-name={control}]")
        assert pressed(stage) == [ControlKey(control)]
    page.run("document.activeElement.blur()")
    page.press("2")
    assert pressed(stage) == [PlayerKey(1)]
    page.click("[data-name=seat-2]")
    assert pressed(stage) == [PlayerKey(2)]
    before_s = time.monotonic()
    page.type("oh penguin")
    page.press("Enter")
    (typed,) = pressed(stage)
    assert isinstance(typed, TypedLine)
    assert typed.text == "oh penguin"
    assert typed.started_wall_s is not None
    assert before_s - 0.1 <= typed.started_wall_s <= time.monotonic()
    assert page.run("document.activeElement.id") == "answer-text"
    page.press("3")
    assert pressed(stage) == [PlayerKey(2)]
    page.close()


def test_the_table_knows_while_a_line_is_being_typed(browser: Chromium, stage: Stage) -> None:
    stage.show(*random_game(7)[:2])
    page = browser.open(stage.web.address)
    page.wait("document.body.dataset.stage === 'table'")
    keys = JoinedKeys((stage.web.keys, NoKeys()))

    def begun(wanted: bool) -> bool:
        until_s = time.monotonic() + 10
        while (keys.typing_since_s is not None) != wanted and time.monotonic() < until_s:
            time.sleep(0.01)
        return keys.typing_since_s is not None

    assert not begun(False)
    before_s = time.monotonic()
    page.type("o")
    assert begun(True)
    since_s = keys.typing_since_s
    assert since_s is not None
    assert before_s <= since_s <= time.monotonic()
    page.type("h")
    assert keys.typing_since_s == since_s
    page.press("Escape")
    assert not begun(False)
    assert page.run("document.querySelector('#answer-text').value") == ""
    assert stage.web.keys.poll() is None
    page.type("oh")
    assert begun(True)
    page.press("Enter")
    assert not begun(False)
    page.type("oh")
    assert begun(True)
    page.close()
    assert not begun(False)


def test_single_keys_can_be_switched_off(browser: Chromium, stage: Stage) -> None:
    stage.show(*random_game(7)[:2])
    page = browser.open(stage.web.address)
    page.wait("document.body.dataset.stage === 'table'")
    page.click("#keys-switch")
    page.run("document.activeElement.blur()")
    page.press("2")
    page.press("!")
    page.click("[data-name=score]")
    assert pressed(stage) == [ControlKey("score")]
    page.click("#keys-switch")
    page.close()


def test_the_end_page_has_the_winner_a_chart_and_the_figures(browser: Chromium, stage: Stage) -> None:
    events = random_game(9, players=3, moves=200)
    stage.show(*events)
    if stage.view.winner is None:
        stage.show(GameOver(999.0, 1))
    page = browser.open(stage.web.address)
    page.wait("document.body.dataset.stage === 'over'")
    view = stage.view
    assert view.winner is not None
    assert view.chart is not None
    assert page.text("h1") == f"{view.seats[view.winner].name} wins!"
    assert page.run("document.querySelectorAll('.chart .marker').length") == sum(len(r.points) for r in view.chart.rows)
    rows = page.run("[...document.querySelectorAll('tbody tr')].map((row) => row.innerText.split('\\t'))")
    for shown, row in zip(rows, view.chart.rows, strict=True):
        assert shown[0] == row.player
        assert int(shown[1]) == row.right
        assert [int(count) for count in shown[4:8]] == list(row.mistakes.values())
    page.press("Enter")
    choice = None
    until_s = time.monotonic() + 10
    while choice is None and time.monotonic() < until_s:
        choice = stage.web.keys.choice()
    assert choice is not None
    assert choice.choice == "play_again"
    page.close()


@pytest.mark.parametrize("code", ["de", "en", "ko"])
def test_the_page_speaks_the_language_of_the_game(browser: Chromium, code: str) -> None:
    language = load_language(code)
    with web_table(language) as web:
        stage = Stage(web, language)
        stage.show(*random_game(7)[:30])
        page = browser.open(web.address)
        page.wait("document.body.dataset.stage === 'table'")
        assert page.run("document.documentElement.lang") == code
        text = page.text("body")
        for key in ("controls_label", "say_now", "answer_label"):
            assert language.page[key] in text
        assert language.called("dodelido") in page.text("#sayable")
        assert "{" not in text
        page.close()


@pytest.mark.long
def test_the_time_from_an_event_to_the_changed_page(browser: Chromium, stage: Stage, record_property: Any) -> None:
    events = [event for seed in (11, 12, 13) for event in random_game(seed)][:500]
    page = browser.open(stage.web.address)
    page.wait("document.body.dataset.stage === 'away'")
    for event in events:
        stage.show(event)
        time.sleep(0.008)
    page.wait("performance.getEntriesByName('change').length", lambda value: value >= 400)
    times = sorted(page.run("performance.getEntriesByName('change').map((entry) => entry.duration)"))
    median, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
    record_property("median_ms", median)
    print(f"event to changed page: median {median:.0f} ms, 95th percentile {p95:.0f} ms, {len(times)} changes")
    assert len(times) >= 400
    page.close()
