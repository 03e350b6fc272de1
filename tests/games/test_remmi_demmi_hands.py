"""What is a Remmi and what a Demmi: all hands, against lists that were built another way."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement

import pytest
from remmi_demmi_oracle import CARDS, a_demmi, a_remmi, demmis, remmis

from voicegames.games.errors import RulesError
from voicegames.games.remmi_demmi_hands import (
    KINDS,
    Card,
    deck,
    hand_size,
    in_order,
    is_demmi,
    is_remmi,
    remmi_in,
    removed_copies,
    shuffled,
)


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of "5 orange running, 4 orange lying"."""
    counted = (part.strip().partition(" ") for part in text.split(","))
    return tuple(Card.parse(name) for count, _, name in counted for _ in range(int(count)))


def test_all_24310_hands_of_nine_are_a_remmi_or_not_and_a_demmi_or_not_as_the_lists_say() -> None:
    hands = found_remmis = found_demmis = 0
    for nine in combinations_with_replacement(KINDS, 9):
        hands += 1
        names = [str(card) for card in nine]
        remmi, demmi = is_remmi(nine), is_demmi(nine)
        assert remmi == a_remmi(names), names
        assert demmi == a_demmi(names), names
        assert remmi_in(nine) == (nine if remmi else None)
        found_remmis += remmi
        found_demmis += demmi
    # By hand: a line of three kinds gives 3 pairs x 8 mixtures + 3 single kinds = 27 Remmis, and C(11, 2) = 55 Demmis;
    # there are 6 lines, and each of the 9 single kinds lies in two.
    assert (hands, found_remmis, found_demmis) == (24_310, 6 * 27 - 9, 6 * 55 - 9)
    assert (len(remmis()), len(demmis(9))) == (found_remmis, found_demmis)


def test_all_smaller_and_larger_sets_of_cards_are_a_demmi_as_the_lists_say_and_never_a_remmi() -> None:
    for size in (1, 2, 3, 4, 5, 10):
        for some in combinations_with_replacement(KINDS, size):
            assert is_demmi(some) == a_demmi([str(card) for card in some]), some
            assert not is_remmi(some)
    assert all(is_demmi([card]) for card in KINDS)
    assert not is_demmi([])
    assert not is_remmi([])


def test_a_hand_of_ten_has_a_remmi_if_any_nine_of_it_are_one() -> None:
    """All 43,758 of them."""
    hands = found = 0
    for ten in combinations_with_replacement(KINDS, 10):
        hands += 1
        names = [str(card) for card in ten]
        possible = any(a_remmi(names[:out] + names[out + 1 :]) for out in range(10))
        nine = remmi_in(ten)
        assert (nine is not None) == possible, names
        if nine is not None:
            found += 1
            assert a_remmi(map(str, nine))
            assert sum((Counter(ten) - Counter(nine)).values()) == 1
    assert hands == 43_758
    assert found > 153


@pytest.mark.parametrize(
    ("text", "remmi"),
    [
        ("5 orange running, 4 orange lying", True),
        ("1 purple lying, 8 green lying", True),
        ("9 green jumping", True),
        ("4 orange running, 4 orange lying, 1 orange jumping", False),
        ("3 orange lying, 3 purple lying, 3 green lying", False),
        ("8 orange running, 1 purple lying", False),
        ("8 orange running", False),
        ("10 orange running", False),
    ],
)
def test_remmis_as_the_rule_book_tells_them(text: str, remmi: bool) -> None:
    assert is_remmi(cards(text)) is remmi


@pytest.mark.parametrize(
    ("text", "demmi"),
    [
        ("1 orange running, 1 orange jumping, 1 orange lying", True),
        ("1 orange lying, 1 purple lying, 1 green lying", True),
        ("1 purple lying", True),
        ("1 orange running, 1 orange jumping, 1 purple jumping", False),
        ("1 orange running, 1 purple lying", False),
    ],
)
def test_demmis_as_the_rule_book_tells_them(text: str, demmi: bool) -> None:
    assert is_demmi(cards(text)) is demmi


@pytest.mark.parametrize(
    ("players", "removed", "each", "cards", "aside"),
    [(4, 4, 10, 45, 5), (5, 4, 9, 45, 0), (6, 2, 9, 63, 9), (7, 2, 9, 63, 0), (8, 0, 9, 81, 9), (9, 0, 9, 81, 0)],
)
def test_the_deck_depends_on_the_number_of_players(
    players: int, removed: int, each: int, cards: int, aside: int
) -> None:
    assert removed_copies(players) == removed
    assert hand_size(players) == each
    assert len(deck(players)) == cards == players * each + aside
    assert Counter(map(str, deck(players))) == dict.fromkeys(CARDS, 9 - removed)
    mixed = shuffled(players, random.Random(1))
    assert mixed != deck(players)
    assert in_order(mixed) == deck(players)


@pytest.mark.parametrize("players", [-1, 0, 3, 10])
@pytest.mark.parametrize("asked", [deck, hand_size, removed_copies])
def test_three_or_ten_cannot_play(players: int, asked: Callable[[int], object]) -> None:
    with pytest.raises(RulesError) as error:
        asked(players)
    assert error.value.code == "players"
    assert "four to nine can play" in error.value.sentence


def test_every_card_is_read_back_from_its_name() -> None:
    assert [str(card) for card in KINDS] == list(CARDS)
    for card in KINDS:
        assert Card.parse(str(card)) == card
        assert Card.parse(f"  {str(card).upper().replace(' ', '   ')} ") == card


@pytest.mark.parametrize(
    "text", ["", "orange", "lying orange", "blue running", "orange runner", "orange running lying"]
)
def test_what_is_no_card_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(ValueError, match=r'no card of Remmi Demmi.*orange, purple, green.*as in "orange running"'):
        Card.parse(text)
