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

ESPEAK = "espeak"
"""The pyttsx3 driver of eSpeak NG, the only one whose pitch property does something."""

DRIVERS = {"darwin": "nsss", "win32": "sapi5"}
"""The drivers of other systems: AppKit's and Microsoft's."""

LOWEST_ESPEAK_RATE, HIGHEST_ESPEAK_RATE = 80, 450
"""eSpeak's speeds in words a minute."""

HIGHEST_ESPEAK_PITCH = 99

MBROLA = "mb/"
"""How the ids of eSpeak's MBROLA voices begin: they have rates of their own, which pyttsx3 writes down wrongly."""

TRIES = 5
"""How often a sentence is rendered until there is a sound."""


class Renderer:
    """One pyttsx3 engine. Raises whatever pyttsx3 raises where there is no synthesiser."""

    def __init__(self) -> None:
        import pyttsx3

        self.driver = DRIVERS.get(sys.platform, ESPEAK)
        self._engine = pyttsx3.init(self.driver)
        self._error: BaseException | None = None
        self._finished = threading.Event()
        self._engine.connect("error", self._on_error)
        self._engine.connect("finished-utterance", lambda **_: self._finished.set())
        self._own_voice = self._engine.getProperty("voice")
        if self.driver == ESPEAK:
            # From here on pyttsx3 hands every property to eSpeak at once, instead of at the next sentence.
            self._engine.runAndWait()

    def voices(self) -> list[dict[str, Any]]:
        """Return id, name and languages of every voice; pyttsx3 2.98 knows no languages on Windows."""
        return [
            {"id": voice.id, "name": voice.name or "", "languages": [str(code) for code in voice.languages or ()]}
            for voice in self._engine.getProperty("voices")
            if not voice.id.startswith(MBROLA)
        ]

    def render(self, text: str, voice: str | None, words_per_minute: int, pitch: float, path: str) -> None:
        """Render ``text`` to the file ``path``. ``pitch`` is a factor, 1.0 for the voice's own."""
        values = {"voice": voice or self._own_voice, "rate": words_per_minute}
        if self.driver == ESPEAK:
            values["rate"] = max(LOWEST_ESPEAK_RATE, min(HIGHEST_ESPEAK_RATE, words_per_minute))
            values["pitch"] = espeak_pitch(pitch)
        for _ in range(TRIES):
            self._error = None
            self._finished.clear()
            self._set(values)
            self._engine.save_to_file(text, path)
            self._engine.runAndWait()
            if self._error is not None:
                raise self._error
            if self._is_written(Path(path)):
                return
        raise RuntimeError("no sound was written")

    def _set(self, values: dict[str, Any]) -> None:
        if self.driver != ESPEAK:
            # pyttsx3 2.99 would begin the second sentence at once, and then stop it when the loop for it starts: while
            # it counts as busy, everything waits for the loop.
            self._engine.proxy.setBusy(True)
            for name, value in values.items():
                self._engine.setProperty(name, value)
            return
        # pyttsx3 calls espeak_Cancel before each sentence if eSpeak is busy, and then loses properties that eSpeak has
        # queued, or the sentence: so wait until it is idle, and see that it has taken them.
        for _ in range(TRIES):
            self._wait_until_idle()
            for name, value in values.items():
                self._engine.setProperty(name, value)
            self._wait_until_idle()
            if self._error is not None:
                raise self._error
            if all(self._engine.getProperty(name) == values[name] for name in ("rate", "pitch")):
                return
        raise RuntimeError("eSpeak does not take its speed and pitch")

    def _wait_until_idle(self) -> None:
        from pyttsx3.drivers import _espeak

        while _espeak.IsPlaying():
            time.sleep(0.001)

    def _on_error(self, exception: BaseException, **_: object) -> None:
        self._error = exception

    def _is_written(self, path: Path) -> bool:
        # runAndWait may come back before the file is whole (macOS writes it in another process), and not every driver
        # tells when it has finished: so wait for the word of the driver, or for a file that rests.
        size = -1
        while not self._finished.wait(0.02 if size < 0 else 0.1):
            now = path.stat().st_size if path.exists() else -1
            if now > 0 and now == size and _is_whole(path):
                return True
            size = now
        return _is_whole(path)


def espeak_pitch(factor: float) -> int:
    """Return eSpeak's pitch (0 to 99, 50 is the voice's own) for a factor on the voice's own pitch.

    Fitted to measured pitches of eSpeak NG 1.51: ln factor = 0.00822 x + 0.0000236 x^2 with x = pitch - 50. It reaches
    from 0.70 to 1.56; beyond that it stays at the end.
    """
    linear, quadratic = 0.00822, 0.0000236
    root = max(0.0, linear**2 + 4 * quadratic * math.log(factor))
    return max(0, min(HIGHEST_ESPEAK_PITCH, round(50 + (math.sqrt(root) - linear) / (2 * quadratic))))


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
