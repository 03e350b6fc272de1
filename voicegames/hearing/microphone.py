"""The microphone: opened at the device's own rate, resampled to 16 kHz, its count of samples the clock of the table."""

import contextlib
import queue
import statistics
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import soxr

from voicegames.errors import Failure
from voicegames.hearing.devices import (
    Device,
    Direction,
    exclusive,
    find_device,
    opening_trouble,
    portaudio,
    rescan,
    within,
)
from voicegames.hearing.recognizer import BLOCK, SAMPLE_RATE, Samples
from voicegames.hearing.source import Block, SourceLost
from voicegames.settings import HearingSettings

LOST_AFTER_S = 1.0
"""A microphone that gave no sound for so long has gone."""

BEGINS_WITHIN_S = 5.0
"""A sound server may need a while before the first sound of a microphone comes."""

ZEROS_AFTER_S = 1.0
"""So much sound of nothing but zeros is no quiet room: the microphone is muted, or the system withholds it."""

CLOSE_S = 3.0
"""The longest to wait for PortAudio to let go of a vanished device."""

RESCAN_S = 6.0
"""The longest to wait for PortAudio to list the devices anew."""

CLOCK_CALLBACKS = 200
"""The number of callbacks over which the clock is smoothed."""

CLOCK_JUMP_S = 0.1
"""A callback that is off by more comes after sound was lost: the clock is then taken anew."""

LATENCY = "high"
"""PortAudio's safe setting, some 35 ms on Linux: a lost sample costs more than a ruling that is a little later."""


class SharesPortAudio(Protocol):
    """Another stream of this process, which must let go while the devices are listed anew."""

    @property
    def is_busy(self) -> bool:
        """Whether it should not be disturbed now."""
        ...

    def release(self) -> None:
        """Close the stream."""
        ...

    def reopen(self) -> None:
        """Open the stream again; must not raise."""
        ...


@dataclass(frozen=True, slots=True)
class _Chunk:
    """What one callback brought: mono samples at the device's rate."""

    samples: Samples
    overflowed: bool
    wall_s: float


class _Intake:
    """What the callbacks of one stream fill: a queue (None at the end of the stream), and its clock."""

    def __init__(self, rate: int) -> None:
        self.chunks: queue.SimpleQueue[_Chunk | None] = queue.SimpleQueue()
        self.resampler = soxr.ResampleStream(rate, SAMPLE_RATE, 1, dtype="float32")
        self._rate = rate
        self._frames = 0
        self._lock = threading.Lock()
        self._starts: deque[float] = deque(maxlen=CLOCK_CALLBACKS)

    def on_sound(self, sound: Any, frames: int, times: Any, status: Any) -> None:
        """Copy, queue, and nothing else: this runs on PortAudio's own thread."""
        self.chunks.put(_Chunk(sound.mean(axis=1), bool(status.input_overflow), time.monotonic()))
        if times.inputBufferAdcTime > 0:
            start = times.inputBufferAdcTime - self._frames / self._rate
            with self._lock:
                if self._starts and abs(start - self._starts[-1]) > CLOCK_JUMP_S:
                    self._starts.clear()
                self._starts.append(start)
        self._frames += frames

    @property
    def has_begun(self) -> bool:
        """Whether any sound has come."""
        return self._frames > 0

    def on_end(self) -> None:
        """Tell the reader that no more will come."""
        self.chunks.put(None)

    def start_time(self) -> float | None:
        """Return the time of the first sample on PortAudio's clock, None before anything is known of it."""
        with self._lock:
            return statistics.median(self._starts) if self._starts else None


class Microphone:
    """A live source. ``device`` is a part of a device's name, None for the one of the settings, or the default one.

    ``Block.start`` never goes back: while the microphone is away the clock goes on by the wall clock, so that after
    ``reopen`` it is later by the time that was lost. Reading is for one thread. Raises Failure("no-microphone") or
    Failure("no-portaudio") where it can't be opened.
    """

    live = True

    def __init__(self, device: str | None, settings: HearingSettings) -> None:
        self._wanted = device or settings.input_device
        self._position = 0
        self._opened_at = 0
        self._last_wall_s = time.monotonic()
        self._zeros = 0
        self._pending: Samples = np.zeros(0, np.float32)
        self._overflowed = False
        self._is_lost = False
        self._is_closed = False
        self._companions: list[SharesPortAudio] = []
        self._stream: Any = None
        with exclusive(RESCAN_S):
            self._open()

    @property
    def name(self) -> str:
        """The name of the device that is open."""
        return self._device.name

    @property
    def only_zeros(self) -> bool:
        """Whether the last second brought nothing but zeros: muted, or withheld for want of a permission."""
        return self._zeros >= ZEROS_AFTER_S * SAMPLE_RATE

    def read(self) -> Block | None:
        """Return the next 20 ms; None after ``close``.

        Raises SourceLost when no sound has come for a second, and again at each call until ``reopen`` succeeds.
        """
        while not self._is_closed and len(self._pending) < BLOCK:
            if self._is_lost:
                raise SourceLost(self._lost_sentence())
            self._take_chunk()
        if self._is_closed:
            return None
        samples, self._pending = self._pending[:BLOCK], self._pending[BLOCK:]
        self._zeros = 0 if samples.any() else self._zeros + BLOCK
        block = Block(self._position, samples, self._last_wall_s, self._overflowed)
        self._position += BLOCK
        self._overflowed = False
        return block

    def stream_time(self, at_s: float) -> float:
        """Return the time on PortAudio's clock at which the sound at ``at_s`` of the audio clock was in the air.

        PortAudio's clock is the one of an output stream's DAC times. It comes from the ADC times of the last
        callbacks, whose jitter the median takes out; where the system gives none, it is the present.
        """
        start = self._intake.start_time()
        if start is None:
            return float(self._stream.time) if self._stream is not None else 0.0
        return start + at_s - self._opened_at / SAMPLE_RATE

    def share_with(self, companion: SharesPortAudio) -> None:
        """Let ``companion`` close and open its stream whenever the devices are listed anew."""
        self._companions.append(companion)

    def reopen(self) -> None:
        """Open the microphone again, found by its name among the devices that there are now.

        Raises SourceLost where it is not back, or while the table is still speaking; try again a second later.
        """
        if any(companion.is_busy for companion in self._companions):
            raise SourceLost(self._lost_sentence())
        self._is_lost = True
        try:
            with exclusive(RESCAN_S):
                for companion in self._companions:
                    companion.release()
                self._abandon()
                within(RESCAN_S, rescan)
                self._open()
        except (Failure, TimeoutError) as error:
            raise SourceLost(error.sentence if isinstance(error, Failure) else self._lost_sentence()) from error
        finally:
            for companion in self._companions:
                companion.reopen()
        lost_s = max(0.0, time.monotonic() - self._last_wall_s)
        self._position += round(lost_s * SAMPLE_RATE / BLOCK) * BLOCK
        self._opened_at = self._position
        self._overflowed = True
        self._is_lost = False

    def close(self) -> None:
        """Free the device. May be called twice, and from another thread than the one that reads."""
        if not self._is_closed:
            self._is_closed = True
            self._intake.on_end()
            self._abandon()

    def _open(self) -> None:
        sounddevice = portaudio()
        self._device: Device = find_device(Direction.INPUT, self._wanted)
        self._intake = _Intake(self._device.rate)
        self._pending = np.zeros(0, np.float32)
        trouble: Exception | None = None
        # Most devices give one channel when asked for one; some only open with all that they have.
        for channels in dict.fromkeys((1, min(2, self._device.channels), self._device.channels)):
            try:
                self._stream = sounddevice.InputStream(
                    device=self._device.index,
                    channels=channels,
                    samplerate=self._device.rate,
                    dtype="float32",
                    latency=LATENCY,
                    callback=self._intake.on_sound,
                    finished_callback=self._intake.on_end,
                )
                self._stream.start()
            except sounddevice.PortAudioError as error:
                trouble = error
                self._abandon()
            else:
                return
        assert trouble is not None
        raise opening_trouble(self._device, trouble)

    def _take_chunk(self) -> None:
        chunk = None
        # In two halves: when the machine or the process has slept, the first one is over before anything can come.
        for _ in range(2):
            wait_s = LOST_AFTER_S if self._intake.has_begun else BEGINS_WITHIN_S
            with contextlib.suppress(queue.Empty):
                chunk = self._intake.chunks.get(timeout=wait_s / 2)
                break
        if chunk is None:
            self._is_lost = True
            return
        self._overflowed = self._overflowed or chunk.overflowed
        self._last_wall_s = chunk.wall_s
        self._pending = np.concatenate([self._pending, self._intake.resampler.resample_chunk(chunk.samples)])

    def _abandon(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            with contextlib.suppress(TimeoutError):
                within(CLOSE_S, lambda: stream.close(ignore_errors=True))

    def _lost_sentence(self) -> str:
        return f"The microphone {self._device.name!r} has gone; plug it in again, and the game goes on."
