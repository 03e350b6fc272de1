"""Fixtures that several tests share."""

import os

# As the package does it, but before any test imports numpy: on busy cores two threads make the network much slower.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from pulse import pulse

__all__ = ["pulse"]
