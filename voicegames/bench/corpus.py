"""Making the corpus: each order of the plan as sound with its truth, in memory or as FLAC files with a manifest."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import groupby
from pathlib import Path

import numpy as np
import soundfile

from voicegames.bench import noises
from voicegames.bench.babble import Babble
from voicegames.bench.clips import MANIFEST, Clip, Kind, Manner, as_written, to_line
from voicegames.bench.distortions import FLOOR_DBFS, SPEECH_DBFS, heard
from voicegames.bench.edges import KEPT_S, active_rms, bare, begins_softly, speech_edges
from voicegames.bench.plan import Order, Size, plan
from voicegames.bench.stutters import Part, spelled, stuttered
from voicegames.bench.synthesis import HOW_TO_INSTALL, Synthesis, is_installed
from voicegames.bench.voices import BenchVoice, Split, voices_of
from voicegames.errors import Failure
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

LEAD_S = (0.8, 1.2)
"""The shortest and the longest quiet before the speech: the ear gets to know the noise."""

TAIL_S = 1.2
GAP_S = (0.04, 0.35)
PAUSE_S = (0.6, 1.5)
SPEEDS = (0.9, 1.0, 1.12)
NOISE_S = 3.0


class Maker:
    """Makes clips of one split with the voices that are installed. The same order and seed give the same samples."""

    def __init__(self, split: Split, seed: int) -> None:
        self._seed = seed
        self._synthesis = Synthesis()
        self._babble = Babble(self._synthesis, installed_voices(split))

    def make(self, order: Order) -> tuple[Clip, Samples]:
        """Return the clip of an order. Raises Failure("no-speech") where its synthesiser fails."""
        rng = order.rng(self._seed)
        return self._noise(order, rng) if order.voice is None else self._speech(order, order.voice, rng)

    def talk(self, length: int, rng: np.random.Generator, talkers: int) -> Samples:
        """Return the talk of any voices of the split with an RMS of 1."""
        return self._babble.talk(length, rng, without="", talkers=talkers)

    def _speech(self, order: Order, voice: BenchVoice, rng: np.random.Generator) -> tuple[Clip, Samples]:
        parts, gaps_s = self._parts(order, voice, rng)
        lead = round(rng.uniform(*LEAD_S) * SAMPLE_RATE)
        pieces = [np.zeros(lead, np.float32)]
        spans: list[tuple[int, int]] = []
        position = lead
        for part, gap_s in zip(parts, (*gaps_s, 0.0), strict=True):
            spans.append((position, position + len(part.samples)))
            gap = np.zeros(round(gap_s * SAMPLE_RATE), np.float32)
            pieces += [part.samples, gap]
            position += len(part.samples) + len(gap)
        clean = np.concatenate([*pieces, np.zeros(round(TAIL_S * SAMPLE_RATE), np.float32)])
        level = SPEECH_DBFS + rng.uniform(-3, 3)
        clean *= np.float32(10 ** (level / 20) / max(1e-9, active_rms(clean)))
        babble = partial(self._babble.talk, without=voice.base)
        sound = as_written(heard(clean, order.condition, babble, rng))
        disfluent = [span for span, part in zip(spans, parts, strict=True) if part.disfluent]
        first, last = speech_edges(clean, soft=begins_softly(parts[0].text))
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
            text=" ".join(part.text for part in parts),
            onset_s=_seconds(min(first, lead + round(KEPT_S * SAMPLE_RATE))),
            end_s=_seconds(last),
            duration_s=_seconds(len(sound)),
            disfluency=order.kind.stutter,
            disfluent_s=(_seconds(disfluent[0][0]), _seconds(disfluent[-1][1])) if disfluent else None,
            pause_s=round(max(gaps_s), 4) if gaps_s else None,
            snr_db=order.condition.snr_db,
            distance_m=order.condition.distance_m,
        )
        return clip, sound

    def _parts(self, order: Order, voice: BenchVoice, rng: np.random.Generator) -> tuple[list[Part], tuple[float, ...]]:
        """Return the pieces of what is said, and the gaps between them in seconds."""
        speed = float(rng.choice(SPEEDS))
        stutter = order.kind.stutter
        if order.manner is Manner.SPELLED and stutter is not None:
            said = spelled(stutter, order.words[-1], rng)
            assert said is not None
            text = "".join(f"{word}, " for word in order.words[:-1])
            return [self._part(voice, text + said[0], speed, caption=text + said[1])], ()
        if order.manner is Manner.COMMAS:
            return [self._part(voice, ", ".join(order.words), speed)], ()
        if order.manner is Manner.ONE_BREATH or (len(order.words) == 1 and stutter is None):
            return [self._part(voice, order.text, speed)], ()
        # No two "oh"s of a person are the same.
        parts = [self._part(voice, word, float(rng.choice(SPEEDS))) for word in order.words[:-1]]
        if stutter is None:
            parts.append(self._part(voice, order.words[-1], speed))
        else:
            parts += stuttered(stutter, order.words[-1], voice, self._synthesis, speed, rng)
        gaps_s = [float(rng.uniform(*GAP_S)) for _ in parts[1:]]
        if order.manner is Manner.PAUSED:
            gaps_s[int(rng.integers(len(gaps_s)))] = float(rng.uniform(*PAUSE_S))
        return parts, tuple(gaps_s)

    def _part(self, voice: BenchVoice, text: str, speed: float, caption: str = "") -> Part:
        return Part(caption or text, bare(self._synthesis.say(voice, text, speed), text))

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


def installed_voices(split: Split) -> tuple[BenchVoice, ...]:
    """Return the voices of a split that this machine has."""
    return tuple(voice for voice in voices_of(split) if is_installed(voice))


def left_out(split: Split) -> list[str]:
    """Return a line for each synthesiser whose voices of ``split`` are missing: which ones, and what installs it."""
    missing: dict[str, list[str]] = {}
    for voice in voices_of(split):
        if not is_installed(voice):
            missing.setdefault(HOW_TO_INSTALL[voice.engine], []).append(voice.name)
    return [f"Left out, as it is not installed ({how}): {', '.join(names)}." for how, names in missing.items()]


def make_clips(
    split: Split, *, size: Size = Size.QUICK, seed: int = 0, voices: Sequence[BenchVoice] | None = None
) -> Iterator[tuple[Clip, Samples]]:
    """Yield the clips of a corpus in memory, the same that ``make_corpus`` would write.

    ``voices`` are those of the split that are installed unless given. Raises Failure("no-voices") where there are none,
    Failure("no-speech") where a synthesiser fails.
    """
    maker = Maker(split, seed)
    for order in plan(split, _checked(split, voices), size, seed):
        yield maker.make(order)


def make_corpus(split: Split, out: Path, *, size: Size = Size.QUICK, seed: int = 0, processes: int = 2) -> list[Clip]:
    """Write a corpus to ``out``: 16 kHz mono FLAC files and manifest.jsonl. Returns its clips in the manifest's order.

    Raises Failure("no-voices") where no synthesiser is installed, Failure("no-speech") where one fails, and
    Failure("not-written") where the folder can't be written to.
    """
    orders = plan(split, _checked(split, None), size, seed)
    batches = [list(batch) for _, batch in groupby(orders, key=lambda order: order.voice)]
    try:
        out.mkdir(parents=True, exist_ok=True)
        with ProcessPoolExecutor(processes) as pool:
            made = list(pool.map(partial(_write, split, seed, out), batches))
        clips = [clip for batch in made for clip in batch]
        text = "".join(to_line(clip) + "\n" for clip in clips)
        partly = out / f".{MANIFEST}"
        partly.write_text(text, encoding="utf-8")
        os.replace(partly, out / MANIFEST)
    except (OSError, soundfile.SoundFileError) as error:
        raise Failure("not-written", f"The corpus can't be written to {out}: {error}.") from error
    return clips


_makers: dict[tuple[Split, int], Maker] = {}


def _write(split: Split, seed: int, out: Path, orders: list[Order]) -> list[Clip]:
    maker = _makers.setdefault((split, seed), Maker(split, seed))
    clips = []
    for order in orders:
        clip, samples = maker.make(order)
        soundfile.write(out / clip.file, samples, SAMPLE_RATE, format="FLAC", subtype="PCM_16")
        clips.append(clip)
    return clips


def _checked(split: Split, voices: Sequence[BenchVoice] | None) -> tuple[BenchVoice, ...]:
    chosen = installed_voices(split) if voices is None else tuple(voices)
    if not chosen:
        raise Failure("no-voices", f"No synthesiser for the {split} voices is installed: install espeak-ng and flite.")
    return chosen


def _seconds(samples: int) -> float:
    return round(samples / SAMPLE_RATE, 4)
