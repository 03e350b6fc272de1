"""The cards of a hand as a player tells them: "nine orange, five running, four lying"."""

import re
from collections.abc import Sequence

from voicegames.games.remmi_demmi_hands import REMMI_SIZE, Card, Colour, Figure
from voicegames.table.phrases import NUMBERS

_BEGUN = re.compile("n?k(nk)*n?|(nkk)*(n|nk|nkk)")
"""Numbers and kinds as they follow each other, in both forms of a telling and in its beginnings."""


def told_cards(meanings: Sequence[str]) -> tuple[Card, ...] | None:
    """Return the cards of a telling in meanings, or None where it is none.

    A colour or figure stands for all, each number before the other kind for so many: ("nine", "orange", "five",
    "running", "four", "lying"). The nine at the beginning may be missing, and "nine", "orange", "running" are nine
    cards of one kind. Each number may also stand before both of its kinds ("five", "orange", "running", "four",
    "orange", "lying"). What adds up to another number than nine is returned as told.
    """
    words = list(meanings)
    whole = _told_in_full(words)
    if whole is not None:
        return whole
    shared = [word for word in words if word in (*Colour, *Figure)]
    counts = [word for word in words if word in NUMBERS]
    if len(shared) + len(counts) != len(words) or not shared:
        return None
    if len(shared) == 2 and len(counts) <= 1 and _card(shared[0], shared[1]) is not None:
        card = _card(shared[0], shared[1])
        assert card is not None
        return (card,) * (NUMBERS.index(counts[0]) + 1 if counts else 9)
    total = None
    if words[0] in NUMBERS and len(words) % 2 == 0 and len(words) > 2:
        total, words = NUMBERS.index(words[0]) + 1, words[1:]
    all_of, rest = words[0], words[1:]
    if all_of in NUMBERS or len(rest) % 2 or not rest:
        return None
    cards: list[Card] = []
    for number, kind in zip(rest[::2], rest[1::2], strict=True):
        card = _card(all_of, kind)
        if number not in NUMBERS or card is None:
            return None
        cards += [card] * (NUMBERS.index(number) + 1)
    # "Five orange, five running, four lying" does not say of what colour the others are.
    return tuple(cards) if total in (None, len(cards)) else None


def is_begun(meanings: Sequence[str]) -> bool:
    """Return whether more words can make this the telling of a whole hand."""
    kinds = (*Colour, *Figure)
    if not all(word in (*NUMBERS, *kinds) for word in meanings):
        return False
    pattern = "".join("n" if word in NUMBERS else "k" for word in meanings)
    told = told_cards(meanings)
    return _BEGUN.fullmatch(pattern) is not None and (told is None or len(told) < REMMI_SIZE)


def _told_in_full(words: list[str]) -> tuple[Card, ...] | None:
    """The cards of a telling in which each number has both of its kinds after it, or None where it is none."""
    cards: list[Card] = []
    for number, one, other in zip(words[::3], words[1::3], words[2::3], strict=False):
        card = _card(one, other)
        if number not in NUMBERS or card is None:
            return None
        cards += [card] * (NUMBERS.index(number) + 1)
    return tuple(cards) if cards and len(words) % 3 == 0 else None


def _card(one: str, other: str) -> Card | None:
    for colour, figure in ((one, other), (other, one)):
        if colour in list(Colour) and figure in list(Figure):
            return Card(Colour(colour), Figure(figure))
    return None
