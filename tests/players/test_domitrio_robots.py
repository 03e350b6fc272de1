"""The robots of Domitrio: legal at every strength, and the one that looks ahead wins more often."""

import random

import pytest

from voicegames.games.domitrio import FACES, Phase, State, deal, legal
from voicegames.players.domitrio_robots import DomitrioRobot
from voicegames.players.robots import Strength


def played(seed: int, strengths: tuple[Strength, ...]) -> State:
    rng = random.Random(seed)
    state = deal(len(strengths), rng)
    robots = [DomitrioRobot(strength, random.Random(f"{seed}-{seat}")) for seat, strength in enumerate(strengths)]
    while not state.is_over:
        if state.phase is Phase.ROLL:
            state = state.roll(rng.choice(FACES))
            continue
        laying = robots[state.turn].choose(state.view(state.turn))
        assert (laying is None) == (not legal(state))
        state = state.lay(laying) if laying else state.draw() if state.pool else state.pass_turn()
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_they_play_whole_games(players: int) -> None:
    strengths = tuple(list(Strength)[seat % 3] for seat in range(players))
    assert played(players, strengths).winners == played(players, strengths).winners


@pytest.mark.long
@pytest.mark.parametrize("weaker", [Strength.EASY, Strength.MIDDLE])
def test_looking_ahead_wins_more_often(weaker: Strength) -> None:
    games = 60
    won = 0
    for seed in range(games):
        seats = (Strength.HARD, weaker) if seed % 2 else (weaker, Strength.HARD)
        won += seats[played(seed // 2, seats).winners[0]] is Strength.HARD
    assert won > 0.52 * games


def test_the_middle_one_makes_the_most_sets() -> None:
    rng = random.Random(5)
    seen = 0
    for seed in range(8):
        state = deal(2, random.Random(seed))
        while not state.is_over:
            if state.phase is Phase.ROLL:
                state = state.roll(rng.choice(FACES))
                continue
            found = legal(state)
            laying = DomitrioRobot(Strength.MIDDLE, rng).choose(state.view(state.turn))
            if laying is not None:
                most = max(len(state.board.sets(other)) for other in found)
                assert len(state.board.sets(laying)) == most
                seen += len({len(state.board.sets(other)) for other in found}) > 1
            state = state.lay(laying) if laying else state.draw() if state.pool else state.pass_turn()
    assert seen > 2
