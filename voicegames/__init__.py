"""A laptop that deals, listens, referees and keeps score for family games, by voice and offline."""

import os

# the matrices of the phone network are small: more threads only make each of them slower
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
