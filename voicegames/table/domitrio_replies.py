"""What comes of a saying in Domitrio: what the player sees, what the table says, and what is done with the game."""

from dataclasses import dataclass
from enum import StrEnum

from voicegames.games.domitrio import Laying


class Step(StrEnum):
    """What the table is to do with the game."""

    ROLL = "roll"
    LAY = "lay"
    DRAW = "draw"
    PASS = "pass"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Sight:
    """What the player sees; as in the event BoardShown."""

    tile: int | None = None
    spot: int | None = None
    called: int = 0
    rack: bool = False
    zoom: int = 0
    centred: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What a saying brings about: a sentence (or none), and a step of the game with its laying."""

    text: str = ""
    step: Step | None = None
    laying: Laying | None = None
