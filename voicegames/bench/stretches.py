"""Ten minutes of sound in which nobody answers: how many answers are invented."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from voicegames.bench.ambience import Ambience, ambience
from voicegames.bench.clips import Kind
from voicegames.bench.hearing_bench import Desk
from voicegames.bench.voices import BenchVoice


@dataclass(frozen=True, slots=True)
class Invented:
    """What was heard in a stretch of sound: whole answers or commands, and mere beginnings of one ("oh").

    ``unknown`` counts what was refused, ``cpu_percent`` is the share of one core.
    """

    minutes: float
    answers: int
    beginnings: int
    unknown: int
    cpu_percent: float


def invented(desk: Desk, kind: Ambience, minutes: float, voices: Sequence[BenchVoice], seed: int = 0) -> Invented:
    """Return what is invented in some minutes of a kind of sound; ``voices`` talk on its television."""
    sound = np.concatenate(list(ambience(kind, 60 * minutes, tuple(voices), seed)))
    hearing = desk.hear(sound, Kind.STATEMENT)
    finals = [telling.utterance for telling in hearing.finals]
    known = [utterance for utterance in finals if utterance.is_known]
    beginnings = sum(set(utterance.plain_words) == {"oh"} for utterance in known)
    return Invented(
        minutes, len(known) - beginnings, beginnings, len(finals) - len(known), 100 * hearing.cpu_s / (60 * minutes)
    )
