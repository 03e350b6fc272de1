"""Who listens to a clip on the bench: the ear of the program with one of its recognisers."""

import time
from typing import Protocol

import numpy as np

from voicegames.bench.scoring import Hearing, Telling
from voicegames.hearing.ear import Ear, Heard
from voicegames.hearing.feed import Feed
from voicegames.hearing.recognizer import BLOCK, SAMPLE_RATE, Recognizer, Samples
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.settings import HearingSettings

ROOM_S = 4.0
"""How long a listener has been in the room before a clip, about, in seconds."""

_QUIET_S = 0.75


def with_room(samples: Samples) -> tuple[Samples, int]:
    """Return a clip after some seconds of its own noise, and the sample at which it begins, at a block's edge.

    The noise is that before the speech, forwards and backwards in turn: at a table a game does not begin at the moment
    at which the first noise is heard. ``samples`` begin with at least 0.75 s without the speech.
    """
    quiet = samples[: round(_QUIET_S * SAMPLE_RATE)]
    times = round(ROOM_S / _QUIET_S / 2)
    room = np.tile(np.concatenate([quiet, quiet[::-1]]), times)
    room = room[len(room) % BLOCK :]
    return np.concatenate([room, samples]), len(room)


class Listener(Protocol):
    """Hears clips, each on its own."""

    name: str

    def hear(self, samples: Samples, vocabulary: Vocabulary) -> Hearing:
        """Hear one clip against a vocabulary."""
        ...


class EarListener:
    """The program's own ear, on the clock of the sound."""

    def __init__(self, recognizer: Recognizer, settings: HearingSettings) -> None:
        self.name = recognizer.name
        self._recognizer = recognizer
        self._settings = settings

    def hear(self, samples: Samples, vocabulary: Vocabulary) -> Hearing:
        """Hear one clip, block by block as from a microphone; it is opened at the clip as after an announcement."""
        self._recognizer.prepare(vocabulary)
        feed = Feed()
        sound, start = with_room(samples)
        feed.push(sound)
        ear = Ear(feed, self._recognizer, self._settings)
        while ear.now_s < start / SAMPLE_RATE:
            ear.step()
        ear.close()
        ear.open()
        ear.vocabulary = vocabulary
        return heard_to_the_end(ear, start / SAMPLE_RATE)


def heard_to_the_end(ear: Ear, start_s: float = 0.0) -> Hearing:
    """Return all that an ear tells until its source ends; the clip begins at ``start_s`` on its clock."""
    tellings: list[Telling] = []
    total_s = 0.0
    while True:
        started_s = time.process_time()
        events = ear.step()
        # The processor's time and not the clock's: other programs of this machine are no lag of the ear's.
        step_s = time.process_time() - started_s
        total_s += step_s
        if events is None:
            return Hearing(tuple(tellings), total_s, start_s)
        told_s = ear.now_s + step_s
        tellings += [Telling(e.utterance, e.final, told_s) for e in events if isinstance(e, Heard)]
