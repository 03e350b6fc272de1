"""The phone recogniser at several speeds, as a player's voice needs it, and what a sound check hears of one word."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import soxr

from voicegames.hearing.disfluency import fluent
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.hearing.utterance import HeardWord, Reading, Recognition, WordKind
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.hearing.voice_profile import SPEEDS, HeardAt, Tuning, WordSample

_NOT_READ_FIT = -1.0
_BEHIND_LAST = 1.0
_KEPT_READINGS = 8
_NOT_HEARD = -2.0
_FITS_FULLY = 2.0
_TRUST = 3.0
_DOUBT = 4.5
"""More than what the referee takes for the right answer, less than what it takes for a clear mistake."""

_DOUBT_OF_BEGINNING = 1.5
"""The same where phrases end alike, as with one "oh" more or less."""

_LOUD_PART = 0.3


class ProfiledRecognizer:
    """A Recognizer that decodes as ``tuning`` says, without one as ``everybody`` says.

    Without either, and for loops, it is the phone recogniser by itself.

    At each speed the phrases are read on their own. A phrase is then as far behind, and fits as well, as the weighted
    mean of its readings: what one speed mistakes for another phrase seldom deceives them all. A phrase that the
    sound as it is gives by itself stays in doubt. A stutter counts where speeds of more than half of the weight hear
    one.
    """

    def __init__(self, phones: PhoneRecognizer, everybody: Tuning | None = None) -> None:
        self.tuning: Tuning | None = None
        self._everybody = everybody
        self.phones = phones
        self.name = phones.name
        self._last: tuple[Samples, Vocabulary] | None = None

    @property
    def engine_note(self) -> str | None:
        """A sentence about a slower engine than usual, or None."""
        return self.phones.engine_note

    def prepare(self, vocabulary: Vocabulary) -> None:
        """Compile the graphs of the vocabulary. Raises Failure("missing-word") for an unknown phone symbol."""
        self.phones.prepare(vocabulary)

    def recognize(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
        """Recognise one endpointed utterance; see the protocol."""
        tuning = self.tuning or self._everybody
        self._last = samples, vocabulary
        if tuning is None or vocabulary.loop:
            return self.phones.recognize(samples, vocabulary)
        own = tuning.applied(vocabulary)
        # Whether the whole is good enough is decided below, on the mean.
        heard = [
            _in_time(self.phones.recognize(at_speed(samples, s.speed), own, accept_fit=-np.inf), s.speed)
            for s in tuning.speeds
        ]
        weights = [s.weight for s in tuning.speeds]
        accept_fit = self.phones.accepts_from(vocabulary)
        if tuning.accept_fit is not None:
            accept_fit = min(accept_fit, tuning.accept_fit)
        return joined(heard, weights, accept_fit)

    def spot(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
        """Return the phrase that stands out of the sound, as the phone recogniser by itself finds it."""
        return self.phones.spot(samples, vocabulary)

    def sample(self, samples: Samples, word: str, vocabulary: Vocabulary) -> WordSample:
        """Return how ``word`` was heard in the samples of one endpointed utterance, at each of SPEEDS."""
        heard = []
        for speed in SPEEDS:
            sound = at_speed(samples, speed)
            readings = self.phones.recognize(sound, vocabulary).readings
            fit = next((reading.fit for reading in readings if reading.words == (word,)), _NOT_HEARD)
            heard.append(HeardAt(speed, round(fit, 3), " ".join(self.phones.free_phones(sound))))
        return WordSample(word, round(_level_dbfs(samples), 1), tuple(heard))

    def sample_of_last(self, word: str) -> WordSample | None:
        """Return how ``word`` was heard in what was recognised last, None where it was no word of the vocabulary."""
        if self._last is None or (word,) not in self._last[1].phrases:
            return None
        return self.sample(self._last[0], word, self._last[1])


def at_speed(samples: Samples, speed: float) -> Samples:
    """Return the sound as if played at ``speed``: slower is longer, and lower in pitch and formants."""
    if speed == 1.0 or not len(samples):
        return samples
    return np.asarray(soxr.resample(samples, SAMPLE_RATE * speed, SAMPLE_RATE), np.float32)


def joined(heard: Sequence[Recognition], weights: Sequence[float], accept_fit: float) -> Recognition:
    """Return what several decodings of one sound say together, that of the sound as it is first.

    ``weights`` are how much the voice makes each of them count; the better one fits this sound, the more it counts.
    """
    weights = _trusted(heard, weights)
    if sum(w for r, w in zip(heard, weights, strict=True) if r.words) <= 0.5:
        return Recognition(())
    phrases = dict.fromkeys(reading.words for recognition in heard for reading in recognition.readings)
    means = [_mean(phrase, heard, weights) for phrase in phrases]
    best = min(means, key=lambda reading: (reading.behind, -reading.fit))
    doubted = [_doubted(replace(reading, behind=reading.behind - best.behind), best, heard[0]) for reading in means]
    readings = sorted(doubted, key=lambda reading: (reading.behind, -reading.fit))[:_KEPT_READINGS]
    stuttered = sum(w for r, w in zip(heard, weights, strict=True) if r.disfluencies) > 0.5
    by_weight = [r for _, r in sorted(zip(weights, heard, strict=True), key=lambda pair: -pair[0]) if r.words]
    if stuttered:
        chosen = next(r for r in by_weight if r.disfluencies)
        return Recognition(chosen.words, chosen.disfluencies, tuple(readings))
    if best.fit >= accept_fit:
        for recognition in by_weight:
            words = fluent(recognition.words, recognition.disfluencies)
            if tuple(word.text for word in words) == best.words:
                return Recognition(words, (), tuple(readings))
    first, last = by_weight[0].words[0], by_weight[0].words[-1]
    if best.fit >= accept_fit:
        return Recognition(_spread(best.words, first.start_s, last.end_s), (), tuple(readings))
    return Recognition((HeardWord("?", first.start_s, last.end_s, 0.0, WordKind.UNKNOWN),), (), tuple(readings))


def _trusted(heard: Sequence[Recognition], weights: Sequence[float]) -> list[float]:
    best = np.array([r.readings[0].fit if r.readings else _NOT_READ_FIT for r in heard])
    trusted = np.array(weights) * np.exp(_TRUST * np.clip(best, _NOT_READ_FIT, _FITS_FULLY))
    return [float(weight) for weight in trusted / trusted.sum()]


def _mean(phrase: tuple[str, ...], heard: Sequence[Recognition], weights: Sequence[float]) -> Reading:
    behind = fit = 0.0
    for recognition, weight in zip(heard, weights, strict=True):
        last = recognition.readings[-1].behind if recognition.readings else 0.0
        missing = Reading(phrase, last + _BEHIND_LAST, _NOT_READ_FIT)
        found = next((reading for reading in recognition.readings if reading.words == phrase), missing)
        behind += weight * found.behind
        fit += weight * found.fit
    return Reading(phrase, behind, fit)


def _doubted(reading: Reading, best: Reading, untuned: Recognition) -> Reading:
    """The reading, less far behind where the sound as it is gives it by itself: then it is no clear mistake."""
    own = next((known.behind for known in untuned.readings if known.words == reading.words), reading.behind)
    doubt = _DOUBT_OF_BEGINNING if reading.words[-1] == best.words[-1] else _DOUBT
    return replace(reading, behind=min(reading.behind, own + doubt))


def _spread(words: tuple[str, ...], start_s: float, end_s: float) -> tuple[HeardWord, ...]:
    """The words of a phrase that no speed by itself puts first, evenly over the time of the utterance."""
    edges = np.linspace(start_s, end_s, len(words) + 1).tolist()
    return tuple(
        HeardWord(word, edges[place], edges[place + 1], 1.0, WordKind.WORD) for place, word in enumerate(words)
    )


def _in_time(recognition: Recognition, speed: float) -> Recognition:
    """The recognition of a sound at another speed with the times of the sound itself."""
    return replace(
        recognition,
        words=tuple(replace(w, start_s=w.start_s * speed, end_s=w.end_s * speed) for w in recognition.words),
        disfluencies=tuple(
            replace(d, start_s=d.start_s * speed, end_s=d.end_s * speed) for d in recognition.disfluencies
        ),
    )


def _level_dbfs(samples: Samples) -> float:
    frames = samples[: len(samples) // 320 * 320].reshape(-1, 320)
    if not len(frames):
        return -120.0
    power = np.sort(np.square(frames.astype(np.float64)).mean(1))
    return float(10 * np.log10(power[-max(1, int(_LOUD_PART * len(power))) :].mean() + 1e-12))
