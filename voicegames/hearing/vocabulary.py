"""What may be said at a moment: words with their spellings and pronunciations, and the phrases they form."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One word of a vocabulary.

    ``word`` is its name in results ("penguin"). ``spellings`` are tried in order against a Vosk model's own
    word list; each may be several of its words ("dough deli dough"). ``pronunciations`` are sequences of the
    phone symbols of ``hearing.phone_set`` ("P EH NG G W IH N" split at blanks).
    """

    word: str
    spellings: tuple[str, ...]
    pronunciations: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words and phrases that may be said now.

    ``phrases`` lists every complete statement as a tuple of entry words; with ``loop`` the words may follow each other
    in any order and number instead (players shouting their numbers), and ``phrases`` is empty.
    ``fillers`` ("um") are heard as disfluencies, ``decoys`` are common words outside the game that help a
    recogniser with a word list (Vosk) to say unknown. With ``commands`` nobody is judged by how fluently the phrases
    are said, so no stutters are looked for; that keeps vocabularies of hundreds of phrases quick.
    """

    language: str
    entries: tuple[Entry, ...]
    phrases: tuple[tuple[str, ...], ...] = ()
    loop: bool = False
    fillers: tuple[Entry, ...] = ()
    decoys: tuple[str, ...] = ()
    commands: bool = False

    def entry(self, word: str) -> Entry:
        """Return the entry of ``word``; KeyError if the vocabulary lacks it."""
        for entry in self.entries + self.fillers:
            if entry.word == word:
                return entry
        raise KeyError(word)
