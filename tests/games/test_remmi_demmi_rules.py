import random
from collections import Counter
from collections.abc import Callable
from typing import ParamSpec

import pytest

from voicegames.games.errors import RulesError
from voicegames.games.remmi_demmi import (
    Claim,
    Foul,
    Move,
    Offence,
    Phase,
    Speed,
    State,
    deal,
    deal_from,
    with_real_cards,
)
from voicegames.games.remmi_demmi_hands import Card, deck, hand_size, shuffled

P = ParamSpec("P")

ORANGE_REMMI = "5 orange running, 4 orange lying"
PURPLE_REMMI = "5 purple running, 4 purple lying"
GREEN_REMMI = "5 green running, 4 green lying"
NO_REMMI = "5 purple jumping, 3 green jumping, 1 orange lying"


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of "5 orange running, 4 orange lying"."""
    counted = (part.strip().partition(" ") for part in text.split(","))
    return tuple(Card.parse(name) for count, _, name in counted for _ in range(int(count)))


def arranged(players: int, *hands: str, frantic: bool = False) -> State:
    """Deal so that the first players get these hands and the others what is left, player 0 being the dealer."""
    left = Counter(deck(players))
    dealt = [cards(hand) for hand in hands]
    for hand in dealt:
        left.subtract(hand)
    assert min(left.values()) >= 0
    rest, size, others = list(left.elements()), hand_size(players), players - len(dealt)
    # In turn, so that none of the others gets a Remmi.
    dealt += [tuple(rest[: others * size][other::others]) for other in range(others)]
    rest = rest[others * size :]
    clockwise = dealt[1:] + dealt[:1]
    return deal_from([hand[card] for card in range(size) for hand in clockwise] + rest, players, frantic)


def running(players: int, *hands: str) -> State:
    return arranged(players, *hands).start(Speed.SNAIL)


def refused(code: str, move: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> RulesError:
    with pytest.raises(RulesError) as error:
        move(*args, **kwargs)
    assert error.value.code == code
    assert error.value.sentence.endswith(".")
    assert error.value.rule.endswith(".")
    return error.value


def claimed(state: State, *players: int) -> State:
    for player in players:
        state = state.claim(player)
    return state


def shown(state: State) -> State:
    for player in state.unchecked:
        state = state.show(player)
    return state


# The deal


@pytest.mark.parametrize("players", range(4, 10))
def test_all_get_their_cards_and_the_rest_lies_aside(players: int) -> None:
    state = deal(players, random.Random(3))
    assert [len(hand) for hand in state.hands] == [hand_size(players)] * players
    assert Counter(card for place in (*state.hands, state.aside) for card in place) == Counter(deck(players))
    assert (state.phase, state.round, state.dealer) == (Phase.LOOK, 1, 0)
    assert state.scores == (0,) * players
    assert state.men_left == ((4, 3) if players == 4 else (4, 3, 2))


def test_cards_are_dealt_one_by_one_from_the_dealers_left() -> None:
    given = shuffled(6, random.Random(8))
    state = deal_from(given, 6, dealer=4)
    for place, card in enumerate(given[:54]):
        assert card in state.hands[(5 + place) % 6]
    assert Counter(state.hands[5]) == Counter(given[0:54:6])
    assert Counter(state.aside) == Counter(given[54:])


@pytest.mark.parametrize("players", [-1, 0, 3, 10])
def test_three_or_ten_cannot_play(players: int) -> None:
    assert "four to nine" in refused("players", deal, players, random.Random(0)).sentence
    assert str(players) in refused("players", with_real_cards, players).sentence


def test_a_deck_with_other_cards_is_refused() -> None:
    refused("deck", deal_from, deck(6), 5)
    refused("deck", deal_from, deck(5)[1:], 5)
    refused("deck", deal_from, (*deck(5)[1:], deck(5)[-1]), 5)
    refused("deck", deal_from, (), 5)


def test_the_timer_has_two_speeds_and_is_started_once() -> None:
    assert (Speed.SNAIL.seconds, Speed.LIGHTNING.seconds) == (120, 70)
    state = deal(5, random.Random(0))
    assert state.speed is None
    state = state.start(Speed.LIGHTNING)
    assert (state.phase, state.speed) == (Phase.TRADE, Speed.LIGHTNING)
    refused("not-now", state.start, Speed.SNAIL)


# Trades


def test_a_trade_moves_the_cards_and_nothing_else() -> None:
    state = running(5, "4 orange running, 5 green lying", "4 purple lying, 5 green running")
    after = state.trade(0, cards("2 orange running"), 1, cards("2 purple lying"))
    assert Counter(after.hands[0]) == Counter(cards("2 orange running, 5 green lying, 2 purple lying"))
    assert Counter(after.hands[1]) == Counter(cards("2 purple lying, 5 green running, 2 orange running"))
    assert after.hands[2:] == state.hands[2:]
    assert (after.claims, after.scores, after.invalid_trades) == ((), (0,) * 5, ())


def test_the_order_in_which_cards_are_named_does_not_matter() -> None:
    state = running(5, "3 orange running, 2 orange lying, 4 green lying", "4 purple lying, 5 green running")
    one = state.trade(0, cards("1 orange running, 1 orange lying"), 1, cards("1 purple lying, 1 green running"))
    other = state.trade(0, cards("1 orange lying, 1 orange running"), 1, cards("1 green running, 1 purple lying"))
    assert one == other


@pytest.mark.parametrize(("gives", "gets"), [("2 orange running", "3 purple lying"), ("1 orange running", None)])
def test_unequal_sizes_and_nothing_at_all_are_refused(gives: str, gets: str | None) -> None:
    state = running(5, "4 orange running, 5 green lying", "4 purple lying, 5 green running")
    error = refused("sizes", state.trade, 0, cards(gives), 1, cards(gets) if gets else ())
    assert "equally many" in error.sentence
    refused("sizes", state.trade, 0, (), 1, ())


def test_only_own_cards_can_be_given() -> None:
    state = running(5, "4 orange running, 5 green lying", "4 purple lying, 5 green running")
    refused("not-yours", state.trade, 0, cards("5 orange running"), 1, cards("5 green running"))
    refused("not-yours", state.trade, 0, cards("1 green lying"), 1, cards("1 orange running"))
    refused("yourself", state.trade, 0, cards("1 green lying"), 0, cards("1 orange running"))
    refused("player", state.trade, 0, cards("1 green lying"), 5, cards("1 orange running"))
    refused("player", state.trade, -1, cards("1 green lying"), 1, cards("1 purple lying"))


def test_nobody_trades_or_claims_before_the_timer_runs_or_after_it() -> None:
    state = arranged(5, "4 orange running, 5 green lying", "4 purple lying, 5 green running")
    for early in (state, arranged(5, frantic=True)):
        for move, *args in (
            (early.trade, 0, early.hands[0][:1], 1, early.hands[1][:1]),
            (early.give_back, 0, 1),
            (early.claim, 0),
        ):
            assert "too early" in refused("too-early", move, *args).sentence
    late = state.start(Speed.SNAIL).time_up()
    checked = claimed(state.start(Speed.SNAIL), 0).time_up()
    assert checked.phase is Phase.CHECK
    for state in (late, checked):
        for move, *args in (
            (state.trade, 2, state.hands[2][:1], 1, state.hands[1][:1]),
            (state.give_back, 2, 1),
            (state.claim, 2),
        ):
            assert "too late" in refused("too-late", move, *args).sentence
        refused("not-now", state.time_up)


# Giving back


def wronged() -> State:
    """Player 1 has got two cards from player 0 that are no Demmi, for two purple lying."""
    state = running(5, "4 orange running, 5 green lying", "4 purple lying, 5 green running", NO_REMMI)
    return state.trade(0, cards("1 orange running, 1 green lying"), 1, cards("2 purple lying"))


def test_an_invalid_demmi_is_given_back_and_costs_nothing() -> None:
    before = running(5, "4 orange running, 5 green lying", "4 purple lying, 5 green running", NO_REMMI)
    assert Move.GIVE_BACK not in before.legal
    state = wronged()
    assert Move.GIVE_BACK in state.legal
    assert state.view(1).may_give_back == (0,)
    assert state.view(0).may_give_back == ()
    assert state.give_back(1, 0) == before


def test_it_may_be_kept() -> None:
    state = claimed(wronged(), 0, 1, 2)
    assert state.phase is Phase.CHECK


def test_only_who_got_an_invalid_demmi_gives_back_and_only_to_its_giver_and_once() -> None:
    state = wronged()
    refused("no-invalid-demmi", state.give_back, 0, 1)
    refused("no-invalid-demmi", state.give_back, 1, 2)
    refused("no-invalid-demmi", state.give_back, 1, 1)
    refused("no-invalid-demmi", state.give_back, 3, 4)
    refused("player", state.give_back, 1, 7)
    refused("no-invalid-demmi", state.give_back(1, 0).give_back, 1, 0)


def test_a_valid_demmi_is_not_given_back() -> None:
    state = running(5, "4 orange running, 5 green lying", "4 purple lying, 5 green running")
    state = state.trade(0, cards("2 orange running"), 1, cards("2 purple lying"))
    refused("no-invalid-demmi", state.give_back, 1, 0)
    refused("no-invalid-demmi", state.give_back, 0, 1)


def test_if_both_were_invalid_either_may_give_back() -> None:
    before = running(5, "4 orange running, 5 green lying", "4 purple lying, 5 green running")
    state = before.trade(0, cards("1 orange running, 1 green lying"), 1, cards("1 purple lying, 1 green running"))
    assert state.give_back(0, 1) == state.give_back(1, 0) == before


def test_another_trade_in_between_does_not_matter_while_both_hold_the_cards() -> None:
    other = wronged().trade(1, cards("1 green running"), 2, cards("1 green jumping"))
    other = other.trade(0, cards("1 green lying"), 2, cards("1 purple jumping"))
    back = other.give_back(1, 0)
    assert Counter(back.hands[1]) == Counter(cards("4 purple lying, 4 green running, 1 green jumping"))
    assert Counter(back.hands[0]) == Counter(cards("4 orange running, 4 green lying, 1 purple jumping"))


def test_cards_passed_on_cannot_be_given_back() -> None:
    taker = wronged().trade(1, cards("1 orange running"), 2, cards("1 green jumping"))
    assert taker.view(1).may_give_back == ()
    assert "passed on" in refused("gone", taker.give_back, 1, 0).sentence
    giver = wronged().trade(0, cards("1 purple lying"), 2, cards("1 green jumping"))
    assert giver.view(1).may_give_back == (0,), "player 1 can't see that player 0 has passed a card on"
    refused("gone", giver.give_back, 1, 0)


def test_the_newest_of_two_invalid_demmis_is_given_back_first() -> None:
    once = wronged()
    twice = once.trade(1, cards("2 green running"), 0, cards("1 orange running, 1 green lying"))
    assert twice.give_back(1, 0) == once
    assert twice.give_back(1, 0).give_back(1, 0).invalid_trades == ()


def test_cards_laid_down_are_not_given_back() -> None:
    refused("laid-down", wronged().claim(1).give_back, 1, 0)
    refused("laid-down", wronged().claim(0).give_back, 1, 0)


# Claims and the end of a round


def test_the_first_claim_takes_the_four_and_the_third_ends_the_round() -> None:
    state = running(5, ORANGE_REMMI, PURPLE_REMMI, GREEN_REMMI)
    state = state.claim(1)
    assert (state.men_left, state.phase) == ((3, 2), Phase.TRADE)
    state = state.claim(0)
    assert state.men_left == (2,)
    state = state.claim(2)
    assert (state.men_left, state.phase) == ((), Phase.CHECK)
    assert state.unchecked == (1, 0, 2)
    assert state.points == (0,) * 5, "nothing counts before it is checked"
    state = state.show(1).show(0)
    assert state.points == (0,) * 5
    state = state.show(2)
    assert state.points == state.scores == (3, 4, 2, 0, 0)
    assert state.phase is Phase.SCORED


def test_who_has_claimed_neither_trades_nor_claims_again() -> None:
    state = running(5, ORANGE_REMMI, PURPLE_REMMI, NO_REMMI).claim(0)
    refused("laid-down", state.claim, 0)
    refused("laid-down", state.trade, 0, cards("1 orange lying"), 2, cards("1 green lying"))
    refused("laid-down", state.trade, 2, cards("1 green lying"), 0, cards("1 orange lying"))
    refused("player", state.claim, 5)


def test_when_the_time_is_up_those_who_claimed_are_checked() -> None:
    state = running(5, ORANGE_REMMI).claim(0).time_up()
    assert (state.phase, state.unchecked) == (Phase.CHECK, (0,))
    assert state.show(0).scores == (4, 0, 0, 0, 0)


def test_a_round_without_a_claim_ends_with_its_time_and_without_points() -> None:
    state = running(7).time_up()
    assert (state.phase, state.scores, state.unchecked) == (Phase.SCORED, (0,) * 7, ())
    refused("not-now", state.show, 0)


def test_nobody_else_is_checked_and_nobody_twice() -> None:
    state = claimed(running(5, ORANGE_REMMI, PURPLE_REMMI, GREEN_REMMI), 0, 1, 2)
    refused("no-claim", state.show, 3)
    refused("no-claim", state.show(0).show, 0)
    refused("player", state.show, -1)
    refused("not-now", running(5).claim(0).show, 0)
    refused("dealt-cards", state.judge, 0, True)


def test_with_four_the_second_claim_ends_the_round_and_the_tenth_card_does_not_matter() -> None:
    state = running(4, f"{ORANGE_REMMI}, 1 green jumping", f"{PURPLE_REMMI}, 1 purple jumping")
    assert state.men_left == (4, 3)
    state = claimed(state, 1, 0)
    assert state.phase is Phase.CHECK
    state = shown(state)
    assert state.scores == (3, 4, 0, 0)
    assert [Counter(nine) for nine in state.view(3).shown] == [
        Counter(cards(PURPLE_REMMI)),
        Counter(cards(ORANGE_REMMI)),
    ]


def test_with_four_eight_fitting_cards_of_ten_are_no_remmi() -> None:
    state = running(4, "5 orange running, 3 orange lying, 2 green jumping").claim(0).time_up().show(0)
    assert state.scores == (-5, 0, 0, 0)
    assert state.view(1).shown == (state.hands[0],)


# Invalid Remmis: hands 0, 1 and 2 are Remmis, the others are not


@pytest.mark.parametrize(
    ("order", "points"),
    [
        ((0, 1, 2), (4, 3, 2, 0, 0, 0)),
        ((3, 0, 1), (4, 3, 0, -5, 0, 0)),
        ((0, 3, 1), (4, 3, 0, -5, 0, 0)),
        ((0, 1, 3), (4, 3, 0, -5, 0, 0)),
        ((3, 4, 0), (4, 0, 0, -5, -5, 0)),
        ((3, 0, 4), (4, 0, 0, -5, -5, 0)),
        ((0, 3, 4), (4, 0, 0, -5, -5, 0)),
        ((3, 4, 5), (0, 0, 0, -5, -5, -5)),
    ],
)
def test_point_men_move_up_and_the_lowest_stay(order: tuple[int, ...], points: tuple[int, ...]) -> None:
    state = running(
        6,
        ORANGE_REMMI,
        PURPLE_REMMI,
        GREEN_REMMI,
        *[
            "3 orange jumping, 3 purple jumping, 2 green jumping, 1 orange lying",
            "3 orange jumping, 3 purple jumping, 2 green jumping, 1 orange lying",
        ],
    )
    assert shown(claimed(state, *order)).points == points


@pytest.mark.parametrize(
    ("order", "points"),
    [
        ((3, 0), (4, 0, 0, -5)),
        ((0, 3), (4, 0, 0, -5)),
        ((0, 1), (4, 3, 0, 0)),
        ((3, 2), (0, 0, -5, -5)),
    ],
)
def test_with_four_there_are_two_men_to_move(order: tuple[int, ...], points: tuple[int, ...]) -> None:
    odd = "2 orange jumping, 2 purple jumping, 2 green jumping, 1 orange lying, 1 purple lying, 1 green lying"
    state = running(4, f"{ORANGE_REMMI}, 1 green jumping", f"{PURPLE_REMMI}, 1 purple jumping", f"{odd}, 1 green lying")
    assert shown(claimed(state, *order)).points == points


def test_with_two_claims_only_an_invalid_first_gives_the_second_the_four() -> None:
    state = running(6, ORANGE_REMMI).claim(5).claim(0).time_up()
    assert shown(state).points == (4, 0, 0, 0, 0, -5)


def test_the_claimants_may_show_in_any_order() -> None:
    state = claimed(running(6, ORANGE_REMMI, PURPLE_REMMI), 5, 0, 1)
    assert state.show(1).show(5).show(0).points == state.show(5).show(0).show(1).points == (4, 3, 0, 0, 0, -5)


# Rounds, ties, the winner


def scored(state: State, *order: int) -> State:
    """Play a round of real cards in which these players claim, those below zero without a Remmi."""
    state = state.start(Speed.LIGHTNING)
    for player in order:
        state = state.claim(abs(player))
    if state.phase is Phase.TRADE:
        state = state.time_up()
    for player in order:
        state = state.judge(abs(player), player >= 0)
    return state


def rounds(state: State, *orders: tuple[int, ...]) -> State:
    for order in orders:
        state = scored(state if state.phase is Phase.LOOK else state.next_round_from(()), *order)
    return state


def test_the_game_ends_after_seven_rounds_if_one_leads_alone() -> None:
    state = rounds(with_real_cards(5), *[(0, 1, 2)] * 6)
    assert (state.phase, state.round, state.winner) == (Phase.SCORED, 6, None)
    state = rounds(state, (1, 0, 2))
    assert (state.phase, state.round, state.winner) == (Phase.OVER, 7, 0)
    assert state.scores == (27, 22, 14, 0, 0)
    assert state.sheet == ((4, 3, 2, 0, 0),) * 6 + ((3, 4, 2, 0, 0),)
    assert state.legal == ()
    refused("not-now", state.next_round, random.Random(0))
    refused("too-late", state.claim, 0)


def test_a_tie_at_the_top_is_played_on_until_one_leads_alone() -> None:
    state = rounds(with_real_cards(5), *[(0, 1, 2), (1, 0, 2)] * 3, ())
    assert (state.phase, state.round, state.scores) == (Phase.SCORED, 7, (21, 21, 12, 0, 0))
    state = rounds(state, (2, 3))
    assert (state.phase, state.round, state.winner) == (Phase.SCORED, 8, None)
    state = rounds(state, (4,), (4,), (2, -1))
    assert (state.round, state.scores, state.winner) == (11, (21, 16, 20, 3, 8), 0)


def test_in_a_tie_round_somebody_else_can_win() -> None:
    state = rounds(with_real_cards(4), (0, 1), (1, 0), *[()] * 5)
    assert (state.phase, state.scores) == (Phase.SCORED, (7, 7, 0, 0))
    state = rounds(state, (2,), (2,))
    assert (state.round, state.winner) == (9, 2)


def test_a_tie_further_down_does_not_matter() -> None:
    assert rounds(with_real_cards(4), *[()] * 6, (3,)).winner == 3


def test_who_has_no_point_at_all_can_win() -> None:
    state = rounds(with_real_cards(4), *[()] * 4, (-1, -2), (-3,), ())
    assert (state.scores, state.winner) == ((0, -5, -5, -5), 0)


def test_the_deal_passes_clockwise_in_tie_rounds_too() -> None:
    state, dealers = with_real_cards(4), []
    for _ in range(9):
        dealers.append(state.dealer)
        state = state.start(Speed.SNAIL).time_up().next_round(random.Random(0))
    assert dealers == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    assert state.round == 10


def test_the_next_round_is_dealt_from_all_cards_and_starts_afresh() -> None:
    state = arranged(6, frantic=True).foul(2, Offence.LOOKED_EARLY).sign().start(Speed.SNAIL)
    state = state.trade(0, state.hands[0][:1] + state.hands[0][-1:], 1, state.hands[1][:2]).claim(0)
    refused("not-now", state.next_round, random.Random(0))
    state = state.time_up().show(0)
    given = shuffled(6, random.Random(4))
    after = state.next_round_from(given)
    assert after == state.next_round(random.Random(4))
    fresh = deal_from(given, 6, frantic=True, dealer=1)
    assert (after.hands, after.aside, after.dealer) == (fresh.hands, fresh.aside, 1)
    assert (after.phase, after.speed, after.claims, after.fouls, after.invalid_trades) == (
        Phase.FACE_DOWN,
        None,
        (),
        (),
        (),
    )
    assert after.past == (state.points,)
    assert after.scores == state.scores
    refused("deck", state.next_round_from, ())
    refused("deck", state.next_round_from, deck(5))


# Especially frantic players


def test_looking_and_trading_early_cost_a_point_at_once() -> None:
    state = deal(5, random.Random(0), frantic=True)
    assert state.phase is Phase.FACE_DOWN
    state = state.foul(2, Offence.LOOKED_EARLY)
    assert state.scores == (0, 0, -1, 0, 0)
    state = state.foul(2, Offence.TRADED_EARLY)
    assert state.scores == (0, 0, -2, 0, 0)
    state = state.sign().foul(3, Offence.TRADED_EARLY)
    assert state.scores == (0, 0, -2, -1, 0)
    assert state.fouls == (
        Foul(2, Offence.LOOKED_EARLY),
        Foul(2, Offence.TRADED_EARLY),
        Foul(3, Offence.TRADED_EARLY),
    )
    state = state.start(Speed.SNAIL).time_up()
    assert state.sheet == ((0, 0, -2, -1, 0),)


def test_minus_points_and_points_for_a_remmi_add_up() -> None:
    state = arranged(5, ORANGE_REMMI, frantic=True).foul(0, Offence.LOOKED_EARLY).foul(1, Offence.LOOKED_EARLY)
    state = shown(state.sign().start(Speed.SNAIL).claim(1).claim(0).time_up())
    assert state.scores == (3, -6, 0, 0, 0)


def test_each_minus_point_is_given_once_in_a_round_and_again_in_the_next() -> None:
    state = deal(5, random.Random(0), frantic=True).foul(2, Offence.LOOKED_EARLY)
    refused("again", state.foul, 2, Offence.LOOKED_EARLY)
    state = state.sign().start(Speed.SNAIL).time_up().next_round(random.Random(0)).foul(2, Offence.LOOKED_EARLY)
    assert state.scores[2] == -2


def test_what_is_not_early_costs_nothing() -> None:
    state = deal(5, random.Random(0), frantic=True).sign()
    refused("not-now", state.foul, 1, Offence.LOOKED_EARLY)
    refused("not-now", state.sign)
    state = state.start(Speed.SNAIL)
    refused("not-now", state.foul, 1, Offence.TRADED_EARLY)
    refused("player", state.foul, 5, Offence.TRADED_EARLY)


def test_other_players_get_no_minus_points_for_being_early() -> None:
    state = deal(5, random.Random(0))
    assert state.legal == (Move.START,)
    for offence in Offence:
        assert "costs nothing" in refused("not-frantic", state.foul, 1, offence).sentence
    refused("not-now", state.sign)


def test_the_timer_starts_only_after_the_sign() -> None:
    refused("not-now", deal(5, random.Random(0), frantic=True).start, Speed.SNAIL)


# Cards that the rules never see


def test_real_cards_are_traded_without_the_rules_and_judged_by_the_players() -> None:
    state = with_real_cards(5)
    assert state.hands == ((),) * 5
    state = state.start(Speed.SNAIL)
    assert state.legal == (Move.CLAIM, Move.TIME_UP)
    refused("real-cards", state.trade, 0, cards("1 orange lying"), 1, cards("1 green lying"))
    refused("real-cards", state.give_back, 0, 1)
    state = claimed(state, 4, 2, 0)
    assert state.legal == (Move.JUDGE,)
    refused("real-cards", state.show, 4)
    state = state.judge(4, False)
    refused("no-claim", state.judge, 4, True)
    refused("no-claim", state.judge, 1, True)
    state = state.judge(2, True).judge(0, True)
    assert state.scores == (3, 0, 4, 0, -5)
    assert state.claims == (Claim(4, False), Claim(2, True), Claim(0, True))
    refused("deck", state.next_round_from, deck(5))
    assert state.next_round(random.Random(0)) == state.next_round_from(())
    assert state.next_round_from(()).dealer == 1


def test_real_cards_can_be_frantic() -> None:
    state = with_real_cards(9, frantic=True).foul(8, Offence.LOOKED_EARLY).sign()
    assert state.scores[8] == -1
    state = rounds(state, (0,))
    assert state.next_round_from(()).phase is Phase.FACE_DOWN


# Views


def test_a_player_sees_the_own_cards_and_what_lies_open() -> None:
    state = claimed(running(6, ORANGE_REMMI, NO_REMMI), 1, 0).time_up().show(1)
    view = state.view(0)
    assert view.hand == state.hands[0]
    assert view.shown == (state.hands[1],)
    assert view.claims == (Claim(1, False), Claim(0))
    assert (view.hand_size, view.aside, view.men_left, view.round, view.dealer) == (9, 9, (2,), 1, 0)
    assert (view.speed, view.phase, view.winner) == (Speed.SNAIL, Phase.CHECK, None)
    assert state.show(0).view(5).scores == (4, -5, 0, 0, 0, 0)
    refused("player", state.view, 6)
    refused("player", state.view, -1)


def test_cards_that_lie_face_down_are_seen_by_nobody_who_has_not_looked() -> None:
    state = deal(5, random.Random(0), frantic=True)
    assert [state.view(player).hand for player in range(5)] == [()] * 5
    peeked = state.foul(3, Offence.LOOKED_EARLY)
    assert [bool(peeked.view(player).hand) for player in range(5)] == [False, False, False, True, False]
    assert state.sign().view(0).hand == state.hands[0]


def test_a_view_of_real_cards_holds_none() -> None:
    state = scored(with_real_cards(4), 1, -2)
    view = state.view(1)
    assert (view.hand, view.shown, view.hand_size, view.aside) == ((), ((), ()), 10, 5)
