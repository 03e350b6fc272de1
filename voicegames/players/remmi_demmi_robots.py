"""How robots play Remmi Demmi: what they collect, which Demmis they offer, and when they have a Remmi.

A robot collects the two kinds of one Remmi of which it holds most cards, and offers Demmis of the others. It knows only
its own hand and what it gave and got.
"""

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from voicegames.games.remmi_demmi_hands import KINDS, Card, is_demmi, remmi_in
from voicegames.players.robots import Strength

GOALS = tuple(frozenset(pair) for pair in combinations(KINDS, 2) if is_demmi(pair))
"""The pairs of kinds that a Remmi may be made of."""

_LINES = tuple(
    tuple(card for card in KINDS if word in (card.colour, card.figure))
    for word in dict.fromkeys(word for card in KINDS for word in (card.colour, card.figure))
)


_TIRING = 0.6
"""How many cards a goal is worth less after each offer that nobody took."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How good a robot is.

    ``reaction_s`` is the median of its reaction times, ``patience_s`` how long its own offer stands, ``largest`` the
    largest Demmi it thinks of, ``careless`` how often it calls Remmi-Demmi with one card wrong.
    """

    reaction_s: float
    patience_s: float
    largest: int
    careless: float


TEMPERS = {
    Strength.EASY: Temper(2.0, 7.0, 2, 0.003),
    Strength.MIDDLE: Temper(1.2, 6.0, 4, 0.0005),
    Strength.HARD: Temper(0.7, 5.0, 6, 0.0),
}


class RemmiDemmiRobot:
    """One robot; ``rng`` is its own, so that a seed repeats a game. It remembers its goal while that is good."""

    def __init__(self, temper: Temper, rng: random.Random) -> None:
        self.temper = temper
        self._rng = rng
        self._goal: frozenset[Card] | None = None
        self._tired_of: Counter[frozenset[Card]] = Counter()

    def forget(self) -> None:
        """A new round begins."""
        self._goal = None
        self._tired_of.clear()

    def tire(self) -> None:
        """Nobody took its offer: the cards that it wants may be with somebody who keeps them too."""
        if self._goal is not None:
            self._tired_of[self._goal] += 1

    def goal(self, hand: Sequence[Card]) -> frozenset[Card]:
        """Return the two kinds it collects: those it holds most of; the old ones where none are better."""
        held = Counter(hand)

        def worth(goal: frozenset[Card]) -> float:
            kept = 0.5 if goal == self._goal else 0.0
            return sum(held[card] for card in goal) + kept - _TIRING * self._tired_of[goal]

        best = max(map(worth, GOALS))
        self._goal = self._rng.choice([goal for goal in GOALS if worth(goal) == best])
        return self._goal

    def unneeded(self, hand: Sequence[Card]) -> list[Card]:
        """Return the cards that it would give away."""
        goal = self.goal(hand)
        return [card for card in hand if card not in goal]

    def demmi(self, hand: Sequence[Card], size: int) -> tuple[Card, ...] | None:
        """Return ``size`` unneeded cards that are a Demmi, or None."""
        unneeded = self.unneeded(hand)
        found = []
        for line in _LINES:
            fitting = [card for card in unneeded if card in line]
            if len(fitting) >= size:
                self._rng.shuffle(fitting)
                found.append(tuple(fitting[:size]))
        return self._rng.choice(found) if found else None

    def cheapest_demmi(self, hand: Sequence[Card], size: int) -> tuple[Card, ...] | None:
        """Return ``size`` cards that are a Demmi, with as few as can be of those that it collects, or None."""
        goal = self.goal(hand)
        lines = (sorted((card for card in hand if card in line), key=goal.__contains__) for line in _LINES)
        found = [tuple(line[:size]) for line in lines if len(line) >= size]
        return min(found, key=lambda cards: sum(card in goal for card in cards), default=None)

    def offer(self, hand: Sequence[Card]) -> int | None:
        """Return the size that it would shout, or None with nothing to give: mostly large ones, sometimes small."""
        sizes = [size for size in range(1, self.temper.largest + 1) if self.demmi(hand, size)]
        return self._rng.choice(sizes) if sizes else None

    def claims(self, hand: Sequence[Card]) -> bool:
        """Whether it calls Remmi-Demmi now."""
        if remmi_in(hand) is not None:
            return True
        near = Counter(card in self.goal(hand) for card in hand)[True] == 8
        return near and self._rng.random() < self.temper.careless

    def reaction_s(self) -> float:
        """Draw a reaction time in seconds (log-normal)."""
        return self._rng.lognormvariate(math.log(self.temper.reaction_s), 0.3)

    def is_ready(self, chance: float) -> bool:
        """Draw whether something of that chance happens."""
        return self._rng.random() < chance
