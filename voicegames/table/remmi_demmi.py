"""The course of a game of Remmi Demmi at the table: deal, timer, claims, check, points, until somebody has won."""

import random
import textwrap
from collections.abc import Callable, Sequence

from voicegames.events import GameOver, Paused, Prompted, TakenBack, WentOn
from voicegames.games.remmi_demmi import ROUNDS, Offence, Phase, RulesError, Speed, State
from voicegames.games.remmi_demmi_hands import COPIES, remmi_in, removed_copies, shuffled
from voicegames.remmi_demmi_events import (
    Fouled,
    GaveBack,
    RemmiChecked,
    RoundDealt,
    SignGiven,
    TimerStarted,
    TimeWasUp,
    Traded,
)
from voicegames.table.calls_to_referee import control_of, stop
from voicegames.table.happenings import Happening
from voicegames.table.last_call import is_end_accepted, play_to_the_end
from voicegames.table.remmi_demmi_check import ANSWER_S, Deck, RemmiCheck
from voicegames.table.remmi_demmi_clock import ClockRun
from voicegames.table.remmi_demmi_course import RemmiDemmiCourse
from voicegames.table.remmi_demmi_listening import Called, Listening
from voicegames.table.remmi_demmi_market import Market, NoMarket
from voicegames.table.remmi_demmi_phrases import (
    Accused,
    Call,
    Claim,
    Control,
    Phrase,
    RemmiDemmiPhrases,
    SetOff,
    Shout,
    ShowCards,
    Sign,
    Who,
)
from voicegames.table.remmi_demmi_wording import RemmiDemmiWording, names_of
from voicegames.table.sitting import Sitting

_LONGEST_TOLD = 40
"""So many letters of what was not understood are told."""

LATE_S = 15.0
"""How long after a round a call of Remmi-Demmi is meant for it, in seconds."""


class RemmiDemmiTable:
    """Plays one game in a sitting, from where the sitting's course stands.

    ``market`` is where the computer's cards are traded; with real cards there is none.
    """

    def __init__(self, sitting: Sitting, phrases: RemmiDemmiPhrases, market: Market | None = None) -> None:
        self.sitting = sitting
        sitting.typing_cuts = True
        self.phrases = phrases
        self.wording = RemmiDemmiWording(sitting.language, sitting.course.players)
        self.listening = Listening(sitting, phrases)
        self.market = market or NoMarket()
        self._told: tuple[int, Phase | None] | None = None
        self._round_over_s: float | None = None
        self._rng = random.Random()

    @property
    def course(self) -> RemmiDemmiCourse:
        """The game as it stands."""
        course = self.sitting.course
        assert isinstance(course, RemmiDemmiCourse)
        return course

    @property
    def state(self) -> State:
        """The rules' state now."""
        return self.course.state

    def welcome(self, *, is_resumed: bool) -> None:
        """Say who plays and what to take out of the deck, or that the game goes on."""
        if is_resumed:
            self.sitting.say(self._say("rd_welcome_back"))
            return
        self.sitting.say(self._say("rd_welcome", names=names_of(self.course.players)))
        by_number = [player for player in self.phrases.unsounded if not self._is_robot(player)]
        if by_number:
            players = [(self.course.players[player], player + 1) for player in by_number]
            told = ", ".join(self._say("rd_is_number", name=name, number=number) for name, number in players)
            self.sitting.say(self._say("rd_by_number", players=told))
        if self.state.real_cards:
            self.sitting.say(self.wording.preparation(self.state.players))

    def play(self) -> int:
        """Play to the end; returns the winner. Raises TableStopped, and SoundEnded at the end of a recording."""
        play_to_the_end(self.sitting, self._step, self._is_accepted)
        winner = self.state.winner
        assert winner is not None
        self.sitting.record(GameOver(self.sitting.now_s, winner))
        self.sitting.say(self.wording.winner(self.state))
        return winner

    def _is_robot(self, player: int) -> bool:
        return self.course.robots[player] is not None

    def _step(self) -> None:
        match self.state.phase:
            case Phase.FACE_DOWN:
                self._wait_for_dealer(self.phrases.face_down)
            case Phase.LOOK:
                self._wait_for_dealer(self.phrases.look)
            case Phase.TRADE:
                ClockRun(self).run()
            case Phase.CHECK:
                self._check(self.state.unchecked[0])
            case _:
                self._next_round()

    def _wait_for_dealer(self, calls: dict[Phrase, Call]) -> None:
        here = (self.state.round, self.state.phase)
        if self._told is None or self._told[0] != here[0]:
            self.sitting.say(self.wording.deal(self.state))
        elif self._told != here:
            self.sitting.say(self.wording.next_call(self.state))
        self._told = here
        dealer = self.state.dealer
        robot_s = self.market.starts_at(self.state, self.sitting.now_s)
        self.sitting.record(Prompted(self.sitting.now_s, dealer, ANSWER_S))
        called = self.listening.next_call(calls, dealer, robot_s)
        if called is None:
            assert robot_s is not None
            self._early(Called(self.market.start_call(self.state), robot_s, robot_s))
        else:
            self._early(called)

    def _early(self, called: Called) -> None:
        """Do what is called before the timer runs."""
        number, now_s = self.course.moves, self.sitting.now_s
        match called.call:
            case SetOff():
                self._start(called.call.speed)
            case Sign():
                self.attempt(lambda: self.state.sign(), self.state.dealer, lambda: SignGiven(now_s, number))
            case Accused():
                self._accuse(called.call.player, called.call.offence)
            case Who() if not self.state.real_cards:
                self.market.early(ShowCards(called.call.player), self)
            case Claim() | Who() if self._round_over_s is not None and called.onset_s < self._round_over_s + LATE_S:
                self.sitting.say(self._say("rd_too_late"))
            case Claim() | Who() | Shout():
                self.sitting.say(self._say("rd_too_early"))
            case Control():
                self.control(called.call.control)
            case None if called.is_typed:
                self.not_understood(called)
                self.sitting.say(self.wording.next_call(self.state))
            case _:
                self.market.early(called.call, self)

    def _start(self, speed: Speed) -> None:
        limits = {Speed.SNAIL: self.sitting.settings.remmi_demmi.snail_s}
        seconds = limits.get(speed, self.sitting.settings.remmi_demmi.lightning_s)
        key = "rd_go_snail" if speed is Speed.SNAIL else "rd_go_lightning"
        self.sitting.say(self._say(key, seconds=f"{seconds:g}"))
        self.sitting.record(TimerStarted(self.sitting.now_s, self.course.moves, str(speed), seconds))

    def _accuse(self, player: int, offence: Offence) -> None:
        fouled = Fouled(self.sitting.now_s, self.course.moves, player, str(offence))
        if self.attempt(lambda: self.state.foul(player, offence), player, lambda: fouled):
            self.sitting.say(self.wording.foul(player, offence))

    def attempt(self, move: Callable[[], object], player: int, event: Callable[[], "Fouled | SignGiven"]) -> bool:
        """Record the event of a move that the rules allow, or say why they don't; returns whether they do."""
        try:
            move()
        except RulesError as error:
            self.sitting.say(self.wording.error(error, player))
            return False
        self.sitting.record(event())
        return True

    def _check(self, player: int) -> None:
        name = self.course.players[player]
        if not self.state.real_cards:
            found = remmi_in(self.state.hands[player])
            cards = tuple(map(str, found or self.state.hands[player]))
            self._checked(player, found is not None, cards)
            return
        deck = Deck(COPIES - removed_copies(self.state.players), self.course.told_cards)
        told = RemmiCheck(self.sitting, self.listening, self.phrases, name, deck, self._is_late_call).ask(player)
        if isinstance(told, Control):
            self.control(told.control)
            return
        self._checked(player, told.is_remmi, tuple(map(str, told.cards)))

    def _is_late_call(self, called: Called) -> bool:
        """Answer a call that comes too late, while cards are checked; returns whether it was one."""
        is_claim = called.utterance is not None and self.phrases.is_claim(called.utterance)
        if is_claim or isinstance(called.call, Who):
            self.sitting.say(self._say("rd_too_late"))
            return True
        if called.utterance is not None and self.phrases.is_accusation(called.utterance):
            self.sitting.say(self._say("rd_not_early"))
            return True
        return False

    def not_understood(self, called: Called) -> None:
        """Answer what was typed and is nothing that may be said now."""
        assert called.utterance is not None
        if self.phrases.is_accusation(called.utterance):
            self.sitting.announce(self._say("rd_not_early"))
        elif self.phrases.is_of_stranger(called.utterance):
            self.sitting.announce(self._say("rd_stranger"))
        else:
            text = textwrap.shorten(called.utterance.text, _LONGEST_TOLD, placeholder=" \u2026")
            self.sitting.announce(self._say("rd_not_understood", text=text))

    def _checked(self, player: int, is_remmi: bool, cards: Sequence[str]) -> None:
        checked = RemmiChecked(self.sitting.now_s, self.course.moves, player, is_remmi, tuple(cards))
        self.sitting.record(checked)
        self.sitting.say(self._say("rd_valid" if is_remmi else "rd_invalid", name=self.course.players[player]))

    def _next_round(self) -> None:
        self._tell_points()
        if self.state.round >= ROUNDS:
            self.sitting.say(self.wording.tie(self.state))
        deck = () if self.state.real_cards else shuffled(self.state.players, self._rng)
        self.sitting.record(RoundDealt(self.sitting.now_s, self.course.moves, tuple(map(str, deck))))

    def _tell_points(self) -> None:
        self._round_over_s = self.sitting.now_s
        if not self.state.claims:
            self.sitting.say(self._say("rd_nobody"))
        self.sitting.say(self.wording.round_points(self.state))
        self.sitting.say(self.wording.standing(self.state))

    def _is_accepted(self) -> bool:
        """Tell the points of the last round, and wait whether anybody says that they are wrong."""
        self._tell_points()
        controls = self.phrases.vocabulary(self.phrases.controls)
        return is_end_accepted(self.sitting, controls, self._control_of, self.control)

    def _control_of(self, happening: Happening) -> str | None:
        return control_of(self.sitting, happening, self.state.dealer)

    def control(self, control: str, *, is_clock_running: bool = False) -> None:
        """Do what a call to the referee asks for; while the clock runs the table goes on listening as it speaks."""
        say = self.sitting.announce if is_clock_running else self.sitting.say
        match control:
            case "pause":
                self._pause()
            case "stop":
                stop(self.sitting)
            case "that_was_wrong":
                self._take_back(say)
            case "score":
                say(self.wording.standing(self.state))
            case "help":
                say(self._help())
            case "repeat":
                self._told = None if self._told is None else (self._told[0] - 1, self._told[1])
            case _:
                say(self._say("rd_nothing_here"))

    def _help(self) -> str:
        keys = {
            Phase.TRADE: "rd_help_clock",
            Phase.CHECK: "rd_help_check",
            Phase.FACE_DOWN: "rd_help_face_down",
            Phase.LOOK: "rd_help_early" if self.state.frantic else "rd_help_start",
        }
        times = self.sitting.settings.remmi_demmi
        snail, lightning = f"{times.snail_s:g}", f"{times.lightning_s:g}"
        told = [
            self._say(keys.get(self.state.phase, "rd_help_start"), snail=snail, lightning=lightning),
            self._say("rd_help_controls"),
        ]
        if not self.state.real_cards:
            told.insert(1, self._say("rd_help_cards"))
        return " ".join(told)

    def _pause(self) -> None:
        why = self._say("paused")
        self.sitting.record(Paused(self.sitting.now_s, why))
        self.sitting.say(why)
        while True:
            called = self.listening.next_call(self.phrases.controls, self.state.dealer)
            assert called is not None
            if isinstance(called.call, Control):
                if called.call.control in ("go_on", "pause"):
                    break
                if called.call.control == "repeat":
                    self.sitting.say(why)
                else:
                    self.control(called.call.control)
            elif called.is_typed or called.utterance is None:
                self.sitting.say(why)
        self.sitting.record(WentOn(self.sitting.now_s))
        # What the table waits for is told again.
        self._told = None if self._told is None else (self._told[0], None)

    def _take_back(self, say: Callable[[str], None]) -> None:
        move = self.course.last_move
        if isinstance(move, RoundDealt):
            # Nobody means the deal; what may be wrong is what the table ruled before it.
            self.sitting.record(TakenBack(self.sitting.now_s, move.number))
            self._told = None
            move = self.course.last_move
        if move is None:
            say(self._say("nothing_to_take_back"))
            return
        while isinstance(move, Traded | GaveBack) and not self.market.is_of_people(move):
            # Robots trade all the time; what somebody means is what came before.
            self.sitting.record(TakenBack(self.sitting.now_s, move.number))
            move = self.course.last_move
            assert move is not None
        self.sitting.record(TakenBack(self.sitting.now_s, move.number))
        self.market.taken_back(move, self.sitting.now_s)
        grace_s = self.sitting.settings.remmi_demmi.grace_s
        if self.state.phase is not Phase.TRADE:
            say = self.sitting.say
        say(self.wording.taken_back(move, grace_s if isinstance(move, TimeWasUp) else 0))

    def _say(self, key: str, **values: object) -> str:
        return self.sitting.language.say(key, **values)
