"""What a drawing is made of: layers of paths, patterns, and places for letters.

Paths are SVG path data with absolute commands M, L, Q, C and Z only, numbers parted by spaces; x goes right, y down.
Colours are "#rrggbb". Lengths are units of the drawing, which is ``width`` by ``height`` of them.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

INK = "#14161c"
PAPER = "#ffffff"
PLATE = "#e9ecf2"

Point = tuple[float, float]
POINTS_OF = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}


@dataclass(frozen=True, slots=True)
class Layer:
    """One path: its inside in a colour or a pattern, its course in the colour ``line``; without them it stays clear."""

    path: str
    fill: "str | Pattern | None" = None
    line: str | None = None
    line_width: float = 0.0


@dataclass(frozen=True, slots=True)
class Pattern:
    """A tile that is repeated over an area: its ground, and layers on it that fit together across its edges."""

    name: str
    width: float
    height: float
    ground: str
    layers: tuple[Layer, ...]


@dataclass(frozen=True, slots=True)
class Lettering:
    """A text around the point (x, y), its middle; with ``text`` None it is the first letter of the colour's name."""

    x: float
    y: float
    size: float
    colour: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """A named drawing. ``layers`` lie upon each other, the first at the bottom; ``letters`` lie on top."""

    name: str
    width: float
    height: float
    layers: tuple[Layer, ...]
    letters: tuple[Lettering, ...] = ()

    def patterns(self) -> tuple[Pattern, ...]:
        """Return the patterns that fill a layer, each once."""
        return tuple(dict.fromkeys(layer.fill for layer in self.layers if isinstance(layer.fill, Pattern)))


def steps(path: str) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """Yield the commands of a path, each with its points. Raises KeyError for a command that is not used here."""
    words = path.split()
    at = 0
    while at < len(words):
        command = words[at]
        numbers = [float(word) for word in words[at + 1 : at + 1 + 2 * POINTS_OF[command]]]
        yield command, tuple(zip(numbers[::2], numbers[1::2], strict=True))
        at += 1 + len(numbers)


def number(value: float) -> str:
    """Return the number with at most two decimals."""
    return f"{round(value, 2) + 0:g}"


def placed_path(path: str, x: float, y: float, scale: float) -> str:
    """Return the path scaled, then moved by (x, y)."""
    return " ".join(
        " ".join([command, *(f"{number(x + px * scale)} {number(y + py * scale)}" for px, py in points)])
        for command, points in steps(path)
    )


def placed(layers: Iterable[Layer], x: float, y: float, scale: float = 1.0) -> tuple[Layer, ...]:
    """Return the layers scaled, their lines too, then moved by (x, y). Patterns keep their size."""
    return tuple(
        replace(layer, path=placed_path(layer.path, x, y, scale), line_width=layer.line_width * scale)
        for layer in layers
    )


def polygon(points: Sequence[Point]) -> str:
    """Return the closed path through the points."""
    return "M " + " L ".join(f"{number(x)} {number(y)}" for x, y in points) + " Z"


def regular(x: float, y: float, radii: Sequence[float], corners: int, turn: float = 0.0) -> str:
    """Return a polygon around (x, y); its corners lie at the radii in turn, the first ``turn`` degrees from the top.

    One radius makes a regular polygon, two a star.
    """
    points = []
    for corner in range(corners):
        angle = math.radians(turn + 360 * corner / corners)
        radius = radii[corner % len(radii)]
        points.append((x + radius * math.sin(angle), y - radius * math.cos(angle)))
    return polygon(points)


def circle(x: float, y: float, radius: float) -> str:
    """Return the path of a circle, in four curves."""
    return ellipse(x, y, radius, radius)


def ellipse(x: float, y: float, across: float, down: float) -> str:
    """Return the path of an ellipse with the two radii, in four curves.

    The factor is the usual one for a quarter circle as a Bezier curve: 4/3 (sqrt(2) - 1).
    """
    h, v = 0.5523 * across, 0.5523 * down
    curves = (
        (x + across, y + v, x + h, y + down, x, y + down),
        (x - h, y + down, x - across, y + v, x - across, y),
        (x - across, y - v, x - h, y - down, x, y - down),
        (x + h, y - down, x + across, y - v, x + across, y),
    )
    return f"M {number(x + across)} {number(y)} " + " ".join("C " + " ".join(map(number, c)) for c in curves) + " Z"


def rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Return the path of a rectangle with round corners."""
    r, b, n = x + width, y + height, number
    return (
        f"M {n(x + radius)} {n(y)} L {n(r - radius)} {n(y)} Q {n(r)} {n(y)} {n(r)} {n(y + radius)} "
        f"L {n(r)} {n(b - radius)} Q {n(r)} {n(b)} {n(r - radius)} {n(b)} "
        f"L {n(x + radius)} {n(b)} Q {n(x)} {n(b)} {n(x)} {n(b - radius)} "
        f"L {n(x)} {n(y + radius)} Q {n(x)} {n(y)} {n(x + radius)} {n(y)} Z"
    )
