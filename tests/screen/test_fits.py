"""What must be seen without scrolling: the whole table on a laptop, what is said on every screen, how to start."""

from collections.abc import Callable
from typing import Any

import pytest
from chromium import Chromium, Page
from domitrio_game import domitrio_game
from remmi_demmi_game import Rounds
from stage import random_game, shown

from voicegames.domitrio_events import BoardShown, TileLaid
from voicegames.doors.page_setup import Setup, start_page_of
from voicegames.events import CrocodileRuled, Event, Prompted, Ruled, Said, SittingStarted
from voicegames.language import load_language
from voicegames.screen.web import WebTable, web_table

EN = load_language("en")
NOTE = "There is no loudspeaker; what the table says is shown. I have no microphone: type your answers."
HELP = " ".join(EN.say(key) for key in ("rd_help_clock", "rd_help_cards", "rd_help_controls"))
LONG = "Round 1. You have 10 cards each. Alexandra starts the timer. Alexandra, say snail or lightning."


def up_to(events: list[Event], wanted: Callable[[Event], bool], said: str = "Half time.") -> list[Event]:
    """The events up to the last one that is wanted, and a sentence."""
    last = max(number for number, event in enumerate(events) if wanted(event))
    at = events[last]
    assert not isinstance(at, SittingStarted)
    return [*events[: last + 1], Said(at.at_s, said)]


def dodelido(players: int, wanted: Callable[[Event], bool]) -> list[Event]:
    return up_to(random_game(21, players=players, moves=250), wanted, LONG)


def domitrio(players: int, moves: int, wanted: Callable[[Event], bool]) -> list[Event]:
    return up_to(domitrio_game(9, players=players, moves=moves), wanted, LONG)


MOMENTS: dict[str, Callable[[], list[Event]]] = {
    "Dodelido, two, a card": lambda: dodelido(2, lambda event: isinstance(event, Prompted)),
    "Dodelido, six, a card": lambda: dodelido(6, lambda event: isinstance(event, Prompted)),
    "Dodelido, six, a mistake": lambda: dodelido(6, lambda e: isinstance(e, Ruled) and e.mistake is not None),
    "Dodelido, six, a crocodile": lambda: dodelido(6, lambda event: isinstance(event, CrocodileRuled)),
    "Remmi Demmi, four look": lambda: Rounds(4).look().said(LONG).events,
    "Remmi Demmi, four, hidden": lambda: Rounds(4).look(shown=False).trade((1, 2)).said("Half time.").events,
    "Remmi Demmi, four trade": lambda: Rounds(4).look().trade((1, 2, 3), 2).said("Half time.").events,
    "Remmi Demmi, nine trade": lambda: Rounds(9).rounds(2).look().trade(range(1, 9), 2).said("Half time.").events,
    "Remmi Demmi, nine trade, help": lambda: (
        Rounds(9).rounds(2).look().trade(range(1, 9), 2).said(HELP).said("10 seconds.").events
    ),
    "Remmi Demmi, nine claim": lambda: Rounds(9).rounds(6).look().trade((2, 3, 4)).claims(8, 7).said(LONG).events,
    "Remmi Demmi, nine checked": lambda: Rounds(9).rounds(6).look().trade().claims(8, 7, 6).check().events,
    "Remmi Demmi, real cards, look": lambda: Rounds(9, real=True).rounds(6).look().said(LONG).events,
    "Remmi Demmi, real cards, check": lambda: (
        Rounds(7, real=True).rounds(6).trade().claims(1, 2).said(LONG).check().events
    ),
    "Domitrio, start": lambda: domitrio_game(9, players=6, moves=0),
    "Domitrio, two, roll": lambda: domitrio(2, 12, lambda event: isinstance(event, TileLaid)),
    "Domitrio, six, spots": lambda: domitrio(6, 60, lambda e: isinstance(e, BoardShown) and e.called > 0),
    "Domitrio, six, held": lambda: domitrio(6, 1000, lambda e: isinstance(e, BoardShown) and e.spot is not None),
}

SEEN = """((selector) => [...document.querySelectorAll(selector)].filter((e) => e.getClientRects().length).map((e) => {
  const b = e.getBoundingClientRect();
  let [top, bottom, left, right] = [0, innerHeight, 0, innerWidth];
  for (let p = e.parentElement; p; p = p.parentElement) {
    if (getComputedStyle(p).overflowY === 'visible') continue;
    const c = p.getBoundingClientRect();
    [top, bottom] = [Math.max(top, c.top), Math.min(bottom, c.bottom)];
  }
  return [e.className?.baseVal ?? (e.id || e.className),
    b.top >= top - 1 && b.bottom <= bottom + 1 && b.left >= left - 1 && b.right <= right + 1];
}))"""
TABLE = (
    "#caption, #caption-words, #turn, .seat, .pile, .hexes, .die, .rack-tile,"
    " .remmi-ring, .remmi-choice, .remmi-offers li, .remmi-claims li, #answer"
)


def laid_out(web: WebTable, page: Page, events: list[Event], note: str = "") -> None:
    """Show all events at once, and wait until they are drawn."""
    web.hub.publish(note=note)
    shown(web, page, events, EN)
    page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def hidden(page: Page, selector: str) -> list[Any]:
    found: list[Any] = page.run(f"{SEEN}({selector!r})")
    assert found
    return [name for name, is_seen in found if not is_seen]


@pytest.mark.long
@pytest.mark.parametrize("note", ["", NOTE], ids=["", "with a note"])
def test_the_whole_table_is_seen_on_a_laptop(browser: Chromium, note: str) -> None:
    found = {}
    for moment, events in MOMENTS.items():
        with web_table(EN) as web:
            page = browser.open(web.address, 1280, 720)
            laid_out(web, page, events(), note)
            unseen = hidden(page, TABLE)
            if unseen:
                found[moment] = unseen
            page.close()
    assert found == {}


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(768, 1024), (390, 844)])
def test_what_is_said_stays_on_the_screen_while_the_table_is_scrolled(
    browser: Chromium, width: int, height: int
) -> None:
    for moment in ("Dodelido, six, a mistake", "Remmi Demmi, nine trade", "Domitrio, six, held"):
        with web_table(EN) as web:
            page = browser.open(web.address, width, height)
            laid_out(web, page, MOMENTS[moment](), NOTE)
            for down in (0, 300, 600, 1000):
                page.run(f"scrollTo(0, {down})")
                if page.run("document.querySelector('#table').getBoundingClientRect().bottom") > 200:
                    assert hidden(page, "#caption-words") == [], f"{moment}, {down} px down"
            page.close()


@pytest.mark.parametrize("size", [(1280, 720), (768, 1024), (390, 844)])
@pytest.mark.parametrize("game", ["dodelido", "remmi-demmi", "domitrio"])
def test_how_to_start_is_seen_on_every_screen(browser: Chromium, size: tuple[int, int], game: str) -> None:
    names = ("Anna", "Ben", "Cleo", "Dan", "Emil", "Finn", "Greta", "Hugo", "Ida")
    with web_table(EN) as web:
        page = browser.open(web.address, *size)
        setup = Setup(can_resume=True, names=names).chosen(f"game_{game}")
        web.hub.publish(stage="start", note=NOTE, start=start_page_of(setup.chosen(f"people_{setup.most}"), names))
        page.wait("document.body.dataset.stage === 'start'")
        page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert hidden(page, "#start [data-name=start]") == []
        # What has the focus is not behind the buttons that stay.
        page.run("document.querySelector('[data-name=announce_none]').focus()")
        page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.run(
            "document.querySelector('[data-name=announce_none]').getBoundingClientRect().bottom"
            " <= document.querySelector('#start .last').getBoundingClientRect().top + 1"
        )
        page.close()
