"""What the demos of all games begin with: a number that can play, a fresh journal, a voice, robots, and a sitting."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from voicegames.doors.engines import open_synthesizer
from voicegames.doors.party import check_number
from voicegames.errors import Failure
from voicegames.events import SittingStarted
from voicegames.hearing.ear import Ear
from voicegames.hearing.recognizer import Recognizer
from voicegames.language import Language
from voicegames.players.robots import Strength
from voicegames.players.room import Room
from voicegames.screen.keyboard import NoKeys
from voicegames.settings import Settings
from voicegames.speaking.speaker import Speaker
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.course import new_course
from voicegames.table.games_at_table import GameAtTable
from voicegames.table.happenings import Screen
from voicegames.table.journal import Journal
from voicegames.table.sitting import Sitting


def check_demo(game: GameAtTable, players: int, journal: Path | None) -> None:
    """Raise Failure for a number of players that can't play the game, or a journal that holds a game already."""
    check_number(game, players)
    if journal is not None and journal.exists() and journal.stat().st_size:
        raise Failure("journal", f"{journal} holds a game already; choose another name for the journal.")


def demo_voice(settings: Settings, language: Language) -> Synthesizer:
    """Return the synthesiser. Raises Failure("no-voice"): what is said in a demo exists only as sound."""
    synthesizer, why_not = open_synthesizer(settings, language)
    if synthesizer is None:
        raise Failure("no-voice", f"The demo speaks with real voices. {why_not}")
    return synthesizer


def demo_names(language: Language, players: int) -> tuple[str, ...]:
    """Return the names of the players: "Player 1" and so on."""
    return tuple(language.say("player", number=number + 1) for number in range(players))


def demo_strengths(players: int) -> tuple[Strength, ...]:
    """Return how good the players are: all strengths in turn."""
    return tuple(list(Strength)[(seat + 1) % len(Strength)] for seat in range(players))


@contextmanager
def demo_sitting(
    started: SittingStarted,
    room: Room,
    recognizer: Recognizer,
    synthesizer: Synthesizer,
    screen: Screen,
    language: Language,
    settings: Settings,
    *,
    fast: bool,
    journal: Path | None,
) -> Iterator[Sitting]:
    """Open a sitting in a simulated room, with its start recorded; it, and the synthesiser, are closed in the end."""
    with TemporaryDirectory() as folder:
        sitting = Sitting(
            ear=Ear(room, recognizer, settings.hearing),
            speaker=Speaker(synthesizer, room, settings.speaking, wait_rendered=fast),
            journal=Journal(journal or Path(folder) / "demo.jsonl"),
            screen=screen,
            keys=NoKeys(),
            language=language,
            settings=settings,
            course=new_course(started),
        )
        sitting.record(started)
        try:
            yield sitting
        finally:
            sitting.speaker.close()
            sitting.journal.close()
            synthesizer.close()
