"""Opens the table: a game with people, or the demo where a table can't hear."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from voicegames.doors.captions import CaptionScreen
from voicegames.doors.demo_sitting import demo_names
from voicegames.doors.demos import DemoRequest, play_demo_of
from voicegames.doors.engines import Engine, language_of
from voicegames.doors.journals import figures
from voicegames.doors.listener import room_listener
from voicegames.doors.model_offer import offer_model
from voicegames.doors.old_game import Described, old_game
from voicegames.doors.page_door import Wish, has_browser, opened_page, play_on_page
from voicegames.doors.party import Party, check_limits, check_number, check_robots, party
from voicegames.doors.party_question import ask_party
from voicegames.doors.play import Devices, Opening, go_on, new_game, open_devices, play
from voicegames.errors import Failure
from voicegames.players.robots import Strength
from voicegames.screen.terminal import TerminalScreen
from voicegames.screen.web import WebScreen
from voicegames.settings import Settings
from voicegames.table.games_at_table import DEFAULT_GAME, Form, check_variants, game_at_table
from voicegames.table.happenings import Screen
from voicegames.table.journal import how_to_go_on, last_unfinished, read_journal
from voicegames.table.sitting import Sitting, SoundEnded, TableStopped

_SHOWN_FOR_S = 3600.0


@dataclass(frozen=True, slots=True)
class Request:
    """The game that is asked for; the table asks who plays where ``described`` says neither names nor a number.

    ``limited`` are those who were given a time of their own.
    """

    described: Described = field(default_factory=Described)
    journal: Path | None = None
    resume: bool = False
    limited: tuple[str, ...] = ()

    @property
    def says_who(self) -> bool:
        """Whether somebody said who plays."""
        return self.described.players is not None or bool(self.described.names)


def open_table(settings: Settings) -> int:
    """Open the table with the microphone, on a page where there is a desktop.

    Without a microphone the page is played by keys, and the terminal says so and plays the demo.
    """
    return play_at_table(Opening(settings), Request(), "web" if has_browser() else "terminal", may_fall_back=True)


def play_at_table(opening: Opening, request: Request, screen: str, *, may_fall_back: bool) -> int:
    """Play a game at the table and print the statistics at its end; returns the exit status.

    Without a microphone the demo is played instead, with a sentence that says so, where ``may_fall_back``.
    """
    asked = request.described
    game = game_at_table(asked.game or DEFAULT_GAME)
    old = old_game(request.journal, asked, resume=request.resume)
    strength = asked.strength or Strength.MIDDLE
    language = language_of(opening.settings, None if old is None else old[1].language)
    variants: tuple[str, ...] = ()
    who: Party | None = None
    if old is not None:
        check_limits(request.limited, old[1].players)
    else:
        variants = check_variants(game, asked.variants)
    if old is None and request.says_who:
        who = party(game, language, asked.players, asked.names, asked.robots, strength)
        check_limits(request.limited, who.people)
        if who.note is not None:
            print(who.note, file=sys.stderr)
    elif old is None and asked.robots is not None:
        check_robots(game, asked.robots)
    if opening.engine is Engine.AUTO:
        offer_model(language)
    if screen == "web":
        journal = None if old is None else old[0]
        wish = Wish(journal, who, request.journal, asked.seed, strength, game.name, variants, asked.robots)
        return play_on_page(opening, language, wish, may_fall_back=may_fall_back)
    try:
        with open_devices(opening, language) as devices:
            for note in devices.notes:
                print(note, file=sys.stderr)
            try:
                if old is not None:
                    shown = _screen(screen, devices)
                    shown.resume(read_journal(old[0]).events)
                    sitting = go_on(devices, opening.settings, old[0], shown)
                else:
                    _mention_unfinished(request)
                    who = who or ask_party(devices, language, game, strength, asked.robots)
                    started = new_game(language, who, asked.seed, game.name, variants)
                    check_limits(request.limited, started.players)
                    sitting = play(devices, opening.settings, started, request.journal, _screen(screen, devices))
            except (TableStopped, SoundEnded):
                return 0
    except Failure as failure:
        if failure.code not in ("no-microphone", "no-portaudio"):
            raise
        if not may_fall_back or old is not None or request.journal is not None or request.says_who:
            raise Failure(failure.code, f"{failure.sentence} Or type your answers: --engine typed.") from None
        return _fall_back(opening, game.name, screen, failure.sentence)
    _print_end(sitting)
    return 0


def run_demo(
    settings: Settings,
    *,
    game: str,
    seed: int,
    players: int | None,
    fast: bool,
    engine: str,
    screen: str,
    journal: Path | None,
    as_json: bool,
    limited: tuple[str, ...] = (),
) -> int:
    """Play the demo and print how many rulings were what the robots set out to earn; returns the exit status."""
    # Before a page is opened for it.
    most = game_at_table(game).most_players if players is None else players
    check_number(game_at_table(game), most)
    check_limits(limited, demo_names(language_of(settings), most))
    listener = None if fast else room_listener(settings)
    try:
        with _shown(screen, settings, is_heard=listener is None or listener.note is None) as shown:
            if listener is not None and listener.note is not None:
                print(listener.note, file=sys.stderr)
            misses: list[str] = []
            heard_by = listener.hear if listener is not None else None
            asked = DemoRequest(seed, players, fast, Engine(engine), shown, journal, heard_by, misses.append)
            result = play_demo_of(game, settings, asked)
            if as_json:
                print(result.json())
                return 0
            print(result.lines())
            for miss in misses:
                print(f"  not matched: {miss}")
            return 0
    finally:
        if listener is not None:
            listener.close()


def _fall_back(opening: Opening, game: str, screen: str, why: str) -> int:
    print(f"{why} So robots play for you; you can stop them with Ctrl-C.", file=sys.stderr)
    listener = room_listener(opening.settings)
    is_silent = listener.note is not None
    listener.close()
    return run_demo(
        opening.settings,
        game=game,
        seed=1,
        players=None,
        fast=is_silent and not sys.stdout.isatty(),
        engine=opening.engine if opening.engine is not Engine.TYPED else Engine.AUTO,
        screen=screen,
        journal=None,
        as_json=False,
    )


def _mention_unfinished(request: Request) -> None:
    if request.journal is None and last_unfinished() is not None:
        print("An unfinished game is saved; voicegames play --resume goes on with it.", file=sys.stderr)


def _screen(name: str, devices: Devices) -> TerminalScreen | CaptionScreen:
    return TerminalScreen() if name == "terminal" else CaptionScreen(lambda: devices.speaker.is_heard)


@contextmanager
def _shown(name: str, settings: Settings, *, is_heard: bool) -> Iterator[Screen]:
    """Give the screen; a page is waited for before the demo begins, and stays until its last window is closed."""
    if name != "web":
        yield TerminalScreen() if name == "terminal" else CaptionScreen(lambda: is_heard)
        return
    language = language_of(settings)
    with opened_page(language) as web:
        yield WebScreen(web.hub, language)
        _wait(lambda: web.hub.pages == 0, _SHOWN_FOR_S)


def _wait(is_so: Callable[[], bool], seconds: float) -> None:
    until_s = time.monotonic() + seconds
    while not is_so() and time.monotonic() < until_s:
        time.sleep(0.1)


def _print_end(sitting: Sitting) -> None:
    print(figures(sitting.journal.path, Form.LINES))
    path, texts = sitting.journal.path, sitting.language.terminal
    print(texts["journal"].format(path=path))
    if not sitting.course.is_over:
        print(texts["not_over"].format(command=how_to_go_on(path)))
