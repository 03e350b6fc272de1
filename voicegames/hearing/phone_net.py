"""The phone network: sound to the log-probabilities of IPA tokens, one row for every 20 ms.

The weights are those of the conformer (4 blocks of 144 channels) in the wheel of ``hama``, Apache-2.0. They are run in
numpy: ten times faster than the package's own engine, and on every system. A wheel of another shape is run by the
package's own engine instead, which gives the same numbers.
"""

import json
import struct
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from voicegames.errors import Failure
from voicegames.hearing.recognizer import Samples

Floats = npt.NDArray[np.float32]

FRAME = 320
"""Samples of one frame of the network's output (20 ms)."""

RETRAINED = {"en": Path(__file__).parent / "english.npz"}
"""Weights that were trained further for one language."""

_CHANNELS, _HEADS, _BLOCKS, _TAPS, _BANDS = 144, 4, 4, 31, 80
_WINDOW, _HOP, _BINS = 400, 160, 201
_SHORTEST = 1600
_LOUDNESS = 0.2
_LOUD_PART = 0.3


class PhoneNet(Protocol):
    """Gives the log-probabilities of phone tokens."""

    tokens: tuple[str, ...]
    """The names of the columns; the last two are "<wb>" (word boundary) and "<blank>"."""

    engine: str
    """What computes: "numpy" or "package"."""

    retrained: bool
    """Whether the weights were trained further for the language; then the right phones are far surer."""

    def log_probabilities(self, samples: Samples) -> Floats:
        """Return natural logarithms of shape (frames, tokens) for mono samples at 16 kHz, (n,)."""
        ...


def normalised(samples: Samples) -> Samples:
    """Return the samples at the level that the network knows: the loudest 30 % of their 20 ms frames at RMS 0.2."""
    count = len(samples) // FRAME
    if count < 3:
        return samples
    power = np.square(samples[: count * FRAME].reshape(count, FRAME)).mean(1)
    loud = np.sort(power)[-max(3, int(_LOUD_PART * count)) :]
    level = max(float(np.sqrt(loud.mean())), 1e-5)
    louder: Samples = np.clip(samples * np.float32(_LOUDNESS / level), -1, 1)
    return louder


def open_phone_net(language: str | None = None) -> PhoneNet:
    """Open the network in numpy, or by the package's own engine if the wheel has another shape.

    For English it has weights that were trained further on made speech (docs/hearing.md); the package's engine can't
    run those, and does without. Raises Failure("phone-network") where neither works.
    """
    spec = find_spec("hama")
    if spec is None or not spec.submodule_search_locations:
        raise Failure(
            "phone-network", "The package hama, which carries the phone network, is missing; run: pip install hama"
        )
    assets = Path(spec.submodule_search_locations[0]) / "assets"
    try:
        return NumpyNet(assets, RETRAINED.get(language or ""))
    except (OSError, ValueError, KeyError, struct.error) as shape:
        try:
            return PackageNet()
        except Exception as error:
            raise Failure(
                "phone-network",
                f"The phone network of the package hama can't be read ({shape}; its own engine: {error});"
                ' run: pip install "hama>=1.7,<2"',
            ) from None


def _tokens(assets: Path) -> tuple[str, ...]:
    vocabulary = json.loads((assets / "g2p_vocab.json").read_text(encoding="utf-8"))
    return (*vocabulary["decoder"], "<wb>", "<blank>")


class PackageNet:
    """The network run by the package's own engine (a native library; none for Windows)."""

    engine = "package"
    retrained = False

    def __init__(self) -> None:
        from hama.asr import ASRModel  # slow to import, and only needed here

        model = ASRModel()
        self.tokens: tuple[str, ...] = tuple(model.decoder_tokens)
        self._session = model.session

    def log_probabilities(self, samples: Samples) -> Floats:
        """Return natural logarithms of shape (frames, tokens) for mono samples at 16 kHz, (n,)."""
        wave = _long_enough(samples)[None, :]
        feeds = {"waveform": wave, "waveform_lengths": np.array([wave.shape[1]], dtype=np.int64)}
        rows, lengths = self._session.run(["log_probs", "out_lengths"], feeds)
        result: Floats = rows[0][: int(lengths[0])]
        return result


class NumpyNet:
    """The network in numpy. ``assets`` is the folder of the wheel with the weights and the list of tokens.

    With ``retrained``, a file of numpy arrays under the same names, those weights and tokens are used instead; the
    spectra stay the wheel's. Raises OSError, KeyError or ValueError where the weights have another shape than that of
    hama 1.7.
    """

    engine = "numpy"

    def __init__(self, assets: Path, retrained: Path | None = None) -> None:
        self.tokens: tuple[str, ...] = _tokens(assets)
        weights = _Weights((assets / "asr_waveform.hama").read_bytes())
        self.retrained = retrained is not None
        if retrained is not None:
            self.tokens = weights.replace_from(retrained)
        real = weights.take("stft_real_kernel", (_BINS, 1, _WINDOW))[:, 0]
        imaginary = weights.take("stft_imag_kernel", (_BINS, 1, _WINDOW))[:, 0]
        self._fourier = np.ascontiguousarray(np.concatenate([real, imaginary]).T)
        self._mel = weights.take("mel_fb", (_BINS, _BANDS))
        stem = weights.take("onnx::Conv_801", (_CHANNELS, _BANDS, 3))
        self._stem = np.ascontiguousarray(stem.transpose(2, 1, 0).reshape(3 * _BANDS, _CHANNELS))
        self._stem_bias = weights.take("onnx::Conv_802", (_CHANNELS,))
        self._blocks = tuple(_Block(weights, number) for number in range(_BLOCKS))
        head = weights.take("acoustic_model.model.proj.weight", (len(self.tokens), _CHANNELS, 1))
        self._head = np.ascontiguousarray(head[:, :, 0].T)
        self._head_bias = weights.take("acoustic_model.model.proj.bias", (len(self.tokens),))

    def log_probabilities(self, samples: Samples) -> Floats:
        """Return natural logarithms of shape (frames, tokens) for mono samples at 16 kHz, (n,)."""
        x = _gelu(self._spectra(_long_enough(samples)) @ self._stem + self._stem_bias)
        for block in self._blocks:
            x = block(x)
        y = x @ self._head + self._head_bias
        y -= y.max(1, keepdims=True)
        y -= np.log(np.exp(y).sum(1, keepdims=True))
        return y

    def _spectra(self, samples: Samples) -> Floats:
        """Log-mel spectra every 10 ms, three neighbours in each of the rows that come every 20 ms."""
        padded = np.pad(samples, _WINDOW // 2, mode="reflect")
        fourier = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[::_HOP] @ self._fourier
        power = fourier[:, :_BINS] ** 2 + fourier[:, _BINS:] ** 2
        mel = np.log(np.maximum(power @ self._mel, 1e-10))
        rows = (len(mel) - 1) // 2 + 1
        mel = np.pad(mel, ((1, 2), (0, 0)))
        return np.concatenate([mel[0 : 2 * rows : 2], mel[1 : 2 * rows + 1 : 2], mel[2 : 2 * rows + 2 : 2]], 1)


class _Weights:
    """The tensors of a .hama file: 8 bytes of magic and version, a table of names, shapes and places, the numbers."""

    def __init__(self, data: bytes) -> None:
        (count,) = struct.unpack_from("<I", data, 8)
        at = 12
        table = []
        for _ in range(count):
            (length,) = struct.unpack_from("<H", data, at)
            name = data[at + 2 : at + 2 + length].decode()
            at += 2 + length
            kind, dimensions = data[at], data[at + 1]
            shape = struct.unpack_from(f"<{dimensions}I", data, at + 2)
            at += 2 + 4 * dimensions
            offset, size = struct.unpack_from("<QQ", data, at)
            at += 16
            table.append((name, np.float32 if kind == 0 else np.float16, shape, offset, size))
        base = len(data) - max(offset + size for *_, offset, size in table)
        if base < at:
            raise ValueError("the file of weights is cut off")
        self._tensors = {
            name: np.frombuffer(data, kind, int(np.prod(shape)), base + offset).reshape(shape)
            for name, kind, shape, offset, _ in table
        }

    def replace_from(self, path: Path) -> tuple[str, ...]:
        """Put the arrays of a file in the place of those of the same names; returns the file's list of tokens."""
        with np.load(path, allow_pickle=False) as arrays:
            self._tensors.update({name: arrays[name] for name in arrays.files if name != "tokens"})
            return tuple(str(token) for token in arrays["tokens"])

    def take(self, name: str, shape: tuple[int, ...]) -> Floats:
        """Return a tensor as float32. Raises KeyError without it, ValueError where its shape is another."""
        tensor = self._tensors[name]
        if tensor.shape != shape:
            raise ValueError(f"{name} has the shape {tensor.shape} instead of {shape}")
        return tensor.astype(np.float32)


class _Norm:
    def __init__(self, weights: _Weights, name: str) -> None:
        self._scale = weights.take(f"{name}.weight", (_CHANNELS,))
        self._shift = weights.take(f"{name}.bias", (_CHANNELS,))

    def __call__(self, x: Floats) -> Floats:
        x = x - x.mean(1, keepdims=True)
        result: Floats = x / np.sqrt(np.square(x).mean(1, keepdims=True) + np.float32(1e-5)) * self._scale + self._shift
        return result


class _FeedForward:
    def __init__(self, weights: _Weights, name: str, first: int) -> None:
        width = 4 * _CHANNELS
        self._norm = _Norm(weights, f"{name}.norm")
        self._up = weights.take(f"onnx::MatMul_{first}", (_CHANNELS, width))
        self._up_bias = weights.take(f"{name}.fc1.bias", (width,))
        self._down = weights.take(f"onnx::MatMul_{first + 1}", (width, _CHANNELS))
        self._down_bias = weights.take(f"{name}.fc2.bias", (_CHANNELS,))

    def __call__(self, x: Floats) -> Floats:
        return _silu(self._norm(x) @ self._up + self._up_bias) @ self._down + self._down_bias


class _Attention:
    def __init__(self, weights: _Weights, name: str, first: int) -> None:
        self._norm = _Norm(weights, f"{name}attn_norm")
        self._into = weights.take(f"onnx::MatMul_{first}", (_CHANNELS, 3 * _CHANNELS))
        self._into_bias = weights.take(f"{name}attn.in_proj_bias", (3 * _CHANNELS,))
        self._out = weights.take(f"onnx::MatMul_{first + 4}", (_CHANNELS, _CHANNELS))
        self._out_bias = weights.take(f"{name}attn.out_proj.bias", (_CHANNELS,))

    def __call__(self, x: Floats) -> Floats:
        width = _CHANNELS // _HEADS
        rows = len(x)
        mixed = self._norm(x) @ self._into + self._into_bias
        query, key, value = mixed.reshape(rows, 3, _HEADS, width).transpose(1, 2, 0, 3)
        match = query @ key.transpose(0, 2, 1) * np.float32(width**-0.5)
        match = np.exp(match - match.max(2, keepdims=True))
        match /= match.sum(2, keepdims=True)
        attended: Floats = (match @ value).transpose(1, 0, 2).reshape(rows, _CHANNELS)
        return attended @ self._out + self._out_bias


class _Convolution:
    def __init__(self, weights: _Weights, name: str, first: int) -> None:
        self._norm = _Norm(weights, f"{name}.norm")
        self._gate = weights.take(f"{name}.pointwise1.weight", (2 * _CHANNELS, _CHANNELS, 1))[:, :, 0].T.copy()
        self._gate_bias = weights.take(f"{name}.pointwise1.bias", (2 * _CHANNELS,))
        self._taps = weights.take(f"onnx::Conv_{first}", (_CHANNELS, 1, _TAPS))[:, 0].T.copy()
        self._taps_bias = weights.take(f"onnx::Conv_{first + 1}", (_CHANNELS,))
        self._out = weights.take(f"{name}.pointwise2.weight", (_CHANNELS, _CHANNELS, 1))[:, :, 0].T.copy()
        self._out_bias = weights.take(f"{name}.pointwise2.bias", (_CHANNELS,))

    def __call__(self, x: Floats) -> Floats:
        rows = len(x)
        gated = self._norm(x) @ self._gate + self._gate_bias
        held = gated[:, :_CHANNELS] / (1 + np.exp(-gated[:, _CHANNELS:]))
        padded = np.pad(held, ((_TAPS // 2, _TAPS // 2), (0, 0)))
        sum_ = np.repeat(self._taps_bias[None, :], rows, axis=0)
        for tap in range(_TAPS):
            sum_ += padded[tap : tap + rows] * self._taps[tap]
        return _silu(sum_) @ self._out + self._out_bias


class _Block:
    """One conformer block: half a feed-forward step, attention, convolution, half a feed-forward step, norm."""

    def __init__(self, weights: _Weights, number: int) -> None:
        name = f"acoustic_model.model.blocks.{number}."
        # the exporter numbered the nameless tensors in the order of their use
        first, convolution = 829 + 9 * number, 804 + 3 * number
        self._before = _FeedForward(weights, f"{name}ffn1", first)
        self._attention = _Attention(weights, name, first + 2)
        self._convolution = _Convolution(weights, f"{name}conv", convolution)
        self._after = _FeedForward(weights, f"{name}ffn2", first + 7)
        self._norm = _Norm(weights, f"{name}norm")

    def __call__(self, x: Floats) -> Floats:
        half = np.float32(0.5)
        x = x + half * self._before(x)
        x = x + self._attention(x)
        x = x + self._convolution(x)
        x = x + half * self._after(x)
        return self._norm(x)


def _long_enough(samples: Samples) -> Samples:
    """The network's window needs some samples: very short sound is followed by silence."""
    samples = np.ascontiguousarray(samples, dtype=np.float32)
    return samples if len(samples) >= _SHORTEST else np.pad(samples, (0, _SHORTEST - len(samples)))


def _silu(x: Floats) -> Floats:
    result: Floats = x / (1 + np.exp(-x))
    return result


def _gelu(x: Floats) -> Floats:
    """Gaussian error linear unit; the error function by Abramowitz and Stegun 7.1.26 (off by less than 1.5e-7)."""
    z = np.abs(x) * np.float32(0.5**0.5)
    t = 1 / (1 + np.float32(0.3275911) * z)
    series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    result: Floats = 0.5 * x * (1 + np.sign(x) * (1 - series * np.exp(-z * z)))
    return result
