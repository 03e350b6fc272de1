"""Answers at the table as sound: spoken by the chorus in a simulated room, heard by the built-in ear."""

from pathlib import Path

import numpy as np
import pytest
from scene import Scene

from voicegames.events import Heard, Mistake, Prompted, Said, TakenBack, Verdict
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.recognizer import SAMPLE_RATE
from voicegames.players.chorus import Chorus, Disfluent, Spoken
from voicegames.settings import RefereeSettings, Settings
from voicegames.speaking.pcm import Pcm
from voicegames.speaking.synthesizer import Synthesizer

DECK = ("blue camel", "white camel", "pink tortoise", "blue zebra", "pink penguin", "blue penguin")
RIGHT, PAUSE = (Verdict.RIGHT, None), (Verdict.MISTAKE, Mistake.PAUSE)


@pytest.fixture
def scene(tmp_path: Path, phones: PhoneRecognizer) -> Scene:
    return Scene(tmp_path / "game.jsonl", deck=DECK, recognizer=phones)


def verdicts(scene: Scene) -> list[tuple[Verdict, Mistake | None]]:
    return [(ruled.verdict, ruled.mistake) for ruled in scene.rulings]


@pytest.mark.parametrize(("onset_s", "wanted"), [(0.2, RIGHT), (1.0, RIGHT), (2.9, RIGHT), (3.1, PAUSE), (3.4, PAUSE)])
def test_the_onset_decides_not_the_end(
    scene: Scene, chorus: Chorus, onset_s: float, wanted: tuple[Verdict, Mistake | None]
) -> None:
    scene.when_prompted((onset_s, chorus.speak(0, ("nought",)))).play()
    assert verdicts(scene)[0] == wanted
    if wanted == RIGHT:
        assert scene.rulings[0].reaction_s == pytest.approx(onset_s, abs=0.08)


def test_a_long_answer_that_began_in_time_is_in_time(scene: Scene, chorus: Chorus) -> None:
    scene.when_prompted((0.5, chorus.speak(0, ("nought",)))).when_prompted((0.5, chorus.speak(1, ("camel",))))
    scene.when_prompted((2.8, chorus.speak(0, ("oh", "camel")))).play()
    assert verdicts(scene) == [RIGHT, RIGHT, RIGHT]
    assert scene.rulings[2].length_s is not None
    assert scene.rulings[2].length_s > 0.4


@pytest.mark.parametrize(("gap_s", "wanted"), [(1.5, RIGHT), (2.7, RIGHT), (3.3, PAUSE)])
def test_a_gap_in_the_answer_is_measured_from_the_end_of_the_oh(
    tmp_path: Path, phones: PhoneRecognizer, chorus: Chorus, gap_s: float, wanted: tuple[Verdict, Mistake | None]
) -> None:
    scene = Scene(tmp_path / "game.jsonl", deck=("blue tortoise", *DECK[1:]), recognizer=phones)
    oh = chorus.speak(0, ("oh",))
    scene.when_prompted((2.5, oh), (2.5 + oh.end_s - oh.onset_s + gap_s, chorus.speak(0, ("nought",)))).play()
    assert verdicts(scene)[0] == wanted


def test_a_young_child_may_take_longer(tmp_path: Path, phones: PhoneRecognizer, chorus: Chorus) -> None:
    settings = Settings(referee=RefereeSettings(player_limits_s={"Anna": 6.0}))
    scene = Scene(tmp_path / "game.jsonl", deck=DECK, recognizer=phones, settings=settings)
    scene.when_prompted((5.8, chorus.speak(0, ("nought",)))).play()
    assert verdicts(scene)[0] == RIGHT


def test_the_announcement_is_no_answer_and_the_time_runs_from_its_end(
    tmp_path: Path, phones: PhoneRecognizer, chorus: Chorus, synthesizer: Synthesizer
) -> None:
    scene = Scene(tmp_path / "game.jsonl", deck=DECK, recognizer=phones, announce="all", synthesizer=synthesizer)
    scene.when_prompted((2.7, chorus.speak(0, ("nought",)))).when_prompted((2.7, chorus.speak(1, ("camel",)))).play()
    assert verdicts(scene) == [RIGHT, RIGHT]
    assert [event.text for event in scene.all(Heard) if event.final] == ["nought", "camel"]
    said = next(event for event in scene.all(Said) if event.text == "Anna: blue camel.")
    assert scene.all(Prompted)[0].at_s > said.at_s + 0.8


def test_a_wrong_ruling_is_taken_back_by_voice(scene: Scene, chorus: Chorus) -> None:
    calls = [chorus.speak(0, tuple(text.split())) for text in ("flamingo", "referee that was wrong", "yes")]
    scene.when_prompted((1.0, calls[0])).when_prompted((1.0, calls[1])).when_said("Was that wrong?", (1.0, calls[2]))
    scene.play()
    assert [event.number for event in scene.all(TakenBack)] == [0]
    assert scene.rulings[-1].by == "table"


def test_another_word_is_asked_about(scene: Scene, chorus: Chorus) -> None:
    scene.when_prompted((1.0, chorus.speak(0, ("six",)))).when_prompted((0.5, chorus.speak(0, ("nought",)))).play()
    assert [verdict for verdict, _ in verdicts(scene)] == [Verdict.AGAIN, Verdict.RIGHT]


@pytest.mark.parametrize(
    "stutter", [Disfluent.WORD_REPEATED, Disfluent.CONSONANT, Disfluent.SYLLABLE, Disfluent.FILLER]
)
def test_a_stutter_is_a_mistake_unless_the_family_says_no(
    tmp_path: Path, phones: PhoneRecognizer, chorus: Chorus, stutter: Disfluent
) -> None:
    spoken = chorus.speak(0, ("camel",), stutter)
    for stutters, wanted in ((True, (Verdict.MISTAKE, Mistake.STUTTER)), (False, RIGHT)):
        settings = Settings(referee=RefereeSettings(stutters=stutters))
        scene = Scene(tmp_path / f"{stutters}.jsonl", deck=DECK, recognizer=phones, settings=settings)
        scene.when_prompted((0.5, chorus.speak(1, ("nought",)))).when_prompted((0.5, spoken)).play()
        assert verdicts(scene)[:2] == [RIGHT, wanted]


def bump(seed: int, seconds: float, low_pass: int) -> Pcm:
    """A thing put on the table, or a breath into the microphone: a short dull noise at -30 dBFS."""
    noise = np.random.default_rng(seed).normal(0, 1, round(seconds * SAMPLE_RATE))
    dull = np.convolve(noise, np.ones(low_pass) / low_pass, "same")
    return Pcm((dull * 10 ** (-30 / 20) / np.sqrt(np.mean(np.square(dull)))).astype(np.float32), SAMPLE_RATE)


@pytest.mark.parametrize("seconds", [0.06, 0.1, 0.2, 0.4])
@pytest.mark.parametrize("low_pass", [16, 60], ids=["breath", "knock"])
def test_a_bump_before_the_answer_costs_nobody_their_cards(
    tmp_path: Path, phones: PhoneRecognizer, chorus: Chorus, seconds: float, low_pass: int
) -> None:
    for seed in range(4):
        scene = Scene(tmp_path / f"{seed}.jsonl", deck=DECK, recognizer=phones)
        noise = Spoken(bump(seed, seconds, low_pass), 0.0, seconds, "")
        scene.when_prompted((0.5, noise), (2.0, chorus.speak(0, ("nought",)))).play()
        assert verdicts(scene)[0][0] is not Verdict.MISTAKE, scene.rulings[0].heard
