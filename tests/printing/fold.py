"""Folds a net of squares into a cube: where each edge of each face comes to lie in space."""

Vector = tuple[int, int, int]
Place = tuple[int, int]
STEPS = {"right": (1, 0), "left": (-1, 0), "bottom": (0, 1), "top": (0, -1)}


def plus(one: Vector, other: Vector) -> Vector:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])


def minus(one: Vector) -> Vector:
    return (-one[0], -one[1], -one[2])


def roll(frame: tuple[Vector, ...], side: str) -> tuple[Vector, ...]:
    """Return the frame of the neighbouring face. A frame is a corner, the ways right and down, and the way inside."""
    corner, right, down, inside = frame
    return {
        "right": (plus(corner, right), inside, down, minus(right)),
        "left": (plus(corner, inside), minus(inside), down, right),
        "bottom": (plus(corner, down), right, inside, minus(down)),
        "top": (plus(corner, inside), right, minus(inside), down),
    }[side]


def folded(net: set[Place], start: Place) -> dict[Place, tuple[Vector, ...]]:
    frames: dict[Place, tuple[Vector, ...]] = {start: ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))}
    waiting = [start]
    while waiting:
        column, row = waiting.pop()
        for side, (across, down) in STEPS.items():
            place = (column + across, row + down)
            if place in net and place not in frames:
                frames[place] = roll(frames[column, row], side)
                waiting.append(place)
    return frames


def edge(frame: tuple[Vector, ...], side: str) -> frozenset[Vector]:
    """Return the two corners in space of a face's edge."""
    corner, right, down, _ = frame
    top_right, bottom_left = plus(corner, right), plus(corner, down)
    bottom_right = plus(top_right, down)
    ends = {
        "top": (corner, top_right),
        "bottom": (bottom_left, bottom_right),
        "left": (corner, bottom_left),
        "right": (top_right, bottom_right),
    }
    return frozenset(ends[side])
