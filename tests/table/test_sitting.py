"""Turns at the table on simulated time: prompts, answers, pauses, questions, controls."""

import random
import time
from dataclasses import replace
from pathlib import Path

import pytest
from scene import Act, Scene

from voicegames.events import GameOver, Mistake, Paused, Prompted, Said, Stopped, TakenBack, Verdict, WentOn
from voicegames.language import load_language
from voicegames.players.robots import Robot
from voicegames.settings import RefereeSettings, RobotSettings, Settings
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.happenings import ControlKey, KeysEnded, PlayerKey, TypedLine
from voicegames.table.seats import Person, TableRobot

TURTLES = ("blue tortoise", "white tortoise", "pink zebra", "blue zebra", "pink camel", "blue camel")
"""Answers: oh nought, oh oh tortoise, oh oh tortoise, oh dodelido ..."""


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path / "game.jsonl")


def verdicts(scene: Scene) -> list[tuple[Verdict, Mistake | None]]:
    return [(ruled.verdict, ruled.mistake) for ruled in scene.rulings]


RIGHT = (Verdict.RIGHT, None)
AGAIN = (Verdict.AGAIN, None)
PAUSE = (Verdict.MISTAKE, Mistake.PAUSE)
WORD = (Verdict.MISTAKE, Mistake.WORD)


def test_a_short_game_is_played_to_its_end(scene: Scene) -> None:
    for _ in range(5):
        scene.when_prompted("nought")
    scene.play()
    # Three zebras, penguins or camels are never there; the fourth card makes two camels of white, pink or green.
    assert verdicts(scene)[:3] == [RIGHT] * 3
    assert any(isinstance(event, Stopped | GameOver) for event in scene.events)


def test_the_last_card_wins_with_a_right_answer(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", deck=("blue penguin", "white camel"))
    scene.when_prompted("nought").play()
    assert verdicts(scene) == [RIGHT]
    assert [event.winner for event in scene.all(GameOver)] == [0]
    assert scene.said[-1] == "Anna has no more cards and wins!"


def test_the_last_card_with_a_mistake_wins_nothing(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", deck=("blue penguin", "white camel"))
    scene.when_prompted("blue").when_prompted("nought").play()
    assert verdicts(scene) == [WORD, RIGHT]
    assert [(prompted.player) for prompted in scene.all(Prompted)] == [0, 0]


# --- time ---


@pytest.mark.parametrize(("onset_s", "wanted"), [(0.3, RIGHT), (2.9, RIGHT), (3.1, PAUSE)])
def test_an_answer_has_three_seconds(scene: Scene, onset_s: float, wanted: tuple[Verdict, Mistake | None]) -> None:
    scene.when_prompted((onset_s, "nought")).play()
    assert verdicts(scene)[0] == wanted


@pytest.mark.parametrize(("onset_s", "wanted"), [(2.9, RIGHT), (3.1, PAUSE), (4.9, PAUSE)])
def test_the_limit_of_a_player_is_theirs_alone(
    tmp_path: Path, onset_s: float, wanted: tuple[Verdict, Mistake | None]
) -> None:
    settings = Settings(referee=RefereeSettings(player_limits_s={"Ben": 5.0}))
    scene = Scene(tmp_path / "game.jsonl", settings=settings)
    scene.when_prompted((onset_s, "nought"))
    scene.when_prompted((onset_s if wanted == RIGHT else 0.5, "nought"))
    scene.play()
    assert verdicts(scene)[0] == wanted
    assert scene.all(Prompted)[0].limit_s == 3.0


@pytest.mark.parametrize(("onset_s", "wanted"), [(4.9, RIGHT), (5.2, PAUSE)])
def test_a_young_child_has_longer(tmp_path: Path, onset_s: float, wanted: tuple[Verdict, Mistake | None]) -> None:
    settings = Settings(referee=RefereeSettings(player_limits_s={"Anna": 5.0}))
    scene = Scene(tmp_path / "game.jsonl", settings=settings)
    scene.when_prompted((onset_s, "nought")).play()
    assert scene.all(Prompted)[0].limit_s == 5.0
    assert verdicts(scene)[0] == wanted


def test_a_pause_has_no_reaction_and_says_nothing_was_heard(scene: Scene) -> None:
    scene.when_prompted((9.0, "nought")).play()
    ruled = scene.rulings[0]
    assert (ruled.heard, ruled.reaction_s, ruled.length_s, ruled.lag_s) == ("", None, None, None)
    assert ruled.expected == "nought"


def test_the_times_of_an_answer_are_kept(scene: Scene) -> None:
    scene.when_prompted((1.5, "nought")).play()
    prompted, ruled = scene.all(Prompted)[0], scene.rulings[0]
    assert ruled.reaction_s == pytest.approx(1.5, abs=0.05)
    assert ruled.at_s == pytest.approx(prompted.at_s + 1.5, abs=0.1)


@pytest.mark.parametrize(
    ("gap_s", "wanted"), [(0.5, RIGHT), (2.9, RIGHT), (3.2, PAUSE)], ids=["short", "in time", "too long"]
)
def test_each_pause_inside_an_answer_is_measured_on_its_own(
    tmp_path: Path, gap_s: float, wanted: tuple[Verdict, Mistake | None]
) -> None:
    scene = Scene(tmp_path / "game.jsonl", deck=TURTLES)
    scene.when_prompted((2.5, "oh"), (2.5 + gap_s, "nought")).play()
    assert verdicts(scene)[0] == wanted
    assert scene.rulings[0].heard == ("oh nought" if wanted == RIGHT else "oh")


def test_an_answer_in_three_parts(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", deck=TURTLES)
    scene.when_prompted("oh nought")
    scene.when_prompted((2.0, "oh"), (4.0, "oh"), (6.5, "turtle")).play()
    assert verdicts(scene)[:2] == [RIGHT, RIGHT]
    assert scene.rulings[1].reaction_s == pytest.approx(2.0, abs=0.05)
    assert scene.rulings[1].length_s == pytest.approx(4.5, abs=0.05)


def test_a_filler_gives_no_more_time(scene: Scene) -> None:
    scene.when_prompted((2.5, "um"), (4.0, "nought")).play()
    assert verdicts(scene)[0][0] is not Verdict.RIGHT


# --- what is not understood ---


def test_what_is_not_understood_is_asked_again_with_fresh_time(scene: Scene) -> None:
    scene.when_prompted((2.0, "blorp")).when_prompted((2.9, "nought")).play()
    assert verdicts(scene)[:2] == [AGAIN, RIGHT]
    assert any(text.startswith("Again") for text in scene.said)
    first, second = scene.all(Prompted)[:2]
    assert second.player == first.player
    assert second.at_s >= first.at_s + 2.0
    assert second.limit_s == 3.0


def test_the_second_time_it_counts(scene: Scene) -> None:
    scene.when_prompted("blorp").when_prompted("blorp").play()
    assert verdicts(scene)[:2] == [AGAIN, WORD]


def test_silence_after_the_question_is_a_pause(scene: Scene) -> None:
    scene.when_prompted("blorp").when_prompted((9.0, "nought")).play()
    assert verdicts(scene)[:2] == [AGAIN, PAUSE]


def test_each_card_may_be_asked_about_once(scene: Scene) -> None:
    scene.when_prompted("blorp").when_prompted("nought").when_prompted("blorp").when_prompted("nought").play()
    assert verdicts(scene)[:4] == [AGAIN, RIGHT, AGAIN, RIGHT]


def test_strict_counts_it_at_once(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", settings=Settings(referee=RefereeSettings(strict=True)))
    scene.when_prompted("blorp").play()
    assert verdicts(scene)[0] == WORD


def test_a_cough_before_the_answer_is_no_part_of_it(scene: Scene) -> None:
    scene.when_prompted((0.5, "blorp"), (2.0, "nought")).play()
    assert verdicts(scene)[0] == RIGHT


def test_what_is_unclear_after_a_clear_oh_is_asked_again_and_is_no_pause(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", deck=TURTLES)
    scene.when_prompted((0.5, "oh"), (1.2, "blorp")).when_prompted("oh nought").play()
    assert verdicts(scene)[:2] == [AGAIN, RIGHT]


def test_a_late_answer_after_an_unclear_one_in_time_is_asked_again(scene: Scene) -> None:
    scene.when_prompted((1.0, "blorp"), (3.1, "nought")).when_prompted("nought").play()
    assert verdicts(scene)[0] == AGAIN


# --- calls to the referee ---


def test_referee_pause_stands_still_until_go_on(scene: Scene) -> None:
    scene.when_prompted("referee pause")
    scene.when(lambda event: isinstance(event, Paused), (60.0, "referee, go on"))
    scene.when_prompted("nought").play()
    paused, went_on = scene.all(Paused)[0], scene.all(WentOn)[0]
    assert went_on.at_s - paused.at_s == pytest.approx(60.0, abs=0.2)
    assert verdicts(scene)[0] == RIGHT
    assert scene.rulings[0].reaction_s == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize("said", ["nought", "blorp", "referee, pause", "referee, score", "referee, help"])
def test_only_go_on_ends_a_pause(scene: Scene, said: str) -> None:
    scene.when_prompted("referee pause")
    scene.when(lambda event: isinstance(event, Paused), (1.0, said), (30.0, "referee, go on"))
    scene.when_prompted("nought").play()
    paused, went_on = scene.all(Paused)[0], scene.all(WentOn)[0]
    assert went_on.at_s - paused.at_s == pytest.approx(30.0, abs=0.5)
    assert verdicts(scene) == [RIGHT]


def test_the_score_is_told_in_a_pause(scene: Scene) -> None:
    scene.when_prompted("referee pause")
    scene.when(lambda event: isinstance(event, Paused), (1.0, "referee, score"), (5.0, "go on"))
    scene.when_prompted("nought").play()
    assert "Anna has 2 cards. Ben has 3 cards." in scene.said


def test_stop_in_a_pause_stops(scene: Scene) -> None:
    scene.when_prompted("referee pause")
    scene.when(lambda event: isinstance(event, Paused), (1.0, "referee, stop")).play()
    assert isinstance(scene.all(Stopped)[0], Stopped)
    assert scene.rulings == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("referee, score", "Anna has 2 cards. Ben has 3 cards."),
        ("Referee: help", "One oh for each tortoise"),
        ("referee repeat", "blue penguin."),
        ("referee, that was wrong", "There is no ruling to take back."),
    ],
)
def test_a_call_is_answered_and_the_time_begins_anew(scene: Scene, said: str, told: str) -> None:
    scene.when_prompted((2.0, said)).when_prompted((2.9, "nought")).play()
    assert any(told in text for text in scene.said)
    assert verdicts(scene)[0] == RIGHT


@pytest.mark.parametrize("control", ["score", "help", "repeat", "that_was_wrong"])
def test_calls_by_key_are_the_same(scene: Scene, control: str) -> None:
    scene.when_prompted((1.0, ControlKey(control))).when_prompted("nought").play()
    assert scene.said
    assert verdicts(scene)[0] == RIGHT


def test_another_players_key_is_no_answer(scene: Scene) -> None:
    scene.when_prompted((1.0, PlayerKey(1)), (2.0, "nought")).play()
    assert verdicts(scene)[0] == RIGHT


def test_referee_stop_stops(scene: Scene) -> None:
    scene.when_prompted("nought").when_prompted("referee, stop").play()
    assert isinstance(scene.events[-2], Stopped)
    assert scene.said[-1] == "We stop here. The game is saved."


def test_the_end_of_typed_input_stops_where_a_person_is_asked(scene: Scene) -> None:
    scene.when_prompted((0.5, "nought"), (0.6, KeysEnded())).when_prompted((1e6, "nought")).play()
    assert verdicts(scene) == [RIGHT]
    assert len(scene.all(Prompted)) == 2


# --- that was wrong ---


def test_a_mistake_that_was_none_is_taken_back(scene: Scene) -> None:
    scene.when_prompted("blue").when_prompted("referee, that was wrong").when_said("Was that wrong?", "yes")
    scene.when_prompted("nought").play()
    mistake, table, after = scene.rulings
    assert (mistake.verdict, mistake.number, mistake.by) == (Verdict.MISTAKE, 0, "referee")
    assert (table.verdict, table.mistake, table.number, table.by) == (Verdict.RIGHT, None, 1, "table")
    assert table.player == 0
    assert [event.number for event in scene.all(TakenBack)] == [0]
    assert (after.player, after.number) == (1, 2)
    assert scene.course is not None
    assert [len(hand) for hand in scene.course.state.hands] == [1, 2]
    assert any("counts as right" in text for text in scene.said)


def test_a_right_answer_that_was_wrong_is_turned_into_a_mistake(scene: Scene) -> None:
    scene.when_prompted("nought").when_prompted("referee, that was wrong").when_said("Was that wrong?", "yes").play()
    right, table = scene.rulings
    assert right.verdict is Verdict.RIGHT
    assert (table.verdict, table.mistake, table.by) == (Verdict.MISTAKE, Mistake.WORD, "table")
    assert "Taken back. Anna takes one card." in scene.said
    assert scene.course is not None
    # Anna took her card back and begins the new round with her next one.
    assert scene.course.state.turn == 0
    assert [len(hand) for hand in scene.course.state.hands] == [2, 3]
    assert sum(map(len, scene.course.state.piles)) == 1


@pytest.mark.parametrize("answer", ["no", "blorp", None])
def test_without_a_yes_the_ruling_stands(scene: Scene, answer: str | None) -> None:
    scene.when_prompted("blue").when_prompted("referee, that was wrong")
    scene.when_said("Was that wrong?", *([answer] if answer else []))
    scene.when_prompted("nought").play()
    assert scene.all(TakenBack) == []
    assert "The ruling stands." in scene.said
    assert verdicts(scene) == [WORD, RIGHT]


def test_the_question_names_the_player_and_the_ruling(scene: Scene) -> None:
    scene.when_prompted("blue").when_prompted("referee, that was wrong").when_said("Was that wrong?", "no").play()
    assert "Anna's last ruling: a mistake. Was that wrong? Say yes or no." in scene.said


def test_the_turned_ruling_can_be_turned_again(scene: Scene) -> None:
    scene.when_prompted("blue")
    scene.when_prompted("referee, that was wrong").when_said("Was that wrong?", "yes")
    scene.when_prompted("referee, that was wrong").when_said("Was that wrong?", "yes").play()
    assert [(r.verdict, r.number, r.by) for r in scene.rulings] == [
        (Verdict.MISTAKE, 0, "referee"),
        (Verdict.RIGHT, 1, "table"),
        (Verdict.MISTAKE, 2, "table"),
    ]
    assert [event.number for event in scene.all(TakenBack)] == [0, 1]


def test_what_is_asked_again_is_no_ruling_to_take_back(scene: Scene) -> None:
    scene.when_prompted("blorp").when_prompted("referee, that was wrong").when_prompted("nought").play()
    assert "There is no ruling to take back." in scene.said
    assert scene.all(TakenBack) == []


def test_the_card_that_lay_there_when_a_ruling_is_taken_back_is_flipped_again(scene: Scene) -> None:
    scene.when_prompted("blue").when_prompted("referee, that was wrong").when_said("Was that wrong?", "yes")
    scene.when_prompted("nought").when_prompted("nought").play()
    assert scene.course is not None
    cards = sorted(str(c) for cs in (*scene.course.state.hands, *scene.course.state.piles) for c in cs)
    assert cards == sorted(scene.deck)


# --- announcements ---


def test_all_is_announced_to_everybody(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", announce="all")
    scene.when_prompted("nought").when_prompted("blue").play()
    assert "Anna: blue penguin." in scene.said
    assert "Ben: white camel." in scene.said
    assert "You said blue. No match: nought. Ben takes 2 cards." in scene.said


def test_names_are_announced_without_cards(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", announce="names")
    scene.when_prompted("nought").when_prompted("blue").play()
    assert scene.said[:2] == ["Anna.", "Ben."]
    assert not any("camel" in text for text in scene.said)
    assert any("Ben takes 2 cards." in text for text in scene.said)


def test_mistakes_alone_are_announced(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", announce="mistakes")
    scene.when_prompted("nought").when_prompted("blue").play()
    assert scene.said == ["You said blue. No match: nought. Ben takes 2 cards.", "We stop here. The game is saved."]


def test_nothing_is_announced_but_what_has_to_be(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", announce="none")
    scene.when_prompted("nought").when_prompted("blue").play()
    assert scene.said == ["We stop here. The game is saved."]


REASONS = {
    "word": (TURTLES, ["oh nought", "oh oh pink"], "You said oh oh pink. 2 tortoise, 2 tortoises: oh, oh, tortoise."),
    "oh too few": (TURTLES, ["nought"], "You said nought. First card, one tortoise: oh, nought. Anna takes one card."),
    "stutter": (TURTLES, ["oh n-nought"], "That was a stutter: oh n- nought. Anna takes one card."),
    "pause": (TURTLES, [None], "Too slow, Anna. First card, one tortoise: oh, nought. Anna takes one card."),
    "gap": (TURTLES, ["oh"], "Too long a pause, Anna. First card, one tortoise: oh, nought. Anna takes one card."),
    "unclear twice": (TURTLES, ["zz", "zz"], "I could not understand you, Anna. First card, one tortoise: oh, nought."),
}


@pytest.mark.parametrize(("deck", "answers", "sentence"), REASONS.values(), ids=REASONS.keys())
def test_a_mistake_is_explained_in_words(
    tmp_path: Path, deck: tuple[str, ...], answers: list[str | None], sentence: str
) -> None:
    scene = Scene(tmp_path / "game.jsonl", deck=deck, announce="mistakes")
    for answer in answers:
        scene.when_prompted(*([] if answer is None else [answer]))
    scene.play()
    assert any(sentence in text for text in scene.said), scene.said


# --- robots among people ---

SLOW = RobotSettings(2.0, 1e-6, 0.0, 0.0, 0.0, 0.0)
"""A robot that always takes two seconds and is always right."""


def with_robot(tmp_path: Path, settings: RobotSettings) -> Scene:
    robot = TableRobot(Robot(settings, random.Random(1)), load_language("en"), None)
    return Scene(tmp_path / "game.jsonl", players=("Anna", "Robot 1"), seats=[Person(), robot])


def test_a_robot_answers_by_itself(tmp_path: Path) -> None:
    scene = with_robot(tmp_path, SLOW)
    scene.when_prompted("nought").when_prompted().when_prompted("nought").play()
    assert verdicts(scene) == [RIGHT, RIGHT, RIGHT]
    assert scene.rulings[1].reaction_s == pytest.approx(2.0, abs=0.1)
    assert [event.player for event in scene.all(Said) if event.text == "nought"] == [1]


def test_a_robot_s_pause_is_a_pause(tmp_path: Path) -> None:
    scene = with_robot(tmp_path, replace(SLOW, pause_rate=1.0))
    scene.when_prompted("nought").when_prompted().play()
    assert verdicts(scene)[:2] == [RIGHT, PAUSE]


@pytest.mark.parametrize("shouted", ["blue", "nought", "blorp"])
def test_what_a_person_says_in_a_robot_s_turn_is_not_the_robot_s_answer(tmp_path: Path, shouted: str) -> None:
    scene = with_robot(tmp_path, SLOW)
    scene.when_prompted("nought").when_prompted((0.3, shouted)).play()
    assert scene.rulings[1].reaction_s == pytest.approx(2.0, abs=0.1)
    assert verdicts(scene)[:2] == [RIGHT, RIGHT]


@pytest.mark.parametrize("call", ["referee stop", "Referee, stop!", ControlKey("stop")])
def test_people_may_call_the_referee_in_a_robot_s_turn(tmp_path: Path, call: Act) -> None:
    scene = with_robot(tmp_path, SLOW)
    scene.when_prompted("nought").when_prompted((0.3, call)).play()
    assert scene.all(Stopped)
    assert verdicts(scene) == [RIGHT]


def test_a_call_in_a_robot_s_turn_doesn_t_wait_behind_other_words(tmp_path: Path) -> None:
    scene = with_robot(tmp_path, SLOW)
    scene.when_prompted("nought").when_prompted((0.2, "blue"), (0.4, "referee stop")).play()
    assert verdicts(scene) == [RIGHT]


def test_words_typed_at_the_terminal_in_a_robot_s_turn_are_no_answer_to_a_later_card(tmp_path: Path) -> None:
    scene = with_robot(tmp_path, SLOW)
    scene.when_prompted("nought").when_prompted((0.3, TypedLine("blue", time.monotonic())))
    scene.when_prompted((1.0, "nought")).play()
    assert verdicts(scene) == [RIGHT, RIGHT, RIGHT]


# --- keys while the table speaks ---


@pytest.mark.parametrize(("presses", "is_broken_off"), [("nothing", False), ("a player", False), ("pause", True)])
def test_a_key_for_the_table_breaks_off_what_it_says(
    tmp_path: Path, synthesizer: Synthesizer, presses: str, is_broken_off: bool
) -> None:
    keys: dict[str, Act] = {"a player": PlayerKey(1), "pause": ControlKey("pause")}
    scene = Scene(tmp_path / "game.jsonl", synthesizer=synthesizer, announce="all")
    scene.when_said("Anna: ", *([(0.2, keys[presses])] if presses in keys else []))
    scene.when(lambda event: isinstance(event, Paused), (2.0, ControlKey("stop"))).play()
    first = next(event for event in scene.all(Said) if event.text.startswith("Anna: "))
    spoken_s = scene.all(Prompted)[0].at_s - first.at_s
    assert (spoken_s < 0.6) == is_broken_off
    assert bool(scene.all(Paused)) == is_broken_off


def test_help_may_be_typed_without_calling_the_referee(scene: Scene) -> None:
    scene.when_prompted("help").when_prompted("score").when_prompted("pause")
    scene.when(lambda event: isinstance(event, Paused), (2.0, "go on")).play()
    assert any(text.startswith("Say what you see most of") for text in scene.said)
    assert any("cards" in text for text in scene.said)
    assert scene.all(WentOn)
    assert verdicts(scene) == []


def test_what_was_typed_before_a_card_lay_there_is_no_answer_to_it(tmp_path: Path, synthesizer: Synthesizer) -> None:
    early = TypedLine("oh", time.monotonic())
    scene = Scene(tmp_path / "game.jsonl", synthesizer=synthesizer, announce="all")
    scene.when_prompted("blue").when_said("takes", (0.2, early)).when_prompted((1.0, "nought"))
    scene.when_prompted((0.1, ControlKey("stop"))).play()
    assert verdicts(scene) == [WORD, RIGHT]
    assert any("typed that before the card lay there" in text for text in scene.said)


def test_a_typed_call_breaks_off_what_the_table_says_in_every_game(tmp_path: Path, synthesizer: Synthesizer) -> None:
    scene = Scene(tmp_path / "game.jsonl", synthesizer=synthesizer, announce="all")
    scene.when_said("Anna: ", (0.2, TypedLine("pause", time.monotonic() + 60.0)))
    scene.when(lambda event: isinstance(event, Paused), (2.0, ControlKey("stop"))).play()
    first = next(event for event in scene.all(Said) if event.text.startswith("Anna: "))
    assert scene.all(Paused)[0].at_s - first.at_s < 0.8


@pytest.mark.parametrize("line", ["referee", "referee stop stop", "Referee, scoer!"])
def test_what_is_typed_to_the_referee_is_no_answer(scene: Scene, line: str) -> None:
    scene.when_prompted((0.5, line), (1.5, "nought")).when_prompted((0.1, ControlKey("stop"))).play()
    assert verdicts(scene) == [RIGHT]
    assert any(text.startswith("I do not know that call") for text in scene.said)
