"""Where speech begins and ends: energy in three bands over a noise floor that adapts, 5 ms at a time.

Measured against three voice activity detectors, the three bands gave the truest onsets: the low one hears vowels, the
middle one most consonants, the high one s, f and the bursts of p, t and k.
"""

from collections import deque
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.settings import HearingSettings

HOP = 80
"""Samples between two measurements (5 ms)."""

_WINDOW = 320
_SPECTRUM = 512
_BANDS_HZ = ((200, 900), (900, 3500), (3500, 7500))
_HOPS_A_SECOND = SAMPLE_RATE // HOP
_MOST_BACKTRACK_HOPS = 60
_JOIN_HOPS = 24
_UNDER_LOUDEST_DB = 28.0
_ABOVE_MEDIAN_DB = 2.0
_ECHO_DECAY_DB_A_HOP = 0.5
_SILENCE_DBFS = -120.0

_Levels = npt.NDArray[np.float64]


class Change(Enum):
    """What happened to the utterance."""

    STARTED = "started"
    PAUSED = "paused"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Boundary:
    """A change of the utterance.

    ``at_s`` is when it was found out, ``onset_s`` where the utterance began, ``end_s`` where its last sound ended so
    far; all in seconds on the audio clock. PAUSED comes once for each quiet inside or after the utterance.
    """

    change: Change
    at_s: float
    onset_s: float
    end_s: float


class NoiseFloor:
    """The level of the room in each band, from the last three seconds outside of utterances.

    It is the median, or 2 dB below the 85th percentile if that is more: in steady noise they are the same, but people
    who talk in the background come and go, and are not to be taken for the one who answers. Where the room grows
    louder for good, everything sounds like one utterance; so the floor is at least the 10th percentile of the last
    three seconds of all sound, which the gaps between words keep low while somebody speaks. ``is_settled`` after the
    first 100 ms; until a second of the room was heard the floor stays below -45 dBFS, for recordings that begin with
    speech.
    """

    _bounds_dbfs = (-75.0, -45.0)
    _settled_hops = 20
    _every = 8

    def __init__(self) -> None:
        bands = len(_BANDS_HZ)
        self._outside: _Levels = np.zeros((3 * _HOPS_A_SECOND, bands))
        self._all: _Levels = np.full((3 * _HOPS_A_SECOND, bands), _SILENCE_DBFS)
        self._outside_count = self._count = 0
        self.levels: _Levels = np.full(bands, self._bounds_dbfs[0])

    @property
    def is_settled(self) -> bool:
        """Whether enough was heard to know the room."""
        return self._count >= self._settled_hops

    def add(self, level: _Levels, *, speech: bool) -> None:
        """Take the levels of one hop in dBFS, shape (bands,)."""
        if not speech:
            self._outside[self._outside_count % len(self._outside)] = level
            self._outside_count += 1
        self._all[self._count % len(self._all)] = level
        self._count += 1
        if self._count % self._every == 0 or self._count == self._settled_hops:
            outside = self._outside[: self._outside_count]
            lowest, highest = self._bounds_dbfs
            levels = np.maximum(_percentile(outside, 0.5), _percentile(outside, 0.85) - _ABOVE_MEDIAN_DB)
            self.levels = np.maximum(np.maximum(levels, _percentile(self._all, 0.1)), lowest)
            if self._outside_count < _HOPS_A_SECOND:
                self.levels = np.minimum(self.levels, highest)


def _percentile(levels: _Levels, part: float) -> _Levels:
    at = int(part * len(levels))
    result: _Levels = np.partition(levels, at, axis=0)[at]
    return result


class Endpointer:
    """Finds utterances in a stream of samples. The result doesn't depend on how the stream is cut into pieces."""

    def __init__(self, settings: HearingSettings) -> None:
        self._settings = settings
        self._trigger_hops = max(1, round(settings.trigger_ms / 5))
        self._provisional_hops = round(settings.quiet_before_provisional_ms / 5)
        self._final_hops = round(settings.quiet_before_final_ms / 5)
        self._minimum_hops = round(settings.minimum_speech_ms / 5)
        frequencies = np.fft.rfftfreq(_SPECTRUM, 1 / SAMPLE_RATE)
        masks = [(frequencies >= low) & (frequencies < high) for low, high in _BANDS_HZ]
        self._bands = np.array(masks, np.float64).T
        self._taper = np.hanning(_WINDOW).astype(np.float32)
        self._scale = 2.0 / (_SPECTRUM * float(np.square(self._taper).sum()))
        self._floor = NoiseFloor()
        self._level_dbfs = _SILENCE_DBFS
        self.restart(0)

    @property
    def level_dbfs(self) -> float:
        """The level of the last 20 ms: RMS in dBFS over the three bands."""
        return self._level_dbfs

    @property
    def noise_dbfs(self) -> float:
        """The noise floor: RMS in dBFS over the three bands."""
        return float(10 * np.log10(np.power(10, self._floor.levels / 10).sum()))

    @property
    def onset_s(self) -> float | None:
        """Where the utterance that is running began, in seconds on the audio clock, or None."""
        return None if self._onset is None else self._time(self._onset)

    def restart(self, at_sample: int, *, ringing: bool = False) -> None:
        """Drop the utterance that is running and go on at ``at_sample``; the noise floor is kept.

        ``ringing`` says that the room may still ring with the table's own voice: only what rises out of a decay of
        60 dB in 0.6 s counts as sound.
        """
        self._origin, self._hops = at_sample, 0
        self._rest: Samples = np.zeros(0, np.float32)
        self._ringing = ringing
        self._echo = np.full(len(_BANDS_HZ), _SILENCE_DBFS)
        self._excesses: deque[float] = deque(maxlen=_MOST_BACKTRACK_HOPS)
        self._over = 0
        self._island_start: int | None = None
        self._island_end = self._active = 0
        self._loudest = _SILENCE_DBFS
        self._forget()

    def push(self, samples: Samples) -> tuple[Boundary, ...]:
        """Take the next samples and return what changed, in the order of time."""
        self._rest = np.concatenate([self._rest, samples])
        count = (len(self._rest) - _WINDOW) // HOP + 1
        if count <= 0:
            return ()
        windows = np.lib.stride_tricks.sliding_window_view(self._rest, _WINDOW)[::HOP][:count]
        self._rest = self._rest[count * HOP :]
        power = np.square(np.abs(np.fft.rfft(windows * self._taper, _SPECTRUM))) @ self._bands * self._scale
        levels = 10 * np.log10(power + 1e-12)
        totals = 10 * np.log10(power.sum(1) + 1e-12)
        found: list[Boundary] = []
        for level, total in zip(levels, totals.tolist(), strict=True):
            self._hop(level, total)
            if boundary := self._changed():
                found.append(boundary)
        return tuple(found)

    def end(self) -> tuple[Boundary, ...]:
        """End the utterance that is running, because the sound is over or the utterance is too long."""
        if self._onset is None:
            return ()
        boundary = self._boundary(Change.ENDED)
        self._island_start = None
        self._forget()
        return (boundary,)

    def _forget(self) -> None:
        self._onset: int | None = None
        self._end = 0
        self._started = self._paused = False

    def _hop(self, level: _Levels, total: float) -> None:
        """Follow one stretch of sound: triggered, back-tracked, then long and loud enough to be speech."""
        self._level_dbfs = total
        if self._ringing and self._hops < 2:
            self._echo = np.maximum(self._echo, level)
        excess = float((level - np.maximum(self._floor.levels, self._echo)).max())
        self._echo -= _ECHO_DECAY_DB_A_HOP
        self._excesses.append(excess)
        # Reverberation dies away under the loudest sound of its utterance, and is no new sound.
        is_sound = self._onset is None or total >= self._loudest - _UNDER_LOUDEST_DB
        self._over = self._over + 1 if is_sound and excess >= self._settings.trigger_db else 0
        if self._island_start is None and self._over >= self._trigger_hops and self._floor.is_settled:
            self._land(total)
        elif self._island_start is not None:
            self._loudest = max(self._loudest, total)
            if excess >= self._settings.backtrack_db and total >= self._loudest - _UNDER_LOUDEST_DB:
                self._active += 1
                self._island_end = self._hops + 1
            elif self._hops + 1 - self._island_end >= _JOIN_HOPS:
                self._island_start = None
        self._hops += 1
        speech = self._island_start is not None and self._is_speech()
        if speech:
            if self._onset is None:
                self._onset = self._island_start
            if self._island_end > self._end:
                self._end, self._paused = self._island_end, False
        self._floor.add(level, speech=speech and self._island_end == self._hops)

    def _land(self, total: float) -> None:
        """Begin an island of sound where the excess last rose over the lower threshold."""
        back = 0
        for excess in reversed(self._excesses):
            if excess < self._settings.backtrack_db:
                break
            back += 1
        self._island_start = self._hops + 1 - back
        self._island_end = self._hops + 1
        self._active = back
        self._loudest = total if self._onset is None else max(self._loudest, total)

    def _is_speech(self) -> bool:
        return self._active >= self._minimum_hops and self._loudest >= self._settings.quietest_speech_dbfs

    def _changed(self) -> Boundary | None:
        if self._onset is None:
            return None
        if not self._started:
            self._started = True
            return self._boundary(Change.STARTED)
        quiet = self._hops - self._end
        growing = self._island_start is not None and self._island_end > self._end and self._island_end == self._hops
        if quiet >= self._final_hops and not growing:
            boundary = self._boundary(Change.ENDED)
            self._forget()
            return boundary
        if quiet >= self._provisional_hops and not self._paused:
            self._paused = True
            return self._boundary(Change.PAUSED)
        return None

    def _boundary(self, change: Change) -> Boundary:
        at_s = (self._origin + (self._hops - 1) * HOP + _WINDOW) / SAMPLE_RATE
        return Boundary(change, at_s, self._time(self._onset or 0), self._time(self._end))

    def _time(self, hop: int) -> float:
        return (self._origin + hop * HOP + _WINDOW // 2) / SAMPLE_RATE
