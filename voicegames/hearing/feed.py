"""A source that a test or a robot's voice fills with samples."""

import time
from collections import deque

import numpy as np

from voicegames.hearing.recognizer import BLOCK, Samples
from voicegames.hearing.source import Block


class Feed:
    """Gives the samples that were pushed in blocks of 20 ms, in order.

    With ``endless`` it gives silence where nothing was pushed; else it ends there, its last block filled with silence.
    """

    live = False

    def __init__(self, *, endless: bool = False) -> None:
        self._endless = endless
        self._waiting: deque[Samples] = deque()
        self._start = 0
        self._closed = False

    def push(self, samples: Samples) -> None:
        """Append mono float32 samples at 16 kHz, shape (n,), of any length."""
        if len(samples):
            self._waiting.append(np.asarray(samples, dtype=np.float32))

    def read(self) -> Block | None:
        """Return the next block, or None at the end."""
        if self._closed or not (self._waiting or self._endless):
            return None
        samples = np.zeros(BLOCK, np.float32)
        filled = 0
        while self._waiting and filled < BLOCK:
            piece = self._waiting.popleft()
            taken = min(len(piece), BLOCK - filled)
            samples[filled : filled + taken] = piece[:taken]
            filled += taken
            if taken < len(piece):
                self._waiting.appendleft(piece[taken:])
        block = Block(self._start, samples, time.monotonic())
        self._start += BLOCK
        return block

    def close(self) -> None:
        """End the sound. May be called twice."""
        self._closed = True
