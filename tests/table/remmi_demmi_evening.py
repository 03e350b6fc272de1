"""Evenings of Remmi Demmi for tests: a table in a simulated room, with people who do what they are told."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from voicegames.events import Event, Prompted, Resumed, Said, SittingStarted
from voicegames.hearing.ear import Ear
from voicegames.hearing.recognizer import Recognizer
from voicegames.hearing.typed import TypedRecognizer
from voicegames.language import load_language
from voicegames.players.chorus import Chorus
from voicegames.players.room import Room
from voicegames.settings import RemmiDemmiSettings, Settings
from voicegames.speaking.speaker import Speaker
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.course import Course, course_of
from voicegames.table.games_at_table import game_at_table
from voicegames.table.happenings import ControlKey, Key, TypedLine
from voicegames.table.journal import Journal, read_journal
from voicegames.table.remmi_demmi_course import RemmiDemmiCourse
from voicegames.table.sitting import Sitting, TableStopped

E = TypeVar("E")
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva")
GAME = game_at_table("remmi-demmi")
SHORT = Settings(remmi_demmi=RemmiDemmiSettings(snail_s=20.0, lightning_s=12.0))

Act = str | Key | tuple[int, str]
"""A line typed, a key, or words that a voice (by its seat) says aloud."""


@dataclass
class Evening:
    """Plays with people who do what ``when`` says; what nobody has an answer to stops the game."""

    path: Path
    names: tuple[str, ...] = NAMES
    variants: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    robots: tuple[str | None, ...] | None = None
    settings: Settings = SHORT
    recognizer: Recognizer = field(default_factory=TypedRecognizer)
    synthesizer: Synthesizer | None = None
    chorus: Chorus | None = None
    calls_louder_db: float = 0.0
    language: str = "en"
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.room = Room()
        self._rules: list[tuple[Callable[[Event], bool], tuple[tuple[float, Act], ...]]] = []
        self._keys: list[tuple[float, Key]] = []

    def when(self, what: type | str, *acts: tuple[float, Act] | Act) -> "Evening":
        """The next time that such an event comes, or that the table says these words, do this."""

        def applies(event: Event) -> bool:
            return what in event.text if isinstance(what, str) and isinstance(event, Said) else event.__class__ is what

        timed = tuple(act if _is_timed(act) else (0.5, act) for act in acts)
        self._rules.append((applies, timed))  # type: ignore[arg-type]
        return self

    def play(self) -> "Evening":
        """Play a new game, or go on with the one in the journal."""
        language = load_language(self.language)
        if self.path.exists():
            reading = read_journal(self.path)
            events, size = reading.events, reading.whole_bytes
            started = events[0]
            assert isinstance(started, SittingStarted)
        else:
            robots = self.robots or (None,) * len(self.names)
            started = SittingStarted("remmi-demmi", "t", 0, self.language, self.names, robots, self.deck, self.variants)
            events, size = (), 0
        for vocabulary in GAME.vocabularies(language, started, self.settings):
            self.recognizer.prepare(vocabulary)
        speaker = Speaker(
            self.synthesizer, self.room if self.synthesizer else None, self.settings.speaking, wait_rendered=True
        )
        sitting = Sitting(
            Ear(self.room, self.recognizer, self.settings.hearing),
            speaker,
            Journal(self.path, size),
            self,
            self,
            language,
            self.settings,
            course_of(events) if events else GAME.course(started),
            waits_for_typing=False,
        )
        sitting.record(Resumed(sitting.now_s) if events else started)
        table = GAME.table(sitting, ())
        try:
            with suppress(TableStopped):
                table.welcome(is_resumed=bool(events))
                table.play()
        finally:
            sitting.journal.close()
            speaker.close()
        assert isinstance(sitting.course, RemmiDemmiCourse)
        self.course = sitting.course
        return self

    def show(self, event: Event, course: Course) -> None:
        """Do what people do."""
        self.events.append(event)
        for rule in self._rules:
            if rule[0](event):
                self._rules.remove(rule)
                for delay_s, act in rule[1]:
                    self._act(self.room.now_s + delay_s, act)
                return
        if isinstance(event, Prompted) and not self._keys:
            self._act(self.room.now_s, ControlKey("stop"))

    def tick(self, now_s: float, level_dbfs: float, state: str) -> None:
        """Nobody looks."""

    def poll(self) -> Key | None:
        """The next key whose time has come."""
        return self._keys.pop(0)[1] if self._keys and self._keys[0][0] <= self.room.now_s + 1e-9 else None

    def _act(self, at_s: float, act: Act) -> None:
        if isinstance(act, tuple):
            assert self.chorus is not None
            spoken = self.chorus.speak(act[0], tuple(act[1].split()))
            gain = 10 ** (self.calls_louder_db / 20) if "demmi" in act[1] else 1.0
            self.room.speak_at(at_s - spoken.onset_s, spoken.pcm, gain)
        else:
            self._keys.append((at_s, TypedLine(act) if isinstance(act, str) else act))
            self._keys.sort(key=lambda timed: timed[0])

    def all(self, kind: type[E]) -> list[E]:
        """All events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def said(self) -> str:
        """All that the table said."""
        return " ".join(event.text for event in self.all(Said))


def _is_timed(act: object) -> bool:
    return isinstance(act, tuple) and isinstance(act[0], float)
