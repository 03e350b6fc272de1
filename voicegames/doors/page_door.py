"""The table on a page: opens it in the browser, and leads from the start page through games to the evening's end."""

import os
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from voicegames.doors.engines import Engine
from voicegames.doors.page_ear import PageEar
from voicegames.doors.page_setup import Setup, setup_of
from voicegames.doors.party import Party
from voicegames.doors.play import Devices, Opening, go_on, new_game, open_devices, play, unfinished_game
from voicegames.doors.remembered import remember_microphone, with_remembered_microphone
from voicegames.doors.sound_check import SoundCheck
from voicegames.doors.start_page import Next, ask_setup, ask_what_next
from voicegames.errors import Failure
from voicegames.events import SittingStarted
from voicegames.language import Language
from voicegames.players.robots import Strength
from voicegames.screen.web import WebScreen, WebTable, web_table
from voicegames.screen.web_keys import JoinedKeys
from voicegames.settings import Settings
from voicegames.table.games_at_table import DEFAULT_GAME
from voicegames.table.journal import last_unfinished
from voicegames.table.sitting import Sitting, SoundEnded

_OPENS_BY_ITSELF_S = 3.0
_LOOKS_EVERY_S = 0.2
_NO_EAR = ("no-microphone", "no-portaudio")


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line says already: a journal to go on with, or who plays; otherwise the start page asks."""

    journal: Path | None = None
    party: Party | None = None
    new_journal: Path | None = None
    seed: int | None = None
    strength: Strength = Strength.MIDDLE
    game: str = DEFAULT_GAME
    variants: tuple[str, ...] = ()
    robots: int | None = None


def has_browser() -> bool:
    """Whether there is a desktop; on Linux without one a text browser would take over the terminal."""
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


@contextmanager
def opened_page(language: Language) -> Iterator[WebTable]:
    """Serve the page, print its address, open it in the browser where there is one, and wait for the first window.

    Nothing begins before somebody can see it, however long that takes; Ctrl-C leaves.
    """
    with web_table(language) as web:
        print(f"The table: {web.address}", flush=True)
        if has_browser():
            webbrowser.open(web.address)
        if not web.hub.wait_for_page(_OPENS_BY_ITSELF_S if has_browser() else 0.0):
            print("Open this address in a browser on this machine; the table waits for it. Ctrl-C leaves.", flush=True)
            while not web.hub.wait_for_page(_LOOKS_EVERY_S):
                pass
        yield web


def play_on_page(opening: Opening, language: Language, wish: Wish, *, may_fall_back: bool) -> int:
    """Play on the page until the table is closed; returns the exit status.

    Without a microphone answers are typed, where ``may_fall_back``.
    """
    own = opening
    opening = replace(own, settings=with_remembered_microphone(own.settings))
    with opened_page(language) as web:
        evening = _Evening(web, language, wish)
        note = None
        while True:
            web.hub.publish(note=note)
            try:
                following = evening.go_on_with(opening)
            except Failure as failure:
                if failure.code not in _NO_EAR or not may_fall_back:
                    raise
                print(failure.sentence, file=sys.stderr)
                if opening.settings != own.settings:
                    # The remembered microphone is not there today.
                    opening = own
                    continue
                note = language.page["no_microphone"].format(sentence=failure.sentence)
                opening = replace(own, engine=Engine.TYPED)
                continue
            if following is None:
                return 0
            note = None
            hearing = replace(own.settings.hearing, input_device=following.name)
            opening = replace(own, settings=replace(own.settings, hearing=hearing))


def _party_of(sitting: Sitting) -> Party:
    """Return who has played, so that they can play again."""
    seats = list(zip(sitting.course.players, sitting.course.robots, strict=True))
    people = tuple(name for name, strength in seats if strength is None)
    return Party(people, tuple(Strength(strength) for _, strength in seats if strength is not None))


@dataclass(frozen=True, slots=True)
class OtherMicrophone:
    """The devices are to be opened again, with this microphone; None is the system's own."""

    name: str | None


class _Evening:
    """The games of one evening: which page comes next."""

    def __init__(self, web: WebTable, language: Language, wish: Wish) -> None:
        self._web = web
        self._language = language
        self._wish = wish
        self._setup: Setup | None = None
        self._party = wish.party
        self._game, self._variants = wish.game, wish.variants
        self._next = Next.START if wish.journal is not None or wish.party is not None else Next.OTHER_GAME

    def go_on_with(self, opening: Opening) -> OtherMicrophone | None:
        """Go on with freshly opened devices until the end, or until another microphone is wanted."""
        with open_devices(opening, self._language) as opened:
            for sentence in opened.notes:
                print(sentence, file=sys.stderr)
            devices = replace(opened, keys=JoinedKeys((self._web.keys, opened.keys)))
            is_typed = opened.ear.recognizer.name == Engine.TYPED
            screen = WebScreen(self._web.hub, self._language, is_typed=is_typed)
            ear = PageEar(devices, self._web.keys, screen, self._language)
            try:
                return self._pages(opening.settings, devices, ear, screen)
            except SoundEnded:
                return None

    def _pages(self, settings: Settings, devices: Devices, ear: PageEar, screen: WebScreen) -> OtherMicrophone | None:
        while True:
            self._web.keys.forget()
            match self._next:
                case Next.OTHER_GAME:
                    self._next, self._setup = ask_setup(ear, self._web.hub, self._setup_of(settings))
                case Next.SOUND_CHECK:
                    microphone = settings.hearing.input_device
                    quietest_dbfs = settings.hearing.quietest_speech_dbfs
                    wanted = SoundCheck(ear, self._web.hub, microphone, quietest_dbfs).run()
                    if wanted != microphone:
                        remember_microphone(wanted)
                        return OtherMicrophone(wanted)
                    self._next = Next.OTHER_GAME
                case Next.STOP:
                    return None
                case _:
                    self._play(settings, devices, screen)
                    self._next = ask_what_next(ear)

    def _setup_of(self, settings: Settings) -> Setup:
        can_resume = last_unfinished() is not None
        setup = self._setup
        if setup is None:
            setup = setup_of(settings, self._wish.strength, can_resume=can_resume).chosen(f"game_{self._game}")
            if self._wish.robots is not None:
                setup = setup.chosen(f"robots_{self._wish.robots}")
        return replace(setup, can_resume=can_resume)

    def _play(self, settings: Settings, devices: Devices, screen: WebScreen) -> None:
        wish, self._wish = self._wish, replace(self._wish, journal=None, new_journal=None, seed=None)
        journal = wish.journal if self._next is not Next.OLD_GAME else last_unfinished()
        if self._setup is not None:
            settings = self._setup.settings(settings)
            if self._next is Next.START:
                self._party = self._setup.party(self._language)
                self._game, self._variants = self._setup.game, self._setup.variants
        devices.speaker.stop()
        if journal is not None:
            events = unfinished_game(journal).events
            started = events[0]
            assert isinstance(started, SittingStarted)
            self._game, self._variants = started.game, started.variants
            screen.resume(events)
            sitting = go_on(devices, settings, journal, screen)
        else:
            assert self._party is not None
            started = new_game(self._language, self._party, wish.seed, self._game, self._variants)
            sitting = play(devices, settings, started, wish.new_journal, screen)
        self._party = _party_of(sitting)
        print(sitting.language.terminal["journal"].format(path=sitting.journal.path), flush=True)
