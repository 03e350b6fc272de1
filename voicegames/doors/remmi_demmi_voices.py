"""The voices of the demo of Remmi Demmi: robots that hold real cards, shout, trade by hand, claim and answer.

The table never sees their cards and learns of nothing but the sound in the room. What each voice set out to say is
written down before it is heard.
"""

import random
from dataclasses import dataclass

from voicegames.events import Event, Heard, Prompted, Said, TakenBack
from voicegames.games.remmi_demmi import Offence, Phase, RulesError, Speed, State, deal
from voicegames.games.remmi_demmi_hands import Card, remmi_in
from voicegames.language import Language
from voicegames.players.chorus import Chorus
from voicegames.players.remmi_demmi_robots import RemmiDemmiRobot
from voicegames.players.room import Room
from voicegames.remmi_demmi_events import Claimed, Fouled, RemmiChecked, RoundDealt, SignGiven, TimerStarted
from voicegames.table.course import Course
from voicegames.table.happenings import Screen
from voicegames.table.phrases import NUMBERS
from voicegames.table.remmi_demmi_course import RemmiDemmiCourse
from voicegames.table.remmi_demmi_phrases import MOST_REPEATS

_AFTER_PROMPT_S = 0.9
_AGAIN_AFTER_S = 6.0

_BETWEEN_SHOUTS_S = (1.0, 2.6)

_ACCUSED = 0.5
_TELLS_CARDS = 0.5


@dataclass
class Saying:
    """Something that a voice said: when it sounds, of which kind it is, and what was heard of it."""

    kind: str
    words: tuple[str, ...]
    onset_s: float
    end_s: float
    heard: str | None = None

    @property
    def is_understood(self) -> bool:
        """Whether it was heard as it was said."""
        return self.heard == " ".join(self.words)


class Voices:
    """All voices of one game, and the screen that they watch. ``sayings`` are what they said so far."""

    def __init__(
        self, robots: list[RemmiDemmiRobot], chorus: Chorus, room: Room, language: Language, screen: Screen, seed: int
    ) -> None:
        self.sayings: list[Saying] = []
        self.invented: list[str] = []
        self._punished = 0
        self._put_back = 0
        self._robots = robots
        self._chorus = chorus
        self._room = room
        self._language = language
        self._screen = screen
        self._rng = random.Random(f"voices-{seed}")
        self._cards: State = deal(len(robots), self._rng)
        self._due: list[tuple[float, int, str, tuple[str, ...]]] = []
        self._quiet_until_s = 0.0
        self._waiting: tuple[float, int, str, tuple[str, ...]] | None = None
        self._asked = ""
        self._claimed: dict[int, float] = {}
        self._accused: tuple[int, Offence] | None = None
        self._is_open = False

    @property
    def innocent_punished(self) -> int:
        """How often something was counted against somebody who had done nothing, or a call taken away for good."""
        return self._punished + self._put_back

    def show(self, event: Event, course: Course) -> None:
        """Do what each robot does when this happens."""
        self._screen.show(event, course)
        assert isinstance(course, RemmiDemmiCourse)
        match event:
            case Said():
                self._asked = event.text
            case Prompted():
                self._prompted(event, course)
            case SignGiven() | Fouled():
                self._waiting = None
                if isinstance(event, Fouled) and (event.player, event.offence) != self._accused:
                    self._punished += 1
            case TimerStarted():
                self._begin(event)
            case Claimed():
                self._was_claimed(event)
            case RemmiChecked():
                self._waiting = None
                is_remmi = remmi_in(self._cards.hands[event.player]) is not None
                self._punished += is_remmi and not event.is_remmi
            case RoundDealt():
                self._cards = deal(len(self._robots), self._rng)
                self._is_open = False
            case TakenBack():
                self._put_back += 1
            case Heard(final=True):
                self._heard(event)
            case _:
                pass
        self._is_open = course.state.phase is Phase.TRADE

    def tick(self, now_s: float, level_dbfs: float, state: str) -> None:
        """Say what is due."""
        self._screen.tick(now_s, level_dbfs, state)
        if self._due and now_s >= self._due[0][0]:
            _, seat, kind, words = self._due.pop(0)
            self._speak(seat, kind, words)
        elif self._waiting is not None and now_s >= self._waiting[0] and state != "speaking":
            # Nothing came of it, so it is said once more.
            _, seat, kind, words = self._waiting
            self._waiting = (now_s + _AGAIN_AFTER_S, seat, kind, words)
            self._speak(seat, kind, words)
        elif self._is_open and now_s >= self._quiet_until_s:
            self._trade(now_s)

    def _prompted(self, prompt: Prompted, course: RemmiDemmiCourse) -> None:
        self._room.hush()
        state, player, at_s = course.state, prompt.player, prompt.at_s + _AFTER_PROMPT_S
        match state.phase:
            case Phase.FACE_DOWN | Phase.LOOK:
                if state.frantic and self._rng.random() < _ACCUSED and not state.fouls:
                    self._accuse(at_s, state)
                    return
                sign = self._language.phrases["rd_sign"]
                speed = self._rng.choice(list(Speed))
                is_sign = state.phase is Phase.FACE_DOWN
                words = self._rng.choice(sign) if is_sign else (self._language.called(speed),)
                self._wait(at_s, player, "sign" if is_sign else "start", words)
            case Phase.CHECK:
                self._answer(at_s, player)
            case _:
                pass

    def _accuse(self, at_s: float, state: State) -> None:
        offence = Offence.LOOKED_EARLY if state.phase is Phase.FACE_DOWN else Offence.TRADED_EARLY
        early, witness = self._rng.sample(range(state.players), 2)
        self._accused = (early, offence)
        key = "rd_looked_early" if offence is Offence.LOOKED_EARLY else "rd_traded_early"
        self._wait(at_s, witness, "foul", self._numbered(key, early))

    def _answer(self, at_s: float, player: int) -> None:
        hand = self._cards.hands[player]
        found = remmi_in(hand)
        yes, no = self._language.called("yes"), self._language.called("no")
        name = self._language.say("player", number=player + 1)
        if self._asked == self._language.say("rd_sure", name=name):
            self._wait(at_s, player, "answer", (yes if found else no,))
        elif found is not None and self._rng.random() < _TELLS_CARDS:
            self._wait(at_s, player, "cards", self._telling(found))
        else:
            self._wait(at_s, player, "answer", (yes if found else no,))

    def _telling(self, remmi: tuple[Card, ...]) -> tuple[str, ...]:
        called = self._language.called
        colours, figures = {card.colour for card in remmi}, {card.figure for card in remmi}
        if len(colours) == 1 and len(figures) == 1:
            return (called("nine"), called(remmi[0].colour), called(remmi[0].figure))
        shared = remmi[0].colour if len(colours) == 1 else remmi[0].figure
        words = [called("nine"), called(shared)]
        for kind in sorted(figures if len(colours) == 1 else colours):
            count = sum(kind in (card.colour, card.figure) for card in remmi)
            words += [called(NUMBERS[count - 1]), called(kind)]
        return tuple(words)

    def _begin(self, started: TimerStarted) -> None:
        self._waiting = None
        self._claimed = {}
        self._cards = self._cards.start(Speed(started.speed))
        for robot in self._robots:
            robot.forget()
        self._quiet_until_s = started.at_s + self._rng.uniform(*_BETWEEN_SHOUTS_S)

    def _trade(self, now_s: float) -> None:
        for player, last_s in list(self._claimed.items()):
            if now_s > last_s + _AGAIN_AFTER_S / 2 and not self._has_laid_down(player):
                self._claim(player, now_s)
                return
        playing = [player for player in range(len(self._robots)) if player not in self._claimed]
        for player in self._rng.sample(playing, len(playing)):
            if self._robots[player].claims(self._cards.hands[player]):
                self._claim(player, now_s)
                return
        if len(playing) > 1:
            self._shout(self._rng.choice(playing), playing)

    def _claim(self, player: int, now_s: float) -> None:
        self._claimed[player] = now_s
        with_player, short = [p for p in self._language.phrases["rd_claim"] if "{number}" in p]
        phrase = with_player if self._rng.random() < 0.7 else short
        number = self._language.called(NUMBERS[player])
        self._speak(player, "claim", tuple(number if word == "{number}" else word for word in phrase))

    def _has_laid_down(self, player: int) -> bool:
        return any(claim.player == player for claim in self._cards.claims)

    def _was_claimed(self, claimed: Claimed) -> None:
        if self._put_back and self._has_laid_down(claimed.player):
            # Somebody who called before was understood only now; who was put back is noted again behind them.
            self._put_back -= 1
            return
        if claimed.player not in self._claimed or self._has_laid_down(claimed.player):
            self._punished += 1
            return
        self._cards = self._cards.claim(claimed.player)

    def _shout(self, player: int, playing: list[int]) -> None:
        robot, hand = self._robots[player], self._cards.hands[player]
        size = robot.offer(hand)
        if size is None:
            return
        word = self._language.called(NUMBERS[size - 1])
        self._speak(player, "shout", (word,) * self._rng.randint(1, MOST_REPEATS))
        partners = [p for p in playing if p != player and self._robots[p].demmi(self._cards.hands[p], size)]
        if not partners:
            return
        partner = self._rng.choice(partners)
        gives, gets = robot.demmi(hand, size), self._robots[partner].demmi(self._cards.hands[partner], size)
        assert gives is not None
        assert gets is not None
        try:
            self._cards = self._cards.trade(player, gives, partner, gets)
        except RulesError:
            return

    def _wait(self, at_s: float, seat: int, kind: str, words: tuple[str, ...]) -> None:
        self._due = [(at_s, seat, kind, words)]
        self._waiting = (at_s + _AGAIN_AFTER_S, seat, kind, words)

    def _speak(self, seat: int, kind: str, words: tuple[str, ...]) -> None:
        spoken = self._chorus.speak(seat, words)
        begins_s = self._room.speak_at(self._room.now_s, spoken.pcm)
        self.sayings.append(Saying(kind, words, begins_s + spoken.onset_s, begins_s + spoken.end_s))
        self._quiet_until_s = begins_s + spoken.end_s + self._rng.uniform(*_BETWEEN_SHOUTS_S)

    def _numbered(self, key: str, player: int) -> tuple[str, ...]:
        phrase = next(p for p in self._language.phrases[key] if "{number}" in p)
        number = self._language.called(NUMBERS[player])
        return tuple(number if word == "{number}" else word for word in phrase)

    def _heard(self, heard: Heard) -> None:
        for saying in reversed(self.sayings):
            if heard.onset_s < saying.end_s and heard.end_s > saying.onset_s:
                saying.heard = heard.text if saying.heard is None else f"{saying.heard} {heard.text}"
                return
        if "?" not in heard.text:
            self.invented.append(heard.text)
