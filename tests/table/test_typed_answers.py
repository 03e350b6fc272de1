"""Every typed line is answered, also one that is nothing at that moment."""

import random
import time
from pathlib import Path

from domitrio_scene import DomitrioScene
from scene import Scene

from voicegames.domitrio_events import TileLaid
from voicegames.events import CrocodileRuled, Heard, Paused, Ruled, Stopped, TakenBack, Verdict, WentOn
from voicegames.hearing.typed import typed_utterance
from voicegames.language import load_language
from voicegames.players.robots import Robot
from voicegames.settings import RobotSettings
from voicegames.table.happenings import ControlKey, PlayerKey, TypedLine, TypedUtterance
from voicegames.table.seats import Person, TableRobot
from voicegames.table.voice_check import Said, needs_voice, said_in

WITH_CROCODILE = ("crocodile", "white camel", "pink zebra", "green flamingo", "yellow camel", "blue zebra")
EN = load_language("en")


def heard(scene: Scene) -> list[str]:
    return [event.text for event in scene.all(Heard)]


def test_in_a_pause_any_line_is_told_how_to_go_on(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "a.jsonl").when_prompted((0.5, ControlKey("pause")))
    scene.when_said("Pause", "what now").when_said("Pause", (0.5, PlayerKey(0))).when_said("Pause", "referee, go on")
    scene.play()
    assert scene.said[:4] == ["Pause. Say: referee, go on."] * 3 + ["We go on."]
    assert "what now" in heard(scene)
    assert (len(scene.all(Paused)), len(scene.all(WentOn))) == (1, 1)


def test_a_yes_or_no_is_asked_for_again(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "a.jsonl").when_prompted("blue").when_prompted((0.5, ControlKey("that_was_wrong")))
    question = "Was that wrong?"
    scene.when_said(question, "perhaps").when_said(question, (0.5, PlayerKey(1)))
    scene.when_said(question, "referee, score").when_said(question, (7.5, "yes")).play()
    assert sum(question in text for text in scene.said) == 4
    assert "perhaps" in heard(scene)
    assert len(scene.all(TakenBack)) == 1


def test_a_question_can_be_left_by_the_call_to_stop(tmp_path: Path) -> None:
    for stop in ("referee, stop", ControlKey("stop")):
        path = tmp_path / f"{type(stop).__name__}.jsonl"
        scene = Scene(path).when_prompted("blue").when_prompted((0.5, ControlKey("that_was_wrong")))
        scene.when_said("Was that wrong", (0.5, stop)).play()
        assert len(scene.all(Stopped)) == 1
        assert not scene.all(TakenBack)


def test_marks_alone_are_not_understood_and_cost_nothing(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "a.jsonl").when_prompted("?!").when_prompted("nought").play()
    assert heard(scene)[0] == "?"
    assert [ruled.verdict for ruled in scene.rulings] == [Verdict.AGAIN, Verdict.RIGHT]


def test_a_number_where_no_crocodile_lies_is_told_once(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "a.jsonl").when_prompted((0.2, "1"), (0.4, PlayerKey(1)), (0.9, "nought")).play()
    assert scene.said.count("Numbers count when a crocodile lies there.") == 1
    assert [ruled.verdict for ruled in scene.rulings] == [Verdict.RIGHT]


def test_at_a_crocodile_wrong_numbers_are_told_and_calls_are_understood(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "a.jsonl", deck=WITH_CROCODILE)
    scene.when_said("Crocodile!", (0.2, PlayerKey(6)), (0.4, "referee, score"))
    scene.when_said("Crocodile!", "bla").when_said("Who was last?", "nobody").when_said("Who was last?", (0.5, "7"))
    scene.when_said("Who was last?", "two").play()
    assert "There is no player 7 here." in scene.said
    assert any("Ben has" in text for text in scene.said)
    assert sum("Who was last?" in text for text in scene.said) == 3
    assert [event.last for event in scene.all(CrocodileRuled)] == [1]


def test_what_is_typed_in_a_robots_turn_is_answered(tmp_path: Path) -> None:
    slow = TableRobot(Robot(RobotSettings(2.0, 1e-6, 0, 0, 0, 0), random.Random(1)), EN, None)
    scene = Scene(tmp_path / "a.jsonl", players=("Robot 1", "Anna"), seats=[slow, Person()])
    scene.when_prompted((0.5, TypedLine("camel", time.monotonic()))).when_prompted("nought").play()
    assert "A robot has the turn: of what you type, only calls to the referee count now." in scene.said
    assert [(ruled.player, ruled.verdict) for ruled in scene.all(Ruled)] == [(0, Verdict.RIGHT), (1, Verdict.RIGHT)]


def test_an_undo_can_be_typed_in_a_robots_turn(tmp_path: Path) -> None:
    lines = ["roll", "spot 1 lay it", "undo", "spot 2 lay it"]
    played = DomitrioScene(tmp_path / "a.jsonl", lines, players=("Ada", "Robot"), robots=(None, "middle")).play()
    assert [event.number for event in played.events if isinstance(event, TakenBack)] == [1]
    assert [event.player for event in played.events if isinstance(event, TileLaid)][:2] == [0, 0]


def test_a_sound_check_is_stopped_by_a_typed_line_and_takes_no_other() -> None:
    vocabulary = EN.vocabulary(phrase for phrases in EN.controls.values() for phrase in phrases)

    def typed(text: str) -> TypedUtterance:
        return TypedUtterance(typed_utterance(text, vocabulary, 0.0, 1.0))

    assert said_in((typed("Referee, stop!"),), EN) is Said.STOP
    assert said_in((typed("penguin"),), EN) is Said.NOTHING
    assert needs_voice(EN) == "The sound check needs your voice: say the word, or type: referee stop."
