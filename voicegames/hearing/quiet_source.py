"""A source of quiet, for a table at which every answer is typed."""

import time

import numpy as np

from voicegames.hearing.recognizer import BLOCK, SAMPLE_RATE
from voicegames.hearing.source import Block


class QuietSource:
    """Gives blocks of zeros at the pace of the wall clock, so that the audio clock runs as with a microphone."""

    live = True

    def __init__(self) -> None:
        self._started_s = time.monotonic()
        self._position = 0
        self._is_closed = False

    def read(self) -> Block | None:
        """Return the next 20 ms of quiet; None after ``close``."""
        if self._is_closed:
            return None
        start, self._position = self._position, self._position + BLOCK
        wait_s = self._started_s + self._position / SAMPLE_RATE - time.monotonic()
        if wait_s > 0:
            time.sleep(wait_s)
        return Block(start, np.zeros(BLOCK, np.float32), time.monotonic())

    def close(self) -> None:
        """Give no more blocks."""
        self._is_closed = True
