"""Fetching one large file over HTTP: with progress, resumed where it broke off, never waiting for ever."""

import errno
import http.client
import shutil
import ssl
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from voicegames.errors import Failure

Progress = Callable[[int, int], None]
"""Called with the bytes that are there and the bytes of the whole file."""

_CHUNK = 64 * 1024
_ATTEMPTS = 20
_FULL = (errno.ENOSPC, errno.EDQUOT)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait, in seconds: for the server's answer (finding its address included), and for its next bytes."""

    answer_s: float = 8.0
    bytes_s: float = 8.0


class _BrokenOff(Exception):  # noqa: N818 - an event to go on from, no error of its own
    """The connection ended before the file did; trying again may go on from there."""


class _Answer:
    """An answer that is awaited in a thread of its own: looking up a host's name knows no timeout."""

    def __init__(self, request: urllib.request.Request, patience: Patience) -> None:
        self._request = request
        self._patience = patience
        self._response: http.client.HTTPResponse | None = None
        self._error: Exception | None = None
        self._abandoned = False
        self._lock = threading.Lock()

    def wait(self) -> http.client.HTTPResponse:
        """Return the response, or raise what went wrong (TimeoutError where nothing came in time)."""
        thread = threading.Thread(target=self._open, daemon=True)
        thread.start()
        thread.join(self._patience.answer_s)
        with self._lock:
            if self._response is not None:
                return self._response
            self._abandoned = True
        raise self._error or TimeoutError("no answer")

    def _open(self) -> None:
        try:
            response = urllib.request.urlopen(self._request, timeout=self._patience.bytes_s)
        except Exception as error:  # handed to the waiting thread, whatever it is
            self._error = error
            return
        with self._lock:
            self._response = response
        if self._abandoned:
            response.close()


def check_space(folder: Path, needed: int) -> None:
    """Raise Failure("disk-full") where the disk of ``folder`` has fewer than ``needed`` bytes free."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        sentence = f"There is too little room in {folder}: {needed / 1e6:.0f} MB are needed and {free / 1e6:.0f} MB"
        raise Failure("disk-full", f"{sentence} are free; free some space and try again.")


def fetch(
    url: str, part: Path, size_bytes: int, *, progress: Progress | None = None, patience: Patience | None = None
) -> None:
    """Download ``url`` into the file ``part`` until it has ``size_bytes`` bytes, going on from what it has.

    A broken connection is taken up again while each try brings something. Raises Failure: "offline" (no answer),
    "download" (the server refuses, or it broke off; the part is kept for the next time), "wrong-file" (another file
    than expected; a part that was there stays), "disk-full" (the part is kept).
    """
    patience = patience or Patience()
    if part.exists() and part.stat().st_size > size_bytes:
        part.unlink()
    for _ in range(_ATTEMPTS):
        have = part.stat().st_size if part.exists() else 0
        if have == size_bytes:
            return
        try:
            _continue(url, part, have, size_bytes, progress, patience)
        except _BrokenOff:
            if (part.stat().st_size if part.exists() else 0) <= have:
                break
    have = part.stat().st_size if part.exists() else 0
    if have < size_bytes:
        sentence = f"The download broke off after {have / 1e6:.1f} of {size_bytes / 1e6:.1f} MB"
        raise Failure("download", f"{sentence}; try again, and it will go on from there.")


def _continue(url: str, part: Path, have: int, size_bytes: int, progress: Progress | None, patience: Patience) -> None:
    headers = {"User-Agent": "voicegames", "Accept-Encoding": "identity"}
    if have:
        headers["Range"] = f"bytes={have}-"
    try:
        response = _Answer(urllib.request.Request(url, headers=headers), patience).wait()
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 416 and have:
            part.unlink()
            return
        sentence = f"The server answered {error.code} ({error.reason}) for {url}"
        raise Failure("download", f"{sentence}; try later, or bring the file on a stick and use --from.") from None
    except (OSError, http.client.HTTPException) as error:
        raise _no_answer(url, error) from None
    with response:
        start = _start(response, have, size_bytes, url)
        _save(response, part, start, size_bytes, progress)


def _no_answer(url: str, error: Exception) -> Failure:
    host = urllib.request.Request(url).host
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, ssl.SSLCertVerificationError):
        sentence = f"The certificate of {host} can't be checked; check this computer's date, and with Python from"
        return Failure("offline", f"{sentence} python.org on macOS run its Install Certificates command once.")
    sentence = f"No answer from {host}: connect this computer to the internet and try again"
    return Failure("offline", f"{sentence}, or bring the file on a stick and use --from.")


def _start(response: http.client.HTTPResponse, have: int, size_bytes: int, url: str) -> int:
    """Return the position in the file at which the response starts: ``have``, or 0 where the server ignores Range."""
    length = response.headers.get("Content-Length")
    start = have if response.status == 206 else 0
    if response.status == 206 and not response.headers.get("Content-Range", "").startswith(f"bytes {have}-"):
        raise Failure("download", f"The server of {url} sends another part than asked for; try again later.")
    if response.status not in (200, 206) or (length is not None and int(length) != size_bytes - start):
        # Often the sign-in page of a hotel's network: what was fetched before must not be lost to it.
        sentence = f"What comes from {url} is not the model"
        raise Failure("wrong-file", f"{sentence}; sign in to this network if it asks for it, and try again.")
    return start


def _save(
    response: http.client.HTTPResponse, part: Path, start: int, size_bytes: int, progress: Progress | None
) -> None:
    done = start
    try:
        with part.open("r+b" if start else "wb") as file:
            file.seek(start)
            while done < size_bytes:
                try:
                    chunk = response.read1(min(_CHUNK, size_bytes - done))
                except (OSError, http.client.HTTPException):
                    raise _BrokenOff from None
                if not chunk:
                    raise _BrokenOff
                file.write(chunk)
                done += len(chunk)
                if progress is not None:
                    progress(done, size_bytes)
    except OSError as error:
        raise disk_failure(error, part.parent) from None


def disk_failure(error: OSError, folder: Path) -> Failure:
    """Return what to tell about a folder that can't be written."""
    if error.errno in _FULL:
        return Failure("disk-full", f"The disk of {folder} is full; free some space and try again.")
    return Failure("disk", f"{folder} can't be written ({error.strerror or error}); check the folder and try again.")
