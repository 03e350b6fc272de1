"""Text to sound: sentences are rendered in a worker process with a deadline, and kept in memory."""

import json
import platform
import queue
import subprocess
import sys
import tempfile
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import soundfile
import soxr

from voicegames.errors import Failure
from voicegames.settings import SpeakingSettings
from voicegames.speaking.pcm import Pcm
from voicegames.speaking.worker import ESPEAK

START_DEADLINE_S = 30.0
"""The longest the worker may take to start: the first start on Windows builds an interface for several seconds."""

LANGUAGE_NAMES = {"de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian", "ko": "Korean"}
"""The languages as they stand in the names of voices that do not tell their languages' codes."""

KEPT = 400
"""How many rendered sentences are kept in memory."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A way of speaking: the synthesiser's ``id`` of the voice (None for its default one), speed, and pitch.

    ``pitch`` is a factor on the voice's own pitch (1.2 is three semitones higher). With eSpeak NG an id may carry a
    variant ("en-us+f3").
    """

    id: str | None = None
    words_per_minute: int = 175
    pitch: float = 1.0


@dataclass(frozen=True, slots=True)
class InstalledVoice:
    """A voice that the synthesiser has: its id, its name, and the codes of its languages in lower case ("en-us")."""

    id: str
    name: str
    languages: tuple[str, ...]


def _speaks(voice: InstalledVoice, language: str) -> bool:
    if voice.languages:
        return any(code == language or code.startswith(f"{language}-") for code in voice.languages)
    # Windows names its voices "Microsoft Zira Desktop - English (United States)".
    return LANGUAGE_NAMES.get(language, language) in voice.name


class SynthesisFailed(Exception):  # noqa: N818
    """This sentence could not be rendered; the next one may well be. ``sentence`` says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def how_to_install() -> str:
    """Return what to do on this system where there is no synthesiser."""
    match platform.system():
        case "Darwin":
            return "add a voice in System Settings, Accessibility, Spoken Content"
        case "Windows":
            return "add a voice in Settings, Time & language, Speech"
        case _:
            return "install eSpeak NG, on Debian or Ubuntu by: sudo apt-get install espeak-ng"


class Synthesizer:
    """Renders sentences by pyttsx3, which runs only in the worker process. May be used from any thread.

    ``language`` (a code such as "en") chooses the default voice where the settings name none.
    """

    def __init__(self, settings: SpeakingSettings, language: str | None = None) -> None:
        self._settings = settings
        self._language = language
        self._lock = threading.RLock()
        self._worker: _Worker | None = None
        self._driver = ""
        self._installed: tuple[InstalledVoice, ...] | None = None
        self._default: Voice | None = None
        self._kept: OrderedDict[tuple[str, Voice], Pcm] = OrderedDict()
        self._folder = tempfile.TemporaryDirectory(prefix="voicegames-", ignore_cleanup_errors=True)
        self._count = 0

    @classmethod
    def open(cls, settings: SpeakingSettings, language: str | None = None) -> Self:
        """Start the worker. Raises Failure("no-synthesizer") that names what to install where there is none."""
        synthesizer = cls(settings, language)
        try:
            with synthesizer._lock:
                synthesizer._started()
                synthesizer._default_voice()
        except SynthesisFailed as error:
            synthesizer.close()
            raise Failure(
                "no-synthesizer",
                f"There is no speech synthesiser here, so the table only shows what it says: {how_to_install()}.",
            ) from error
        except Failure:
            synthesizer.close()
            raise
        return synthesizer

    @property
    def driver(self) -> str:
        """The name of pyttsx3's driver ("espeak", "nsss", "sapi5"); empty before the worker has started."""
        return self._driver

    @property
    def worker_pid(self) -> int | None:
        """The id of the worker process, or None while there is none."""
        worker = self._worker
        return worker.process.pid if worker else None

    def render(self, text: str, voice: Voice | None = None) -> Pcm:
        """Return ``text`` as sound, at the synthesiser's own rate, with the quiet it puts around it.

        Raises SynthesisFailed where the synthesiser refuses, dies, or takes longer than ``deadline_s`` of the
        settings; a worker that hangs is killed, and the next call starts another. Blank text is no sound at all.
        """
        if not text.strip():
            return Pcm(np.zeros(0, np.float32), 16_000)
        with self._lock:
            wanted = voice or self._default_voice()
            key = (text, wanted)
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            pcm = self._rendered(text, wanted)
            self._kept[key] = pcm
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return pcm

    def voices(self, language: str | None = None) -> tuple[InstalledVoice, ...]:
        """Return the installed voices, all or those of a language ("en" also finds "en-gb"). Raises SynthesisFailed."""
        with self._lock:
            if self._installed is None:
                reply = self._ask({"do": "voices"}, max(self._settings.deadline_s, 5.0))
                self._installed = tuple(
                    InstalledVoice(v["id"], v["name"], tuple(code.lower().replace("_", "-") for code in v["languages"]))
                    for v in reply["voices"]
                )
            found = self._installed
        return found if language is None else tuple(voice for voice in found if _speaks(voice, language))

    def close(self) -> None:
        """End the worker. May be called twice."""
        with self._lock:
            self._drop()
            self._folder.cleanup()

    def _default_voice(self) -> Voice:
        if self._default is None:
            chosen = self._settings.voice
            if chosen is None and self._language is not None:
                chosen = self._voice_of(self._language)
            self._default = Voice(chosen, self._settings.words_per_minute)
        return self._default

    def _voice_of(self, language: str) -> str | None:
        found = self.voices(language)
        if not found:
            raise Failure(
                "no-voice", f"The speech synthesiser has no voice for the language {language!r}: {how_to_install()}."
            )
        plain = [v for v in found if language in v.languages or f"{language}-us" in v.languages]
        return (plain or list(found))[0].id

    def _rendered(self, text: str, voice: Voice) -> Pcm:
        self._started()
        by_resampling = self._driver != ESPEAK and voice.pitch != 1.0
        speed = voice.words_per_minute / voice.pitch if by_resampling else voice.words_per_minute
        self._count += 1
        path = Path(self._folder.name) / f"{self._count}{'.aiff' if sys.platform == 'darwin' else '.wav'}"
        request = {
            "do": "render",
            "text": text,
            "voice": voice.id,
            "words_per_minute": round(speed),
            "pitch": voice.pitch,
            "path": str(path),
        }
        self._ask(request, self._settings.deadline_s)
        try:
            samples, rate = soundfile.read(str(path), dtype="float32", always_2d=True)
        except soundfile.LibsndfileError as error:
            raise SynthesisFailed(f"The speech synthesiser left no sound that can be read ({error}).") from error
        finally:
            path.unlink(missing_ok=True)
        mono = samples.mean(axis=1)
        if by_resampling:
            mono = soxr.resample(mono, rate * voice.pitch, rate)
        return Pcm(np.ascontiguousarray(mono, np.float32), int(rate))

    def _started(self) -> "_Worker":
        if self._worker is None:
            worker = _Worker()
            hello = worker.answer(START_DEADLINE_S)
            if hello is None or not hello.get("ready"):
                worker.kill()
                why = "it does not start" if hello is None else hello.get("error", "")
                raise SynthesisFailed(f"The speech synthesiser can't be used ({why}).")
            self._driver = hello["driver"]
            self._worker = worker
        return self._worker

    def _ask(self, request: dict[str, Any], deadline_s: float) -> dict[str, Any]:
        for attempt in (1, 2):
            worker = self._started()
            reply = worker.answer(deadline_s) if worker.send(request) else None
            if reply is not None:
                break
            died = worker.has_died
            self._drop()
            # A worker that is found dead may have died long ago, of something else: it gets a second chance.
            if not died or attempt == 2:
                what = "stops at" if died else f"took longer than {deadline_s:g} seconds for"
                raise SynthesisFailed(f"The speech synthesiser {what} a sentence; it will be started again.")
        assert reply is not None
        if "error" in reply:
            raise SynthesisFailed(f"The speech synthesiser refused a sentence ({reply['error']}).")
        return reply

    def _drop(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker = None


class _Worker:
    """The process and the thread that reads its answers (a pipe can't be read with a deadline on Windows)."""

    def __init__(self) -> None:
        # In a session of its own, so that Ctrl-C at the terminal is ours alone; it ends when its standard input does.
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "voicegames.speaking.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            raise SynthesisFailed(f"The speech synthesiser can't be started ({error}).") from error
        self.has_died = False
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="synthesizer-answers", daemon=True).start()

    def send(self, request: dict[str, Any]) -> bool:
        """Send a request; False if the process has gone."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            self.has_died = True
            return False
        return True

    def answer(self, deadline_s: float) -> dict[str, Any] | None:
        """Return the next answer, or None if it does not come in time or never will."""
        try:
            line = self._answers.get(timeout=deadline_s)
        except queue.Empty:
            return None
        if not line:
            self.has_died = True
            return None
        reply: dict[str, Any] = json.loads(line)
        return reply

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue

    def _read(self) -> None:
        assert self.process.stdout is not None
        try:
            for line in self.process.stdout:
                self._answers.put(line)
        except (OSError, ValueError):
            pass
        self._answers.put("")
