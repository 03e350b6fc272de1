"""Properties of whole games with random players."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from dodelido_oracle import second_opinion
from hypothesis import given, settings
from hypothesis import strategies as st

from voicegames.games.dodelido import Move, Phase, State, deal, deck

SOME = settings(max_examples=60, deadline=None)
players = st.integers(2, 6)
seeds = st.integers(0, 2**32)
mistakes = st.sampled_from([0.0, 0.05, 0.2, 0.5])
Step = tuple[Move, int]


def chosen(state: State, rng: random.Random, mistakes: float) -> Step:
    """Return a legal move, and for the crocodile who is the slowest."""
    if Move.MISTAKE in state.legal:
        return (Move.MISTAKE if rng.random() < mistakes else Move.ANSWER_RIGHT), 0
    return state.legal[0], rng.randrange(state.players)


def moved(state: State, step: Step) -> State:
    move, last = step
    match move:
        case Move.FLIP:
            return state.flip()
        case Move.ANSWER_RIGHT:
            return state.answer_right()
        case Move.MISTAKE:
            return state.mistake()
        case Move.CROCODILE:
            return state.crocodile(last)


def course(players: int, seed: int, mistakes: float, longest: int = 400) -> tuple[list[State], list[Step]]:
    """Return the states of a game up to its end, at most ``longest`` moves, and the moves between them."""
    rng = random.Random(seed)
    states = [deal(players, rng)]
    steps: list[Step] = []
    while not states[-1].is_over and len(steps) < longest:
        steps.append(chosen(states[-1], rng, mistakes))
        states.append(moved(states[-1], steps[-1]))
    return states, steps


@SOME
@given(players, seeds, mistakes)
def test_all_105_cards_are_always_somewhere_exactly_once(players: int, seed: int, mistakes: float) -> None:
    whole = Counter(deck())
    states, _ = course(players, seed, mistakes)
    for state in states:
        assert Counter(card for place in (*state.hands, *state.piles, state.aside) for card in place) == whole
        assert state.aside == states[0].aside


@SOME
@given(players, seeds, mistakes)
def test_the_turn_passes_only_after_a_right_answer_or_to_the_slowest(players: int, seed: int, mistakes: float) -> None:
    states, steps = course(players, seed, mistakes)
    for before, after, (move, last) in zip(states, states[1:], steps, strict=False):
        if after.is_over or move in (Move.FLIP, Move.MISTAKE):
            assert after.turn == before.turn
        elif move is Move.ANSWER_RIGHT:
            assert after.turn == (before.turn + 1) % players
        else:
            assert after.turn == last


@SOME
@given(players, seeds, mistakes)
def test_the_piles_stay_level_and_each_is_served_before_the_next(players: int, seed: int, mistakes: float) -> None:
    for state in course(players, seed, mistakes)[0]:
        first, second, third = map(len, state.piles)
        assert first >= second >= third >= first - 1
        assert state.next_pile == [first, second, third].index(min(first, second, third))


@SOME
@given(players, seeds, mistakes)
def test_the_expected_answer_is_that_of_the_second_opinion_and_crocodiles_never_stay(
    players: int, seed: int, mistakes: float
) -> None:
    new_round = True
    for state in course(players, seed, mistakes)[0]:
        names = [None if card is None else str(card) for card in state.top]
        if state.phase is Phase.FLIP:
            new_round = not any(names)
        if state.phase is Phase.ANSWER:
            assert state.first_of_round == new_round
            assert str(state.expected) == second_opinion(names, new_round)
        if state.phase is not Phase.CROCODILE:
            assert "crocodile" not in {str(card) for pile in state.piles for card in pile}


@SOME
@given(players, seeds, mistakes)
def test_exactly_the_winner_has_no_cards_left(players: int, seed: int, mistakes: float) -> None:
    for state in course(players, seed, mistakes)[0]:
        empty = [player for player, hand in enumerate(state.hands) if not hand]
        if state.is_over:
            assert empty == [state.winner]
        else:
            assert state.winner is None
            assert empty in ([], [state.turn])
            assert not (empty and state.phase is Phase.FLIP)


@SOME
@given(players, seeds, mistakes, st.data())
def test_a_ruling_taken_back_leaves_no_trace(players: int, seed: int, mistakes: float, data: st.DataObject) -> None:
    states, steps = course(players, seed, mistakes, longest=60)
    written = [repr(state) for state in states]
    at = data.draw(st.sampled_from([i for i, state in enumerate(states) if state.phase is Phase.ANSWER]))
    for ruling in (Move.MISTAKE, Move.ANSWER_RIGHT):
        other = moved(states[at], (ruling, 0))
        if not other.is_over:
            other.flip()
    assert [repr(state) for state in states] == written
    state = states[at]
    for step, later in zip(steps[at:], states[at + 1 :], strict=True):
        state = moved(state, step)
        assert state == later


@SOME
@given(players, seeds, mistakes, st.randoms(use_true_random=False))
def test_a_view_stays_the_same_when_all_hidden_cards_change_places(
    players: int, seed: int, mistakes: float, rng: random.Random
) -> None:
    states, _ = course(players, seed, mistakes, longest=200)
    for state in rng.sample(states, min(10, len(states))):
        hidden = [card for hand in state.hands for card in hand]
        hidden += [card for pile in state.piles for card in pile[:-1]] + list(state.aside)
        rng.shuffle(hidden)
        shuffled = replace(
            state,
            hands=tuple(tuple(hidden.pop() for _ in hand) for hand in state.hands),
            piles=tuple((*(hidden.pop() for _ in pile[:-1]), *pile[-1:]) for pile in state.piles),
            aside=tuple(hidden.pop() for _ in state.aside),
        )
        for player in range(players):
            assert shuffled.view(player) == state.view(player)
            assert replace(state.view(player), player=0) == state.view(0)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("mistakes", [0.0, 0.05, 0.15])
def test_random_play_ends(players: int, mistakes: float) -> None:
    """Longest where two play badly: of 100 such games with 15 % mistakes, half took 900 flips and the longest 5,331."""
    for seed in range(10):
        states, _ = course(players, seed, mistakes, longest=100_000)
        assert states[-1].winner is not None
