"""The course of a game of Remmi Demmi as its journal tells it: the state now, those before, timer and offers."""

from dataclasses import dataclass

from voicegames.errors import Failure
from voicegames.events import Event, Paused, Resumed, SittingStarted, Stopped, TakenBack
from voicegames.games.remmi_demmi import Offence, Phase, RulesError, Speed, State, deal_from, with_real_cards
from voicegames.games.remmi_demmi_hands import Card
from voicegames.remmi_demmi_events import (
    CardsChosen,
    Claimed,
    Fouled,
    GaveBack,
    HandShown,
    Offered,
    OfferWithdrawn,
    RemmiChecked,
    RemmiDemmiMove,
    RoundDealt,
    SignGiven,
    TimerStarted,
    TimerWentOn,
    TimeWasUp,
    Traded,
)
from voicegames.table.course import check_robots

FRANTIC = "frantic"
"""The variant of the rule book for especially frantic players."""


@dataclass(frozen=True, slots=True)
class Timer:
    """The timer: ``left_s`` seconds were left at ``at_s`` on the audio clock, of ``seconds`` in all."""

    at_s: float
    left_s: float
    seconds: float
    is_running: bool

    def left_at(self, at_s: float) -> float:
        """Return how many seconds are left at ``at_s``, never fewer than none."""
        return max(0.0, self.left_s - (at_s - self.at_s)) if self.is_running else self.left_s

    def stopped(self, at_s: float) -> "Timer":
        """Return the timer as it stands still since ``at_s``."""
        return Timer(at_s, self.left_at(at_s), self.seconds, is_running=False)


@dataclass(frozen=True, slots=True)
class Before:
    """A move with what stood before it."""

    move: RemmiDemmiMove
    state: State
    timer: Timer | None


class RemmiDemmiCourse:
    """Follows the events of one sitting.

    ``timer`` is there from the timer's start to the end of the round; ``offers`` are the sizes that players shouted and
    that nobody took, ``offered`` the cards of those of people. ``shown`` is the player whose hand is shown, with the
    cards that were ``chosen`` of it. With ``real_cards`` the players hold the cards themselves.
    """

    def __init__(self, started: SittingStarted) -> None:
        players = len(started.players)
        frantic = FRANTIC in started.variants
        self.real_cards = not started.deck
        try:
            self.state: State = (
                with_real_cards(players, frantic)
                if self.real_cards
                else deal_from(_cards(started.deck), players, frantic)
            )
        except (ValueError, RulesError) as error:
            raise Failure("journal", f"The journal's deck is no deck of Remmi Demmi ({error}).") from None
        check_robots(started)
        self._started, self._dealt = started, self.state
        self.players = started.players
        self.robots = started.robots
        self.language = started.language
        self.seed = started.seed
        self.moves = 0
        self.timer: Timer | None = None
        self.offers: dict[int, int] = {}
        self.offered: dict[int, tuple[Card, ...]] = {}
        self.shown: int | None = None
        self.chosen: tuple[Card, ...] = ()
        self._before: list[Before] = []
        self._last_s = 0.0

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.state.is_over

    @property
    def last_move(self) -> RemmiDemmiMove | None:
        """The newest move that was not taken back."""
        return self._before[-1].move if self._before else None

    @property
    def told_cards(self) -> tuple[Card, ...]:
        """The cards that callers of this round have told, all together."""
        told: list[Card] = []
        for before in reversed(self._before):
            if isinstance(before.move, RoundDealt):
                break
            if isinstance(before.move, RemmiChecked):
                told += _cards(before.move.cards)
        return tuple(told)

    def follow(self, event: Event) -> None:
        """Bring the game to where it stands after ``event``.

        Raises Failure("journal") where the event does not fit the game, as in a journal that was edited by hand.
        """
        try:
            self._follow(event)
        except (RulesError, ValueError) as error:
            raise Failure("journal", f"The journal does not fit the rules: {error}") from None

    def _follow(self, event: Event) -> None:
        match event:
            case SittingStarted() if event != self._started or self.state != self._dealt or self.moves:
                raise Failure("journal", "The journal begins a second game in the middle of the first.")
            case TakenBack():
                self._take_back(event)
            case Resumed():
                if self.timer is not None:
                    stopped = self.timer.stopped(self._last_s)
                    self.timer = Timer(event.at_s, stopped.left_s, stopped.seconds, is_running=False)
                self.offers = {}
                self.shown, self.chosen = None, ()
            case Paused() | Stopped():
                if self.timer is not None:
                    self.timer = self.timer.stopped(event.at_s)
            case TimerWentOn():
                if self.timer is None:
                    raise Failure("journal", "The journal lets a timer go on that was not started.")
                self.timer = Timer(event.at_s, event.left_s, self.timer.seconds, is_running=True)
            case Offered():
                self._check_player(event.player)
                self.offers = {**self.offers, event.player: event.size}
                if self.robots[event.player] is None:
                    self.offered = {**self.offered, event.player: self.chosen}
            case HandShown():
                if event.player is not None:
                    self._check_player(event.player)
                self.shown, self.chosen = event.player, ()
            case CardsChosen():
                self.chosen = _cards(event.cards)
            case OfferWithdrawn():
                self.offers = {player: size for player, size in self.offers.items() if player != event.player}
            case _ if isinstance(event, RemmiDemmiMove):
                self._move(event)
            case _:
                pass
        if not isinstance(event, SittingStarted):
            self._last_s = event.at_s

    def _move(self, move: RemmiDemmiMove) -> None:
        if move.number != self.moves:
            raise Failure("journal", f"The journal's move {move.number} should have the number {self.moves}.")
        before = Before(move, self.state, self.timer)
        self.state = _moved(self.state, move)
        self._before.append(before)
        self.moves += 1
        match move:
            case TimerStarted():
                self.timer = Timer(move.at_s, move.seconds, move.seconds, is_running=True)
            case Traded():
                self._forget_offers(move.first, move.second)
                if None in (self.robots[move.first], self.robots[move.second]):
                    self.chosen = ()
            case Claimed():
                self._forget_offers(move.player)
            case _:
                pass
        if self.state.phase is not Phase.TRADE:
            self.timer = None
            self.offers = {}
        if isinstance(move, RoundDealt):
            self.shown, self.chosen = None, ()

    def _take_back(self, event: TakenBack) -> None:
        if not self._before or self._before[-1].move.number != event.number:
            raise Failure("journal", f"The journal takes back move {event.number}, which is not the last one.")
        before = self._before.pop()
        timer = before.timer
        # The time that passed since a claim has passed; what came after the end of the round has not.
        if timer is not None and self.timer is None:
            timer = timer.stopped(before.move.at_s)
        self.state, self.timer, self.offers = before.state, timer if self.timer is None else self.timer, {}
        if self.state.phase is not Phase.TRADE:
            self.timer = None

    def _forget_offers(self, *players: int) -> None:
        self.offers = {player: size for player, size in self.offers.items() if player not in players}

    def _check_player(self, player: int) -> None:
        if not 0 <= player < len(self.players):
            raise Failure("journal", "The journal lets somebody shout who does not play.")


def _moved(state: State, move: RemmiDemmiMove) -> State:
    match move:
        case RoundDealt():
            return state.next_round_from(_cards(move.deck))
        case SignGiven():
            return state.sign()
        case Fouled():
            return state.foul(move.player, Offence(move.offence))
        case TimerStarted():
            return state.start(Speed(move.speed))
        case Traded():
            return state.trade(move.first, _cards(move.first_gives), move.second, _cards(move.second_gives))
        case GaveBack():
            return state.give_back(move.player, move.giver)
        case Claimed():
            return state.claim(move.player)
        case TimeWasUp():
            return state.time_up()
        case RemmiChecked():
            return state.judge(move.player, move.is_remmi) if state.real_cards else _shown(state, move)


def _shown(state: State, move: RemmiChecked) -> State:
    shown = state.show(move.player)
    told = next(claim.remmi for claim in shown.claims if claim.player == move.player)
    if told is not move.is_remmi:
        raise Failure("journal", "The journal says of a Remmi what the cards do not say.")
    return shown


def _cards(names: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(Card.parse(name) for name in names)
