"""Long stretches of sound in which nobody answers: silence, a fan, music, a television."""

from collections.abc import Iterator
from enum import StrEnum

import numpy as np

from voicegames.bench import noises
from voicegames.bench.babble import Babble
from voicegames.bench.distortions import FLOOR_DBFS
from voicegames.bench.kept_speech import KeptSpeech, kept_speech_folder
from voicegames.bench.synthesis import Synthesis
from voicegames.bench.voices import BenchVoice
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

SCENE_S = 20.0
"""How long a scene of the television lasts, in seconds, and how long one piece of music."""

MUSIC_DBFS = -33.0
TELEVISION_DBFS = -33.0
FAN_DBFS = -42.0


class Ambience(StrEnum):
    """What is to be heard."""

    SILENCE = "silence"
    FAN = "fan"
    MUSIC = "music"
    TELEVISION = "television"


def ambience(kind: Ambience, seconds: float, voices: tuple[BenchVoice, ...], seed: int) -> Iterator[Samples]:
    """Yield ``seconds`` of sound in scenes that follow each other, SCENE_S long but for the last.

    ``voices`` talk on the television: one at a time, two at once, over music or with laughter, about anything but the
    game. Raises Failure("no-speech") where a synthesiser fails.
    """
    rng = np.random.default_rng([seed, *kind.value.encode()])
    babble = Babble(Synthesis(KeptSpeech(kept_speech_folder())), voices)
    left = round(seconds * SAMPLE_RATE)
    while left > 0:
        length = min(left, round(SCENE_S * SAMPLE_RATE))
        floor = noises.pink(length, rng) * np.float32(10 ** (FLOOR_DBFS / 20))
        yield np.clip(_scene(kind, length, babble, rng) + floor, -1.0, 1.0)
        left -= length


def _scene(kind: Ambience, length: int, babble: Babble, rng: np.random.Generator) -> Samples:
    match kind:
        case Ambience.SILENCE:
            return np.zeros(length, np.float32)
        case Ambience.FAN:
            return noises.fan(length, rng) * np.float32(10 ** (FAN_DBFS / 20))
        case Ambience.MUSIC:
            return noises.music(length, rng) * np.float32(10 ** (MUSIC_DBFS / 20))
        case Ambience.TELEVISION:
            scene = babble.talk(length, rng, without="", talkers=int(rng.integers(1, 4)))
            if rng.random() < 0.5:
                scene = scene + noises.music(length, rng) * np.float32(0.35)
            if rng.random() < 0.5:
                laugh = noises.laughter(rng)[:length]
                at = int(rng.integers(0, length - len(laugh) + 1))
                scene[at : at + len(laugh)] += 2 * laugh
            return scene * np.float32(10 ** (TELEVISION_DBFS / 20))
