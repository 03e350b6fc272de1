"""Properties of whole games with random players, who trade, claim and err at random."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from remmi_demmi_oracle import a_demmi, a_remmi, round_points

from voicegames.games.errors import RulesError
from voicegames.games.remmi_demmi import Move, Offence, Phase, Speed, State, deal_from, with_real_cards
from voicegames.games.remmi_demmi_hands import KINDS, Card, deck, hand_size, remmi_in

SOME = settings(max_examples=40, deadline=None)
players = st.integers(4, 9)
seeds = st.integers(0, 2**32)
frantic = st.booleans()


def nearly_sorted(players: int, rng: random.Random) -> tuple[Card, ...]:
    """Return a deck from which many hands are dealt that are a Remmi or nearly one."""
    cards = list(deck(players))
    for _ in range(rng.randrange(12)):
        one, other = rng.randrange(len(cards)), rng.randrange(len(cards))
        cards[one], cards[other] = cards[other], cards[one]
    dealt = players * hand_size(players)
    in_turn = [card for place in range(hand_size(players)) for card in cards[place : dealt : hand_size(players)]]
    return (*in_turn, *cards[dealt:])


def names(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def some(hand: Sequence[Card], size: int, rng: random.Random) -> tuple[Card, ...]:
    """Return some cards of the hand, every other time of one line if there are enough."""
    card = hand[rng.randrange(len(hand))]
    line = [other for other in hand if card.colour is other.colour] if rng.random() < 0.5 else []
    return tuple(rng.sample(line if len(line) >= size else list(hand), size))


Step = tuple[Move, tuple[Any, ...]]
"""A move and what is given to it."""


def chosen(state: State, rng: random.Random) -> Step:
    """Return a move that is allowed."""
    anybody = rng.randrange(state.players)
    move = rng.choice(state.legal)
    if state.phase is Phase.TRADE:
        move = rng.choices(state.legal, [*[8, 4][: len(state.legal) - 2], 4, 1])[0]
    holding = [player for player in range(state.players) if player not in {claim.player for claim in state.claims}]
    match move:
        case Move.FOUL:
            offence = Offence.TRADED_EARLY if state.phase is Phase.LOOK else rng.choice(list(Offence))
            if any((foul.player, foul.offence) == (anybody, offence) for foul in state.fouls):
                return (Move.START, (Speed.SNAIL,)) if state.phase is Phase.LOOK else (Move.SIGN, ())
            return move, (anybody, offence)
        case Move.START:
            return move, (rng.choice(list(Speed)),)
        case Move.GIVE_BACK:
            back = [(one, other) for one in holding for other in state.view(one).may_give_back if other in holding]
            # The other one may have passed the cards on; then this one has to keep them.
            return (move, rng.choice(back)) if back else (Move.CLAIM, (rng.choice(holding),))
        case Move.TRADE:
            first, second = rng.sample(holding, 2)
            size = rng.randint(1, 5)
            return move, (first, some(state.hands[first], size, rng), second, some(state.hands[second], size, rng))
        case Move.CLAIM:
            ready = [player for player in holding if remmi_in(state.hands[player])]
            return move, (rng.choice(ready if ready and rng.random() < 0.7 else holding),)
        case Move.SHOW:
            return move, (rng.choice(state.unchecked),)
        case Move.JUDGE:
            return move, (rng.choice(state.unchecked), rng.random() < 0.6)
        case Move.NEXT_ROUND:
            return move, (nearly_sorted(state.players, rng) if not state.real_cards else (),)
        case _:
            return move, ()


def moved(state: State, step: Step) -> State:
    move, args = step
    if move is Move.NEXT_ROUND:
        return state.next_round_from(*args)
    after: State = getattr(state, move.value)(*args)
    return after


def course(players: int, seed: int, frantic: bool, longest: int = 250) -> tuple[list[State], list[Step]]:
    """Return the states of a game up to its end, at most ``longest`` moves, and the moves between them."""
    rng = random.Random(seed)
    states = [deal_from(nearly_sorted(players, rng), players, frantic)]
    steps: list[Step] = []
    while not states[-1].is_over and len(steps) < longest:
        step = chosen(states[-1], rng)
        try:
            state = moved(states[-1], step)
        except RulesError as error:
            if (step[0], error.code) != (Move.GIVE_BACK, "gone"):
                raise
            continue
        steps.append(step)
        states.append(state)
    return states, steps


@SOME
@given(players, seeds, frantic)
def test_every_card_is_always_with_one_player_or_aside_and_all_hold_equally_many(
    players: int, seed: int, frantic: bool
) -> None:
    whole = Counter(deck(players))
    for state in course(players, seed, frantic)[0]:
        assert sum(map(Counter, state.hands), Counter(state.aside)) == whole
        assert {len(hand) for hand in state.hands} == {hand_size(players)}


@SOME
@given(players, seeds, frantic)
def test_cards_move_only_between_the_two_who_trade(players: int, seed: int, frantic: bool) -> None:
    states, steps = course(players, seed, frantic)
    for before, after, (move, args) in zip(states, states[1:], steps, strict=False):
        changed = {player for player in range(players) if before.hands[player] != after.hands[player]}
        if move is Move.TRADE:
            first, gives, second, gets = args
            assert changed <= {first, second}
            assert Counter(after.hands[first]) + Counter(gives) == Counter(before.hands[first]) + Counter(gets)
            invalid = not (a_demmi(names(gives)) and a_demmi(names(gets)))
            assert len(after.invalid_trades) == len(before.invalid_trades) + invalid
        elif move is Move.GIVE_BACK:
            assert changed <= set(args)
            assert len(after.invalid_trades) == len(before.invalid_trades) - 1
        elif move is not Move.NEXT_ROUND:
            assert not changed


@SOME
@given(players, seeds, frantic)
def test_an_invalid_demmi_given_back_at_once_leaves_no_trace(players: int, seed: int, frantic: bool) -> None:
    states, steps = course(players, seed, frantic)
    for before, after, (move, args) in zip(states, states[1:], steps, strict=False):
        if move is not Move.TRADE:
            continue
        first, gives, second, gets = args
        for player, giver, got in ((first, second, gets), (second, first, gives)):
            if a_demmi(names(got)):
                earlier = [trade for trade in before.invalid_trades if trade.wronged(player)]
                if giver not in {trade.partner(player) for trade in earlier}:
                    with pytest.raises(RulesError):
                        after.give_back(player, giver)
            else:
                assert giver in after.view(player).may_give_back
                assert after.give_back(player, giver) == before


@SOME
@given(players, seeds, frantic)
def test_points_are_those_of_the_second_opinion_and_the_sheet_adds_up(players: int, seed: int, frantic: bool) -> None:
    states, _ = course(players, seed, frantic)
    for before, after in pairwise(states):
        minus = [-sum(foul.player == player for foul in after.fouls) for player in range(players)]
        if after.phase in (Phase.SCORED, Phase.OVER):
            verdicts = []
            for claim in after.claims:
                hand = names(after.hands[claim.player])
                nines = [hand] if players > 4 else [hand[:out] + hand[out + 1 :] for out in range(10)]
                verdicts.append((str(claim.player), any(map(a_remmi, nines))))
            expected = round_points(verdicts, players)
            assert list(after.points) == [expected.get(str(p), 0) + minus[p] for p in range(players)]
        else:
            assert list(after.points) == minus
        assert after.past == before.past or after.past == before.sheet
        assert list(after.scores) == [sum(row[player] for row in after.sheet) for player in range(players)]


@SOME
@given(players, seeds, frantic)
def test_a_game_is_over_exactly_when_one_leads_alone_after_seven_rounds_or_more(
    players: int, seed: int, frantic: bool
) -> None:
    states, steps = course(players, seed, frantic, longest=3000)
    assert states[-1].is_over
    assert states[-1].round == 1 + sum(move is Move.NEXT_ROUND for move, _ in steps)
    for state in states:
        alone = sorted(state.scores)[-1] > sorted(state.scores)[-2]
        if state.phase in (Phase.SCORED, Phase.OVER):
            assert state.is_over == (state.round >= 7 and alone)
        assert state.dealer == (state.round - 1) % players
        if state.is_over:
            assert state.winner is not None
            assert state.scores[state.winner] == max(state.scores)
        else:
            assert state.winner is None


@SOME
@given(players, seeds, frantic, st.randoms(use_true_random=False))
def test_a_view_stays_the_same_when_all_hidden_cards_change_places(
    players: int, seed: int, frantic: bool, rng: random.Random
) -> None:
    states, _ = course(players, seed, frantic)
    for state in rng.sample(states, min(12, len(states))):
        open_hands = {claim.player for claim in state.claims if claim.remmi is not None}
        for player in range(players):
            view = state.view(player)
            known = open_hands | ({player} if view.hand else set())
            hidden = [card for other in range(players) if other not in known for card in state.hands[other]]
            hidden += state.aside
            rng.shuffle(hidden)
            hands = tuple(
                state.hands[other] if other in known else tuple(hidden.pop() for _ in state.hands[other])
                for other in range(players)
            )
            assert replace(state, hands=hands, aside=tuple(hidden)).view(player) == view
            assert Counter(view.hand) <= Counter(state.hands[player])


@SOME
@given(players, seeds, frantic)
def test_the_same_moves_lead_to_the_same_states_and_leave_the_old_ones_alone(
    players: int, seed: int, frantic: bool
) -> None:
    states, steps = course(players, seed, frantic, longest=80)
    written = [repr(state) for state in states]
    state = states[0]
    for step, later in zip(steps, states[1:], strict=True):
        state = moved(state, step)
        assert state == later
    assert [repr(state) for state in states] == written


anything = st.one_of(
    st.tuples(st.just("foul"), st.integers(-2, 10), st.sampled_from(Offence)),
    st.tuples(st.just("start"), st.sampled_from(Speed)),
    st.tuples(
        st.just("trade"),
        st.integers(-2, 10),
        st.lists(st.sampled_from(KINDS), max_size=3),
        st.integers(-2, 10),
        st.lists(st.sampled_from(KINDS), max_size=3),
    ),
    st.tuples(st.just("give_back"), st.integers(-2, 10), st.integers(-2, 10)),
    st.tuples(st.sampled_from(["claim", "show"]), st.integers(-2, 10)),
    st.tuples(st.just("judge"), st.integers(-2, 10), st.booleans()),
    st.tuples(st.sampled_from(["time_up", "sign"])),
    st.tuples(st.just("next_round_from"), st.lists(st.sampled_from(KINDS), max_size=2)),
)


@SOME
@given(players, seeds, frantic, st.booleans(), st.lists(anything, max_size=30))
def test_whatever_is_asked_is_done_or_refused_with_a_sentence(
    players: int, seed: int, frantic: bool, real: bool, asked: list[tuple[Any, ...]]
) -> None:
    state = with_real_cards(players, frantic) if real else course(players, seed, frantic, longest=seed % 40)[0][-1]
    whole = Counter(card for place in (*state.hands, state.aside) for card in place)
    refusals = []
    for name, *args in asked:
        try:
            state = getattr(state, name)(*args)
        except RulesError as error:
            refusals.append(error)
        assert Counter(card for place in (*state.hands, state.aside) for card in place) == whole
    for refusal in refusals:
        assert refusal.code
        assert refusal.sentence.endswith(".")
        assert refusal.rule.endswith(".")


@SOME
@given(players, seeds, frantic)
def test_a_move_that_is_not_listed_is_refused(players: int, seed: int, frantic: bool) -> None:
    for state in course(players, seed, frantic, longest=60)[0]:
        args = {
            Move.FOUL: (0, Offence.TRADED_EARLY),
            Move.START: (Speed.SNAIL,),
            Move.TRADE: (0, state.hands[0][:1], 1, state.hands[1][:1]),
            Move.GIVE_BACK: (0, 1),
            Move.CLAIM: (0,),
            Move.SHOW: (state.claims[0].player if state.claims else 0,),
            Move.JUDGE: (0, True),
            Move.NEXT_ROUND: (deck(players),),
        }
        for move in set(Move) - set(state.legal):
            with pytest.raises(RulesError):
                moved(state, (move, args.get(move, ())))
