"""The conditions a statement is heard in: noise by kind and level, rooms, distance, quiet and clipped sound."""

from collections.abc import Callable
from enum import StrEnum

import numpy as np

from voicegames.bench import noises
from voicegames.bench.edges import active_rms
from voicegames.bench.rooms import FAR, HALL, SMALL_ROOM, RoomShape, impulse_response, in_room
from voicegames.hearing.recognizer import Samples

SPEECH_DBFS = -25.0
"""The level of speech (RMS without its pauses) at arm's length, before what a condition does to it."""

FLOOR_DBFS = -72.0
"""The level of the noise that a microphone has in a silent room; it is in every clip."""

ARM_M = 0.7

Noise = Callable[[int, np.random.Generator], Samples]
"""Makes so many samples of noise with an RMS of 1."""


class Condition(StrEnum):
    """How a clip is heard; the number is the signal-to-noise ratio in dB."""

    CLEAN = "clean"
    WHITE_20 = "white 20"
    WHITE_10 = "white 10"
    WHITE_5 = "white 5"
    PINK_20 = "pink 20"
    PINK_10 = "pink 10"
    PINK_5 = "pink 5"
    BABBLE_20 = "babble 20"
    BABBLE_10 = "babble 10"
    BABBLE_5 = "babble 5"
    ROOM = "room"
    HALL = "hall"
    FAR = "far"
    NEAR = "near"
    QUIET = "quiet"
    CLIPPED = "clipped"

    @property
    def snr_db(self) -> float | None:
        """The distance of the speech to the noise in dB; None where only the microphone makes noise."""
        number = self.value.rpartition(" ")[2]
        return float(number) if number.isdigit() else None

    @property
    def distance_m(self) -> float:
        """How far the talker is, in metres."""
        shape = _ROOMS.get(self)
        return shape.distance_m if shape else 0.15 if self is Condition.NEAR else ARM_M

    @property
    def is_babble(self) -> bool:
        """Whether the noise is other people's talk."""
        return self.value.startswith("babble")


_ROOMS: dict[Condition, RoomShape] = {Condition.ROOM: SMALL_ROOM, Condition.HALL: HALL, Condition.FAR: FAR}
_FAR_DB = -13.0
_NEAR_DB = 12.0
_QUIET_DB = -20.0
_CLIPPED_SHARE = 0.03


def heard(clean: Samples, condition: Condition, babble: Noise, rng: np.random.Generator) -> Samples:
    """Return ``clean`` as it is heard in a condition, with as many samples.

    ``clean`` is speech at SPEECH_DBFS or so with silence around it. The signal-to-noise ratio compares the RMS of the
    speech without its pauses to the RMS of the noise, both over the whole band.
    """
    sound = clean
    shape = _ROOMS.get(condition)
    if shape is not None:
        sound = in_room(clean, impulse_response(shape, rng))[: len(clean)]
    sound = sound * np.float32(10 ** (_gain_db(condition) / 20))
    level = active_rms(clean)
    if condition.snr_db is not None:
        kind = condition.value.partition(" ")[0]
        noise = {"white": noises.white, "pink": noises.pink, "babble": babble}[kind](len(clean), rng)
        sound = sound + noise * np.float32(level * 10 ** (-condition.snr_db / 20))
    floor = noises.pink(len(clean), rng) * np.float32(10 ** (FLOOR_DBFS / 20))
    if condition is Condition.CLIPPED:
        loud = np.abs(clean)[np.abs(clean) > 0.1 * level]
        top = float(np.quantile(loud, 1 - _CLIPPED_SHARE)) if loud.size else 1.0
        return np.clip((sound + floor) / np.float32(top), -1.0, 1.0)
    return np.asarray(sound + floor, np.float32)


def _gain_db(condition: Condition) -> float:
    return {Condition.FAR: _FAR_DB, Condition.NEAR: _NEAR_DB, Condition.QUIET: _QUIET_DB}.get(condition, 0.0)
