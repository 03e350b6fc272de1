"""The voices of the robots: real synthesis of their answers, with stutters on purpose, and their true times."""

import random
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import soxr

from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.language import Language
from voicegames.players import splicing
from voicegames.players.voices import seat_voices
from voicegames.speaking.pcm import Pcm
from voicegames.speaking.synthesizer import Synthesizer, Voice

LOUDNESS = 10 ** (-25 / 20)
"""The RMS of an answer's audible part: -25 dBFS, a voice at arm's length from a laptop."""

GAP_S = (0.05, 0.14)
"""The shortest and the longest gap between two words of an answer, in seconds."""

SHORTEST_WRONG = 4
"""The fewest phones of a word that a correction begins with."""

STOPS = frozenset({"P", "T", "K", "B", "D", "G", "CH", "JH"})
"""The phones that can't be drawn out."""


class Disfluent(StrEnum):
    """The stutters that the chorus can make on purpose."""

    WORD_REPEATED = "word repeated"
    CONSONANT = "consonant"
    SYLLABLE = "syllable"
    FILLER = "filler"
    CORRECTION = "correction"
    PROLONGATION = "prolongation"


@dataclass(frozen=True, slots=True, eq=False)
class Spoken:
    """An answer as sound: 16 kHz, its true onset and end in seconds from its first sample, and a caption."""

    pcm: Pcm
    onset_s: float
    end_s: float
    caption: str


class Chorus:
    """Speaks the answers of any number of seats, each with a voice of its own.

    The same ``seed`` and the same calls in the same order give the same sound (with a synthesiser that repeats itself
    as eSpeak NG does). Raises Failure("no-voice") where there is no voice for the language.
    """

    def __init__(self, synthesizer: Synthesizer, language: Language, seed: int) -> None:
        self._synthesizer = synthesizer
        self._language = language
        self._random = random.Random(seed)
        self._voices = seat_voices(synthesizer, language.code)
        self._words: dict[tuple[str, Voice], Samples] = {}

    def voice(self, seat: int) -> Voice:
        """Return the voice of a seat."""
        return self._voices[seat % len(self._voices)]

    def speak(
        self, seat: int, words: tuple[str, ...], disfluency: Disfluent | None = None, instead: str | None = None
    ) -> Spoken:
        """Return ``words`` ("oh", "oh", "penguin") as ``seat`` says them, with a stutter on purpose where asked.

        Stutters befall the last word. ``instead`` is the wrong word that a CORRECTION begins with, by default another
        word of the language pack. Raises SynthesisFailed where the synthesiser fails.
        """
        parts: list[tuple[str, Samples]] = [(word, self._word(seat, word)) for word in words]
        if disfluency is not None:
            parts[-1:] = self._stuttered(seat, words[-1], disfluency, instead)
            if disfluency is Disfluent.FILLER and self._random.random() < 0.5:
                parts.insert(0, parts.pop(-2))
        pieces = [parts[0][1]]
        for _, part in parts[1:]:
            pieces += [splicing.silence(self._random.uniform(*GAP_S)), part]
        samples = splicing.joined(pieces)
        samples = samples * np.float32(LOUDNESS / max(splicing.rms(samples), 1e-6))
        samples = np.clip(samples, -1.0, 1.0)
        first, last = splicing.audible_part(samples)
        caption = " ".join(text for text, _ in parts)
        return Spoken(Pcm(samples, SAMPLE_RATE), first / SAMPLE_RATE, last / SAMPLE_RATE, caption)

    def _stuttered(self, seat: int, word: str, disfluency: Disfluent, instead: str | None) -> list[tuple[str, Samples]]:
        whole = self._word(seat, word)
        match disfluency:
            case Disfluent.WORD_REPEATED:
                return [(word, whole), (word, whole)]
            case Disfluent.CONSONANT:
                times = self._random.choice((1, 2, 2))
                return [(f"{word[0]}-", splicing.consonant(whole))] * times + [(word, whole)]
            case Disfluent.SYLLABLE:
                return [(f"{word[:3]}-", splicing.syllable(whole)), (word, whole)]
            case Disfluent.FILLER:
                filler = self._language.fillers[0]
                return [(filler, self._word(seat, filler)), (word, whole)]
            case Disfluent.CORRECTION:
                wrong = instead or self._other_word(word)
                return [(f"{wrong[:3]}-", splicing.syllable(self._word(seat, wrong))), (word, whole)]
            case Disfluent.PROLONGATION:
                in_vowel = self._language.pronunciations[word][0][0] in STOPS
                drawn_out = splicing.prolonged(whole, self._random.uniform(0.4, 0.6), in_vowel=in_vowel)
                return [(word[0] * 4 + word[1:], drawn_out)]

    def _word(self, seat: int, word: str) -> Samples:
        voice = self.voice(seat)
        speed = round(voice.words_per_minute * self._random.choice((0.95, 1.0, 1.05)))
        voice = Voice(voice.id, speed, voice.pitch)
        key = (word, voice)
        if key not in self._words:
            pcm = self._synthesizer.render(self._language.spoken(word), voice)
            samples = soxr.resample(pcm.samples, pcm.rate, SAMPLE_RATE).astype(np.float32)
            self._words[key] = splicing.trimmed(samples)
        return self._words[key]

    def _other_word(self, word: str) -> str:
        # Short words, and those with its vowel, would not be told from an "oh" once they are cut.
        known = self._language.pronunciations
        names = [names[0] for names in self._language.words.values()]
        return self._random.choice(
            [n for n in names if len(known[n][0]) >= SHORTEST_WRONG and n[0] not in (word[0], "o")]
        )
