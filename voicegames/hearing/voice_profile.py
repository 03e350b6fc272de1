"""What the ear knows of one player's voice: how words came out in a sound check, and what follows for decoding.

A profile holds no sound: for each word that was said its level, and at each speed how well it fitted and which phones
were heard. All else is worked out from that when the profile is used.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Protocol, runtime_checkable

import numpy as np

from voicegames.hearing.likeness import nearest, unlikeness
from voicegames.hearing.phone_set import SYMBOLS
from voicegames.hearing.vocabulary import Entry, Vocabulary

SPEEDS = (1.0, 0.9, 0.8)
"""The speeds at which a voice is tried: played slower, a child's voice has the formants of an adult's."""

_TRUST = 5.0
_LEAST_WEIGHT = 0.1
_BOUNDS_FIT = (-1.0, 2.0)
_NEAR = 0.5
_CLEAR = 0.15
_FITS_WELL = 1.6
_FEWEST_WORDS = 5
_KEPT_OF_A_WORD = 3
_LOWEST_ACCEPT_FIT = 0.7
_UNDER_OWN_FIT = 0.4
_ALIKE = 0.25


@dataclass(frozen=True, slots=True)
class HeardAt:
    """How a word was heard at one speed: its fit as in ``Reading``, and the phones of the freest explanation."""

    speed: float
    fit: float
    phones: str


@dataclass(frozen=True, slots=True)
class WordSample:
    """One word as a player said it once; ``level_dbfs`` is the RMS level of its loud part."""

    word: str
    level_dbfs: float
    heard: tuple[HeardAt, ...]

    @property
    def is_whole(self) -> bool:
        """Whether it was heard at every speed and in phones that there are; a file may be of another version."""
        phones = {phone for at in self.heard for phone in at.phones.split()}
        return tuple(at.speed for at in self.heard) == SPEEDS and phones <= set(SYMBOLS)

    @property
    def best(self) -> HeardAt:
        """The speed at which it fitted best."""
        return max(self.heard, key=lambda at: at.fit)


@dataclass(frozen=True, slots=True)
class Speed:
    """A speed at which sound is decoded, 1 is that of the sound itself, and how much its readings count, 0 to 1."""

    speed: float
    weight: float


@dataclass(frozen=True, slots=True)
class Tuning:
    """How one voice is decoded. ``spoken`` adds pronunciations (phone symbols) to words.

    ``accept_fit`` is the acceptance point where it is lower than everybody's, None for everybody's.
    """

    speeds: tuple[Speed, ...] = (Speed(1.0, 1.0),)
    spoken: tuple[tuple[str, tuple[str, ...]], ...] = ()
    accept_fit: float | None = None

    def applied(self, vocabulary: Vocabulary) -> Vocabulary:
        """Return the vocabulary with the pronunciations added."""
        if not self.spoken:
            return vocabulary
        return replace(vocabulary, entries=tuple(self._applied(entry) for entry in vocabulary.entries))

    def _applied(self, entry: Entry) -> Entry:
        more = tuple(phones for word, phones in self.spoken if word == entry.word)
        known = tuple(dict.fromkeys((*entry.pronunciations, *more)))
        return replace(entry, pronunciations=known) if more else entry


def tuning_at(speeds: Sequence[float]) -> Tuning | None:
    """Return the tuning in which all speeds count alike; None where the sound as it is is all."""
    if tuple(speeds) in ((), (1.0,)):
        return None
    return Tuning(tuple(Speed(speed, 1 / len(speeds)) for speed in speeds))


@runtime_checkable
class Tunable(Protocol):
    """A recogniser that can decode as one player's voice needs it; None is everybody's."""

    tuning: Tuning | None


@dataclass(frozen=True, slots=True)
class VoiceProfile:
    """The words of one player in one language, oldest first."""

    samples: tuple[WordSample, ...] = ()

    def having(self, sample: WordSample) -> "VoiceProfile":
        """Return the profile with one more sample; the oldest of a word go where there are too many."""
        own = [known for known in self.samples if known.word == sample.word]
        gone = own[: max(0, len(own) + 1 - _KEPT_OF_A_WORD)]
        return VoiceProfile((*(known for known in self.samples if known not in gone), sample))

    @property
    def level_dbfs(self) -> float | None:
        """How loud the player speaks: the median of the levels of the words, None without any."""
        return float(np.median([sample.level_dbfs for sample in self.samples])) if self.samples else None

    def tuning(self, entries: Iterable[Entry]) -> Tuning | None:
        """Return how this voice is decoded, None where too few words are known to say.

        ``entries`` are the words of the game.
        """
        listed = {entry.word: entry for entry in entries}
        samples = [sample for sample in self.samples if sample.word in listed and sample.is_whole]
        if len({sample.word for sample in samples}) < _FEWEST_WORDS:
            return None
        fits = np.clip([[at.fit for at in sample.heard] for sample in samples], *_BOUNDS_FIT)
        weights = np.exp(_TRUST * (fits.mean(0) - fits.mean(0).max()))
        weights /= weights.sum()
        weights = np.where(weights < _LEAST_WEIGHT, 0.0, weights)
        # The sound as it is always has a say: the next player at this profile may be another one.
        weights[0] = max(weights[0], _LEAST_WEIGHT)
        weights /= weights.sum()
        speeds = tuple(
            Speed(speed, round(float(weight), 3)) for speed, weight in zip(SPEEDS, weights, strict=True) if weight
        )
        spoken = tuple(found for sample in samples for found in _spoken(sample, samples, listed, speeds))
        own = float(np.percentile(fits @ weights, 10)) - _UNDER_OWN_FIT
        return Tuning(speeds, tuple(dict.fromkeys(spoken)), max(_LOWEST_ACCEPT_FIT, own))


def is_word(sample: WordSample, entries: Iterable[Entry]) -> bool:
    """Whether the sound was that word, however said: its phones are nearer to it than to any other word, and near."""
    listed = {entry.word: entry.pronunciations for entry in entries}
    for at in sample.heard:
        phones = tuple(at.phones.split())
        if not phones:
            continue
        own = nearest(phones, listed[sample.word])
        others = min((nearest(phones, said) for word, said in listed.items() if word != sample.word), default=1.0)
        if own <= _NEAR and own + _CLEAR <= others:
            return True
    return False


def _spoken(
    sample: WordSample, samples: Iterable[WordSample], listed: dict[str, Entry], speeds: tuple[Speed, ...]
) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The pronunciations that a sample adds: as its best speeds heard it alike, unless it fitted well as listed."""
    entry = listed[sample.word]
    used = [at for at in sample.heard if any(at.speed == speed.speed for speed in speeds)]
    if sample.best.fit >= _FITS_WELL or all(len(phones) < 2 for phones in entry.pronunciations):
        return
    # Twice in a row alike is no accident: at two speeds, or the word said twice.
    said = [at.phones for other in samples if other.word == sample.word and other is not sample for at in other.heard]
    heard = [at.phones for at in used] + said
    alike = {one for one, other in combinations(heard, 2) if unlikeness(one.split(), other.split()) <= _ALIKE}
    for at in used:
        phones = tuple(at.phones.split())
        if at.phones not in alike or len(phones) < 2:
            continue
        own = nearest(phones, entry.pronunciations)
        others = min(nearest(phones, e.pronunciations) for e in listed.values() if e.word != sample.word)
        if own <= _NEAR and own + _CLEAR <= others:
            yield sample.word, phones
