"""Trains the network further on DATA (make_speech.py) with CTC, on distorted sound; writes DATA/network.pt."""

import json
import math
import sys
from pathlib import Path

import noises
import numpy as np
import soundfile
import soxr
import torch
import torch.nn.functional as functional
from network import BLANK, PHONES, Network, hama_tokens
from scipy.signal import butter, fftconvolve, sosfilt

LEFT_OUT = "awb"
SPEECH_A_STEP, MORE_A_STEP, NOISES_A_STEP = 6, 11, 4
RATES = {"head": 6e-4, "body": 2.5e-4}


class Sounds:
    """The clips, and the distortions that they are heard with."""

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        self._folder, self._rng = folder, rng
        clips = [json.loads(line) for line in (folder / "clips.jsonl").read_text().splitlines()]
        clips = [clip for clip in clips if all(phone in PHONES for phone in clip["phones"])]
        self.noises = [clip for clip in clips if clip["voice"] == "noise"]
        self.left_out = [clip for clip in clips if clip["voice"] == LEFT_OUT]
        speech = [clip for clip in clips if clip["voice"] not in (LEFT_OUT, "noise")]
        self.speech = [clip for clip in speech if "set" not in clip]
        self.more = [clip for clip in speech if "set" in clip]

    def any_of(self, clips: list[dict], count: int) -> list[dict]:
        return [clips[k] for k in self._rng.integers(0, len(clips), count)]

    def load(self, clip: dict) -> np.ndarray:
        return soundfile.read(self._folder / clip["file"], dtype="float32")[0]

    def distorted(self, clip: dict) -> np.ndarray:
        """Other pitch and tempo, a bump beside it, a room, noise or talk, other bands, cut peaks, another level."""
        rng, sound = self._rng, self.load(clip)
        if rng.random() < 0.65:
            factor = math.exp(rng.uniform(math.log(0.72), math.log(1.45)))
            sound = soxr.resample(sound, noises.RATE, noises.RATE * factor)
        sound = np.pad(sound, (int(rng.uniform(800, 9000)), int(rng.uniform(1600, 9000))))
        if clip["phones"] and rng.random() < 0.35:
            bump = self.load(*self.any_of(self.noises, 1))[: int(rng.uniform(800, 9000))]
            bump = bump * math.sqrt(_power(sound) / _power(bump)) * 10 ** (rng.uniform(-22, 2) / 20)
            gap = np.zeros(int(rng.uniform(0, 4000)))
            parts = [bump, gap, sound] if rng.random() < 0.6 else [sound, gap, bump]
            sound = np.concatenate(parts)
        if rng.random() < 0.45:
            sound = fftconvolve(sound, self._room())[: len(sound)]
        if rng.random() < 0.8:
            sound = sound + self._background(len(sound), _power(sound))
        if rng.random() < 0.25:
            sound = sosfilt(butter(6, rng.uniform(3300, 7000), fs=noises.RATE, output="sos"), sound)
        if rng.random() < 0.15:
            sound = sosfilt(butter(2, rng.uniform(80, 350), "high", fs=noises.RATE, output="sos"), sound)
        if rng.random() < 0.1:
            most = rng.uniform(0.2, 0.9) * np.abs(sound).max()
            sound = np.clip(sound, -most, most)
        hiss = 10 ** rng.uniform(-5, -3.3) * np.abs(sound).max()
        return normalised(sound + rng.normal(0, hiss, len(sound)))

    def _room(self) -> np.ndarray:
        """The answer of a room: the sound itself, and after up to 10 ms a tail of 0.12 to 1.3 s, weak or strong."""
        rng = self._rng
        length = int(math.exp(rng.uniform(math.log(0.12), math.log(1.3))) * noises.RATE)
        tail = rng.normal(size=length) * np.exp(-6.9 * np.arange(length) / length)
        tail = sosfilt(butter(1, rng.uniform(1500, 7000), fs=noises.RATE, output="sos"), tail)
        tail *= 10 ** (rng.uniform(-20, 3) / 20) / np.sqrt(np.square(tail).sum())
        room = np.concatenate([np.zeros(int(rng.uniform(0, 160))), tail])
        room[0] = 1
        return room

    def _background(self, length: int, power: float) -> np.ndarray:
        rng, snr_db, chance = self._rng, self._rng.uniform(3, 35), self._rng.random()
        if chance < 0.48:
            noise = noises.coloured(length, 0 if chance < 0.28 else rng.uniform(0.5, 2), rng)
        else:
            noise, snr_db = np.zeros(length), max(snr_db, 5)
            for clip in self.any_of(self.speech, rng.integers(3, 8)):
                talk = self.load(clip)
                talk = np.tile(talk, length // len(talk) + 1)
                begin = rng.integers(0, len(talk) - length + 1)
                noise += talk[begin : begin + length] * rng.uniform(0.4, 1)
        return noise * math.sqrt(power / np.mean(np.square(noise)) * 10 ** (-snr_db / 10))


def _power(sound: np.ndarray) -> float:
    """The power of the loudest 40 % of 20 ms frames."""
    frames = sound[: max(320, len(sound) // 320 * 320)]
    frames = np.pad(frames, (0, -len(frames) % 320)).reshape(-1, 320)
    levels = np.sort(np.mean(np.square(frames), 1))
    return float(np.mean(levels[-max(1, int(0.4 * len(levels))) :]) + 1e-9)


def normalised(sound: np.ndarray) -> np.ndarray:
    """As voicegames.hearing.phone_net.normalised."""
    frames = sound[: len(sound) // 320 * 320].reshape(-1, 320)
    loud = np.sort(np.mean(np.square(frames), 1))[-max(3, int(0.3 * len(frames))) :]
    return np.clip(sound * (0.2 / max(math.sqrt(loud.mean()), 1e-4)), -1, 1).astype(np.float32)


def batch(sounds: Sounds, clips: list[dict]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    heard = [sounds.distorted(clip) for clip in clips]
    padded = torch.zeros(len(heard), max(map(len, heard)))
    for row, sound in enumerate(heard):
        padded[row, : len(sound)] = torch.tensor(sound)
    labels = [[PHONES.index(phone) for phone in clip["phones"]] for clip in clips]
    flat = torch.tensor([number for label in labels for number in label])
    return padded, torch.tensor(list(map(len, heard))), flat, torch.tensor(list(map(len, labels)))


def loss_of(network: Network, made: tuple[torch.Tensor, ...]) -> torch.Tensor:
    sound, lengths, labels, label_lengths = made
    scores, frames = network(sound, lengths)
    each = functional.ctc_loss(
        scores.transpose(0, 1), labels, frames, label_lengths, BLANK, reduction="none", zero_infinity=True
    )
    return (each / label_lengths.clamp(min=8)).mean()


def main(folder: Path, steps: int) -> None:
    sounds, network = Sounds(folder, np.random.default_rng(0)), Network(hama_tokens())
    if (folder / "network.pt").exists():
        network.load_state_dict(torch.load(folder / "network.pt"))
    body = list(network.tensors.values())
    groups = [{"params": [network.head, network.head_bias], "lr": RATES["head"]}, {"params": body, "lr": RATES["body"]}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.0)
    plan = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / 60) * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 0.01
    )
    average = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    for step in range(steps):
        clips = sounds.any_of(sounds.speech, SPEECH_A_STEP) + sounds.any_of(sounds.more, MORE_A_STEP)
        clips += sounds.any_of(sounds.noises, NOISES_A_STEP)
        loss = loss_of(network, batch(sounds, clips))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        plan.step()
        average.update_parameters(network)
        if (step + 1) % 100 == 0:
            with torch.no_grad():
                unseen = loss_of(average.module, batch(sounds, sounds.any_of(sounds.left_out, 40)))
            print(f"{step + 1}: loss {float(loss.detach()):.3f}, on the voice left out {float(unseen):.3f}", flush=True)
            torch.save(average.module.state_dict(), folder / "network.pt")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
