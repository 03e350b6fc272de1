"""The sitting: the loop on the audio clock that joins ear, voice, keys, journal and screen. Knows no rules."""

import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from voicegames.events import Event, Heard, Paused, Said, WentOn
from voicegames.hearing.ear import Ear
from voicegames.hearing.ear import Heard as EarHeard
from voicegames.hearing.source import Reopenable, SourceLost
from voicegames.hearing.typed import typed_utterance
from voicegames.hearing.utterance import HeardWord, Utterance, WordKind
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.language import Language
from voicegames.settings import Settings
from voicegames.speaking.pcm import Pcm
from voicegames.speaking.speaker import Speaker
from voicegames.speaking.synthesizer import Voice
from voicegames.table.course import Course
from voicegames.table.happenings import (
    PLAYER_KEYS,
    ControlKey,
    Happening,
    Key,
    Keys,
    KeysEnded,
    PlayerKey,
    Screen,
    TypedLine,
    TypedUtterance,
    Typing,
)
from voicegames.table.journal import Journal
from voicegames.table.people import People

_RETRY_S = 1.0

LONGEST_TYPING_S = 30.0
"""A line that was begun so long ago is not waited for any more."""


class TableStopped(Exception):  # noqa: N818
    """Somebody asked to stop, or no answer can come any more; the game can be resumed."""


class SoundEnded(Exception):  # noqa: N818
    """The recording that was given as input has come to its end."""


class MicrophoneBack(Exception):  # noqa: N818
    """The microphone was away and is back: the turn that it interrupted begins anew."""


@dataclass
class Sitting:
    """One sitting at the table.

    ``course`` is kept up to date with every event that is recorded. All waiting is done by ``steps``, one block of
    sound at a time, so every time in here is a time on the audio clock. ``waits_for_typing`` says that answers can only
    be typed, so that nothing is left to wait for when the typed input has ended.
    """

    ear: Ear
    speaker: Speaker
    journal: Journal
    screen: Screen
    keys: Keys
    language: Language
    settings: Settings
    course: Course
    waits_for_typing: bool = False
    people: People | None = None
    """What is known of the players; None where nothing is."""
    typing_cuts: bool = False
    """Whether players' keys and typed lines break off what the table says, as calls to the referee by key always do."""

    def __post_init__(self) -> None:
        self._pending: deque[Happening] = deque()
        self._lines: deque[TypedLine] = deque()
        self._keys_ended = False
        self.speaker.on_play = self._note_own_voice

    @property
    def now_s(self) -> float:
        """The audio clock, in seconds."""
        return self.ear.now_s

    @property
    def own_lag_s(self) -> float:
        """How far we are behind the microphone, in seconds of the wall clock; 0 for sound that is not live."""
        return self.ear.behind_s if self.ear.source.live else 0.0

    def record(self, event: Event) -> None:
        """Write an event to the journal, let the game follow it, and show it.

        The game goes first, so that an event that the rules refuse is never written.
        """
        self.course.follow(event)
        self.journal.append(event)
        self.screen.show(event, self.course)

    def say(self, text: str, voice: Voice | None = None, player: int | None = None) -> None:
        """Speak a sentence and wait until the sound has ended; the ear is open again after it.

        Keys pressed meanwhile are kept and come with the next step. Nobody has to hear the table out: keys that are for
        the table break it off, and until they have been done it only shows what it says.
        """
        self.record(Said(self.now_s, text, player))
        if self._is_cut:
            return
        self.ear.close()
        self.speaker.say(self.language.spoken(text), voice)
        trouble = self.speaker.trouble
        if trouble is not None:
            self.record(Said(self.now_s, trouble))
        tail_s = 0.0
        is_hushed = False
        while self.speaker.is_speaking(self.now_s):
            tail_s = self.settings.speaking.tail_ms / 1000
            self._pending.extend(self._block("speaking"))
            if self._is_cut and not is_hushed:
                self.hush()
                is_hushed = True
        # A fast answer may have begun in the tail; the ear looks back as far as the sound's real end.
        self._pending.extend(self.ear.open(self.now_s - tail_s))

    @property
    def _is_cut(self) -> bool:
        """Whether a key waits that breaks off what the table says."""
        cuts = (ControlKey, PlayerKey) if self.typing_cuts else ControlKey
        typed = (line.text for line in self._lines if line.started_wall_s is not None)
        is_typed = any(self.typing_cuts or self._call_of(text, self.now_s) is not None for text in typed)
        return is_typed or any(isinstance(happening, cuts) for happening in self._pending)

    def announce(
        self, text: str, voice: Voice | None = None, player: int | None = None, aloud: str | None = None
    ) -> None:
        """Begin to speak a sentence, after those before it, and go on listening meanwhile.

        ``player`` is the seat whose sentence it is, and ``aloud`` what is spoken where that is not what is shown.
        """
        self.record(Said(self.now_s, text, player))
        self.speaker.say(self.language.spoken(text if aloud is None else aloud), voice)

    def steps(
        self,
        vocabulary: Vocabulary,
        *,
        controls_only: bool = False,
        phrases_too: bool = False,
        spotted: Vocabulary | None = None,
    ) -> Iterator[list[Happening]]:
        """Listen with a vocabulary; yields what happened in each block of 20 ms, for ever.

        Phrases of ``spotted`` are also heard in the middle of other sound. With ``controls_only`` typed lines that are
        no control, nor one of the phrases with ``phrases_too``, wait for the next person's turn, or are answered where
        they were typed at a terminal. Raises SoundEnded at the end of a recording.
        """
        self.ear.vocabulary, self.ear.spotted = vocabulary, spotted
        self._pending.extend(self.ear.open())
        while True:
            happened = [*self._pending]
            self._pending.clear()
            typed = self._typed(vocabulary, controls_only=controls_only, phrases_too=phrases_too)
            yield [*happened, *typed, *self._block("listening")]

    def keep(self, happenings: Sequence[Happening]) -> None:
        """Put back what came in the same block after what ended the listening; it comes with the next step."""
        self._pending.extend(happenings)

    def is_typing_since(self, at_s: float) -> bool:
        """Whether a line is being typed whose first key came by ``at_s`` on the audio clock, and not long ago."""
        begun = [line.started_wall_s for line in self._lines]
        if isinstance(self.keys, Typing):
            begun.append(self.keys.typing_since_s)
        typed = [time.monotonic() - since_s for since_s in begun if since_s is not None]
        return any(self.now_s - typed_s <= at_s and typed_s < LONGEST_TYPING_S for typed_s in typed)

    def note(self, text: str) -> None:
        """Show a sentence without saying it, so that it takes no time."""
        self.record(Said(self.now_s, text))

    def wait_until(self, at_s: float) -> None:
        """Let time pass with a closed ear until ``at_s`` on the audio clock."""
        self.ear.close()
        while self.now_s < at_s:
            self._block("waiting")
        self.ear.open(at_s)

    def expect_answer(self, happenings: list[Happening]) -> None:
        """Raise TableStopped where a person's answer is waited for and none can come any more."""
        if self.waits_for_typing and any(isinstance(happening, KeysEnded) for happening in happenings):
            raise TableStopped

    def heard(self, happening: EarHeard | TypedUtterance, player: int) -> None:
        """Record what was heard or typed while it was ``player``'s turn."""
        utterance, final = happening.utterance, not isinstance(happening, EarHeard) or happening.final
        self.record(
            Heard(self.now_s, player, utterance.text, utterance.onset_s, utterance.end_s, utterance.engine, final=final)
        )

    def hush(self) -> None:
        """Let the table fall silent in the middle of what it says."""
        self.speaker.stop()
        self.ear.own_voice.stop(self.now_s)

    def _note_own_voice(self, pcm: Pcm) -> None:
        if self.ear.is_open:
            self.ear.own_voice.note(pcm, self.ear.now_s)

    def _typed(self, vocabulary: Vocabulary, *, controls_only: bool, phrases_too: bool) -> list[Happening]:
        for line in list(self._lines):
            if line.text in PLAYER_KEYS and not controls_only:
                self._lines.remove(line)
                return [PlayerKey(int(line.text) - 1)]
            onset_s = self.now_s
            if line.started_wall_s is not None:
                onset_s = max(0.0, self.now_s - (time.monotonic() - line.started_wall_s))
            utterance = self._utterance_of(line.text, vocabulary, onset_s)
            is_meant = self.language.control(utterance.plain_words) is not None
            is_meant |= phrases_too and utterance.plain_words in vocabulary.phrases
            if is_meant or not controls_only:
                self._lines.remove(line)
                return [TypedUtterance(utterance, line.started_wall_s)]
            # What is typed at a terminal in another's turn is meant for nobody; piped lines come before their time.
            if line.started_wall_s is not None:
                self._lines.remove(line)
                self.note(self.language.say("typed_not_now"))
        if self._keys_ended and not self._lines:
            return [KeysEnded()]
        return []

    def _utterance_of(self, text: str, vocabulary: Vocabulary, onset_s: float) -> Utterance:
        """A typed line as an utterance; calls to the referee are understood also where only other words are heard."""
        utterance = typed_utterance(text, vocabulary, onset_s, self.now_s)
        if not utterance.words:
            # A line of marks alone is not understood, like any other that is no phrase.
            unknown = HeardWord("?", onset_s, self.now_s, 0.0, WordKind.UNKNOWN)
            return replace(utterance, words=(unknown,), readings=())
        if utterance.is_known and utterance.plain_words in vocabulary.phrases:
            return utterance
        return self._call_of(text, onset_s) or utterance

    def _call_of(self, text: str, onset_s: float) -> Utterance | None:
        """The call to the referee that a typed line is, also without "referee": who types need not call it first."""
        lines = (text, f"{self.language.referee} {text}")
        called = (typed_utterance(line, self._controls, onset_s, self.now_s) for line in lines)
        return next((u for u in called if u.is_known and self.language.control(u.plain_words) is not None), None)

    @cached_property
    def _controls(self) -> Vocabulary:
        return self.language.vocabulary(phrase for phrases in self.language.controls.values() for phrase in phrases)

    def _block(self, state: str) -> list[Happening]:
        happened: list[Happening] = []
        try:
            events = self.ear.step()
        except SourceLost as lost:
            self._wait_for_microphone(lost)
            events = ()
        if events is None:
            raise SoundEnded
        happened.extend(events)
        key: Key | None = self.keys.poll()
        while key is not None:
            if isinstance(key, TypedLine):
                self._lines.append(key)
            elif isinstance(key, KeysEnded):
                self._keys_ended = True
            else:
                happened.append(key)
            key = self.keys.poll()
        self.screen.tick(self.now_s, self.ear.level_dbfs, "hearing" if self.ear.is_hearing else state)
        return happened

    def _wait_for_microphone(self, lost: SourceLost) -> None:
        source = self.ear.source
        if not isinstance(source, Reopenable):
            raise SoundEnded
        self.record(Paused(self.now_s, lost.sentence))
        self.speaker.say(self.language.spoken(self.language.say("microphone_lost")))
        while True:
            time.sleep(_RETRY_S)
            try:
                source.reopen()
            except SourceLost:
                continue
            break
        self.record(WentOn(self.now_s))
        self.say(self.language.say("microphone_back"))
        raise MicrophoneBack
