"""The cards of Remmi Demmi, how many are dealt, and which make a Remmi or a Demmi.

The facts come from the rule book, sections "Components", "Starting the Game", "Picking Up the Cards" and "Trading", and
for four players from "Variants".
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from voicegames.games.errors import RulesError

FEWEST_PLAYERS = 4
MOST_PLAYERS = 9
COPIES = 9
REMMI_SIZE = 9


class Colour(StrEnum):
    """The colours of the figures."""

    ORANGE = "orange"
    PURPLE = "purple"
    GREEN = "green"


class Figure(StrEnum):
    """What the figures do."""

    RUNNING = "running"
    JUMPING = "jumping"
    LYING = "lying"


@dataclass(frozen=True, slots=True)
class Card:
    """A figure in its colour; cards of one kind are equal."""

    colour: Colour
    figure: Figure

    def __str__(self) -> str:
        """Return "orange running"."""
        return f"{self.colour} {self.figure}"

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Return the card called ``text``, in letters of either case. Raises ValueError if there is none."""
        card = _CARDS.get(" ".join(text.lower().split()))
        if card is None:
            raise ValueError(
                f'"{text}" is no card of Remmi Demmi: write a colour ({", ".join(Colour)}) and a figure '
                f'({", ".join(Figure)}), as in "orange running".'
            )
        return card


KINDS = tuple(Card(colour, figure) for colour in Colour for figure in Figure)
"""The nine different cards."""
_CARDS = {str(card): card for card in KINDS}
_PLACES = {card: place for place, card in enumerate(KINDS)}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards in the order of KINDS, so that the same cards always make the same hand."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))


def is_demmi(cards: Sequence[Card]) -> bool:
    """Tell whether the cards, at least one, are all of the same colour or all show the same figure."""
    return len({card.colour for card in cards}) == 1 or len({card.figure for card in cards}) == 1


def is_remmi(cards: Sequence[Card]) -> bool:
    """Tell whether these are nine cards of the same colour with one or two figures, or the other way round."""
    colours = len({card.colour for card in cards})
    figures = len({card.figure for card in cards})
    return len(cards) == REMMI_SIZE and min(colours, figures) == 1 and max(colours, figures) <= 2


def remmi_in(hand: Sequence[Card]) -> tuple[Card, ...] | None:
    """Return the Remmi in a hand of nine or ten cards, or None.

    Of ten cards the one left out is the first without which the others are a Remmi.
    """
    if len(hand) == REMMI_SIZE:
        return tuple(hand) if is_remmi(hand) else None
    if len(hand) == REMMI_SIZE + 1:
        nines = (tuple(hand[:left_out]) + tuple(hand[left_out + 1 :]) for left_out in range(len(hand)))
        return next(filter(is_remmi, nines), None)
    return None


Hands = tuple[tuple[Card, ...], ...]
"""Each player's cards, in the order of KINDS."""


@dataclass(frozen=True, slots=True)
class Trade:
    """Cards that ``first`` and ``second`` give each other."""

    first: int
    first_gives: tuple[Card, ...]
    second: int
    second_gives: tuple[Card, ...]

    def partner(self, player: int) -> int:
        """Return whom ``player``, one of the two, trades with."""
        return self.second if player == self.first else self.first

    def gets(self, player: int) -> tuple[Card, ...]:
        """Return the cards that ``player`` gets: none for who is not one of the two."""
        return {self.first: self.second_gives, self.second: self.first_gives}.get(player, ())

    def wronged(self, player: int) -> bool:
        """Tell whether ``player`` gets an invalid Demmi."""
        return bool(self.gets(player)) and not is_demmi(self.gets(player))

    def done(self, hands: Hands) -> Hands | None:
        """Return the hands after the trade, or None if one of the two doesn't hold the cards to give."""
        return _exchanged(hands, {self.first: self.first_gives, self.second: self.second_gives})

    def undone(self, hands: Hands) -> Hands | None:
        """Return the hands with the trade undone, or None if one of the two doesn't hold cards of the kinds got."""
        return _exchanged(hands, {self.first: self.second_gives, self.second: self.first_gives})


def holds(hand: Sequence[Card], cards: Sequence[Card]) -> bool:
    """Tell whether ``hand`` has all these cards."""
    return Counter(cards) <= Counter(hand)


def _exchanged(hands: Hands, gives: dict[int, tuple[Card, ...]]) -> Hands | None:
    if not all(holds(hands[player], cards) for player, cards in gives.items()):
        return None
    new = list(hands)
    (first, first_gives), (second, second_gives) = gives.items()
    for player, given, got in ((first, first_gives, second_gives), (second, second_gives, first_gives)):
        kept = Counter(hands[player]) - Counter(given)
        new[player] = in_order((*kept.elements(), *got))
    return tuple(new)


def check_players(players: int) -> None:
    """Raise RulesError unless 4 to 9 play."""
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise RulesError(
            "players", f"Remmi Demmi can't be played by {players}; four to nine can play.", "Four to nine players play."
        )


def removed_copies(players: int) -> int:
    """Return how many cards of each kind stay in the box. Raises RulesError unless 4 to 9 play."""
    check_players(players)
    if players <= 5:
        return 4
    return 2 if players <= 7 else 0


def hand_size(players: int) -> int:
    """Return how many cards each player is dealt. Raises RulesError unless 4 to 9 play."""
    check_players(players)
    return REMMI_SIZE + 1 if players == 4 else REMMI_SIZE


def deck(players: int) -> tuple[Card, ...]:
    """Return the cards that so many play with, unshuffled. Raises RulesError unless 4 to 9 play."""
    return tuple(card for card in KINDS for _ in range(COPIES - removed_copies(players)))


def shuffled(players: int, rng: random.Random) -> tuple[Card, ...]:
    """Return the deck for so many players, shuffled with ``rng``. Raises RulesError unless 4 to 9 play."""
    cards = list(deck(players))
    rng.shuffle(cards)
    return tuple(cards)
