"""Whole games of Domitrio as readable transcripts, for scripts/playthroughs."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from voicegames.games.domitrio import FACES, Laying, Move, State, Symbol, deal, legal
from voicegames.games.hexgrid import Cell

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")


@dataclass(frozen=True)
class Game:
    """What is played: the seed of tiles, die and players."""

    name: str
    players: int
    seed: int


GAMES = (
    Game("domitrio-2-players", 2, 140),
    Game("domitrio-3-players", 3, 155),
    Game("domitrio-6-players", 6, 398),
    Game("domitrio-6-players-stuck", 6, 74),
)


def drawing(symbols: Mapping[Cell, Symbol]) -> Iterator[str]:
    """Draw the board with two letters for each symbol: "rs" is a red star. Each row lies half a cell further right."""
    columns = {cell: 2 * cell.q + cell.r for cell in symbols}
    left, right = min(columns.values()), max(columns.values())
    for r in range(min(cell.r for cell in symbols), max(cell.r for cell in symbols) + 1):
        row = {columns[cell]: symbol for cell, symbol in symbols.items() if cell.r == r}
        letters = (
            f"{s.colour[0]}{s.shape[0]}" if (s := row.get(column)) else "  " for column in range(left, right + 1)
        )
        yield f"   r={r:<3} {''.join(letters)}".rstrip()


def placed(laying: Laying) -> str:
    """Return "red star (0, 1) + blue circle (1, 1)", in reading order."""
    return " + ".join(f"{symbol} ({cell.q}, {cell.r})" for cell, symbol in laying.ends)


def transcript(game: Game) -> Iterator[str]:
    """Play the game and tell it line by line."""
    rng = random.Random(game.seed)
    names = NAMES[: game.players]
    width = max(map(len, names))
    state = deal(game.players, rng)
    yield f"Domitrio: {', '.join(names[:-1])} and {names[-1]}."
    for name, rack in zip(names, state.racks, strict=True):
        yield f"{name} has {', '.join(map(str, rack))}."
    yield f"The start tile is {placed(state.board.layings[0])}, and {len(state.pool)} tiles are in the pool."
    yield "Each line: the player, the roll, what is laid on which cells (q, r) out of how many layings, the sets."
    yield ""
    turns = 0
    while not state.is_over:
        turns += 1
        who = state.turn
        state = state.roll(rng.choice(FACES))
        told, state = turn(state, rng)
        yield f"{turns:4}. {names[who]:{width}}  {told} In rack: {len(state.racks[who])}."
    yield ""
    yield from drawing(state.board.symbols)
    yield ""
    winners = [names[player] for player in state.winners]
    counts = ", ".join(f"{name} {len(rack)}" for name, rack in zip(names, state.racks, strict=True))
    how = "Nobody could lay any more; the fewest tiles:" if state.is_stuck else "All tiles laid:"
    win = f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}"
    yield f"{how} {win} after {turns} turns. In rack: {counts}."


def turn(state: State, rng: random.Random) -> tuple[str, State]:
    """Return what the player does after the roll, and the state after it."""
    rolled = f"{state.rolled:7}"
    if state.moves == (Move.PASS,):
        return f"{rolled} passes.", state.pass_turn()
    if state.moves == (Move.DRAW,):
        return f"{rolled} draws {state.pool[0]}, {len(state.pool) - 1} left.", state.draw()
    found = legal(state)
    laying = rng.choice(found)
    sets = "; ".join(", ".join(map(str, run.symbols)) for run in state.board.sets(laying))
    return f"{rolled} {placed(laying)}, 1 of {len(found)}: {sets}.", state.lay(laying)


def transcripts() -> Iterator[tuple[str, Iterator[str]]]:
    """Return each game's name and lines."""
    return ((game.name, transcript(game)) for game in GAMES)
