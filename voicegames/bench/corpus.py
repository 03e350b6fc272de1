"""Making the corpus: each order of the plan as sound with its truth, in memory or as FLAC files with a manifest."""

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from itertools import groupby
from pathlib import Path

import numpy as np
import soundfile

from voicegames.bench import noises
from voicegames.bench.babble import Babble
from voicegames.bench.clips import MANIFEST, Clip, Kind, as_written, to_line
from voicegames.bench.distortions import FLOOR_DBFS, SPEECH_DBFS, heard
from voicegames.bench.edges import KEPT_AFTER, KEPT_BEFORE, active_rms, bare
from voicegames.bench.kept_speech import KeptSpeech, kept_speech_folder
from voicegames.bench.plan import Order, Size, plan, voices_for
from voicegames.bench.said import Said
from voicegames.bench.script import script
from voicegames.bench.stutters import cut
from voicegames.bench.synthesis import HOW_TO_INSTALL, Synthesis, is_installed
from voicegames.bench.voices import BenchVoice, Split
from voicegames.errors import Failure
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

LEAD_S = (0.8, 1.2)
"""The shortest and the longest quiet before the speech: the ear gets to know the noise."""

TAIL_S = 1.2
NOISE_S = 3.0


class Maker:
    """Makes clips; the same order, seed and voices give the same samples.

    ``voices`` are those that talk in the background, all of the split of the orders.
    """

    def __init__(self, voices: Sequence[BenchVoice], seed: int) -> None:
        self._seed = seed
        self._synthesis = Synthesis(KeptSpeech(kept_speech_folder()))
        self._babble = Babble(self._synthesis, voices)

    def make(self, order: Order) -> tuple[Clip, Samples]:
        """Return the clip of an order. Raises Failure("no-speech") where its synthesiser fails."""
        rng = order.rng(self._seed)
        return self._noise(order, rng) if order.voice is None else self._speech(order, order.voice, rng)

    def talk(self, length: int, rng: np.random.Generator, talkers: int) -> Samples:
        """Return the talk of any voices of the split with an RMS of 1."""
        return self._babble.talk(length, rng, without="", talkers=talkers)

    def prepare(self, orders: Iterable[Order]) -> None:
        """Render all that the orders of one voice need, which saves starting a slow synthesiser for each of them."""
        wanted: dict[BenchVoice, list[Said]] = {}
        for order in orders:
            if order.voice is not None:
                pieces = script(order, order.rng(self._seed)).pieces
                wanted.setdefault(order.voice, []).extend(Said(piece.text, piece.speed) for piece in pieces)
        for voice, said in wanted.items():
            self._synthesis.prepare(voice, said)

    def _speech(self, order: Order, voice: BenchVoice, rng: np.random.Generator) -> tuple[Clip, Samples]:
        pieces, gaps_s = (spoken := script(order, rng)).pieces, spoken.gaps_s
        lead = round(rng.uniform(*LEAD_S) * SAMPLE_RATE)
        sounds = [np.zeros(lead, np.float32)]
        disfluent: list[int] = []
        position = lead
        for piece, gap_s in zip(pieces, (*gaps_s, TAIL_S), strict=True):
            sound = cut(piece, bare(self._synthesis.say(voice, Said(piece.text, piece.speed)), piece.text))
            gap = np.zeros(round(gap_s * SAMPLE_RATE), np.float32)
            disfluent += [position, position + len(sound)] if piece.disfluent else []
            position += len(sound) + len(gap)
            sounds += [sound, gap]
        clean = np.concatenate(sounds)
        level = SPEECH_DBFS + rng.uniform(-3, 3)
        clean *= np.float32(10 ** (level / 20) / max(1e-9, active_rms(clean)))
        babble = partial(self._babble.talk, without=voice.base)
        samples = as_written(heard(clean, order.condition, babble, rng))
        clip = Clip(
            file=f"{order.name}.flac",
            split=order.split,
            voice=voice.name,
            base=voice.base,
            group=voice.group,
            condition=order.condition,
            kind=order.kind,
            manner=order.manner,
            words=order.words,
            text=" ".join(piece.caption for piece in pieces),
            onset_s=_seconds(lead + KEPT_BEFORE),
            end_s=_seconds(len(clean) - round(TAIL_S * SAMPLE_RATE) - KEPT_AFTER),
            duration_s=_seconds(len(samples)),
            disfluency=order.kind.stutter,
            disfluent_s=(_seconds(disfluent[0]), _seconds(disfluent[-1])) if disfluent else None,
            pause_s=max(gaps_s) if gaps_s else None,
            snr_db=order.condition.snr_db,
            distance_m=order.condition.distance_m,
        )
        return clip, samples

    def _noise(self, order: Order, rng: np.random.Generator) -> tuple[Clip, Samples]:
        lead, length = round(rng.uniform(*LEAD_S) * SAMPLE_RATE), round(NOISE_S * SAMPLE_RATE)
        sound = self._sound(order.kind, length, rng)[:length]
        samples = np.zeros(lead + length + round(TAIL_S * SAMPLE_RATE), np.float32)
        samples[lead : lead + len(sound)] = sound
        samples += noises.pink(len(samples), rng) * np.float32(10 ** (FLOOR_DBFS / 20))
        samples = as_written(samples)
        clip = Clip(
            file=f"{order.name}.flac",
            split=order.split,
            voice="noise",
            base="noise",
            group=None,
            condition=order.condition,
            kind=order.kind,
            manner=order.manner,
            words=(),
            text=order.text,
            onset_s=_seconds(lead),
            end_s=_seconds(lead + len(sound)),
            duration_s=_seconds(len(samples)),
        )
        return clip, samples

    def _sound(self, kind: Kind, length: int, rng: np.random.Generator) -> Samples:
        level = np.float32(10 ** ((SPEECH_DBFS + rng.uniform(-8, 4)) / 20))
        peak = np.float32(10 ** (rng.uniform(-18, -3) / 20))
        match kind:
            case Kind.NOISE_LAUGHTER:
                return noises.laughter(rng) * peak
            case Kind.NOISE_COUGH:
                return noises.cough(rng) * peak
            case Kind.NOISE_KNOCK:
                return noises.knocks(rng) * peak
            case Kind.NOISE_CLAPS:
                return noises.claps(rng) * peak
            case Kind.NOISE_MUSIC:
                return noises.music(length, rng) * level
            case Kind.NOISE_TALKERS:
                return self.talk(length, rng, int(rng.integers(2, 4))) * level
            case Kind.NOISE_FAN:
                return noises.fan(length, rng) * level * np.float32(0.2)
            case _:
                return np.zeros(length, np.float32)


def installed_voices(split: Split, size: Size = Size.FULL) -> tuple[BenchVoice, ...]:
    """Return the voices of a corpus that this machine has. Raises Failure("no-voices") where it has none."""
    voices = tuple(voice for voice in voices_for(split, size) if is_installed(voice))
    if not voices:
        raise Failure("no-voices", f"No synthesiser for the {split} voices is installed: install espeak-ng and flite.")
    return voices


def left_out(split: Split, size: Size = Size.FULL) -> list[str]:
    """Return a line for each synthesiser whose voices are missing: which ones, and what installs it."""
    missing: dict[str, list[str]] = {}
    for voice in voices_for(split, size):
        if not is_installed(voice):
            missing.setdefault(HOW_TO_INSTALL[voice.engine], []).append(voice.name)
    return [f"Left out, as it is not installed ({how}): {', '.join(names)}." for how, names in missing.items()]


def make_clips(
    split: Split, *, size: Size = Size.QUICK, seed: int = 0, voices: Sequence[BenchVoice] | None = None
) -> Iterator[tuple[Clip, Samples]]:
    """Yield the clips of a corpus in memory, the same that ``make_corpus`` would write.

    ``voices`` are those of the split and size that are installed unless given. Raises Failure("no-voices") where there
    are none, Failure("no-speech") where a synthesiser fails.
    """
    chosen = installed_voices(split, size) if voices is None else voices
    maker = Maker(chosen, seed)
    for batch in _by_voice(plan(split, chosen, size, seed)):
        maker.prepare(batch)
        yield from map(maker.make, batch)


def make_corpus(
    split: Split,
    out: Path,
    *,
    size: Size = Size.QUICK,
    seed: int = 0,
    voices: Sequence[BenchVoice] | None = None,
    processes: int = 2,
) -> list[Clip]:
    """Write a corpus to ``out``: 16 kHz mono FLAC files and manifest.jsonl. Returns its clips in the manifest's order.

    ``voices`` are those of the split and size that are installed unless given, and the work is done by ``processes``.
    Raises Failure("no-voices") where no synthesiser is installed, Failure("no-speech") where one fails, and
    Failure("not-written") where the folder can't be written to.
    """
    chosen = installed_voices(split, size) if voices is None else tuple(voices)
    batches = _by_voice(plan(split, chosen, size, seed))
    try:
        out.mkdir(parents=True, exist_ok=True)
        with ProcessPoolExecutor(processes) as pool:
            made = list(pool.map(partial(_write, chosen, seed, out), batches))
        clips = [clip for batch in made for clip in batch]
        text = "".join(to_line(clip) + "\n" for clip in clips)
        partly = out / f".{MANIFEST}"
        partly.write_text(text, encoding="utf-8")
        os.replace(partly, out / MANIFEST)
    except (OSError, soundfile.SoundFileError) as error:
        raise Failure("not-written", f"The corpus can't be written to {out}: {error}.") from error
    return clips


@lru_cache(maxsize=1)
def _maker(voices: tuple[BenchVoice, ...], seed: int) -> Maker:
    return Maker(voices, seed)


def _write(voices: tuple[BenchVoice, ...], seed: int, out: Path, orders: list[Order]) -> list[Clip]:
    # A process keeps its maker, so that what the background says is rendered once.
    maker = _maker(voices, seed)
    maker.prepare(orders)
    clips = []
    for order in orders:
        clip, samples = maker.make(order)
        soundfile.write(out / clip.file, samples, SAMPLE_RATE, format="FLAC", subtype="PCM_16")
        clips.append(clip)
    return clips


def _by_voice(orders: Iterable[Order]) -> list[list[Order]]:
    return [list(batch) for _, batch in groupby(orders, key=lambda order: order.voice)]


def _seconds(samples: int) -> float:
    return samples / SAMPLE_RATE
