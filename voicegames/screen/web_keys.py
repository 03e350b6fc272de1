"""What pages send: keys, typed lines and choices, checked and queued for the table."""

import queue
import time
from collections.abc import Sequence
from typing import Annotated

import msgspec

from voicegames.screen.view import CONTROLS
from voicegames.table.happenings import PLAYER_KEYS, ControlKey, Key, Keys, KeysEnded, PlayerKey, TypedLine

MOST_BYTES = 4096
"""The longest message that a page may send."""

_MOST_WAITING = 100
_CARDS = tuple(f"card_{number}" for number in range(1, 11))
_CONTROLS = (*CONTROLS, "patient_referee", *_CARDS)


class Player(msgspec.Struct, tag="player", tag_field="do", forbid_unknown_fields=True):
    """A player's key; ``player`` counts from 0."""

    player: Annotated[int, msgspec.Meta(ge=0, le=8)]


class Control(msgspec.Struct, tag="control", tag_field="do", forbid_unknown_fields=True):
    """A button or key that stands for a control phrase, or a card of the shown hand that is pressed, from "card_1"."""

    control: Annotated[str, msgspec.Meta(max_length=30)]


class Typed(msgspec.Struct, tag="typed", tag_field="do", forbid_unknown_fields=True):
    """A line of words; ``age_ms`` is how long ago its first key was pressed."""

    text: Annotated[str, msgspec.Meta(max_length=200)]
    age_ms: Annotated[float, msgspec.Meta(ge=0, le=60_000)]


class Choice(msgspec.Struct, tag="choice", tag_field="do", forbid_unknown_fields=True):
    """A choice on the start page, the sound check or the end page; ``values`` are the names of the players."""

    choice: Annotated[str, msgspec.Meta(max_length=40)]
    values: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(max_length=9)] = ()


class Begun(msgspec.Struct, tag="begun", tag_field="do", forbid_unknown_fields=True):
    """A line has been begun, or is empty again: whoever types in time shall not lose by finishing late."""

    is_begun: bool


Message = Player | Control | Typed | Choice | Begun

_DECODER = msgspec.json.Decoder(Message)


class Unclear(ValueError):  # noqa: N818 - the page is told so, in these words
    """A page sent something that is no message."""


class WebKeys:
    """The keys of all pages. Filled by the server's thread, emptied by the table's."""

    def __init__(self) -> None:
        self._keys: queue.Queue[Key] = queue.Queue(_MOST_WAITING)
        self._choices: queue.Queue[Choice] = queue.Queue(_MOST_WAITING)
        self._begun: dict[object, float] = {}

    @property
    def typing_since_s(self) -> float | None:
        """time.monotonic() at the first key of the oldest line that is being typed on any page, or None."""
        return min(list(self._begun.values()), default=None)

    def poll(self) -> Key | None:
        """Return the next key, or None."""
        try:
            return self._keys.get_nowait()
        except queue.Empty:
            return None

    def choice(self) -> Choice | None:
        """Return the next choice, or None."""
        try:
            return self._choices.get_nowait()
        except queue.Empty:
            return None

    def forget(self) -> None:
        """Drop what was pressed and chosen so far: it was meant for what is over."""
        while self.poll() is not None or self.choice() is not None:
            pass

    def left(self, page: object) -> None:
        """A page is gone, and the line that was begun there with it."""
        self._begun.pop(page, None)

    def receive(self, data: str | bytes, page: object = None) -> None:
        """Take one message of a page in. Raises Unclear; drops what comes faster than any person presses keys."""
        try:
            message = _DECODER.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise Unclear from None
        try:
            match message:
                case Player():
                    self._keys.put_nowait(PlayerKey(message.player))
                case Control():
                    if message.control not in _CONTROLS:
                        raise Unclear
                    self._keys.put_nowait(ControlKey(message.control))
                case Typed():
                    text = " ".join("".join(c if c.isprintable() else " " for c in message.text).split())
                    self._begun.pop(page, None)
                    if text:
                        self._keys.put_nowait(_typed(text, message.age_ms))
                case Choice():
                    self._choices.put_nowait(message)
                case Begun(is_begun=True):
                    self._begun.setdefault(page, time.monotonic())
                case Begun():
                    self._begun.pop(page, None)
        except queue.Full:
            pass


class JoinedKeys:
    """Keys from several places, such as the page and the terminal. A place that has ended leaves the others."""

    def __init__(self, places: Sequence[Keys]) -> None:
        self._places = places

    @property
    def typing_since_s(self) -> float | None:
        """time.monotonic() at the first key of the oldest line that is being typed at any place, or None."""
        begun = [getattr(place, "typing_since_s", None) for place in self._places]
        return min((since_s for since_s in begun if since_s is not None), default=None)

    def poll(self) -> Key | None:
        """Return the next key of any place, or None."""
        for place in self._places:
            key = place.poll()
            if key is not None and not isinstance(key, KeysEnded):
                return key
        return None


def _typed(text: str, age_ms: float) -> Key:
    if text in PLAYER_KEYS:
        return PlayerKey(int(text) - 1)
    return TypedLine(text, time.monotonic() - age_ms / 1000)
