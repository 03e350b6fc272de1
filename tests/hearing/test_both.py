"""Two recognisers side by side: how what they say is joined."""

import numpy as np
import pytest

from voicegames.hearing.both import BothRecognizer
from voicegames.hearing.recognizer import Samples
from voicegames.hearing.utterance import Disfluency, DisfluencyKind, HeardWord, Reading, Recognition, WordKind
from voicegames.hearing.vocabulary import Vocabulary

NO_WORDS = Vocabulary("en", ())
SILENCE: Samples = np.zeros(1600, np.float32)


class Said:
    """A recogniser that heard this."""

    name = "said"

    def __init__(self, *readings: tuple[str, float, float], known: bool = True) -> None:
        self._readings = tuple(Reading(tuple(words.split()), behind, fit) for words, behind, fit in readings)
        self._known = known

    def prepare(self, vocabulary: Vocabulary) -> None:
        """Nothing to do."""

    def recognize(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
        best = self._readings[0].words if self._known else ("?",)
        kind = WordKind.WORD if self._known else WordKind.UNKNOWN
        return Recognition(tuple(HeardWord(word, 0.0, 0.1, 1.0, kind) for word in best), (), self._readings)


def heard(one: Said, other: Said) -> tuple[list[str], dict[str, float]]:
    recognition = BothRecognizer(one, other).recognize(SILENCE, NO_WORDS)
    return [w.text for w in recognition.words], {" ".join(r.words): r.behind for r in recognition.readings}


def test_what_either_hears_best_is_not_behind() -> None:
    words, behind = heard(Said(("blue", 0.0, 1.0), ("pink", 9.0, 0.1)), Said(("pink", 0.0, 1.2), ("blue", 8.0, 0.1)))
    assert words == ["blue"]
    assert behind == {"pink": 0.0, "blue": 0.0}


def test_what_neither_hears_stays_behind() -> None:
    _, behind = heard(Said(("blue", 0.0, 1.0), ("pink", 9.0, 0.1)), Said(("blue", 0.0, 1.2), ("pink", 7.5, 0.1)))
    assert behind == {"blue": 0.0, "pink": 7.5}


@pytest.mark.parametrize(("first_known", "wanted"), [(True, ["blue"]), (False, ["pink"])])
def test_the_second_speaks_where_the_first_did_not_understand(first_known: bool, wanted: list[str]) -> None:
    words, _ = heard(Said(("blue", 0.0, 0.2), known=first_known), Said(("pink", 0.0, 1.2)))
    assert words == wanted


class Stuttered:
    """A recogniser that heard an answer with a stutter in it, or without."""

    name = "stuttered"

    def __init__(self, text: str, *kinds: DisfluencyKind) -> None:
        said = text.split()
        self._words = tuple(
            HeardWord(word, n, n + 0.5, 1.0, WordKind.FRAGMENT if word.endswith("-") else WordKind.WORD)
            for n, word in enumerate(said)
        )
        self._found = tuple(Disfluency(kind, said[n], n, n + 0.5) for n, kind in enumerate(kinds))

    def prepare(self, vocabulary: Vocabulary) -> None:
        """Nothing to do."""

    def recognize(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
        return Recognition(self._words, self._found)


def stutters(one: Stuttered, other: Stuttered | Said) -> tuple[str, int]:
    recognition = BothRecognizer(one, other).recognize(SILENCE, NO_WORDS)
    return " ".join(word.text for word in recognition.words), len(recognition.disfluencies)


def test_a_word_said_twice_counts_only_where_the_other_does_not_hear_it_once() -> None:
    twice = Stuttered("blue blue", DisfluencyKind.REPETITION)
    assert stutters(twice, Stuttered("blue")) == ("blue", 0)
    assert stutters(twice, Stuttered("pink")) == ("blue blue", 1)
    assert stutters(twice, twice) == ("blue blue", 1)


def test_a_fragment_counts_though_the_other_has_no_fragments() -> None:
    assert stutters(Stuttered("b- blue", DisfluencyKind.PART_WORD), Stuttered("blue")) == ("b- blue", 1)


def test_a_stutter_of_the_second_alone_is_none_where_the_first_did_not_understand() -> None:
    first = Said(("blue", 0.0, 0.2), known=False)
    recognition = BothRecognizer(first, Stuttered("um blue", DisfluencyKind.FILLER)).recognize(SILENCE, NO_WORDS)
    assert [word.kind for word in recognition.words] == [WordKind.UNKNOWN]


def test_an_answer_corrected_twice_is_talk_unless_the_other_understands_too() -> None:
    talk = Stuttered("blue pi- yellow", DisfluencyKind.CORRECTION, DisfluencyKind.CORRECTION)
    assert stutters(talk, Said(("blue", 0.0, 0.1), known=False)) == ("?", 0)
    assert stutters(talk, Stuttered("yellow"))[1] == 2
