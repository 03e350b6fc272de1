"""Stutters with a known place, cut from whole words, and as a synthesiser reads them."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from voicegames.bench.edges import bare
from voicegames.bench.items import ANSWERS, FILLERS, SPELLED_FRAGMENTS
from voicegames.bench.synthesis import Synthesis
from voicegames.bench.voices import BenchVoice
from voicegames.hearing.recognizer import Samples
from voicegames.players import splicing


class Stutter(StrEnum):
    """The kinds of stutter, all at the last word of a statement."""

    WORD = "word"
    SYLLABLE = "syllable"
    CONSONANT = "consonant"
    FILLER = "filler"
    PROLONGED = "prolonged"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A piece of a statement: its sound, its text, and whether it is what should not have been said."""

    text: str
    samples: Samples
    disfluent: bool = False


def stuttered(
    kind: Stutter, word: str, voice: BenchVoice, synthesis: Synthesis, speed: float, rng: np.random.Generator
) -> list[Part]:
    """Return the parts of ``word`` with a stutter of ``kind``, the whole word last (a prolonged word is one part)."""
    whole = bare(synthesis.say(voice, word, speed), word)
    last = Part(word, whole)
    match kind:
        case Stutter.WORD:
            return [Part(word, whole, True), last]
        case Stutter.SYLLABLE:
            return [Part(f"{word[:3]}-", splicing.syllable(whole), True), last]
        case Stutter.CONSONANT:
            fragment = Part(f"{word[0]}-", splicing.consonant(whole), True)
            return [fragment] * int(rng.integers(1, 3)) + [last]
        case Stutter.FILLER:
            filler = FILLERS[int(rng.integers(len(FILLERS)))]
            return [Part(filler, bare(synthesis.say(voice, filler, speed), filler), True), last]
        case Stutter.CORRECTION:
            wrong = _other(word, rng)
            sound = bare(synthesis.say(voice, wrong, speed), wrong)
            # Cut right after the vowel it could be a syllable of many words; a correction is heard as another word.
            length = max(len(splicing.syllable(sound)), round(0.55 * len(sound)))
            return [
                Part(f"{wrong[: max(3, len(wrong) // 2 + 1)]}-", splicing.faded(sound[:length], 0.0, 0.015), True),
                last,
            ]
        case Stutter.PROLONGED:
            to_s = float(rng.uniform(0.45, 0.75))
            in_vowel = word[0] in "pbtdkgc"
            return [Part(f"{word[0]}~{word}", splicing.prolonged(whole, to_s, in_vowel=in_vowel), True)]


def spelled(kind: Stutter, word: str, rng: np.random.Generator) -> tuple[str, str] | None:
    """Return a text that a synthesiser reads as a stutter, and its caption; None where spelling can't show the kind."""
    short, *longer = SPELLED_FRAGMENTS[word]
    match kind:
        case Stutter.WORD:
            return f"{word}, {word}", f"{word}, {word}"
        case Stutter.SYLLABLE:
            fragment = longer[int(rng.integers(len(longer)))]
            return f"{fragment}, {word}", f"{fragment}- {word}"
        case Stutter.CONSONANT:
            times = int(rng.integers(1, 3))
            return f"{f'{short}, ' * times}{word}", f"{f'{short}- ' * times}{word}"
        case Stutter.FILLER:
            filler = FILLERS[int(rng.integers(len(FILLERS)))]
            return f"{filler}, {word}", f"{filler}, {word}"
        case Stutter.CORRECTION:
            wrong = _other(word, rng)
            fragment = SPELLED_FRAGMENTS[wrong][2]
            return f"{fragment}, {word}", f"{fragment}- {word}"
        case Stutter.PROLONGED:
            return None


def _other(word: str, rng: np.random.Generator) -> str:
    # "Blue" and "oh" cut short are too little of a word; equal names are no correction.
    others = [w for w in ANSWERS if w[0] != word[0] and len(w) >= 5]
    return others[int(rng.integers(len(others)))]
