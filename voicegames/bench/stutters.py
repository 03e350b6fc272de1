"""Stutters with a known place, cut from whole words, and as a synthesiser reads them from their spelling."""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from voicegames.bench.items import ANSWERS, FILLERS, SPELLED_FRAGMENTS
from voicegames.bench.shifts import in_tempo
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.players import splicing

CONSONANT_VOWEL_S = (0.025, 0.06)
"""How much of the vowel follows a consonant that is said alone, in seconds: a "p-" cut short, up to a clear "puh-".

It is set here and not taken from the chorus, so that figures keep their meaning when the demo's stutters change.
"""

_SHORTEST = round(0.06 * SAMPLE_RATE)


class Stutter(StrEnum):
    """The kinds of stutter, all at the last word of a statement."""

    WORD = "word"
    SYLLABLE = "syllable"
    CONSONANT = "consonant"
    FILLER = "filler"
    PROLONGED = "prolonged"
    CORRECTION = "correction"


class Cut(StrEnum):
    """What is kept of a spoken word."""

    WHOLE = "whole"
    CONSONANT = "consonant"
    SYLLABLE = "syllable"
    HALF = "half"
    PROLONGED = "prolonged"
    DRAWN_OUT = "drawn out"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of what is said: the text to synthesise, its speed, what is kept of it, and its caption.

    ``disfluent`` marks what should not have been said. ``to_s`` is how long a prolonged first sound becomes, the least
    that a drawn-out whole lasts, and how much of the vowel follows a single consonant.
    """

    text: str
    speed: float
    caption: str
    cut: Cut = Cut.WHOLE
    disfluent: bool = False
    to_s: float = 0.0


def stuttered(kind: Stutter, word: str, speed: float, rng: np.random.Generator) -> list[Piece]:
    """Return the pieces of ``word`` with a stutter, the whole word last (a prolonged word is one piece)."""
    whole = Piece(word, speed, word)
    match kind:
        case Stutter.WORD:
            return [replace(whole, disfluent=True), whole]
        case Stutter.SYLLABLE:
            return [Piece(word, speed, f"{word[:3]}-", Cut.SYLLABLE, True), whole]
        case Stutter.CONSONANT:
            fragment = Piece(word, speed, f"{word[0]}-", Cut.CONSONANT, True, float(rng.uniform(*CONSONANT_VOWEL_S)))
            return [fragment] * int(rng.integers(1, 3)) + [whole]
        case Stutter.FILLER:
            filler = FILLERS[int(rng.integers(len(FILLERS)))]
            # Synthesisers read them as short as other words; people do not.
            drawn_out = Piece(filler, speed, filler, Cut.DRAWN_OUT, True, float(rng.uniform(0.25, 0.5)))
            return [drawn_out, whole]
        case Stutter.CORRECTION:
            wrong = _other(word, rng)
            caption = f"{wrong[: max(3, len(wrong) // 2 + 1)]}-"
            return [Piece(wrong, speed, caption, Cut.HALF, True), whole]
        case Stutter.PROLONGED:
            to_s = float(rng.uniform(0.45, 0.75))
            return [Piece(word, speed, f"{word[0]}~{word}", Cut.PROLONGED, True, to_s)]


def spelled(kind: Stutter, word: str, rng: np.random.Generator) -> tuple[str, str]:
    """Return a text that a synthesiser reads as a stutter, and its caption.

    Raises ValueError for a prolonged sound, which no spelling shows.
    """
    short, *longer = SPELLED_FRAGMENTS[word]
    match kind:
        case Stutter.WORD:
            return f"{word}, {word}", f"{word} {word}"
        case Stutter.SYLLABLE:
            fragment = longer[int(rng.integers(len(longer)))]
            return f"{fragment}, {word}", f"{fragment}- {word}"
        case Stutter.CONSONANT:
            times = int(rng.integers(1, 3))
            return f"{f'{short}, ' * times}{word}", f"{f'{word[0]}- ' * times}{word}"
        case Stutter.FILLER:
            filler = FILLERS[int(rng.integers(len(FILLERS)))]
            return f"{filler}, {word}", f"{filler} {word}"
        case Stutter.CORRECTION:
            fragment = SPELLED_FRAGMENTS[_other(word, rng)][2]
            return f"{fragment}, {word}", f"{fragment}- {word}"
        case Stutter.PROLONGED:
            raise ValueError("a prolonged sound can't be spelled")


def cut(piece: Piece, whole: Samples) -> Samples:
    """Return what the piece keeps of its text's sound, which is without silence around it (``edges.bare``)."""
    match piece.cut:
        case Cut.WHOLE:
            return whole
        case Cut.CONSONANT:
            length = splicing.vowel_start(whole) + round(piece.to_s * SAMPLE_RATE)
            return splicing.faded(whole[: max(length, splicing.LEAD + _SHORTEST)], 0.0, 0.012)
        case Cut.SYLLABLE:
            return splicing.syllable(whole)
        case Cut.HALF:
            # Right after its first vowel it could still become many words; somewhat later it is heard as another one.
            length = max(len(splicing.syllable(whole)), round(0.55 * len(whole)))
            return splicing.faded(whole[:length], 0.0, 0.015)
        case Cut.PROLONGED:
            return splicing.prolonged(whole, piece.to_s, in_vowel=piece.text[0] in "pbtdkgc")
        case Cut.DRAWN_OUT:
            return in_tempo(whole, max(1.0, piece.to_s * SAMPLE_RATE / len(whole)))


def _other(word: str, rng: np.random.Generator) -> str:
    # Half of a short word is too little to be another word.
    others = [w for w in ANSWERS if w[0] != word[0] and len(w) >= 5]
    return others[int(rng.integers(len(others)))]
