"""What a game brings to be shown: how its events change the view, and its drawing for a terminal."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from rich.text import Text

from voicegames.events import Event, SittingStarted
from voicegames.language import Language
from voicegames.screen.view import View
from voicegames.table.course import Course


class GameView(Protocol):
    """Changes the view by the events of one sitting of one game."""

    def follow(self, view: View, event: Event, course: Course) -> View:
        """Return the view after ``event``, the first of which is the SittingStarted.

        ``view`` holds already what all games share; ``course`` is the game after the event. What is read out is added
        with ``view.told``; a sentence that is said right after such a line is taken to say it aloud.
        """
        ...


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game that can be shown: makes the view of a sitting, and draws its board as lines of a terminal.

    ``draw`` gets the view that was drawn before, None where there is none or all is wanted, and may leave out what is
    the same; it returns None where nothing is to be seen. ``hides`` says whether what was drawn before held secrets
    that must not stay readable above the view that comes now.
    """

    view: Callable[[SittingStarted, Language], GameView]
    draw: Callable[[View, Language, View | None], Text | None]
    hides: Callable[[View, View], bool] = lambda view, before: False
