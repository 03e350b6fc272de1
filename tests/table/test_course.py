"""The course of a game: it follows what fits the rules, and refuses what does not."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from games import COURSES

from voicegames.errors import Failure
from voicegames.events import (
    CardFlipped,
    CrocodileRuled,
    Event,
    Mistake,
    Resumed,
    Ruled,
    Said,
    SittingStarted,
    Stopped,
    TakenBack,
    Verdict,
)
from voicegames.games.dodelido import Phase
from voicegames.table.course import course_of
from voicegames.table.dodelido_course import DodelidoCourse

STARTED = SittingStarted(
    "dodelido",
    "1",
    1,
    "en",
    ("Anna", "Ben"),
    (None, None),
    ("blue penguin", "crocodile", "pink zebra", "blue zebra", "green camel", "white camel"),
)
FLIP = CardFlipped(1.0, 0, "blue penguin", 0)
RIGHT = Ruled(2.0, 0, 0, Verdict.RIGHT, None, "nought", "nought")
WRONG = Ruled(2.0, 0, 0, Verdict.MISTAKE, Mistake.WORD, "nought", "blue")
UNCLEAR = Ruled(2.0, 0, 0, Verdict.AGAIN, None, "nought", "?")
SECOND = CardFlipped(3.0, 1, "crocodile", 1)


def dodelido_course_of(events: Iterable[Event]) -> DodelidoCourse:
    course = course_of(events)
    assert isinstance(course, DodelidoCourse)
    return course


def after(*events: Event) -> DodelidoCourse:
    return dodelido_course_of((STARTED, *events))


def test_a_flip_and_a_ruling_move_the_game() -> None:
    assert after().state.phase is Phase.FLIP
    assert after(FLIP).state.phase is Phase.ANSWER
    course = after(FLIP, RIGHT)
    assert (course.state.turn, course.state.phase, course.rulings) == (1, Phase.FLIP, 1)
    assert course.last_ruling == RIGHT


def test_a_mistake_brings_the_cards_back() -> None:
    course = after(FLIP, WRONG)
    assert course.state.turn == 0
    assert [len(hand) for hand in course.state.hands] == [3, 3]


def test_again_moves_nothing_but_is_counted() -> None:
    course = after(FLIP, UNCLEAR)
    assert course.state == after(FLIP).state
    assert (course.rulings, course.last_ruling) == (1, None)
    assert after(FLIP, UNCLEAR, replace(RIGHT, number=1)).state.turn == 1


def test_captions_and_stops_move_nothing() -> None:
    assert after(FLIP, Said(2.0, "Hello"), Stopped(3.0), Resumed(0.0)).state == after(FLIP).state


def test_a_ruling_taken_back_leaves_no_trace_but_its_number() -> None:
    course = after(FLIP, WRONG, TakenBack(3.0, 0))
    assert course.state == after(FLIP).state
    assert course.last_ruling is None
    assert course.rulings == 1


def test_a_card_that_lay_since_goes_back_with_the_ruling() -> None:
    assert after(FLIP, RIGHT, SECOND, TakenBack(4.0, 0)).state == after(FLIP).state


def test_several_rulings_can_be_taken_back_the_newest_first() -> None:
    crocodile = CrocodileRuled(4.0, 1, 0)
    course = after(FLIP, RIGHT, SECOND, crocodile, TakenBack(5.0, 1))
    assert course.state.phase is Phase.CROCODILE
    course.follow(TakenBack(6.0, 0))
    assert course.state == after(FLIP).state


MISFITS: dict[str, tuple[Event, ...]] = {
    "a ruling before a card": (RIGHT,),
    "two cards": (FLIP, replace(FLIP, at_s=2.0)),
    "a ruling that comes twice": (FLIP, RIGHT, SECOND, CrocodileRuled(4.0, 0, 0)),
    "a ruling left out": (FLIP, replace(RIGHT, number=1)),
    "a crocodile that is none": (FLIP, CrocodileRuled(2.0, 0, 0)),
    "an answer to a crocodile": (FLIP, RIGHT, SECOND, replace(RIGHT, number=1)),
    "a slowest who doesn't play": (FLIP, RIGHT, SECOND, CrocodileRuled(4.0, 1, 2)),
    "a slowest below nobody": (FLIP, RIGHT, SECOND, CrocodileRuled(4.0, 1, -1)),
    "taking back what was not": (FLIP, TakenBack(2.0, 0)),
    "taking back what is not the last": (FLIP, RIGHT, SECOND, CrocodileRuled(4.0, 1, 0), TakenBack(5.0, 0)),
    "taking back twice": (FLIP, RIGHT, TakenBack(3.0, 0), TakenBack(4.0, 0)),
    "a card of somebody who doesn't play": (replace(FLIP, player=2),),
    "a card of somebody whose turn it isn't": (replace(FLIP, player=1),),
    "a card that is not on top": (replace(FLIP, card="white camel"),),
    "a card that doesn't exist": (replace(FLIP, card="red penguin"),),
    "another pile": (replace(FLIP, pile=1),),
    "a ruling on another player": (FLIP, replace(RIGHT, player=1)),
    "a ruling on nobody": (FLIP, replace(RIGHT, player=7)),
}


@pytest.mark.parametrize("events", MISFITS.values(), ids=MISFITS.keys())
def test_what_doesn_t_fit_the_game_is_refused(events: tuple[Event, ...]) -> None:
    with pytest.raises(Failure) as failed:
        after(*events)
    assert failed.value.code == "journal"
    assert failed.value.sentence.endswith((".", ")", "?"))


def test_a_course_has_one_beginning() -> None:
    with pytest.raises(Failure):
        after(FLIP, RIGHT, STARTED)


def test_another_game_is_refused() -> None:
    with pytest.raises(Failure, match="none of here"):
        course_of((replace(STARTED, game="chess"),))


def test_as_many_robots_as_players() -> None:
    with pytest.raises(Failure):
        DodelidoCourse(replace(STARTED, robots=(None,)))


@pytest.mark.parametrize("events", COURSES)
def test_what_is_refused_changes_nothing(events: tuple[Event, ...]) -> None:
    course = dodelido_course_of(events)
    before = course.state, course.rulings, course.last_ruling
    for misfit in (replace(RIGHT, number=course.rulings + 5), TakenBack(1.0, 999), CrocodileRuled(1.0, 10_000, 0)):
        with pytest.raises(Failure):
            course.follow(misfit)
        assert (course.state, course.rulings, course.last_ruling) == before
