"""The loudspeaker of the machine: sound is queued and played by PortAudio, and its true end is known."""

import contextlib
import threading
import time
from collections import deque
from typing import Any

import numpy as np
import soxr

from voicegames.errors import Failure
from voicegames.hearing.devices import Device, Direction, exclusive, find_device, opening_trouble, portaudio, within
from voicegames.hearing.microphone import Microphone
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.speaking.pcm import Pcm

STALLED_AFTER_S = 1.5
"""A device that has not asked for sound for so long, while there is some to play, has gone."""

CLOSE_S = 3.0
"""The longest to wait for PortAudio to let go of a vanished device."""

OPEN_S = 6.0
"""The longest to wait until PortAudio is free to open the device."""

CUSHION_S = 0.1
"""How far an endless sound is played behind its blocks."""

RETRY_S = 5.0
"""How long a device that failed is left alone before another sentence tries it again."""


class DevicePlayback:
    """A loudspeaker on a real device. ``device`` is a part of its name, or None for the default one.

    With the ``microphone`` whose samples are the audio clock, times on that clock are compared with the DAC times of
    the output stream; without one they are taken for the present. When the device vanishes, what was queued is
    dropped, ``failed`` says so, and nothing waits for it. Raises Failure("no-loudspeaker") or Failure("no-portaudio")
    where it can't be opened in the first place.
    """

    def __init__(self, device: str | None = None, microphone: Microphone | None = None) -> None:
        self._wanted = device
        self._microphone = microphone
        self._lock = threading.Lock()
        self._queue: deque[Samples] = deque()
        self._end = 0.0
        self._asked_wall_s = time.monotonic()
        self._failed: str | None = None
        self._retry_wall_s = 0.0
        self._is_closed = False
        self._stream: Any = None
        self._latency = 0.0
        self._live: soxr.ResampleStream | None = None
        self._has_ended = threading.Event()
        with exclusive(OPEN_S):
            self._open()
        if microphone is not None:
            microphone.share_with(self)

    @property
    def name(self) -> str:
        """The name of the device."""
        return self._device.name

    @property
    def failed(self) -> str | None:
        """A sentence on why nothing can be heard, or None while all is well."""
        self._check()
        return self._failed

    @property
    def is_busy(self) -> bool:
        """Whether sound is waiting or in the air now."""
        stream = self._stream
        return stream is not None and self._is_unplayed_at(float(stream.time))

    def play(self, pcm: Pcm) -> None:
        """Play after what is playing already. Returns at once, but for up to 3 s when it tries a lost device again."""
        self._queue_up(np.asarray(soxr.resample(pcm.samples, pcm.rate, self._device.rate), np.float32))

    def play_block(self, samples: Samples) -> None:
        """Play a block of an endless sound at 16 kHz, seamless with the block before it."""
        if self._live is None:
            self._live = soxr.ResampleStream(SAMPLE_RATE, self._device.rate, 1, dtype="float32")
        block = self._live.resample_chunk(samples)
        if not self._queue:
            # A cushion, since blocks that come in real time do not come evenly.
            block = np.concatenate([np.zeros(round(CUSHION_S * self._device.rate), np.float32), block])
        self._queue_up(block)

    def is_playing(self, at_s: float) -> bool:
        """Whether sound of ours is in the air at ``at_s`` seconds on the audio clock, or still to come."""
        stream = self._stream
        if stream is None:
            return False
        at = self._microphone.stream_time(at_s) if self._microphone is not None else float(stream.time)
        return self._is_unplayed_at(at)

    def stop(self) -> None:
        """Fall silent now; what the device has taken already (some 35 ms) is still heard."""
        with self._lock:
            self._queue.clear()

    def close(self) -> None:
        """Free the device. May be called twice."""
        self._is_closed = True
        self.release()

    def release(self) -> None:
        """Let go of the device, and forget what was queued."""
        self._let_go(CLOSE_S)

    def reopen(self) -> None:
        """Open the device again, found by its name; ``failed`` says whether that went well."""
        try:
            with exclusive(OPEN_S):
                if not self._is_closed and self._stream is None:
                    self._open()
        except Failure as failure:
            self._failed = failure.sentence

    def _open(self) -> None:
        sounddevice = portaudio()
        self._device: Device = find_device(Direction.OUTPUT, self._wanted)
        self._live = None
        self._has_ended = threading.Event()
        try:
            self._stream = sounddevice.OutputStream(
                device=self._device.index,
                channels=min(2, self._device.channels),
                samplerate=self._device.rate,
                dtype="float32",
                latency="high",
                callback=self._on_demand,
                finished_callback=self._has_ended.set,
            )
            self._latency = float(self._stream.latency)
            self._stream.start()
        except sounddevice.PortAudioError as error:
            self.release()
            raise opening_trouble(self._device, error) from error
        self._end = 0.0
        self._asked_wall_s = time.monotonic()
        self._failed = None

    def _let_go(self, wait_s: float) -> None:
        with self._lock:
            self._queue.clear()
        stream, self._stream = self._stream, None
        if stream is not None:
            with contextlib.suppress(TimeoutError):
                within(wait_s, lambda: stream.close(ignore_errors=True))

    def _queue_up(self, samples: Samples) -> None:
        self._check()
        if self._failed is not None and time.monotonic() > self._retry_wall_s:
            self._retry_wall_s = time.monotonic() + RETRY_S
            with contextlib.suppress(TimeoutError):
                within(CLOSE_S, self.reopen)
        if self._failed is None and len(samples):
            with self._lock:
                if not self._queue:
                    self._asked_wall_s = time.monotonic()
                self._queue.append(samples)

    def _is_unplayed_at(self, at: float) -> bool:
        self._check()
        with self._lock:
            return self._failed is None and (bool(self._queue) or at < self._end)

    def _check(self) -> None:
        if self._stream is None:
            return
        with self._lock:
            has_stalled = bool(self._queue) and time.monotonic() - self._asked_wall_s > STALLED_AFTER_S
        if has_stalled or self._has_ended.is_set():
            self._failed = f"The loudspeaker {self._device.name!r} has gone; until it is back there are captions only."
            self._retry_wall_s = time.monotonic() + RETRY_S
            # The game is asking, and must not wait for a device that may never answer.
            self._let_go(0.0)

    def _on_demand(self, out: Any, frames: int, times: Any, status: Any) -> None:
        # On PortAudio's own thread: nothing here may wait for anything but the shortest of locks.
        out.fill(0)
        filled = 0
        with self._lock:
            while self._queue and filled < frames:
                samples = self._queue.popleft()
                taken = min(len(samples), frames - filled)
                out[filled : filled + taken] = samples[:taken, np.newaxis]
                filled += taken
                if taken < len(samples):
                    self._queue.appendleft(samples[taken:])
            self._asked_wall_s = time.monotonic()
            if filled:
                # Some systems give no DAC time: then the sound is heard after the latency that they promise.
                heard = max(times.outputBufferDacTime, times.currentTime)
                if times.outputBufferDacTime <= 0:
                    heard += self._latency
                self._end = heard + filled / self._device.rate
