"""A second opinion on Remmi Demmi: lists of all hands that count, built card by card, and point men handed on in turn.

Cards are names such as "orange running". The rules look at a hand and ask what its cards share; here all Remmis and
Demmis are put together from the words, and a hand is looked up.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement

COLOURS = ("orange", "purple", "green")
FIGURES = ("running", "jumping", "lying")
CARDS = tuple(f"{colour} {figure}" for colour in COLOURS for figure in FIGURES)
LINES = tuple(tuple(card for card in CARDS if word in card.split()) for word in COLOURS + FIGURES)
"""Three cards that share a word, six times."""


def hand(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards))


@cache
def remmis() -> frozenset[tuple[str, ...]]:
    """Return all Remmis: of two cards in a line some of the one, and the other for the rest of nine."""
    return frozenset(
        hand([one] * count + [other] * (9 - count))
        for line in LINES
        for one in line
        for other in line
        for count in range(1, 10)
    )


@cache
def demmis(size: int) -> frozenset[tuple[str, ...]]:
    """Return all Demmis of a size: whatever can be drawn from a line."""
    return frozenset(hand(cards) for line in LINES for cards in combinations_with_replacement(line, size))


def a_remmi(cards: Iterable[str]) -> bool:
    return hand(cards) in remmis()


def a_demmi(cards: Sequence[str]) -> bool:
    return hand(cards) in demmis(len(cards)) if cards else False


def round_points(claims: Sequence[tuple[str, bool]], players: int) -> dict[str, int]:
    """Return the claimants' points, by handing on the men as the rule book tells it.

    Each claim is a name and whether it was a Remmi, in order. Whoever has no Remmi gives the own man to the next one in
    line, who gives the one replaced to the one after, and so on; what the last one gives is nobody's.
    """
    men: list[int | None] = list(range(4, 4 - len(claims), -1))
    assert len(claims) <= (2 if players == 4 else 3)
    for place, (_, valid) in enumerate(claims):
        if valid:
            continue
        handed, men[place] = men[place], None
        for later in range(place + 1, len(men)):
            handed, men[later] = men[later], handed
    return {name: (man or 0) if valid else -5 for (name, valid), man in zip(claims, men, strict=True)}
