"""The demo of Domitrio: robots decide, the chorus says it, and the table hears it only as sound."""

import json
import random
import time
from dataclasses import dataclass

from voicegames import __version__
from voicegames.doors.demo_sitting import check_demo, demo_names, demo_sitting, demo_strengths, demo_voice
from voicegames.doors.demos import DemoRequest
from voicegames.doors.domitrio_voices import Script, VoiceSeat
from voicegames.doors.engines import language_of, open_recognizer
from voicegames.events import Event, Heard, SittingStarted
from voicegames.players.chorus import Chorus
from voicegames.players.domitrio_robots import DomitrioRobot
from voicegames.players.room import Room
from voicegames.settings import Settings
from voicegames.table.course import Course
from voicegames.table.domitrio import DomitrioTable
from voicegames.table.domitrio_at_table import DomitrioAtTable
from voicegames.table.domitrio_language import domitrio_language
from voicegames.table.happenings import Screen

PLAYERS = 3


class Listening:
    """A screen that tells the script what was heard, and passes everything on."""

    def __init__(self, script: Script, screen: Screen) -> None:
        self._script = script
        self._screen = screen

    def show(self, event: Event, course: Course) -> None:
        """Pass on, and tell what was heard."""
        if isinstance(event, Heard) and event.final:
            self._script.hear(event.text)
        self._screen.show(event, course)

    def tick(self, now_s: float, level_dbfs: float, state: str) -> None:
        """Pass on."""
        self._screen.tick(now_s, level_dbfs, state)


@dataclass(frozen=True, slots=True)
class DomitrioDemoResult:
    """The figures of one demo: sayings and how many were understood; ``audio_s`` on the audio clock."""

    seed: int
    winners: tuple[str, ...]
    is_stuck: bool
    script: Script
    audio_s: float
    wall_s: float

    @property
    def sayings(self) -> int:
        """All that was said."""
        return self.script.said.total()

    @property
    def matched(self) -> int:
        """What was understood as it was meant, without a question."""
        return self.script.matched.total()

    def lines(self) -> str:
        """Return the figures as lines for a person."""
        end = f"Nobody could lay any more; {' and '.join(self.winners)} won." if self.is_stuck else ""
        lines = [end or f"{self.winners[0]} laid all tiles and won."]
        lines.append(f"{self.matched} of {self.sayings} sayings were understood:")
        lines += [f"  {kind:28} {self.script.matched[kind]:3} of {n}" for kind, n in sorted(self.script.said.items())]
        lines.append(
            f"Asked again: {self.script.asked_again}, taken for another move: {self.script.moved_wrongly}, "
            f"done by key in the end: {self.script.by_key}. {self.audio_s:.0f} s of sound in {self.wall_s:.1f} s."
        )
        return "\n".join(lines)

    def json(self) -> str:
        """Return the figures as one line of JSON."""
        kinds = {kind: {"rulings": n, "matched": self.script.matched[kind]} for kind, n in self.script.said.items()}
        return json.dumps(
            {
                "game": "domitrio",
                "seed": self.seed,
                "winner": ", ".join(self.winners),
                "end": "stuck" if self.is_stuck else "won",
                "rulings": self.sayings,
                "matched": self.matched,
                "correct_answers": self.sayings,
                "innocent_punished": self.script.moved_wrongly,
                "asked_again": self.script.asked_again,
                "by_key": self.script.by_key,
                "by_kind": dict(sorted(kinds.items())),
                "audio_s": round(self.audio_s, 2),
                "wall_s": round(self.wall_s, 2),
            }
        )


def play_domitrio_demo(settings: Settings, asked: DemoRequest) -> DomitrioDemoResult:
    """Let voices play a whole game of Domitrio.

    Raises Failure where there is no synthesiser, since the sayings exist only as sound.
    """
    game = DomitrioAtTable()
    players = PLAYERS if asked.players is None else asked.players
    check_demo(game, players, asked.journal)
    language = language_of(settings)
    words = domitrio_language(language)
    synthesizer = demo_voice(settings, language)
    started_s = time.monotonic()
    room = Room(seed=asked.seed, realtime=not asked.fast, listener=asked.listener)
    script = Script(asked.tell)
    strengths = demo_strengths(players)
    started = SittingStarted(
        game.name,
        __version__,
        asked.seed,
        language.code,
        demo_names(language, players),
        (None,) * players,
        game.deck(players, random.Random(asked.seed), players),
    )
    recognizer = open_recognizer(asked.engine, language, settings)
    for vocabulary in game.vocabularies(language, started, settings):
        recognizer.prepare(vocabulary)
    screen = Listening(script, asked.screen)
    with demo_sitting(
        started, room, recognizer, synthesizer, screen, language, settings, fast=asked.fast, journal=asked.journal
    ) as sitting:
        chorus = Chorus(synthesizer, words.language, asked.seed)
        seats = [
            VoiceSeat(
                seat,
                DomitrioRobot(strength, random.Random(f"{asked.seed}-{seat}")),
                chorus,
                room,
                script,
                random.Random(f"{asked.seed}-{seat}-says"),
            )
            for seat, strength in enumerate(strengths)
        ]
        table = DomitrioTable(sitting, seats, words, settings.announce)
        table.welcome(is_resumed=False)
        table.play()
        script.settle(asked_back=False)
    state = table.course.state
    winners = tuple(started.players[winner] for winner in state.winners)
    return DomitrioDemoResult(asked.seed, winners, state.is_stuck, script, room.now_s, time.monotonic() - started_s)
