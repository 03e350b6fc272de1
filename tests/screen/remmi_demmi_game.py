"""Rounds of Remmi Demmi as the events that a table records, brought to a wanted moment."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from voicegames.events import Event, Prompted, Said, SittingStarted
from voicegames.games.remmi_demmi import Phase
from voicegames.games.remmi_demmi_hands import remmi_in, shuffled
from voicegames.remmi_demmi_events import (
    CardsChosen,
    Claimed,
    HandShown,
    Offered,
    RemmiChecked,
    RoundDealt,
    TimerStarted,
    TimeWasUp,
)
from voicegames.table.games_at_table import game_at_table
from voicegames.table.remmi_demmi_course import RemmiDemmiCourse

NAMES = ("Alexandra", "Ben", "Cleo", "Dan", "Emil", "Finn", "Greta", "Hugo", "Ida")


@dataclass
class Rounds:
    """A game that goes on as it is told to; ``events`` are all so far. The first player is a person, the others robots.

    With ``real`` cards all are people, and a claim counts as a Remmi where ``valid`` names the player.
    """

    players: int
    real: bool = False
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        robots = () if self.real else ("hard",) * (self.players - 1)
        deck = () if self.real else game_at_table("remmi-demmi").deck(self.players, random.Random(3), len(robots))
        seats = (None,) * (self.players - len(robots)) + robots
        started = SittingStarted("remmi-demmi", "test", 3, "en", NAMES[: self.players], seats, deck)
        self.course = RemmiDemmiCourse(started)
        self.events.append(started)
        self._rng = random.Random(5)

    def tell(self, *events: Event) -> "Rounds":
        """Let these happen."""
        for event in events:
            self.course.follow(event)
            self.events.append(event)
        return self

    def look(self, *, shown: bool = True) -> "Rounds":
        """The dealer is asked to start the timer, and the person looks at the own cards."""
        self.tell(Prompted(1.0, self.course.state.dealer, 15.0))
        if shown and not self.real:
            self.tell(HandShown(1.0, 0))
        return self

    def trade(self, offers: Sequence[int] = (), chosen: int = 0) -> "Rounds":
        """The timer runs, others shout their sizes, and the person chooses some cards."""
        self.tell(TimerStarted(4.0, self.course.moves, "lightning", 70.0))
        self.tell(*(Offered(5.0, player, 1 + player % 3) for player in offers))
        if chosen:
            self.tell(CardsChosen(6.0, 0, tuple(map(str, self.course.state.hands[0][:chosen]))))
        return self

    def claims(self, *players: int) -> "Rounds":
        """Remmi Demmi is called."""
        for player in players:
            self.tell(Claimed(10.0, self.course.moves, player, 9.0, 0.5))
        return self

    def check(self, valid: Sequence[int] = ()) -> "Rounds":
        """The round ends, and all who have called are checked."""
        if self.course.state.phase is Phase.TRADE:
            self.tell(TimeWasUp(74.0, self.course.moves))
        for player in self.course.state.unchecked:
            hand = self.course.state.hands[player]
            is_remmi = player in valid if self.real else remmi_in(hand) is not None
            self.tell(RemmiChecked(76.0, self.course.moves, player, is_remmi, tuple(map(str, hand))))
        return self

    def rounds(self, count: int) -> "Rounds":
        """Whole rounds, in each of which two players call."""
        for _ in range(count):
            callers = self._rng.sample(range(self.players), 2)
            self.trade().claims(*callers).check(valid=callers[:1])
            deck = () if self.real else shuffled(self.players, self._rng)
            self.tell(RoundDealt(80.0, self.course.moves, tuple(map(str, deck))))
        return self

    def said(self, text: str) -> "Rounds":
        """The table says something."""
        return self.tell(Said(90.0, text))
