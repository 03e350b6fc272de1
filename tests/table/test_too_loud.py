"""A room that is too loud to be fair: the referee asks for quiet and punishes nobody."""

from pathlib import Path

import numpy as np
from scene import Scene

from voicegames.events import Mistake, Ruled, Verdict
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.recognizer import SAMPLE_RATE
from voicegames.players.chorus import Chorus, Disfluent, Spoken
from voicegames.settings import RefereeSettings, Settings
from voicegames.speaking.pcm import Pcm

DECK = ("blue camel", "white camel", "pink tortoise", "blue zebra", "pink penguin", "blue penguin")


def hiss(seconds: float, dbfs: float) -> Spoken:
    noise = np.random.default_rng(7).normal(0, 10 ** (dbfs / 20), round(seconds * SAMPLE_RATE))
    return Spoken(Pcm(noise.astype(np.float32), SAMPLE_RATE), 0.0, seconds, "hiss")


def level_dbfs(spoken: Spoken) -> float:
    samples = spoken.pcm.samples
    return 10 * float(
        np.log10(np.percentile(np.square(samples[: len(samples) // 320 * 320].reshape(-1, 320)).mean(1), 95))
    )


def scene_of(path: Path, phones: PhoneRecognizer, *, strict: bool = False) -> Scene:
    settings = Settings(referee=RefereeSettings(strict=strict))
    return Scene(path / "game.jsonl", deck=DECK, recognizer=phones, settings=settings)


def verdicts(scene: Scene) -> list[Verdict]:
    return [ruled.verdict for ruled in scene.rulings]


def test_a_wrong_answer_in_much_noise_is_never_counted(tmp_path: Path, phones: PhoneRecognizer, chorus: Chorus) -> None:
    scene, wrong = scene_of(tmp_path, phones, strict=True), chorus.speak(0, ("flamingo",))
    scene.when(lambda event: True, (0.0, hiss(20.0, level_dbfs(wrong) - 6)))
    scene.when_prompted((1.0, wrong)).when_prompted((1.0, wrong)).play()
    assert verdicts(scene) == [Verdict.AGAIN, Verdict.AGAIN]
    assert sum("too loud" in text for text in scene.said) == 2


def test_the_same_answer_in_a_quiet_room_is_a_mistake(tmp_path: Path, phones: PhoneRecognizer, chorus: Chorus) -> None:
    scene, wrong = scene_of(tmp_path, phones, strict=True), chorus.speak(0, ("flamingo",))
    scene.when(lambda event: True, (0.0, hiss(20.0, level_dbfs(wrong) - 40)))
    scene.when_prompted((1.0, wrong)).play()
    assert verdicts(scene) == [Verdict.MISTAKE]
    assert not any("too loud" in text for text in scene.said)


def test_silence_is_no_pause_where_noise_drowns_the_voices(
    tmp_path: Path, phones: PhoneRecognizer, chorus: Chorus
) -> None:
    scene, right = scene_of(tmp_path, phones), chorus.speak(0, ("nought",))
    scene.when_prompted((0.5, right))
    scene.when(lambda event: isinstance(event, Ruled), (0.0, hiss(12.0, level_dbfs(right) - 3)))
    scene.when_prompted((8.0, "help")).play()
    assert verdicts(scene) == [Verdict.RIGHT, Verdict.AGAIN]
    assert any("too loud" in text for text in scene.said)


def test_silence_in_a_quiet_room_is_a_pause(tmp_path: Path, phones: PhoneRecognizer, chorus: Chorus) -> None:
    scene = scene_of(tmp_path, phones)
    scene.when_prompted((0.5, chorus.speak(0, ("nought",)))).when_prompted((8.0, "help")).play()
    assert verdicts(scene) == [Verdict.RIGHT, Verdict.MISTAKE]


def test_a_stutter_heard_in_noise_is_asked_about_first(tmp_path: Path, phones: PhoneRecognizer, chorus: Chorus) -> None:
    told = {}
    for below_db in (40, 14):
        (tmp_path / str(below_db)).mkdir()
        scene, stuttered = (
            scene_of(tmp_path / str(below_db), phones),
            chorus.speak(0, ("nought",), Disfluent.WORD_REPEATED),
        )
        scene.when(lambda event: True, (0.0, hiss(20.0, level_dbfs(stuttered) - below_db)))
        scene.when_prompted((1.0, stuttered)).play()
        told[below_db] = scene.rulings[0]
    assert (told[40].verdict, told[40].mistake) == (Verdict.MISTAKE, Mistake.STUTTER)
    assert told[14].verdict is Verdict.AGAIN
