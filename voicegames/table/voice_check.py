"""The sound check of one player: each word of the game is said once, and what the ear makes of it is their profile."""

from collections.abc import Callable
from enum import Enum

from voicegames.hearing.ear import Ear, Heard
from voicegames.hearing.profiled import ProfiledRecognizer
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.hearing.voice_profile import VoiceProfile, is_word
from voicegames.language import Language
from voicegames.table.happenings import ControlKey, PlayerKey, TypedUtterance
from voicegames.table.people import checked_words, known_words
from voicegames.table.phrases import Phrases
from voicegames.table.sitting import Sitting

TRIES = 3
"""A word is asked for once, and again at most twice."""

WAIT_S = 6.0
"""How long a word is waited for."""


class Said(Enum):
    """What came while a word was waited for."""

    SOMETHING = "something"
    NOTHING = "nothing"
    STOP = "stop"


class VoiceCheck:
    """Asks for the words. ``say`` tells the player a sentence, ``wait`` waits up to WAIT_S seconds for an utterance.

    ``say`` returns when the ear may be open again. The recogniser must be the one that the ear uses.
    """

    def __init__(
        self,
        language: Language,
        recognizer: ProfiledRecognizer,
        say: Callable[[str], None],
        wait: Callable[[], Said],
    ) -> None:
        self._language = language
        self._recognizer = recognizer
        self._say = say
        self._wait = wait
        self._known = known_words(language)

    def run(self, name: str) -> VoiceProfile | None:
        """Return the player's profile, None where it was stopped or too few words were good enough for one.

        What is said must be the word by the ear's own judgement, or it is asked for again and in the end left out: a
        noise, a laugh or another word never gets into a profile.
        """
        self._say(self._language.say("check_begin", name=name))
        profile = VoiceProfile()
        for word in checked_words(self._language):
            key = "check_word"
            for _ in range(TRIES):
                self._say(self._language.say(key, word=word))
                said = self._wait()
                if said is Said.STOP:
                    return None
                sample = self._recognizer.sample_of_last(word) if said is Said.SOMETHING else None
                if sample is not None and is_word(sample, self._known):
                    profile = profile.having(sample)
                    break
                key = "check_word_again"
            else:
                self._say(self._language.say("check_word_skipped", word=word))
        if profile.tuning(self._known) is None:
            self._say(self._language.say("check_unknown", name=name))
            return None
        self._say(self._language.say("check_known", name=name, count=len(profile.samples)))
        return profile


def said_in(events: tuple[object, ...], language: Language) -> Said:
    """Return what is in the events of an ear: a final utterance, the call to stop, or nothing yet.

    What is typed can only stop the check.
    """
    finals = [event.utterance for event in events if isinstance(event, Heard) and event.final]
    typed = [event.utterance for event in events if isinstance(event, TypedUtterance)]
    if any(language.control(utterance.plain_words) == "stop" for utterance in (*finals, *typed)):
        return Said.STOP
    return Said.SOMETHING if finals else Said.NOTHING


def needs_voice(language: Language) -> str:
    """Return what is answered to somebody who types in a sound check."""
    return language.say("check_needs_voice", stop=" ".join(language.controls["stop"][0]))


def wait_for_word(ear: Ear, language: Language, is_stopped: Callable[[], bool]) -> Said:
    """Listen with an ear outside of a game until a word has come, the time is up, or the sound or the check ends."""
    ear.vocabulary = Phrases(language, 1).answer
    ear.open()
    until_s = ear.now_s + WAIT_S
    while ear.now_s < until_s or ear.is_hearing:
        events = ear.step()
        if events is None or is_stopped():
            return Said.STOP
        said = said_in(events, language)
        if said is not Said.NOTHING:
            return said
    return Said.NOTHING


def wait_at_table(sitting: Sitting, vocabulary: Vocabulary) -> Said:
    """Wait for a word at the table; what is typed is answered with that the voice is needed."""
    until_s = sitting.now_s + WAIT_S
    for happenings in sitting.steps(vocabulary):
        if ControlKey("stop") in happenings:
            return Said.STOP
        said = said_in(tuple(happenings), sitting.language)
        if said is Said.NOTHING and any(isinstance(h, TypedUtterance | PlayerKey) for h in happenings):
            sitting.say(needs_voice(sitting.language))
            until_s = sitting.now_s + WAIT_S
        if said is not Said.NOTHING or (sitting.now_s > until_s and not sitting.ear.is_hearing):
            return said
    raise AssertionError("the steps of a sitting never end by themselves")
