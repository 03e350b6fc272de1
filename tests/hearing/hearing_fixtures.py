"""The English recogniser and the words of a game, for the tests of hearing."""

from collections.abc import Callable

import pytest
from made_speech import WORDS, listened

from voicegames.hearing.ear import Ear, Heard
from voicegames.hearing.feed import Feed
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.recognizer import Recognizer, Samples
from voicegames.hearing.utterance import Utterance
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.language import load_language
from voicegames.settings import HearingSettings


@pytest.fixture(scope="session")
def answers() -> Vocabulary:
    """Every answer with 0 to 4 "oh"s, lone "oh"s, and the controls."""
    language = load_language("en")
    ohs = [("oh",) * count for count in range(5)]
    controls = [phrase for phrases in language.controls.values() for phrase in phrases]
    return language.vocabulary([*((*oh, word) for oh in ohs for word in WORDS), *ohs[1:], *controls])


@pytest.fixture(scope="session")
def phones() -> PhoneRecognizer:
    return PhoneRecognizer(HearingSettings(), "en")


@pytest.fixture
def hear(phones: Recognizer, answers: Vocabulary) -> Callable[[Samples], list[Utterance]]:
    """Give the final utterances that an ear makes of a sound."""

    def heard(sound: Samples) -> list[Utterance]:
        feed = Feed()
        feed.push(sound)
        ear = Ear(feed, phones, HearingSettings())
        ear.vocabulary = answers
        return [event.utterance for event in listened(ear) if isinstance(event, Heard) and event.final]

    return heard
