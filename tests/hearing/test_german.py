"""The German pack by ear: the phone network, which has learnt no German, and the voices of the chorus."""

from collections.abc import Iterator

import numpy as np
import pytest

from voicegames.hearing.phones import PhoneRecognizer
from voicegames.language import load_language
from voicegames.players.chorus import Chorus
from voicegames.settings import HearingSettings, SpeakingSettings
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.phrases import Phrases

GERMAN = load_language("de")
MEANINGS = ("flamingo", "penguin", "camel", "zebra", "tortoise", "blue", "green", "pink", "white", "yellow", "nought")


@pytest.fixture(scope="module")
def chorus() -> Iterator[Chorus]:
    synthesizer = Synthesizer.open(SpeakingSettings(), "de")
    try:
        yield Chorus(synthesizer, GERMAN, seed=1)
    finally:
        synthesizer.close()


@pytest.mark.long
def test_the_answers_of_six_voices_are_understood_and_rarely_taken_for_others(chorus: Chorus) -> None:
    recognizer = PhoneRecognizer(HearingSettings(), "de")
    answers = Phrases(GERMAN, 6).answer
    noise = np.random.default_rng(1)
    right, others, count = 0, [], 0
    for seat in range(6):
        for word in map(GERMAN.called, (*MEANINGS, "dodelido")):
            for words in ((word,), (GERMAN.called("oh"), word)):
                sound = np.pad(chorus.speak(seat, words).pcm.samples, (6400, 8000))
                sound = (sound + noise.normal(0, 0.001, len(sound))).astype(np.float32)
                readings = recognizer.recognize(sound, answers)
                heard = tuple(item.text for item in readings.words)
                count += 1
                right += heard == words
                if heard != words and heard in answers.phrases:
                    others.append((seat, words, heard))
    assert right >= 0.95 * count
    assert len(others) <= 1, others
