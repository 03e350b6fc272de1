"""``play``: a game at the table, with people, robots, a microphone or a recording, saved all the time."""

import random
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from voicegames import __version__
from voicegames.doors.engines import Engine, language_of, open_recognizer, open_synthesizer
from voicegames.doors.party import Party, robot_names
from voicegames.errors import Failure
from voicegames.events import Resumed, SittingStarted
from voicegames.hearing.ear import Ear
from voicegames.hearing.file_source import FileSource
from voicegames.hearing.microphone import Microphone
from voicegames.hearing.profile_store import ProfileStore
from voicegames.hearing.quiet_source import QuietSource
from voicegames.hearing.source import Source
from voicegames.language import Language
from voicegames.players.voices import seat_voices
from voicegames.screen.keyboard import ClosedKeys, PipedLines, TerminalKeys
from voicegames.settings import Settings
from voicegames.speaking.loudspeaker import Loudspeaker
from voicegames.speaking.muted import MutedLoudspeaker
from voicegames.speaking.playback import DevicePlayback
from voicegames.speaking.speaker import Speaker
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.course import Course, course_of, new_course
from voicegames.table.games_at_table import DEFAULT_GAME, game_at_table, game_of_journal
from voicegames.table.happenings import Keys, Screen
from voicegames.table.journal import Journal, Reading, how_to_go_on, is_over, new_journal_path, read_journal
from voicegames.table.people import People
from voicegames.table.sitting import Sitting, SoundEnded, TableStopped

MICROPHONE = "mic"


@dataclass(frozen=True, slots=True)
class Opening:
    """How the devices are opened: ``input`` is "mic" or the path of a recording, ``model`` a Vosk model's folder."""

    settings: Settings
    engine: Engine = Engine.AUTO
    input: str = MICROPHONE
    model: Path | None = None


@dataclass(frozen=True, slots=True)
class Devices:
    """What a sitting hears, speaks and is typed with; ``notes`` are sentences on what is missing."""

    ear: Ear
    speaker: Speaker
    keys: Keys
    synthesizer: Synthesizer | None
    notes: tuple[str, ...]


@contextmanager
def open_devices(opening: Opening, language: Language) -> Iterator[Devices]:
    """Open ear, voice and keys, and close them at the end.

    Raises Failure where the microphone, the recording or the model is missing; without a voice or a loudspeaker the
    game goes on with captions.
    """
    with ExitStack() as stack:
        recognizer = open_recognizer(opening.engine, language, opening.settings, opening.model)
        source = open_source(opening)
        stack.callback(source.close)
        ear = Ear(source, recognizer, opening.settings.hearing)
        synthesizer, why_not = open_synthesizer(opening.settings, language)
        if synthesizer is not None:
            stack.callback(synthesizer.close)
        loudspeaker, silent = open_loudspeaker(opening, source, ear)
        if loudspeaker is not None:
            stack.callback(loudspeaker.close)
        speaker = Speaker(synthesizer, loudspeaker, opening.settings.speaking, wait_rendered=not source.live)
        stack.callback(speaker.close)
        keys = stack.enter_context(_keys())
        cut = source.note if isinstance(source, FileSource) else None
        notes = tuple(note for note in (why_not, silent, cut) if note is not None)
        yield Devices(ear, speaker, keys, synthesizer, notes)


def new_game(
    language: Language, who: Party, seed: int | None, game: str = DEFAULT_GAME, variants: tuple[str, ...] = ()
) -> SittingStarted:
    """Return the beginning of a new game, with its deck shuffled by ``seed`` or by chance."""
    seed = seed if seed is not None else random.SystemRandom().randrange(1_000_000)
    robots = robot_names(language, len(who.robots))
    players = len(who.people) + len(robots)
    return SittingStarted(
        game,
        __version__,
        seed,
        language.code,
        who.people + robots,
        (None,) * len(who.people) + tuple(str(strength) for strength in who.robots),
        game_at_table(game).deck(players, random.Random(seed), len(robots)),
        variants,
    )


def play(
    devices: Devices, settings: Settings, started: SittingStarted, journal: Path | None, screen: Screen
) -> Sitting:
    """Play a new game until it is won or stopped; returns the sitting as it ended."""
    course = new_course(started)
    sitting = _sitting(devices, settings, started, course, Journal(journal or new_journal_path(started.game)), screen)
    try:
        sitting.record(started)
        _play(sitting, devices, started, is_resumed=False)
    finally:
        sitting.journal.close()
    return sitting


def unfinished_game(journal: Path) -> Reading:
    """Return the events of a game that can go on. Raises Failure for what is no journal, or for a game that is over."""
    reading = read_journal(journal)
    if is_over(reading.events):
        raise Failure("game-over", f"The game in {journal} is over; start a new one.")
    return reading


def go_on(devices: Devices, settings: Settings, journal: Path, screen: Screen) -> Sitting:
    """Go on with a game where its journal ends; returns the sitting as it ended."""
    reading = unfinished_game(journal)
    course = course_of(reading.events)
    started = reading.events[0]
    assert isinstance(started, SittingStarted)
    sitting = _sitting(devices, settings, started, course, Journal(journal, reading.whole_bytes), screen)
    try:
        sitting.record(Resumed(sitting.now_s))
        _play(sitting, devices, started, is_resumed=True)
    finally:
        sitting.journal.close()
    return sitting


def _sitting(
    devices: Devices, settings: Settings, started: SittingStarted, course: Course, journal: Journal, screen: Screen
) -> Sitting:
    recognizer = devices.ear.recognizer
    language = language_of(settings, course.language)
    people = People(course.players, language, settings.referee, ProfileStore())
    for vocabulary in game_of_journal(started).vocabularies(language, started, settings):
        recognizer.prepare(vocabulary)
        people.prepare(devices.ear, vocabulary)
    return Sitting(
        devices.ear,
        devices.speaker,
        journal,
        screen,
        devices.keys,
        language,
        settings,
        course,
        waits_for_typing=recognizer.name == Engine.TYPED,
        people=people,
    )


def _play(sitting: Sitting, devices: Devices, started: SittingStarted, *, is_resumed: bool) -> None:
    voices = seat_voices(devices.synthesizer, sitting.language.code) if devices.synthesizer is not None else ()
    table = game_of_journal(started).table(sitting, voices)
    try:
        with suppress(TableStopped, SoundEnded):
            table.welcome(is_resumed=is_resumed)
            table.play()
    except KeyboardInterrupt:
        print(f"\nThe game is saved; {how_to_go_on(sitting.journal.path)} goes on with it.", file=sys.stderr)
        raise


def open_source(opening: Opening) -> Source:
    """Return the microphone, the recording, or quiet where all answers are typed."""
    if opening.engine is Engine.TYPED:
        return QuietSource()
    if opening.input == MICROPHONE:
        return Microphone(opening.settings.hearing.input_device, opening.settings.hearing)
    return FileSource(Path(opening.input))


def open_loudspeaker(opening: Opening, source: Source, ear: Ear) -> tuple[Loudspeaker | None, str | None]:
    """Return the loudspeaker, or None and a sentence that says why there is none.

    With a recording as input nobody listens, so its time passes without sound.
    """
    if not source.live:
        return MutedLoudspeaker(lambda: ear.now_s), None
    try:
        microphone = source if isinstance(source, Microphone) else None
        return DevicePlayback(opening.settings.speaking.output_device, microphone), None
    except Failure as failure:
        return None, failure.sentence


@contextmanager
def _keys() -> Iterator[Keys]:
    if sys.stdin is None or sys.stdin.closed:
        yield ClosedKeys()
    elif sys.stdin.isatty():
        with TerminalKeys() as keys:
            yield keys
    else:
        yield PipedLines(sys.stdin)
