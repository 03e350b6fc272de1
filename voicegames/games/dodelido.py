"""The rules of Dodelido: deck, deal, the right answer, and the course of a game as immutable states.

The facts come from the rule book, sections "Components" to "End of Game and Winner". Where it is silent, these hold:

- Only the top card of each pile counts, for matches and for "oh"s.
- A round starts with empty piles, on the first pile.
- Taken cards go under the hand pile unshuffled, pile after pile, each pile from its bottom card to its top.
- The last card counts as played only if its answer was right. A last card that is a crocodile needs no answer: it
  counts unless the player was the slowest.

Players are numbered from 0 in clockwise order, and piles are too. Player 0 is the youngest, who begins.
Every move returns a new state and leaves the old one as it was: to take a move back, go on from the earlier state.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from voicegames.games.errors import RulesError as RulesError

FEWEST_PLAYERS = 2
MOST_PLAYERS = 6
PILES = 3
COPIES = 4
CROCODILES = 5


class Animal(StrEnum):
    """The animals that are called out; the crocodile is none of them."""

    FLAMINGO = "flamingo"
    PENGUIN = "penguin"
    CAMEL = "camel"
    ZEBRA = "zebra"
    TORTOISE = "tortoise"


class Colour(StrEnum):
    """The colours of the animals."""

    BLUE = "blue"
    GREEN = "green"
    PINK = "pink"
    WHITE = "white"
    YELLOW = "yellow"


class Word(StrEnum):
    """The statements: the animals, the colours, no match (nought), and a tie (dodelido)."""

    FLAMINGO = "flamingo"
    PENGUIN = "penguin"
    CAMEL = "camel"
    ZEBRA = "zebra"
    TORTOISE = "tortoise"
    BLUE = "blue"
    GREEN = "green"
    PINK = "pink"
    WHITE = "white"
    YELLOW = "yellow"
    NOUGHT = "nought"
    DODELIDO = "dodelido"


class Phase(StrEnum):
    """What the game waits for: a card, an answer to it, the hands on the crocodile, or nothing any more."""

    FLIP = "flip"
    ANSWER = "answer"
    CROCODILE = "crocodile"
    OVER = "over"


class Move(StrEnum):
    """The methods of ``State`` that carry the game on."""

    FLIP = "flip"
    ANSWER_RIGHT = "answer_right"
    MISTAKE = "mistake"
    CROCODILE = "crocodile"


@dataclass(frozen=True, slots=True)
class Card:
    """An animal in its colour, or the crocodile, which has neither. Raises ValueError for half a card."""

    animal: Animal | None
    colour: Colour | None

    def __post_init__(self) -> None:
        """Refuse half a card."""
        if (self.animal is None) != (self.colour is None):
            raise ValueError("A card has an animal and a colour, and only the crocodile has neither.")

    def __str__(self) -> str:
        """Return "blue penguin", or "crocodile"."""
        if self.animal is None:
            return "crocodile"
        return f"{self.colour} {self.animal}"

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Return the card called ``text``, in letters of either case. Raises ValueError if there is none."""
        card = _CARDS.get(" ".join(text.lower().split()))
        if card is None:
            raise ValueError(
                f'"{text}" is no card of Dodelido: write a colour ({", ".join(Colour)}) and an animal '
                f'({", ".join(Animal)}), as in "blue penguin", or "crocodile".'
            )
        return card


CROCODILE = Card(None, None)
_CARDS = {str(card): card for card in (*(Card(animal, colour) for animal in Animal for colour in Colour), CROCODILE)}


@dataclass(frozen=True, slots=True)
class Answer:
    """One "oh" for each tortoise, then the statement."""

    ohs: int
    word: Word

    @property
    def words(self) -> tuple[str, ...]:
        """The words in the order in which they are said."""
        return ("oh",) * self.ohs + (self.word.value,)

    def __str__(self) -> str:
        """Return the words as one text: "oh oh dodelido"."""
        return " ".join(self.words)


def right_answer(visible: Sequence[Card | None], first_of_round: bool) -> Answer:
    """Return the answer that the visible top cards ask for; None is an empty pile.

    A characteristic matches if two or more cards show it. The one that more cards show is called out; if an animal and
    a colour are shown by equally many, it is "dodelido", and without a match, or for the first card of a round,
    "nought".

    Raises RulesError for a visible crocodile, which nobody answers, and for more than three cards.
    """
    cards = [card for card in visible if card is not None]
    if len(visible) > PILES:
        raise RulesError(
            "piles", f"{len(visible)} piles are too many; there are three.", "Cards are laid on three piles."
        )
    if CROCODILE in cards:
        raise RulesError(
            "crocodile",
            "Nobody answers a crocodile; drive it away.",
            "When a crocodile is played, all players bang on it, and the slowest takes all cards.",
        )
    animals = Counter(card.animal for card in cards if card.animal is not None)
    colours = Counter(card.colour for card in cards if card.colour is not None)
    ohs = animals[Animal.TORTOISE]
    most = max((*animals.values(), *colours.values()), default=0)
    if first_of_round or most < 2:
        return Answer(ohs, Word.NOUGHT)
    # Of three cards only one animal and one colour can be shown twice, so at most one of each is left here.
    most_frequent = [name.value for counts in (animals, colours) for name, count in counts.items() if count == most]
    return Answer(ohs, Word.DODELIDO if len(most_frequent) == 2 else Word(most_frequent[0]))


@dataclass(frozen=True, slots=True)
class View:
    """What ``player`` may see. Hand piles lie face down, even for their owner, so it is the same for all players.

    ``top`` is the visible card of each pile, None for an empty one; ``in_hand`` counts the cards of each player,
    ``on_pile`` those of each pile, ``aside`` the surplus cards that are out of the game.
    """

    player: int
    phase: Phase
    turn: int
    next_pile: int
    first_of_round: bool
    top: tuple[Card | None, ...]
    in_hand: tuple[int, ...]
    on_pile: tuple[int, ...]
    aside: int
    winner: int | None


@dataclass(frozen=True, slots=True)
class State:
    """A moment of the game.

    ``hands`` holds each player's hand pile, the next card to flip first; ``piles`` the three discard piles, bottom card
    first; ``aside`` the surplus cards. ``turn`` is the player who flips or answers, or who flipped the crocodile; when
    the game is over it is the winner.
    """

    hands: tuple[tuple[Card, ...], ...]
    piles: tuple[tuple[Card, ...], ...]
    turn: int
    phase: Phase
    aside: tuple[Card, ...] = ()

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def top(self) -> tuple[Card | None, ...]:
        """The visible card of each of the three piles, None for an empty one."""
        return tuple(pile[-1] if pile else None for pile in self.piles)

    @property
    def next_pile(self) -> int:
        """The pile that the next card goes on: 0, 1, 2, 0, ... within a round."""
        return sum(map(len, self.piles)) % PILES

    @property
    def first_of_round(self) -> bool:
        """Whether an answer is due, and to the first card of a round."""
        return self.phase is Phase.ANSWER and sum(map(len, self.piles)) == 1

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves that are possible now; in the phase CROCODILE the slowest may be any player."""
        return _LEGAL[self.phase]

    @property
    def expected(self) -> Answer:
        """The right answer to the card just flipped. Raises RulesError if no answer is due."""
        if self.phase is not Phase.ANSWER:
            raise self._not_now("No answer is due now.")
        return right_answer(self.top, self.first_of_round)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.phase is Phase.OVER

    @property
    def winner(self) -> int | None:
        """The player who has played all cards, or None while the game goes on."""
        return self.turn if self.is_over else None

    def flip(self) -> "State":
        """Lay the top card of the player's hand pile on the next pile, face up."""
        if self.phase is not Phase.FLIP:
            raise self._not_now("No card can be flipped now.")
        card, *rest = self.hands[self.turn]
        piles = tuple((*pile, card) if i == self.next_pile else pile for i, pile in enumerate(self.piles))
        return replace(
            self,
            hands=self._hands_with(self.turn, tuple(rest)),
            piles=piles,
            phase=Phase.CROCODILE if card == CROCODILE else Phase.ANSWER,
        )

    def answer_right(self) -> "State":
        """Accept the answer: the player has won if that was the last card, otherwise the next one clockwise flips."""
        if self.phase is not Phase.ANSWER:
            raise self._not_now("No answer is due now.")
        if not self.hands[self.turn]:
            return replace(self, phase=Phase.OVER)
        return replace(self, turn=(self.turn + 1) % self.players, phase=Phase.FLIP)

    def mistake(self) -> "State":
        """Refuse the answer, or the lack of one: the player takes all cards on the table and begins a new round."""
        if self.phase is not Phase.ANSWER:
            raise self._not_now("No answer is due now, so there is no mistake.")
        return self._taken_by(self.turn)

    def crocodile(self, last: int) -> "State":
        """Let ``last``, the slowest, take all cards and begin a new round, unless the crocodile was the last card.

        Then the player who flipped it has won, if somebody else was the slowest. Raises RulesError for a ``last`` who
        doesn't play.
        """
        if self.phase is not Phase.CROCODILE:
            raise self._not_now("There is no crocodile to drive away.")
        self._check_player(last)
        taken = self._taken_by(last)
        if not taken.hands[self.turn]:
            return replace(taken, turn=self.turn, phase=Phase.OVER)
        return taken

    def view(self, player: int) -> View:
        """Return what ``player`` may see. Raises RulesError for a number that doesn't play."""
        self._check_player(player)
        return View(
            player=player,
            phase=self.phase,
            turn=self.turn,
            next_pile=self.next_pile,
            first_of_round=self.first_of_round,
            top=self.top,
            in_hand=tuple(map(len, self.hands)),
            on_pile=tuple(map(len, self.piles)),
            aside=len(self.aside),
            winner=self.winner,
        )

    def _taken_by(self, player: int) -> "State":
        taken = tuple(card for pile in self.piles for card in pile)
        return replace(
            self,
            hands=self._hands_with(player, self.hands[player] + taken),
            piles=((),) * PILES,
            turn=player,
            phase=Phase.FLIP,
        )

    def _hands_with(self, player: int, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
        return (*self.hands[:player], hand, *self.hands[player + 1 :])

    def _check_player(self, player: int) -> None:
        if not 0 <= player < self.players:
            raise RulesError("player", "Nobody with that number plays.", f"{self.players} players are in this game.")

    def _not_now(self, sentence: str) -> RulesError:
        return RulesError("not-now", sentence, _WAITS_FOR[self.phase])


_LEGAL = {
    Phase.FLIP: (Move.FLIP,),
    Phase.ANSWER: (Move.ANSWER_RIGHT, Move.MISTAKE),
    Phase.CROCODILE: (Move.CROCODILE,),
    Phase.OVER: (),
}
_WAITS_FOR = {
    Phase.FLIP: "First the player whose turn it is lays a card.",
    Phase.ANSWER: "Whoever laid a card answers it before the next card comes.",
    Phase.CROCODILE: "When a crocodile is played, all players bang on it, and the slowest takes all cards.",
    Phase.OVER: "The game ends when somebody has played all cards.",
}


def deck() -> tuple[Card, ...]:
    """Return the 105 cards, unshuffled: four of each animal in each colour, then five crocodiles."""
    animals = tuple(Card(animal, colour) for animal in Animal for colour in Colour for _ in range(COPIES))
    return animals + (CROCODILE,) * CROCODILES


def deal(players: int, rng: random.Random) -> State:
    """Shuffle the deck with ``rng`` and deal it. Raises RulesError unless 2 to 6 play."""
    cards = list(deck())
    rng.shuffle(cards)
    return deal_from(cards, players)


def deal_from(deck: Sequence[Card], players: int) -> State:
    """Deal ``deck`` as it lies, one card at a time to each player in turn; the surplus is kept aside.

    The first card dealt to a player is the first to be flipped, so until a card is taken the flips come in the order of
    ``deck``, which may be any selection of cards. Raises RulesError unless 2 to 6 play and each gets a card.
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise RulesError(
            "players", f"Dodelido can't be played by {players}; two to six can play.", "Two to six players play."
        )
    dealt = len(deck) // players * players
    if not dealt:
        raise RulesError("deck", "There are too few cards for a game.", "Every player gets equally many cards.")
    hands = tuple(tuple(deck[player:dealt:players]) for player in range(players))
    return State(hands, ((),) * PILES, turn=0, phase=Phase.FLIP, aside=tuple(deck[dealt:]))
