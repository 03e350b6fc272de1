"""The words that were heard, each with what the ruling made of it."""

from dataclasses import dataclass
from enum import StrEnum

from voicegames.events import Mistake, Ruled, Verdict
from voicegames.language import Language


class Mark(StrEnum):
    """What a heard word was: not ruled on yet, part of the right answer, no part of it, or a stutter."""

    OPEN = "open"
    RIGHT = "right"
    WRONG = "wrong"
    STUTTER = "stutter"


@dataclass(frozen=True, slots=True)
class Word:
    """One heard word and its mark."""

    text: str
    mark: Mark


def words_of(text: str, ruled: Ruled | None, language: Language) -> tuple[Word, ...]:
    """Return the words of what was heard; without a ruling they are open."""
    words = text.replace(",", " ").split()
    if ruled is None:
        return tuple(Word(word, Mark.OPEN) for word in words)
    if ruled.verdict is Verdict.RIGHT:
        return tuple(Word(word, Mark.STUTTER if word.endswith("-") else Mark.RIGHT) for word in words)
    left = ruled.expected.split()
    marked = []
    for word in words:
        meaning = language.meaning(word.lower()) or word
        if meaning in left:
            left.remove(meaning)
            marked.append(Word(word, Mark.RIGHT))
        elif ruled.mistake is Mistake.STUTTER:
            marked.append(Word(word, Mark.STUTTER))
        else:
            marked.append(Word(word, Mark.WRONG))
    return tuple(marked)
