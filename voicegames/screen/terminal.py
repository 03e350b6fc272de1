"""The table in a terminal: one plain line for each thing that happens, and a status line where there is a terminal."""

from rich.console import Console
from rich.text import Text

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
)
from voicegames.table.course import Course

_STYLES = {Verdict.RIGHT: "green", Verdict.MISTAKE: "bold red", Verdict.AGAIN: "yellow"}
_CARD_COLOURS = {"blue": "blue", "green": "green", "pink": "magenta", "white": "bold", "yellow": "yellow"}
_STATE_WORDS = {"listening": "listening", "hearing": "I hear you", "speaking": "closed while I speak"}
_STATUS_EVERY_S = 0.2
_BAR = 20


class NoScreen:
    """Shows nothing."""

    def show(self, event: Event, course: Course) -> None:
        """Show nothing."""

    def tick(self, now_s: float, level_dbfs: float, state: str) -> None:
        """Show nothing."""


class TerminalScreen:
    """Prints what happens. Every line can be read by a screen reader; colour only repeats what the words say."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False)
        self._deadline_s: float | None = None
        self._limit_s = 0.0
        self._status_at_s = -1.0
        self._has_status = False

    def show(self, event: Event, course: Course) -> None:
        """Print one event as a line, where it is one that people watch."""
        line = self._line(event, course)
        match event:
            case Prompted():
                self._deadline_s, self._limit_s = event.at_s + event.limit_s, event.limit_s
            case Ruled() | CrocodileRuled() | Paused() | Stopped():
                self._deadline_s = None
            case _:
                pass
        if line is not None:
            self._clear_status()
            self._console.print(line, soft_wrap=True)

    def tick(self, now_s: float, level_dbfs: float, state: str) -> None:
        """Redraw the status line a few times a second: time left, level, and what the ear does."""
        if not self._console.is_terminal or 0 <= now_s - self._status_at_s < _STATUS_EVERY_S:
            return
        self._status_at_s = now_s
        left = ""
        if self._deadline_s is not None:
            share = max(0.0, min(1.0, (self._deadline_s - now_s) / self._limit_s))
            left = "#" * round(share * _BAR) + "." * (_BAR - round(share * _BAR))
        level = "|" * max(0, min(10, round((level_dbfs + 60) / 6)))
        self._console.print(f"  {left:{_BAR}}  {level:10}  {_STATE_WORDS[state]:22}", end="\r", markup=False)
        self._has_status = True

    def _clear_status(self) -> None:
        if self._has_status:
            self._console.print(" " * 60, end="\r")
            self._has_status = False

    def _line(self, event: Event, course: Course) -> Text | None:
        match event:
            case SittingStarted():
                names = ", ".join(event.players)
                return Text(f"== Dodelido: {names} (seed {event.seed})", style="bold")
            case Resumed():
                return Text("== The game goes on where it was.", style="bold")
            case CardFlipped():
                return self._table(event, course)
            case Heard(final=True):
                return Text(f"   heard: {event.text or '(nothing)'}")
            case Ruled():
                return self._ruling(event, course)
            case CrocodileRuled():
                return Text(f"   {course.players[event.last]} was last.", style="bold red")
            case TakenBack():
                return Text(f"   ruling {event.number} is taken back", style="yellow")
            case Said():
                return Text(f"   \u00ab{event.text}\u00bb", style="italic")
            case Paused():
                return Text(f"   {event.why}", style="yellow")
            case GameOver():
                return Text(f"== {course.players[event.winner]} wins.", style="bold green")
            case Stopped():
                return Text("== Stopped; the game is saved.", style="bold")
        return None

    def _table(self, event: CardFlipped, course: Course) -> Text:
        text = Text(f"{course.players[event.player]} ({len(course.state.hands[event.player])} left): ")
        for pile, card in enumerate(course.state.top):
            name = "-" if card is None else str(card)
            mark = f">{name}<" if pile == event.pile else f" {name} "
            text.append(f"[{mark:^19}]", style=_CARD_COLOURS.get(name.split()[0], ""))
        return text

    def _ruling(self, event: Ruled, course: Course) -> Text:
        what = str(event.verdict) if event.mistake is None else f"{event.verdict}: {event.mistake}"
        times = "" if event.reaction_s is None else f", reaction {event.reaction_s:.2f} s"
        text = f"   {course.players[event.player]}: {what} (right: {event.expected}{times})"
        return Text(text, style=_STYLES[event.verdict])
