"""The ear: blocks of sound to utterances, on the audio clock. It reads a block at a time and waits for nothing else."""

import time
from collections import deque
from dataclasses import dataclass

import numpy as np

from voicegames.hearing.endpointer import Boundary, Change, Endpointer
from voicegames.hearing.own_voice import OwnVoice
from voicegames.hearing.recognizer import SAMPLE_RATE, Recognizer, Samples
from voicegames.hearing.source import Block, Source
from voicegames.hearing.spotting import Spotter
from voicegames.hearing.surroundings import surroundings
from voicegames.hearing.utterance import HeardWord, Recognition, Surroundings, Utterance, WordKind, shifted
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.settings import HearingSettings


@dataclass(frozen=True, slots=True)
class SpeechStarted:
    """An utterance began at ``onset_s``; told as soon as it is sure to be speech, about 80 ms later."""

    onset_s: float


@dataclass(frozen=True, slots=True)
class Heard:
    """An utterance. One that is not ``final`` is a whole phrase after a short quiet, and may still be added to."""

    utterance: Utterance
    final: bool


EarEvent = SpeechStarted | Heard

SPOTTED_S = 3.4
"""How much of the sound is searched at once for a phrase in the middle of it, in seconds."""

_SPOT_FROM_S = 3.2
_SPOT_EVERY_S = 0.5
_LEFT_S = 0.3
_LOUD_ROOM_DBFS = -50.0


@dataclass(frozen=True, slots=True)
class _Decoded:
    """A recognition with what it was made from, so that it is made only once."""

    onset_s: float
    end_s: float
    vocabulary: Vocabulary
    recognition: Recognition
    surroundings: Surroundings
    others_onset_s: float | None = None


class Ear:
    """Listens to a source. ``vocabulary`` may be set at any time; without one nothing is recognised.

    ``spotted`` are phrases that are also found in the middle of sound that goes on, and in what is not understood:
    where others shout, no quiet ends what one says. They are told as utterances of their own.

    Sound in which the recogniser finds no speech gives nothing after its SpeechStarted. The ear starts open. While it
    is closed, sound gives nothing and leaves no trace.
    """

    def __init__(self, source: Source, recognizer: Recognizer, settings: HearingSettings) -> None:
        self.vocabulary: Vocabulary | None = None
        self.spotted: Vocabulary | None = None
        self.overflows = 0
        """How many blocks came after sound that was lost."""
        self.own_voice = OwnVoice()
        """What the table says while the ear is open; it is taken out of what is heard."""
        self.source = source
        self.recognizer = recognizer
        self._settings = settings
        self._endpointer = Endpointer(settings)
        self._blocks: deque[Block] = deque()
        self._kept_s = settings.longest_utterance_s + settings.pre_roll_ms / 1000 + 2.0
        self._now = 0
        self._open = True
        self._open_from = 0
        self._decoded: _Decoded | None = None
        self._cut_s: float | None = None
        self._searched_until = 0
        self._spotted_until = 0
        self._ended = False
        self._taken_wall_s = time.monotonic()

    @property
    def behind_s(self) -> float:
        """How long ago, by the wall clock, the last block was taken from the source: our own lag, in seconds."""
        return time.monotonic() - self._taken_wall_s

    @property
    def now_s(self) -> float:
        """The audio clock: the end of the last block that was read, in seconds."""
        return self._now / SAMPLE_RATE

    @property
    def level_dbfs(self) -> float:
        """The level of the last 20 ms that were listened to."""
        return self._endpointer.level_dbfs

    @property
    def noise_dbfs(self) -> float:
        """The level of the room."""
        return self._endpointer.noise_dbfs

    @property
    def is_open(self) -> bool:
        """Whether sound is listened to."""
        return self._open

    @property
    def is_hearing(self) -> bool:
        """Whether an utterance is running."""
        return self._endpointer.onset_s is not None

    @property
    def onset_s(self) -> float | None:
        """Where the utterance that is running began, in seconds on the audio clock, or None."""
        return self._endpointer.onset_s

    def open(self, from_s: float | None = None) -> tuple[EarEvent, ...]:
        """Listen from ``from_s`` on (default: now); sound before it is never used.

        ``from_s`` may lie up to some seconds back: what was said since then is heard with its real onset, and the
        events that this gives are returned. Opening an open ear does nothing.
        """
        if self._open:
            return ()
        self._open = True
        self._open_from = self._now if from_s is None else round(from_s * SAMPLE_RATE)
        late = [block for block in self._blocks if block.start + len(block.samples) > self._open_from]
        start = max(self._open_from, late[0].start) if late else max(self._open_from, self._now)
        self._endpointer.restart(start, ringing=True)
        events: list[EarEvent] = []
        for block in late:
            events += self._listen(block)
        return tuple(events)

    def close(self) -> None:
        """Hear nothing from now on; an utterance that is running is dropped."""
        self._open = False
        self._decoded = self._cut_s = None
        self._endpointer.restart(self._now)

    def step(self) -> tuple[EarEvent, ...] | None:
        """Read one block and return what was heard; None when the source has ended and all was told.

        Raises SourceLost when the microphone is gone; an utterance that was running is dropped then, and the ear may
        be asked again.
        """
        block = None if self._ended else self.source.read()
        if block is None:
            if self._ended:
                return None
            self._ended = True
            return tuple(event for boundary in self._endpointer.end() for event in self._told(boundary)) or None
        self.overflows += block.overflowed
        self._taken_wall_s = block.wall_s
        if block.start != self._now:
            self._blocks.clear()
            self._decoded = None
            self._endpointer.restart(block.start)
        self._now = block.start + len(block.samples)
        self._blocks.append(block)
        while self._blocks[0].end_s < self.now_s - self._kept_s:
            self._blocks.popleft()
        return self._listen(block) if self._open else ()

    def _listen(self, block: Block) -> tuple[EarEvent, ...]:
        skipped = max(0, self._open_from - block.start)
        if skipped >= len(block.samples):
            return ()
        boundaries = self._endpointer.push(block.samples[skipped:])
        events = [event for boundary in boundaries for event in self._told(boundary)]
        onset = self._endpointer.onset_s
        if self.spotted is not None and self._now - self._searched_until >= _SPOT_EVERY_S * SAMPLE_RATE:
            since_s = self._loud_since_s(onset)
            if since_s is not None and self.now_s - since_s >= _SPOT_FROM_S:
                events += self._spot(since_s, self._now)
        if onset is not None and block.end_s - onset > self._settings.longest_utterance_s:
            self._cut_s = onset if self._cut_s is None else self._cut_s
            events += [e for boundary in self._endpointer.end() for e in self._told(boundary, is_cut=True)]
        return tuple(events)

    def _loud_since_s(self, onset_s: float | None) -> float | None:
        """Since when there was no quiet in which one who calls would have been heard as usual; None while there is."""
        spotted_s = self._spotted_until / SAMPLE_RATE
        if self._endpointer.noise_dbfs > _LOUD_ROOM_DBFS:
            return max(spotted_s, self.now_s - SPOTTED_S)
        if onset_s is None:
            self._cut_s = None
            return None
        return max(spotted_s, onset_s if self._cut_s is None else self._cut_s)

    def _spot(self, onset_s: float, last: int) -> list[EarEvent]:
        """Look for a phrase in the last seconds up to the sample ``last`` of sound that began at ``onset_s``."""
        recognizer, spotted = self.recognizer, self.spotted
        if spotted is None or not isinstance(recognizer, Spotter):
            return []
        self._searched_until = last
        earliest = max(self._earliest(onset_s), last - round(SPOTTED_S * SAMPLE_RATE))
        samples, start = self._heard_between(earliest, last)
        cleaned = self.own_voice.removed(samples, start)
        recognition = shifted(recognizer.spot(cleaned.samples, spotted), start / SAMPLE_RATE)
        if not recognition.words:
            return []
        begins_s, ends_s = recognition.words[0].start_s, recognition.words[-1].end_s
        if self.own_voice.covers(round(begins_s * SAMPLE_RATE), round(ends_s * SAMPLE_RATE)):
            # What is left of the table's own voice can sound like a call; whoever called says it again.
            return []
        self._spotted_until = round(ends_s * SAMPLE_RATE)
        around = surroundings(samples, self._endpointer.noise_dbfs)
        utterance = Utterance(
            words=recognition.words,
            onset_s=begins_s,
            end_s=ends_s,
            decided_s=last / SAMPLE_RATE,
            engine=recognizer.name,
            readings=recognition.readings,
            surroundings=around,
            is_spotted=True,
        )
        return [Heard(utterance, final=True)]

    def _earliest(self, onset_s: float) -> int:
        """The first sample that belongs to an utterance: some quiet before it, but nothing that was told already."""
        first = round(onset_s * SAMPLE_RATE) - SAMPLE_RATE * self._settings.pre_roll_ms // 1000
        return max(first, self._open_from, self._spotted_until)

    def _told(self, boundary: Boundary, *, is_cut: bool = False) -> tuple[EarEvent, ...]:
        if boundary.change is Change.STARTED:
            return (SpeechStarted(boundary.onset_s),)
        vocabulary = self.vocabulary
        is_told = self._spotted_until and boundary.end_s < self._spotted_until / SAMPLE_RATE + _LEFT_S
        if vocabulary is None or is_told:
            return ()
        decoded = self._recognized(boundary, vocabulary)
        recognition = decoded.recognition
        if not recognition.words:
            return ()
        if is_cut and not vocabulary.loop and recognition.words[-1].end_s > boundary.at_s - _LEFT_S:
            # The last word may be the beginning of another one.
            first, last = recognition.words[0], recognition.words[-1]
            recognition = Recognition((HeardWord("?", first.start_s, last.end_s, 0.0, WordKind.UNKNOWN),))
        if boundary.change is Change.ENDED and any(word.kind is WordKind.UNKNOWN for word in recognition.words):
            since_s = self._loud_since_s(boundary.onset_s)
            found = self._spot(boundary.onset_s if since_s is None else since_s, round(boundary.at_s * SAMPLE_RATE))
            if found:
                self._decoded = None
                return tuple(found)
        utterance = Utterance(
            words=recognition.words,
            onset_s=boundary.onset_s if decoded.others_onset_s is None else decoded.others_onset_s,
            end_s=boundary.end_s,
            decided_s=max(boundary.at_s, boundary.end_s),
            engine=self.recognizer.name,
            disfluencies=recognition.disfluencies,
            readings=recognition.readings,
            surroundings=decoded.surroundings,
        )
        if boundary.change is Change.ENDED:
            self._decoded = None
            return (Heard(utterance, final=True),)
        if not utterance.is_known or not is_whole(utterance.plain_words, vocabulary):
            return ()
        return (Heard(utterance, final=False),)

    def _recognized(self, boundary: Boundary, vocabulary: Vocabulary) -> _Decoded:
        made = self._decoded
        if made and (made.onset_s, made.end_s) == (boundary.onset_s, boundary.end_s) and made.vocabulary == vocabulary:
            return made
        first = self._earliest(boundary.onset_s)
        last = round(boundary.at_s * SAMPLE_RATE)
        samples, start = self._heard_between(first, last)
        cleaned = self.own_voice.removed(samples, start)
        others_onset_s: float | None = None
        if cleaned.is_changed and cleaned.onset is None:
            recognition = Recognition(())
        else:
            recognition = shifted(self.recognizer.recognize(cleaned.samples, vocabulary), start / SAMPLE_RATE)
        if cleaned.onset is not None:
            onset_s = (start + cleaned.onset) / SAMPLE_RATE
            others_onset_s = min(boundary.end_s, max(boundary.onset_s, onset_s))
        around = surroundings(samples, self._endpointer.noise_dbfs)
        self._decoded = _Decoded(boundary.onset_s, boundary.end_s, vocabulary, recognition, around, others_onset_s)
        return self._decoded

    def _heard_between(self, first: int, last: int) -> tuple[Samples, int]:
        """The kept samples from ``first`` to ``last`` on the audio clock, and where they really begin."""
        blocks = [block for block in self._blocks if block.start + len(block.samples) > first and block.start < last]
        if not blocks:
            return np.zeros(0, np.float32), first
        start = max(first, blocks[0].start)
        samples = np.concatenate([block.samples for block in blocks])
        return samples[start - blocks[0].start : last - blocks[0].start], start


def is_whole(words: tuple[str, ...], vocabulary: Vocabulary) -> bool:
    """Whether the words can be all that was to be said: a phrase that no other phrase begins with ("oh" is none)."""
    if vocabulary.loop:
        return True
    longer = any(len(phrase) > len(words) and phrase[: len(words)] == words for phrase in vocabulary.phrases)
    return words in vocabulary.phrases and not longer
