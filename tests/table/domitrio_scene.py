"""A table of Domitrio on simulated time: a real sitting, whose people type what they are told to say."""

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from voicegames.domitrio_events import BoardShown, DieRolled, TileLaid
from voicegames.events import Event, Resumed, Said, SittingStarted
from voicegames.games.domitrio import tiles
from voicegames.hearing.ear import Ear
from voicegames.hearing.recognizer import Recognizer
from voicegames.hearing.typed import TypedRecognizer
from voicegames.language import load_language
from voicegames.players.domitrio_robots import DomitrioRobot
from voicegames.players.robots import Strength
from voicegames.players.room import Room
from voicegames.settings import Settings
from voicegames.speaking.pcm import Pcm
from voicegames.speaking.speaker import Speaker
from voicegames.table.course import Course, course_of
from voicegames.table.domitrio import DomitrioTable
from voicegames.table.domitrio_course import DomitrioCourse
from voicegames.table.domitrio_language import domitrio_language
from voicegames.table.domitrio_seats import DomitrioPerson, DomitrioTableRobot
from voicegames.table.happenings import ControlKey, Key, KeysEnded, PlayerKey, TypedLine
from voicegames.table.journal import Journal, read_journal
from voicegames.table.sitting import Sitting, TableStopped

LANGUAGE = load_language("en")
WORDS = domitrio_language(LANGUAGE)


def started_with(seed: int, players: Sequence[str], robots: Sequence[str | None] | None = None) -> SittingStarted:
    mixed = list(tiles())
    random.Random(seed).shuffle(mixed)
    seats = tuple(robots) if robots is not None else (None,) * len(players)
    return SittingStarted("domitrio", "test", seed, "en", tuple(players), seats, tuple(str(tile) for tile in mixed))


@dataclass
class DomitrioScene:
    """Says the lines one after the other, whoever's turn it is; the game stops when there are no more.

    ``after_laying`` is a sound that is heard once, right after the first tile is laid.
    """

    path: Path
    lines: Sequence[str | Key]
    seed: int = 3
    players: tuple[str, ...] = ("Ada", "Ben")
    robots: tuple[str | None, ...] | None = None
    announce: str = "all"
    recognizer: Recognizer = field(default_factory=TypedRecognizer)
    after_laying: Pcm | None = None
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._keys: list[Key] = [TypedLine(line) if isinstance(line, str) else line for line in self.lines]
        self._keys.append(KeysEnded())
        self._polled = 0

    def play(self) -> "DomitrioScene":
        """Play, or go on where the journal ends, until the lines are used up or the game is over."""
        is_resumed = self.path.exists()
        whole_bytes = 0
        if is_resumed:
            reading = read_journal(self.path)
            whole_bytes = reading.whole_bytes
            course = course_of(reading.events)
            assert isinstance(course, DomitrioCourse)
        else:
            started = started_with(self.seed, self.players, self.robots)
            course = DomitrioCourse(started)
        self.course = course
        settings = Settings()
        self.room = Room()
        ear = Ear(self.room, self.recognizer, settings.hearing)
        speaker = Speaker(None, None, settings.speaking)
        journal = Journal(self.path, whole_bytes)
        sitting = Sitting(ear, speaker, journal, self, self, LANGUAGE, settings, course, waits_for_typing=True)
        seats = [
            DomitrioPerson() if robot is None else DomitrioTableRobot(DomitrioRobot(Strength(robot), random.Random(1)))
            for robot in course.robots
        ]
        table = DomitrioTable(sitting, seats, WORDS, self.announce)
        try:
            sitting.record(Resumed(sitting.now_s) if is_resumed else started)
            with suppress(TableStopped):
                table.welcome(is_resumed=is_resumed)
                table.play()
        finally:
            journal.close()
            speaker.close()
        return self

    def show(self, event: Event, course: Course) -> None:
        self.events.append(event)
        if isinstance(event, TileLaid) and self.after_laying is not None:
            self.room.speak_at(event.at_s + 0.3, self.after_laying)
            self.after_laying = None

    def tick(self, now_s: float, level_dbfs: float, state: str) -> None:
        pass

    def poll(self) -> Key | None:
        # One after the other, as people do: each is answered before the next one comes.
        self._polled += 1
        return self._keys.pop(0) if self._keys and self._polled % 8 == 0 else None

    @property
    def said(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Said)]

    @property
    def faces(self) -> list[str]:
        return [event.face for event in self.events if isinstance(event, DieRolled)]

    @property
    def laid(self) -> list[TileLaid]:
        return [event for event in self.events if isinstance(event, TileLaid)]

    @property
    def shown(self) -> list[BoardShown]:
        return [event for event in self.events if isinstance(event, BoardShown)]


__all__ = ["ControlKey", "DomitrioScene", "PlayerKey", "started_with"]
