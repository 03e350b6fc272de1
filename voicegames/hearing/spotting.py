"""Phrases that are heard inside of longer sound, as a call while others shout: the phrase between loops of any phones.

That is keyword spotting with fillers (Rose and Paul 1990, "A hidden Markov model based keyword recognition system").
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from voicegames.hearing.phone_grammar import pronounced
from voicegames.hearing.phone_graph import Chain, Exit, PhoneGraph
from voicegames.hearing.phone_set import SYMBOLS, Floats, numbers
from voicegames.hearing.recognizer import Samples
from voicegames.hearing.utterance import Recognition
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.settings import HearingSettings

_KEPT_GRAPHS = 4


@runtime_checkable
class Spotter(Protocol):
    """A recogniser that also finds a phrase in the middle of other sound."""

    def spot(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
        """Return the phrase that stands out of the sound, with its own times and readings; no words where none does."""
        ...


@dataclass(frozen=True, slots=True)
class Span:
    """The frames of a phrase, from ``start`` up to, not with, ``end``."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Spotting:
    """The graph, with the numbers of the chains that belong to phrases; a path must end in the hub ``end``."""

    graph: PhoneGraph
    phrases: int
    end: int


class PhraseSpotter:
    """Finds where in some emissions a phrase of a vocabulary is likeliest. Keeps the graphs that it compiled."""

    def __init__(self, settings: HearingSettings) -> None:
        self._settings = settings
        self._compiled: OrderedDict[Vocabulary, _Spotting] = OrderedDict()

    def prepare(self, vocabulary: Vocabulary) -> None:
        """Compile the graph. Raises UnknownSymbol for a pronunciation with a symbol outside the set."""
        self._graph(vocabulary)

    def span(self, emissions: Floats, vocabulary: Vocabulary) -> Span | None:
        """Return the likeliest frames for a phrase in emissions of shape (frames, symbols + 1), None for too few."""
        spotting = self._graph(vocabulary)
        lattice = spotting.graph.decode(emissions)
        passed = [p for p in spotting.graph.path(lattice, spotting.end) if p.chain < spotting.phrases]
        return Span(passed[0].start, passed[-1].end) if passed else None

    def _graph(self, vocabulary: Vocabulary) -> _Spotting:
        found = self._compiled.get(vocabulary)
        if found is None:
            found = self._compiled[vocabulary] = _spotting(vocabulary, self._settings)
            if len(self._compiled) > _KEPT_GRAPHS:
                self._compiled.popitem(last=False)
        self._compiled.move_to_end(vocabulary)
        return found


def _spotting(vocabulary: Vocabulary, settings: HearingSettings) -> _Spotting:
    """The trie of the phrases from hub 0 to the last hub, with a loop of all phones around each of these two."""
    nodes: dict[tuple[str, ...], int] = {(): 0}
    words: list[tuple[str, tuple[int, ...], int, tuple[str, ...]]] = []
    for phrase in vocabulary.phrases:
        for length in range(1, len(phrase) + 1):
            node = phrase[:length]
            if node not in nodes:
                nodes[node] = len(nodes)
                spoken = pronounced(vocabulary.entry(node[-1]))
                words += [(node[-1], numbers(symbols), nodes[node[:-1]], node) for symbols in spoken]
    end, finals = len(nodes), set(vocabulary.phrases)
    chains = [
        Chain(
            word,
            phones,
            ((before, 0.0),),
            (Exit(len(phones), nodes[node]), *([Exit(len(phones), end)] if node in finals else [])),
        )
        for word, phones, before, node in words
    ]
    for symbol in SYMBOLS[: SYMBOLS.index("W_AH")]:
        for hub in (0, end):
            chains.append(Chain(symbol, numbers((symbol,)), ((hub, settings.around_spotted_penalty),), (Exit(1, hub),)))
    return _Spotting(PhoneGraph(chains, end + 1, settings.phone_bonus), len(words), end)
