"""Properties of boards and whole games: the second opinion, symmetry, and what never changes."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest
from domitrio_oracle import AROUND, beside, good, row
from domitrio_positions import course, differences, grown, moved, positions, table_of
from hypothesis import given, settings
from hypothesis import strategies as st

from voicegames.games.domitrio import FACES, Board, Face, Laying, LayingError, Move, Phase, State, Tile, legal, tiles
from voicegames.games.domitrio_board import can_lay, layings
from voicegames.games.hexgrid import Cell, neighbours

SOME = settings(max_examples=25, deadline=None)
players = st.integers(2, 6)
seeds = st.integers(0, 2**32)
free_drawing = st.booleans()
sizes = st.integers(1, 20)
faces = st.sampled_from((*FACES, None))


@pytest.mark.parametrize("seed", range(10))
def test_the_second_opinion_finds_the_same_layings(seed: int) -> None:
    """30 positions each; ``python tests/games/domitrio_oracle.py 2000`` compares more."""
    assert [differences(position) for position in positions(random.Random(seed), 30)] == [set()] * 30


@SOME
@given(sizes, seeds, st.booleans(), faces)
def test_what_is_found_is_what_is_not_refused(size: int, seed: int, lawful: bool, face: Face | None) -> None:
    rng = random.Random(seed)
    board, left = grown(rng, size, lawful)
    rack = left[:2]
    near = {cell for rim in board.rim for cell in (rim, *neighbours(rim))} | board.symbols.keys()
    all_ways = [Laying(tile, cell, other) for tile in rack for cell in near for other in neighbours(cell)]
    found = layings(board, rack, face)
    assert set(found) == {laying for laying in all_ways if board.refusal(laying, face) is None}
    assert len(set(found)) == len(found)
    assert can_lay(board, rack, face) is bool(found)


@SOME
@given(sizes, seeds, st.booleans())
def test_a_board_turned_by_a_sixth_has_the_same_layings_turned(size: int, seed: int, lawful: bool) -> None:
    def turned(laying: Laying) -> Laying:
        return Laying(laying.tile, *(Cell(-cell.r, cell.q + cell.r) for cell in (laying.first, laying.second)))

    board, left = grown(random.Random(seed), size, lawful)
    other = Board(tuple(map(turned, board.layings)))
    assert set(map(turned, layings(board, left))) == set(layings(other, left))


@SOME
@given(sizes, seeds, st.permutations(range(3)), st.permutations(range(3)))
def test_other_colours_and_shapes_have_the_same_layings(
    size: int, seed: int, colours: list[int], shapes: list[int]
) -> None:
    def changed(tile: Tile) -> tuple[str, str]:
        first, second = (f"{new[symbol.colour]} {new[symbol.shape]}" for symbol in (tile.first, tile.second))
        return first, second

    def laid(laying: Laying) -> Laying:
        first, second = changed(laying.tile)
        tile = Tile.parse(f"{first} and {second}")
        cells = (laying.first, laying.second)
        return Laying(tile, *(cells if str(tile.first) == first else cells[::-1]))

    new = {old: FACES[colours[number]] for number, old in enumerate(FACES[:3])}
    new |= {old: FACES[3 + shapes[number]] for number, old in enumerate(FACES[3:])}
    board, left = grown(random.Random(seed), size, lawful=True)
    other = Board(tuple(map(laid, board.layings)))
    for face in FACES:
        found = layings(other, [Tile.parse(" and ".join(changed(tile))) for tile in left], new[face])
        assert set(map(laid, layings(board, left, face))) == set(found)


@SOME
@given(players, seeds, free_drawing)
def test_all_36_tiles_are_always_somewhere_exactly_once(players: int, seed: int, free_drawing: bool) -> None:
    for state in course(players, seed, free_drawing):
        laid = [laying.tile for laying in state.board.layings]
        assert Counter([*laid, *state.pool, *(t for rack in state.racks for t in rack)]) == Counter(tiles())


@SOME
@given(players, seeds, free_drawing)
def test_every_row_on_the_table_is_a_set_or_shorter_than_three(players: int, seed: int, free_drawing: bool) -> None:
    *_, end = course(players, seed, free_drawing)
    table = table_of(end.board)
    rows = [row(table, cell, way) for cell in table for way in AROUND[::2]]
    assert all(len(symbols) < 3 or (len(symbols) == 3 and good(symbols)) for symbols in rows)
    assert (
        end.board.rim == {cell for taken in end.board.symbols for cell in neighbours(taken)} - end.board.symbols.keys()
    )
    # Each tile after the first made a set: it has a cell in one, and no set has more cells than it joins.
    in_sets = {cell for cell in table for way in AROUND[::2] if len(row(table, cell, way)) == 3}
    for laying in end.board.layings[1:]:
        assert {(q, r, -q - r) for q, r in laying.cells} & in_sets
    assert all(any(beside(cell, way) in table for way in AROUND) for cell in table)


@SOME
@given(players, seeds, free_drawing)
def test_the_turn_passes_after_every_laying_drawing_or_pass(players: int, seed: int, free_drawing: bool) -> None:
    states = list(course(players, seed, free_drawing))
    for before, after in pairwise(states):
        if after.is_over or before.phase is Phase.ROLL:
            assert after.turn == before.turn
        else:
            assert after.turn == (before.turn + 1) % players
        assert bool(after.moves) is not after.is_over
        assert (after.rolled is not None) == (after.phase is Phase.LAY)


@SOME
@given(players, seeds, free_drawing)
def test_exactly_the_winners_have_the_fewest_tiles_and_none_unless_the_game_is_stuck(
    players: int, seed: int, free_drawing: bool
) -> None:
    *states, end = course(players, seed, free_drawing)
    assert all(rack for state in states for rack in state.racks)
    assert all(state.winners == () for state in states)
    counts = [len(rack) for rack in end.racks]
    assert end.winners == tuple(player for player, count in enumerate(counts) if count == min(counts))
    if end.is_stuck:
        assert not end.pool
        assert not any(can_lay(end.board, rack) for rack in end.racks)
    else:
        assert [count for count in counts if not count] == [0]
        assert end.winners == (end.turn,)


@SOME
@given(players, seeds)
def test_a_move_is_refused_exactly_when_it_is_not_among_the_moves(players: int, seed: int) -> None:
    for state in course(players, seed):
        tried: dict[Move, Callable[[], State]] = {
            Move.ROLL: partial(state.roll, FACES[0]),
            Move.DRAW: state.draw,
            Move.PASS: state.pass_turn,
        }
        for move, make in tried.items():
            if move in state.moves:
                assert isinstance(make(), State)
            else:
                with pytest.raises(Exception, match="The rule:"):
                    make()
        assert bool(legal(state)) == (Move.LAY in state.moves)


@SOME
@given(players, seeds, st.data())
def test_a_move_taken_back_leaves_no_trace(players: int, seed: int, data: st.DataObject) -> None:
    states = list(course(players, seed))
    written = [repr(state) for state in states]
    at = data.draw(st.sampled_from([i for i, state in enumerate(states) if legal(state)]))
    for laying in legal(states[at]):
        other = states[at].lay(laying)
        with pytest.raises(LayingError):
            states[at].lay(Laying(laying.tile, laying.first, laying.first))
        if not other.is_over:
            moved(other, random.Random(0))
    assert [repr(state) for state in states] == written


@SOME
@given(players, seeds, st.randoms(use_true_random=False))
def test_a_view_stays_the_same_when_all_hidden_tiles_change_places(players: int, seed: int, rng: random.Random) -> None:
    states = list(course(players, seed))
    for state in rng.sample(states, min(8, len(states))):
        for player in range(players):
            hidden = [tile for who, rack in enumerate(state.racks) if who != player for tile in rack]
            hidden += state.pool
            rng.shuffle(hidden)
            shuffled = replace(
                state,
                racks=tuple(
                    rack if who == player else tuple(hidden.pop() for _ in rack) for who, rack in enumerate(state.racks)
                ),
                pool=tuple(hidden.pop() for _ in state.pool),
            )
            assert shuffled.view(player) == state.view(player)


@pytest.mark.parametrize("players", range(2, 7))
def test_random_play_ends(players: int) -> None:
    """In 60 games for each number of players the longest took 41 turns."""
    for seed in range(20):
        *_, end = course(players, seed)
        assert end.winners
