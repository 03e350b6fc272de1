"""``replay`` and ``stats``: a journal read back, as the course of the game or as figures."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from voicegames.events import Event, SittingStarted
from voicegames.table.course import Course
from voicegames.table.happenings import Screen
from voicegames.table.journal import read_journal
from voicegames.table.statistics import PlayerStatistics, Spread, statistics_of


def replay(path: Path, screen: Screen) -> tuple[Course, bool]:
    """Show every event of a journal; returns the game as it ended there, and whether the last line was cut.

    Raises Failure for what is no journal, or one that does not fit the rules.
    """
    reading = read_journal(path)
    started = reading.events[0]
    assert isinstance(started, SittingStarted)
    course = Course(started)
    screen.show(started, course)
    for event in reading.events[1:]:
        course.follow(event)
        screen.show(event, course)
    return course, reading.is_cut


def statistics_lines(players: tuple[PlayerStatistics, ...]) -> Iterator[str]:
    """Yield the statistics as lines that a person, or a screen reader, reads."""
    for p in players:
        mistakes = ", ".join(f"{count} {kind}" for kind, count in p.mistakes.items() if count) or "none"
        yield f"{p.player}: {p.right} right; mistakes: {mistakes}; asked again {p.again}; crocodiles {p.crocodiles}"
        for name, spread in (("reaction", p.reaction), ("length of answers", p.length), ("lag to ruling", p.lag)):
            yield f"  {name}: {_spread(spread)}"


def statistics_json(events: tuple[Event, ...]) -> str:
    """Return the statistics of all players as one line of JSON."""
    return json.dumps([asdict(p) for p in statistics_of(events)], ensure_ascii=False)


def _spread(spread: Spread) -> str:
    if spread.median_s is None or spread.p90_s is None:
        return "no figures"
    return f"median {spread.median_s:.2f} s, 90th percentile {spread.p90_s:.2f} s ({spread.count})"
