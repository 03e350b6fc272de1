"""Korean speech with known truth, made by eSpeak NG: statements, stutters, other speech; clean and in noise."""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np
import soundfile

from voicegames.bench.babble import Babble
from voicegames.bench.clips import Clip, Kind, Manner, as_written
from voicegames.bench.corpus import TAIL_S
from voicegames.bench.distortions import SPEECH_DBFS, Condition, heard
from voicegames.bench.edges import KEPT_AFTER, KEPT_BEFORE, active_rms, bare
from voicegames.bench.korean_items import (
    ANSWERS,
    FAR_WORDS,
    FILLERS,
    NEAR_WORDS,
    OH,
    PLAIN_SENTENCES,
    SENTENCES,
    korean_voices,
)
from voicegames.bench.said import Said
from voicegames.bench.script import GAP_S, PAUSE_S, SPEEDS
from voicegames.bench.stutters import CONSONANT_VOWEL_S, Cut, Piece, Stutter, cut
from voicegames.bench.synthesis import HOW_TO_INSTALL, Synthesis, is_installed
from voicegames.bench.voices import BenchVoice, Engine, Split
from voicegames.errors import Failure
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

LEAD_S = (1.4, 1.7)
"""The shortest and the longest noise before the speech: long enough for the ear to get to know the room."""

CONDITIONS = (Condition.CLEAN, Condition.WHITE_20, Condition.WHITE_10, Condition.BABBLE_20)
STUTTERS = (
    Kind.STUTTER_WORD,
    Kind.STUTTER_SYLLABLE,
    Kind.STUTTER_CONSONANT,
    Kind.STUTTER_FILLER,
    Kind.STUTTER_CORRECTION,
)
OTHER_SPEECH = (Kind.OOV_NEAR, Kind.OOV_FAR, Kind.OOV_SENTENCE)

_Item = TypeVar("_Item")
_SILENT_START = "ㅇ"
_FIRST_SYLLABLE = 0xAC00
_SYLLABLES_A_CONSONANT = 588
_CONSONANTS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"


@dataclass(frozen=True, slots=True)
class Size:
    """How many clips a voice has: clean, and in each noise."""

    statements: int
    paused: int
    stutters: int
    others: int
    noisy_statements: int
    noisy_stutters: int
    noisy_others: int


FULL = Size(6, 1, 5, 3, 2, 1, 1)
QUICK = Size(3, 0, 5, 3, 1, 0, 0)


@dataclass(frozen=True, slots=True)
class _Order:
    condition: Condition
    kind: Kind
    pieces: tuple[Piece, ...]
    gaps_s: tuple[float, ...]
    words: tuple[str, ...] = ()


def make_korean_clips(split: Split, size: Size = FULL, seed: int = 0) -> Iterator[tuple[Clip, Samples]]:
    """Yield the clips of one side of the split; the same each time.

    Raises Failure("no-voices") without eSpeak NG, and Failure("no-speech") where it fails.
    """
    voices = korean_voices(split)
    if not is_installed(voices[0]):
        how = HOW_TO_INSTALL[Engine.ESPEAK]
        raise Failure("no-voices", f"The Korean part of the bench needs {how}: install it, or leave out --korean.")
    synthesis = Synthesis()
    babble = Babble(synthesis, voices, PLAIN_SENTENCES[split])
    for voice in voices:
        rng = np.random.default_rng([seed, zlib.crc32(f"{split} {voice.name}".encode())])
        for number, order in enumerate(_orders(split, size, rng)):
            yield _made(synthesis, babble, voice, split, number, order, rng)


def write_korean_corpus(folder: Path, split: Split, size: Size = FULL, seed: int = 0) -> list[Clip]:
    """Write the sound of ``make_korean_clips`` to a folder as FLAC files, and return the clips."""
    clips = []
    for clip, samples in make_korean_clips(split, size, seed):
        soundfile.write(folder / clip.file, samples, SAMPLE_RATE, format="FLAC", subtype="PCM_16")
        clips.append(clip)
    return clips


def _orders(split: Split, size: Size, rng: np.random.Generator) -> Iterator[_Order]:
    answers, stutters, others = _forever(ANSWERS, rng), _forever(STUTTERS, rng), _others(split, rng)
    for condition in CONDITIONS:
        is_clean = condition is Condition.CLEAN
        for turn in range(size.statements if is_clean else size.noisy_statements):
            yield _statement(condition, Manner.SPLICED if turn % 2 else Manner.COMMAS, next(answers), rng)
        for _ in range(size.paused if is_clean else 0):
            yield _statement(condition, Manner.PAUSED, next(answers), rng)
        for kind in islice(stutters, size.stutters if is_clean else size.noisy_stutters):
            yield _stuttered(condition, kind, answers, rng)
        for kind, text in islice(others, size.others if is_clean else size.noisy_others):
            yield _Order(condition, kind, (Piece(text, float(rng.choice(SPEEDS)), text),), ())


def _statement(condition: Condition, manner: Manner, answer: str, rng: np.random.Generator) -> _Order:
    fewest = 1 if manner is Manner.PAUSED else 0
    words = (OH,) * int(rng.integers(fewest, 4)) + (answer,)
    if manner is Manner.COMMAS:
        spoken = Piece(", ".join(words), float(rng.choice(SPEEDS)), " ".join(words))
        return _Order(condition, Kind.STATEMENT, (spoken,), (), words)
    pieces = tuple(Piece(word, float(rng.choice(SPEEDS)), word) for word in words)
    gaps_s = _gaps(pieces, rng)
    if manner is Manner.PAUSED:
        gaps_s = (*gaps_s[:-1], float(rng.uniform(*PAUSE_S)))
    return _Order(condition, Kind.STATEMENT, pieces, gaps_s, words)


def _stuttered(condition: Condition, kind: Kind, answers: Iterator[str], rng: np.random.Generator) -> _Order:
    word = next(answers)
    while kind is Kind.STUTTER_CONSONANT and first_consonant(word) == _SILENT_START:
        word = next(answers)
    speed = float(rng.choice(SPEEDS))
    ohs = [Piece(OH, float(rng.choice(SPEEDS)), OH)] * int(rng.choice(3, p=(0.6, 0.25, 0.15)))
    whole = Piece(word, speed, word)
    match kind.stutter:
        case Stutter.WORD:
            before = [replace(whole, disfluent=True)]
        case Stutter.SYLLABLE:
            before = [Piece(word, speed, f"{word[0]}-", Cut.SYLLABLE, True)]
        case Stutter.CONSONANT:
            to_s = float(rng.uniform(*CONSONANT_VOWEL_S))
            fragment = Piece(word, speed, f"{first_consonant(word)}-", Cut.CONSONANT, True, to_s)
            before = [fragment] * int(rng.integers(1, 3))
        case Stutter.FILLER:
            filler = FILLERS[int(rng.integers(len(FILLERS)))]
            before = [Piece(filler, speed, filler, Cut.DRAWN_OUT, True, float(rng.uniform(0.25, 0.5)))]
        case _:
            wrong = [w for w in ANSWERS if len(w) >= 3 and first_consonant(w) != first_consonant(word)]
            text = wrong[int(rng.integers(len(wrong)))]
            before = [Piece(text, speed, f"{text[:2]}-", Cut.HALF, True)]
    pieces = (*ohs, *before, whole)
    return _Order(condition, kind, pieces, _gaps(pieces, rng), (OH,) * len(ohs) + (word,))


def first_consonant(word: str) -> str:
    """Return the letter that a Korean word begins with; ㅇ where it begins with its vowel."""
    return _CONSONANTS[(ord(word[0]) - _FIRST_SYLLABLE) // _SYLLABLES_A_CONSONANT]


def _gaps(pieces: Sequence[Piece], rng: np.random.Generator) -> tuple[float, ...]:
    return tuple(float(rng.uniform(*GAP_S)) for _ in pieces[1:])


def _made(
    synthesis: Synthesis,
    babble: Babble,
    voice: BenchVoice,
    split: Split,
    number: int,
    order: _Order,
    rng: np.random.Generator,
) -> tuple[Clip, Samples]:
    lead = round(rng.uniform(*LEAD_S) * SAMPLE_RATE)
    sounds = [np.zeros(lead, np.float32)]
    for piece, gap_s in zip(order.pieces, (*order.gaps_s, TAIL_S), strict=True):
        said = bare(synthesis.say(voice, Said(piece.text, piece.speed)), piece.text)
        sounds += [cut(piece, said), np.zeros(round(gap_s * SAMPLE_RATE), np.float32)]
    clean = np.concatenate(sounds)
    clean *= np.float32(10 ** ((SPEECH_DBFS + rng.uniform(-3, 3)) / 20) / max(1e-9, active_rms(clean)))
    samples = as_written(heard(clean, order.condition, partial(babble.talk, without=voice.base), rng))
    clip = Clip(
        file=f"{'-'.join(voice.base.split())}-{number:03}.flac",
        split=split,
        voice=voice.name,
        base=voice.base,
        group=voice.group,
        condition=order.condition,
        kind=order.kind,
        manner=_manner(order),
        words=order.words,
        text=" ".join(piece.caption for piece in order.pieces),
        onset_s=(lead + KEPT_BEFORE) / SAMPLE_RATE,
        end_s=(len(clean) - round(TAIL_S * SAMPLE_RATE) - KEPT_AFTER) / SAMPLE_RATE,
        duration_s=len(samples) / SAMPLE_RATE,
        disfluency=order.kind.stutter,
        pause_s=max(order.gaps_s, default=None),
        snr_db=order.condition.snr_db,
    )
    return clip, samples


def _manner(order: _Order) -> Manner:
    if len(order.pieces) == 1:
        return Manner.COMMAS if order.kind is Kind.STATEMENT else Manner.ONE_BREATH
    return Manner.PAUSED if max(order.gaps_s) >= PAUSE_S[0] else Manner.SPLICED


def _others(split: Split, rng: np.random.Generator) -> Iterator[tuple[Kind, str]]:
    texts = {
        Kind.OOV_NEAR: _forever(NEAR_WORDS[split], rng),
        Kind.OOV_FAR: _forever(FAR_WORDS[split], rng),
        Kind.OOV_SENTENCE: _forever(SENTENCES[split], rng),
    }
    while True:
        for kind in OTHER_SPEECH:
            yield kind, next(texts[kind])


def _forever(items: Sequence[_Item], rng: np.random.Generator) -> Iterator[_Item]:
    while True:
        for number in rng.permutation(len(items)):
            yield items[number]
