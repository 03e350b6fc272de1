"""Sound from a file: WAV, FLAC, OGG and what else libsndfile reads, of any rate and number of channels."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import soundfile
import soxr

from voicegames.errors import Failure
from voicegames.hearing.recognizer import BLOCK, SAMPLE_RATE, Samples
from voicegames.hearing.source import Block

_PIECE_S = 1.0

_SIZE_TOLD = re.compile(r"^ *(?:data|riff|SSND|Data Size) *: (\d+) \(should be (\d+)\)", re.MULTILINE | re.IGNORECASE)
"""How libsndfile tells that a file has another size than its header says."""

_STREAMED_FROM = 0x7FF00000
"""A program that does not know yet how much will come writes such a size, or a larger one, into the header."""


class FileSource:
    """Gives the file's sound in blocks of 20 ms, mixed to mono, at 16 kHz, and then ``trailing_quiet_s`` of silence.

    The silence lets the last word become final. Files are read a second at a time. Raises Failure, with the code
    "no-file" where there is no such file and "not-audio" where it can't be played; samples that are no numbers are
    found while reading.
    """

    live = False

    def __init__(self, path: Path | str, trailing_quiet_s: float = 1.0) -> None:
        self._path = Path(path)
        self._file = _opened(self._path)
        self._pieces = self._samples(trailing_quiet_s)
        self._rest: Samples = np.zeros(0, np.float32)
        self._start = 0

    @property
    def duration_s(self) -> float:
        """The length of the file in seconds, without the silence after it."""
        return float(self._file.frames / self._file.samplerate)

    @property
    def note(self) -> str | None:
        """A sentence where the file ends before its own header says that it does; else None."""
        sizes = [(int(told), int(real)) for told, real in _SIZE_TOLD.findall(self._file.extra_info)]
        is_cut = any(real + 1 < told < _STREAMED_FROM for told, real in sizes)
        if not is_cut and "lacks an end-of-stream" not in self._file.extra_info:
            return None
        return f"{self._path} was cut off: only its first {self.duration_s:.2f} s are there; try a whole copy."

    def read(self) -> Block | None:
        """Return the next block, or None at the end. Raises Failure("not-audio") for damaged sound."""
        while len(self._rest) < BLOCK:
            piece = next(self._pieces, None)
            if piece is None:
                break
            self._rest = np.concatenate([self._rest, piece])
        if not len(self._rest):
            return None
        samples = self._rest[:BLOCK]
        self._rest = self._rest[BLOCK:]
        if len(samples) < BLOCK:
            samples = np.pad(samples, (0, BLOCK - len(samples)))
        block = Block(self._start, samples, time.monotonic())
        self._start += BLOCK
        return block

    def close(self) -> None:
        """Close the file. May be called twice."""
        self._file.close()
        self._pieces = iter(())

    def _samples(self, trailing_quiet_s: float) -> Iterator[Samples]:
        rate = self._file.samplerate
        resampler = soxr.ResampleStream(rate, SAMPLE_RATE, 1, dtype="float32")
        while True:
            try:
                piece = self._file.read(int(_PIECE_S * rate), dtype="float32", always_2d=True)
            except (soundfile.LibsndfileError, RuntimeError) as error:
                raise Failure("not-audio", f"{self._path} is damaged ({error}); try another copy.") from None
            if not np.isfinite(piece).all():
                raise Failure("not-audio", f"{self._path} holds samples that are no numbers; export it again as WAV.")
            last = not len(piece)
            mono = piece.mean(1) if not last else np.zeros(0, np.float32)
            heard = mono if rate == SAMPLE_RATE else resampler.resample_chunk(mono, last=last)
            yield np.clip(heard, -1, 1)
            if last:
                break
        yield np.zeros(round(trailing_quiet_s * SAMPLE_RATE), np.float32)


def _opened(path: Path) -> soundfile.SoundFile:
    if path.is_dir():
        raise Failure("no-file", f"{path} is a folder; name a sound file in it.")
    if not path.exists():
        raise Failure("no-file", f"There is no file {path}; check its name.")
    if path.stat().st_size == 0:
        raise Failure("not-audio", f"{path} is empty; record it again.")
    try:
        file = soundfile.SoundFile(str(path))
    except PermissionError:
        raise Failure("no-file", f"{path} may not be read; check its permissions.") from None
    except (soundfile.LibsndfileError, RuntimeError, TypeError, ValueError):
        raise Failure("not-audio", f"{path} is no sound file that can be read; WAV, FLAC and OGG can.") from None
    if file.frames == 0:
        file.close()
        raise Failure("not-audio", f"{path} holds no sound; record it again.")
    return file
