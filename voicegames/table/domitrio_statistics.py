"""The figures of a game of Domitrio, read from its journal."""

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields

from voicegames.domitrio_events import DieRolled, DomitrioMove, TileDrawn, TileLaid, TurnPassed
from voicegames.events import Event, SittingStarted, TakenBack
from voicegames.table.domitrio_course import DomitrioCourse, laying_of


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """What one player did, without the moves that were taken back; ``tiles`` are left in the rack."""

    player: str
    laid: int
    sets: int
    drawn: int
    passed: int
    tiles: int


def figures_of(events: Iterable[Event]) -> tuple[PlayerFigures, ...]:
    """Return the figures of each player. Raises Failure("journal") for events that do not fit the rules."""
    first, *rest = events
    assert isinstance(first, SittingStarted)
    course = DomitrioCourse(first)
    moves: list[tuple[DomitrioMove, int]] = []
    for event in rest:
        match event:
            case TileLaid():
                moves.append((event, len(course.state.board.sets(laying_of(event)))))
            case DieRolled() | TileDrawn() | TurnPassed():
                moves.append((event, 0))
            case TakenBack() if moves:
                moves.pop()
            case _:
                pass
        course.follow(event)
    return tuple(
        PlayerFigures(
            name,
            _count(moves, number, TileLaid),
            sum(sets for move, sets in moves if move.player == number),
            _count(moves, number, TileDrawn),
            _count(moves, number, TurnPassed),
            len(course.state.racks[number]),
        )
        for number, name in enumerate(first.players)
    )


def _count(moves: Iterable[tuple[DomitrioMove, int]], player: int, kind: type[DomitrioMove]) -> int:
    return sum(isinstance(move, kind) and move.player == player for move, _ in moves)


def as_lines(figures: Iterable[PlayerFigures]) -> str:
    """Return the figures as a table for people."""
    lines = [f"{'player':16}{'laid':>6}{'sets':>6}{'drawn':>7}{'passed':>8}{'tiles left':>12}"]
    lines += [f"{f.player:16}{f.laid:6}{f.sets:6}{f.drawn:7}{f.passed:8}{f.tiles:12}" for f in figures]
    return "\n".join(lines)


def as_csv(figures: Iterable[PlayerFigures]) -> str:
    """Return the figures as CSV, without the last line's end."""
    out = io.StringIO()
    writer = csv.DictWriter(out, [field.name for field in fields(PlayerFigures)], lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(f) for f in figures)
    return out.getvalue().rstrip("\n")


def as_json(figures: Iterable[PlayerFigures]) -> str:
    """Return the figures as one line of JSON."""
    return json.dumps([asdict(f) for f in figures], ensure_ascii=False)
