"""Keys and typed lines from the terminal or a pipe, without ever making the table wait."""

import io
import os
import queue
import sys
import threading
import time
from types import TracebackType
from typing import Any, TextIO

from voicegames.table.happenings import PLAYER_KEYS, ControlKey, Key, KeysEnded, PlayerKey, TypedLine

CONTROL_KEYS = {
    " ": "pause",
    "?": "help",
    "!": "that_was_wrong",
    "\t": "repeat",
    "\x1b": "stop",
    "\x04": "stop",
    "\x1a": "stop",
    "#": "score",
    "+": "patient_referee",
    "-": "forget_voice",
    "*": "voice_check",
}
"""The keys that stand for controls when no word has been begun: space, ?, !, tab, escape, #, +, -, *.

Ctrl-D, and Ctrl-Z on Windows, say that nothing more will be typed: that stops too.
"""


_TYPING_S = 1.0
"""A space that comes so soon after a player's key belongs to a line that begins with a number."""


class NoKeys:
    """Nobody is at the keyboard."""

    def poll(self) -> Key | None:
        """Return no key, ever."""
        return None


class ClosedKeys:
    """There is no input: whoever waits for typed words waits in vain."""

    def __init__(self) -> None:
        self._is_told = False

    def poll(self) -> Key | None:
        """Return KeysEnded once."""
        told, self._is_told = self._is_told, True
        return None if told else KeysEnded()


class PipedLines:
    """Lines from a pipe or file: each one is something typed; the end of it is KeysEnded."""

    def __init__(self, stream: TextIO) -> None:
        self._queue: queue.SimpleQueue[Key] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def poll(self) -> Key | None:
        """Return the next line, or None."""
        try:
            return self._queue.get_nowait()
        except queue.Empty:
            return None

    def _read(self, stream: TextIO) -> None:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
        try:
            for line in stream:
                if line.strip():
                    self._queue.put(TypedLine(line.strip()))
        finally:
            self._queue.put(KeysEnded())


class TerminalKeys:
    """Single keys from a terminal: 1 to 9 are the players' keys, letters begin a line that Enter ends.

    A digit with a space right after it is a player's key and begins a line too.

    Use as a context manager: the terminal is set to give single keys and is restored at the end.
    """

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Key] = queue.SimpleQueue()
        self._line = ""
        self._started_s = 0.0
        self._digit, self._digit_s = "", 0.0
        self._restore: Any = None
        self._is_open = True

    def __enter__(self) -> "TerminalKeys":
        if os.name == "posix":
            import termios
            import tty

            self._restore = termios.tcgetattr(sys.stdin.fileno())
            tty.setcbreak(sys.stdin.fileno())
        threading.Thread(target=self._read, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_open = False
        if self._restore is not None:
            import termios

            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._restore)

    def poll(self) -> Key | None:
        """Return the next key, or None."""
        try:
            return self._queue.get_nowait()
        except queue.Empty:
            return None

    @property
    def typing_since_s(self) -> float | None:
        """time.monotonic() at the first key of the line that is being typed, or None."""
        return self._started_s if self._line else None

    def press(self, character: str) -> None:
        """Take one character in."""
        digit, self._digit = self._digit, ""
        if character == " " and digit and time.monotonic() - self._digit_s < _TYPING_S:
            # "2 remmi demmi" is being typed: that is no pause.
            self._line, self._started_s = f"{digit} ", self._digit_s
        elif not self._line and character in CONTROL_KEYS:
            self._queue.put(ControlKey(CONTROL_KEYS[character]))
        elif not self._line and character in PLAYER_KEYS:
            self._queue.put(PlayerKey(int(character) - 1))
            self._digit, self._digit_s = character, time.monotonic()
        elif character in "\r\n":
            if self._line.strip():
                self._queue.put(TypedLine(self._line.strip(), self._started_s))
            self._line = ""
        elif character in "\x7f\b":
            self._line = self._line[:-1]
        elif character.isprintable():
            if not self._line:
                self._started_s = time.monotonic()
            self._line += character

    def _read(self) -> None:
        while self._is_open:
            character = _one_character()
            if character == "":
                self._queue.put(KeysEnded())
                return
            self.press(character)


def _one_character() -> str:
    if os.name == "posix":
        return sys.stdin.read(1)
    import msvcrt

    return str(msvcrt.getwch())  # type: ignore[attr-defined,unused-ignore]
