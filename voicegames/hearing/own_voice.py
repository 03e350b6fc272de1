"""The table's own voice, taken out of what the ear hears while both speak: for games in which the ear stays open.

We know what was played, not how it reaches the microphone. So for each sentence that may lie in an utterance, the delay
is found where the two fit best, then the short filter that explains the microphone's sound best (least squares, as in
Haykin, Adaptive Filter Theory, chapter 8), and what it predicts is subtracted. It is done on whole utterances, which
are short, so that nothing has to adapt in time.
"""

from collections import deque
from dataclasses import dataclass

import numpy as np
import soxr

from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.speaking.pcm import Pcm

LONGEST_DELAY_S = 0.6
"""The longest time from handing a sentence to the loudspeaker until the microphone hears it."""

TAPS = 800
"""The length of the filter: 50 ms, the loudspeaker and the first echoes."""

_BEFORE_PEAK = 32
_DIAGONAL_LOAD = 1e-3
_HEARD_AT_ALL = 0.01
_FRAME = 320
_KEPT_S = 30.0
_LEFT_DB = -12.0
_SPEECH_UNDER_PEAK_DB = 25.0
_MOSTLY_OURS_DB = 6.0
_MOST = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class _Sentence:
    start: int
    samples: Samples


@dataclass(frozen=True, slots=True, eq=False)
class Cleaned:
    """Sound without the table's voice; ``onset`` is the sample at which somebody else begins, None where nobody does.

    ``is_changed`` is False where the table did not speak.
    """

    samples: Samples
    onset: int | None
    is_changed: bool


class OwnVoice:
    """Remembers the last half minute of what the table said. May be told of it from another thread."""

    def __init__(self) -> None:
        self._sentences: deque[_Sentence] = deque()
        self._end = 0

    def note(self, pcm: Pcm, now_s: float) -> None:
        """A sentence is handed to the loudspeaker at ``now_s`` on the audio clock, after those before it."""
        samples = np.asarray(soxr.resample(pcm.samples, pcm.rate, SAMPLE_RATE), np.float32)
        start = max(round(now_s * SAMPLE_RATE), self._end)
        self._end = start + len(samples)
        self._sentences.append(_Sentence(start, samples))
        while self._sentences[0].start < start - _KEPT_S * SAMPLE_RATE:
            self._sentences.popleft()

    def stop(self, now_s: float) -> None:
        """The table fell silent at ``now_s`` on the audio clock: what was still to be said was not."""
        now = round(now_s * SAMPLE_RATE)
        begun = [s for s in self._sentences if s.start < now]
        self._sentences = deque(_Sentence(s.start, s.samples[: now - s.start]) for s in begun)
        self._end = min(self._end, now)

    def covers(self, start: int, end: int) -> bool:
        """Whether the table may have spoken for more than half of the time from sample ``start`` to ``end``."""
        delay = round(LONGEST_DELAY_S * SAMPLE_RATE)
        ours = sum(
            max(0, min(end, s.start + len(s.samples) + delay) - max(start, s.start)) for s in list(self._sentences)
        )
        return ours > _MOST * (end - start)

    def removed(self, samples: Samples, start: int) -> Cleaned:
        """Return ``samples``, the first of which is number ``start`` on the audio clock, without the table's voice."""
        end, delay = start + len(samples), round(LONGEST_DELAY_S * SAMPLE_RATE)
        own = [s for s in list(self._sentences) if s.start < end and s.start + len(s.samples) + delay > start]
        cleaned = samples
        for sentence in own:
            cleaned = _without(cleaned, start, sentence)
        if not own:
            return Cleaned(samples, None, is_changed=False)
        return Cleaned(cleaned, _onset(samples, cleaned), is_changed=True)


def _without(heard: Samples, start: int, sentence: _Sentence) -> Samples:
    """Subtract one sentence, where it is heard at all."""
    size = 1 << (len(heard) + len(sentence.samples) + TAPS).bit_length()
    spectrum = np.fft.rfft(sentence.samples, size)
    cross = np.fft.irfft(np.fft.rfft(heard, size) * np.conj(spectrum), size)
    expected = sentence.start - start
    earliest = max(expected - _BEFORE_PEAK, 1 - len(sentence.samples))
    latest = min(expected + round(LONGEST_DELAY_S * SAMPLE_RATE), len(heard))
    if earliest >= latest:
        return heard
    lags = np.arange(earliest, latest)
    peak = int(lags[np.argmax(np.abs(cross[lags]))])
    first = peak - _BEFORE_PEAK
    # The sentence may have begun before what was heard, or end after it.
    placed = np.zeros(len(heard), np.float32)
    low, high = max(0, first), min(len(heard), first + len(sentence.samples))
    if low >= high:
        return heard
    placed[low:high] = sentence.samples[low - first : high - first]
    size = 1 << (len(heard) + TAPS).bit_length()
    spectrum = np.fft.rfft(placed, size)
    wanted = np.fft.irfft(np.fft.rfft(heard, size) * np.conj(spectrum), size)[:TAPS]
    own = np.fft.irfft(np.abs(spectrum) ** 2, size)[:TAPS]
    if own[0] <= 0:
        return heard
    places = np.abs(np.arange(TAPS)[:, None] - np.arange(TAPS)[None, :])
    matrix = own[places]
    matrix[np.diag_indices(TAPS)] += _DIAGONAL_LOAD * own[0]
    filtered = np.linalg.solve(matrix, wanted)
    predicted = np.fft.irfft(np.fft.rfft(filtered, size) * spectrum, size)[: len(heard)]
    if float(np.square(predicted).sum()) < _HEARD_AT_ALL * float(np.square(heard[low:high]).sum()):
        return heard
    return np.asarray(heard - predicted, np.float32)


def _onset(heard: Samples, cleaned: Samples) -> int | None:
    """The first frame in which somebody else speaks, or None where what is left is only a rest of our own voice."""
    levels, before = _levels(cleaned), _levels(heard)
    if not len(levels) or levels.max() < before.max() + _LEFT_DB:
        return None
    # A frame of which most was taken out is our own voice, however loud what is left of it.
    loud = np.flatnonzero((levels > levels.max() - _SPEECH_UNDER_PEAK_DB) & (levels > before - _MOSTLY_OURS_DB))
    return int(loud[0]) * _FRAME if len(loud) else None


def _levels(samples: Samples) -> Samples:
    whole = samples[: len(samples) // _FRAME * _FRAME].reshape(-1, _FRAME)
    return np.asarray(10 * np.log10(np.square(whole).mean(1) + 1e-12), np.float32)
