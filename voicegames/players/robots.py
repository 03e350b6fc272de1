"""Robots: they decide what to answer, how fast, and which mistake to make. They make no sound themselves."""

import math
import random
from dataclasses import dataclass
from enum import StrEnum

from voicegames.players.chorus import Disfluent
from voicegames.settings import RobotSettings, Settings


class Intent(StrEnum):
    """What an answer sets out to earn."""

    RIGHT = "right"
    WORD = "word"
    OH = "oh"
    STUTTER = "stutter"
    PAUSE = "pause"


class Strength(StrEnum):
    """How good a robot is."""

    EASY = "easy"
    MIDDLE = "middle"
    HARD = "hard"

    def settings(self, settings: Settings) -> RobotSettings:
        """Return the family's settings for robots of this strength."""
        by_strength = {Strength.EASY: settings.easy_robot, Strength.HARD: settings.hard_robot}
        return by_strength.get(self, settings.middle_robot)


STUTTERS = (Disfluent.WORD_REPEATED, Disfluent.CONSONANT, Disfluent.SYLLABLE, Disfluent.FILLER)
"""The stutters that robots make on purpose."""

MOST_OHS = 4
"""More "oh"s than this are never said."""

WORDS = (
    *("flamingo", "penguin", "camel", "zebra", "tortoise"),
    *("blue", "green", "pink", "white", "yellow"),
    *("nought", "dodelido"),
)
"""The meanings among which a wrong word is chosen."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One answer: its meanings in order, how it is stuttered, and the time from the prompt to its onset in seconds."""

    intent: Intent
    meanings: tuple[str, ...]
    disfluency: Disfluent | None
    reaction_s: float


@dataclass(frozen=True, slots=True)
class Robot:
    """One robot; ``rng`` is its own, so that a seed repeats a game."""

    settings: RobotSettings
    rng: random.Random

    def plan(self, expected: tuple[str, ...], limit_s: float) -> Plan:
        """Decide on the answer to a card whose right answer is ``expected`` (meanings), with ``limit_s`` seconds."""
        intent = self._intent()
        reaction = min(self.reaction_s(), limit_s - 0.3)
        match intent:
            case Intent.WORD:
                others = [word for word in WORDS if word != expected[-1]]
                return Plan(intent, (*expected[:-1], self.rng.choice(others)), None, reaction)
            case Intent.OH:
                return Plan(intent, self._wrong_ohs(expected), None, reaction)
            case Intent.STUTTER:
                return Plan(intent, expected, self.rng.choice(STUTTERS), reaction)
            case Intent.PAUSE:
                return Plan(intent, expected, None, limit_s + 0.5)
        return Plan(intent, expected, None, reaction)

    def reaction_s(self) -> float:
        """Draw a reaction time in seconds: log-normal with the median and spread of the settings."""
        return self.rng.lognormvariate(math.log(self.settings.reaction_s), self.settings.reaction_spread)

    def _intent(self) -> Intent:
        s = self.settings
        rates = {
            Intent.WORD: s.wrong_word_rate,
            Intent.OH: s.oh_rate,
            Intent.STUTTER: s.stutter_rate,
            Intent.PAUSE: s.pause_rate,
        }
        chance = self.rng.random()
        for intent, rate in rates.items():
            if chance < rate:
                return intent
            chance -= rate
        return Intent.RIGHT

    def _wrong_ohs(self, expected: tuple[str, ...]) -> tuple[str, ...]:
        ohs = len(expected) - 1
        choices = [count for count in (ohs - 1, ohs + 1) if 0 <= count <= MOST_OHS]
        return ("oh",) * self.rng.choice(choices) + expected[-1:]
