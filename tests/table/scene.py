"""A table on simulated time: a real sitting with real rules, whose people type, press keys or speak as told."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeVar

from voicegames.doors.play import Devices, go_on
from voicegames.events import CardFlipped, CrocodileRuled, Event, Prompted, Ruled, Said, SittingStarted, TakenBack
from voicegames.hearing.ear import Ear
from voicegames.hearing.profile_store import ProfileStore
from voicegames.hearing.recognizer import Recognizer
from voicegames.hearing.typed import TypedRecognizer
from voicegames.language import load_language
from voicegames.players.chorus import Spoken
from voicegames.players.room import Room
from voicegames.settings import Settings
from voicegames.speaking.speaker import Speaker
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.course import Course
from voicegames.table.dodelido import DodelidoTable
from voicegames.table.dodelido_course import DodelidoCourse
from voicegames.table.happenings import ControlKey, Key, TypedLine
from voicegames.table.journal import Journal
from voicegames.table.people import People
from voicegames.table.seats import Person, Seat
from voicegames.table.sitting import Sitting, TableStopped

E = TypeVar("E")

Act = str | Key | Spoken
"""Words typed, a key pressed, or an answer spoken with its onset at the time of the act."""

FOR_FREE = ("blue penguin", "white camel", "pink zebra", "green flamingo", "yellow camel", "blue zebra")
"""A deck without tortoises and crocodiles; the answer to each of its first three cards is nought."""


@dataclass
class Rule:
    """What people do, once, after an event: acts with their delays in seconds."""

    applies: Callable[[Event], bool]
    acts: Sequence[tuple[float, Act]]


@dataclass
class Scene:
    """People around a table. Rules are used up one after the other; a prompt that finds none stops the game."""

    path: Path
    deck: Sequence[str] = FOR_FREE
    players: tuple[str, ...] = ("Anna", "Ben")
    settings: Settings = field(default_factory=Settings)
    announce: Literal["all", "names", "mistakes", "none"] = "none"
    recognizer: Recognizer = field(default_factory=TypedRecognizer)
    synthesizer: Synthesizer | None = None
    seats: Sequence[Seat] | None = None
    remembers: ProfileStore | None = None
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.room = Room()
        self.course: DodelidoCourse | None = None
        self._rules: list[Rule] = []
        self._keys: list[tuple[float, Key]] = []

    def when_prompted(self, *acts: tuple[float, Act] | str) -> "Scene":
        """At the next prompt that no other rule is for, do this; words alone are typed after half a second."""
        return self.when(lambda event: isinstance(event, Prompted), *acts)

    def when_said(self, text: str, *acts: tuple[float, Act] | str) -> "Scene":
        """The next time that the table says ``text`` in a sentence, do this."""
        return self.when(lambda event: isinstance(event, Said) and text in event.text, *acts)

    def when(self, applies: Callable[[Event], bool], *acts: tuple[float, Act] | str) -> "Scene":
        """The next time that an event is so, do this."""
        self._rules.append(Rule(applies, [(0.5, act) if isinstance(act, str) else act for act in acts]))
        return self

    def play(self) -> "Scene":
        """Play until the game is won or stopped."""
        started = SittingStarted(
            "dodelido", "test", 0, "en", self.players, (None,) * len(self.players), tuple(self.deck)
        )
        self.course = DodelidoCourse(started)
        devices = self._devices()
        sitting = Sitting(
            devices.ear,
            devices.speaker,
            Journal(self.path),
            self,
            self,
            load_language("en"),
            self.settings,
            self.course,
            waits_for_typing=self.recognizer.name == "typed",
            people=People(self.players, load_language("en"), self.settings.referee, self.remembers),
        )
        sitting.record(started)
        try:
            with suppress(TableStopped):
                DodelidoTable(sitting, self.seats or [Person() for _ in self.players], self.announce).play()
        finally:
            sitting.journal.close()
            devices.speaker.close()
        return self

    def play_on(self) -> "Scene":
        """Go on with the game in the journal, as the program does."""
        settings = replace(self.settings, announce=self.announce)
        course = go_on(self._devices(), settings, self.path, self).course
        assert isinstance(course, DodelidoCourse)
        self.course = course
        return self

    def _devices(self) -> Devices:
        ear = Ear(self.room, self.recognizer, self.settings.hearing)
        loudspeaker = None if self.synthesizer is None else self.room
        speaker = Speaker(self.synthesizer, loudspeaker, self.settings.speaking, wait_rendered=True)
        return Devices(ear, speaker, self, None, ())

    def show(self, event: Event, course: Course) -> None:
        """Let people do what they do after this event."""
        self.events.append(event)
        for rule in self._rules:
            if rule.applies(event):
                self._rules.remove(rule)
                for delay_s, act in rule.acts:
                    self._act(self.room.now_s + delay_s, act)
                return
        if isinstance(event, Prompted):
            self._act(self.room.now_s, ControlKey("stop"))

    def tick(self, now_s: float, level_dbfs: float, state: str) -> None:
        """Nobody looks."""

    def poll(self) -> Key | None:
        """Return the next key whose time has come."""
        if self._keys and self._keys[0][0] <= self.room.now_s + 1e-9:
            return self._keys.pop(0)[1]
        return None

    def _act(self, at_s: float, act: Act) -> None:
        if isinstance(act, Spoken):
            self.room.speak_at(at_s - act.onset_s, act.pcm)
        else:
            self._keys.append((at_s, TypedLine(act) if isinstance(act, str) else act))
            self._keys.sort(key=lambda timed: timed[0])

    def all(self, kind: type[E]) -> list[E]:
        """All events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def rulings(self) -> list[Ruled]:
        """All rulings on answers."""
        return self.all(Ruled)

    @property
    def said(self) -> list[str]:
        """All that the table said."""
        return [event.text for event in self.all(Said)]

    @property
    def moves(self) -> list[Event]:
        """What moved the game."""
        return [e for e in self.events if isinstance(e, CardFlipped | Ruled | CrocodileRuled | TakenBack)]
