"""What lies where on a sheet of paper. Lengths are millimetres from its top left corner, down and to the right."""

from dataclasses import dataclass
from enum import Enum

from voicegames.printing.drawing import Drawing

MARK = 4.0
MARK_GAP = 1.5


class Paper(Enum):
    """The sizes of paper, as (width, height) in millimetres."""

    A4 = (210.0, 297.0)
    LETTER = (215.9, 279.4)

    @property
    def width(self) -> float:
        """The width in millimetres."""
        return self.value[0]

    @property
    def height(self) -> float:
        """The height in millimetres."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Piece:
    """A drawing on the sheet, ``width`` wide, as high as its proportions make it.

    ``letter`` is laid where the drawing has a place for one. With ``is_upside_down`` it is turned by half a turn around
    its middle.
    """

    drawing: Drawing
    x: float
    y: float
    width: float
    letter: str = ""
    is_upside_down: bool = False

    @property
    def scale(self) -> float:
        """Millimetres to one unit of the drawing."""
        return self.width / self.drawing.width

    @property
    def height(self) -> float:
        """The height in millimetres."""
        return self.drawing.height * self.scale


class Use(Enum):
    """What a line is for."""

    CUT = "cut"
    FOLD = "fold"
    GLUE = "glue"
    MEASURE = "measure"


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points (x, y); one to GLUE is closed and its inside grey."""

    use: Use
    points: tuple[tuple[float, float], ...]


class Align(Enum):
    """Which point of a text its place is."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Words:
    """A text of the height ``size``, its base line at ``y``."""

    text: str
    x: float
    y: float
    size: float
    align: Align = Align.LEFT
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a sheet of paper."""

    pieces: tuple[Piece, ...] = ()
    lines: tuple[Line, ...] = ()
    words: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """Equal places for pieces in the middle of a sheet; ``gap`` lies between them."""

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    gap: float = 0.0

    @property
    def left(self) -> float:
        """Where the first column begins."""
        return (self.paper.width - self.columns * self.width - (self.columns - 1) * self.gap) / 2

    @property
    def top(self) -> float:
        """Where the first row begins."""
        return (self.paper.height - self.rows * self.height - (self.rows - 1) * self.gap) / 2

    @property
    def places(self) -> tuple[tuple[float, float], ...]:
        """The top left corners of the places, row after row."""
        return tuple(
            (self.left + column * (self.width + self.gap), self.top + row * (self.height + self.gap))
            for row in range(self.rows)
            for column in range(self.columns)
        )

    def cut_marks(self) -> tuple[Line, ...]:
        """Return short lines around the grid that tell where to cut: between the places, and at its sides."""
        left, top = self.left - self.gap / 2, self.top - self.gap / 2
        right, bottom = self.paper.width - left, self.paper.height - top
        marks = []
        for column in range(self.columns + 1):
            x = left + column * (self.width + self.gap)
            marks += [((x, top - MARK_GAP - MARK), (x, top - MARK_GAP))]
            marks += [((x, bottom + MARK_GAP), (x, bottom + MARK_GAP + MARK))]
        for row in range(self.rows + 1):
            y = top + row * (self.height + self.gap)
            marks += [((left - MARK_GAP - MARK, y), (left - MARK_GAP, y))]
            marks += [((right + MARK_GAP, y), (right + MARK_GAP + MARK, y))]
        return tuple(Line(Use.CUT, mark) for mark in marks)
