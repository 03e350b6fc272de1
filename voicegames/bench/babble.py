"""Other people's talk: sentences of a split's voices, several at once, never in the talker's own voice."""

from collections.abc import Sequence

import numpy as np

from voicegames.bench.edges import active_rms, bare
from voicegames.bench.items import PLAIN_SENTENCES
from voicegames.bench.said import Said
from voicegames.bench.synthesis import Synthesis
from voicegames.bench.voices import BenchVoice
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

TALKERS = 5
"""How many talk at once in babble."""

_SENTENCES_EACH = 4


class Babble:
    """Talk by the voices of one split, none of it with a word of the game."""

    def __init__(
        self, synthesis: Synthesis, voices: Sequence[BenchVoice], sentences: Sequence[str] = PLAIN_SENTENCES
    ) -> None:
        self._synthesis = synthesis
        self._voices = tuple(voices)
        self._sentences = tuple(sentences)

    def talk(self, length: int, rng: np.random.Generator, *, without: str, talkers: int = TALKERS) -> Samples:
        """Return the talk of several voices with an RMS of 1; ``without`` is the base voice that must not be in it."""
        others = [voice for voice in self._voices if voice.base != without]
        bases = list(dict.fromkeys(voice.base for voice in others))
        result = np.zeros(length, np.float32)
        for base in rng.permutation(bases)[:talkers]:
            own = [voice for voice in others if voice.base == base]
            voice = own[int(rng.integers(len(own)))]
            result += self._monologue(voice, length, rng) * np.float32(10 ** (rng.uniform(-3, 3) / 20))
        return np.asarray(result / max(1e-9, float(np.sqrt(np.mean(result**2)))), np.float32)

    def _monologue(self, voice: BenchVoice, length: int, rng: np.random.Generator) -> Samples:
        # A few sentences of each voice are enough, and each is rendered only once.
        own = np.random.default_rng([len(voice.name), *voice.name.encode()]).permutation(len(self._sentences))
        texts = [self._sentences[number] for number in own[:_SENTENCES_EACH]]
        self._synthesis.prepare(voice, [Said(text) for text in texts])
        said = [bare(self._synthesis.say(voice, Said(text)), text) for text in texts]
        pieces: list[Samples] = []
        total, skipped = 0, int(rng.integers(0, SAMPLE_RATE))
        while total < length + skipped:
            sentence = said[int(rng.integers(len(said)))]
            sentence = sentence / np.float32(max(1e-6, active_rms(sentence)))
            gap = np.zeros(round(rng.uniform(0.05, 0.4) * SAMPLE_RATE), np.float32)
            pieces += [sentence, gap]
            total += len(sentence) + len(gap)
        return np.concatenate(pieces)[skipped : skipped + length]
