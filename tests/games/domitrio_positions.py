"""Random positions of Domitrio, and the comparison of the rules with the second opinion on them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from domitrio_oracle import Cube, Found, cube, second_opinion

from voicegames.games.domitrio import FACES, Board, Face, Laying, Phase, State, Tile, deal, legal, tiles
from voicegames.games.domitrio_board import layings
from voicegames.games.hexgrid import Cell, neighbours


@dataclass(frozen=True)
class Position:
    """A board, the tiles in a rack, and what was rolled; None stands for any roll."""

    board: Board
    rack: tuple[Tile, ...]
    face: Face | None


def table_of(board: Board) -> dict[Cube, str]:
    return {cube(*cell): str(symbol) for cell, symbol in board.symbols.items()}


def as_found(laying: Laying) -> Found:
    one = (str(laying.tile.first), cube(*laying.first))
    other = (str(laying.tile.second), cube(*laying.second))
    return min((*one, *other), (*other, *one))


def differences(position: Position) -> set[Found]:
    """Return the layings that only the rules or only the second opinion find, and those that the rules find twice."""
    found = [as_found(laying) for laying in layings(position.board, position.rack, position.face)]
    names = [(str(tile.first), str(tile.second)) for tile in position.rack]
    other = second_opinion(table_of(position.board), names, position.face)
    return set(found) ^ other | {laying for laying in found if found.count(laying) > 1}


def course(players: int, seed: int, free_drawing: bool = False) -> Iterator[State]:
    """Yield the states of a game of random layings, from the deal to the end."""
    rng = random.Random(seed)
    state = deal(players, rng, free_drawing=free_drawing)
    yield state
    while not state.is_over:
        state = moved(state, rng)
        yield state


def moved(state: State, rng: random.Random) -> State:
    if state.phase is Phase.ROLL:
        return state.roll(rng.choice(FACES))
    found = legal(state)
    if found and not (state.free_drawing and state.pool and rng.random() < 0.3):
        return state.lay(rng.choice(found))
    return state.draw() if state.pool else state.pass_turn()


def grown(rng: random.Random, size: int, lawful: bool) -> tuple[Board, list[Tile]]:
    """Return a board of up to ``size`` tiles and the tiles left, by legal layings for any roll or by wild ones.

    Wild ones only touch the board, so there are rows of all lengths, and most of three are no sets.
    """
    left = list(tiles())
    rng.shuffle(left)
    board = Board((Laying(left.pop(), Cell(0, 0), Cell(1, 0)),))
    while len(board.layings) < size:
        if lawful:
            found = layings(board, left)
            if not found:
                break
            laying = rng.choice(found)
        else:
            beside = rng.choice(sorted(board.rim))
            free = [cell for cell in neighbours(beside) if cell not in board.symbols]
            if not free:
                continue
            laying = Laying(rng.choice(left), *rng.sample((beside, rng.choice(free)), 2))
        board = board.laid(laying)
        left.remove(laying.tile)
    return board, left


def positions(rng: random.Random, count: int) -> Iterator[Position]:
    """Yield positions by turns: from a game, from a board of legal layings, and from a wild one."""
    faces = (*FACES, None)
    for number in range(count):
        if number % 3 == 0:
            state = rng.choice([s for s in course(rng.randint(2, 6), rng.randrange(2**32)) if s.phase is Phase.LAY])
            yield Position(state.board, state.racks[state.turn], state.rolled)
        else:
            lawful = number % 3 == 1
            board, left = grown(rng, rng.randint(1, 30 if lawful else 12), lawful)
            yield Position(board, tuple(left[:6]), rng.choice(faces))


def placed(one: str, here: tuple[int, int], other: str, there: tuple[int, int]) -> Laying:
    """Return the laying of the tile with one symbol here and the other there."""
    tile = Tile.parse(f"{one} and {other}")
    first, second = (here, there) if str(tile.first) == one else (there, here)
    return Laying(tile, Cell(*first), Cell(*second))
