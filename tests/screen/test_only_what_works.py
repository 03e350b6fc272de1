"""Buttons and keys are there only where they do something, and what is said stays until it is read."""

import json

import pytest
from chromium import Chromium, Page
from remmi_demmi_game import Rounds
from stage import Stage, random_game, shown
from test_fits import MOMENTS

from voicegames.doors.page_setup import Setup, start_page_of
from voicegames.doors.sound_check import Check
from voicegames.events import GameOver, Said
from voicegames.language import load_language
from voicegames.screen.web import WebScreen, web_table
from voicegames.screen.web_keys import Choice
from voicegames.table.happenings import ControlKey
from voicegames.table.wording import Wording

EN = load_language("en")
HELP = " ".join(EN.say(key) for key in ("rd_help_clock", "rd_help_cards", "rd_help_controls"))
IS_SEEN = "((e) => e !== null && e.getClientRects().length > 0)"


def is_seen(page: Page, selector: str) -> bool:
    seen: bool = page.run(f"{IS_SEEN}(document.querySelector({json.dumps(selector)}))")
    return seen


@pytest.mark.parametrize(
    "moment",
    ["Dodelido, two, a card", "Remmi Demmi, four trade", "Remmi Demmi, nine checked", "Domitrio, six, spots"],
)
def test_the_page_reads_as_the_table_and_not_as_its_drawings(browser: Chromium, moment: str) -> None:
    with web_table(EN) as web:
        page = browser.open(web.address)
        shown(web, page, MOMENTS[moment](), EN)
        assert page.text("body").split("\n")[:2] == ["Skip to the table", page.text("h1")]
        # Drawings are seen all the same, with their patterns.
        assert page.run("getComputedStyle(document.querySelector('.defs pattern *')).visibility") == "visible"
        page.close()


def test_the_patient_referee_is_offered_only_where_there_is_one(browser: Chromium) -> None:
    for moment, is_offered in (("Dodelido, two, a card", True), ("Remmi Demmi, four trade", False)):
        with web_table(EN) as web:
            page = browser.open(web.address)
            shown(web, page, MOMENTS[moment](), EN)
            assert is_seen(page, "[data-name=patient_referee]") == is_offered
            assert is_seen(page, "[data-name=help]")
            page.press("+")
            page.press("?")
            pressed = []
            while ControlKey("help") not in pressed:
                key = web.keys.poll()
                if key is not None:
                    pressed.append(key)
                page.wait("true")
            assert (ControlKey("patient_referee") in pressed) == is_offered
            page.close()


def test_the_time_for_an_answer_is_asked_only_where_it_counts(browser: Chromium, stage: Stage) -> None:
    page = browser.open(stage.web.address)
    for game, counts in (("dodelido", True), ("remmi-demmi", False), ("domitrio", False), ("dodelido", True)):
        stage.web.hub.publish(stage="start", start=start_page_of(Setup().chosen(f"game_{game}"), ()))
        page.wait(f"document.body.dataset.number === '{stage.web.hub.number}'")
        assert is_seen(page, "[data-name=speed_slow]") == counts
        assert is_seen(page, "[data-name=announce_names]")
    page.close()


def test_the_sound_check_is_left_by_escape_and_asks_nobody_to_speak_without_a_microphone(
    browser: Chromium, stage: Stage
) -> None:
    page = browser.open(stage.web.address)
    for is_typed in (False, True):
        check = Check(EN.page["check_no_ear" if is_typed else "check_wait"], False, ("the system's own",), 0)
        stage.web.hub.publish(stage="check", check=check)
        page.wait(f"document.body.dataset.number === '{stage.web.hub.number}'")
        WebScreen(stage.web.hub, EN, is_typed=is_typed).tick(1.0, -60.0, "listening")
        page.wait(f"document.querySelector('#ear').dataset.ear === '{'typing' if is_typed else 'listening'}'")
        page.wait("document.querySelector('#check-result').innerText")
        assert is_seen(page, "#check-say") != is_typed
        page.press("Escape")
        choice = None
        while choice is None:
            choice = stage.web.keys.choice()
            page.wait("true")
        assert choice == Choice("check_done")
    page.close()


@pytest.mark.parametrize("is_over", [False, True])
def test_after_the_programs_end_nothing_can_be_pressed_and_the_page_says_what_to_do(
    browser: Chromium, is_over: bool
) -> None:
    with web_table(EN) as web:
        page = browser.open(web.address)
        stage = Stage(web, EN)
        stage.show(*random_game(7)[:30])
        if is_over:
            stage.show(GameOver(999.0, 1))
        page.wait(stage.is_shown)
        assert is_seen(page, "[data-name=play_again]" if is_over else "[data-name=pause]")
    page.wait("document.querySelector('#trouble').innerText.length > 0")
    assert "start the program again" in page.text("#trouble")
    left = page.run(f"[...document.querySelectorAll('button, input')].filter((e) => {IS_SEEN}(e) && !e.disabled)")
    assert left == []
    assert is_seen(page, "h1")
    assert is_seen(page, "#over table" if is_over else ".pile")
    page.close()


def test_what_was_asked_for_stays_until_it_can_have_been_read(browser: Chromium) -> None:
    with web_table(EN) as web:
        page = browser.open(web.address)
        rounds = Rounds(4).look().trade().said("Half time.").said(HELP)
        shown(web, page, rounds.events, EN)
        assert page.text("#caption-words") == HELP
        screen = WebScreen(web.hub, EN)
        screen.resume(tuple(rounds.events))
        for text in ("30 seconds.", "10 seconds.", "5"):
            rounds.said(text)
            screen.show(rounds.events[-1], rounds.course)
        page.wait(f"document.body.dataset.number === '{web.hub.number}'")
        assert page.text("#caption-words") == "5"
        assert page.text("#caption-before") == HELP
        assert page.run("document.querySelector('#caption').getBoundingClientRect().bottom <= innerHeight")
        # A good minute later it can have been read.
        page.run("{ const then = performance.now; performance.now = () => then.call(performance) + 75000; }")
        rounds.tell(Said(99.0, "4"))
        screen.show(rounds.events[-1], rounds.course)
        page.wait("document.querySelector('#caption-words').innerText === '4'")
        assert not is_seen(page, "#caption-before")
        page.close()


@pytest.mark.parametrize("code", ["en", "de", "ko"])
def test_the_score_of_two_players_stays_beside_the_next_card(browser: Chromium, code: str) -> None:
    language = load_language(code)
    with web_table(language) as web:
        page = browser.open(web.address)
        stage = Stage(web, language)
        events = random_game(7, players=2)
        stage.show(*events[:10])
        page.wait(stage.is_shown)
        assert stage.course is not None
        score = Wording(language, stage.course.players).score(stage.course.state)
        stage.show(Said(1.0, score), Said(1.1, "Player 1: blue penguin."))
        page.wait(stage.is_shown)
        assert page.text("#caption-before") == score
        page.close()
