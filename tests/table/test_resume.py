"""Going on where a game was stopped or cut off: nothing lost, no ruling twice."""

import random
from pathlib import Path

import pytest
from games import play_at_random
from scene import Scene

from voicegames.events import CardFlipped, Event, GameOver, Prompted, Resumed, Ruled, Said, TakenBack, to_json
from voicegames.games.dodelido import Phase
from voicegames.table.course import course_of
from voicegames.table.dodelido_course import DodelidoCourse
from voicegames.table.happenings import PlayerKey
from voicegames.table.journal import read_journal


def stopped(tmp_path: Path) -> Path:
    """A game that was stopped after a right answer and a mistake."""
    path = tmp_path / "game.jsonl"
    Scene(path).when_prompted("nought").when_prompted("blue").play()
    return path


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    path = stopped(tmp_path)
    before = course_of(read_journal(path).events)
    scene = Scene(path).when_prompted("nought").play_on()
    assert isinstance(scene.events[0], Resumed)
    assert scene.all(Prompted)[0].player == before.state.turn == 1
    assert [ruled.number for ruled in scene.rulings] == [2]
    events = read_journal(path).events
    assert [event.number for event in events if isinstance(event, Ruled)] == [0, 1, 2]
    assert scene.course is not None
    assert course_of(events).state == scene.course.state


def test_a_card_that_lay_there_is_asked_about_and_not_flipped_again(tmp_path: Path) -> None:
    path = stopped(tmp_path)
    flips = sum(isinstance(event, CardFlipped) for event in read_journal(path).events)
    assert course_of(read_journal(path).events).state.phase is Phase.ANSWER
    Scene(path).play_on()
    assert sum(isinstance(event, CardFlipped) for event in read_journal(path).events) == flips


def test_a_ruling_from_before_the_stop_can_be_taken_back(tmp_path: Path) -> None:
    path = stopped(tmp_path)
    scene = Scene(path).when_prompted("referee, that was wrong").when_said("Was that wrong?", "yes").play_on()
    assert [event.number for event in scene.all(TakenBack)] == [1]
    assert [(ruled.number, ruled.by) for ruled in scene.rulings] == [(2, "table")]


def test_it_can_go_on_many_times(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    Scene(path).play()
    for _ in range(4):
        Scene(path).when_prompted("nought").play_on()
    numbers = [event.number for event in read_journal(path).events if isinstance(event, Ruled)]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) == 4


def test_what_was_asked_again_before_the_stop_may_be_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    Scene(path).when_prompted("blorp").play()
    scene = Scene(path).when_prompted("nought").play_on()
    assert [(ruled.number, ruled.verdict) for ruled in scene.rulings] == [(1, "right")]


def test_a_game_that_was_won_but_not_written_down_as_over_is_over(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    Scene(path, deck=("blue penguin", "white camel")).when_prompted("nought").play()
    events = read_journal(path).events
    won = next(place for place, event in enumerate(events) if isinstance(event, GameOver))
    path.write_text("".join(to_json(event) + "\n" for event in events[:won]), encoding="utf-8")
    scene = Scene(path).play_on()
    assert [event.winner for event in scene.all(GameOver)] == [0]
    assert scene.rulings == []


def interesting(events: list[Event]) -> list[int]:
    """Where to cut: after each event but a caption, which changes nothing."""
    return [count for count in range(1, len(events)) if not isinstance(events[count - 1], Said)]


@pytest.mark.parametrize("seed", range(4))
def test_from_every_moment_of_a_game_it_goes_on(tmp_path: Path, seed: int) -> None:
    events: list[Event] = []
    states = []

    def remember(course: DodelidoCourse) -> None:
        states.append(course.state)

    course = play_at_random(random.Random(seed), 2 + seed, 25, events.append, remember)
    path = tmp_path / "game.jsonl"
    lines = [to_json(event) + "\n" for event in events]
    for count in interesting(events):
        # The program was killed while it wrote the next line.
        path.write_text("".join(lines[:count]) + lines[count][: len(lines[count]) // 2], encoding="utf-8")
        scene = Scene(path, players=course.players)
        scene.when_said("Crocodile!", *((0.5 + seat * 0.1, PlayerKey(seat)) for seat in range(len(course.players))))
        scene.when_prompted("nought").play_on()
        assert scene.course is not None
        written = read_journal(path).events
        assert written[:count] == tuple(events[:count])
        assert isinstance(written[count], Resumed)
        assert course_of(written[: count + 1]).state == states[count - 1]
        assert course_of(written).state == scene.course.state
        numbers = [event.number for event in written if hasattr(event, "number") and not isinstance(event, TakenBack)]
        assert numbers == list(range(len(numbers)))
