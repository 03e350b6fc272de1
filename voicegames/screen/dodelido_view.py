"""What the page shows of Dodelido: the three piles, as a plain value."""

from dataclasses import dataclass

from voicegames.games.dodelido import CROCODILE, Card, State
from voicegames.language import Language


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card's face: the drawing's name, the colour's name, and what a person calls them; ``letter`` is the colour's.

    The crocodile has no colour and no letter.
    """

    animal: str
    colour: str | None
    called: str
    letter: str


@dataclass(frozen=True, slots=True)
class Pile:
    """One pile: its visible card, None where it is empty, and how many cards lie in it."""

    card: CardFace | None
    cards: int


@dataclass(frozen=True, slots=True)
class Board:
    """The piles. ``newest`` is the pile that was laid on last.

    After a mistake the piles are empty; ``taken`` then shows what lay there and ``taken_by`` who took it.
    """

    piles: tuple[Pile, ...]
    newest: int | None
    taken: tuple[CardFace | None, ...] = ()
    taken_by: int | None = None


def board_of(
    state: State, newest: int | None, language: Language, *, before: State | None = None, taken_by: int | None = None
) -> Board:
    """Return the board of a state; ``before`` is the state before the ruling that gave the cards to ``taken_by``."""
    laid = newest
    if laid is None and any(state.piles):
        laid = (state.next_pile - 1) % len(state.piles)
    taken: tuple[CardFace | None, ...] = ()
    if before is not None and taken_by is not None:
        taken = tuple(None if card is None else face(card, language) for card in before.top)
    piles = tuple(
        Pile(None if card is None else face(card, language), len(pile))
        for card, pile in zip(state.top, state.piles, strict=True)
    )
    return Board(piles, laid, taken, taken_by)


def face(card: Card, language: Language) -> CardFace:
    """Return what a card shows in a language."""
    if card == CROCODILE or card.animal is None or card.colour is None:
        return CardFace("crocodile", None, language.say("card_crocodile"), "")
    colour, animal = language.called(card.colour), language.called(card.animal)
    called = language.say("card_coloured", colour=colour, animal=animal)
    return CardFace(str(card.animal), str(card.colour), called, colour[:1].upper())


def expected_of(expected: str, language: Language) -> str:
    """Return an answer in meanings, such as "oh penguin", as a person says it."""
    return ", ".join(language.called(meaning) for meaning in expected.split())
