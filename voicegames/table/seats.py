"""Who sits at the table: people, and robots that take a seat beside them."""

from dataclasses import dataclass
from typing import Protocol

from voicegames.language import Language
from voicegames.players.chorus import Disfluent
from voicegames.players.robots import Plan, Robot
from voicegames.speaking.synthesizer import Voice


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player is asked: the right answer in meanings, when the time began and how long it is, in seconds.

    ``is_retry`` says that the referee asked for the same answer again.
    """

    expected: tuple[str, ...]
    prompt_s: float
    limit_s: float
    is_retry: bool


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """An answer that needs no ear: what is said from ``at_s`` on the audio clock, as typed words."""

    at_s: float
    text: str
    voice: Voice | None


class Seat(Protocol):
    """One seat. A person's, or a chorus voice's, answers reach the table as sound and give None here."""

    is_robot: bool

    def prompted(self, turn: Turn) -> SeatAnswer | None:
        """Tell the seat that its time runs."""
        ...

    def crocodile(self, at_s: float) -> float | None:
        """Tell the seat that a crocodile lies there since ``at_s``; returns when it presses its key, or None."""
        ...

    def asked_who_was_last(self, at_s: float, times: int) -> float | None:
        """Tell the seat that the table asks who was last, for the ``times``-th time; returns as ``crocodile`` does."""
        ...


class Person:
    """A person: their answer comes by voice or key."""

    is_robot = False

    def prompted(self, turn: Turn) -> SeatAnswer | None:
        """People answer by themselves."""
        return None

    def crocodile(self, at_s: float) -> float | None:
        """People shout by themselves."""
        return None

    def asked_who_was_last(self, at_s: float, times: int) -> float | None:
        """People tell it by themselves."""
        return None


class TableRobot:
    """A robot among people: it speaks through the loudspeaker, and its words count as if typed."""

    is_robot = True

    def __init__(self, robot: Robot, language: Language, voice: Voice | None) -> None:
        self._robot = robot
        self._language = language
        self._voice = voice

    def prompted(self, turn: Turn) -> SeatAnswer | None:
        """Decide on an answer and when it comes."""
        plan = self._robot.plan(turn.expected, turn.limit_s)
        return SeatAnswer(turn.prompt_s + plan.reaction_s, typed_text(plan, self._language), self._voice)

    def crocodile(self, at_s: float) -> float | None:
        """Press the own key after a reaction time."""
        return at_s + self._robot.reaction_s()

    def asked_who_was_last(self, at_s: float, times: int) -> float | None:
        """Leave it to the people: robots press their keys in time, so they are never in doubt."""
        return None


def typed_text(plan: Plan, language: Language) -> str:
    """Return the words of a plan as they would be typed, with their stutter."""
    words = [language.called(meaning) for meaning in plan.meanings]
    last = words[-1]
    match plan.disfluency:
        case Disfluent.WORD_REPEATED:
            words.append(last)
        case Disfluent.CONSONANT | Disfluent.SYLLABLE:
            words.insert(-1, f"{last[:2]}-")
        case Disfluent.FILLER:
            words.insert(-1, language.fillers[0])
        case _:
            pass
    return " ".join(words)
