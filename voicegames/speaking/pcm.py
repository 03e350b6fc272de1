"""A stretch of sound to play."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True, eq=False)
class Pcm:
    """Mono float32 samples in [-1, 1], shape (n,), and their rate in samples a second."""

    samples: npt.NDArray[np.float32]
    rate: int

    @property
    def duration_s(self) -> float:
        """Its length in seconds."""
        return len(self.samples) / self.rate
