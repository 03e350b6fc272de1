"""``replay`` and ``stats``: a journal read back, as the course of the game or as figures."""

from pathlib import Path

from voicegames.events import SittingStarted
from voicegames.table.course import Course, course_of, new_course
from voicegames.table.games_at_table import Form, game_of_journal
from voicegames.table.happenings import Screen
from voicegames.table.journal import read_journal


def replay(path: Path, screen: Screen) -> tuple[Course, bool]:
    """Show every event of a journal; returns the game as it ended there, and whether the last line was cut.

    Raises Failure for what is no journal, or one that does not fit the rules.
    """
    reading = read_journal(path)
    started = reading.events[0]
    assert isinstance(started, SittingStarted)
    course = new_course(started)
    screen.show(started, course)
    for event in reading.events[1:]:
        course.follow(event)
        screen.show(event, course)
    return course, reading.is_cut


def figures(path: Path, form: Form) -> str:
    """Return the figures of a journal. Raises Failure as ``replay`` does: others would be worth nothing."""
    events = read_journal(path).events
    course_of(events)
    started = events[0]
    assert isinstance(started, SittingStarted)
    return game_of_journal(started).figures(events, form)
