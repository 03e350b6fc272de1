"""The process that owns pyttsx3: it renders sentences to sound files, one request and one answer a line of JSON.

Run as ``python -m voicegames.speaking.worker``. It is a process of its own because a synthesiser may hang, crash, or
insist on the thread that made it; then it is killed and started again, and the game goes on.
"""

import json
import math
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any, TextIO

import soundfile

PITCH_DRIVERS = ("espeak",)
"""The pyttsx3 drivers whose pitch property does something; the others only print that it does not."""

HIGHEST_ESPEAK_PITCH = 99


class Renderer:
    """One pyttsx3 engine. Raises whatever pyttsx3 raises where there is no synthesiser."""

    def __init__(self) -> None:
        import pyttsx3

        self._engine = pyttsx3.init()
        self.driver = str(self._engine.driver_name)
        self._error: BaseException | None = None
        self._finished = threading.Event()
        self._engine.connect("error", self._on_error)
        self._engine.connect("finished-utterance", lambda **_: self._finished.set())

    def voices(self) -> list[dict[str, Any]]:
        """Return id, name and languages of every voice."""
        return [
            {"id": voice.id, "name": voice.name or "", "languages": [str(code) for code in voice.languages or ()]}
            for voice in self._engine.getProperty("voices")
        ]

    def render(self, text: str, voice: str | None, words_per_minute: int, pitch: float, path: str) -> None:
        """Render ``text`` to the file ``path``. ``pitch`` is a factor, 1.0 for the voice's own."""
        self._error = None
        self._finished.clear()
        if voice is not None:
            self._engine.setProperty("voice", voice)
        self._engine.setProperty("rate", words_per_minute)
        if self.driver in PITCH_DRIVERS:
            self._engine.setProperty("pitch", espeak_pitch(pitch))
        self._engine.save_to_file(text, path)
        self._engine.runAndWait()
        if self._error is not None:
            raise self._error
        self._wait_for(Path(path))

    def _on_error(self, exception: BaseException, **_: object) -> None:
        self._error = exception

    def _wait_for(self, path: Path) -> None:
        # runAndWait comes back before the file is whole (eSpeak NG renders on a thread, macOS in another process), and
        # not every driver tells when it has finished: so wait for the word of the driver, or for a file that rests.
        size = -1
        while not self._finished.wait(0.02 if size < 0 else 0.1):
            now = path.stat().st_size if path.exists() else -1
            if now > 0 and now == size and _is_whole(path):
                return
            size = now
            if self._error is not None:
                raise self._error


def espeak_pitch(factor: float) -> int:
    """Return eSpeak's pitch (0 to 99, 50 is the voice's own, an octave is 50) for a factor."""
    return max(0, min(HIGHEST_ESPEAK_PITCH, round(50 + 50 * math.log2(factor))))


def _is_whole(path: Path) -> bool:
    try:
        return int(soundfile.info(str(path)).frames) > 0
    except soundfile.LibsndfileError:
        return False


def serve(requests: TextIO, answers: TextIO) -> None:
    """Answer requests until there are no more. The first line tells whether there is a synthesiser at all."""

    def answer(**values: object) -> None:
        answers.write(json.dumps(values) + "\n")
        answers.flush()

    try:
        renderer = Renderer()
    except Exception as error:
        answer(ready=False, error=f"{type(error).__name__}: {error}")
        return
    answer(ready=True, driver=renderer.driver)
    for line in requests:
        request = json.loads(line)
        started = time.monotonic()
        try:
            if request["do"] == "voices":
                answer(voices=renderer.voices())
            else:
                renderer.render(
                    request["text"],
                    request["voice"],
                    request["words_per_minute"],
                    request["pitch"],
                    request["path"],
                )
                answer(path=request["path"], seconds=time.monotonic() - started)
        except Exception as error:
            answer(error=f"{type(error).__name__}: {error}")


def main() -> None:
    """Serve on the standard streams; whatever pyttsx3 and its libraries print goes to the standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    serve(sys.stdin, answers)
    # The libraries' own threads and exit handlers may hang; there is nothing left to save.
    answers.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
