import random
from collections import Counter
from collections.abc import Callable

import pytest

from voicegames.games.dodelido import (
    CROCODILE,
    Animal,
    Card,
    Colour,
    Move,
    Phase,
    RulesError,
    State,
    deal,
    deal_from,
    deck,
)


def cards(*names: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, names))


def names(pile: tuple[Card | None, ...]) -> list[str]:
    return [str(card) if card else "-" for card in pile]


def answered(state: State, flips: int) -> State:
    """Let the next players each flip a card and answer it right."""
    for _ in range(flips):
        state = state.flip().answer_right()
    return state


# Cards and deck


def test_the_deck_has_each_animal_20_times_four_in_each_colour_and_five_crocodiles() -> None:
    assert len(deck()) == 105
    assert Counter(card.animal for card in deck()) == dict.fromkeys(Animal, 20) | {None: 5}
    assert Counter(deck()) == {**{Card(a, c): 4 for a in Animal for c in Colour}, CROCODILE: 5}
    assert deck() == deck()


def test_every_card_is_read_back_from_its_name() -> None:
    for card in deck():
        assert Card.parse(str(card)) == card
    assert str(Card(Animal.PENGUIN, Colour.BLUE)) == "blue penguin"
    assert str(CROCODILE) == "crocodile"
    assert Card.parse("  Blue   PENGUIN ") == Card(Animal.PENGUIN, Colour.BLUE)


@pytest.mark.parametrize(
    "text", ["", "penguin", "blue", "penguin blue", "blue crocodile", "red penguin", "blue penguins"]
)
def test_what_is_no_card_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(ValueError, match=r'no card of Dodelido.*blue, green, pink.*as in "blue penguin"'):
        Card.parse(text)


def test_half_a_card_is_refused() -> None:
    with pytest.raises(ValueError, match="crocodile"):
        Card(Animal.CAMEL, None)


# The deal


@pytest.mark.parametrize(("players", "each", "aside"), [(2, 52, 1), (3, 35, 0), (4, 26, 1), (5, 21, 0), (6, 17, 3)])
def test_all_get_equally_many_cards_and_the_surplus_lies_aside(players: int, each: int, aside: int) -> None:
    state = deal(players, random.Random(5))
    assert [len(hand) for hand in state.hands] == [each] * players
    assert len(state.aside) == aside
    assert state.turn == 0
    assert state.phase is Phase.FLIP
    assert state.top == (None, None, None)
    assert state.next_pile == 0


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 100])
def test_one_or_seven_cannot_play(players: int) -> None:
    with pytest.raises(RulesError) as error:
        deal(players, random.Random(0))
    assert error.value.code == "players"
    assert "two to six" in error.value.sentence
    assert error.value.rule == "Two to six players play."


def test_the_deal_is_the_same_for_the_same_random_numbers_only() -> None:
    assert deal(4, random.Random(1)) == deal(4, random.Random(1))
    assert deal(4, random.Random(1)) != deal(4, random.Random(2))


def test_a_given_deck_is_dealt_in_turn_and_flipped_in_its_order() -> None:
    given = cards("blue camel", "pink camel", "white zebra", "green penguin", "green zebra")
    state = deal_from(given, 2)
    assert [names(hand) for hand in state.hands] == [["blue camel", "white zebra"], ["pink camel", "green penguin"]]
    assert names(state.aside) == ["green zebra"]
    assert names(answered(state, 3).top) == ["blue camel", "pink camel", "white zebra"]


def test_a_deck_that_gives_nobody_a_card_is_refused() -> None:
    with pytest.raises(RulesError, match="too few cards"):
        deal_from(deck()[:5], 6)


# The course of a round


def test_the_three_piles_are_served_in_turn_whatever_the_number_of_players() -> None:
    state = deal_from(deck()[:40], 2)
    served = []
    for _ in range(7):
        served.append(state.next_pile)
        before, state = state.top, state.flip()
        assert [pile for pile in range(3) if state.top[pile] is not before[pile]] == [served[-1]]
        state = state.answer_right()
    assert served == [0, 1, 2, 0, 1, 2, 0]
    assert [len(pile) for pile in state.piles] == [3, 2, 2]


def test_a_covered_card_no_longer_counts_for_the_match_or_the_oh() -> None:
    order = ("blue tortoise", "blue camel", "pink zebra", "white penguin", "green zebra", "green camel")
    state = deal_from(cards(*order), 2)
    said = []
    for _ in range(4):
        state = state.flip()
        said.append(str(state.expected))
        state = state.answer_right()
    assert said == ["oh nought", "oh blue", "oh blue", "nought"]


def test_only_the_first_card_of_a_round_is_first() -> None:
    state = deal_from(deck()[:20], 2).flip()
    assert state.first_of_round
    state = state.answer_right()
    assert not state.first_of_round
    state = state.flip()
    assert not state.first_of_round
    assert state.mistake().flip().first_of_round


def test_the_turn_passes_clockwise_after_a_right_answer() -> None:
    state = deal_from(deck()[:40], 3)
    turns = []
    for _ in range(7):
        turns.append(state.turn)
        state = answered(state, 1)
    assert turns == [0, 1, 2, 0, 1, 2, 0]


def test_after_a_mistake_the_player_takes_all_cards_under_the_hand_pile_and_starts_a_round() -> None:
    order = ("blue camel", "pink camel", "white zebra", "green penguin", "blue zebra", "pink zebra", "white camel")
    state = answered(deal_from(cards(*order, "green zebra"), 2), 4).flip()
    assert [names(pile) for pile in state.piles] == [
        ["blue camel", "green penguin"],
        ["pink camel", "blue zebra"],
        ["white zebra"],
    ]
    assert state.turn == 0
    state = state.mistake()
    assert names(state.hands[0]) == [
        "white camel",
        *["blue camel", "green penguin"],
        *["pink camel", "blue zebra"],
        "white zebra",
    ]
    assert names(state.hands[1]) == ["pink zebra", "green zebra"]
    assert state.top == (None, None, None)
    assert (state.turn, state.phase, state.next_pile) == (0, Phase.FLIP, 0)


# The crocodile


def crocodile_of_ben() -> State:
    """Player 1 of three has just flipped a crocodile, with two cards on the table before."""
    given = cards("blue camel", "crocodile", "white zebra", "green penguin", "blue zebra", "pink zebra")
    return answered(deal_from(given, 3), 1).flip()


@pytest.mark.parametrize("last", [0, 1, 2])
def test_the_slowest_takes_all_cards_and_the_crocodile_and_starts_a_round(last: int) -> None:
    before = crocodile_of_ben()
    assert (before.phase, before.turn, before.legal) == (Phase.CROCODILE, 1, (Move.CROCODILE,))
    assert names(before.top) == ["blue camel", "crocodile", "-"]
    after = before.crocodile(last)
    assert (after.turn, after.phase, after.top) == (last, Phase.FLIP, (None, None, None))
    assert after.hands[last] == before.hands[last] + cards("blue camel", "crocodile")
    assert all(after.hands[other] == before.hands[other] for other in range(3) if other != last)
    after = after.flip()
    assert after.first_of_round
    assert str(after.expected) == "nought"


def test_no_answer_is_due_to_a_crocodile() -> None:
    with pytest.raises(RulesError) as error:
        _ = crocodile_of_ben().expected
    assert error.value.code == "not-now"
    assert "slowest" in error.value.rule


@pytest.mark.parametrize("last", [-1, 3])
def test_the_slowest_must_be_somebody_who_plays(last: int) -> None:
    with pytest.raises(RulesError) as error:
        crocodile_of_ben().crocodile(last)
    assert error.value.code == "player"


def test_a_crocodile_can_be_the_first_card_of_a_round() -> None:
    state = deal_from(cards("crocodile", "blue camel", "pink zebra", "white zebra"), 2).flip().crocodile(1)
    assert names(state.hands[1]) == ["blue camel", "white zebra", "crocodile"]
    assert state.turn == 1


# The end


def test_the_last_card_wins_once_it_is_answered_right() -> None:
    state = answered(deal_from(cards("blue camel", "pink zebra"), 2), 0).flip()
    assert state.hands[0] == ()
    assert not state.is_over
    assert state.winner is None
    state = state.answer_right()
    assert state.is_over
    assert (state.winner, state.legal, state.phase) == (0, (), Phase.OVER)
    assert names(state.top) == ["blue camel", "-", "-"]


def test_a_mistake_at_the_last_card_wins_nothing() -> None:
    state = answered(deal_from(cards("blue camel", "pink zebra", "blue zebra", "white camel"), 2), 2).flip()
    state = state.mistake()
    assert not state.is_over
    assert names(state.hands[0]) == ["blue camel", "pink zebra", "blue zebra"]
    assert state.turn == 0


def test_a_crocodile_as_last_card_wins_if_somebody_else_is_the_slowest() -> None:
    state = deal_from(cards("crocodile", "pink zebra"), 2).flip().crocodile(1)
    assert state.winner == 0
    assert names(state.hands[1]) == ["pink zebra", "crocodile"]
    assert state.top == (None, None, None)


def test_a_crocodile_as_last_card_wins_nothing_if_the_player_is_the_slowest() -> None:
    state = deal_from(cards("crocodile", "pink zebra"), 2).flip().crocodile(0)
    assert state.winner is None
    assert names(state.hands[0]) == ["crocodile"]
    assert state.flip().phase is Phase.CROCODILE


# What isn't allowed now


MOVES: dict[Move, Callable[[State], State]] = {
    Move.FLIP: lambda state: state.flip(),
    Move.ANSWER_RIGHT: lambda state: state.answer_right(),
    Move.MISTAKE: lambda state: state.mistake(),
    Move.CROCODILE: lambda state: state.crocodile(0),
}


@pytest.mark.parametrize(
    ("state", "legal"),
    [
        (deal_from(deck(), 2), {Move.FLIP}),
        (deal_from(deck(), 2).flip(), {Move.ANSWER_RIGHT, Move.MISTAKE}),
        (crocodile_of_ben(), {Move.CROCODILE}),
        (deal_from(deck()[:2], 2).flip().answer_right(), set()),
    ],
    ids=list(Phase),
)
def test_exactly_the_legal_moves_are_possible_and_the_others_name_a_rule(state: State, legal: set[Move]) -> None:
    assert set(state.legal) == legal
    for move, make in MOVES.items():
        if move in legal:
            assert make(state) != state
        else:
            with pytest.raises(RulesError) as error:
                make(state)
            assert error.value.code == "not-now"
            assert error.value.sentence.endswith(".")
            assert error.value.rule.endswith(".")


# What a player sees


def test_a_view_shows_the_table_and_counts_cards() -> None:
    view = answered(deal_from(deck(), 6), 4).flip().view(2)
    assert (view.player, view.turn, view.phase, view.winner) == (2, 4, Phase.ANSWER, None)
    assert names(view.top) == ["blue flamingo", "green flamingo", "blue flamingo"]
    assert view.in_hand == (16, 16, 16, 16, 16, 17)
    assert view.on_pile == (2, 2, 1)
    assert view.aside == 3
    assert view.next_pile == 2
    assert not view.first_of_round


def test_somebody_who_does_not_play_sees_nothing() -> None:
    with pytest.raises(RulesError, match="Nobody"):
        deal_from(deck(), 2).view(2)
