"""The course of a game as its journal tells it: what every game's course offers, and how one is made."""

from collections.abc import Iterable
from typing import Any, Protocol

from voicegames.errors import Failure
from voicegames.events import Event, SittingStarted
from voicegames.players.robots import Strength


class Course(Protocol):
    """Follows the events of one sitting. ``state`` is the game now, of the type of the game's own rules."""

    state: Any
    players: tuple[str, ...]
    robots: tuple[str | None, ...]
    language: str

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        ...

    def follow(self, event: Event) -> None:
        """Bring the game to where it stands after ``event``.

        Raises Failure("journal") where the event does not fit the game, as in a journal that was edited by hand.
        """
        ...


def new_course(started: SittingStarted) -> Course:
    """Return the course of a game that begins. Raises Failure("journal") for a game that there is none of."""
    from voicegames.table.games_at_table import game_of_journal  # the games' own modules need this one

    return game_of_journal(started).course(started)


def check_robots(started: SittingStarted) -> None:
    """Raise Failure("journal") unless of every player it is told whether it is a robot, and of which strength."""
    if len(started.robots) != len(started.players):
        raise Failure("journal", "The journal does not say of every player whether it is a robot.")
    strengths = {str(strength) for strength in Strength}
    if any(robot is not None and robot not in strengths for robot in started.robots):
        raise Failure("journal", f"The journal has a robot that is none of {', '.join(sorted(strengths))}.")


def course_of(events: Iterable[Event]) -> Course:
    """Return the course after all these events, the first of which is the SittingStarted."""
    first, *rest = events
    assert isinstance(first, SittingStarted)
    course = new_course(first)
    for event in rest:
        course.follow(event)
    return course
