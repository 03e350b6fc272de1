"""How the words of an order are said: its pieces, at which speed, with which gaps. Decided before anything sounds."""

from dataclasses import dataclass

import numpy as np

from voicegames.bench.clips import Manner
from voicegames.bench.plan import Order
from voicegames.bench.stutters import Piece, spelled, stuttered

SPEEDS = (0.9, 1.0, 1.12)
"""The tempi of a voice, as factors."""

GAP_S = (0.04, 0.35)
"""The shortest and the longest gap between two words that are said one after the other."""

PAUSE_S = (0.6, 1.5)
"""The same for a pause inside a statement that is too long to be a gap and too short to end it."""


@dataclass(frozen=True, slots=True)
class Script:
    """The pieces, and the gap after each but the last in seconds."""

    pieces: tuple[Piece, ...]
    gaps_s: tuple[float, ...]


def script(order: Order, rng: np.random.Generator) -> Script:
    """Return how an order is said; ``rng`` is the order's own."""
    speed = float(rng.choice(SPEEDS))
    stutter = order.kind.stutter
    if order.manner is Manner.SPELLED and stutter is not None:
        before = "".join(f"{word}, " for word in order.words[:-1])
        text, caption = spelled(stutter, order.words[-1], rng)
        return Script((Piece(before + text, speed, before.replace(",", "") + caption),), ())
    if order.manner is Manner.COMMAS:
        return Script((Piece(", ".join(order.words), speed, " ".join(order.words)),), ())
    if order.manner is Manner.ONE_BREATH:
        return Script((Piece(order.text, speed, order.text),), ())
    # No two "oh"s of a person are the same.
    pieces = [Piece(word, float(rng.choice(SPEEDS)), word) for word in order.words[:-1]]
    if stutter is None:
        pieces.append(Piece(order.words[-1], speed, order.words[-1]))
    else:
        pieces += stuttered(stutter, order.words[-1], speed, rng)
    gaps_s = [float(rng.uniform(*GAP_S)) for _ in pieces[1:]]
    if order.manner is Manner.PAUSED:
        gaps_s[int(rng.integers(len(gaps_s)))] = float(rng.uniform(*PAUSE_S))
    return Script(tuple(pieces), tuple(gaps_s))
