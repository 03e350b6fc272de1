"""What happens in a game of Domitrio, beside the events that all games share. ``number`` counts moves from 0."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DieRolled:
    """``player`` rolled ``face``, a colour or a shape."""

    at_s: float
    number: int
    player: int
    face: str


@dataclass(frozen=True, slots=True)
class TileLaid:
    """``player`` laid ``tile``; ``first`` is the cell (q, r) of its first end, ``second`` that of its second end."""

    at_s: float
    number: int
    player: int
    tile: str
    first: tuple[int, int]
    second: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TileDrawn:
    """``player`` took the next tile of the pool."""

    at_s: float
    number: int
    player: int


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """``player`` could neither lay nor draw."""

    at_s: float
    number: int
    player: int


@dataclass(frozen=True, slots=True)
class BoardShown:
    """What ``player`` wants to see has changed; the game has not.

    ``tile`` is the chosen tile of the rack and ``spot`` the number over all tiles of the spot where it is held; both
    count from 1. ``called`` is how many spots over all tiles have their numbers shown. ``rack`` says that the player's
    tiles are shown. ``zoom`` counts steps closer, and ``centred`` holds the view on the middle of the board.
    """

    at_s: float
    player: int
    tile: int | None = None
    spot: int | None = None
    called: int = 0
    rack: bool = False
    zoom: int = 0
    centred: bool = False


DomitrioMove = DieRolled | TileLaid | TileDrawn | TurnPassed
DomitrioEvent = DomitrioMove | BoardShown
