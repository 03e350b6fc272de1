"""Disfluencies of a sequence of heard words: repetitions, part-word repetitions, fillers, corrections."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from voicegames.hearing.utterance import Disfluency, DisfluencyKind, HeardWord, WordKind
from voicegames.hearing.vocabulary import Vocabulary


def legally_repeated(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words that may follow themselves: all of a loop, else those that a phrase says twice running."""
    if vocabulary.loop:
        return frozenset(entry.word for entry in vocabulary.entries)
    return frozenset(a for phrase in vocabulary.phrases for a, b in pairwise(phrase) if a == b)


def disfluencies(words: Sequence[HeardWord], vocabulary: Vocabulary) -> tuple[Disfluency, ...]:
    """Return the disfluencies of the words, in the order of time.

    A word said again is a repetition unless a phrase legally repeats it ("oh"). A fragment is a part-word repetition
    if the next whole word begins with the same letter, and a correction if another word follows. A word that is
    followed by another one, though no phrase goes on after it, was corrected. Fillers are fillers.
    """
    repeated = legally_repeated(vocabulary)
    continued = {word for phrase in vocabulary.phrases for word in phrase[:-1]} | repeated
    found: list[Disfluency] = []
    for place, word in enumerate(words):
        following = next((w for w in words[place + 1 :] if w.kind is WordKind.WORD), None)
        kind: DisfluencyKind | None = None
        if word.kind is WordKind.FILLER:
            kind = DisfluencyKind.FILLER
        elif word.kind is WordKind.FRAGMENT and following is not None:
            alike = word.text[:1] == following.text[:1]
            kind = DisfluencyKind.PART_WORD if alike else DisfluencyKind.CORRECTION
        elif word.kind is WordKind.WORD and following is not None and word.text not in repeated:
            if word.text == following.text:
                kind = DisfluencyKind.REPETITION
            elif word.text not in continued:
                kind = DisfluencyKind.CORRECTION
        if kind is not None:
            found.append(Disfluency(kind, word.text, word.start_s, word.end_s))
    return tuple(found)


def fluent(words: Iterable[HeardWord], found: Iterable[Disfluency]) -> tuple[HeardWord, ...]:
    """Return the words that are left when those that the disfluencies cover are taken away."""
    covered = {(item.start_s, item.end_s) for item in found}
    return tuple(word for word in words if (word.start_s, word.end_s) not in covered)
