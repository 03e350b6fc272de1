"""Two recognisers side by side: what either of them takes for the best reading stays in the running."""

from voicegames.hearing.disfluency import fluent
from voicegames.hearing.recognizer import Recognizer, Samples
from voicegames.hearing.spotting import Spotter
from voicegames.hearing.utterance import Disfluency, DisfluencyKind, HeardWord, Reading, Recognition, WordKind
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.hearing.voice_profile import Tunable, Tuning

_KEPT_READINGS = 12


class BothRecognizer:
    """Runs two recognisers on each utterance and joins what they heard.

    The words, their times and the disfluencies are the first one's, unless it did not understand and the second did. A
    stutter of whole words or fillers counts only where the second doesn't hear the same answer without it; fragments
    of words are heard by the phones alone. A reading is as far behind the best one as the recogniser that likes it
    better says: so the referee, who punishes only when the right answer is far behind, punishes only when neither
    hears it.
    """

    name = "both"

    def __init__(self, first: Recognizer, second: Recognizer) -> None:
        self._first = first
        self._second = second

    @property
    def tuning(self) -> Tuning | None:
        """The tuning of those of the two that have one."""
        return self._first.tuning if isinstance(self._first, Tunable) else None

    @tuning.setter
    def tuning(self, tuning: Tuning | None) -> None:
        for recognizer in (self._first, self._second):
            if isinstance(recognizer, Tunable):
                recognizer.tuning = tuning

    def prepare(self, vocabulary: Vocabulary) -> None:
        """Prepare both. Raises Failure as they do."""
        self._first.prepare(vocabulary)
        self._second.prepare(vocabulary)

    def recognize(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
        """Recognise with both, and join what they say; see the protocol."""
        one = self._first.recognize(samples, vocabulary)
        other = self._second.recognize(samples, vocabulary)
        return Recognition(*_heard(one, other), _joined(one.readings, other.readings))

    def spot(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
        """Return the phrase that stands out of the sound, as the first that can spot at all finds it."""
        spotters = (recognizer for recognizer in (self._first, self._second) if isinstance(recognizer, Spotter))
        return next((spotter.spot(samples, vocabulary) for spotter in spotters), Recognition(()))


def _heard(one: Recognition, other: Recognition) -> tuple[tuple[HeardWord, ...], tuple[Disfluency, ...]]:
    if not _is_understood(one):
        # A stutter that only one of two hears is none.
        heard = other if _is_understood(other) and not other.disfluencies else one
    elif _is_talk(one) and not _is_understood(other):
        heard = Recognition((HeardWord("?", one.words[0].start_s, one.words[-1].end_s, 0.0, WordKind.UNKNOWN),))
    else:
        said = tuple(word.text for word in fluent(one.words, one.disfluencies))
        is_whole = all(word.kind is not WordKind.FRAGMENT for word in one.words)
        is_fluent = not other.disfluencies and tuple(word.text for word in other.words) == said
        heard = other if one.disfluencies and is_whole and is_fluent else one
    return heard.words, heard.disfluencies


def _is_understood(recognition: Recognition) -> bool:
    return bool(recognition.words) and all(word.kind is not WordKind.UNKNOWN for word in recognition.words)


def _is_talk(recognition: Recognition) -> bool:
    """Whether it is an answer that was corrected twice: that is other talk, taken for pieces of words of the game."""
    return sum(item.kind is DisfluencyKind.CORRECTION for item in recognition.disfluencies) > 1


def _joined(one: tuple[Reading, ...], other: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """The readings of both, best first, each as the recogniser sees it that puts it less far behind."""
    best: dict[tuple[str, ...], Reading] = {}
    for reading in one + other:
        known = best.get(reading.words)
        if known is None or (reading.behind, -reading.fit) < (known.behind, -known.fit):
            best[reading.words] = reading
    return tuple(sorted(best.values(), key=lambda reading: (reading.behind, -reading.fit))[:_KEPT_READINGS])
