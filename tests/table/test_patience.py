"""The patient referee: by voice, key and setting; stutters, time and doubt; remembered for each player."""

from pathlib import Path

import pytest
from scene import Scene

from voicegames.events import Mistake, Prompted, Verdict
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.profile_store import ProfileStore
from voicegames.language import load_language
from voicegames.players.chorus import Chorus, Disfluent
from voicegames.settings import RefereeSettings, Settings
from voicegames.table.happenings import ControlKey
from voicegames.table.people import People

PATIENT = Settings(referee=RefereeSettings(patient=["anna"]))
RIGHT, STUTTER = (Verdict.RIGHT, None), (Verdict.MISTAKE, Mistake.STUTTER)


def verdicts(scene: Scene) -> list[tuple[Verdict, Mistake | None]]:
    return [(ruled.verdict, ruled.mistake) for ruled in scene.rulings]


@pytest.mark.parametrize(
    "stutter", [Disfluent.WORD_REPEATED, Disfluent.CONSONANT, Disfluent.SYLLABLE, Disfluent.FILLER]
)
def test_a_stutter_is_no_mistake_of_the_one_it_is_patient_with(
    tmp_path: Path, phones: PhoneRecognizer, chorus: Chorus, stutter: Disfluent
) -> None:
    scene = Scene(tmp_path / "game.jsonl", recognizer=phones, settings=PATIENT)
    scene.when_prompted((0.5, chorus.speak(0, ("nought",), stutter)))
    scene.when_prompted((0.5, chorus.speak(1, ("nought",), Disfluent.WORD_REPEATED))).play()
    assert verdicts(scene)[:2] == [RIGHT, STUTTER]


def test_a_spoken_choice_gives_three_more_seconds_and_another_takes_them_away(
    tmp_path: Path, phones: PhoneRecognizer, chorus: Chorus
) -> None:
    scene = Scene(tmp_path / "game.jsonl", recognizer=phones)
    scene.when_prompted((0.5, chorus.speak(0, ("patient", "referee"))))
    scene.when_prompted((5.5, chorus.speak(0, ("nought",)))).when_prompted((0.5, chorus.speak(1, ("nought",))))
    scene.when_prompted((0.5, chorus.speak(0, ("usual", "referee")))).play()
    assert [prompted.limit_s for prompted in scene.all(Prompted)] == [3.0, 6.0, 3.0, 6.0, 3.0]
    assert verdicts(scene)[0] == RIGHT
    assert "I am patient with Anna now: 6 seconds" in scene.said[0]
    assert "Anna has the usual referee." in scene.said


def test_one_key_turns_it_on_and_off(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl")
    for _ in range(3):
        scene.when_prompted((0.2, ControlKey("patient_referee")))
    scene.play()
    assert [prompted.limit_s for prompted in scene.all(Prompted)] == [3.0, 6.0, 3.0, 6.0]


def test_what_is_not_understood_is_asked_as_often_as_it_takes_and_never_punished(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "game.jsonl", settings=PATIENT)
    for _ in range(5):
        scene.when_prompted("mumble mumble")
    scene.when_prompted("nought").when_prompted("mumble mumble").when_prompted("mumble mumble").play()
    assert [verdict for verdict, _ in verdicts(scene)] == [
        *[Verdict.AGAIN] * 5,
        Verdict.RIGHT,
        Verdict.AGAIN,
        Verdict.MISTAKE,
    ]


def test_strictness_is_not_for_them_but_a_wrong_word_and_silence_still_count(tmp_path: Path) -> None:
    settings = Settings(referee=RefereeSettings(patient=["all"], strict=True))
    scene = Scene(tmp_path / "game.jsonl", settings=settings)
    scene.when_prompted("mumble").when_prompted("zebra").when_prompted((0.1, "pink")).play()
    assert verdicts(scene)[:2] == [(Verdict.AGAIN, None), (Verdict.MISTAKE, Mistake.WORD)]
    silent = Scene(tmp_path / "silent.jsonl", settings=settings)
    silent.when_prompted((8.0, ControlKey("stop"))).play()
    assert verdicts(silent)[0] == (Verdict.MISTAKE, Mistake.PAUSE)


def test_it_is_remembered_by_name_and_said_at_the_beginning(tmp_path: Path) -> None:
    store, english = ProfileStore(tmp_path / "players"), load_language("en")
    People(("Anna", "Ben"), english, RefereeSettings(), store).set_patient(1, is_patient=True)
    people = People(("BEN ", "Cora"), english, RefereeSettings(), store)
    assert people.patient_names == ("BEN ",)
    people.set_patient(0, is_patient=False)
    assert not People(("Ben", "Cora"), english, RefereeSettings(), store).patient_names
    assert not list(store.folder.iterdir())


def test_a_damaged_file_costs_nobody_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, english = ProfileStore(tmp_path / "players"), load_language("en")
    store.set_patient("Anna", is_patient=True)
    next(store.folder.iterdir()).write_text("{")
    people = People(("Anna", "Ben"), english, RefereeSettings(), store)
    assert not people.is_patient(0)
    assert "damaged" in capsys.readouterr().err
    people.set_patient(0, is_patient=True)
    assert people.is_patient(0)
