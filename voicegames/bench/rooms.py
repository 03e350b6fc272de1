"""Rooms: impulse responses by image sources for the early echoes and decaying noise for the late ones.

Image sources: Allen and Berkley, "Image method for efficiently simulating small-room acoustics" (1979); the reflection
factor of the walls follows from the reverberation time by Eyring's formula.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

SOUND_M_PER_S = 343.0

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RoomShape:
    """A room: its sides in metres, its reverberation time (RT60) in seconds, how far the talker is in metres."""

    sides_m: tuple[float, float, float]
    rt60_s: float
    distance_m: float


SMALL_ROOM = RoomShape((4.0, 3.2, 2.5), 0.3, 1.0)
HALL = RoomShape((13.0, 9.0, 4.5), 1.2, 1.6)
FAR = RoomShape((6.0, 4.6, 2.6), 0.5, 3.5)

_EARLY_S = 0.07


def impulse_response(shape: RoomShape, rng: np.random.Generator) -> Samples:
    """Return a room's response from a random place to another at the room's distance.

    The direct sound is its first sample and has the size 1, so that a sound's onset stays where it was.
    """
    sides = np.array(shape.sides_m)
    volume, surface = float(np.prod(sides)), 2 * float(sides[0] * sides[1] + sides[1] * sides[2] + sides[0] * sides[2])
    absorbed = 1 - np.exp(-0.161 * volume / (surface * shape.rt60_s))
    reflection = float(np.sqrt(1 - absorbed))
    ear, mouth = _places(sides, shape.distance_m, rng)
    length = round(1.1 * shape.rt60_s * SAMPLE_RATE)
    early = _images(sides, ear, mouth, reflection, shape.distance_m, length)
    late = _late(shape.rt60_s, length, rng)
    # The noise takes over where the images end, at the level that they have there.
    cut = round(_EARLY_S * SAMPLE_RATE)
    before = slice(cut // 2, cut)
    level = np.sqrt(np.sum(early[before] ** 2) / max(1e-12, np.sum(late[before] ** 2)))
    fade = np.clip((np.arange(length) - 0.6 * cut) / (0.4 * cut), 0.0, 1.0)
    return np.asarray(early * (1 - fade) + level * late * fade, np.float32)


def in_room(samples: Samples, response: Samples) -> Samples:
    """Return the sound as it is heard in the room, with its tail."""
    length = len(samples) + len(response) - 1
    size = 1 << (length - 1).bit_length()
    heard = np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(response, size), size)[:length]
    return np.asarray(heard, np.float32)


def _places(sides: Array, distance_m: float, rng: np.random.Generator) -> tuple[Array, Array]:
    for _ in range(1000):
        ear = rng.uniform(0.2, 0.8, 3) * sides
        ear[2] = 0.8
        angle = rng.uniform(0, 2 * np.pi)
        rise = rng.uniform(0.1, min(0.6, 0.5 * distance_m))
        flat = np.sqrt(distance_m**2 - rise**2)
        mouth = ear + np.array([flat * np.cos(angle), flat * np.sin(angle), rise])
        if np.all(mouth > 0.3) and np.all(mouth < sides - 0.3):
            return ear, mouth
    raise ValueError("the room is too small for that distance")


def _images(
    sides: Array,
    ear: Array,
    mouth: Array,
    reflection: float,
    distance_m: float,
    length: int,
) -> Array:
    reach = int(np.ceil((_EARLY_S * SOUND_M_PER_S + distance_m) / (2 * sides.min()))) + 1
    counts = np.arange(-reach, reach + 1)
    grid = np.stack(np.meshgrid(counts, counts, counts, (0, 1), (0, 1), (0, 1), indexing="ij"), -1).reshape(-1, 6)
    turns, mirrored = grid[:, :3], grid[:, 3:]
    places = (1 - 2 * mirrored) * mouth + 2 * turns * sides
    away = np.linalg.norm(places - ear, axis=1)
    bounces = np.abs(turns - mirrored).sum(1) + np.abs(turns).sum(1)
    delays = (away - distance_m) / SOUND_M_PER_S * SAMPLE_RATE
    near = delays < _EARLY_S * SAMPLE_RATE
    sizes = (reflection**bounces * distance_m / away)[near]
    result = np.zeros(length)
    whole = np.floor(delays[near] + 1e-6).astype(int)
    part = delays[near] - whole
    np.add.at(result, np.maximum(whole, 0), sizes * (1 - part))
    np.add.at(result, np.maximum(whole, 0) + 1, sizes * part)
    return result


def _late(rt60_s: float, length: int, rng: np.random.Generator) -> Array:
    """Noise that decays by 60 dB in the reverberation time; above 3 kHz, where air and cloth absorb, in 0.7 of it."""
    t = np.arange(length) / SAMPLE_RATE
    spectrum = np.fft.rfft(rng.standard_normal(length))
    high = np.fft.rfftfreq(length, 1 / SAMPLE_RATE) > 3000.0
    low_part = np.fft.irfft(np.where(high, 0, spectrum), length) * np.exp(-6.91 * t / rt60_s)
    high_part = np.fft.irfft(np.where(high, spectrum, 0), length) * np.exp(-6.91 * t / (0.7 * rt60_s))
    return np.asarray(low_part + high_part)
