"""A second opinion on the right answer: from names of cards, by comparing cards pair by pair instead of counting."""

from collections.abc import Sequence
from itertools import combinations


def second_opinion(tops: Sequence[str | None], first_of_round: bool = False) -> str:
    """Return what is said at a table of cards such as "blue penguin"; None is an empty place."""
    # Two cards that agree make one pair, three make three pairs, so more pairs are more cards.
    cards = [tuple(name.split()) for name in tops if name]
    same_colour = [a[0] for a, b in combinations(cards, 2) if a[0] == b[0]]
    same_animal = [a[1] for a, b in combinations(cards, 2) if a[1] == b[1]]
    if first_of_round or not (same_colour or same_animal):
        statement = "nought"
    elif len(same_colour) == len(same_animal):
        statement = "dodelido"
    else:
        statement = max(same_colour, same_animal, key=len)[0]
    return "oh " * sum(animal == "tortoise" for _, animal in cards) + statement
