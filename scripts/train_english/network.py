"""The phone network of hama in torch, tensor by tensor as in voicegames/hearing/phone_net.py, with another head."""

import struct
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functional
from torch import nn

PHONES = [
    "AA",
    "AE",
    "AH",
    "AO",
    "AW",
    "AY",
    "B",
    "CH",
    "D",
    "DH",
    "EH",
    "ER",
    "EY",
    "F",
    "G",
    "HH",
    "IH",
    "IY",
    "JH",
    "K",
    "L",
    "M",
    "N",
    "NG",
    "OW",
    "OY",
    "P",
    "R",
    "S",
    "SH",
    "T",
    "TH",
    "UH",
    "UW",
    "V",
    "W",
    "Y",
    "Z",
    "ZH",
]
BLANK = len(PHONES)
_A = "acoustic_model.model."
_FIRST_TOKENS = dict(
    zip(
        PHONES,
        [
            "ɑ",
            "æ",
            "ʌ",
            "ɔ",
            "aʊ",
            "aɪ",
            "b",
            "t͡ʃ",
            "d",
            "ð",
            "ɛ",
            "ɝ",
            "eɪ",
            "f",
            "g",
            "h",
            "ɪ",
            "i",
            "d͡ʒ",
            "k",
            "l",
            "m",
            "n",
            "ŋ",
            "oʊ",
            "ɔɪ",
            "p",
            "ɹ",
            "s",
            "ʃ",
            "t",
            "θ",
            "ʊ",
            "u",
            "v",
            "w",
            "j",
            "z",
            "ʒ",
        ],
        strict=True,
    )
)


def block_names(number: int) -> dict[str, list[str]]:
    """The names of a block's tensors in the file, in the order in which each part uses them."""
    name, first, conv = f"{_A}blocks.{number}.", 829 + 9 * number, 804 + 3 * number

    def fed(part: str, at: int) -> list[str]:
        return [
            *(f"{name}{part}.norm.{what}" for what in ("weight", "bias")),
            *(f"onnx::MatMul_{at}", f"{name}{part}.fc1.bias", f"onnx::MatMul_{at + 1}", f"{name}{part}.fc2.bias"),
        ]

    return {
        "before": fed("ffn1", first),
        "attention": [
            *(f"{name}attn_norm.weight", f"{name}attn_norm.bias", f"onnx::MatMul_{first + 2}"),
            *(f"{name}attn.in_proj_bias", f"onnx::MatMul_{first + 6}", f"{name}attn.out_proj.bias"),
        ],
        "convolution": [
            *(f"{name}conv.norm.weight", f"{name}conv.norm.bias"),
            *(f"{name}conv.pointwise1.weight", f"{name}conv.pointwise1.bias"),
            *(f"onnx::Conv_{conv}", f"onnx::Conv_{conv + 1}"),
            *(f"{name}conv.pointwise2.weight", f"{name}conv.pointwise2.bias"),
        ],
        "after": fed("ffn2", first + 7),
        "norm": [f"{name}norm.weight", f"{name}norm.bias"],
    }


def hama_tensors() -> dict[str, np.ndarray]:
    folder = Path(find_spec("hama").submodule_search_locations[0]) / "assets"
    data, table, at = (folder / "asr_waveform.hama").read_bytes(), [], 12
    for _ in range(struct.unpack_from("<I", data, 8)[0]):
        (length,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + length].decode()
        at += 2 + length
        kind, rank = data[at], data[at + 1]
        shape = struct.unpack_from(f"<{rank}I", data, at + 2)
        offset, size = struct.unpack_from("<QQ", data, at + 2 + 4 * rank)
        at += 18 + 4 * rank
        table.append((name, np.float32 if kind == 0 else np.float16, shape, offset, size))
    base = len(data) - max(offset + size for *_, offset, size in table)
    return {
        name: np.frombuffer(data, kind, int(np.prod(shape)), base + offset).reshape(shape).astype(np.float32)
        for name, kind, shape, offset, _ in table
    }


class Network(nn.Module):
    def __init__(self, tokens: list[str]) -> None:
        super().__init__()
        tensors = hama_tensors()
        spectra = np.concatenate([tensors["stft_real_kernel"][:, 0], tensors["stft_imag_kernel"][:, 0]])
        self.register_buffer("fourier", torch.tensor(spectra.T.copy()))
        self.register_buffer("mel", torch.tensor(tensors["mel_fb"]))
        self.names = [name for n in range(4) for names in block_names(n).values() for name in names]
        self.names += ["onnx::Conv_801", "onnx::Conv_802"]
        self.tensors = nn.ParameterDict(
            {self.key(name): nn.Parameter(torch.tensor(tensors[name])) for name in self.names}
        )
        head, bias = tensors[f"{_A}proj.weight"][:, :, 0], tensors[f"{_A}proj.bias"]
        chosen = [tokens.index(_FIRST_TOKENS[phone]) for phone in PHONES] + [len(tokens) - 1]
        self.head = nn.Parameter(torch.tensor(head[chosen].T.copy()))
        self.head_bias = nn.Parameter(torch.tensor(bias[chosen]))

    @staticmethod
    def key(name: str) -> str:
        return name.replace(".", "/")

    def forward(self, sound: torch.Tensor, lengths: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities (clips, frames, phones + 1) and the frames of each clip, for sound (clips, samples)."""
        framed = functional.pad(sound[:, None], (200, 200), mode="reflect")[:, 0].unfold(1, 400, 160) @ self.fourier
        mel = torch.log(torch.clamp((framed[..., :201] ** 2 + framed[..., 201:] ** 2) @ self.mel, min=1e-10))
        rows = (mel.shape[1] - 1) // 2 + 1
        mel = functional.pad(mel, (0, 0, 1, 2))
        x = torch.cat([mel[:, n : 2 * rows + n : 2] for n in range(3)], -1)
        stem = self.tensors[self.key("onnx::Conv_801")].permute(2, 1, 0).reshape(240, 144)
        x = functional.gelu(x @ stem + self.tensors[self.key("onnx::Conv_802")])
        frames = lengths // 320 + 1
        mask = torch.arange(rows)[None] < frames[:, None]
        for number in range(4):
            x = self._block(
                {part: [self.tensors[self.key(n)] for n in names] for part, names in block_names(number).items()},
                x,
                mask,
            )
        return (x @ self.head + self.head_bias).log_softmax(-1), frames

    def _block(self, parts: dict[str, list[torch.Tensor]], x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        x = x + 0.5 * _fed_forward(parts["before"], x)
        scale, shift, into, into_bias, out, out_bias = parts["attention"]
        mixed = functional.layer_norm(x, (144,), scale, shift) @ into + into_bias
        query, key, value = mixed.reshape(*x.shape[:2], 3, 4, 36).permute(2, 0, 3, 1, 4)
        match = (query @ key.transpose(-1, -2) / 6).masked_fill(~mask[:, None, None, :], -1e9).softmax(-1)
        x = x + (match @ value).permute(0, 2, 1, 3).reshape(x.shape) @ out + out_bias
        scale, shift, gate, gate_bias, taps, taps_bias, out, out_bias = parts["convolution"]
        gated = functional.layer_norm(x, (144,), scale, shift) @ gate[:, :, 0].T + gate_bias
        held = gated[..., :144] * torch.sigmoid(gated[..., 144:]) * mask[..., None]
        held = functional.conv1d(held.transpose(1, 2), taps, taps_bias, padding=15, groups=144).transpose(1, 2)
        x = x + functional.silu(held) @ out[:, :, 0].T + out_bias
        x = x + 0.5 * _fed_forward(parts["after"], x)
        return functional.layer_norm(x, (144,), *parts["norm"])


def _fed_forward(tensors: list[torch.Tensor], x: torch.Tensor) -> torch.Tensor:
    scale, shift, up, up_bias, down, down_bias = tensors
    return functional.silu(functional.layer_norm(x, (144,), scale, shift) @ up + up_bias) @ down + down_bias


def hama_tokens() -> list[str]:
    import json

    folder = Path(find_spec("hama").submodule_search_locations[0]) / "assets"
    return [*json.loads((folder / "g2p_vocab.json").read_text(encoding="utf-8"))["decoder"], "<wb>", "<blank>"]
