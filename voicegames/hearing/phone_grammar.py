"""The graphs of a vocabulary: the legal one (what may be said), and the open one (how it comes out with a stutter)."""

from collections.abc import Iterable
from dataclasses import dataclass

from voicegames.hearing.disfluency import legally_repeated
from voicegames.hearing.phone_graph import Chain, Exit, PhoneGraph
from voicegames.hearing.phone_set import SYMBOLS, VOWELS, numbers, variants
from voicegames.hearing.utterance import WordKind
from voicegames.hearing.vocabulary import Entry, Vocabulary
from voicegames.settings import HearingSettings

_GLIDES = {"W_AH": "W", "W_IH": "W", "W_EH": "W", "Y_EH": "Y", "Y_UW": "Y"}


@dataclass(frozen=True, slots=True)
class Legal:
    """The legal graph: its chains are named by their words. ``phrases`` is the hub in which each phrase ends.

    ``beginnings`` are the phrases that other phrases begin with ("oh"), those aside that only repeat their last word.
    """

    graph: PhoneGraph
    phrases: dict[tuple[str, ...], int]
    beginnings: frozenset[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Item:
    """What a chain of the open graph stands for: its word or filler, and the sounds of each of its beginnings."""

    kind: WordKind
    words: tuple[str, ...]
    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """The open graph: ``items`` says what each chain stands for; a path must end in the hub ``end``."""

    graph: PhoneGraph
    items: tuple[Item, ...]
    end: int


def pronounced(entry: Entry) -> tuple[tuple[str, ...], ...]:
    """Return the ways in which the network may write down a word, each once."""
    return tuple(dict.fromkeys(v for p in entry.pronunciations for v in variants(p)))


def legal_graph(vocabulary: Vocabulary, settings: HearingSettings) -> Legal:
    """Compile the trie of the phrases, a hub for each of its nodes; or a loop over one hub.

    Raises UnknownSymbol for a pronunciation with a symbol outside the set.
    """
    chains: list[Chain] = []
    if vocabulary.loop:
        for entry in vocabulary.entries:
            for symbols in pronounced(entry):
                phones = numbers(symbols)
                entries = ((0, 0.0), (1, settings.next_word_penalty))
                chains.append(Chain(entry.word, phones, entries, (Exit(len(phones), 1),)))
        return Legal(PhoneGraph(chains, 2, settings.phone_bonus), {}, frozenset())
    repeated = legally_repeated(vocabulary)
    nodes: dict[tuple[str, ...], int] = {(): 0}
    for phrase in vocabulary.phrases:
        for length in range(1, len(phrase) + 1):
            node = phrase[:length]
            if node in nodes:
                continue
            nodes[node] = len(nodes)
            start = (nodes[node[:-1]], settings.repeatable_word_penalty if node[-1] in repeated else 0.0)
            for symbols in pronounced(vocabulary.entry(node[-1])):
                phones = numbers(symbols)
                chains.append(Chain(node[-1], phones, (start,), (Exit(len(phones), nodes[node]),)))
    phrases = {phrase: nodes[phrase] for phrase in vocabulary.phrases}
    # "Two two two" says no more than "two two": that more of the same may follow makes it no beginning.
    beginnings = {
        phrase[:length]
        for phrase in phrases
        for length in range(1, len(phrase))
        if set(phrase[length:]) != {phrase[length - 1]}
    }
    graph = PhoneGraph(chains, len(nodes), settings.phone_bonus)
    return Legal(graph, phrases, frozenset(beginnings & phrases.keys()))


def open_graph(vocabulary: Vocabulary, settings: HearingSettings) -> Open | None:
    """Compile the graph with fragments, fillers, words said twice and garbage; None for a loop, where all is legal,
    and for commands.

    Hub 0 lies before the word, hub 1 after it. One hub for each onset takes the fragments and words of that onset, so
    that what follows cheaply is a word that begins alike. Raises UnknownSymbol.
    """
    if vocabulary.loop or vocabulary.commands:
        return None
    repeated = legally_repeated(vocabulary)
    answers: dict[str, None] = {}
    finals: set[str] = set()
    fixed: list[tuple[str, ...]] = []
    for phrase in vocabulary.phrases:
        if set(phrase) <= repeated:
            finals.add(phrase[-1])
        elif set(phrase[:-1]) <= repeated:
            answers[phrase[-1]] = None
        else:
            fixed.append(phrase)
    spoken = {word: pronounced(vocabulary.entry(word)) for word in answers}
    onsets = sorted({_onset(symbols) for said in spoken.values() for symbols in said})
    hub_of = {onset: 2 + place for place, onset in enumerate(onsets)}
    chains: list[Chain] = []
    items: list[Item] = []
    after = settings.other_word_penalty

    def add(
        kind: WordKind,
        words: tuple[str, ...],
        symbols: tuple[str, ...],
        cost: float,
        hubs: tuple[int, ...],
        exits: tuple[Exit, ...],
    ) -> None:
        later = tuple((hub, cost + (after if hub == 1 else 0.0)) for hub in hubs)
        chains.append(Chain(" ".join(words), numbers(symbols), later, exits))
        items.append(Item(kind, words, symbols))

    for word, said in spoken.items():
        for symbols in said:
            own, length = hub_of[_onset(symbols)], len(symbols)
            early = tuple(
                exit_
                for count in range(1, length)
                for exit_ in (
                    Exit(count, own, settings.fragment_penalty),
                    Exit(count, 0, settings.other_fragment_penalty),
                )
            )
            again = Exit(length, own, settings.after_word_penalty)
            add(WordKind.WORD, (word,), symbols, 0.0, (0, 1, own), (*early, again, Exit(length, 1)))
    for word in sorted(repeated):
        for symbols in pronounced(vocabulary.entry(word)):
            ends = (0, 1) if word in finals else (0,)
            exits = tuple(Exit(len(symbols), hub) for hub in ends)
            add(WordKind.WORD, (word,), symbols, settings.repeatable_word_penalty, (0, 1), exits)
    for phrase in fixed:
        whole: tuple[tuple[str, ...], ...] = ((),)
        for word in phrase:
            whole = tuple(known + symbols for known in whole for symbols in pronounced(vocabulary.entry(word)))
        for symbols in whole:
            add(WordKind.WORD, phrase, symbols, 0.0, (0, 1), (Exit(len(symbols), 1),))
    for filler in vocabulary.fillers:
        for symbols in pronounced(filler):
            add(WordKind.FILLER, (filler.word,), symbols, settings.filler_penalty, (0, 1), (Exit(len(symbols), 0),))
    complete = dict.fromkeys(symbols for said in spoken.values() for symbols in said)
    for symbols, onset in _onset_fragments(complete).items():
        own = hub_of[onset]
        add(WordKind.FRAGMENT, (), symbols, 0.0, (0, 1, own), (Exit(len(symbols), own, settings.fragment_penalty),))
    for symbol in SYMBOLS[: SYMBOLS.index("W_AH")]:
        exits = (Exit(1, 0),)
        chains.append(
            Chain(
                symbol,
                numbers((symbol,)),
                ((0, settings.garbage_penalty), (1, settings.garbage_penalty + min(after, settings.garbage_penalty))),
                exits,
            )
        )
        items.append(Item(WordKind.UNKNOWN, (), (symbol,)))
    return Open(PhoneGraph(chains, 2 + len(onsets), settings.phone_bonus), tuple(items), 1)


def _onset(symbols: tuple[str, ...]) -> str:
    first = symbols[0]
    if first == "HH" and len(symbols) > 1 and symbols[1].startswith("W"):
        return "W"
    return _GLIDES.get(first, first)


def _onset_fragments(complete: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], str]:
    """The consonants that words begin with, each with a neutral vowel after it ("puh"), and those words' onset."""
    found: dict[tuple[str, ...], str] = {}
    for symbols in complete:
        consonants: list[str] = []
        for symbol in symbols:
            if symbol in VOWELS:
                break
            consonants.append(symbol)
            found.setdefault((*consonants, "AH"), _onset(symbols))
    return {fragment: onset for fragment, onset in found.items() if fragment not in complete}
