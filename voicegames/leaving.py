"""Ctrl-C: the first one leaves, and those after it don't disturb the leaving."""

import os
import signal
import time
from types import FrameType

LEAVES_WITHIN_S = 5.0
"""How long the sound devices and the page may take to close; a Ctrl-C after that ends the program at once."""

_EXIT_INTERRUPTED = 130


def leave_at_first_interrupt() -> None:
    """Let the first Ctrl-C raise KeyboardInterrupt, and the next ones do nothing while the program leaves.

    People press it again where leaving takes a second, and an exit handler that is interrupted prints a traceback. Only
    for the program itself, in its main thread. Where Ctrl-C is ignored, as in the background, it stays so.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    left_s: float | None = None

    def leave(number: int, frame: FrameType | None) -> None:
        nonlocal left_s
        if left_s is None:
            left_s = time.monotonic()
            raise KeyboardInterrupt
        if time.monotonic() - left_s > LEAVES_WITHIN_S:
            os._exit(_EXIT_INTERRUPTED)

    signal.signal(signal.SIGINT, leave)
