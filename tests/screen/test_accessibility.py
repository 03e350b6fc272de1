"""Can everybody use the page: axe-core finds nothing, nothing overlaps or is cut off at any size, focus stays."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from chromium import Chromium, Page
from stage import Stage, random_game

from voicegames.doors.page_setup import Setup, start_page_of
from voicegames.doors.sound_check import Check
from voicegames.events import GameOver, Paused, Prompted, Said, SittingStarted
from voicegames.table.wording import Wording

START = Setup(people=3, names=("Anna",), robots=1, can_resume=True, trouble="wrong_number")
LOOKS = {
    "light": {"prefers_color_scheme": "light"},
    "dark": {"prefers_color_scheme": "dark"},
    "high contrast": {"prefers_color_scheme": "light", "prefers_contrast": "more"},
    "forced colours": {"forced_colors": "active"},
}
SIZES = {"laptop": (1280, 720, 1), "large": (1920, 1080, 1), "phone": (390, 844, 1), "zoomed": (1280, 720, 2)}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def states(stage: Stage) -> Iterator[str]:
    """Bring the page to each of its states."""
    hub = stage.web.hub
    hub.publish(stage="start", start=start_page_of(START, ("Anna", "Ben")))
    yield "start"
    hub.publish(stage="check", check=Check("I hear almost nothing.", False, ("the system's own", "USB"), 0))
    yield "check"
    events = random_game(21, players=6, moves=300)
    prompts = [number for number, event in enumerate(events) if isinstance(event, Prompted)]
    stage.show(*events[: prompts[9] + 1])
    yield "prompt"
    course = stage.course
    assert course is not None
    assert course.last_ruling is not None
    stage.show(Said(1.0, Wording(stage.language, course.players).question_about(course.last_ruling)))
    yield "question"
    wanted = {"right", "mistake", "again", "crocodile"}
    for event in events[prompts[9] + 1 :]:
        stage.show(event)
        ruling = stage.view.ruling
        if ruling is not None and ruling.verdict in wanted:
            wanted.remove(ruling.verdict)
            yield ruling.verdict
        if not wanted:
            break
    stage.show(Paused(50.0, "Pause. Say: referee, go on."))
    yield "paused"
    stage.show(GameOver(60.0, 0))
    yield "over"


@pytest.mark.long
def test_axe_finds_no_violation_in_any_state_and_look(browser: Chromium, stage: Stage, axe: str) -> None:
    page = browser.open(stage.web.address)
    page.wait("document.body.dataset.stage === 'away'")
    page.run(f"{axe}; null")
    found: dict[str, Any] = {}
    looked_at = 0
    for state in states(stage):
        page.wait(stage.is_shown)
        for look, features in LOOKS.items():
            page.media(**features)
            # In another look only the colours are different.
            only = (
                {"type": "tag", "values": TAGS} if look == "light" else {"type": "rule", "values": ["color-contrast"]}
            )
            violations = page.violations(only)
            looked_at += 1
            if violations:
                found[f"{state}, {look}"] = violations
    assert not found, json.dumps(found, indent=1)
    assert looked_at >= 9 * len(LOOKS)
    page.close()


OVERLAPS = """(() => {
  const wanted = 'main button, main input, main h2, main p, .pile, .seat, .top > *';
  const isEmpty = (e) => e.tagName === 'P' && e.textContent.trim() === '';
  const shown = [...document.querySelectorAll(wanted)]
    .filter((e) => e.offsetParent !== null && !isEmpty(e) && !e.closest('.hidden, .history'));
  const name = (e) => e.outerHTML.slice(0, 90);
  const width = document.documentElement.clientWidth;
  const boxes = shown.map((e) => [e, e.getBoundingClientRect()]).filter(([e, b]) => b.width > 2 && b.height > 2);
  const found = [];
  const sticky = (e) => e.closest('.caption, #start .last');
  for (const [e, b] of boxes) {
    if (b.left < -1 || b.right > width + 1) found.push(['outside', name(e)]);
    for (const [f, c] of boxes) {
      if (e === f || e.contains(f) || f.contains(e) || sticky(e) || sticky(f)) continue;
      const across = Math.min(b.right, c.right) - Math.max(b.left, c.left);
      const down = Math.min(b.bottom, c.bottom) - Math.max(b.top, c.top);
      if (across > 2 && down > 2) found.push(['overlap', name(e), name(f)]);
    }
  }
  if (document.documentElement.scrollWidth > width) found.push(['wide', document.body.dataset.stage]);
  return found;
})()"""


BOTTOM = "Math.round(document.querySelector('#caption').getBoundingClientRect().bottom - innerHeight)"


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_or_is_cut_off(browser: Chromium, stage: Stage, size: str) -> None:
    page = browser.open(stage.web.address)
    page.resize(*SIZES[size])
    page.wait("document.body.dataset.stage === 'away'")
    for state in states(stage):
        page.wait(stage.is_shown)
        assert page.run(OVERLAPS) == [], state
        if size in ("laptop", "large") and stage.web.hub.state["stage"] == "table":
            assert page.run(BOTTOM) <= 0, f"{state} needs scrolling"
            assert page.run("document.querySelector('.pile').getBoundingClientRect().height > innerHeight / 4"), state
    page.close()


def focused(page: Page) -> str:
    name: str = page.run("document.activeElement.dataset?.name || document.activeElement.id || 'body'")
    return name


def test_focus_is_never_lost_and_never_trapped(browser: Chromium, stage: Stage) -> None:
    page = browser.open(stage.web.address)
    stage.web.hub.publish(stage="start", start=start_page_of(Setup(), ()))
    page.wait("document.querySelector('[data-name=robots_2]') !== null")
    page.run("document.querySelector('[data-name=robots_2]').focus()")
    stage.web.hub.publish(start=start_page_of(Setup(robots=2), ()))
    page.wait("document.querySelector('[data-name=robots_2]').ariaPressed === 'true'")
    assert focused(page) == "robots_2"
    events = random_game(22)
    stage.show(*events[:2])
    page.wait("document.body.dataset.stage === 'table'")
    assert focused(page) == "heading"
    page.run("document.querySelector('[data-name=score]').focus()")
    for event in events[2:60]:
        stage.show(event)
    page.wait("Number(document.querySelector('#log').dataset.last)", lambda last: last == stage.view.lines[-1].number)
    assert focused(page) == "score"
    seen = []
    for _ in range(30):
        page.press("Tab")
        seen.append(focused(page))
    assert {"keys-switch", "seat-0", "seat-2", "answer-text", "pause", "stop", "log"} <= set(seen)
    page.close()


def test_motion_is_only_what_is_needed(browser: Chromium, stage: Stage) -> None:
    page = browser.open(stage.web.address)
    page.media(prefers_reduced_motion="reduce")
    events = random_game(6)
    start = next(e for e in events if isinstance(e, SittingStarted))
    stage.show(start, *events[1:2], Prompted(100.0, 0, 3.0))
    page.wait("document.body.dataset.stage === 'table'")
    shares = set()
    for step in range(30):
        stage.web.hub.tick(100.0 + step / 10, -30.0, "listening")
        page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        shares.add(page.run("document.querySelector('#time-left').style.transform"))
    assert 3 <= len(shares) <= 7
    assert page.run("document.getAnimations().length") == 0
    page.close()
