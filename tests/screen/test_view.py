"""The view is made from the journal's events alone, and tells what the table asks, rules and shows."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scene import FOR_FREE, Scene
from stage import board_of, random_game

from voicegames.doors.page_setup import Setup
from voicegames.errors import Failure
from voicegames.events import CrocodileRuled, Event, Heard, Mistake, Prompted, Ruled, Said, SittingStarted, Verdict
from voicegames.language import load_language, with_family_names
from voicegames.players.robots import Strength
from voicegames.screen.charts import reaction_chart
from voicegames.screen.heard_words import Mark, words_of
from voicegames.screen.view import Button, View
from voicegames.screen.viewer import Viewer, view_of
from voicegames.settings import Settings
from voicegames.table.dodelido_course import DodelidoCourse
from voicegames.table.happenings import ControlKey

EN = load_language("en")


def views(events: list[Event]) -> list[View]:
    first = events[0]
    assert isinstance(first, SittingStarted)
    course = DodelidoCourse(first)
    viewer, seen = Viewer(first, course, EN), []
    for event in events[1:]:
        course.follow(event)
        seen.append(viewer.follow(event, course))
    return seen


@given(st.integers(0, 10_000), st.integers(2, 6))
@settings(max_examples=15, deadline=None)
def test_following_and_reading_the_journal_give_the_same_view(seed: int, players: int) -> None:
    events = random_game(seed, players, moves=60)
    seen = views(events)
    for cut in random.Random(seed).sample(range(1, len(events)), 5):
        assert view_of(events[: cut + 1], EN) == seen[cut - 1]


@given(st.integers(0, 10_000), st.integers(2, 6))
@settings(max_examples=15, deadline=None)
def test_no_card_is_lost_on_the_way_to_the_page(seed: int, players: int) -> None:
    events = random_game(seed, players, moves=80)
    first = events[0]
    assert isinstance(first, SittingStarted)
    dealt = sum(len(hand) for hand in DodelidoCourse(first).state.hands)
    numbers: list[int] = []
    for view in views(events):
        piles = board_of(view).piles
        assert sum(seat.cards for seat in view.seats) + sum(pile.cards for pile in piles) == dealt
        assert all((pile.card is None) == (pile.cards == 0) for pile in piles)
        numbers += [line.number for line in view.lines if line.number not in numbers[-60:]]
    assert numbers == sorted(set(numbers))


def scene_views(scene: Scene) -> list[tuple[Event, View]]:
    return list(zip(scene.events[1:], views(scene.events), strict=True))


def test_the_question_about_a_ruling_is_answered_with_yes_or_no(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", FOR_FREE)
    scene.when_prompted("penguin").when_prompted((0.5, ControlKey("that_was_wrong")))
    scene.when_said("Was that wrong?", "yes").play()
    seen = scene_views(scene)
    asked = next(view for event, view in seen if isinstance(event, Said) and "Was that wrong?" in event.text)
    assert asked.buttons == (Button("Yes", "yes", "="), Button("No", "no", "-"))
    assert asked.sayable == "yes, no"
    assert seen[-1][1].buttons == ()
    turned = next(view for event, view in seen if isinstance(event, Ruled) and event.by == "table")
    assert turned.ruling is not None
    assert turned.ruling.sentence == "Taken back. Anna's answer counts as right: nought."
    assert turned.lines[-1].text == turned.ruling.sentence


def test_who_was_last_is_asked_with_numbers(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", ("crocodile", *FOR_FREE[1:]))
    scene.when_said("Who was last?", "two").play()
    seen = scene_views(scene)
    asked = next(view for event, view in seen if isinstance(event, Said) and "Who was last?" in event.text)
    assert asked.sayable == "one, two"
    ruled = next(view for event, view in seen if isinstance(event, CrocodileRuled))
    assert ruled.ruling is not None
    assert (ruled.ruling.verdict, ruled.ruling.player) == ("crocodile", 1)
    board = board_of(ruled)
    assert board.taken_by == 1
    assert board.taken[0] is not None
    assert board.taken[0].animal == "crocodile"


def test_a_mistake_shows_what_lay_there_until_the_next_card(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", FOR_FREE).when_prompted("penguin").play()
    seen = scene_views(scene)
    at = next(number for number, (event, _) in enumerate(seen) if isinstance(event, Ruled))
    board = board_of(seen[at][1])
    assert [face and face.called for face in board.taken] == ["blue penguin", None, None]
    assert board.taken_by == 0
    assert board_of(seen[-1][1]).taken_by is None


def test_a_ruling_stays_to_be_read_until_something_new_is_heard(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", FOR_FREE).when_prompted("nought").when_prompted("camel").play()
    seen = scene_views(scene)
    first = next(number for number, (event, _) in enumerate(seen) if isinstance(event, Ruled))
    heard = next(number for number, (event, _) in enumerate(seen) if number > first and isinstance(event, Heard))
    assert any(isinstance(event, Prompted) for event, _ in seen[first:heard])
    for _, view in seen[first:heard]:
        assert view.ruling is not None
        assert view.ruling.sentence == "Right, Anna: nought."
    assert seen[heard][1].ruling is None
    assert [word.text for word in seen[heard][1].was_heard] == ["camel"]


def ruled(verdict: Verdict, mistake: Mistake | None, expected: str, heard: str) -> Ruled:
    return Ruled(1.0, 0, 0, verdict, mistake, expected, heard)


@pytest.mark.parametrize(
    ("ruling", "marks"),
    [
        (ruled(Verdict.RIGHT, None, "oh tortoise", "oh turtle"), [Mark.RIGHT, Mark.RIGHT]),
        (ruled(Verdict.MISTAKE, Mistake.WORD, "penguin", "camel"), [Mark.WRONG]),
        (ruled(Verdict.MISTAKE, Mistake.OH, "oh penguin", "oh oh penguin"), [Mark.RIGHT, Mark.WRONG, Mark.RIGHT]),
        (ruled(Verdict.MISTAKE, Mistake.OH, "oh penguin", "penguin"), [Mark.RIGHT]),
        (ruled(Verdict.MISTAKE, Mistake.STUTTER, "penguin", "pe- penguin"), [Mark.STUTTER, Mark.RIGHT]),
    ],
)
def test_words_are_marked(ruling: Ruled, marks: list[Mark]) -> None:
    assert [word.mark for word in words_of(ruling.heard, ruling, EN)] == marks
    assert {word.mark for word in words_of(ruling.heard, None, EN)} == {Mark.OPEN}


def test_the_chart_has_the_times_of_the_rulings_that_stand() -> None:
    events = random_game(9, 3, 200)
    chart = reaction_chart(events)
    for number, row in enumerate(chart.rows):
        assert len(row.points) <= sum(isinstance(event, Ruled) and event.player == number for event in events)
        assert [point.turn for point in row.points] == sorted({point.turn for point in row.points})
        assert all(0 <= point.reaction_s <= chart.longest_s for point in row.points)
    assert chart.turns == max(point.turn for row in chart.rows for point in row.points)
    assert reaction_chart(events[:1]).turns == 1


CHOICES = st.sampled_from(
    [*EN.choices, *(f"people_{n}" for n in range(9)), "robots_9", "people_x", "strength_", "announce_loud", "nonsense"]
)


@given(st.lists(CHOICES, max_size=30))
def test_whatever_is_chosen_the_game_can_start_or_the_page_says_why_not(choices: list[str]) -> None:
    setup = Setup()
    for choice in choices:
        setup = setup.chosen(choice)
        assert setup.can_start == (setup.trouble is None)
        assert 1 <= setup.people <= setup.most
        if setup.can_start:
            who = setup.party(EN)
            assert setup.fewest <= len(who.people) + len(who.robots) <= setup.most


def test_choices_reach_the_game() -> None:
    setup = Setup().chosen("people_1").chosen("strength_hard").chosen("speed_slow").chosen("announce_names")
    setup = setup.chosen("names", ("  Anna \n", "Anna"))
    who = setup.party(EN)
    assert who.people == ("Anna",)
    assert who.robots == (Strength.HARD, Strength.HARD)
    chosen = setup.settings(Settings())
    assert (chosen.referee.limit_s, chosen.announce) == (5.0, "names")
    assert setup.chosen("people_2").party(EN).people == ("Anna", "Player 2")


def test_everybody_says_their_name_in_turn_and_may_say_it_again() -> None:
    setup = Setup(people=3).named("Anna").named("Ben").named("Anna")
    assert setup.names == ("Anna", "Ben", "")
    assert setup.named("Mia").named("Leo").names == ("Anna", "Ben", "Mia")
    assert setup.chosen("name_1").naming == 0
    assert setup.chosen("name_1").named("Leo").names == ("Leo", "Ben", "")
    assert setup.chosen("name_3").named("Anna").names == ("", "Ben", "Anna")
    assert setup.chosen("name_4") == setup
    assert setup.chosen("nameless").names == ()
    assert setup.chosen("people_2").party(EN).people == ("Anna", "Ben")


def test_a_family_has_its_own_names() -> None:
    ours = with_family_names(EN, {"Yuna": ["Y UW N AH"], "anna": []})
    assert list(ours.names) == ["Yuna", "anna"]
    assert ours.entry("anna").pronunciations == EN.names["Anna"]
    assert with_family_names(EN, {}) == EN


@pytest.mark.parametrize("names", [{"Xq": []}, {"Yuna": ["Y 0W"]}, {"": ["AH"]}, {"Anna Maria": ["AE N AH"]}])
def test_a_name_that_nobody_could_hear_is_refused(names: dict[str, list[str]]) -> None:
    with pytest.raises(Failure) as caught:
        with_family_names(EN, names)
    assert caught.value.code == "names"
