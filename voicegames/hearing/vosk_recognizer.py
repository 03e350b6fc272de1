"""The recogniser that decodes with Vosk, where a Vosk model of the language is installed."""

import ctypes
import json
import sys
import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from voicegames.errors import Failure
from voicegames.hearing.disfluency import disfluencies, fluent, legally_repeated
from voicegames.hearing.models import check_path, is_model
from voicegames.hearing.phone_net import normalised
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.recognizer import BLOCK, SAMPLE_RATE, Samples
from voicegames.hearing.utterance import HeardWord, Reading, Recognition, WordKind
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.hearing.vosk_check import PhoneCheck, checked
from voicegames.hearing.vosk_grammar import Token, VoskGrammar, compile_grammar
from voicegames.settings import HearingSettings

_ALTERNATIVES = 8
_KEPT_DECODERS = 32
_KEPT_GRAMMARS = 16

_FREELY = ""
"""In place of a word list: the whole language of the model."""

_FLATTEST_SPEECH = 0.6
"""Spectral flatness (Gray and Markel 1974) of the loudest frames: speech stays below 0.35, white noise is above 0.9."""

_FREE_USES = 50
"""How often a free decoder is used before it is made anew: it keeps all it ever composed, up to 512 MB."""

_FREE_COST = 6.0
"""About what a statement costs more, in nats, in the model's own language model than in a short word list."""

_FIT_OF_EQUALS = 0.5
"""The fit of a statement that explains the sound as well as free speech does, less ``_FREE_COST``."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """A model, and the lock that keeps two threads from decoding with it at once (alphacep/vosk-api#606)."""

    model: Any
    lock: threading.Lock


@dataclass(frozen=True, slots=True)
class _Decoded:
    """One way to read the whole sound, with its log-likelihood in nats (acoustics and word list together)."""

    tokens: tuple[Token, ...]
    score: float


@dataclass(slots=True)
class _Decoder:
    """A decoder of Vosk, and how many samples it has had: it counts the times of words from its very first one."""

    engine: Any
    samples: int = 0


@dataclass(frozen=True, slots=True)
class _Candidate:
    words: tuple[HeardWord, ...]
    phrase: tuple[str, ...] | None
    has_disfluency: bool
    score: float


class VoskRecognizer:
    """A Recognizer that decodes with a Vosk model. Opened once, used from one thread.

    Vosk's word confidences are 1.0 for wrong words too, so they are not used. Instead the sound is decoded twice: with
    the word list, and freely with the model's whole language; ``fit`` is how far the first lies behind the second.
    That also refuses other words where a model has no token for the unknown. With ``phones`` the sounds are checked
    too: ``fit`` is then the phones' and Vosk's together, the free decoding (the costliest) is left out where the phones
    agree, or always unless ``freely``, and fragments of words are heard. Beside another recogniser a model
    ``may_lack_words``: phrases with them are then not heard by Vosk.

    Raises Failure: "model-path" (Vosk can't open the name), "no-model" (no model, or one that can't be opened),
    "model-kind" (a model that takes no word list), "no-vosk" (the library can't be loaded).
    """

    name = "vosk"

    def __init__(
        self,
        model_path: Path,
        settings: HearingSettings,
        phones: PhoneRecognizer | None = None,
        *,
        freely: bool = True,
        may_lack_words: bool = False,
    ) -> None:
        self._settings = settings
        self._phones = phones
        self._may_lack_words = may_lack_words
        self._may_decode_freely = freely or phones is None
        self._vosk = _library()
        self._opened = _open_model(model_path.resolve())
        self._grammars: OrderedDict[Vocabulary, VoskGrammar] = OrderedDict()
        self._decoders: OrderedDict[str, _Decoder] = OrderedDict()
        self._freely = 0

    def prepare(self, vocabulary: Vocabulary) -> None:
        """Choose the spellings that the model has. Raises Failure("missing-word") where it has none of a word."""
        word_list = self._grammar(vocabulary).everything()
        for needed in (word_list, _FREELY):
            if needed is not None:
                self._decoder(needed)
        if self._phones is not None:
            self._phones.prepare(vocabulary)

    def recognize(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
        """Recognise one endpointed utterance; see the protocol. Times are seconds from the first sample."""
        with self._opened.lock:
            return self._recognized(samples, vocabulary)

    def spot(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
        """Return the phrase that stands out of the sound, as the phones find it; Vosk has no way to tell."""
        return Recognition(()) if self._phones is None else self._phones.spot(samples, vocabulary)

    def _recognized(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
        if _is_hiss(samples):
            return Recognition(())
        grammar = self._grammar(vocabulary)
        pcm = _pcm(samples)
        decoded = self._decode(grammar.everything(), pcm)
        if not decoded or not decoded[0].tokens:
            return Recognition(())
        candidates = [self._candidate(item, grammar) for item in decoded if item.tokens]
        best = candidates[0]
        if best.has_disfluency:
            candidates += self._without_disfluency(best, grammar, pcm)
        candidates += self._rivals(best, grammar, pcm)
        chosen = self._chosen(best, candidates)
        check = checked(self._phones, samples, vocabulary) if self._phones is not None else None
        free = self._free_score(pcm) if self._needs_free(check, chosen.phrase) else None
        readings = self._readings(candidates, vocabulary, free, check)
        if chosen.phrase is None or self._fit(chosen, free, vocabulary, check) < self._accept_fit(check):
            unknown = HeardWord("?", best.words[0].start_s, best.words[-1].end_s, 0.0, WordKind.UNKNOWN)
            return Recognition((unknown,), (), readings)
        fragments = check.with_fragments(chosen.phrase) if check is not None else None
        if fragments is not None:
            return Recognition(fragments.words, fragments.disfluencies, readings)
        return Recognition(chosen.words, disfluencies(chosen.words, vocabulary), readings)

    def _needs_free(self, check: PhoneCheck | None, phrase: tuple[str, ...] | None) -> bool:
        if check is None:
            return True
        return self._may_decode_freely and (phrase is None or not check.agrees(phrase))

    def _accept_fit(self, check: PhoneCheck | None) -> float:
        return self._settings.accept_fit if check is None else check.accept_fit

    def _grammar(self, vocabulary: Vocabulary) -> VoskGrammar:
        grammar = self._grammars.get(vocabulary)
        if grammar is None:
            grammar = compile_grammar(
                vocabulary,
                lambda word: self._opened.model.vosk_model_find_word(word) >= 0,
                may_lack_words=self._may_lack_words,
            )
            self._grammars[vocabulary] = grammar
            if len(self._grammars) > _KEPT_GRAMMARS:
                self._grammars.popitem(last=False)
        self._grammars.move_to_end(vocabulary)
        return grammar

    def _decode(self, word_list: str | None, pcm: bytes) -> list[_Decoded]:
        """Decode with a word list, or _FREELY; the best reading comes first, and there is none for an empty list."""
        if word_list is None:
            return []
        decoder = self._decoder(word_list)
        _seed_dither()
        # All in one piece: after each piece Vosk may find an end of its own, and begin anew after it.
        decoder.engine.AcceptWaveform(pcm)
        start_s = decoder.samples / SAMPLE_RATE
        decoder.samples += len(pcm) // 2
        alternatives = json.loads(decoder.engine.FinalResult()).get("alternatives", [])
        return [
            _Decoded(
                tuple(
                    Token(item["word"], round(item["start"] - start_s, 2), round(item["end"] - start_s, 2))
                    for item in alternative.get("result", [])
                ),
                alternative["confidence"],
            )
            for alternative in alternatives
        ]

    def _free_score(self, pcm: bytes) -> float:
        self._freely += 1
        if self._freely % _FREE_USES == 0:
            self._decoders.pop(_FREELY, None)
        return self._decode(_FREELY, pcm)[0].score

    def _decoder(self, word_list: str) -> _Decoder:
        decoder = self._decoders.get(word_list)
        if decoder is None:
            word_lists = () if word_list == _FREELY else (word_list,)
            decoder = _Decoder(self._vosk.KaldiRecognizer(self._opened.model, SAMPLE_RATE, *word_lists))
            decoder.engine.SetWords(True)
            decoder.engine.SetMaxAlternatives(_ALTERNATIVES)
            self._decoders[word_list] = decoder
            if len(self._decoders) > _KEPT_DECODERS:
                self._decoders.popitem(last=False)
        self._decoders.move_to_end(word_list)
        return decoder

    def _candidate(self, decoded: _Decoded, grammar: VoskGrammar) -> _Candidate:
        words = grammar.words(decoded.tokens)
        found = disfluencies(words, grammar.vocabulary)
        phrase = None
        if all(word.kind is not WordKind.UNKNOWN for word in words):
            said = tuple(word.text for word in fluent(words, found))
            # Nobody corrects a whole word to an "oh": that is other speech, or noise.
            is_beginning = bool(found) and legally_repeated(grammar.vocabulary).issuperset(said)
            if said and (grammar.vocabulary.loop or (said in grammar.vocabulary.phrases and not is_beginning)):
                phrase = said
        return _Candidate(words, phrase, bool(found), decoded.score)

    def _without_disfluency(self, best: _Candidate, grammar: VoskGrammar, pcm: bytes) -> list[_Candidate]:
        """Read the sound once more with the last word alone, and what may stand before it."""
        last = next((word.text for word in reversed(best.words) if word.kind is WordKind.WORD), None)
        if last is None or grammar.vocabulary.loop:
            return []
        decoded = self._decode(grammar.only(legally_repeated(grammar.vocabulary) | {last}), pcm)
        return [self._candidate(item, grammar) for item in decoded if item.tokens]

    def _rivals(self, best: _Candidate, grammar: VoskGrammar, pcm: bytes) -> list[_Candidate]:
        """Read the sound once more without the words of the best reading, to see how far the next one lies behind."""
        vocabulary = grammar.vocabulary
        said = {word.text for word in best.words if word.kind is WordKind.WORD}
        if vocabulary.loop or not said:
            return []
        word_list = grammar.without(frozenset(said) - legally_repeated(vocabulary))
        return [self._candidate(item, grammar) for item in self._decode(word_list, pcm) if item.tokens]

    def _chosen(self, best: _Candidate, candidates: list[_Candidate]) -> _Candidate:
        """Return the best candidate, or a fluent one that is nearly as good: a stutter must be clear to count."""
        if not best.has_disfluency:
            return best
        near = [
            candidate
            for candidate in candidates
            if candidate.phrase is not None
            and not candidate.has_disfluency
            and candidate.score >= best.score - self._settings.vosk_disfluency_margin
        ]
        return max(near, key=lambda candidate: candidate.score, default=best)

    def _readings(
        self, candidates: list[_Candidate], vocabulary: Vocabulary, free: float | None, check: PhoneCheck | None
    ) -> tuple[Reading, ...]:
        scores: dict[tuple[str, ...], _Candidate] = {}
        for candidate in sorted(candidates, key=lambda candidate: -candidate.score):
            if candidate.phrase is not None and not candidate.has_disfluency:
                scores.setdefault(candidate.phrase, candidate)
        top = max((candidate.score for candidate in scores.values()), default=0.0)
        return tuple(
            Reading(phrase, top - candidate.score, self._fit(candidate, free, vocabulary, check))
            for phrase, candidate in scores.items()
        )

    def _fit(
        self, candidate: _Candidate, free: float | None, vocabulary: Vocabulary, check: PhoneCheck | None
    ) -> float:
        phrase = candidate.phrase or ()
        if free is None:
            return check.fit(phrase) if check is not None else 0.0
        known = [word.text for word in candidate.words if word.kind is not WordKind.UNKNOWN]
        phones = sum(len(vocabulary.entry(word).pronunciations[0]) for word in known)
        own = _FIT_OF_EQUALS + (candidate.score - free + _FREE_COST) / max(1, phones)
        return own if check is None else check.fit(phrase, own - self._settings.accept_fit)


def _library() -> ModuleType:
    # Not at the top: it opens a large library, which nobody needs who listens with another recogniser.
    try:
        import vosk
    except (ImportError, OSError) as error:
        sentence = f"Vosk can't be used on this computer ({error})"
        raise Failure("no-vosk", f"{sentence}; reinstall the package vosk, or use --engine phones.") from None
    vosk.SetLogLevel(-1)
    module: ModuleType = vosk
    return module


@cache
def _open_model(path: Path) -> _Opened:
    # One model for each path and process: it takes seconds to load and hundreds of megabytes.
    check_path(path)
    if not is_model(path):
        raise Failure("no-model", f"{path} is no folder of a Vosk model; name the unpacked folder of the model.")
    if not any((path / folder / "Gr.fst").is_file() for folder in ("graph", ".")):
        sentence = f"The model in {path} takes no list of words"
        raise Failure("model-kind", f"{sentence}; use a small one, such as those of 'voicegames models list'.")
    try:
        return _Opened(_library().Model(str(path)), threading.Lock())
    except Exception:  # Vosk raises nothing more exact
        sentence = f"Vosk can't open the model in {path}"
        raise Failure("no-model", f"{sentence}; run 'voicegames models verify', and install it anew.") from None


def _pcm(samples: Samples) -> bytes:
    return (normalised(samples) * 32767).astype("<i2").tobytes()


def _is_hiss(samples: Samples) -> bool:
    # A short word list explains white noise as well as any speech, so it is kept from Vosk.
    count = len(samples) // BLOCK
    if count < 3:
        return False
    frames = samples[: count * BLOCK].reshape(count, BLOCK)
    loudest = np.argsort(np.square(frames).mean(1))[-max(3, count * 3 // 10) :]
    power = np.square(np.abs(np.fft.rfft(frames[loudest] * np.hanning(BLOCK)))).mean(0)
    band = power[200 * BLOCK // SAMPLE_RATE : 7000 * BLOCK // SAMPLE_RATE] + 1e-12
    return float(np.exp(np.log(band).mean()) / band.mean()) > _FLATTEST_SPEECH


def _seed_dither() -> None:
    # Kaldi adds noise of the C library's rand() to the sound; seeded, the same sound gives the same result.
    library = ctypes.cdll.msvcrt if sys.platform == "win32" else ctypes.CDLL(None)
    library.srand(1)
