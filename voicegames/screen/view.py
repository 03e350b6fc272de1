"""What a page shows of a sitting: a plain value, made from the journal's events alone and the same for every window."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from voicegames.events import (
    CardFlipped,
    CrocodileRuled,
    Event,
    GameOver,
    Heard,
    Paused,
    Prompted,
    Resumed,
    Ruled,
    Said,
    SittingStarted,
    Stopped,
    TakenBack,
    Verdict,
    WentOn,
)
from voicegames.games.dodelido import State
from voicegames.language import Language
from voicegames.screen.charts import Chart, reaction_chart
from voicegames.screen.dodelido_view import Board, board_of, expected_of
from voicegames.screen.heard_words import Word, words_of
from voicegames.table.course import Course, new_course
from voicegames.table.wording import Wording

_LINES = 40


class Asking(StrEnum):
    """What the table wants to be told now, apart from the answers of the game."""

    NOTHING = "nothing"
    YES_NO = "yes_no"
    WHO = "who"


@dataclass(frozen=True, slots=True)
class Seat:
    """One player: ``cards`` in hand, ``reaction_s`` the newest reaction time in seconds."""

    name: str
    is_robot: bool
    cards: int
    reaction_s: float | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """The player's time runs from ``at_s`` on the audio clock for ``limit_s`` seconds."""

    player: int
    at_s: float
    limit_s: float


@dataclass(frozen=True, slots=True)
class Ruling:
    """The newest ruling, in words. ``verdict`` is right, mistake, again or crocodile; ``number`` as in the journal."""

    number: int
    player: int
    verdict: str
    mistake: str | None
    sentence: str
    expected: str
    reaction_s: float | None
    by: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of what happened, to be read out once; ``number`` is that of its event."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class View:
    """All that the table's page shows. ``number`` counts the events so far; ``chart`` is there once the game is over.

    ``was_heard`` is provisional while ``is_heard_final`` is False; it and the ``ruling`` stay until something new is
    heard or ruled. ``paused`` is the reason of a pause.
    """

    number: int
    game: str
    seats: tuple[Seat, ...]
    turn: int
    phase: str
    board: Board
    prompt: Prompt | None = None
    was_heard: tuple[Word, ...] = ()
    is_heard_final: bool = True
    ruling: Ruling | None = None
    caption: str = ""
    speaker: str | None = None
    asking: Asking = Asking.NOTHING
    lines: tuple[Line, ...] = ()
    paused: str | None = None
    is_stopped: bool = False
    winner: int | None = None
    chart: Chart | None = None


class Viewer:
    """Follows a sitting and keeps its ``view``. The course given with each event is the game after that event."""

    def __init__(self, started: SittingStarted, language: Language) -> None:
        self._language = language
        self._wording = Wording(language, started.players)
        self._events: list[Event] = [started]
        self._repeats = False
        self._state = new_course(started).state
        seats = tuple(
            Seat(name, robot is not None, len(hand))
            for name, robot, hand in zip(started.players, started.robots, self._state.hands, strict=True)
        )
        self.view = View(
            1, started.game, seats, self._state.turn, str(self._state.phase), board_of(self._state, None, language)
        )

    def follow(self, event: Event, course: Course) -> View:
        """Return the view after ``event``."""
        self._events.append(event)
        before, self._state = self._state, course.state
        self.view = self._moved(replace(self.view, number=len(self._events)), event, before)
        text = self._line(event, before)
        if text is not None:
            line = Line(self.view.number, text)
            self.view = replace(self.view, lines=(*self.view.lines, line)[-_LINES:])
        # A sentence that only says aloud what has just happened is no line of its own.
        if not isinstance(event, Said | Heard):
            self._repeats = isinstance(
                event, CardFlipped | Ruled | CrocodileRuled | TakenBack | Paused | WentOn | GameOver | Stopped
            )
        elif isinstance(event, Said):
            self._repeats = False
        return self.view

    def _moved(self, view: View, event: Event, before: State) -> View:
        match event:
            case CardFlipped():
                flipped = board_of(self._state, event.pile, self._language)
                return replace(self._counted(view), board=flipped, asking=Asking.NOTHING)
            case Prompted():
                prompt = Prompt(event.player, event.at_s, event.limit_s)
                return replace(view, prompt=prompt, is_heard_final=True, asking=Asking.NOTHING)
            case Heard():
                words = words_of(event.text, None, self._language)
                return replace(view, was_heard=words, is_heard_final=event.final, ruling=None)
            case Ruled():
                return self._ruled(view, event, before)
            case CrocodileRuled():
                sentence = self._crocodile_sentence(event, before)
                ruling = Ruling(event.number, event.last, "crocodile", None, sentence, "", None, event.by)
                board = board_of(self._state, None, self._language, before=before, taken_by=event.last)
                return replace(self._counted(view), ruling=ruling, board=board, prompt=None, asking=Asking.NOTHING)
            case TakenBack():
                board = board_of(self._state, None, self._language)
                taken_back = replace(self._counted(view), ruling=None, board=board, prompt=None, asking=Asking.NOTHING)
                return replace(taken_back, winner=None, chart=None)
            case Said():
                speaker = None if event.player is None else self._wording.players[event.player]
                return replace(view, caption=event.text, speaker=speaker, asking=self._asking(event))
            case Paused():
                return replace(view, paused=event.why, prompt=None)
            case WentOn():
                return replace(view, paused=None)
            case Resumed():
                return replace(view, is_stopped=False, paused=None, prompt=None, was_heard=())
            case Stopped():
                return replace(view, is_stopped=True, prompt=None, chart=reaction_chart(self._events))
            case GameOver():
                return replace(view, winner=event.winner, prompt=None, chart=reaction_chart(self._events))
        return view

    def _ruled(self, view: View, ruled: Ruled, before: State) -> View:
        is_again = ruled.verdict is Verdict.AGAIN
        ruling = Ruling(
            ruled.number,
            ruled.player,
            str(ruled.verdict),
            None if ruled.mistake is None else str(ruled.mistake),
            self._ruling_sentence(ruled, before),
            "" if is_again else expected_of(ruled.expected, self._language),
            ruled.reaction_s,
            ruled.by,
        )
        words = words_of(ruled.heard, None if is_again else ruled, self._language)
        if not ruled.heard and view.ruling is None:
            words = view.was_heard
        view = replace(view, ruling=ruling, was_heard=words, is_heard_final=True, prompt=None, asking=Asking.NOTHING)
        if is_again:
            return view
        taken_by = ruled.player if ruled.verdict is Verdict.MISTAKE else None
        board = board_of(self._state, None, self._language, before=before, taken_by=taken_by)
        return replace(self._counted(view, ruled), board=board)

    def _counted(self, view: View, ruled: Ruled | None = None) -> View:
        seats = tuple(
            replace(
                seat,
                cards=len(hand),
                reaction_s=ruled.reaction_s if ruled is not None and ruled.player == number else seat.reaction_s,
            )
            for number, (seat, hand) in enumerate(zip(view.seats, self._state.hands, strict=True))
        )
        return replace(view, seats=seats, turn=self._state.turn, phase=str(self._state.phase))

    def _asking(self, said: Said) -> Asking:
        if said.text == self._language.say("crocodile_who"):
            return Asking.WHO
        rulings = [event for event in self._events if isinstance(event, Ruled | CrocodileRuled)]
        if rulings and any(said.text == self._wording.question_about(ruling) for ruling in rulings[-2:]):
            return Asking.YES_NO
        return Asking.NOTHING

    def _line(self, event: Event, before: State) -> str | None:
        page, names = self._language.page, self._wording.players
        match event:
            case CardFlipped():
                cards = [page["empty_pile"] if card is None else self._wording.card(card) for card in self._state.top]
                return page["line_flipped"].format(
                    name=names[event.player], card=cards[event.pile], table=", ".join(cards)
                )
            case Ruled():
                return self._ruling_sentence(event, before)
            case CrocodileRuled():
                return self._crocodile_sentence(event, before)
            case TakenBack():
                return page["line_taken_back"].format(number=event.number + 1)
            case Paused():
                return event.why
            case WentOn():
                return self._language.say("went_on")
            case GameOver():
                return self._language.say("winner", name=names[event.winner])
            case Stopped():
                return self._language.say("stopped")
            case Said() if event.player is not None:
                return page["line_robot"].format(name=names[event.player], text=event.text)
            case Said() if not self._repeats:
                return event.text
        return None

    def _ruling_sentence(self, ruled: Ruled, before: State) -> str:
        name = self._wording.players[ruled.player]
        if ruled.verdict is Verdict.AGAIN:
            return self._language.say("again", name=name)
        expected = expected_of(ruled.expected, self._language)
        if ruled.verdict is Verdict.RIGHT:
            key = "line_right" if ruled.by == "referee" else "line_right_by_table"
            return self._language.page[key].format(name=name, expected=expected)
        taken = sum(len(pile) for pile in before.piles)
        if ruled.by == "table":
            return self._language.say("taken_back_mistake", name=name, cards=self._wording.cards(taken))
        return self._wording.mistake(ruled, before, taken, understood=bool(ruled.heard))

    def _crocodile_sentence(self, ruled: CrocodileRuled, before: State) -> str:
        taken = sum(len(pile) for pile in before.piles)
        name = self._wording.players[ruled.last]
        return self._language.say("crocodile_last", name=name, cards=self._wording.cards(taken))


def view_of(events: Iterable[Event], language: Language) -> View:
    """Return the view after all these events, the first of which is the SittingStarted."""
    first, *rest = events
    assert isinstance(first, SittingStarted)
    course, viewer = new_course(first), Viewer(first, language)
    for event in rest:
        course.follow(event)
        viewer.follow(event, course)
    return viewer.view
