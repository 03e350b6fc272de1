"""The figures of a game of Domitrio, read from its journal."""

import csv
import io
import json
import unicodedata
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields

from voicegames.domitrio_events import DieRolled, DomitrioMove, TileDrawn, TileLaid, TurnPassed
from voicegames.events import Event, SittingStarted, TakenBack
from voicegames.language import Language
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


def as_lines(figures: Iterable[PlayerFigures], language: Language) -> str:
    """Return the figures as a table for people; ``language`` holds the words of Domitrio."""
    heads = [language.page[f"figures_{field.name}"] for field in fields(PlayerFigures)]
    rows = [heads, *([str(value) for value in asdict(f).values()] for f in figures)]
    widths = [max(map(_columns, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        name
        + " " * (widths[0] - _columns(name))
        # Names are on the left, figures on the right.
        + "".join("  " + " " * (width - _columns(text)) + text for text, width in zip(texts, widths[1:], strict=True))
        for name, *texts in rows
    )


def _columns(text: str) -> int:
    """How wide a text is in a terminal: Korean letters take two columns."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


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
