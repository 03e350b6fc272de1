"""Robots that play Domitrio at three strengths. They see what a player may see, and nothing else."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from voicegames.games.domitrio import View, tiles
from voicegames.games.domitrio_board import FACES, Board, Laying, Tile, can_lay, layings
from voicegames.games.domitrio_spots import openings
from voicegames.players.robots import Strength

CANDIDATES = 60
"""The layings that are looked at more closely, so that a robot never thinks for long."""

_OTHERS_MATTER = 0.4


@dataclass(frozen=True, slots=True)
class DomitrioRobot:
    """One robot; ``rng`` is its own, so that a seed repeats a game.

    EASY lays by chance. MIDDLE makes the most sets, and among those by chance. HARD looks at what it leaves open: it
    lays so that its other tiles go with as many rolls as possible, and those that it doesn't see with few.
    """

    strength: Strength
    rng: random.Random

    def choose(self, view: View) -> Laying | None:
        """Return the laying that the robot makes, or None if none is legal."""
        assert view.rolled is not None
        found = list(layings(view.board, view.rack, view.rolled))
        if not found:
            return None
        self.rng.shuffle(found)
        if self.strength is Strength.EASY:
            return found[0]
        found.sort(key=lambda laying: -len(view.board.sets(laying)))
        if self.strength is Strength.MIDDLE:
            return found[0]
        return max(found[:CANDIDATES], key=lambda laying: outlook(view, laying))


def outlook(view: View, laying: Laying) -> float:
    """Return how good the board is for a player after a laying: 1 if the rest of the rack goes with every roll.

    What the others could lay is taken off: of the tiles that the player doesn't see, those with an end that a row
    waits for.
    """
    after = view.board.laid(laying)
    rest = tuple(tile for tile in view.rack if tile != laying.tile)
    if not rest:
        return 2.0
    mine = sum(can_lay(after, rest, face) for face in FACES) / len(FACES)
    choice = len({tile for tile in rest if can_lay(after, (tile,))}) / len(rest)
    return mine + 0.3 * choice - _OTHERS_MATTER * _share_that_fits(after, _unseen(after, rest))


def _unseen(board: Board, rack: Sequence[Tile]) -> tuple[Tile, ...]:
    seen = {laying.tile for laying in board.layings} | set(rack)
    return tuple(tile for tile in tiles() if tile not in seen)


def _share_that_fits(board: Board, unseen: Sequence[Tile]) -> float:
    wanted = {opening.wanted for opening in openings(board)}
    fitting = sum(tile.first in wanted or tile.second in wanted for tile in unseen)
    return fitting / max(1, len(unseen))
