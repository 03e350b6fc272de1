"""A game that is shown event by event, with the course that a journal of the same events gives."""

import random
from dataclasses import dataclass, field

from chromium import Page
from games import play_at_random

from voicegames.events import Event, SittingStarted
from voicegames.language import Language
from voicegames.screen.dodelido_view import Board
from voicegames.screen.view import View
from voicegames.screen.viewer import view_of
from voicegames.screen.web import WebScreen, WebTable
from voicegames.table.course import Course, new_course
from voicegames.table.dodelido_course import DodelidoCourse


def random_game(seed: int, players: int = 3, moves: int = 400) -> list[Event]:
    """The events of a game played at random, with mistakes, crocodiles and rulings taken back."""
    events: list[Event] = []
    play_at_random(random.Random(seed), players, moves, events.append)
    return events


def course_begun(events: list[Event]) -> Course:
    """The course of the game that these events begin."""
    started = events[0]
    assert isinstance(started, SittingStarted)
    return new_course(started)


def shown(web: WebTable, page: Page, events: list[Event], language: Language) -> WebScreen:
    """Show all events at once, and wait until the page has the last of them."""
    screen, course = WebScreen(web.hub, language), course_begun(events)
    for number, event in enumerate(events):
        if number:
            course.follow(event)
        screen.show(event, course)
    page.wait(f"document.body.dataset.number === '{web.hub.number}'")
    return screen


def board_of(view: View) -> Board:
    """The board of a view of Dodelido."""
    assert isinstance(view.board, Board)
    return view.board


@dataclass
class Stage:
    """Shows events on a page and keeps the journal of them."""

    web: WebTable
    language: Language
    journal: list[Event] = field(default_factory=list)
    course: DodelidoCourse | None = None

    def __post_init__(self) -> None:
        self.screen = WebScreen(self.web.hub, self.language)

    def show(self, *events: Event) -> None:
        for event in events:
            if isinstance(event, SittingStarted):
                self.course = DodelidoCourse(event)
                self.journal = []
            assert self.course is not None
            self.journal.append(event)
            self.course.follow(event)
            self.screen.show(event, self.course)

    @property
    def is_shown(self) -> str:
        """A script that tells whether a page shows the newest state."""
        return f"document.body.dataset.number === '{self.web.hub.number}'"

    @property
    def view(self) -> View:
        """What the journal says that the page must show."""
        return view_of(self.journal, self.language)
