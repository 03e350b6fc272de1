"""A lock on an open file, so that two programs never write one journal; the system frees it when the program ends."""

import os
from typing import IO


def lock(file: IO[bytes]) -> None:
    """Lock an open file for this program alone. Raises OSError where another program, or another opening, holds it."""
    if os.name == "posix":
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        import msvcrt

        # Windows locks a range that others then can't read; far behind any journal's end nobody reads.
        file.seek(1 << 40)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
