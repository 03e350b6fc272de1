"""The turns of a game of Domitrio at the table: roll, listen, hold, lay, until somebody has laid all tiles."""

import random
from collections.abc import Sequence
from typing import TypeGuard

from voicegames.domitrio_events import BoardShown, DieRolled, DomitrioMove, TileDrawn, TileLaid, TurnPassed
from voicegames.events import GameOver, TakenBack
from voicegames.games.domitrio import FACES, Laying, Phase
from voicegames.hearing.ear import Heard
from voicegames.table.calls_to_referee import control_of, pause, stop
from voicegames.table.domitrio_course import DomitrioCourse, laying_of
from voicegames.table.domitrio_desk import Desk
from voicegames.table.domitrio_hearing import as_meant, began, is_speech, meant
from voicegames.table.domitrio_language import DomitrioLanguage
from voicegames.table.domitrio_replies import Reply, Sight, Step
from voicegames.table.domitrio_sayings import Act, Moment, Saying, Sayings
from voicegames.table.domitrio_seats import DomitrioSeat, RobotStep
from voicegames.table.domitrio_wording import DomitrioWording
from voicegames.table.happenings import ControlKey, Happening, PlayerKey, TypedUtterance
from voicegames.table.last_call import is_end_accepted, play_to_the_end
from voicegames.table.sitting import Sitting

_QUIET = ("mistakes", "none")
_QUESTION_S = 8.0
_UNDO = "undo"


class DomitrioTable:
    """Plays one game of Domitrio in a sitting, from where the sitting's course stands.

    ``announce`` is all, names, mistakes or none; with the last two the table only answers.
    """

    def __init__(
        self, sitting: Sitting, seats: Sequence[DomitrioSeat], words: DomitrioLanguage, announce: str = "all"
    ) -> None:
        assert isinstance(sitting.course, DomitrioCourse)
        self.sitting = sitting
        sitting.typing_cuts = True
        self.seats = seats
        self.announce = announce
        self.course: DomitrioCourse = sitting.course
        self.sayings = Sayings(words)
        self.wording = DomitrioWording(words.language)
        self._news = ""
        self._told = ""

    def welcome(self, *, is_resumed: bool) -> None:
        """Say who plays, or that the game goes on."""
        name = self._name(self.course.state.turn)
        if is_resumed:
            self._news = self._say("welcome_back", name=name)
        elif self.announce not in _QUIET:
            names = self.wording.listed(self.course.players)
            self._news = f"{self._say('welcome', names=names, first=name)} {self._say('welcome_how')}"

    def play(self) -> int:
        """Play to the end; returns the winner. Raises TableStopped, and SoundEnded at the end of a recording."""
        play_to_the_end(self.sitting, self._turn, self._is_accepted)
        winner = self.course.state.winners[0]
        self.sitting.record(GameOver(self.sitting.now_s, winner))
        return winner

    def _is_accepted(self) -> bool:
        result = self.wording.result(self.course.state, self.course.players)
        desk = Desk(self.course.state, self.sayings, self.wording)
        self._tell(f"{self._news} {result}".strip())
        self._news, desk.last = "", self._told
        waiting = self.sayings.waiting()
        return is_end_accepted(
            self.sitting,
            waiting.vocabulary,
            lambda happening: self._control_of(happening) or (_UNDO if self._is_undo(happening, waiting) else None),
            lambda control: self._undo() if control == _UNDO else self._control(control, desk),
        )

    def _turn(self) -> None:
        """Listen until the game moves: for the roll, or for what is done with it."""
        state = self.course.state
        seat = self.seats[state.turn]
        desk = Desk(state, self.sayings, self.wording, _sight(self.course.shown))
        opening = self._opening(desk, seat)
        desk.last = opening or (self._told if seat.is_robot else self._called(desk))
        self._tell(opening)
        while self.course.state is state:
            planned = seat.asked(desk, self.sitting.now_s)
            came = self._listen_to_player(desk, planned)
            if isinstance(came, str):
                self._control(came, desk)
                continue
            self._show(desk)
            if came.step is not None:
                self._step(came.step, came.laying)
            else:
                self._tell(came.text)

    def _opening(self, desk: Desk, seat: DomitrioSeat) -> str:
        if seat.is_robot and desk.state.phase is Phase.LAY:
            return ""
        news, self._news = self._news, ""
        if seat.is_robot or (self.announce in _QUIET and not news):
            return news
        return f"{news} {self._called(desk)}".strip()

    def _called(self, desk: Desk) -> str:
        """Return who is to roll, or what was rolled and may be said then."""
        if desk.state.phase is Phase.LAY:
            return f"{desk.rolled()} {desk.chosen() or self._first_turn(desk)}".strip()
        return self._say("turn", name=self._name(desk.state.turn))

    def _first_turn(self, desk: Desk) -> str:
        """Return what may be said now, for who has made no move yet and may see nothing."""
        if any(move.player == desk.state.turn for move in self.course.turns):
            return ""
        return self._say("first_turn" if desk.spots.every else "first_turn_none")

    def _listen_to_player(self, desk: Desk, planned: RobotStep | None) -> Reply | str:
        """Listen with what is known of the player's voice."""
        people, player = self.sitting.people, self.course.state.turn
        if people is None or self._seat.is_robot:
            return self._listen(desk, planned)
        with people.heard_as(self.sitting.ear, player):
            return self._listen(desk, planned)

    def _listen(self, desk: Desk, planned: RobotStep | None) -> Reply | str:
        """Wait for a saying, a key, a control (its name is returned), or until the seat does what it planned."""
        is_robot = self._seat.is_robot
        moment = self.sayings.waiting() if is_robot else desk.moment()
        for happenings in self.sitting.steps(moment.vocabulary, controls_only=is_robot, phrases_too=is_robot):
            if not is_robot:
                self.sitting.expect_answer(happenings)
            for number, happening in enumerate(happenings, 1):
                came: Reply | str | None = self._control_of(happening)
                if came is None:
                    came = self._undo_of(happening, moment) if is_robot else self._reply_to(happening, desk, moment)
                if came is not None:
                    self.sitting.keep(happenings[number:])
                    return came
            if planned is not None and self.sitting.now_s >= planned.at_s and not self.sitting.ear.is_hearing:
                return Reply(step=planned.step, laying=planned.laying)
        raise AssertionError("the steps of a sitting never end by themselves")

    def _reply_to(self, happening: Happening, desk: Desk, moment: Moment) -> Reply | None:
        match happening:
            case PlayerKey():
                return desk.take(Saying(Act.NUMBER, spot=happening.player + 1))
            case Heard(final=False):
                self.sitting.heard(happening, desk.state.turn)
            case Heard() | TypedUtterance() if happening.utterance.words:
                found = meant(happening.utterance, moment, self.sayings)
                self.sitting.heard(as_meant(happening, found), desk.state.turn)
                if found is None:
                    if not is_speech(happening.utterance):
                        return None
                    return desk.not_understood(began(happening.utterance, self.sayings))
                if found.other is not None and not desk.is_asked:
                    said = (" ".join(found.words), " ".join(found.other_words))
                    return desk.ask_between(found.saying, found.other, said)
                return desk.take(found.saying)
            case _:
                pass
        return None

    def _undo_of(self, happening: Happening, moment: Moment) -> Reply | None:
        """What people say in a robot's turn is no saying of the robot's; but the move before it may be undone."""
        if self.course.state.phase is Phase.ROLL and self._is_undo(happening, moment):
            return Reply(step=Step.UNDO)
        if isinstance(happening, TypedUtterance):
            self.sitting.note(self._say("typed_not_now"))
        return None

    def _is_undo(self, happening: Happening, waiting: Moment) -> bool:
        if not isinstance(happening, TypedUtterance) and not _is_final(happening):
            return False
        found = meant(happening.utterance, waiting, self.sayings)
        if found is None or found.other is not None or found.saying.act is not Act.UNDO:
            return False
        self.sitting.heard(happening, self.course.state.turn)
        return True

    # Steps of the game.

    def _step(self, step: Step, laying: Laying | None) -> None:
        state, now_s, number = self.course.state, self.sitting.now_s, self.course.moves
        name = self._name(state.turn)
        match step:
            case Step.ROLL:
                face = random.Random(f"{self.course.seed}-{number}").choice(FACES)
                self.sitting.record(DieRolled(now_s, number, state.turn, str(face)))
                if self.seats[state.turn].is_robot:
                    self._news = self._say("rolled_by", name=name, face=self.wording.face(face))
            case Step.LAY:
                assert laying is not None
                tile, first, second = laying.tile, laying.first, laying.second
                cells = ((first.q, first.r), (second.q, second.r))
                self.sitting.record(TileLaid(now_s, number, state.turn, str(tile), *cells))
                left = len(self.course.state.racks[state.turn])
                told = [self._news, self.wording.laid(name, state.board, laying)]
                if left == 1:
                    told.append(self._say("left_one", name=name))
                self._pass_on(*told)
            case Step.DRAW:
                self.sitting.record(TileDrawn(now_s, number, state.turn))
                self._pass_on(self._news, self._say("drawn", name=name))
            case Step.PASS:
                self.sitting.record(TurnPassed(now_s, number, state.turn))
                self._pass_on(self._news, self._say("passed", name=name))
            case Step.UNDO:
                self._undo()

    def _pass_on(self, *news: str) -> None:
        """Keep what has happened for the sentence that calls the next player; say it now where nobody is called."""
        self._news = "" if self.announce in _QUIET else " ".join(part for part in news if part)
        if self.seats[self.course.state.turn].is_robot and not self.course.is_over:
            self._tell(self._news)
            self._news = ""

    def _undo(self) -> None:
        last = self.course.last_move
        if last is None or isinstance(last, DieRolled) or self.seats[last.player].is_robot:
            self._tell(self._say("no_undo"))
            return
        self._take_back(last)
        self._news = self._say("undone", name=self._name(self.course.state.turn))

    def _take_back(self, move: DomitrioMove) -> None:
        """Take back a move and all that came after it."""
        while (last := self.course.last_move) is not None and last.number >= move.number:
            self.sitting.record(TakenBack(self.sitting.now_s, last.number))

    def _show(self, desk: Desk) -> None:
        shown = self.course.shown
        if desk.sight != _sight(shown):
            s = desk.sight
            self.sitting.record(
                BoardShown(self.sitting.now_s, desk.state.turn, s.tile, s.spot, s.called, s.rack, s.zoom, s.centred)
            )

    # Controls.

    def _control_of(self, happening: Happening) -> str | None:
        return control_of(self.sitting, happening, self.course.state.turn)

    def _control(self, control: str, desk: Desk) -> None:
        match control:
            case "pause":
                pause(self.sitting, self.sayings.controls(), self._control_of, lambda other: self._control(other, desk))
                self._tell(desk.last)
            case "stop":
                stop(self.sitting)
            case "that_was_wrong":
                self._question_last_move(desk)
            case "score":
                self._tell(self._score())
            case "help":
                self._tell(self._say("help"))
            case "repeat":
                self._tell(desk.last)
            case "patient_referee" | "usual_referee" | "voice_check" | "forget_voice":
                self._tell(self._say("not_here"))
            case _:
                pass

    @property
    def _seat(self) -> DomitrioSeat:
        return self.seats[self.course.state.turn]

    def _score(self) -> str:
        state = self.course.state
        told = [
            self._say("score", name=name, tiles=self.wording.tiles(len(rack)))
            for name, rack in zip(self.course.players, state.racks, strict=True)
        ]
        return " ".join((*told, self._say("pool", tiles=self.wording.tiles(len(state.pool)))))

    def _question_last_move(self, desk: Desk) -> None:
        """Ask whether the newest move was wrong: a person's, where people play, with all that robots did after it."""
        turns = [move for move in self.course.turns if self.course.robots[move.player] is None] or self.course.turns
        if not turns:
            self._tell(self._say("nothing_to_take_back"))
            return
        move = turns[-1]
        if not self._is_yes(self._say("question", move=self._told_move(move)), desk):
            self._tell(self._say("not_taken_back"))
            return
        self._take_back(move)
        self._news = self._say("taken_back", name=self._name(self.course.state.turn))

    def _is_yes(self, question: str, desk: Desk) -> bool:
        """Ask, and wait for yes or no, said or pressed; no answer within some seconds is no.

        Calls to the referee, and what only reads, are done meanwhile; then the question is asked once more.
        """
        moment = self.sayings.yes_no()
        while True:
            self.sitting.say(question)
            match self._answer(moment):
                case bool() as is_yes:
                    return is_yes
                case Saying() as saying if saying.act is not Act.AGAIN:
                    self._tell(desk.take(saying).text)
                case str() as control if control not in ("that_was_wrong", "repeat"):
                    self._control(control, desk)
                case _:
                    pass

    def _answer(self, moment: Moment) -> bool | str | Saying:
        """Return yes or no, the name of a control, or what is to be read; no answer within some seconds is no."""
        until_s = self.sitting.now_s + _QUESTION_S
        for happenings in self.sitting.steps(moment.vocabulary):
            self.sitting.expect_answer(happenings)
            for number, happening in enumerate(happenings, 1):
                came = self._answer_in(happening, moment)
                if came is not None:
                    self.sitting.keep(happenings[number:])
                    return came
            if self.sitting.now_s > until_s and not self.sitting.ear.is_hearing:
                return False
        raise AssertionError("the steps of a sitting never end by themselves")

    def _answer_in(self, happening: Happening, moment: Moment) -> bool | str | Saying | None:
        if isinstance(happening, ControlKey) and happening.control in ("yes", "no"):
            return happening.control == "yes"
        control = self._control_of(happening)
        if control is not None or not (isinstance(happening, TypedUtterance) or _is_final(happening)):
            return control
        found = meant(happening.utterance, moment, self.sayings)
        self.sitting.heard(as_meant(happening, found), self.course.state.turn)
        if found is None or found.other is not None or found.saying not in moment.says.values():
            # Something else was typed: the question is asked once more.
            return "repeat" if isinstance(happening, TypedUtterance) else None
        return found.saying.word == "yes" if found.saying.act is Act.ANSWER else found.saying

    def _told_move(self, move: DomitrioMove) -> str:
        name = self._name(move.player)
        if isinstance(move, TileLaid):
            return self._say("move_laid", name=name, tile=self.wording.tile(laying_of(move).tile))
        return self._say("move_drawn" if isinstance(move, TileDrawn) else "move_passed", name=name)

    def _tell(self, text: str) -> None:
        if text:
            self._told = text
            self.sitting.say(text)

    def _name(self, player: int) -> str:
        return self.course.players[player]

    def _say(self, key: str, **values: object) -> str:
        return self.wording.language.say(key, **values)


def _is_final(happening: Happening) -> TypeGuard[Heard]:
    return isinstance(happening, Heard) and happening.final


def _sight(shown: BoardShown) -> Sight:
    return Sight(shown.tile, shown.spot, shown.called, shown.rack, shown.zoom, shown.centred)
