"""The table in a terminal: the view as lines, one for each thing that changes, and a status line where it can be."""

from rich.console import Console
from rich.text import Text

from voicegames.events import Event, SittingStarted
from voicegames.language import Language, available, load_language
from voicegames.screen.game_views import SHOWN_GAMES
from voicegames.screen.view import Part, Ruling, View
from voicegames.screen.viewer import Viewer, followed
from voicegames.table.course import Course

_STYLES = {"right": "green", "mistake": "bold red", "again": "yellow", "crocodile": "bold red"}
_STATUS_EVERY_S = 0.2
_AT_ONCE_S = -1.0
_BAR = 20
_WITH_BOARD = (Part.START, Part.RESUMED, Part.BOARD)


class NoScreen:
    """Shows nothing."""

    def resume(self, events: tuple[Event, ...]) -> None:
        """Show nothing."""

    def show(self, event: Event, course: Course) -> None:
        """Show nothing."""

    def tick(self, now_s: float, level_dbfs: float, state: str) -> None:
        """Show nothing."""


class TerminalScreen:
    """Prints what changes. Every line can be read by a screen reader; colour only repeats what the words say."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False)
        self._viewer: Viewer | None = None
        self._language: Language | None = None
        self._drawn: View | None = None
        self._status_at_s = _AT_ONCE_S
        self._left = ""
        self._has_status = False

    def resume(self, events: tuple[Event, ...]) -> None:
        """Take in the events that a journal held already, without printing them."""
        first = events[0]
        assert isinstance(first, SittingStarted)
        self._language = _language_of(first)
        self._viewer = followed(events, self._language)

    def show(self, event: Event, course: Course) -> None:
        """Print what the event changed, where it is something that people watch."""
        if isinstance(event, SittingStarted):
            self._language = _language_of(event)
            self._viewer = Viewer(event, course, self._language)
        else:
            assert self._viewer is not None, "a game that goes on is taken in with resume"
            self._viewer.follow(event, course)
        assert self._language is not None
        if not self._viewer.view.is_heard_final:
            self._status_at_s = _AT_ONCE_S
        line = line_of(self._viewer.view, self._language, self._drawn)
        if self._viewer.view.changed in _WITH_BOARD:
            before, self._drawn = self._drawn, self._viewer.view
            if before is not None and SHOWN_GAMES[self._drawn.game].hides(self._drawn, before):
                self._console.clear()
        if line is not None:
            self._clear_status()
            self._console.print(line, soft_wrap=True)

    def tick(self, now_s: float, level_dbfs: float, state: str) -> None:
        """Redraw the status line a few times a second: time left, level, and what the ear does."""
        if not self._console.is_terminal or 0 <= now_s - self._status_at_s < _STATUS_EVERY_S:
            return
        if self._viewer is None or self._language is None:
            return
        self._status_at_s = now_s
        view = self._viewer.view
        prompt, left = view.prompt, ""
        words = self._language.page[f"ear_{state}"]
        if prompt is not None and not view.is_heard_final:
            # Provisional: the time stands, and what was heard may still change.
            left = self._left
            words = f"{' '.join(word.text for word in view.was_heard)} ..."
        elif prompt is not None:
            share = max(0.0, min(1.0, (prompt.at_s + prompt.limit_s - now_s) / prompt.limit_s))
            left = "#" * round(share * _BAR) + "." * (_BAR - round(share * _BAR))
        self._left = left
        level = "|" * max(0, min(10, round((level_dbfs + 60) / 6)))
        self._console.print(f"  {left:{_BAR}}  {level:10}  {words:22}", end="\r", markup=False)
        self._has_status = True

    def _clear_status(self) -> None:
        if self._has_status:
            self._console.print(" " * 60, end="\r")
            self._has_status = False


def line_of(view: View, language: Language, before: View | None = None) -> Text | None:
    """Return the newest change of the view as lines, or None where it is nothing to print.

    ``before`` is the view whose board was printed last.
    """
    texts = language.terminal
    match view.changed:
        case Part.START:
            names = ", ".join(seat.name for seat in view.seats)
            game = language.page[f"game_{view.game}"]
            return _with_board(texts["start"].format(game=game, names=names, seed=view.seed), view, language)
        case Part.RESUMED:
            return _with_board(texts["resumed"], view, language)
        case Part.BOARD:
            return SHOWN_GAMES[view.game].draw(view, language, before)
        case Part.HEARD if view.is_heard_final:
            heard = " ".join(word.text for word in view.was_heard) or texts["nothing"]
            return Text(f"   {texts['heard'].format(text=heard)}")
        case Part.RULING if view.ruling is not None:
            sentence = _ruling(view.ruling, view.seats[view.ruling.player].name, language)
            return Text(f"   {sentence}", style=_STYLES.get(view.ruling.verdict, ""))
        case Part.LINE:
            return Text(f"   {view.lines[-1].text}", style="yellow")
        case Part.CAPTION:
            speaker = view.captions[-1].speaker
            return Text(f"   {f'{speaker}: ' if speaker else ''}\u00ab{view.caption}\u00bb", style="italic")
        case Part.WINNER if view.winner is not None:
            return Text(texts["winner"].format(name=view.seats[view.winner].name), style="bold green")
        case Part.STOPPED:
            return Text(texts["stopped"], style="bold")
    return None


def _with_board(words: str, view: View, language: Language) -> Text:
    """Return a headline and under it all that lies on the table."""
    headline = Text(words, style="bold")
    board = SHOWN_GAMES[view.game].draw(view, language, None)
    return headline if board is None else Text("\n").join((headline, board))


def _ruling(ruling: Ruling, name: str, language: Language) -> str:
    """Return a ruling as a short line; one that no short line is known for is its whole sentence."""
    template = language.terminal.get(f"ruling_{ruling.verdict}")
    if template is None:
        return ruling.sentence
    time = ""
    if ruling.reaction_s is not None:
        time = language.terminal["reaction"].format(seconds=f"{ruling.reaction_s:.2f}")
    mistake = "" if ruling.mistake is None else language.terminal[f"kind_{ruling.mistake}"]
    return template.format(name=name, mistake=mistake, expected=ruling.expected, time=time)


def _language_of(started: SittingStarted) -> Language:
    """Return the language of the game; a journal may come from a program that has one more."""
    return load_language(started.language if started.language in available() else "en")
