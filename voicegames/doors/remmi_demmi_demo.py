"""The demo of Remmi Demmi: whole games with real cards that robots hold, played by voice alone."""

import json
import random
import time
from collections import Counter
from dataclasses import dataclass

from voicegames import __version__
from voicegames.doors.demo_sitting import check_demo, demo_names, demo_sitting, demo_strengths, demo_voice
from voicegames.doors.demos import DemoRequest
from voicegames.doors.engines import language_of, open_recognizer
from voicegames.doors.remmi_demmi_voices import Saying, Voices
from voicegames.events import SittingStarted
from voicegames.players.chorus import Chorus
from voicegames.players.remmi_demmi_robots import TEMPERS, RemmiDemmiRobot
from voicegames.players.room import Room
from voicegames.settings import Settings
from voicegames.table.remmi_demmi_at_table import RemmiDemmiAtTable
from voicegames.table.remmi_demmi_course import FRANTIC

_FEWEST = 4
_FRANTIC_EVERY = 3


@dataclass(frozen=True, slots=True)
class RemmiDemmiDemoResult:
    """The figures of one demo; ``audio_s`` on the audio clock, ``wall_s`` by the wall clock, both in seconds.

    A saying counts as ruled on as it was meant when it was understood word for word. ``invented`` are calls that were
    heard and that nobody made; ``innocent_punished`` counts points lost, claims noted and fouls for what nobody did.
    """

    seed: int
    winner: str
    rounds: int
    sayings: tuple[Saying, ...]
    invented: tuple[str, ...]
    innocent_punished: int
    audio_s: float
    wall_s: float

    @property
    def matched(self) -> int:
        """How many sayings were understood."""
        return sum(saying.is_understood for saying in self.sayings)

    def by_kind(self) -> dict[str, dict[str, int]]:
        """Return how many sayings of each kind there were, and how many were understood."""
        said = Counter(saying.kind for saying in self.sayings)
        matched = Counter(saying.kind for saying in self.sayings if saying.is_understood)
        return {kind: {"rulings": said[kind], "matched": matched[kind]} for kind in sorted(said)}

    def lines(self) -> str:
        """Return the figures as lines for a person."""
        lines = [
            f"{self.winner} won after {self.rounds} rounds. {self.matched} of {len(self.sayings)} calls understood:"
        ]
        lines += [f"  {kind:28} {c['matched']:3} of {c['rulings']}" for kind, c in self.by_kind().items()]
        lines += [
            f"Heard although nobody said it: {len(self.invented)}. "
            f"Counted against somebody who did nothing: {self.innocent_punished}.",
            f"{self.audio_s:.0f} s of sound in {self.wall_s:.1f} s.",
        ]
        return "\n".join(lines)

    def json(self) -> str:
        """Return the figures as one line of JSON."""
        missed = sum(saying.heard in (None, "?") for saying in self.sayings)
        return json.dumps(
            {
                "game": "remmi-demmi",
                "seed": self.seed,
                "winner": self.winner,
                "rulings": len(self.sayings),
                "matched": self.matched,
                "correct_answers": len(self.sayings),
                "innocent_punished": self.innocent_punished,
                "asked_again": missed,
                "by_kind": self.by_kind(),
                "audio_s": round(self.audio_s, 2),
                "wall_s": round(self.wall_s, 2),
                "invented": len(self.invented),
                "rounds": self.rounds,
            }
        )


def play_remmi_demmi_demo(settings: Settings, asked: DemoRequest) -> RemmiDemmiDemoResult:
    """Let voices play a whole game. Raises Failure where there is no synthesiser, or for a number that can't play."""
    game = RemmiDemmiAtTable()
    players = _FEWEST if asked.players is None else asked.players
    check_demo(game, players, asked.journal)
    language = language_of(settings)
    synthesizer = demo_voice(settings, language)
    started_s = time.monotonic()
    room = Room(seed=asked.seed, realtime=not asked.fast, listener=asked.listener)
    names, strengths = demo_names(language, players), demo_strengths(players)
    variants = (FRANTIC,) if asked.seed % _FRANTIC_EVERY == 0 else ()
    started = SittingStarted(game.name, __version__, asked.seed, language.code, names, strengths, (), variants)
    recognizer = open_recognizer(asked.engine, language, settings)
    for vocabulary in game.vocabularies(language, started, settings):
        recognizer.prepare(vocabulary)
    robots = [RemmiDemmiRobot(TEMPERS[s], random.Random(f"{asked.seed}-{seat}")) for seat, s in enumerate(strengths)]
    chorus = Chorus(synthesizer, language, asked.seed)
    voices = Voices(robots, chorus, room, language, asked.screen, asked.seed)
    with demo_sitting(
        started, room, recognizer, synthesizer, voices, language, settings, fast=asked.fast, journal=asked.journal
    ) as sitting:
        table = game.table(sitting, ())
        table.welcome(is_resumed=False)
        winner = table.play()
    if asked.tell is not None:
        for saying in voices.sayings:
            if not saying.is_understood:
                asked.tell(f"said {' '.join(saying.words)!r}, heard {saying.heard!r}")
        for text in voices.invented:
            asked.tell(f"nobody said {text!r}")
    return RemmiDemmiDemoResult(
        asked.seed,
        names[winner],
        table.state.round,
        tuple(voices.sayings),
        tuple(voices.invented),
        voices.innocent_punished,
        room.now_s,
        time.monotonic() - started_s,
    )
