"""Who sits at a table of Domitrio: people, and robots that take a seat beside them."""

from dataclasses import dataclass
from typing import Protocol

from voicegames.games.domitrio import Laying, Phase
from voicegames.players.domitrio_robots import DomitrioRobot
from voicegames.table.domitrio_desk import Desk
from voicegames.table.domitrio_replies import Step

_BEFORE_ROLL_S = 1.6
_BEFORE_LAYING_S = 0.8


@dataclass(frozen=True, slots=True)
class RobotStep:
    """What a seat does, from ``at_s`` on the audio clock, unless somebody says something before.

    Without a ``step`` it is asked once more what it wants to do.
    """

    at_s: float
    step: Step | None
    laying: Laying | None = None


class DomitrioSeat(Protocol):
    """One seat. What a person, or a voice of the chorus, says reaches the table as sound."""

    is_robot: bool

    def asked(self, desk: Desk, at_s: float) -> RobotStep | None:
        """Tell the seat that the table listens to it since ``at_s``."""
        ...


class DomitrioPerson:
    """A person: what they say comes by voice or key."""

    is_robot = False

    def asked(self, desk: Desk, at_s: float) -> RobotStep | None:
        """People speak by themselves."""
        return None


class DomitrioTableRobot:
    """A robot among people. It waits before it rolls, so that the move before it can still be undone."""

    is_robot = True

    def __init__(self, robot: DomitrioRobot) -> None:
        self._robot = robot

    def asked(self, desk: Desk, at_s: float) -> RobotStep | None:
        """Decide what to do, and when."""
        state = desk.state
        if state.phase is Phase.ROLL:
            return RobotStep(at_s + _BEFORE_ROLL_S, Step.ROLL)
        laying = self._robot.choose(state.view(state.turn))
        step = Step.LAY if laying is not None else Step.DRAW if state.pool else Step.PASS
        return RobotStep(at_s + _BEFORE_LAYING_S, step, laying)
