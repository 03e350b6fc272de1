"""The seats of the demo of Domitrio: each decides like a robot and says it in words, which are heard as sound."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from voicegames.games.domitrio import Laying, Phase
from voicegames.games.domitrio_spots import Spot, turned
from voicegames.players.chorus import Chorus
from voicegames.players.domitrio_robots import DomitrioRobot
from voicegames.players.room import Room
from voicegames.table.domitrio_desk import Desk
from voicegames.table.domitrio_hearing import moves
from voicegames.table.domitrio_replies import Step
from voicegames.table.domitrio_sayings import SHOWN_AT_ONCE, Act, Moment, Saying
from voicegames.table.domitrio_seats import RobotStep

_THINKS_S = (0.4, 1.0)
_SAYS_AGAIN_S = 15.0
_TRIES = 5
_UNDO_RATE = 0.06


@dataclass
class Script:
    """What the voices set out to say, written down before the table hears anything, and what became of it.

    ``moved_wrongly`` counts sayings that were taken for another one which moved the game. ``by_key`` counts moves that
    were made without voice in the end, because a saying was not understood several times running.
    """

    tell: Callable[[str], None] | None = None
    said: Counter[str] = field(default_factory=Counter)
    matched: Counter[str] = field(default_factory=Counter)
    asked_again: int = 0
    moved_wrongly: int = 0
    by_key: int = 0
    _meant: Saying | None = None
    _moment: Moment | None = None
    _words: tuple[str, ...] = ()
    _heard: tuple[str, ...] | None = None

    def begin(self, saying: Saying, words: tuple[str, ...], moment: Moment) -> None:
        """Note what is said next."""
        self._meant, self._words, self._moment, self._heard = saying, words, moment, None

    def hear(self, text: str) -> None:
        """Note what the table heard; the last thing counts."""
        self._heard = tuple(text.split())

    def settle(self, *, asked_back: bool) -> bool:
        """Count the last saying, and return whether it was understood. ``asked_back``: the table was not sure."""
        meant, moment, self._meant = self._meant, self._moment, None
        if meant is None or moment is None:
            return True
        taken = None if self._heard is None else moment.meaning(self._heard)
        is_match = taken == meant and not asked_back
        self.said[_kind(meant)] += 1
        self.matched[_kind(meant)] += is_match
        if is_match:
            return True
        if taken is None or asked_back:
            self.asked_again += 1
        elif moves(taken) and self._heard not in moment.absent:
            self.moved_wrongly += 1
        if self.tell is not None:
            heard = "nothing" if self._heard is None else repr(" ".join(self._heard))
            self.tell(f"said {' '.join(self._words)!r}, heard {heard}{', asked back' if asked_back else ''}")
        return False


class VoiceSeat:
    """A seat whose sayings are sounds in the room."""

    is_robot = False

    def __init__(
        self, seat: int, robot: DomitrioRobot, chorus: Chorus, room: Room, script: Script, rng: random.Random
    ) -> None:
        self._seat = seat
        self._robot = robot
        self._chorus = chorus
        self._room = room
        self._script = script
        self._rng = rng
        self._plan: list[Saying] = []
        self._wanted: Laying | None = None
        self._desk: Desk | None = None
        self._tries = 0

    def asked(self, desk: Desk, at_s: float) -> RobotStep | None:
        """Say what comes next; what was not understood is said again."""
        self._room.hush()
        was_asked_back = desk is self._desk and (desk.has_missed or (desk.is_asked and self._says_number()))
        understood = self._script.settle(asked_back=was_asked_back)
        if desk is not self._desk:
            self._begin(desk)
        elif understood and self._plan:
            self._plan.pop(0)
            self._tries = 0
        else:
            self._tries += 1
        if self._tries >= _TRIES:
            self._script.by_key += 1
            return self._by_key(desk, at_s)
        saying = self._next(desk)
        moment = desk.moment()
        words = next((words for words, meaning in moment.says.items() if meaning == saying), None)
        if words is None:
            self._tries += 1
            return RobotStep(at_s, None)
        self._script.begin(saying, words, moment)
        spoken = self._chorus.speak(self._seat, words)
        self._room.speak_at(at_s + self._rng.uniform(*_THINKS_S), spoken.pcm)
        return RobotStep(at_s + _SAYS_AGAIN_S, None)

    def _begin(self, desk: Desk) -> None:
        self._desk, self._tries = desk, 0
        state = desk.state
        if state.phase is Phase.ROLL:
            undoes = self._rng.random() < _UNDO_RATE and len(state.board.layings) > 1
            self._plan = [Saying(Act.UNDO if undoes else Act.ROLL)]
            return
        self._wanted = self._robot.choose(state.view(state.turn))
        if self._wanted is None:
            self._plan = [Saying(Act.DRAW if state.pool else Act.PASS)]
            return
        spot = next(spot for spot in desk.spots.every if spot.laying == self._wanted)
        self._plan = self._way(desk, spot)

    def _way(self, desk: Desk, spot: Spot) -> list[Saying]:
        """One of the ways to lay a tile: in one breath, by tile and spot, by walking, by a number over all tiles."""
        rng, lay_it = self._rng, Saying(Act.LAY_IT)
        of_tile = Saying(Act.PUT, spot.tile, spot.number_of_tile)
        ways = [
            [Saying(Act.PUT, spot.tile, spot.number_of_tile, lays=True)],
            [of_tile, lay_it],
            [Saying(Act.PUT, tile=spot.tile), Saying(Act.PUT, spot=spot.number_of_tile), lay_it],
            [Saying(Act.HINT), of_tile, Saying(Act.ANSWER, word="yes")],
            [Saying(Act.SHOW_TILES), Saying(Act.SPOTS), of_tile, lay_it],
            [Saying(Act.READ_BOARD), Saying(Act.READ_TILES), of_tile, lay_it],
            [Saying(Act.NEAR, spot=1), of_tile, lay_it],
            [*[Saying(Act.NEXT_SPOT)] * spot.number, lay_it] if spot.number <= 3 else [of_tile, lay_it],
        ]
        if spot.number <= SHOWN_AT_ONCE:
            ways.append([Saying(Act.PUT, spot=spot.number, lays=True)])
        other = next((o for o in desk.spots.every if o.laying == turned(spot.laying)), None)
        if other is not None:
            ways.append([Saying(Act.PUT, spot.tile, other.number_of_tile), Saying(Act.TURN_IT), lay_it])
        symbol = rng.choice([desk.state.board.symbols[cell] for cell in desk.state.board.touched(spot.laying)])
        ways.append([Saying(Act.PUT, spot.tile, symbol=symbol), lay_it])
        # The quick ways are what people who know the game say.
        return rng.choice(ways[:3]) if rng.random() < 0.5 else rng.choice(ways)

    def _next(self, desk: Desk) -> Saying:
        if not desk.is_asked and self._plan and self._plan[0].act is not Act.PUT:
            if self._plan[0].act in (Act.LAY_IT, Act.ANSWER) and not self._is_held(desk):
                return self._of_tile(desk)
            return self._plan[0]
        if desk.is_asked:
            return desk.answer_for(self._wanted) or Saying(Act.UNDO)
        if self._plan and self._plan[0].lays and self._is_held(desk):
            return Saying(Act.LAY_IT)
        return self._plan[0] if self._plan else self._finish(desk)

    def _finish(self, desk: Desk) -> Saying:
        """What is left to say when the plan is at its end and the game has not moved."""
        if desk.state.phase is Phase.ROLL:
            return Saying(Act.ROLL)
        if self._wanted is None:
            return Saying(Act.DRAW if desk.state.pool else Act.PASS)
        return Saying(Act.LAY_IT) if self._is_held(desk) else self._of_tile(desk)

    def _is_held(self, desk: Desk) -> bool:
        return desk.held is not None and desk.held.laying == self._wanted

    def _of_tile(self, desk: Desk) -> Saying:
        spot = next(spot for spot in desk.spots.every if spot.laying == self._wanted)
        return Saying(Act.PUT, spot.tile, spot.number_of_tile)

    def _says_number(self) -> bool:
        return not (self._plan and self._plan[0].symbol is not None)

    def _by_key(self, desk: Desk, at_s: float) -> RobotStep:
        self._tries = 0
        if desk.state.phase is Phase.ROLL:
            return RobotStep(at_s, Step.ROLL)
        step = Step.LAY if self._wanted is not None else Step.DRAW if desk.state.pool else Step.PASS
        return RobotStep(at_s, step, self._wanted)


def _kind(saying: Saying) -> str:
    if saying.act is not Act.PUT:
        return str(saying.act)
    named = ("tile", saying.tile), ("spot", saying.spot), ("symbol", saying.symbol)
    parts = [name for name, value in named if value is not None]
    return " ".join((*parts, "lay it") if saying.lays else parts)
