"""The sound check on the page: "say penguin", what arrives in words, and which microphone is used."""

from collections import deque
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from voicegames.doors.check import CLIPPED_SHARE, levels_of
from voicegames.doors.engines import Engine
from voicegames.doors.page_ear import PageEar
from voicegames.errors import Failure
from voicegames.hearing.devices import Direction, devices
from voicegames.hearing.ear import Ear
from voicegames.hearing.recognizer import Samples
from voicegames.hearing.source import Block, Source
from voicegames.screen.web_keys import Choice
from voicegames.screen.web_socket import Hub
from voicegames.table.happenings import ControlKey, PlayerKey
from voicegames.table.phrases import NUMBERS

_WORD = "penguin"
_LISTENED_BLOCKS = 150
_EVERY_BLOCKS = 50
_MOST_DEVICES = 6
_LOUD_ROOM_DBFS = -35.0


class Sound(StrEnum):
    """What is wrong with what arrives; each value is the key of the text that says what to do."""

    ZEROS = "check_zeros"
    CLIPPING = "check_clipping"
    QUIET = "check_quiet"
    NOISE = "check_noise"
    WAIT = "check_wait"


@dataclass(frozen=True, slots=True)
class Check:
    """What the page shows: the result in words, the names of the microphones, and the number of the one in use."""

    result: str
    is_good: bool
    devices: tuple[str, ...]
    device: int | None


def diagnosis(samples: Samples, quietest_speech_dbfs: float) -> Sound:
    """Say what is wrong with mono samples, float32 of shape (n,) at 16 kHz, in which somebody was asked to speak."""
    levels = levels_of(samples)
    if levels.only_zeros:
        return Sound.ZEROS
    if levels.clipped_share > CLIPPED_SHARE:
        return Sound.CLIPPING
    if levels.noise_dbfs > _LOUD_ROOM_DBFS:
        return Sound.NOISE
    if levels.loudest_dbfs < quietest_speech_dbfs + 10:
        return Sound.QUIET
    return Sound.WAIT


class SoundCheck:
    """Shows the sound check. ``device`` is the name of the microphone in use, None for the system's own."""

    def __init__(self, ear: PageEar, hub: Hub, device: str | None, quietest_speech_dbfs: float) -> None:
        self._ear = ear
        self._hub = hub
        self._device = device
        self._quietest_speech_dbfs = quietest_speech_dbfs
        self._names = microphone_names()
        self._is_typed = ear.devices.ear.recognizer.name == Engine.TYPED
        self._result = ear.language.page["check_no_ear" if self._is_typed else "check_wait"]
        self._is_good = False

    def run(self) -> str | None:
        """Listen until it is over: returns the microphone that was chosen instead, or the one that was in use."""
        language = self._ear.language
        self._show()
        self._ear.say(language.page["check_say"])
        numbers = {name: number for number, key in enumerate(NUMBERS) for name in language.words[key]}
        spoken = [*language.words[_WORD], *language.words["yes"], *numbers]
        tap = _Tap(self._ear.devices.ear.source)
        with tap.on(self._ear.devices.ear):
            for count, happened in enumerate(self._ear.listen((word,) for word in spoken)):
                for came in happened:
                    if isinstance(came, Choice) and came.choice == "check_done":
                        return self._device
                    if isinstance(came, ControlKey) and came.control == "stop":
                        return self._device
                    if isinstance(came, tuple) and language.meanings(came) == ("yes",):
                        return self._device
                    number = _device_number(came, numbers)
                    if number is not None and number <= len(self._names) and number != self._number:
                        return None if number == 0 else self._names[number - 1]
                    if isinstance(came, tuple):
                        self._heard(came)
                if count % _EVERY_BLOCKS == _EVERY_BLOCKS - 1 and tap.is_full and self._is_judged:
                    found = diagnosis(tap.samples, self._quietest_speech_dbfs)
                    if found is not Sound.WAIT:
                        self._tell(language.page[found])
        raise AssertionError("listening never ends by itself")

    @property
    def _is_judged(self) -> bool:
        """Whether there is sound that can be good or bad, and was not found good yet."""
        return not self._is_good and not self._is_typed

    @property
    def _number(self) -> int | None:
        if self._device is None:
            return 0
        return self._names.index(self._device) + 1 if self._device in self._names else None

    def _heard(self, words: tuple[str, ...]) -> None:
        language = self._ear.language
        if language.meanings(words) == (_WORD,):
            self._is_good = True
            self._tell(language.page["check_good"])
            self._ear.say(language.page["check_good"])
        elif words:
            self._tell(language.page["check_heard"].format(heard=" ".join(words)))

    def _tell(self, result: str) -> None:
        self._result = result
        self._show()

    def _show(self) -> None:
        names = (self._ear.language.page["check_default"], *self._names)
        self._hub.publish(stage="check", check=Check(self._result, self._is_good, names, self._number))


def microphone_names() -> tuple[str, ...]:
    """Return the names of the first few microphones, each once; none where they can't be listed."""
    try:
        listed = devices(Direction.INPUT)
    except Failure:
        return ()
    return tuple(dict.fromkeys(device.name for device in listed))[: _MOST_DEVICES - 1]


def _device_number(came: object, numbers: dict[str, int]) -> int | None:
    match came:
        case Choice() if came.choice.startswith("device_") and came.choice[7:].isdigit():
            return int(came.choice[7:]) - 1
        case PlayerKey():
            return came.player
        case (str(word),) if word in numbers:
            return numbers[word]
    return None


class _Tap:
    """A source that keeps the newest blocks of another."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._blocks: deque[Samples] = deque(maxlen=_LISTENED_BLOCKS)
        self.live = source.live

    def read(self) -> Block | None:
        """Pass the next block on, and keep it."""
        block = self._source.read()
        if block is not None:
            self._blocks.append(block.samples)
        return block

    def reopen(self) -> None:
        """Open the device again."""
        self._source.reopen()  # type: ignore[attr-defined]

    def close(self) -> None:
        """Leave the other source to its owner."""

    def on(self, ear: Ear) -> "_Tapped":
        """Listen to the ear's source while this holds."""
        return _Tapped(self, self._source, ear)

    @property
    def is_full(self) -> bool:
        """Whether there is enough sound to judge."""
        return len(self._blocks) == _LISTENED_BLOCKS

    @property
    def samples(self) -> Samples:
        """The kept sound, mono float32 of shape (n,) at 16 kHz."""
        return np.concatenate(list(self._blocks))


@dataclass
class _Tapped:
    tap: _Tap
    source: Source
    ear: Ear

    def __enter__(self) -> None:
        self.ear.source = self.tap

    def __exit__(self, *error: object) -> None:
        self.ear.source = self.source
