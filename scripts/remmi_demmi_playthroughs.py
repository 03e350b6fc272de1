"""Whole games of Remmi Demmi as readable transcripts, for scripts/playthroughs."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from voicegames.games.remmi_demmi import Offence, Phase, Speed, deal
from voicegames.games.remmi_demmi_hands import KINDS, Card, in_order, is_demmi, remmi_in

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida")
TARGETS = tuple(frozenset(pair) for pair in combinations(KINDS, 2) if is_demmi(pair))
"""The two kinds that a Remmi may be made of."""
LINES = tuple(
    tuple(card for card in KINDS if word in (card.colour, card.figure))
    for word in (*{card.colour: 0 for card in KINDS}, *{card.figure: 0 for card in KINDS})
)
"""The kinds of each colour, and those of each figure."""
SHOUTS = {Speed.SNAIL: 40, Speed.LIGHTNING: 24}
"""How many trades there is time for."""


@dataclass(frozen=True)
class Game:
    """What is played: the seed of cards and players, and the share of trades and claims that are invalid."""

    name: str
    players: int
    seed: int
    frantic: bool = False
    invalid: float = 0.06


GAMES = (
    Game("remmi-demmi-4-players", 4, 17),
    Game("remmi-demmi-5-players", 5, 36, frantic=True),
    Game("remmi-demmi-7-players", 7, 14),
    Game("remmi-demmi-9-players", 9, 13),
)


def listed(cards: Sequence[Card]) -> str:
    """Return "3 orange running + 1 green lying"."""
    return " + ".join(f"{count} {card}" for card, count in Counter(in_order(cards)).items())


def target(hand: Sequence[Card]) -> frozenset[Card]:
    """Return the two kinds of which the hand has the most cards."""
    held = Counter(hand)
    return max(TARGETS, key=lambda kinds: sum(held[card] for card in kinds))


def offers(junk: Sequence[Card], wanted: frozenset[Card], size: int) -> list[tuple[Card, ...]]:
    """Return Demmis of unneeded cards, one of each line, made of what the other one wants if possible."""
    made = []
    for line in LINES:
        fitting = sorted((card for card in junk if card in line), key=lambda card: card not in wanted)
        if len(fitting) >= size:
            made.append(tuple(fitting[:size]))
    return made


def unneeded(hand: Sequence[Card], wanted: frozenset[Card]) -> list[Card]:
    return [card for card in hand if card not in wanted]


def best_trade(one: Sequence[Card], other: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
    """Return the exchange of Demmis that brings the two hands nearest to their Remmis, the larger the better."""
    to_one, to_other = target(one), target(other)
    best, found = 0, None
    for size in range(1, 5):
        for gives in offers(unneeded(one, to_one), to_other, size):
            for gets in offers(unneeded(other, to_other), to_one, size):
                useful = sum(card in to_one for card in gets) + sum(card in to_other for card in gives)
                if Counter(gives) != Counter(gets) and (gain := 10 * useful + size) > best:
                    best, found = gain, (gives, gets)
    return found


def invalid_trade(one: Sequence[Card], other: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
    """Return two unneeded cards of ``one`` that are no Demmi, for two of ``other`` that are one."""
    to_one, to_other = target(one), target(other)
    pairs = [pair for pair in combinations(unneeded(one, to_one), 2) if not is_demmi(pair)]
    gets = offers(unneeded(other, to_other), to_one, 2)
    return (pairs[0], gets[0]) if pairs and gets else None


class Telling:
    """Plays one game and tells it line by line."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rng = random.Random(game.seed)
        self.names = NAMES[: game.players]
        self.state = deal(game.players, self.rng, game.frantic)

    def transcript(self) -> Iterator[str]:
        """Play the game to its end."""
        names = self.names
        yield f"Remmi Demmi: {', '.join(names[:-1])} and {names[-1]}{', especially frantic' * self.game.frantic}."
        yield f"{len(self.state.hands[0])} cards for each, and {len(self.state.aside) or 'none'} aside."
        while True:
            yield ""
            yield from self.before_the_start()
            yield from self.trading()
            yield from self.checking()
            if self.state.is_over:
                break
            self.state = self.state.next_round(self.rng)
        assert self.state.winner is not None
        yield ""
        yield f"{names[self.state.winner]} wins after {self.state.round} rounds."

    def before_the_start(self) -> Iterator[str]:
        """Tell who holds what, who is too early, and what the dealer does."""
        state, rng = self.state, self.rng
        yield f"Round {state.round}: {self.names[state.dealer]} deals."
        for name, hand in zip(self.names, state.hands, strict=True):
            yield f"   {name} holds {listed(hand)}."
        if state.frantic:
            for offence in Offence:
                if state.phase is Phase.FACE_DOWN and offence is Offence.TRADED_EARLY:
                    state = state.sign()
                    yield "   The dealer gives the sign."
                if rng.random() < 0.4:
                    early = rng.randrange(state.players)
                    state = state.foul(early, offence)
                    yield f"   {self.names[early]} {offence}."
        speed = (Speed.SNAIL, Speed.LIGHTNING)[rng.randrange(2)]
        self.state = state.start(speed)
        yield f"   The dealer says {speed}: {speed.seconds:.0f} seconds."

    def trading(self) -> Iterator[str]:
        """Trade, give back and claim until the round ends."""
        speed = self.state.speed
        assert speed is not None
        for shout in range(1, SHOUTS[speed] + 1):
            yield from self.trade(f"{shout:4}.")
            yield from self.claims()
            if self.state.phase is not Phase.TRADE:
                yield "   All point men are taken."
                return
        self.state = self.state.time_up()
        yield "   Time is up."

    def trade(self, number: str) -> Iterator[str]:
        """Let two players trade, and sometimes give back what was no Demmi."""
        state, rng, names = self.state, self.rng, self.names
        playing = [player for player in range(state.players) if player not in {claim.player for claim in state.claims}]
        first, second = rng.sample(playing, 2)
        one, other = state.hands[first], state.hands[second]
        invalid = invalid_trade(one, other) if rng.random() < self.game.invalid else None
        exchange = invalid or best_trade(one, other)
        if exchange is None:
            yield f"{number} {names[first]} and {names[second]} find nothing to trade."
            return
        gives, gets = exchange
        self.state = state.trade(first, gives, second, gets)
        yield f"{number} {names[first]} gives {names[second]} {listed(gives)} for {listed(gets)}."
        if invalid and rng.random() < 0.7:
            self.state = self.state.give_back(second, first)
            yield f"      {names[second]} gives it back to {names[first]}, for it is no Demmi."

    def claims(self) -> Iterator[str]:
        """Let those claim who have a Remmi, and sometimes one who lacks a card."""
        for player, hand in enumerate(self.state.hands):
            wanted = target(hand)
            near = sum(card in wanted for card in hand) >= 8
            chance = 0.8 if remmi_in(hand) else self.game.invalid * near
            if any(claim.player == player for claim in self.state.claims) or self.rng.random() >= chance:
                continue
            man = self.state.men_left[0]
            self.state = self.state.claim(player)
            yield f"      {self.names[player]} makes Remmi-Demmi and takes the {man}."
            if self.state.phase is not Phase.TRADE:
                return

    def checking(self) -> Iterator[str]:
        """Check the claims and tell the points and the scores."""
        for player in self.state.unchecked:
            hand = self.state.hands[player]
            nine = remmi_in(hand)
            self.state = self.state.show(player)
            yield f"   {self.names[player]} shows {listed(nine or hand)}: {'a' if nine else 'no'} Remmi."
        yield f"   Points: {self.counted(self.state.points)}."
        yield f"   Scores: {self.counted(self.state.scores)}."

    def counted(self, points: Sequence[int]) -> str:
        """Return "Ada 4, Ben -5"."""
        return ", ".join(f"{name} {count}" for name, count in zip(self.names, points, strict=True))


def transcripts() -> Iterator[tuple[str, Iterator[str]]]:
    """Return each game's name and lines."""
    return ((game.name, Telling(game).transcript()) for game in GAMES)
