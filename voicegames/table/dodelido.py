"""The turns of a game of Dodelido at the table: flip, prompt, listen, rule, announce, until somebody has won."""

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import median

from voicegames.events import CardFlipped, CrocodileRuled, GameOver, Mistake, Prompted, Ruled, TakenBack, Verdict
from voicegames.games.dodelido import Phase
from voicegames.hearing.ear import Heard, SpeechStarted
from voicegames.hearing.profiled import ProfiledRecognizer
from voicegames.hearing.typed import typed_utterance
from voicegames.hearing.utterance import Utterance
from voicegames.table.calls_to_referee import control_of, is_to_referee, is_yes, pause, stop
from voicegames.table.crocodile import CrocodileHunt
from voicegames.table.dodelido_course import DodelidoCourse
from voicegames.table.happenings import ControlKey, Happening, PlayerKey, TypedUtterance
from voicegames.table.last_call import is_end_accepted, play_to_the_end
from voicegames.table.patience import patient
from voicegames.table.people import People
from voicegames.table.phrases import Phrases
from voicegames.table.referee import Decision, Referee
from voicegames.table.seats import Seat, SeatAnswer, Turn
from voicegames.table.sitting import Sitting
from voicegames.table.voice_check import VoiceCheck, wait_at_table
from voicegames.table.wording import Wording

LATE_ONSET_S = 0.15
"""An onset is known only so long after it."""

_KEPT_LEVELS = 9


@dataclass(frozen=True, slots=True)
class _Control:
    """Somebody said or pressed a control instead of an answer."""

    control: str


@dataclass(frozen=True, slots=True)
class _Answer:
    """What came within the time: utterances in order (none for silence), and whether a pause was too long.

    ``after_noise`` says that there was also sound in which nothing was understood.
    """

    utterances: tuple[Utterance, ...]
    is_pause: bool
    after_noise: bool = False


class DodelidoTable:
    """Plays one game of Dodelido in a sitting, from where the sitting's course stands.

    ``announce`` is all (names, cards, mistakes), names (names and mistakes), mistakes, or none.
    """

    def __init__(self, sitting: Sitting, seats: Sequence[Seat], announce: str = "all") -> None:
        self.sitting = sitting
        self.seats = seats
        self.announce = announce
        self.phrases = Phrases(sitting.language, len(seats))
        self.wording = Wording(sitting.language, sitting.course.players)
        self.people = sitting.people or People(sitting.course.players, sitting.language, sitting.settings.referee)
        self._asked_again = False
        self._flipped_wall_s = 0.0
        self._levels_dbfs: deque[float] = deque(maxlen=_KEPT_LEVELS)

    @property
    def course(self) -> DodelidoCourse:
        """The game as it stands."""
        course = self.sitting.course
        assert isinstance(course, DodelidoCourse)
        return course

    @property
    def referee(self) -> Referee:
        """The referee of the player whose turn it is."""
        settings, player = self.sitting.settings.referee, self.course.state.turn
        if self.people.is_patient(player):
            settings = patient(settings, self._name(player))
        return Referee(self.sitting.language, settings)

    def welcome(self, *, is_resumed: bool) -> None:
        """Say who plays, or that the game goes on."""
        name = self._name(self.course.state.turn)
        if is_resumed:
            self.sitting.say(self._say("welcome_back", name=name))
        elif self.announce != "none":
            self.sitting.say(self._say("welcome", names=self.wording.names(), first=name))
        if self.people.patient_names and self.announce != "none":
            self.sitting.say(self._say("patient_with", names=", ".join(self.people.patient_names)))

    def answer_once(self, prompt_s: float) -> None:
        """Rule on the answer to the card that lies there, with the time running from ``prompt_s`` on the audio clock.

        Raises SoundEnded where the recording ends before.
        """
        self.sitting.wait_until(prompt_s)
        self._ask_for_answer()

    def play(self) -> int:
        """Play to the end; returns the winner. Raises TableStopped, and SoundEnded at the end of a recording."""
        play_to_the_end(self.sitting, self._turn, self._is_accepted)
        self.sitting.record(GameOver(self.sitting.now_s, self._winner))
        return self._winner

    @property
    def _winner(self) -> int:
        winner = self.course.state.winner
        assert winner is not None
        return winner

    def _is_accepted(self) -> bool:
        self.sitting.say(self._say("winner", name=self._name(self._winner)))
        return is_end_accepted(self.sitting, self.phrases.controls, self._control_of, self._control)

    def _turn(self) -> None:
        state = self.course.state
        if state.phase is Phase.FLIP:
            card = state.hands[state.turn][0]
            self._asked_again = False
            if self.announce == "names":
                self.sitting.say(self._say("turn", name=self._name(state.turn)))
            self.sitting.record(CardFlipped(self.sitting.now_s, state.turn, str(card), state.next_pile))
            self._flipped_wall_s = time.monotonic()
            return
        if state.phase is Phase.CROCODILE:
            self._drive_away_crocodile()
            return
        self._announce_card()
        self._ask_for_answer()

    def _announce_card(self) -> None:
        state = self.course.state
        name, card = self._name(state.turn), state.top[(state.next_pile - 1) % len(state.piles)]
        assert card is not None
        if self.announce == "all" and not self._asked_again:
            self.sitting.say(self._say("turn_card", name=name, card=self.wording.card(card)))

    def _ask_for_answer(self) -> None:
        player = self.course.state.turn
        expected = self.course.state.expected.words
        limit_s = self.referee.limit_s(self._name(player))
        prompt_s = self.sitting.now_s
        self.sitting.record(Prompted(prompt_s, player, limit_s))
        planned = self.seats[player].prompted(Turn(expected, prompt_s, limit_s, self._asked_again))
        with self.people.heard_as(self.sitting.ear, player):
            came = self._listen(player, prompt_s, limit_s, planned)
        if isinstance(came, _Control):
            self._control(came.control)
            return
        self._rule(player, expected, prompt_s, came)

    def _listen(self, player: int, prompt_s: float, limit_s: float, planned: SeatAnswer | None) -> _Answer | _Control:
        """Wait for an answer whose onset lies within the limit; a beginning ("oh") has the limit again for its rest."""
        utterances: list[Utterance] = []
        deadline_s = prompt_s + limit_s
        onset_s: float | None = None
        after_noise = is_told = False
        for happenings in self.sitting.steps(self.phrases.answer, controls_only=planned is not None):
            if planned is None:
                self.sitting.expect_answer(happenings)
            elif self.sitting.now_s >= planned.at_s:
                return self._robot_answer(player, planned, prompt_s, limit_s)
            for number, happening in enumerate(happenings, 1):
                control = self._control_of(happening)
                if control is not None:
                    self.sitting.keep(happenings[number:])
                    return _Control(control)
                match happening:
                    case _ if planned is not None:
                        pass  # What people say in a robot's turn is no answer of the robot's.
                    case PlayerKey() if not is_told:
                        is_told = True
                        self.sitting.note(self._say("no_crocodile"))
                    case TypedUtterance() if happening.is_begun_before(self._flipped_wall_s):
                        self.sitting.note(self._say("typed_too_soon"))
                    case TypedUtterance() if is_to_referee(self.sitting, happening):
                        self.sitting.note(self._say("unknown_call"))
                    case SpeechStarted():
                        after_noise |= onset_s is not None
                        onset_s = happening.onset_s
                    case Heard(final=False):
                        self.sitting.heard(happening, player)
                    case Heard() | TypedUtterance() if happening.utterance.words:
                        self.sitting.heard(happening, player)
                        onset_s = None
                        utterance = happening.utterance
                        if utterance.onset_s > deadline_s:
                            return self._too_late(utterances)
                        utterances.append(utterance)
                        if self._is_whole(utterances):
                            self.sitting.keep(happenings[number:])
                            return _Answer(tuple(utterances), False, after_noise)
                        if utterance.is_known:
                            deadline_s = utterance.end_s + limit_s
                    case _:
                        pass
            # An onset is known only a moment after it: wait that long before the time counts as over.
            is_running = self.sitting.ear.is_hearing and (onset_s is None or onset_s <= deadline_s)
            is_running |= self.sitting.is_typing_since(deadline_s)
            if self.sitting.now_s > deadline_s + LATE_ONSET_S and not is_running:
                return self._too_late(utterances)
        raise AssertionError("the steps of a sitting never end by themselves")

    def _is_whole(self, utterances: list[Utterance]) -> bool:
        if not self.referee.is_unfinished(utterances):
            return True
        # What sounds like a mere "oh" may be the right answer, misheard.
        expected = self.course.state.expected.words
        return self.referee.rule(utterances, expected).verdict is Verdict.RIGHT

    def _too_late(self, utterances: list[Utterance]) -> _Answer:
        if utterances and not utterances[-1].is_known:
            return _Answer(tuple(utterances), False)
        return _Answer(tuple(utterance for utterance in utterances if utterance.is_known), True)

    def _robot_answer(self, player: int, planned: SeatAnswer, prompt_s: float, limit_s: float) -> _Answer:
        if planned.at_s > prompt_s + limit_s:
            return _Answer((), True)
        onset_s = self.sitting.now_s
        self.sitting.say(planned.text, planned.voice, player)
        utterance = typed_utterance(planned.text, self.phrases.answer, onset_s, self.sitting.now_s)
        self.sitting.heard(TypedUtterance(utterance), player)
        return _Answer((utterance,), False)

    def _control_of(self, happening: Happening) -> str | None:
        control = control_of(self.sitting, happening, self.course.state.turn)
        if happening == ControlKey("patient_referee") and self.people.is_patient(self.course.state.turn):
            return "usual_referee"  # One key is for both.
        return control

    def _decide(self, answer: _Answer, expected: tuple[str, ...]) -> Decision:
        if not answer.is_pause:
            return self.referee.rule(answer.utterances, expected, after_noise=answer.after_noise)
        if answer.utterances:
            return self.referee.rule_unfinished(answer.utterances, expected)
        spoken_dbfs = median(self._levels_dbfs) if self._levels_dbfs else None
        return self.referee.rule_silence(spoken_dbfs, self.sitting.ear.noise_dbfs)

    def _rule(self, player: int, expected: tuple[str, ...], prompt_s: float, answer: _Answer) -> None:
        decision = self._decide(answer, expected)
        is_clear = decision.verdict is not Verdict.AGAIN
        if self._asked_again and not self.people.is_patient(player):
            decision = decision.counted()
        now_s = self.sitting.now_s
        ruled = Ruled(
            now_s, self.course.rulings, player, decision.verdict, decision.mistake, " ".join(expected), decision.heard
        )
        self._levels_dbfs += [u.surroundings.level_dbfs for u in answer.utterances if u.surroundings and u.is_known]
        if answer.utterances:
            onset_s, end_s = answer.utterances[0].onset_s, answer.utterances[-1].end_s
            ruled = replace(
                ruled,
                reaction_s=onset_s - prompt_s,
                length_s=end_s - onset_s,
                lag_s=max(0.0, now_s - end_s) + self.sitting.own_lag_s,
            )
        if decision.too_loud:
            self.sitting.record(ruled)
            self.sitting.say(self._say("too_loud", name=self._name(player)))
        else:
            self._announce_ruling(ruled, is_clear=is_clear)

    def _announce_ruling(self, ruled: Ruled, *, is_clear: bool) -> None:
        before = self.course.state
        self.sitting.record(ruled)
        self.people.ruled(ruled, self.sitting.ear)
        if ruled.verdict is Verdict.AGAIN:
            self._asked_again = True
            self.sitting.say(self._say("again", name=self._name(ruled.player)))
            return
        self._asked_again = False
        if ruled.verdict is Verdict.MISTAKE and self.announce != "none":
            taken = sum(len(pile) for pile in before.piles)
            self.sitting.say(self.wording.mistake(ruled, before, taken, understood=is_clear))

    def _drive_away_crocodile(self) -> None:
        self.sitting.say(self._say("crocodile" if self.announce == "all" else "crocodile_names"))
        came = CrocodileHunt(self.sitting, self.seats, self.phrases, self.referee.settings.crocodile_s).last()
        if isinstance(came, str):
            self._control(came)
            return
        self._rule_crocodile(came, "referee")

    def _told_who_was_last(self) -> int:
        hunt = CrocodileHunt(self.sitting, self.seats, self.phrases, self.referee.settings.crocodile_s)
        while isinstance(told := hunt.ask_who(), str):
            self._control(told)
        return told

    def _rule_crocodile(self, last: int, by: str) -> None:
        taken = sum(len(pile) for pile in self.course.state.piles)
        self.sitting.record(CrocodileRuled(self.sitting.now_s, self.course.rulings, last, by))
        if self.announce != "none":
            self.sitting.say(self._say("crocodile_last", name=self._name(last), cards=self.wording.cards(taken)))

    def _control(self, control: str) -> None:
        match control:
            case "pause":
                pause(self.sitting, self.phrases.controls, self._control_of, self._control)
            case "stop":
                stop(self.sitting)
            case "that_was_wrong":
                self._question_last_ruling()
            case "score":
                self.sitting.say(self.wording.score(self.course.state))
            case "help":
                self.sitting.say(self._say("help"))
            case "patient_referee" | "usual_referee":
                self._be_patient(is_patient=control == "patient_referee")
            case "forget_voice":
                self._forget_voice()
            case "voice_check":
                self._check_voice()
            case "repeat":
                self._asked_again = False
                if self.announce != "all":
                    cards = ", ".join(self.wording.card(card) for card in self.course.state.top if card is not None)
                    self.sitting.say(f"{cards}.")
            case _:
                pass

    def _be_patient(self, *, is_patient: bool) -> None:
        player = self.course.state.turn
        self.people.set_patient(player, is_patient=is_patient)
        name, seconds = self._name(player), self.referee.limit_s(self._name(player))
        key = "patient_now" if is_patient else "usual_now"
        self.sitting.say(self._say(key, name=name, **({"seconds": f"{seconds:g}"} if is_patient else {})))

    def _forget_voice(self) -> None:
        player, name = self.course.state.turn, self._name(self.course.state.turn)
        if not self.people.has_voice(player):
            self.sitting.say(self._say("voice_unknown", name=name))
            return
        if self._is_yes(self._say("forget_voice", name=name)):
            self.people.forget_voice(player)
            self.sitting.say(self._say("voice_forgotten", name=name))
        else:
            self.sitting.say(self._say("voice_kept"))

    def _check_voice(self) -> None:
        """Get to know the voice of the player whose turn it is; their turn begins anew after it."""
        recognizer, player = self.sitting.ear.recognizer, self.course.state.turn
        if not isinstance(recognizer, ProfiledRecognizer):
            self.sitting.say(self._say("check_other_ear"))
            return
        wait = partial(wait_at_table, self.sitting, self.phrases.answer)
        voice = VoiceCheck(self.sitting.language, recognizer, self.sitting.say, wait)
        profile = voice.run(self._name(player))
        if profile is not None:
            self.people.set_voice(player, profile)

    def _question_last_ruling(self) -> None:
        ruling = self.course.last_ruling
        if ruling is None:
            self.sitting.say(self._say("nothing_to_take_back"))
            return
        if not self._is_yes(self.wording.question_about(ruling)):
            self.sitting.say(self._say("not_taken_back"))
            return
        self.sitting.record(TakenBack(self.sitting.now_s, ruling.number))
        self.people.taken_back(ruling.number)
        self._asked_again = False
        if isinstance(ruling, CrocodileRuled):
            self._rule_crocodile(self._told_who_was_last(), "table")
            return
        was_right = ruling.verdict is Verdict.RIGHT
        turned = Ruled(
            self.sitting.now_s,
            self.course.rulings,
            ruling.player,
            Verdict.MISTAKE if was_right else Verdict.RIGHT,
            Mistake.WORD if was_right else None,
            ruling.expected,
            ruling.heard,
            by="table",
        )
        taken = sum(len(pile) for pile in self.course.state.piles)
        self.sitting.record(turned)
        key = "taken_back_mistake" if was_right else "taken_back_right"
        self.sitting.say(self._say(key, name=self._name(ruling.player), cards=self.wording.cards(taken)))

    def _is_yes(self, question: str) -> bool:
        return is_yes(self.sitting, question, self.phrases.yes_no, self.course.state.turn)

    def _name(self, player: int) -> str:
        return self.course.players[player]

    def _say(self, key: str, **values: object) -> str:
        return self.sitting.language.say(key, **values)
