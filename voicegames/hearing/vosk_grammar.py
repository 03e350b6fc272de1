"""The word list that Vosk decodes with: from a vocabulary to its spellings in one model, and back to the words."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from voicegames.errors import Failure
from voicegames.hearing.utterance import HeardWord, WordKind
from voicegames.hearing.vocabulary import Entry, Vocabulary

UNKNOWN_TOKEN = "[unk]"


@dataclass(frozen=True, slots=True)
class Token:
    """One word of the model in a result of Vosk, with its times in seconds."""

    text: str
    start_s: float
    end_s: float


@dataclass(frozen=True)
class VoskGrammar:
    """A vocabulary in the spellings that a model has.

    ``spellings`` maps each word and filler to its spellings as tuples of the model's words; a filler that the model
    lacks is left out, and another word that it lacks has none. ``others`` are the decoys that the model has, and its
    own token for the unknown.
    """

    vocabulary: Vocabulary
    spellings: dict[str, tuple[tuple[str, ...], ...]]
    others: tuple[str, ...]

    def everything(self) -> str | None:
        """Return the word list of all phrases, fillers and decoys as the JSON that Vosk takes; None where it is empty.

        Vosk crashes on an empty list.
        """
        fillers = [(entry.word,) for entry in self.vocabulary.fillers if entry.word in self.spellings]
        return self._listed([*self._statements(), *fillers], self.others)

    def without(self, words: frozenset[str]) -> str | None:
        """Return the word list of the phrases that have none of ``words``, or None where there is no such phrase."""
        return self._listed(phrase for phrase in self._statements() if not words.intersection(phrase))

    def only(self, words: frozenset[str]) -> str | None:
        """Return the word list of the phrases that have no other than ``words``, or None where there is none."""
        return self._listed(phrase for phrase in self._statements() if words.issuperset(phrase))

    def words(self, tokens: Sequence[Token]) -> tuple[HeardWord, ...]:
        """Return the words that the tokens of a result spell; what spells none is UNKNOWN."""
        fillers = {entry.word for entry in self.vocabulary.fillers}
        spelled = {spelling: word for word, spellings in self.spellings.items() for spelling in spellings}
        longest = max(map(len, spelled), default=1)
        words: list[HeardWord] = []
        place = 0
        while place < len(tokens):
            for length in range(min(longest, len(tokens) - place), 0, -1):
                part = tokens[place : place + length]
                word = spelled.get(tuple(token.text for token in part))
                if word is not None:
                    kind = WordKind.FILLER if word in fillers else WordKind.WORD
                    words.append(HeardWord(word, part[0].start_s, part[-1].end_s, 1.0, kind))
                    place += length
                    break
            else:
                token = tokens[place]
                words.append(HeardWord("?", token.start_s, token.end_s, 0.0, WordKind.UNKNOWN))
                place += 1
        return tuple(words)

    def _statements(self) -> list[tuple[str, ...]]:
        if not self.vocabulary.loop:
            return list(self.vocabulary.phrases)
        words = [entry.word for entry in self.vocabulary.entries if self.spellings[entry.word]]
        # Vosk makes a bigram model of the list: with all pairs in it the words may follow each other freely.
        return [*((word,) for word in words), *product(words, repeat=2)]

    def _listed(self, phrases: Iterable[tuple[str, ...]], others: Iterable[str] = ()) -> str | None:
        lines = [
            " ".join(token for spelling in chosen for token in spelling)
            for phrase in phrases
            for chosen in product(*(self.spellings[word] for word in phrase))
        ]
        return json.dumps([*lines, *others], ensure_ascii=False) if lines else None


def compile_grammar(
    vocabulary: Vocabulary, has_word: Callable[[str], bool], *, may_lack_words: bool = False
) -> VoskGrammar:
    """Choose the spellings of a vocabulary that a model has; ``has_word`` says whether a word is in the model.

    With ``may_lack_words`` the phrases with a word of which the model has no spelling are left to another recogniser;
    otherwise such a word raises Failure("missing-word").
    """
    spellings = {entry.word: _spellings(entry, has_word) for entry in vocabulary.entries}
    for word, found in spellings.items():
        if not found and not may_lack_words:
            sentence = f"The speech model for {vocabulary.language!r} does not know the word {word!r}"
            remedy = "use --engine phones, or add a spelling that it knows to [spellings] in the language's file."
            raise Failure("missing-word", f"{sentence}; {remedy}")
    spellings |= {entry.word: found for entry in vocabulary.fillers if (found := _spellings(entry, has_word))}
    used = {token for found in spellings.values() for spelling in found for token in spelling}
    others = tuple(word for word in (*vocabulary.decoys, UNKNOWN_TOKEN) if word not in used and has_word(word))
    return VoskGrammar(vocabulary, spellings, others)


def _spellings(entry: Entry, has_word: Callable[[str], bool]) -> tuple[tuple[str, ...], ...]:
    split = (tuple(spelling.split()) for spelling in entry.spellings)
    return tuple(spelling for spelling in split if spelling and all(map(has_word, spelling)))
