"""What ``--screen none`` shows: nothing but the table's sentences, and these only where they can't be heard."""

from collections.abc import Callable

from voicegames.events import Event, Said
from voicegames.table.course import Course


class CaptionScreen:
    """Prints what the table and the robots say while ``is_heard`` says that nobody can hear it."""

    def __init__(self, is_heard: Callable[[], bool]) -> None:
        self._is_heard = is_heard

    def resume(self, events: tuple[Event, ...]) -> None:
        """Show nothing of what a journal held already."""

    def show(self, event: Event, course: Course) -> None:
        """Print a sentence that would be missed."""
        if isinstance(event, Said) and not self._is_heard():
            speaker = "" if event.player is None else f"{course.players[event.player]}: "
            print(f"{speaker}{event.text}", flush=True)

    def tick(self, now_s: float, level_dbfs: float, state: str) -> None:
        """Show nothing."""
