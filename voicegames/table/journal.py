"""The append-only journal of a sitting: one event a line of JSON, from which everything else is read."""

import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

import platformdirs

from voicegames.domitrio_events import DomitrioMove
from voicegames.errors import Failure
from voicegames.events import CrocodileRuled, Event, GameOver, Ruled, SittingStarted, TakenBack, from_json, to_json
from voicegames.names import NAME_RULE, is_name, shortened
from voicegames.remmi_demmi_events import RemmiDemmiMove
from voicegames.table.file_lock import lock
from voicegames.table.journal_check import check_sitting

_MUST_SURVIVE_POWER_LOSS = (
    SittingStarted | Ruled | CrocodileRuled | TakenBack | GameOver | RemmiDemmiMove | DomitrioMove
)

_UNSEEN = re.compile(
    r"[\x7f-\x9f\u202a-\u202e\u2066-\u2069]|"
    r"(?<!\\)(?:\\\\)*\\(?:[bf]|r(?!\\n)|u00(?:0[0-8bcef]|1[0-9a-f]|7f|[89][0-9a-f])|u202[a-e]|u206[6-9])",
    re.IGNORECASE,
)
"""Controls, as JSON writes them or as they are: they would move the cursor of a terminal, or turn the writing round."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The events of a journal; ``whole_bytes`` is where the last whole line ends, ``is_cut`` that more followed."""

    events: tuple[Event, ...]
    whole_bytes: int
    is_cut: bool


class Journal:
    """Appends events to a file. Each line is handed to the system at once, so a killed program loses nothing of it."""

    def __init__(self, path: Path, whole_bytes: int = 0) -> None:
        """Open ``path`` for appending after ``whole_bytes``; a line that was cut behind that is removed.

        Raises Failure("journal") where the file can't be written.
        """
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Unbuffered, so that what a full disk refuses is not tried again when the file is closed.
            self._file: IO[bytes] = open(path, "r+b" if path.exists() else "w+b", buffering=0)  # noqa: SIM115
            try:
                lock(self._file)
            except OSError:
                self._file.close()
                raise Failure(
                    "journal",
                    f"Another program is playing the game in {path}; end it there, or choose another --journal.",
                ) from None
            self._file.truncate(whole_bytes)
            self._file.seek(whole_bytes)
        except OSError as error:
            raise Failure(
                "journal", f"The journal {path} can't be written ({error.strerror}); choose another with --journal."
            ) from None

    def append(self, event: Event) -> None:
        """Write one event. Raises Failure("journal") where the disk takes no more."""
        try:
            line = memoryview(to_json(event).encode("utf-8") + b"\n")
            while line:
                line = line[self._file.write(line) :]
            if isinstance(event, _MUST_SURVIVE_POWER_LOSS):
                os.fsync(self._file.fileno())
        except OSError as error:
            raise Failure(
                "journal",
                f"The game can't be saved any more ({error.strerror}); free some space, then go on: "
                f"{how_to_go_on(self.path)} (or --resume for the last game).",
            ) from None

    def close(self) -> None:
        """Close the file. May be called twice."""
        self._file.close()


def read_journal(path: Path) -> Reading:
    """Read a journal. A last line that was cut is left out, anything else that is no event is an error.

    Raises Failure("journal") with the number of the line at fault.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise Failure("journal", f"There is no journal {path}; check its name.") from None
    except OSError as error:
        raise Failure("journal", f"The journal {path} can't be read ({error.strerror}).") from None
    end = data.rfind(b"\n") + 1
    events: list[Event] = []
    for number, line in enumerate(data[:end].splitlines(), 1):
        try:
            text = line.decode("utf-8")
            events.append(from_json(text))
        except ValueError:
            raise Failure("journal", f"Line {number} of {path} is no event of a sitting; is it a journal?") from None
        if _UNSEEN.search(text):
            raise Failure("journal", f"Line {number} of {path} holds control characters; is it a journal?")
    if not events:
        raise Failure("journal", f"The journal {path} holds no whole event; start a new game.")
    if not isinstance(events[0], SittingStarted):
        raise Failure("journal", f"The journal {path} does not begin with a game; is it a journal?")
    for name in events[0].players:
        if not is_name(name):
            raise Failure("journal", f"In the journal {path} {shortened(name)} is no player's name; {NAME_RULE}.")
    check_sitting(events, path)
    return Reading(tuple(events), end, end < len(data))


def journal_folder() -> Path:
    """Return the folder in which the journals of this user lie."""
    return Path(platformdirs.user_data_path("voicegames")) / "sittings"


def new_journal_path(game: str) -> Path:
    """Return a fresh name for a sitting that begins now."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path = journal_folder() / f"{stamp}-{game}.jsonl"
    number = 2
    while path.exists():
        path = journal_folder() / f"{stamp}-{game}-{number}.jsonl"
        number += 1
    return path


def is_over(events: Sequence[Event]) -> bool:
    """Whether the game of these events came to its end."""
    over = False
    for event in events:
        if isinstance(event, GameOver):
            over = True
        elif isinstance(event, TakenBack):
            over = False
    return over


def how_to_go_on(journal: Path) -> str:
    """Return the command that goes on with the game in a journal."""
    if journal.parent == journal_folder():
        return "voicegames play --resume"
    return f"voicegames play --journal {shlex.quote(str(journal))}"


def last_unfinished(game: str | None = None) -> Path | None:
    """Return the newest journal whose game is not over, of any game or of one; None where there is none."""
    for path in sorted(journal_folder().glob("*.jsonl"), key=_last_written, reverse=True):
        try:
            events = read_journal(path).events
        except Failure:
            continue
        if not is_over(events) and (game is None or (isinstance(events[0], SittingStarted) and events[0].game == game)):
            return path
    return None


def _last_written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
