"""The demo: robots decide, the chorus speaks, and the referee hears them only as sound through the recogniser."""

import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from voicegames import __version__
from voicegames.doors.demo_sitting import check_demo, demo_names, demo_sitting, demo_strengths, demo_voice
from voicegames.doors.engines import Engine, language_of, open_recognizer
from voicegames.events import CrocodileRuled, Event, GameOver, Mistake, Ruled, SittingStarted, Verdict
from voicegames.games.dodelido import deck
from voicegames.hearing.recognizer import Samples
from voicegames.language import Language
from voicegames.players.chorus import Chorus, Disfluent
from voicegames.players.robots import Intent, Plan, Robot
from voicegames.players.room import Room
from voicegames.settings import Settings
from voicegames.table.course import Course
from voicegames.table.dodelido import DodelidoTable
from voicegames.table.dodelido_at_table import DodelidoAtTable
from voicegames.table.happenings import Screen
from voicegames.table.phrases import NUMBERS, Phrases
from voicegames.table.seats import SeatAnswer, Turn

_TELL_AFTER_S = 0.7
_TELLS_BY_VOICE = 2
_RETRY_AFTER_S = 0.8


@dataclass
class Script:
    """What the robots set out to do, written down before the referee hears anything."""

    plan: Plan | None = None
    shouts: dict[int, float] = field(default_factory=dict)

    @property
    def slowest(self) -> int:
        """The robot that shouts last at the crocodile."""
        return max(self.shouts, key=lambda seat: self.shouts[seat])


class ChorusSeat:
    """A robot's seat in the demo: its answers are sounds in the room."""

    is_robot = True

    def __init__(self, seat: int, robot: Robot, chorus: Chorus, room: Room, language: Language, script: Script) -> None:
        self._seat = seat
        self._robot = robot
        self._chorus = chorus
        self._room = room
        self._language = language
        self._script = script

    def prompted(self, turn: Turn) -> SeatAnswer | None:
        """Decide, and speak after the reaction time. Asked again, a robot says the same once more, without dawdling."""
        self._room.hush()
        if turn.is_retry and self._script.plan is not None:
            old = self._script.plan
            plan = Plan(old.intent, old.meanings, old.disfluency, min(old.reaction_s, _RETRY_AFTER_S))
        else:
            plan = self._robot.plan(turn.expected, turn.limit_s)
        self._script.plan = plan
        self._speak(turn.prompt_s + plan.reaction_s, plan.meanings, plan.disfluency)
        return None

    def crocodile(self, at_s: float) -> float | None:
        """Shout the own number after a reaction time."""
        reaction_s = self._robot.reaction_s()
        self._script.shouts[self._seat] = at_s + reaction_s
        self._speak(at_s + reaction_s, (NUMBERS[self._seat],), None)
        return None

    def asked_who_was_last(self, at_s: float, times: int) -> float | None:
        """Own up when it was this seat: by voice, and with the key where the voice was not understood twice."""
        self._room.hush()
        if self._script.slowest != self._seat:
            return None
        if times > _TELLS_BY_VOICE:
            return at_s + _TELL_AFTER_S
        self._speak(at_s + _TELL_AFTER_S, (NUMBERS[self._seat],), None)
        return None

    def _speak(self, at_s: float, meanings: tuple[str, ...], disfluency: Disfluent | None) -> None:
        words = tuple(self._language.called(meaning) for meaning in meanings)
        spoken = self._chorus.speak(self._seat, words, disfluency)
        self._room.speak_at(at_s - spoken.onset_s, spoken.pcm)


@dataclass
class Count:
    """How many rulings of one kind there were, and how many matched."""

    rulings: int = 0
    matched: int = 0


class Tally:
    """A screen that counts how the rulings match what the robots set out to earn, and passes everything on."""

    def __init__(self, script: Script, screen: Screen, tell: Callable[[str], None] | None = None) -> None:
        self._script = script
        self._screen = screen
        self._tell = tell
        self.by_kind: dict[str, Count] = {}
        self.correct_answers = 0
        self.innocent_punished = 0
        self.asked_again = 0
        self.winner: int | None = None

    def show(self, event: Event, course: Course) -> None:
        """Count a ruling."""
        self._screen.show(event, course)
        match event:
            case Ruled() if self._script.plan is not None:
                self._count_answer(event, self._script.plan)
            case CrocodileRuled():
                self._count("crocodile", event.last == self._script.slowest)
                self._script.shouts.clear()
            case GameOver():
                self.winner = event.winner
            case _:
                pass

    def tick(self, now_s: float, level_dbfs: float, state: str) -> None:
        """Pass on."""
        self._screen.tick(now_s, level_dbfs, state)

    def _count_answer(self, ruled: Ruled, plan: Plan) -> None:
        wanted = None if plan.intent is Intent.RIGHT else Mistake(plan.intent.value)
        verdict = Verdict.RIGHT if wanted is None else Verdict.MISTAKE
        kind = str(plan.intent) if plan.disfluency is None else f"{plan.intent}: {plan.disfluency}"
        is_match = ruled.verdict is verdict and ruled.mistake is wanted
        self._count(kind, is_match)
        if plan.intent is Intent.RIGHT:
            self.correct_answers += 1
            self.innocent_punished += ruled.verdict is Verdict.MISTAKE
            self.asked_again += ruled.verdict is Verdict.AGAIN
        if not is_match and self._tell is not None:
            self._tell(
                f"meant {kind} {' '.join(plan.meanings)!r}, "
                f"ruled {ruled.verdict} {ruled.mistake}, heard {ruled.heard!r}"
            )

    def _count(self, kind: str, is_match: bool) -> None:
        count = self.by_kind.setdefault(kind, Count())
        count.rulings += 1
        count.matched += is_match


@dataclass(frozen=True, slots=True)
class DemoResult:
    """The figures of one demo; ``audio_s`` on the audio clock, ``wall_s`` by the wall clock."""

    game: str
    seed: int
    winner: str
    tally: Tally
    audio_s: float
    wall_s: float

    @property
    def rulings(self) -> int:
        """All rulings."""
        return sum(count.rulings for count in self.tally.by_kind.values())

    @property
    def matched(self) -> int:
        """The rulings that were what the robot set out to earn."""
        return sum(count.matched for count in self.tally.by_kind.values())

    def lines(self) -> str:
        """Return the figures as lines for a person."""
        tally = self.tally
        lines = [f"{self.winner} won. {self.matched} of {self.rulings} rulings were what the robots set out to earn:"]
        lines += [f"  {kind:28} {count.matched:3} of {count.rulings}" for kind, count in sorted(tally.by_kind.items())]
        lines.append(
            f"Correct answers: {tally.correct_answers}, ruled a mistake: {tally.innocent_punished}, "
            f"asked again: {tally.asked_again}. {self.audio_s:.0f} s of sound in {self.wall_s:.1f} s."
        )
        return "\n".join(lines)

    def json(self) -> str:
        """Return the figures as one line of JSON."""
        kinds = {kind: {"rulings": c.rulings, "matched": c.matched} for kind, c in sorted(self.tally.by_kind.items())}
        return json.dumps(
            {
                "game": self.game,
                "seed": self.seed,
                "winner": self.winner,
                "rulings": self.rulings,
                "matched": self.matched,
                "correct_answers": self.tally.correct_answers,
                "innocent_punished": self.tally.innocent_punished,
                "asked_again": self.tally.asked_again,
                "by_kind": kinds,
                "audio_s": round(self.audio_s, 2),
                "wall_s": round(self.wall_s, 2),
            }
        )


def play_demo(
    settings: Settings,
    *,
    seed: int,
    players: int,
    fast: bool,
    engine: Engine,
    screen: Screen,
    journal: Path | None = None,
    listener: Callable[[Samples], None] | None = None,
    tell: Callable[[str], None] | None = None,
) -> DemoResult:
    """Let robots play a whole game of Dodelido by voice.

    ``listener`` gets the sound of the room, to be played; ``tell`` gets a line for each ruling that does not match.
    Raises Failure where there is no synthesiser, since the answers exist only as sound.
    """
    check_demo(DodelidoAtTable(), players, journal)
    language = language_of(settings)
    synthesizer = demo_voice(settings, language)
    rng = random.Random(seed)
    cards = list(deck())
    rng.shuffle(cards)
    started_s = time.monotonic()
    room = Room(seed=seed, realtime=not fast, listener=listener)
    script = Script()
    tally = Tally(script, screen, tell)
    names, strengths = demo_names(language, players), demo_strengths(players)
    started = SittingStarted(
        "dodelido", __version__, seed, language.code, names, strengths, tuple(str(card) for card in cards)
    )
    recognizer = open_recognizer(engine, language, settings)
    for vocabulary in Phrases(language, players).all():
        recognizer.prepare(vocabulary)
    with demo_sitting(
        started, room, recognizer, synthesizer, tally, language, settings, fast=fast, journal=journal
    ) as sitting:
        chorus = Chorus(synthesizer, language, seed)
        seats = [
            ChorusSeat(
                seat,
                Robot(strength.settings(settings), random.Random(f"{seed}-{seat}")),
                chorus,
                room,
                language,
                script,
            )
            for seat, strength in enumerate(strengths)
        ]
        winner = DodelidoTable(sitting, seats, settings.announce).play()
    return DemoResult("dodelido", seed, names[winner], tally, room.now_s, time.monotonic() - started_s)
