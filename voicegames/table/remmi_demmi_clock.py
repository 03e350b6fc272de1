"""The spoken timer of Remmi Demmi: when which time is told, on the audio clock."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from voicegames.events import TakenBack
from voicegames.games.remmi_demmi import Phase, RulesError
from voicegames.games.remmi_demmi_score import point_men
from voicegames.remmi_demmi_events import Claimed, TimerWentOn, TimeWasUp
from voicegames.table.remmi_demmi_course import Timer
from voicegames.table.remmi_demmi_listening import Called
from voicegames.table.remmi_demmi_phrases import Claim, Control, ShowCards, Who

if TYPE_CHECKING:
    from voicegames.table.remmi_demmi import RemmiDemmiTable

COUNTDOWN = (5, 4, 3, 2, 1)
"""The last seconds, told one by one."""

AFTER_TIME_S = 1.5
"""So long is listened after the end of the time, for who began in time and who is just too late, in seconds."""

NAMELESS_S = 12.0
"""How long it may take to say who made Remmi-Demmi."""

ANSWERED_S = 2.5
"""So long the answer to a call of Remmi-Demmi is not broken off for a number."""

ANSWERS_AFTER_S = 1.0
"""Who is asked who called does not answer sooner, in seconds."""

LATE_TOLD_S = 4.0
"""So late half of the time and the like may be told, where the table is speaking."""

TOLD_LEFT_S = (30.0, 10.0)
"""The seconds left that are told in words, beside half of the time."""


@dataclass(frozen=True, slots=True)
class Nameless:
    """A call of somebody who did not say who: when it began, and when the table asked, in seconds."""

    onset_s: float
    asked_s: float


@dataclass(frozen=True, slots=True)
class Telling:
    """What is said when ``left_s`` seconds are left: the key of a sentence, and the number in it."""

    left_s: float
    key: str
    count: int


def tellings(seconds: float) -> tuple[Telling, ...]:
    """Return what a timer of ``seconds`` tells, in order: half time, 30, 10, then 5 to 1.

    What would come at the start or before it is left out, and so is a time so close to half time that both would be
    said at once.
    """
    return tuple(sorted(_tellings(seconds), key=lambda telling: -telling.left_s))


def _tellings(seconds: float) -> Iterator[Telling]:
    half_s = seconds / 2
    if half_s > COUNTDOWN[0] + 2:
        yield Telling(half_s, "rd_half", round(half_s))
    for left_s in TOLD_LEFT_S:
        if left_s < seconds and abs(left_s - half_s) >= 2:
            yield Telling(left_s, "rd_left", round(left_s))
    for count in COUNTDOWN:
        if count < seconds:
            yield Telling(float(count), "rd_count", count)


class ClockRun:
    """Runs the timer of one round from where it stands until the round is over, or something stops the timer.

    The ear stays open all the time. What was begun before the end of the time counts, however late it is understood,
    and who called without saying who may still say so.
    """

    def __init__(self, table: "RemmiDemmiTable") -> None:
        self._table = table
        self._sitting = table.sitting
        self._last_nameless: Nameless | None = None

    def run(self) -> None:
        """Listen, tell the time, and take claims, until the phase changes or the timer stands still."""
        timer = self._running_timer()
        end_s = timer.at_s + timer.left_s
        due = [telling for telling in tellings(timer.seconds) if end_s - telling.left_s > self._sitting.now_s]
        up_s: float | None = None
        calls = self._table.phrases.clock
        market = self._table.market
        market.begin(self._sitting.now_s)
        spotted = self._table.phrases.spotted
        heard = self._table.listening.calls(calls, self._table.state.dealer, note_unknown=False, spotted=spotted)
        for called in heard:
            now_s = self._sitting.now_s
            if called is not None:
                if called.onset_s <= end_s or self._is_about_nameless(called):
                    self._do(called)
                elif self._is_claim(called):
                    self._sitting.announce(self._say("rd_too_late"))
                if not self._goes_on(timer):
                    return
                continue
            if up_s is None and now_s >= end_s:
                up_s = now_s
                self._sitting.hush()
                self._sitting.announce(self._say("rd_time"))
                if (nameless := self._nameless) is not None:
                    self._ask_who(nameless.onset_s)
            while due and now_s >= end_s - due[0].left_s and self._is_told(due[0], end_s):
                due.pop(0)
            if up_s is None:
                market.tick(self._table)
            elif now_s > end_s + AFTER_TIME_S and not self._is_begun(end_s + AFTER_TIME_S) and self._nameless is None:
                self._sitting.record(TimeWasUp(up_s, self._table.course.moves))
                return
            if not self._goes_on(timer):
                return

    def _running_timer(self) -> Timer:
        timer = self._table.course.timer
        assert timer is not None
        if not timer.is_running:
            # Nothing can be shouted in no time: what was taken back gets some.
            left_s = timer.left_s if timer.left_s >= 1.0 else self._sitting.settings.remmi_demmi.grace_s
            self._sitting.say(self._say("rd_goes_on", seconds=f"{left_s:.0f}"))
            self._sitting.record(TimerWentOn(self._sitting.now_s, left_s))
            timer = self._table.course.timer
            assert timer is not None
        return timer

    def _goes_on(self, timer: Timer) -> bool:
        """Whether the timer still runs as it did; says so where the last point man has ended the round."""
        course = self._table.course
        if course.state.phase is Phase.CHECK and not course.state.men_left:
            self._sitting.say(self._say("rd_all_taken"))
        return course.timer == timer

    def _is_claim(self, called: Called) -> bool:
        is_key = isinstance(called.call, Who) and called.utterance is None
        return isinstance(called.call, Claim) or (is_key and self._table.state.real_cards)

    def _is_begun(self, end_s: float) -> bool:
        onset_s = self._sitting.ear.onset_s
        return (onset_s is not None and onset_s <= end_s) or self._sitting.is_typing_since(end_s)

    def _is_told(self, telling: Telling, end_s: float) -> bool:
        """Tell the time, and return whether that is done with; the last seconds break off what is being said."""
        now_s = self._sitting.now_s
        if self._sitting.speaker.is_speaking(now_s):
            if telling.key != "rd_count":
                return now_s > end_s - telling.left_s + LATE_TOLD_S
            if self._is_answering(now_s):
                # A number that comes late is worse than none.
                return True
            self._sitting.hush()
        self._sitting.announce(self._say(telling.key, count=telling.count))
        return True

    def _is_answering(self, now_s: float) -> bool:
        """Whether a call of Remmi-Demmi has just been answered, or asked about."""
        last = self._table.course.last_move
        is_claimed = isinstance(last, Claimed) and now_s - last.at_s < ANSWERED_S
        return is_claimed or (self._nameless is not None and now_s - self._nameless.asked_s < ANSWERED_S)

    @property
    def _nameless(self) -> Nameless | None:
        """The call of which it may still be said whose it was."""
        last = self._last_nameless
        return last if last is not None and self._sitting.now_s - last.asked_s <= NAMELESS_S else None

    def _is_about_nameless(self, called: Called) -> bool:
        """Whether it says who called, or is no call of the game."""
        return self._nameless is not None and isinstance(called.call, Who | Claim | Control)

    def _do(self, called: Called) -> None:
        match called.call:
            case Claim(player=None):
                before = self._nameless
                self._ask_who(called.onset_s if before is None else min(called.onset_s, before.onset_s))
            case Claim(player=int(player)):
                self._claim_or_answer(player, called)
            case Who():
                self._named(called.call.player, called)
            case Control():
                self._table.control(called.call.control, is_clock_running=True)
            case None if called.is_typed:
                self._table.not_understood(called)
            case None:
                pass
            case call:
                self._table.market.called(call, called, self._table)

    def _named(self, player: int, called: Called) -> None:
        """A number or name alone: that of a nameless claim, or a player's key, with which real cards are claimed."""
        nameless = self._nameless
        if nameless is not None and called.utterance is not None:
            self._answer(nameless, player, called)
        elif called.utterance is None and self._table.state.real_cards:
            self._claim_or_answer(player, called)
        elif called.utterance is None:
            self._table.market.called(ShowCards(player), called, self._table)
        elif called.is_typed:
            self._table.not_understood(called)

    def _claim_or_answer(self, player: int, called: Called) -> None:
        """A whole call or a key: one that comes too soon to be the answer to who called is a call of its own."""
        nameless = self._nameless
        if nameless is not None and called.onset_s > nameless.asked_s + ANSWERS_AFTER_S:
            self._answer(nameless, player, called)
        else:
            self._claim(player, called)

    def _answer(self, nameless: Nameless, player: int, called: Called) -> None:
        """The call before it was this player's."""
        if self._claim(player, replace(called, onset_s=nameless.onset_s)):
            self._last_nameless = None
            self._table.listening.spot(self._table.phrases.spotted)

    def _claim(self, player: int, called: Called) -> bool:
        """Note a call, or say why it is none; returns whether it is noted."""
        now_s = self._sitting.now_s
        course = self._table.course
        if not course.real_cards and player < len(course.robots) and course.robots[player] is not None:
            self._sitting.announce(self._say("rd_only_people"))
            return False
        try:
            self._table.state.claim(player)
        except RulesError as error:
            self._sitting.announce(self._table.wording.error(error, player))
            return False
        lag_s = max(0.0, now_s - called.end_s) + self._sitting.own_lag_s
        later = self._begun_after(called.onset_s)
        places = len(course.state.claims)
        self._sitting.record(Claimed(now_s, course.moves, player, called.onset_s, lag_s))
        for claim in later:
            self._sitting.record(replace(claim, at_s=now_s, number=course.moves))
        men = point_men(course.state.players)[places:]
        told = [
            self._say("rd_claimed", name=course.players[claimant], points=self._table.wording.points(man))
            for claimant, man in zip((player, *(claim.player for claim in later)), men, strict=False)
        ]
        self._sitting.announce(" ".join(told))
        return True

    def _begun_after(self, onset_s: float) -> list[Claimed]:
        """Take the claims back that began after ``onset_s``, though they were understood before; first ones first."""
        later: list[Claimed] = []
        while isinstance(last := self._table.course.last_move, Claimed) and last.onset_s > onset_s:
            self._sitting.record(TakenBack(self._sitting.now_s, last.number))
            later.insert(0, last)
        return later

    def _ask_who(self, onset_s: float) -> None:
        course = self._table.course
        people = [player for player, robot in enumerate(course.robots) if robot is None]
        if not course.real_cards and len(people) == 1:
            self._claim(people[0], Called(Claim(people[0]), onset_s, self._sitting.now_s))
            return
        self._last_nameless = Nameless(onset_s, self._sitting.now_s)
        self._table.listening.spot(self._table.phrases.spotted_who)
        self._sitting.announce(self._say("rd_who_claimed"))

    def _say(self, key: str, **values: object) -> str:
        return self._sitting.language.say(key, **values)
