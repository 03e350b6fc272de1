"""The embedded recogniser: phone emissions decoded against the graphs of the vocabulary. Nothing to download."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from voicegames.errors import Failure
from voicegames.hearing.disfluency import disfluencies, fluent, legally_repeated
from voicegames.hearing.phone_grammar import Item, Legal, Open, legal_graph, open_graph
from voicegames.hearing.phone_graph import Passed, free_score
from voicegames.hearing.phone_net import FRAME, PhoneNet, normalised, open_phone_net
from voicegames.hearing.phone_set import BLANK, SYMBOLS, Floats, UnknownSymbol, emissions, token_weights
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.hearing.spotting import PhraseSpotter
from voicegames.hearing.utterance import HeardWord, Reading, Recognition, WordKind, shifted
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.hearing.voicing import voicing
from voicegames.settings import HearingSettings

_FRAME_S = FRAME / SAMPLE_RATE
_KEPT_GRAPHS = 16
_KEPT_READINGS = 8
_VOICED = 0.45
_GATE_NATS = 5.0
_GATE_BELOW_PEAK_DB = 12.0
_GATE_OVER_FLOOR_DB = 6.0
_GATE_HANGOVER_FRAMES = 6
_AFTER_SPOTTED_FRAMES = 8
_AFTER_BEGINNING_FRAMES = 60


@dataclass(frozen=True, slots=True)
class _Graphs:
    legal: Legal
    open: Open | None


@dataclass(frozen=True, slots=True)
class _Explained:
    """The best phrase: its words, its log-likelihood, and its fit as in ``Reading``."""

    words: tuple[HeardWord, ...]
    fit: float
    score: float


class PhoneRecognizer:
    """A Recognizer that needs no model of its language. Raises Failure("phone-network") if its network is missing.

    ``engine_note`` is a sentence for the person who checks the installation, or None.
    """

    name = "phones"

    def __init__(self, settings: HearingSettings, language: str | None = None, net: PhoneNet | None = None) -> None:
        self._settings = settings
        self._net = net or open_phone_net(language)
        self._weights = token_weights(self._net.tokens)
        self.accept_fit = settings.accept_fit if self._net.retrained else settings.accept_fit_untrained
        """The fit from which on a phrase is accepted."""
        self._graphs: OrderedDict[Vocabulary, _Graphs] = OrderedDict()
        self._spotter = PhraseSpotter(settings)

    @property
    def engine_note(self) -> str | None:
        """A sentence about a slower engine than usual, or None."""
        if self._net.engine == "numpy":
            return None
        return (
            "The phone network of this version of hama is run by the package's own engine, which is ten times slower."
        )

    def prepare(self, vocabulary: Vocabulary) -> None:
        """Compile the graphs of the vocabulary. Raises Failure("missing-word") for an unknown phone symbol."""
        self._compiled(vocabulary)

    def recognize(self, samples: Samples, vocabulary: Vocabulary, *, accept_fit: float | None = None) -> Recognition:
        """Recognise one endpointed utterance; see the protocol. Times are seconds from the first sample.

        ``accept_fit`` is another acceptance point than everybody's.
        """
        graphs = self._compiled(vocabulary)
        observed = self._observe(samples)
        voiced = np.flatnonzero(observed[:, BLANK] < np.log(0.5))
        if not len(voiced):
            return Recognition(())
        free = free_score(observed)
        unknown = HeardWord("?", float(voiced[0]) * _FRAME_S, float(voiced[-1] + 1) * _FRAME_S, 0.0, WordKind.UNKNOWN)
        if vocabulary.loop:
            return self._looped(graphs.legal, observed, free, unknown)
        best, readings = self._read(graphs.legal, observed, free)
        stuttered = self._stuttered(graphs.open, observed, free, best.score, vocabulary) if graphs.open else ()
        if stuttered:
            return Recognition(stuttered, disfluencies(stuttered, vocabulary), readings)
        if best.fit < (self.accepts_from(vocabulary) if accept_fit is None else accept_fit):
            return Recognition((unknown,), (), readings)
        # A bump or a breath sounds like a lone "oh" to the network, but has no pitch.
        if {word.text for word in best.words} <= legally_repeated(vocabulary) and voicing(samples) < _VOICED:
            return Recognition(())
        return Recognition(best.words, (), readings)

    def spot(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
        """Return the phrase that stands out of the sound, with its own times and readings; no words where none does.

        A phrase that ends only with the sound is left for later: it may be the beginning of more. So is one that is the
        beginning of another phrase, until that would have been heard.
        """
        legal = self._compiled(vocabulary).legal
        observed = self._observe(samples)
        span = self._spotter.span(observed, vocabulary)
        if span is None or span.end > len(observed) - _AFTER_SPOTTED_FRAMES:
            return Recognition(())
        part = observed[span.start : span.end]
        best, readings = self._read(legal, part, free_score(part))
        left = len(observed) - span.end
        if best.fit < self._settings.spotted_fit or (
            readings[0].words in legal.beginnings and left < _AFTER_BEGINNING_FRAMES
        ):
            return Recognition(())
        return shifted(Recognition(best.words, (), readings), span.start * _FRAME_S)

    def accepts_from(self, vocabulary: Vocabulary) -> float:
        """Return the fit from which on a phrase of this vocabulary is accepted.

        Numbers, commands and yes or no, which are said without "oh"s, are few and far apart: less is enough for them.
        """
        if legally_repeated(vocabulary):
            return self.accept_fit
        return min(self.accept_fit, self._settings.accept_fit_of_one_word)

    def free_phones(self, samples: Samples) -> tuple[str, ...]:
        """Return the phone symbols of the freest explanation of the sound: what is heard without any vocabulary."""
        best = self._observe(samples).argmax(1)
        changes = best[np.flatnonzero(np.diff(best, prepend=-1))]
        return tuple(SYMBOLS[number] for number in changes if number != BLANK)

    def _compiled(self, vocabulary: Vocabulary) -> _Graphs:
        graphs = self._graphs.get(vocabulary)
        if graphs is None:
            try:
                graphs = _Graphs(legal_graph(vocabulary, self._settings), open_graph(vocabulary, self._settings))
            except UnknownSymbol as error:
                raise Failure(
                    "missing-word", f"A pronunciation of the language {vocabulary.language} is wrong: {error}."
                ) from None
            self._graphs[vocabulary] = graphs
            if len(self._graphs) > _KEPT_GRAPHS:
                self._graphs.popitem(last=False)
        self._graphs.move_to_end(vocabulary)
        return graphs

    def _observe(self, samples: Samples) -> Floats:
        log_probabilities = self._net.log_probabilities(normalised(samples))
        observed = emissions(log_probabilities, self._net.tokens, self._weights)
        gate = _loud(samples, len(observed))
        observed[~gate, :BLANK] -= np.float32(_GATE_NATS)
        return observed

    def _read(self, legal: Legal, observed: Floats, free: float) -> tuple[_Explained, tuple[Reading, ...]]:
        """The best phrase, and the readings, best first."""
        lattice = legal.graph.decode(observed)
        unlikely = self._settings.beginning_penalty
        scores = {
            phrase: float(lattice.scores[hub]) - (unlikely if phrase in legal.beginnings else 0.0)
            for phrase, hub in legal.phrases.items()
            if lattice.reaches(hub)
        }
        ranked = sorted(scores, key=lambda phrase: -scores[phrase])[:_KEPT_READINGS]
        readings: list[Reading] = []
        for phrase in ranked:
            hub = legal.phrases[phrase]
            passed = legal.graph.path(lattice, hub)
            fit = _fit(float(lattice.scores[hub]) + legal.graph.cost(passed, hub), free, passed)
            readings.append(Reading(phrase, scores[ranked[0]] - scores[phrase], fit))
        hub = legal.phrases[ranked[0]]
        words = tuple(
            _word(text, p, WordKind.WORD) for text, p in zip(ranked[0], legal.graph.path(lattice, hub), strict=True)
        )
        return _Explained(words, readings[0].fit, float(lattice.scores[hub])), tuple(readings)

    def _looped(self, legal: Legal, observed: Floats, free: float, unknown: HeardWord) -> Recognition:
        lattice = legal.graph.decode(observed)
        passed = legal.graph.path(lattice, 1)
        fit = _fit(float(lattice.scores[1]) + legal.graph.cost(passed, 1), free, passed)
        words = tuple(_word(legal.graph.chains[p.chain].name, p, WordKind.WORD) for p in passed)
        readings = (Reading(tuple(word.text for word in words), 0.0, fit),)
        return Recognition(words if fit >= self.accept_fit else (unknown,), (), readings)

    def _stuttered(
        self, graph: Open, observed: Floats, free: float, fluently: float, vocabulary: Vocabulary
    ) -> tuple[HeardWord, ...]:
        """The words of the best path of the open graph if they are a phrase with a disfluency in it, else ().

        ``fluently`` is the log-likelihood of the best phrase without one, which it must beat clearly.
        """
        lattice = graph.graph.decode(observed)
        if lattice.scores[graph.end] < fluently + self._settings.stutter_gain:
            return ()
        passed = graph.graph.path(lattice, graph.end)
        words = _named(graph.items, passed)
        found = disfluencies(words, vocabulary)
        if not found or any(word.kind is WordKind.UNKNOWN for word in words):
            return ()
        said = tuple(word.text for word in fluent(words, found))
        if said not in vocabulary.phrases or said[-1] in legally_repeated(vocabulary):
            return ()
        score = float(lattice.scores[graph.end]) + graph.graph.cost(passed, graph.end)
        return words if _fit(score, free, passed) >= self._settings.stutter_fit else ()


def _fit(score: float, free: float, passed: Sequence[Passed]) -> float:
    return (score - free) / max(1, sum(step.phones for step in passed))


def _named(items: Sequence[Item], passed: Sequence[Passed]) -> tuple[HeardWord, ...]:
    """The path of the open graph as words; a fragment is spelled like the word that it begins."""
    words: list[HeardWord] = []
    following: Item | None = None
    for step in reversed(passed):
        item = items[step.chain]
        if item.kind is WordKind.UNKNOWN:
            words.append(_word("?", step, WordKind.UNKNOWN))
        elif item.kind is WordKind.FRAGMENT or (item.kind is WordKind.WORD and step.phones < len(item.symbols)):
            model = item
            if following is not None and (not item.words or item.symbols[0] == following.symbols[0]):
                model = following
            words.append(_word(_beginning(model, step.phones), step, WordKind.FRAGMENT))
        else:
            words += [_word(text, step, item.kind) for text in reversed(item.words)]
            if item.kind is WordKind.WORD:
                following = item
    return tuple(reversed(words))


def _beginning(item: Item, phones: int) -> str:
    """The first letters of a word that stand for its first phones, about."""
    text = item.words[-1]
    letters = max(1, round(len(text) * phones / len(item.symbols)))
    return text[: min(letters, max(1, len(text) - 1))] + "-"


def _word(text: str, passed: Passed, kind: WordKind) -> HeardWord:
    return HeardWord(text, passed.start * _FRAME_S, passed.end * _FRAME_S, 1.0, kind)


def _loud(samples: Samples, frames: int) -> npt.NDArray[np.bool_]:
    """Which frames may hold speech of the one who answers: near the peak and over the floor, and some frames around."""
    padded = np.zeros(frames * FRAME, np.float32)
    count = min(len(samples), len(padded))
    padded[:count] = samples[:count]
    level = 10 * np.log10(np.square(padded.reshape(frames, FRAME)).mean(1) + 1e-10)
    floor, peak = np.percentile(level, 10), level.max()
    loud = (level > peak - _GATE_BELOW_PEAK_DB) & (level > floor + _GATE_OVER_FLOOR_DB)
    around = np.convolve(loud, np.ones(2 * _GATE_HANGOVER_FRAMES + 1)) > 0
    result: npt.NDArray[np.bool_] = around[_GATE_HANGOVER_FRAMES : _GATE_HANGOVER_FRAMES + frames]
    return result
