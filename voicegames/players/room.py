"""A simulated room: its microphone hears the players, the table's own loudspeaker and a low noise, on its own clock."""

import threading
import time
from collections import deque
from collections.abc import Callable

import numpy as np
import soxr

from voicegames.hearing.recognizer import BLOCK, SAMPLE_RATE, Samples
from voicegames.hearing.source import Block
from voicegames.speaking.pcm import Pcm

ECHOES = ((0.011, -9.0), (0.023, -14.0), (0.047, -21.0))
"""The echoes of a small room: delay in seconds, level in dB against the direct sound."""


class Room:
    """A source and a loudspeaker at once, so that all times are exact and no device is needed.

    ``noise_dbfs`` is the level (RMS) of the noise floor, seeded by ``seed``. The table's own voice reaches the
    microphone ``own_voice_db`` louder than it was played, with echoes. With ``realtime`` a block takes 20 ms of the
    wall clock; ``listener`` gets each block without the noise, for those who want to hear the room. May be used from
    several threads.
    """

    live = False

    def __init__(
        self,
        *,
        seed: int = 0,
        noise_dbfs: float = -65.0,
        own_voice_db: float = -6.0,
        realtime: bool = False,
        listener: Callable[[Samples], None] | None = None,
    ) -> None:
        self._rng = np.random.default_rng(seed)
        self._noise = 10 ** (noise_dbfs / 20)
        self._own_gain = 10 ** (own_voice_db / 20)
        self._realtime = realtime
        self._listener = listener
        self._lock = threading.Lock()
        self._position = 0
        self._coming: deque[tuple[int, Samples]] = deque()
        self._own: deque[tuple[int, Samples]] = deque()
        self._own_end = 0
        self._started_wall_s: float | None = None
        self._closed = False

    @property
    def now_s(self) -> float:
        """The audio clock: the end of the block that was read last, in seconds."""
        return self._position / SAMPLE_RATE

    def read(self) -> Block | None:
        """Return the next 20 ms of what the microphone hears; None after ``close``."""
        if self._closed:
            return None
        if self._realtime:
            self._wait()
        with self._lock:
            sound = _mixed(self._coming, self._position) + _mixed(self._own, self._position)
            start, self._position = self._position, self._position + BLOCK
        noise = self._rng.normal(0.0, self._noise, BLOCK).astype(np.float32)
        if self._listener is not None:
            self._listener(sound)
        return Block(start, np.clip(sound + noise, -1.0, 1.0), time.monotonic())

    def speak_at(self, at_s: float, pcm: Pcm, gain: float = 1.0) -> float:
        """Let a player's sound begin at ``at_s`` seconds on the audio clock; ``gain`` is a factor.

        A time that has been read already becomes now. Returns the time at which the sound begins.
        """
        samples = _at_16_khz(pcm) * np.float32(gain)
        with self._lock:
            start = max(round(at_s * SAMPLE_RATE), self._position)
            self._coming.append((start, samples))
        return start / SAMPLE_RATE

    def hush(self) -> None:
        """Forget what players were still to say."""
        with self._lock:
            self._coming.clear()

    def play(self, pcm: Pcm) -> None:
        """Play the table's own voice, after what is playing already; the microphone hears it too."""
        samples = _at_16_khz(pcm) * np.float32(self._own_gain)
        with self._lock:
            start = max(self._own_end, self._position)
            self._own_end = start + len(samples)
            self._own.append((start, _with_echoes(samples)))

    def is_playing(self, at_s: float) -> bool:
        """Whether the table's own sound is in the air at ``at_s`` (its echoes do not count), or still to come."""
        return at_s * SAMPLE_RATE < self._own_end

    def stop(self) -> None:
        """Let the table fall silent."""
        with self._lock:
            self._own.clear()
            self._own_end = self._position

    def close(self) -> None:
        """End the room: ``read`` gives None from now on."""
        self._closed = True

    def _wait(self) -> None:
        now = time.monotonic()
        if self._started_wall_s is None:
            self._started_wall_s = now
        due = self._started_wall_s + (self._position + BLOCK) / SAMPLE_RATE
        if due > now:
            time.sleep(due - now)


def _mixed(sounds: deque[tuple[int, Samples]], position: int) -> Samples:
    """Add up what of ``sounds`` falls into the block at ``position``, and drop those that have ended."""
    block = np.zeros(BLOCK, np.float32)
    for _ in range(len(sounds)):
        start, samples = sounds.popleft()
        first, last = max(start, position), min(start + len(samples), position + BLOCK)
        if first < last:
            block[first - position : last - position] += samples[first - start : last - start]
        if start + len(samples) > position + BLOCK:
            sounds.append((start, samples))
    return block


def _with_echoes(samples: Samples) -> Samples:
    longest = max(round(delay_s * SAMPLE_RATE) for delay_s, _ in ECHOES)
    heard = np.zeros(len(samples) + longest, np.float32)
    heard[: len(samples)] = samples
    for delay_s, level_db in ECHOES:
        delay = round(delay_s * SAMPLE_RATE)
        heard[delay : delay + len(samples)] += samples * np.float32(10 ** (level_db / 20))
    return heard


def _at_16_khz(pcm: Pcm) -> Samples:
    if pcm.rate == SAMPLE_RATE:
        return np.asarray(pcm.samples, np.float32)
    return np.asarray(soxr.resample(pcm.samples, pcm.rate, SAMPLE_RATE), np.float32)
