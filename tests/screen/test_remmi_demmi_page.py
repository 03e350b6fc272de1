"""Remmi Demmi as a screen shows it: the view, the terminal, and the page in a real browser with axe-core."""

import random
import re
from collections.abc import Iterator
from io import StringIO

import pytest
from chromium import Chromium, Page
from domitrio_game import domitrio_game
from remmi_demmi_game import Rounds
from rich.console import Console
from stage import course_begun, shown

from voicegames.events import Event, Paused, Prompted, Resumed, Said, SittingStarted, TakenBack
from voicegames.games.remmi_demmi import deal_from
from voicegames.games.remmi_demmi_hands import Card, Colour, Figure, remmi_in
from voicegames.language import load_language
from voicegames.players.remmi_demmi_robots import TEMPERS, RemmiDemmiRobot
from voicegames.players.robots import Strength
from voicegames.remmi_demmi_events import (
    CardsChosen,
    Claimed,
    HandShown,
    Offered,
    RemmiChecked,
    TimerStarted,
    TimeWasUp,
    Traded,
)
from voicegames.screen.remmi_demmi_text import draw_remmi_demmi
from voicegames.screen.remmi_demmi_view import RemmiBoard
from voicegames.screen.terminal import TerminalScreen
from voicegames.screen.viewer import view_of
from voicegames.screen.web import WebScreen, WebTable, web_table
from voicegames.table.domitrio_course import DomitrioCourse
from voicegames.table.games_at_table import game_at_table
from voicegames.table.happenings import ControlKey, Key, TypedLine
from voicegames.table.remmi_demmi_listening import _key
from voicegames.table.remmi_demmi_phrases import Accept, Choose, GiveBack, RemmiDemmiPhrases, Shout
from voicegames.table.remmi_demmi_wording import RemmiDemmiWording

EN = load_language("en")
NAMES = ("Anna", "Robot 1", "Robot 2", "Robot 3")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def a_round() -> list[Event]:
    """A round with the computer's cards: a hand shown, cards chosen, offers, a trade, a claim, and its check."""
    deck = game_at_table("remmi-demmi").deck(4, random.Random(3), 3)
    cards = tuple(Card.parse(card) for card in deck)
    state = deal_from(cards, 4)
    robot = RemmiDemmiRobot(TEMPERS[Strength.HARD], random.Random(1))
    gives, gets = robot.demmi(state.hands[0], 1), robot.demmi(state.hands[1], 1)
    assert gives is not None
    assert gets is not None
    own = tuple(map(str, gives))
    claimant = state.hands[2]
    return [
        SittingStarted("remmi-demmi", "test", 3, "en", NAMES, (None, "hard", "hard", "hard"), deck),
        Prompted(1.0, 0, 15.0),
        HandShown(2.0, 0),
        Said(3.0, "Lightning, 70 seconds. Go!"),
        TimerStarted(4.0, 0, "lightning", 70.0),
        CardsChosen(5.0, 0, own),
        Offered(6.0, 1, 1),
        Offered(6.5, 0, 1),
        Traded(8.0, 1, 0, own, 1, tuple(map(str, gets))),
        HandShown(9.0, None),
        Claimed(10.0, 2, 2, 9.0, 0.5),
        TimeWasUp(74.0, 3),
        RemmiChecked(76.0, 4, 2, remmi_in(claimant) is not None, tuple(map(str, claimant))),
    ]


def boards() -> Iterator[tuple[Event, RemmiBoard]]:
    events = a_round()
    for number, event in enumerate(events, 1):
        board = view_of(events[:number], EN).board
        assert isinstance(board, RemmiBoard)
        yield event, board


def test_a_hand_is_seen_only_while_its_player_shows_it() -> None:
    for event, board in boards():
        match event:
            case SittingStarted() | Prompted():
                assert board.hand == ()
            case HandShown(player=0):
                assert len(board.hand) == 10
            case CardsChosen():
                assert sum(card.is_chosen for card in board.hand) == 1
            case HandShown(player=None) | Claimed():
                assert board.hand == ()
            case _:
                pass


def test_the_view_tells_offers_claims_and_points() -> None:
    last = dict.fromkeys(NAMES, 0)
    for event, board in boards():
        match event:
            case Offered(player=0):
                assert board.offers == ("Robot 1: One! One!", "Anna: One! One!")
            case Traded():
                assert board.offers == ()
            case Claimed():
                assert board.men == (3,)
                assert (board.claims[0].name, board.claims[0].man, board.claims[0].is_remmi) == ("Robot 2", 4, None)
            case RemmiChecked():
                assert board.claims[0].is_remmi is False
                last = dict(zip(board.names, board.totals, strict=True))
            case _:
                pass
    assert last["Robot 2"] == -5


def drawn(events: list[Event]) -> str:
    text = draw_remmi_demmi(view_of(events, EN), EN)
    assert text is not None
    return text.plain


def printed(events: list[Event]) -> str:
    """What a terminal prints of these events."""
    console = Console(width=120, highlight=False, file=StringIO())
    screen, course = TerminalScreen(console), course_begun(events)
    for number, event in enumerate(events):
        if number:
            course.follow(event)
        screen.show(event, course)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_a_terminal_prints_the_hand_only_when_it_changes() -> None:
    rounds = Rounds(6).look().trade()
    for number in range(60):
        player, size = 1 + number % 5, 1 + number // 5 % 3
        shout = f"{('One', 'Two', 'Three')[size - 1]}!"
        rounds.tell(Offered(5.0 + number, player, size), Said(5.1 + number, shout, player))
    out = printed(rounds.events)
    assert out.count("The cards of Alexandra") == 1
    assert out.count("Trade!") == 1
    assert out.count("Ben: One! One!") == 4
    assert len(out.splitlines()) < 90
    hand = rounds.course.state.hands
    rounds.tell(Traded(70.0, rounds.course.moves, 2, (str(hand[2][0]),), 1, (str(hand[1][0]),)))
    lines = printed(rounds.events).removeprefix(out).splitlines()
    assert lines == ["  Cleo and Ben trade One."]


@pytest.mark.parametrize("is_resumed", [False, True])
def test_a_terminal_shows_the_board_from_the_start_and_when_a_game_goes_on(is_resumed: bool) -> None:
    events = domitrio_game(4, moves=9)
    course = course_begun(events)
    console = Console(width=120, highlight=False, file=StringIO())
    screen = TerminalScreen(console)
    if is_resumed:
        for event in events[1:]:
            course.follow(event)
        screen.resume(tuple(events))
        course.follow(Resumed(99.0))
        screen.show(Resumed(99.0), course)
    else:
        screen.show(events[0], course)
    assert isinstance(console.file, StringIO)
    assert isinstance(course, DomitrioCourse)
    symbols = re.findall(r"[RBY][#o*]", console.file.getvalue())
    assert len(symbols) == len(course.state.board.symbols)


def test_what_is_taken_back_is_told_in_the_words_of_the_table() -> None:
    rounds = Rounds(5).look().trade()
    hands = rounds.course.state.hands
    traded = Traded(9.0, rounds.course.moves, 1, (str(hands[1][0]),), 2, (str(hands[2][0]),))
    rounds.tell(traded, TakenBack(11.0, traded.number))
    rounds.said(RemmiDemmiWording(EN, rounds.course.players).taken_back(traded, 10.0))
    lines = [line.text for line in view_of(rounds.events, EN).lines]
    assert lines[-2:] == ["Ben and Cleo trade One.", "Taken back: Ben and Cleo have their cards again."]


def test_the_terminal_says_it_in_words() -> None:
    events = a_round()
    text = drawn(events[:9])
    assert "The cards of Anna" in text
    assert "Trade!" in text
    over = drawn(events)
    assert "[-] Robot 2: no Remmi" in over
    assert "(3) Robot 2 -5" in over
    # Who is called by number must be seen with that number from the beginning.
    first = draw_remmi_demmi(view_of(events[:2], EN), EN)
    assert first is not None
    assert "(2) Robot 1 0" in first.plain


def test_the_time_runs_in_the_shared_bar() -> None:
    view = view_of(a_round()[:5], EN)
    assert view.prompt is not None
    assert (view.prompt.player, view.prompt.at_s, view.prompt.limit_s) == (None, 4.0, 70.0)


@pytest.fixture
def web() -> Iterator[WebTable]:
    with web_table(EN) as table:
        yield table


@pytest.mark.long
def test_the_page_shows_it_and_axe_finds_no_violation(browser: Chromium, web: WebTable, axe: str) -> None:
    page = browser.open(web.address)
    page.run(f"{axe}; null")
    events = a_round()
    screen, course = WebScreen(web.hub, EN), course_begun(events)
    found = {}
    for number, event in enumerate(events):
        if number:
            course.follow(event)
        screen.show(event, course)
        page.wait(f"document.body.dataset.number === '{web.hub.number}'")
        if isinstance(event, HandShown) and event.player == 0:
            drawn = page.run(
                "[...document.querySelectorAll('.remmi-hand .remmi-card')].map((card) =>"
                " [card.getAttribute('aria-label'), card.querySelector('use').getBBox().width > 50])"
            )
            assert len(drawn) == 10
            assert all(is_drawn and len(label.split()) == 2 for label, is_drawn in drawn)
            page.click("#question button[data-name='orange']")
            page.wait("true")
            pressed = None
            for _ in range(200):
                pressed = web.keys.poll()
                if pressed is not None:
                    break
                page.wait("true")
            assert isinstance(pressed, TypedLine)
            assert pressed.text == "orange"
        if isinstance(event, TimerStarted):
            screen.tick(24.0, -60.0, "listening")
            page.wait("Number(document.querySelector('.ring-seconds').textContent) === 50")
        if isinstance(event, HandShown | Offered | RemmiChecked):
            for scheme in ("light", "dark"):
                page.media(prefers_color_scheme=scheme)
                violations = page.violations({"type": "tag", "values": TAGS})
                if violations:
                    found[f"{type(event).__name__}, {scheme}"] = violations
    assert found == {}
    assert page.complaints == []
    page.close()


def next_key(web: WebTable, page: Page) -> Key:
    for _ in range(200):
        pressed = web.keys.poll()
        if pressed is not None:
            return pressed
        page.wait("true")
    raise AssertionError("nothing came from the page")


def test_cards_have_their_colours_letter_and_are_chosen_by_click_and_by_key(browser: Chromium, web: WebTable) -> None:
    page = browser.open(web.address)
    rounds = Rounds(4).look().trade(chosen=2)
    shown(web, page, rounds.events, EN)
    letters = page.run(
        "[...document.querySelectorAll('.remmi-hand .remmi-card')].map((card) =>"
        " [card.getAttribute('aria-label')[0].toUpperCase(),"
        " ...[...card.querySelectorAll('text')].map((letter) => letter.textContent)])"
    )
    assert len(letters) == 10
    assert all(first == one == other for first, one, other in letters)
    looks = page.run(
        "[...document.querySelectorAll('.remmi-choice')].map((card) => [card.ariaPressed,"
        " card.querySelector('.remmi-number').innerText,"
        " Math.round(card.getBoundingClientRect().top)])"
    )
    assert [pressed for pressed, _, _ in looks] == ["true"] * 2 + ["false"] * 8
    assert [number for _, number, _ in looks] == ["\u2713 1", "\u2713 2", *map(str, range(3, 11))]
    assert looks[0][2] < looks[2][2] - 5
    page.click("[data-name=card-3]")
    assert next_key(web, page) == ControlKey("card_3")
    assert _key("card_3") == Choose(2)
    page.run("document.querySelector('[data-name=card-10]').focus()")
    page.press("Enter")
    assert next_key(web, page) == ControlKey("card_10")
    page.close()


def test_a_button_that_is_held_stays_while_robots_shout(browser: Chromium, web: WebTable) -> None:
    page = browser.open(web.address)
    rounds = Rounds(5).look().trade(offers=(1,))
    screen = shown(web, page, rounds.events, EN)
    page.run(
        "window.held = ['[data-name=card-2]', '[data-name=\"take it\"]'].map((s) => document.querySelector(s)), null"
    )
    for player in (2, 3, 4):
        rounds.tell(Offered(6.0 + player, player, 2))
        screen.show(rounds.events[-1], rounds.course)
    page.wait(f"document.body.dataset.number === '{web.hub.number}'")
    assert page.run("document.querySelectorAll('.remmi-offers li').length") == 4
    assert page.run("window.held.every((button) => button.isConnected)")
    page.close()


def test_every_size_and_every_offer_is_a_button_that_the_table_understands() -> None:
    rounds = Rounds(5).look().trade(offers=(1, 3))
    view = view_of(rounds.events, EN)
    said = [button.says for button in view.buttons]
    phrases = RemmiDemmiPhrases(EN, rounds.course.players, real_cards=False)
    meant = [phrases.clock.get(tuple(words.split())) for words in said]
    assert None not in meant
    hand = rounds.course.state.hands[0]
    largest = max(sum(kind in (card.colour, card.figure) for card in hand) for kind in (*Colour, *Figure))
    assert [call.size for call in meant if isinstance(call, Shout)] == list(range(1, largest + 1))
    assert [call.partner for call in meant if isinstance(call, Accept)] == [None, 1, 3]
    assert GiveBack() in meant
    assert "with Ben" in said
    assert "with Dan" in said


def test_a_robot_is_traded_with_by_its_name() -> None:
    view = view_of(a_round()[:7], EN)
    assert "with robot one" in [button.says for button in view.buttons]


def test_the_men_of_invalid_remmis_move_up() -> None:
    rounds = Rounds(5, real=True).look().trade().claims(1, 2, 3).check(valid=(2,))
    board = view_of(rounds.events, EN).board
    assert isinstance(board, RemmiBoard)
    assert [(claim.name, claim.man) for claim in board.claims] == [("Ben", None), ("Cleo", 4), ("Dan", None)]
    assert board.men == (3, 2)
    assert board.totals == (0, -5, 4, -5, 0)


def test_an_answer_of_the_table_is_not_hidden_by_what_robots_shout(browser: Chromium, web: WebTable) -> None:
    answer = "Alexandra, you have no Demmi of that size."
    page = browser.open(web.address)
    rounds = Rounds(5).look().trade()
    screen = shown(web, page, rounds.events, EN)
    for event in (
        Offered(20.0, 1, 2),
        Said(20.1, answer),
        *(
            made
            for player in (2, 3, 4)
            for made in (Offered(20.0 + player, player, 1), Said(20.0 + player, "One!", player))
        ),
    ):
        rounds.tell(event)
        screen.show(event, rounds.course)
    page.wait(f"document.body.dataset.number === '{web.hub.number}'")
    assert page.text("#caption-words") == answer
    assert answer in [line.text for line in view_of(rounds.events, EN).lines]
    assert page.run("document.querySelectorAll('.remmi-offers li').length") == 4
    page.close()


def test_in_a_pause_the_ring_stands_at_the_time_that_is_left(browser: Chromium, web: WebTable) -> None:
    page = browser.open(web.address)
    rounds = Rounds(5).look().trade()
    started = next(event for event in rounds.events if isinstance(event, TimerStarted))
    screen = shown(web, page, rounds.events, EN)
    paused = Paused(started.at_s + started.seconds - 23.5, "Pause.")
    rounds.tell(paused)
    screen.show(paused, rounds.course)
    page.wait(f"document.body.dataset.number === '{web.hub.number}'")
    screen.tick(paused.at_s + 60.0, -60.0, "listening")
    page.wait("document.querySelector('.ring-seconds').textContent === '24'")
    offset = page.run("Number(document.querySelector('.ring-left').getAttribute('stroke-dashoffset'))")
    around = page.run("Number(document.querySelector('.ring-left').getAttribute('stroke-dasharray'))")
    assert offset == pytest.approx(around * (1 - 23.5 / started.seconds), rel=0.01)
    page.close()
