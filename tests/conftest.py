"""Fixtures that several tests share."""

import os
import signal

# As the package does it, but before any test imports numpy: on busy cores two threads make the network much slower.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from pulse import pulse, quiet_room

__all__ = ["pulse", "quiet_room"]

# A shell starts background work with Ctrl-C ignored, and the programs that tests press Ctrl-C in would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
