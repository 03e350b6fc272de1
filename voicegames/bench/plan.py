"""Which clips a corpus has: for each voice and condition so many statements, stutters and other speech."""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from voicegames.bench.clips import Kind, Manner
from voicegames.bench.distortions import Condition
from voicegames.bench.items import (
    ANSWERS,
    CHOICES,
    CONTROLS,
    DIGITS,
    FAR_WORDS,
    GAME_SENTENCES,
    NEAR_WORDS,
    PLAIN_SENTENCES,
)
from voicegames.bench.voices import BenchVoice, Group, Split, voices_of


class Size(StrEnum):
    """How large a corpus is: some 230 clips of the two first voices of each group, or some 6000 of all voices."""

    QUICK = "quick"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Order:
    """A clip to be made. ``number`` is its place among those of its voice and condition."""

    split: Split
    voice: BenchVoice | None
    condition: Condition
    kind: Kind
    manner: Manner
    words: tuple[str, ...]
    text: str
    number: int

    @property
    def name(self) -> str:
        """The clip's file name without its ending."""
        voice = self.voice.name if self.voice else "noise"
        parts = (voice, self.condition.value, f"{self.number:03}", self.kind.value, self.text)
        return "-".join("".join(c if c.isalnum() else "_" for c in part)[:28] for part in parts)

    def rng(self, seed: int) -> np.random.Generator:
        """Return the clip's own source of chance: the same whatever else is made."""
        return np.random.default_rng([seed, zlib.crc32(f"{self.split} {self.name}".encode())])


@dataclass(frozen=True, slots=True)
class _Counts:
    statements: int
    paused: int = 0
    controls: int = 0
    digits: int = 0
    choices: int = 0
    stutters: int = 0
    near: int = 0
    far: int = 0
    sentences: int = 0


_MAIN = (Condition.WHITE_20, Condition.BABBLE_20, Condition.WHITE_10)
_NOISES = tuple(kind for kind in Kind if kind.family == "noise")
_COUNTS: dict[Size, dict[Condition, _Counts]] = {
    Size.FULL: {
        Condition.CLEAN: _Counts(28, 3, 3, 4, 1, 24, 6, 6, 5),
        **{c: _Counts(4, 0, 0, 0, 0, 2, 1, 0, 1) for c in Condition if c is not Condition.CLEAN},
        **{c: _Counts(10, 1, 0, 1, 0, 6, 2, 1, 1) for c in _MAIN},
    },
    Size.QUICK: {
        Condition.CLEAN: _Counts(6, 1, 1, 1, 0, 3, 1, 1, 1),
        **{c: _Counts(2, 0, 0, 0, 0, 1) for c in _MAIN},
        Condition.BABBLE_10: _Counts(1),
        Condition.ROOM: _Counts(1),
    },
}
_NOISE_COUNTS = {Size.FULL: 15, Size.QUICK: 2}
_QUICK_EACH = 2
_STUTTERS = tuple(kind for kind in Kind if kind.family == "stutter")


def voices_for(split: Split, size: Size) -> tuple[BenchVoice, ...]:
    """Return the voices that a corpus of a size is made of: for a quick one the first two of each group."""
    voices = voices_of(split)
    if size is Size.FULL:
        return voices
    return tuple(voice for group in Group for voice in [v for v in voices if v.group is group][:_QUICK_EACH])


def plan(split: Split, voices: Sequence[BenchVoice], size: Size, seed: int) -> list[Order]:
    """Return what to make with ``voices``, all of them of ``split``, ordered by voice."""
    orders: list[Order] = []
    for place, voice in enumerate(voices):
        for condition, counts in _COUNTS[size].items():
            orders += _of_voice(split, voice, condition, counts, place, seed)
    for number in range(_NOISE_COUNTS[size]):
        for kind in _NOISES:
            text = kind.value.partition(":")[2]
            orders.append(Order(split, None, Condition.CLEAN, kind, Manner.NOISE, (), text, number))
    return orders


def _of_voice(
    split: Split, voice: BenchVoice, condition: Condition, counts: _Counts, place: int, seed: int
) -> Iterator[Order]:
    rng = np.random.default_rng([seed, zlib.crc32(f"{split} {voice.name} {condition}".encode())])
    answers = _forever(ANSWERS, rng)
    number = 0

    def order(kind: Kind, manner: Manner, words: tuple[str, ...], text: str = "") -> Order:
        nonlocal number
        number += 1
        return Order(split, voice, condition, kind, manner, words, text or " ".join(words), number)

    manners = (Manner.SPLICED, Manner.ONE_BREATH, Manner.SPLICED, Manner.COMMAS)
    for turn in range(counts.statements):
        ohs = int(rng.choice(5, p=(0.36, 0.28, 0.18, 0.12, 0.06)))
        yield order(Kind.STATEMENT, manners[turn % 4], ("oh",) * ohs + (next(answers),))
    for _ in range(counts.paused):
        yield order(Kind.STATEMENT, Manner.PAUSED, ("oh",) * int(rng.integers(1, 4)) + (next(answers),))
    for turn in range(counts.stutters):
        # The kinds go round within a condition, and begin with another one at each voice.
        kind = _STUTTERS[(turn + place) % len(_STUTTERS)]
        is_spelled = (turn // len(_STUTTERS) + place // 3) % 2 == 1 and kind is not Kind.STUTTER_PROLONGED
        ohs = int(rng.choice(3, p=(0.6, 0.25, 0.15)))
        manner = Manner.SPELLED if is_spelled else Manner.SPLICED
        yield order(kind, manner, ("oh",) * ohs + (next(answers),))
    for kind, texts, count in (
        (Kind.CONTROL, CONTROLS, counts.controls),
        (Kind.DIGIT, DIGITS, counts.digits),
        (Kind.CHOICE, CHOICES, counts.choices),
    ):
        for _, text in zip(range(count), _forever(texts, rng), strict=False):
            yield order(kind, Manner.ONE_BREATH, tuple(text.split()))
    sentences = _alternating(_forever(GAME_SENTENCES, rng), _forever(PLAIN_SENTENCES, rng), place)
    for kind, source, count in (
        (Kind.OOV_NEAR, _forever(NEAR_WORDS, rng), counts.near),
        (Kind.OOV_FAR, _forever(FAR_WORDS, rng), counts.far),
        (Kind.OOV_SENTENCE, sentences, counts.sentences),
    ):
        for _, text in zip(range(count), source, strict=False):
            yield order(kind, Manner.ONE_BREATH, (), text)


def _forever(texts: Sequence[str], rng: np.random.Generator) -> Iterator[str]:
    while True:
        for number in rng.permutation(len(texts)):
            yield texts[number]


def _alternating(one: Iterator[str], other: Iterator[str], begin: int) -> Iterator[str]:
    while True:
        begin += 1
        yield next(one if begin % 2 else other)
