"""The program at a real terminal: single keys, lines typed in time, and a terminal that is left as it was."""

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from own_home import own_home

from voicegames.events import CrocodileRuled, Ruled, SittingStarted, Verdict, to_json
from voicegames.screen.keyboard import PipedLines, TerminalKeys
from voicegames.table.happenings import ControlKey, KeysEnded, PlayerKey, TypedLine
from voicegames.table.journal import read_journal

__all__ = ["own_home"]

PROGRAM = (sys.executable, "-m", "voicegames", "play", "--engine", "typed", "--announce", "none")

DECK = ("blue penguin", "white camel", "pink zebra", "green flamingo", "yellow camel", "blue zebra")
WITH_CROCODILE = ("crocodile", "white camel", "pink zebra", "green flamingo", "yellow camel", "blue zebra")


class Terminal:
    """A terminal in which the program plays a game."""

    def __init__(self, journal: Path, deck: tuple[str, ...], *options: str) -> None:
        started = SittingStarted("dodelido", "1", 1, "en", ("Anna", "Ben"), (None, None), deck)
        journal.write_text(to_json(started) + "\n", encoding="utf-8")
        self.journal = journal
        self.screen = ""
        self._ours, self._theirs = pty.openpty()
        self.before = termios.tcgetattr(self._theirs)
        self.process = subprocess.Popen(
            [*PROGRAM, "--journal", str(journal), *options],
            stdin=self._theirs,
            stdout=self._theirs,
            stderr=self._theirs,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
            start_new_session=True,
        )

    def wait_for(self, pattern: str, seconds: float = 10) -> None:
        """Read what the program shows until it matches."""
        until = time.monotonic() + seconds
        while not re.search(pattern, self.screen):
            assert time.monotonic() < until, self.screen
            if select.select([self._ours], [], [], 0.05)[0]:
                self.screen += os.read(self._ours, 65536).decode(errors="replace")

    def press(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def ends(self) -> int:
        """Wait for the end; return the exit status."""
        until = time.monotonic() + 20
        while self.process.poll() is None:
            assert time.monotonic() < until, self.screen
            if select.select([self._ours], [], [], 0.05)[0]:
                self.screen += os.read(self._ours, 65536).decode(errors="replace")
        while select.select([self._ours], [], [], 0)[0]:
            self.screen += os.read(self._ours, 65536).decode(errors="replace")
        return self.process.returncode

    @property
    def after(self) -> list[object]:
        return termios.tcgetattr(self._theirs)

    def rulings(self) -> list[Ruled]:
        return [event for event in read_journal(self.journal).events if isinstance(event, Ruled)]

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)
        os.close(self._theirs)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def terminal(journal: Path) -> Iterator[Terminal]:
    opened = Terminal(journal, DECK)
    yield opened
    opened.close()


def test_a_line_is_an_answer_and_escape_stops(terminal: Terminal) -> None:
    terminal.wait_for(">blue penguin<")
    terminal.press("noughz\x7ft\r")
    terminal.wait_for("Anna: right")
    terminal.wait_for(">white camel<")
    terminal.press("\x1b")
    assert terminal.ends() == 0
    assert "the game is saved" in terminal.screen
    assert [ruled.verdict for ruled in terminal.rulings()] == [Verdict.RIGHT]
    assert terminal.after == terminal.before


def test_keys_call_the_referee(terminal: Terminal) -> None:
    terminal.wait_for(">blue penguin<")
    for key, shown in ((" ", "Pause"), (" ", "We go on"), ("?", "One oh for each tortoise"), ("#", "Ben has 3 cards")):
        terminal.press(key)
        terminal.wait_for(shown)
    terminal.press("!")
    terminal.wait_for("no ruling to take back")
    terminal.press("\x1b")
    assert terminal.ends() == 0


def test_ctrl_c_leaves_the_terminal_as_it_was(terminal: Terminal) -> None:
    terminal.wait_for(">blue penguin<")
    os.killpg(terminal.process.pid, 2)
    assert terminal.ends() == 130
    assert "Traceback" not in terminal.screen
    assert terminal.after == terminal.before


def test_a_second_ctrl_c_does_not_disturb_the_leaving(terminal: Terminal) -> None:
    terminal.wait_for(">blue penguin<")
    until = time.monotonic() + 4
    while terminal.process.poll() is None and time.monotonic() < until:
        os.killpg(terminal.process.pid, 2)
        time.sleep(0.001)
    # A shell says 130 of both: Python itself lets go of Ctrl-C at the very end.
    assert terminal.ends() in (130, -2)
    assert "Traceback" not in terminal.screen
    assert "Exception" not in terminal.screen
    assert terminal.screen.count("The game is saved") == 1
    assert terminal.after == terminal.before


def test_ctrl_d_ends_a_typed_game(terminal: Terminal) -> None:
    terminal.wait_for(">blue penguin<")
    terminal.press("\x04")
    assert terminal.ends() == 0
    assert "the game is saved" in terminal.screen
    assert terminal.after == terminal.before


@pytest.mark.parametrize("key", ["\x04", "\x1b"], ids=["Ctrl-D", "Escape"])
def test_the_first_question_can_be_left(key: str) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(PROGRAM, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    screen = b""
    try:
        while b"How many of you play" not in screen:
            screen += os.read(ours, 4096)
        os.write(ours, key.encode())
        assert process.wait(timeout=20) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)
        os.close(theirs)


@pytest.mark.long
def test_a_line_that_was_begun_in_time_is_in_time(journal: Path) -> None:
    """The onset of an answer is its first key, however long the rest takes."""
    terminal = Terminal(journal, DECK, "--limit", "1.5")
    try:
        terminal.wait_for(">blue penguin<")
        time.sleep(0.2)
        terminal.press("nou")
        time.sleep(2.2)
        terminal.press("ght\r")
        terminal.wait_for("Anna: (right|mistake)")
    finally:
        terminal.close()
    ruled = terminal.rulings()[0]
    assert (ruled.verdict, ruled.mistake) == (Verdict.RIGHT, None)
    assert ruled.reaction_s is not None
    assert ruled.reaction_s < 1.5


def test_two_keys_at_a_crocodile(journal: Path) -> None:
    terminal = Terminal(journal, WITH_CROCODILE)
    try:
        terminal.wait_for("Crocodile!")
        terminal.press("21")
        terminal.wait_for("was last")
    finally:
        terminal.close()
    assert [e.last for e in read_journal(journal).events if isinstance(e, CrocodileRuled)] == [0]


def pressed(characters: str) -> list[object]:
    keys = TerminalKeys()
    for character in characters:
        keys.press(character)
    return list(iter(keys.poll, None))


def test_digits_are_keys_only_where_no_word_was_begun() -> None:
    assert pressed("13") == [PlayerKey(0), PlayerKey(2)]
    (line,) = pressed("a1\r")
    assert isinstance(line, TypedLine)
    assert line.text == "a1"
    assert line.started_wall_s is not None


def test_a_number_may_begin_a_line_and_does_not_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [getattr(key, "text", key) for key in pressed("2 remmi demmi\r")] == [PlayerKey(1), "2 remmi demmi"]
    now = iter(range(0, 100, 10))
    monkeypatch.setattr("voicegames.screen.keyboard.time.monotonic", lambda: float(next(now)))
    assert pressed("2 ") == [PlayerKey(1), ControlKey("pause")]


def test_an_empty_line_is_nothing() -> None:
    assert pressed("\r\n") == []
    assert pressed("a\x7f\x7f\r") == []


def test_a_word_may_have_spaces_and_marks() -> None:
    assert [getattr(key, "text", key) for key in pressed("oh, oh penguin!\r ")] == [
        "oh, oh penguin!",
        ControlKey("pause"),
    ]


def test_lines_through_a_pipe_end() -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as stream:
        stream.write("nought\n\n  oh blue  \n")
    keys = PipedLines(os.fdopen(reading, encoding="utf-8"))
    found: list[object] = []
    until = time.monotonic() + 10
    while KeysEnded() not in found and time.monotonic() < until:
        key = keys.poll()
        if key is not None:
            found.append(key)
    assert found == [TypedLine("nought"), TypedLine("oh blue"), KeysEnded()]
