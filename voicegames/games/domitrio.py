"""The rules of Domitrio: tiles, deal, die, and the course of a game as immutable states.

The facts come from the rule book, sections "Setup", "How to Play" and "Victory". Where it is silent, these hold:

- Two to six players. Player 0 is the first; the others follow clockwise.
- The start tile is the one that comes after the racks are dealt.
- Who can lay must lay. Only who can't lay draws, unless ``free_drawing`` lets everybody draw at any turn. When the pool
  is empty, who can't lay passes.
- When the pool is empty and nobody could lay with any roll, the game ends: the fewest tiles win; equal counts share.

The die is thrown outside: a move brings the face. Every move returns a new state and leaves the old one as it was: to
take a move back, go on from the earlier state. Tiles, board and layings are in ``domitrio_board``.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from voicegames.games.domitrio_board import FACES as FACES
from voicegames.games.domitrio_board import SYMBOLS, can_lay, layings
from voicegames.games.domitrio_board import Board as Board
from voicegames.games.domitrio_board import Colour as Colour
from voicegames.games.domitrio_board import Face as Face
from voicegames.games.domitrio_board import Laying as Laying
from voicegames.games.domitrio_board import LayingError as LayingError
from voicegames.games.domitrio_board import Shape as Shape
from voicegames.games.domitrio_board import Symbol as Symbol
from voicegames.games.domitrio_board import Tile as Tile
from voicegames.games.errors import RulesError as RulesError
from voicegames.games.hexgrid import Cell

FEWEST_PLAYERS = 2
MOST_PLAYERS = 6
RACK = 5


class Phase(StrEnum):
    """What the game waits for: the die, what the player does with it, or nothing any more."""

    ROLL = "roll"
    LAY = "lay"
    OVER = "over"


class Move(StrEnum):
    """The methods of ``State`` that carry the game on."""

    ROLL = "roll"
    LAY = "lay"
    DRAW = "draw"
    PASS = "pass_turn"


@dataclass(frozen=True, slots=True)
class View:
    """What ``player`` may see: the board, and of the tiles only their own.

    ``in_rack`` counts the tiles of each player and ``in_pool`` those of the pool. ``winners`` is empty while the game
    goes on; ``is_stuck`` says that it ended because nobody could lay any more.
    """

    player: int
    phase: Phase
    turn: int
    rolled: Face | None
    board: Board
    rack: tuple[Tile, ...]
    in_rack: tuple[int, ...]
    in_pool: int
    free_drawing: bool
    winners: tuple[int, ...]
    is_stuck: bool


@dataclass(frozen=True, slots=True)
class State:
    """A moment of the game.

    ``racks`` holds each player's tiles in the order in which they came, ``pool`` the tiles to draw, the next one first.
    ``turn`` is the player who rolls or lays; when the game is over, who moved last. ``rolled`` is the face of the die
    in the phase LAY.
    """

    board: Board
    racks: tuple[tuple[Tile, ...], ...]
    pool: tuple[Tile, ...]
    turn: int
    phase: Phase
    rolled: Face | None = None
    free_drawing: bool = False

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.racks)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that are possible now."""
        if self.phase is Phase.ROLL:
            return (Move.ROLL,)
        if self.phase is Phase.OVER:
            return ()
        if self._can_lay():
            return (Move.LAY, Move.DRAW) if self.free_drawing and self.pool else (Move.LAY,)
        return (Move.DRAW,) if self.pool else (Move.PASS,)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    @property
    def is_stuck(self) -> bool:
        """Whether the game has ended because nobody could lay any more."""
        return self.is_over and all(self.racks)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won: one player with an empty rack, or all with the fewest tiles; nobody while the game goes on."""
        if not self.is_over:
            return ()
        fewest = min(map(len, self.racks))
        return tuple(player for player, rack in enumerate(self.racks) if len(rack) == fewest)

    def roll(self, face: Face) -> "State":
        """Take the face that the die shows."""
        if self.phase is not Phase.ROLL:
            raise self._not_now("The die can't be rolled now.")
        return replace(self, phase=Phase.LAY, rolled=face)

    def lay(self, laying: Laying) -> "State":
        """Lay a tile of the player's rack: with the last one the player wins, otherwise the turn passes.

        Raises LayingError, with the cells and rows concerned, if the tile may not lie there, and RulesError if the
        player doesn't have it.
        """
        if self.phase is not Phase.LAY:
            raise self._not_now("No tile can be laid now.")
        rack = self.racks[self.turn]
        if laying.tile not in rack:
            raise RulesError("not-held", f"You don't have the tile {laying.tile}.", "A player lays their own tiles.")
        refusal = self.board.refusal(laying, self.rolled)
        if refusal is not None:
            raise refusal
        left = tuple(tile for tile in rack if tile != laying.tile)
        laid = replace(self, board=self.board.laid(laying), racks=self._racks_with(left))
        return laid._passed() if left else replace(laid, phase=Phase.OVER, rolled=None)

    def draw(self) -> "State":
        """Take a tile from the pool; the turn passes."""
        if self.phase is not Phase.LAY:
            raise self._not_now("No tile can be drawn now.")
        if not self.pool:
            raise RulesError("pool", "The pool is empty.", "When the pool is empty, who can't lay a tile passes.")
        if not self.free_drawing and self._can_lay():
            raise RulesError("can-lay", "You can lay a tile.", "Only who can't lay a tile draws one.")
        tile, *pool = self.pool
        return replace(self, racks=self._racks_with((*self.racks[self.turn], tile)), pool=tuple(pool))._passed()

    def pass_turn(self) -> "State":
        """Let the turn pass: for who can neither lay nor draw."""
        if self.phase is not Phase.LAY:
            raise self._not_now("You can't pass now.")
        if self._can_lay():
            raise RulesError("can-lay", "You can lay a tile.", "Only who can neither lay nor draw a tile passes.")
        if self.pool:
            raise RulesError("can-draw", "You can draw a tile.", "Who can't lay a tile draws one from the pool.")
        return self._passed()

    def view(self, player: int) -> View:
        """Return what ``player`` may see. Raises RulesError for a number that doesn't play."""
        if not 0 <= player < self.players:
            raise RulesError("player", "Nobody with that number plays.", f"{self.players} players are in this game.")
        return View(
            player=player,
            phase=self.phase,
            turn=self.turn,
            rolled=self.rolled,
            board=self.board,
            rack=self.racks[player],
            in_rack=tuple(map(len, self.racks)),
            in_pool=len(self.pool),
            free_drawing=self.free_drawing,
            winners=self.winners,
            is_stuck=self.is_stuck,
        )

    def _can_lay(self) -> bool:
        return can_lay(self.board, self.racks[self.turn], self.rolled)

    def _passed(self) -> "State":
        passed = replace(self, turn=(self.turn + 1) % self.players, phase=Phase.ROLL, rolled=None)
        return replace(passed, turn=self.turn, phase=Phase.OVER) if passed._nobody_could_lay() else passed

    def _nobody_could_lay(self) -> bool:
        return not self.pool and not any(can_lay(self.board, rack) for rack in self.racks)

    def _racks_with(self, rack: tuple[Tile, ...]) -> tuple[tuple[Tile, ...], ...]:
        return (*self.racks[: self.turn], rack, *self.racks[self.turn + 1 :])

    def _not_now(self, sentence: str) -> RulesError:
        return RulesError("not-now", sentence, _WAITS_FOR[self.phase])


_WAITS_FOR = {
    Phase.ROLL: "First the player whose turn it is rolls the die.",
    Phase.LAY: "Whoever has rolled lays a tile, or draws one, before the die is rolled again.",
    Phase.OVER: "The game ends when somebody has laid all tiles, or when nobody could lay any more.",
}


def legal(state: State) -> tuple[Laying, ...]:
    """Return every laying that is legal now, each once and in the order of ``layings``; none unless one is due."""
    if state.phase is not Phase.LAY:
        return ()
    return layings(state.board, state.racks[state.turn], state.rolled)


def tiles() -> tuple[Tile, ...]:
    """Return the 36 tiles, unmixed: every pair of two different symbols."""
    return tuple(Tile(one, other) for one in SYMBOLS for other in SYMBOLS if one.code < other.code)


def deal(players: int, rng: random.Random, *, free_drawing: bool = False) -> State:
    """Mix the tiles with ``rng`` and deal them. Raises RulesError unless 2 to 6 play."""
    mixed = list(tiles())
    rng.shuffle(mixed)
    return deal_from(mixed, players, free_drawing=free_drawing)


def deal_from(tiles: Sequence[Tile], players: int, *, free_drawing: bool = False) -> State:
    """Deal ``tiles`` as they lie: five to player 0, five to player 1 and so on, the start tile, then the pool.

    The start tile lies on (0, 0) and (1, 0), its first end on the left. Raises RulesError unless 2 to 6 play and each
    gets five tiles, all different, and one is left for the start.
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise RulesError(
            "players", f"Domitrio can't be played by {players}; two to six can play.", "Two to six players play."
        )
    dealt = RACK * players
    if len(tiles) <= dealt or len(set(tiles)) < len(tiles):
        raise RulesError(
            "tiles", "These tiles don't make a game.", "All tiles are different; each player gets five, and one starts."
        )
    racks = tuple(tuple(tiles[first : first + RACK]) for first in range(0, dealt, RACK))
    board = Board((Laying(tiles[dealt], Cell(0, 0), Cell(1, 0)),))
    state = State(board, racks, tuple(tiles[dealt + 1 :]), 0, Phase.ROLL, free_drawing=free_drawing)
    return replace(state, phase=Phase.OVER) if state._nobody_could_lay() else state
