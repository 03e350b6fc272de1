"""The protocol that the recognisers share."""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from voicegames.hearing.utterance import Recognition
from voicegames.hearing.vocabulary import Vocabulary

SAMPLE_RATE = 16_000
"""The rate of all sound inside the package, in samples a second."""

BLOCK = 320
"""The samples of one block: 20 ms."""

Samples = npt.NDArray[np.float32]
"""Mono samples in [-1, 1] at SAMPLE_RATE, shape (n,)."""


class Recognizer(Protocol):
    """Turns the samples of one utterance into words. Opened once, used from one thread."""

    name: str

    def recognize(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
        """Recognise one endpointed utterance (with some quiet before and after it) against a vocabulary.

        Sound that is no phrase of the vocabulary gives a single UNKNOWN word; no speech at all gives no words.
        """
        ...

    def prepare(self, vocabulary: Vocabulary) -> None:
        """Compile what the vocabulary needs, so that the first utterance is not late.

        Raises Failure with the code "missing-word" where the engine has none of a word's spellings.
        """
        ...
