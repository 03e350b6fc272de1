"""The sound check at the table, on sound: what it takes and refuses, forgetting, and learning from rulings."""

from pathlib import Path

import numpy as np
import pytest
from scene import FOR_FREE, Scene

from voicegames.events import CardFlipped, Prompted, Ruled
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.profile_store import Player, ProfileStore
from voicegames.hearing.profiled import ProfiledRecognizer
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.hearing.utterance import Recognition
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.language import load_language
from voicegames.players.chorus import Chorus, Spoken
from voicegames.settings import RefereeSettings, Settings
from voicegames.speaking.pcm import Pcm
from voicegames.table.happenings import ControlKey
from voicegames.table.people import checked_words

ENGLISH = load_language("en")
WORDS = checked_words(ENGLISH)


@pytest.fixture(scope="module")
def profiled() -> ProfiledRecognizer:
    return ProfiledRecognizer(PhoneRecognizer(Settings().hearing, "en"))


@pytest.fixture
def scene(tmp_path: Path, profiled: ProfiledRecognizer) -> Scene:
    return Scene(tmp_path / "game.jsonl", recognizer=profiled, remembers=ProfileStore(tmp_path / "players"))


def remembered(scene: Scene, name: str) -> Player | None:
    assert scene.remembers is not None
    return scene.remembers.get(name)


def noise() -> Spoken:
    sound = np.random.default_rng(3).normal(0, 0.05, SAMPLE_RATE // 3).astype(np.float32)
    return Spoken(Pcm(sound, SAMPLE_RATE), 0.0, 0.33, "")


def checked(scene: Scene, chorus: Chorus, seat: int, but: tuple[str, ...] = ()) -> None:
    """Let a seat say each word when it is asked for, apart from those in ``but``."""
    for word in WORDS:
        if word not in but:
            scene.when_said(f"Say: {word}.", (0.3, chorus.speak(seat, (word,))))


def test_each_word_is_said_once_and_the_turn_begins_anew(scene: Scene, chorus: Chorus) -> None:
    scene.when_prompted((0.5, chorus.speak(0, ("referee", "sound", "check"))))
    checked(scene, chorus, 0)
    scene.when_prompted((0.5, chorus.speak(0, ("nought",)))).play()
    player = remembered(scene, "Anna")
    assert player is not None
    assert [sample.word for sample in player.voices["en"].samples] == list(WORDS)
    assert "Thank you, Anna. I know your voice now, from 13 words." in scene.said
    assert [ruled.verdict for ruled in scene.rulings] == ["right"]
    assert len(scene.all(CardFlipped)) == 2


def test_a_noise_and_a_wrong_word_are_asked_again_and_left_out(scene: Scene, chorus: Chorus) -> None:
    scene.when_prompted((0.5, ControlKey("voice_check")))
    checked(scene, chorus, 0, but=("penguin", "camel", "zebra"))
    scene.when_said("Say: penguin.", (0.3, noise()))
    scene.when_said("Once more, please: penguin.", (0.3, chorus.speak(0, ("penguin",))))
    for key in ("Say", "Once more, please", "Once more, please"):
        scene.when_said(f"{key}: camel.", (0.3, chorus.speak(0, ("yellow",))))
    scene.play()
    player = remembered(scene, "Anna")
    assert player is not None
    known = {sample.word for sample in player.voices["en"].samples}
    assert known == set(WORDS) - {"camel", "zebra"}
    assert "Then without camel." in scene.said
    assert scene.said.count("Once more, please: camel.") == 2


def test_a_check_that_is_stopped_changes_nothing(scene: Scene, chorus: Chorus) -> None:
    scene.when_prompted((0.5, ControlKey("voice_check")))
    scene.when_said("Say: flamingo.", (0.3, chorus.speak(0, ("flamingo",))))
    scene.when_said("Say: penguin.", (0.3, chorus.speak(0, ("referee", "stop")))).play()
    assert remembered(scene, "Anna") is None


def test_a_voice_is_forgotten_when_the_table_says_yes(scene: Scene, chorus: Chorus) -> None:
    scene.when_prompted((0.5, ControlKey("voice_check")))
    checked(scene, chorus, 0)
    for _ in range(2):
        scene.when_prompted((0.5, chorus.speak(0, ("forget", "my", "voice"))))
    scene.when_said("Shall I forget Anna's voice?", (0.5, chorus.speak(0, ("no",))))
    scene.when_said("Shall I forget Anna's voice?", (0.5, chorus.speak(0, ("yes",)))).play()
    assert "I keep it." in scene.said
    assert scene.said[-2] == "I have forgotten Anna's voice."
    assert remembered(scene, "Anna") is None


def test_only_the_one_whose_turn_it_is_is_heard_by_their_profile(scene: Scene, chorus: Chorus) -> None:
    tunings: list[bool] = []
    scene.when_prompted((0.5, ControlKey("voice_check")))
    checked(scene, chorus, 0)
    scene.when_prompted((0.5, chorus.speak(0, ("nought",)))).when_prompted((0.5, chorus.speak(1, ("nought",))))
    recognizer = scene.recognizer
    assert isinstance(recognizer, ProfiledRecognizer)

    class Watched(ProfiledRecognizer):
        def recognize(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
            tunings.append(self.tuning is not None)
            return super().recognize(samples, vocabulary)

    scene.recognizer = Watched(recognizer.phones)
    scene.play()
    assert [ruled.verdict for ruled in scene.rulings] == ["right", "right"]
    # The check itself, then Anna's answer (provisional and final, once decoded), then Ben's.
    assert tunings[-2:] == [True, False]
    assert not any(tunings[:-2])


@pytest.mark.parametrize(("learns", "wrong"), [(True, False), (True, True), (False, False)])
def test_a_right_answer_teaches_only_where_the_family_wants_it_and_the_table_lets_it_stand(
    tmp_path: Path, profiled: ProfiledRecognizer, chorus: Chorus, learns: bool, wrong: bool
) -> None:
    settings = Settings(referee=RefereeSettings(learn_from_rulings=learns))
    store = ProfileStore(tmp_path / "players")
    scene = Scene(tmp_path / "game.jsonl", deck=FOR_FREE, recognizer=profiled, settings=settings, remembers=store)
    scene.when_prompted((0.5, chorus.speak(0, ("nought",))))
    if wrong:
        scene.when_prompted((0.5, ControlKey("that_was_wrong")))
        scene.when_said("Was that wrong?", (0.5, ControlKey("yes")))
    scene.when(lambda event: isinstance(event, Prompted) and event.player == 1, "nought").play()
    assert len(scene.all(Ruled)) >= 2
    player = remembered(scene, "Anna")
    assert (player is not None) == (learns and not wrong)
    if player is not None:
        assert [sample.word for sample in player.voices["en"].samples] == ["nought"]
