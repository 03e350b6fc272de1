"""Typed words as utterances: for a player who can't speak, for robots at the table, and for tests."""

import re
import unicodedata

from voicegames.hearing.disfluency import disfluencies, fluent
from voicegames.hearing.recognizer import Samples
from voicegames.hearing.utterance import HeardWord, Reading, Recognition, Utterance, WordKind
from voicegames.hearing.vocabulary import Vocabulary

ENGINE = "typed"

_SHORTEST_WORD_S = 1e-6
_LONGEST = 300
"""So many letters are read of what is typed."""

_NO_COUNT = re.compile(r"^[-\u2010-\u2015\u2212]+\d|\d(?:[^\w\s-]|_)+\d")
_Token = tuple[str, WordKind]


class TypedRecognizer:
    """The recogniser of a table that only listens to typed words: sound means nothing to it."""

    name = ENGINE

    def recognize(self, samples: Samples, vocabulary: Vocabulary) -> Recognition:
        """Return no words, whatever is heard."""
        return Recognition(())

    def prepare(self, vocabulary: Vocabulary) -> None:
        """Nothing has to be compiled."""


def typed_utterance(text: str, vocabulary: Vocabulary, onset_s: float, decided_s: float) -> Utterance:
    """Return the utterance that typed words are.

    Case and punctuation don't matter, a word's listed spellings count as the word, and no typing error is guessed
    away: a word that is not in the vocabulary is UNKNOWN and keeps its letters. A hyphen makes what stands before it a
    fragment ("p-p-penguin", "fla- flamingo"), unless that is a word itself ("oh-oh-dodelido"). ``onset_s`` is the
    first key and ``decided_s`` the last, in seconds on the audio clock; the words are spread evenly between them.
    Of what is longer than anybody says in one breath only the beginning is kept, and it is no phrase.
    """
    tokens = _tokens(text[:_LONGEST], vocabulary)
    if len(text) > _LONGEST:
        tokens.append(("\u2026", WordKind.UNKNOWN))
    width = max((decided_s - onset_s) / max(1, len(tokens)), _SHORTEST_WORD_S)
    words = tuple(
        HeardWord(word, onset_s + width * place, onset_s + width * (place + 1), 1.0, kind)
        for place, (word, kind) in enumerate(tokens)
    )
    found = disfluencies(words, vocabulary)
    return Utterance(words, onset_s, decided_s, decided_s, ENGINE, found, _readings(words, vocabulary))


def _readings(words: tuple[HeardWord, ...], vocabulary: Vocabulary) -> tuple[Reading, ...]:
    if any(word.kind is WordKind.UNKNOWN for word in words):
        return ()
    phrase = tuple(word.text for word in fluent(words, disfluencies(words, vocabulary)))
    is_phrase = bool(phrase) if vocabulary.loop else phrase in vocabulary.phrases
    return (Reading(phrase, behind=0.0, fit=1.0),) if is_phrase else ()


def _tokens(text: str, vocabulary: Vocabulary) -> list[_Token]:
    kinds = {entry.word: WordKind.WORD for entry in vocabulary.entries}
    kinds |= {entry.word: WordKind.FILLER for entry in vocabulary.fillers}
    spelled = {tuple(_folded(s).split()): entry.word for entry in vocabulary.entries for s in entry.spellings}
    spelled |= {(_folded(word),): word for word in kinds}
    longest = max(map(len, spelled), default=1)
    pieces = _pieces(text)
    tokens: list[_Token] = []
    place = 0
    while place < len(pieces):
        for length in range(min(longest, len(pieces) - place), 0, -1):
            word = spelled.get(tuple(pieces[place : place + length]))
            if word is not None:
                tokens.append((word, kinds[word]))
                place += length
                break
        else:
            tokens.append(_other(pieces[place], vocabulary))
            place += 1
    return tokens


def _pieces(text: str) -> list[str]:
    """Split into words without case and punctuation; a piece that is not one whole word keeps its hyphen ("fla-").

    A number that counts nothing stays as it is ("-1", "1.5"): without its mark it would be another number.
    """
    pieces = []
    for token in _folded(text).split():
        if _NO_COUNT.search(token):
            pieces.append(token)
            continue
        clean = "".join(c for c in token.replace("\u2010", "-").replace("\u2019", "'") if c.isalnum() or c in "-'")
        parts = clean.strip("'").lstrip("-").split("-")
        pieces += [f"{part}-" for part in parts[:-1] if part]
        pieces += [parts[-1]] if parts[-1] else []
    return pieces


def _other(piece: str, vocabulary: Vocabulary) -> _Token:
    bare = piece.removesuffix("-")
    if piece != bare:
        for kind, entries in ((WordKind.FILLER, vocabulary.fillers), (WordKind.WORD, vocabulary.entries)):
            for entry in entries:
                if _folded(entry.word) == bare:
                    return entry.word, kind
        if any(_folded(entry.word).startswith(bare) for entry in vocabulary.entries):
            return piece, WordKind.FRAGMENT
    return bare, WordKind.UNKNOWN


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()
