"""Follows a sitting and keeps its view: what all games share is done here, the rest by the game's own view."""

from collections.abc import Iterable
from dataclasses import replace

from voicegames.events import (
    Event,
    GameOver,
    Heard,
    Paused,
    Prompted,
    Resumed,
    Said,
    SittingStarted,
    Stopped,
    TakenBack,
    WentOn,
)
from voicegames.language import Language
from voicegames.screen.game_views import SHOWN_GAMES
from voicegames.screen.heard_words import words_of
from voicegames.screen.view import Part, Prompt, Seat, View
from voicegames.table.course import Course, new_course


class Viewer:
    """Keeps the ``view`` of a sitting. The course given with each event is the game after that event."""

    def __init__(self, started: SittingStarted, course: Course, language: Language) -> None:
        self._language = language
        self._game = SHOWN_GAMES[started.game].view(started, language)
        self._told_s: float | None = None
        seats = tuple(
            Seat(name, robot is not None) for name, robot in zip(started.players, started.robots, strict=True)
        )
        self.view = self._game.follow(View(1, started.game, started.seed, seats), started, course)

    def follow(self, event: Event, course: Course) -> View:
        """Return the view after ``event``."""
        before = self.view
        shared = self._shared(replace(before, number=before.number + 1, changed=Part.NOTHING), event)
        self.view = self._game.follow(shared, event, course)
        if isinstance(event, Said):
            self._told_s = None
        elif not isinstance(event, Heard | SittingStarted):
            self._told_s = event.at_s if self.view.lines != before.lines else None
        return self.view

    def _shared(self, view: View, event: Event) -> View:
        names = [seat.name for seat in view.seats]
        match event:
            case Prompted():
                prompt = Prompt(event.player, event.at_s, event.limit_s)
                return replace(view, prompt=prompt, is_heard_final=True, buttons=())
            case Heard():
                words = words_of(event.text, None, self._language)
                return replace(view, was_heard=words, is_heard_final=event.final, ruling=None, changed=Part.HEARD)
            case Said():
                speaker = None if event.player is None else names[event.player]
                view = replace(view.said(event.text, speaker), buttons=(), changed=Part.CAPTION)
                if speaker is not None:
                    return view.told(self._language.page["line_robot"].format(name=speaker, text=event.text))
                # A sentence that only says aloud what has just happened is no line of its own.
                return view if event.at_s == self._told_s else view.told(event.text)
            case TakenBack():
                # What is taken back is told by the sentence that the table says next, or by the new ruling.
                return replace(view, ruling=None, prompt=None, buttons=(), winner=None, chart=None)
            case Paused():
                return replace(view.told(event.why), paused=event.why, prompt=None, changed=Part.LINE)
            case WentOn():
                return replace(view.told(self._language.say("went_on")), paused=None)
            case Resumed():
                resumed = replace(view, is_stopped=False, paused=None, prompt=None, was_heard=(), chart=None)
                return replace(resumed, changed=Part.RESUMED)
            case Stopped():
                headline = self._language.page["stopped_heading"]
                stopped = replace(view, is_stopped=True, prompt=None, headline=headline, changed=Part.STOPPED)
                return stopped.told(self._language.say("stopped"))
            case GameOver():
                winner = names[event.winner]
                headline = self._language.page["over_heading"].format(name=winner)
                over = replace(view, winner=event.winner, prompt=None, headline=headline, changed=Part.WINNER)
                return over.told(self._language.say("winner", name=winner))
        return view


def followed(events: Iterable[Event], language: Language) -> Viewer:
    """Return the viewer that has followed all these events, the first of which is the SittingStarted."""
    first, *rest = events
    assert isinstance(first, SittingStarted)
    course = new_course(first)
    viewer = Viewer(first, course, language)
    for event in rest:
        course.follow(event)
        viewer.follow(event, course)
    return viewer


def view_of(events: Iterable[Event], language: Language) -> View:
    """Return the view after all these events, the first of which is the SittingStarted."""
    return followed(events, language).view
