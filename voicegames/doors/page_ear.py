"""Listening outside a game: spoken phrases, keys and choices of the start page, the sound check and the end page."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from voicegames.doors.play import Devices
from voicegames.errors import Failure
from voicegames.hearing.ear import Heard
from voicegames.hearing.source import Reopenable, SourceLost
from voicegames.language import Language
from voicegames.screen.web import WebScreen
from voicegames.screen.web_keys import Choice, WebKeys
from voicegames.table.happenings import PLAYER_KEYS, ControlKey, PlayerKey, TypedLine
from voicegames.table.sitting import SoundEnded

_RETRY_S = 1.0
_LONGEST_SHOWN = 40

Came = Choice | ControlKey | PlayerKey | tuple[str, ...]
"""A choice made on a page, a key, or the words of something said or typed."""


@dataclass
class PageEar:
    """Speaks and listens for a page on which no game is played. ``keys`` are those of all places."""

    devices: Devices
    web: WebKeys
    screen: WebScreen
    language: Language

    def say(self, text: str) -> None:
        """Begin to speak; the ear stays closed until the sound has ended."""
        self.devices.speaker.say(self.language.spoken(text))

    def listen(self, phrases: Iterable[tuple[str, ...]]) -> Iterator[list[Came]]:
        """Yield what came in each block of 20 ms, for ever. Raises SoundEnded at the end of a recording."""
        ear = self.devices.ear
        ear.vocabulary = self.language.vocabulary(phrases)
        known = {" ".join(phrase).casefold() for phrase in ear.vocabulary.phrases}
        while True:
            is_speaking = self.devices.speaker.is_speaking(ear.now_s)
            if is_speaking:
                ear.close()
            else:
                ear.open()
            try:
                events = ear.step()
            except SourceLost as lost:
                self._wait_for_microphone(lost)
                continue
            if events is None:
                raise SoundEnded
            came: list[Came] = [e.utterance.plain_words for e in events if isinstance(e, Heard) and e.final]
            yield [*came, *self._pressed(known)]
            state = "speaking" if is_speaking else "hearing" if ear.is_hearing else "listening"
            self.screen.tick(ear.now_s, ear.level_dbfs, state)

    def choice(self, words: tuple[str, ...]) -> str | None:
        """Return the choice that these spoken words are in any case, or None."""
        said = " ".join(words).casefold()
        for choice, phrases in self.language.choices.items():
            if any(" ".join(phrase).casefold() == said for phrase in phrases):
                return choice
        return None

    def sayable_names(self) -> tuple[str, ...]:
        """Return the names that the recogniser can hear; a Vosk model may not know all of them."""
        names = tuple(self.language.names)
        if self._can_hear(names):
            return names
        return tuple(name for name in names if self._can_hear((name,)))

    def _can_hear(self, names: tuple[str, ...]) -> bool:
        try:
            self.devices.ear.recognizer.prepare(self.language.vocabulary((name,) for name in names))
        except Failure as failure:
            if failure.code != "missing-word":
                raise
            return False
        return True

    def _pressed(self, known: set[str]) -> Iterator[Came]:
        while (choice := self.web.choice()) is not None:
            yield choice
        while (key := self.devices.keys.poll()) is not None:
            if isinstance(key, TypedLine) and key.text in PLAYER_KEYS:
                yield PlayerKey(int(key.text) - 1)
            elif isinstance(key, TypedLine):
                words = tuple(key.text.lower().replace(",", " ").split())
                if " ".join(words).casefold() not in known:
                    # Lines are typed in the terminal here, so that is where they are answered.
                    shown = "".join(letter for letter in key.text if letter.isprintable())[:_LONGEST_SHOWN]
                    print(self.language.say("typed_nothing", heard=shown), flush=True)
                yield words
            elif isinstance(key, ControlKey | PlayerKey):
                yield key

    def _wait_for_microphone(self, lost: SourceLost) -> None:
        source = self.devices.ear.source
        if not isinstance(source, Reopenable):
            raise SoundEnded from lost
        self.screen.tick(self.devices.ear.now_s, -120.0, "away")
        time.sleep(_RETRY_S)
        try:
            source.reopen()
        except SourceLost:
            return
