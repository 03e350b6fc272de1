"""What slow synthesisers gave, kept on disk between runs."""

import hashlib
import os
from contextlib import suppress
from pathlib import Path

import numpy as np
import platformdirs
import soundfile

from voicegames.bench.said import Said
from voicegames.bench.voices import BenchVoice
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

_VERSION = 1
"""To be raised where the same text is rendered otherwise."""


def kept_speech_folder() -> Path:
    """Return where speech is kept by default: in the user's folder for what may be deleted at any time."""
    return platformdirs.user_cache_path("voicegames") / "bench"


class KeptSpeech:
    """Speech as files of 16 bits in a folder; a folder that can't be written to keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, voice: BenchVoice, said: Said) -> Samples | None:
        """Return what was kept, or None."""
        try:
            samples, rate = soundfile.read(self._path(voice, said), dtype="float32")
        except (OSError, soundfile.SoundFileError):
            return None
        return np.asarray(samples, np.float32) if rate == SAMPLE_RATE else None

    def put(self, voice: BenchVoice, said: Said, samples: Samples) -> Samples:
        """Keep the samples, and return them as they will be read."""
        path = self._path(voice, said)
        partly = path.with_suffix(f".{os.getpid()}")
        rounded = np.clip(np.round(samples * 32768.0), -32768, 32767).astype(np.int16)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            soundfile.write(partly, rounded, SAMPLE_RATE, format="FLAC", subtype="PCM_16")
            os.replace(partly, path)
        except (OSError, soundfile.SoundFileError):
            with suppress(OSError):
                partly.unlink(missing_ok=True)
        return np.asarray(rounded / 32768.0, np.float32)

    def _path(self, voice: BenchVoice, said: Said) -> Path:
        text = f"{_VERSION} {voice.engine} {voice.voice} {voice.dialect} {said.speed} {said.text}"
        return self._folder / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.flac"
