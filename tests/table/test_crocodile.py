"""The crocodile: shouted numbers, keys, and the question who was last."""

import random
from pathlib import Path

import pytest
from scene import Act, Scene

from voicegames.events import CrocodileRuled, GameOver, Paused, Stopped, TakenBack
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.language import load_language
from voicegames.players.chorus import Chorus
from voicegames.players.robots import Robot
from voicegames.settings import RobotSettings
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.happenings import ControlKey, PlayerKey
from voicegames.table.seats import Person, TableRobot

DECK = ("blue penguin", "crocodile", "pink zebra", "green flamingo", "yellow camel", "blue zebra")
WHO = "Who was last?"


def shouting(tmp_path: Path, *acts: tuple[float, Act], players: tuple[str, ...] = ("Anna", "Ben", "Cleo")) -> Scene:
    """Anna answers her card, Ben flips the crocodile, and this is what happens after "Crocodile!"."""
    scene = Scene(tmp_path / "game.jsonl", deck=DECK, players=players)
    return scene.when_prompted("nought").when_said("Crocodile!", *acts)


def key(number: int) -> PlayerKey:
    return PlayerKey(number - 1)


def lasts(scene: Scene) -> list[int]:
    return [event.last for event in scene.all(CrocodileRuled)]


def asked(scene: Scene) -> int:
    return sum(WHO in text for text in scene.said)


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_the_last_key_is_the_last_player(tmp_path: Path, order: tuple[int, ...]) -> None:
    scene = shouting(tmp_path, *((0.5 + place * 0.1, key(number)) for place, number in enumerate(order))).play()
    assert lasts(scene) == [order[-1] - 1]
    assert asked(scene) == 0


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_keys_within_a_moment_count_in_the_order_in_which_they_were_pressed(
    tmp_path: Path, order: tuple[int, ...]
) -> None:
    scene = shouting(tmp_path, *((0.501 + place * 0.001, key(number)) for place, number in enumerate(order))).play()
    assert lasts(scene) == [order[-1] - 1]


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_keys_pressed_while_the_table_still_says_crocodile_count_in_their_order(
    tmp_path: Path, synthesizer: Synthesizer, order: tuple[int, ...]
) -> None:
    scene = Scene(tmp_path / "game.jsonl", deck=DECK, players=("Anna", "Ben", "Cleo"), synthesizer=synthesizer)
    scene.when_prompted("nought").when_said("Crocodile!", *((0.1 + p * 0.1, key(n)) for p, n in enumerate(order)))
    scene.play()
    assert lasts(scene) == [order[-1] - 1]


def test_a_key_pressed_twice_counts_once(tmp_path: Path) -> None:
    scene = shouting(tmp_path, (0.2, key(3)), (0.4, key(1)), (0.6, key(3)), (0.8, key(2))).play()
    assert lasts(scene) == [1]


def test_the_one_who_is_missing_was_last(tmp_path: Path) -> None:
    scene = shouting(tmp_path, (0.5, key(1)), (1.0, key(3))).play()
    assert lasts(scene) == [1]
    assert asked(scene) == 0


def test_nobody_is_accused_where_two_are_missing(tmp_path: Path) -> None:
    scene = shouting(tmp_path, (0.5, key(1))).when_said(WHO, (1.0, key(3))).play()
    assert asked(scene) == 1
    assert lasts(scene) == [2]


def test_a_number_of_nobody_is_nobody(tmp_path: Path) -> None:
    scene = shouting(tmp_path, (0.3, PlayerKey(4)), (0.5, key(1)), (0.6, key(2)), (0.9, key(3))).play()
    assert lasts(scene) == [2]


def test_typed_numbers_are_shouts(tmp_path: Path) -> None:
    scene = shouting(tmp_path, (0.5, "three"), (1.0, "one"), (1.5, "two")).play()
    assert lasts(scene) == [1]
    assert asked(scene) == 0


def test_what_is_not_understood_accuses_nobody(tmp_path: Path) -> None:
    scene = shouting(tmp_path, (0.5, "three"), (0.6, "blorp"), (1.0, "one"))
    scene.when_said(WHO, (1.0, "one")).play()
    assert asked(scene) == 1
    assert lasts(scene) == [0]


def test_the_question_is_asked_until_it_is_answered(tmp_path: Path) -> None:
    scene = shouting(tmp_path).when_said(WHO).when_said(WHO, (1.0, "blorp")).when_said(WHO, (1.0, "two")).play()
    assert asked(scene) == 3
    assert lasts(scene) == [1]


@pytest.mark.parametrize("told", ["one two", "four", "yes"])
def test_only_one_number_of_the_table_answers_the_question(tmp_path: Path, told: str) -> None:
    scene = shouting(tmp_path).when_said(WHO, (1.0, told)).when_said(WHO, (1.0, "three")).play()
    assert asked(scene) == 2
    assert lasts(scene) == [2]


MOMENTS = pytest.mark.parametrize(
    ("moment", "by_key"),
    [("Crocodile!", True), (WHO, True), (WHO, False)],
    ids=["shouting-key", "asked-key", "asked-said"],
)


def called(tmp_path: Path, moment: str, call: Act) -> Scene:
    """Somebody calls the referee at this moment; that Cleo was last comes late enough to be no part of it."""
    scene = Scene(tmp_path / "game.jsonl", deck=DECK, players=("Anna", "Ben", "Cleo")).when_prompted("nought")
    scene.when_said(moment, (1.0, call))
    return scene.when_said(WHO, (7.5, key(3))).when_said(WHO, (1.0, key(3)))


@MOMENTS
def test_stop_is_obeyed_at_a_crocodile_too(tmp_path: Path, moment: str, by_key: bool) -> None:
    scene = called(tmp_path, moment, ControlKey("stop") if by_key else "referee, stop").play()
    assert lasts(scene) == []
    assert scene.all(Stopped)


@MOMENTS
def test_pause_is_obeyed_at_a_crocodile_too(tmp_path: Path, moment: str, by_key: bool) -> None:
    scene = called(tmp_path, moment, ControlKey("pause") if by_key else "referee, pause")
    scene.when(lambda event: isinstance(event, Paused), (30.0, "referee, go on")).play()
    assert scene.all(Paused)
    assert lasts(scene) == [2]


def test_the_last_takes_all_cards_and_begins(tmp_path: Path) -> None:
    scene = shouting(tmp_path, (0.5, key(1)), (0.7, key(2)), (0.9, key(3))).play()
    assert scene.course is not None
    # Cleo took the two cards, and has flipped her first one since.
    assert scene.course.state.turn == 2
    assert [len(hand) for hand in scene.course.state.hands] == [1, 1, 3]


def test_who_was_last_is_announced(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", deck=DECK, players=("Anna", "Ben", "Cleo"), announce="all")
    scene.when_prompted("nought").when_said("Crocodile!", (0.5, key(1)), (0.7, key(2)), (0.9, key(3))).play()
    assert "Crocodile! Shout your numbers!" in scene.said
    assert "Cleo was last and takes 2 cards." in scene.said


def test_the_one_who_laid_the_crocodile_as_last_card_wins(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", deck=("blue penguin", "white camel", "pink zebra", "crocodile"))
    for _ in range(3):
        scene.when_prompted("nought")
    scene.when_said("Crocodile!", (0.5, key(2)), (0.7, key(1))).play()
    # The third right answer was Anna's last card, so the crocodile never comes.
    assert [event.winner for event in scene.all(GameOver)] == [0]
    scene = Scene(tmp_path / "other.jsonl", deck=("blue penguin", "white camel", "crocodile", "pink zebra"))
    scene.when_prompted("nought").when_prompted("nought").when_said("Crocodile!", (0.5, key(1)), (0.7, key(2))).play()
    assert lasts(scene) == [1]
    assert [event.winner for event in scene.all(GameOver)] == [0]


def test_a_ruling_on_a_crocodile_can_be_taken_back(tmp_path: Path) -> None:
    scene = shouting(tmp_path, (0.5, key(1)), (0.7, key(2)), (0.9, key(3)))
    scene.when_prompted("referee, that was wrong").when_said("Was that wrong?", "yes").when_said(WHO, (1.0, "one"))
    scene.play()
    assert "I said that Cleo was last. Was that wrong? Say yes or no." in scene.said
    first, second = scene.all(CrocodileRuled)
    assert (first.last, first.number, first.by) == (2, 1, "referee")
    assert (second.last, second.number, second.by) == (0, 2, "table")
    assert [event.number for event in scene.all(TakenBack)] == [1]
    assert scene.course is not None
    assert [len(hand) for hand in scene.course.state.hands] == [2, 1, 2]


def test_a_robot_presses_its_key(tmp_path: Path) -> None:
    slow = TableRobot(Robot(RobotSettings(2.0, 1e-6, 0, 0, 0, 0), random.Random(1)), load_language("en"), None)
    scene = shouting(tmp_path, (0.5, key(1)), (0.6, key(2)), players=("Anna", "Ben", "Robot 1"))
    scene.seats = [Person(), Person(), slow]
    scene.play()
    assert lasts(scene) == [2]
    assert asked(scene) == 0


def test_a_person_slower_than_the_robot_is_last(tmp_path: Path) -> None:
    slow = TableRobot(Robot(RobotSettings(2.0, 1e-6, 0, 0, 0, 0), random.Random(1)), load_language("en"), None)
    scene = shouting(tmp_path, (0.5, key(1)), (2.6, key(2)), players=("Anna", "Ben", "Robot 1"))
    scene.seats = [Person(), Person(), slow]
    scene.play()
    assert lasts(scene) == [1]


def test_an_old_number_is_no_shout(tmp_path: Path) -> None:
    """A key pressed before the crocodile lay there says nothing about it."""
    scene = Scene(tmp_path / "game.jsonl", deck=DECK, players=("Anna", "Ben", "Cleo"))
    scene.when_prompted((0.2, key(3)), (0.5, "nought"))
    scene.when_said("Crocodile!", (0.5, key(1)), (0.7, key(2)), (0.9, key(3))).play()
    assert lasts(scene) == [2]


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2)])
def test_shouted_numbers_are_heard_as_sound(
    tmp_path: Path, chorus: Chorus, phones: PhoneRecognizer, order: tuple[int, ...]
) -> None:
    words = ("one", "two", "three")
    acts = [(0.6 + place * 1.1, chorus.speak(number - 1, (words[number - 1],))) for place, number in enumerate(order)]
    scene = Scene(tmp_path / "game.jsonl", deck=DECK, players=("Anna", "Ben", "Cleo"), recognizer=phones)
    scene.when_prompted((0.5, "nought")).when_said("Crocodile!", *acts).when_said(WHO, (1.0, key(order[-1]))).play()
    # Either every number was understood, or the table asked; nobody else is ever accused.
    assert lasts(scene) == [order[-1] - 1]
