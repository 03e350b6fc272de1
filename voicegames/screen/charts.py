"""The chart at the end of a game: each player's reaction times over the game, and the mistakes by kind."""

from collections.abc import Sequence
from dataclasses import dataclass

from voicegames.events import Event, Mistake, Ruled
from voicegames.table.statistics import standing_rulings, statistics_of


@dataclass(frozen=True, slots=True)
class Point:
    """One answer: the player's ``turn`` (from 1), the reaction time in seconds, and whether it was ruled right."""

    turn: int
    reaction_s: float
    is_right: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One player: the points of the chart and the figures of the table; times in seconds."""

    player: str
    points: tuple[Point, ...]
    right: int
    mistakes: dict[str, int]
    crocodiles: int
    again: int
    median_s: float | None
    p90_s: float | None


@dataclass(frozen=True, slots=True)
class Chart:
    """All players. The axes end at ``longest_s`` whole seconds and ``turns`` turns; ``ticks_s`` get a mark."""

    rows: tuple[Row, ...]
    longest_s: int
    turns: int
    ticks_s: tuple[int, ...]
    kinds: tuple[str, ...]


def reaction_chart(events: Sequence[Event]) -> Chart:
    """Return the chart of a sitting; only rulings that stand count, and answers without a time are left out."""
    answers = [ruling for ruling in standing_rulings(events) if isinstance(ruling, Ruled)]
    rows = []
    for number, figures in enumerate(statistics_of(events)):
        own = [ruled for ruled in answers if ruled.player == number]
        rows.append(
            Row(
                figures.player,
                tuple(
                    Point(turn, round(ruled.reaction_s, 3), ruled.mistake is None)
                    for turn, ruled in enumerate(own, 1)
                    if ruled.reaction_s is not None
                ),
                figures.right,
                {str(kind): count for kind, count in figures.mistakes.items()},
                figures.crocodiles,
                figures.again,
                figures.reaction.median_s,
                figures.reaction.p90_s,
            )
        )
    points = [point for row in rows for point in row.points]
    longest_s = max(3, *(int(point.reaction_s) + 1 for point in points)) if points else 3
    turns = max((point.turn for point in points), default=1)
    return Chart(tuple(rows), longest_s, turns, tuple(range(longest_s + 1)), tuple(str(kind) for kind in Mistake))
