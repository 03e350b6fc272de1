"""The phone recogniser as a check on what Vosk heard: whether the sounds fit, and fragments of words, which Vosk lacks.

On Korean speech of the voices for tuning, Vosk's fit alone accepted half of its right readings, a third of its wrong
ones, and a fifth of other speech; with the phones' fit it was nearly all, a tenth, and none or one of 37.
"""

from dataclasses import dataclass

from voicegames.hearing.disfluency import fluent
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.recognizer import Samples
from voicegames.hearing.utterance import Recognition, WordKind
from voicegames.hearing.vocabulary import Vocabulary

_VOSK_SHARE = 0.5
"""How much of what Vosk's fit lies over its own acceptance point is added to the phones' fit."""

_NOT_AMONG_THE_BEST = 1.0
"""How much worse, in nats for each phone, a phrase fits that the phones did not find among the likely ones."""

_AGREED_BEHIND = 4.0
"""How far behind its best, in nats, the phone recogniser may put a phrase and still agree to it."""


@dataclass(frozen=True, slots=True)
class PhoneCheck:
    """What the phone recogniser made of one utterance; ``accept_fit`` is its acceptance point."""

    recognition: Recognition
    accept_fit: float

    def agrees(self, phrase: tuple[str, ...]) -> bool:
        """Whether the phones alone are enough to accept a phrase."""
        readings = self.recognition.readings
        return any(r.words == phrase and r.behind <= _AGREED_BEHIND and r.fit >= self.accept_fit for r in readings)

    def fit(self, phrase: tuple[str, ...], over_vosk_point: float = 0.0) -> float:
        """Return the fit of a phrase by its sounds and by Vosk; ``over_vosk_point`` may be negative."""
        readings = self.recognition.readings
        own = next((reading.fit for reading in readings if reading.words == phrase), None)
        if own is None:
            own = min((reading.fit for reading in readings), default=0.0) - _NOT_AMONG_THE_BEST
        return own + _VOSK_SHARE * over_vosk_point

    def with_fragments(self, phrase: tuple[str, ...]) -> Recognition | None:
        """Return what the phones heard if it is the same phrase with fragments of words before it."""
        words, found = self.recognition.words, self.recognition.disfluencies
        if not any(word.kind is WordKind.FRAGMENT for word in words):
            return None
        return self.recognition if tuple(word.text for word in fluent(words, found)) == phrase else None


def checked(phones: PhoneRecognizer, samples: Samples, vocabulary: Vocabulary) -> PhoneCheck | None:
    """Return the check of an utterance, None for a loop, where the phones have no readings to compare."""
    if vocabulary.loop:
        return None
    return PhoneCheck(phones.recognize(samples, vocabulary), phones.accept_fit)
