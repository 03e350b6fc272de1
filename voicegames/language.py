"""What things are called, how they may be said and announced, per language; the data is in ``languages/``."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from typing import Any

from voicegames.errors import Failure
from voicegames.hearing.phone_set import SYMBOLS
from voicegames.hearing.vocabulary import Entry, Vocabulary

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True)
class Language:
    """One language pack.

    ``words`` maps a meaning ("tortoise", "oh", "one", "yes") to its names: the first is the one the table says, all may
    be said. ``controls`` maps a control ("that_was_wrong") to its spoken phrases. ``sentences`` are templates.
    ``phrases`` are the other phrases of the games ("ready", "take it"), as ``controls`` are.
    ``aloud`` respells words that a synthesiser would say wrongly ("dodelido"). ``page`` are the texts of the page,
    ``terminal`` the lines of a terminal, and ``choices`` maps a choice that is made on the page ("play_again") to its
    spoken phrases. ``names`` are people's names that are understood, and how they sound.
    """

    code: str
    name: str
    voice: str
    words: dict[str, tuple[str, ...]]
    controls: dict[str, tuple[tuple[str, ...], ...]]
    spellings: dict[str, tuple[str, ...]]
    pronunciations: dict[str, tuple[tuple[str, ...], ...]]
    fillers: tuple[str, ...]
    decoys: tuple[str, ...]
    sentences: dict[str, str]
    aloud: dict[str, str] = field(default_factory=dict)
    page: dict[str, str] = field(default_factory=dict)
    choices: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    phrases: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    terminal: dict[str, str] = field(default_factory=dict)
    names: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)

    def called(self, meaning: str) -> str:
        """Return the name that the table says for a meaning."""
        return self.words[meaning][0]

    def say(self, key: str, **values: object) -> str:
        """Return the sentence ``key`` with its values filled in."""
        return self.sentences[key].format(**values)

    def spoken(self, text: str) -> str:
        """Return the text respelled where a synthesiser would say a word wrongly; for the voice, not for captions."""
        return re.sub(r"\w+", lambda match: self.aloud.get(match[0].lower(), match[0]), text)

    def meaning(self, word: str) -> str | None:
        """Return the meaning of a spoken word in any case, or None if it is no word of the game."""
        folded = word.casefold()
        for meaning, names in self.words.items():
            if folded in map(str.casefold, names):
                return meaning
        return None

    def letters(self, meaning: str, among: Iterable[str]) -> str:
        """Return the first letter of what ``meaning`` is called, or so many as tell it from the others ("Ge", "Gr")."""
        name = self.called(meaning)
        others = [self.called(other) for other in among if other != meaning]
        for length in range(1, len(name)):
            if not any(other[:length].casefold() == name[:length].casefold() for other in others):
                break
        else:
            length = len(name)
        return name[:1].upper() + name[1:length]

    def meanings(self, words: Iterable[str]) -> tuple[str, ...]:
        """Return the meanings of spoken words; a word without one stays itself."""
        return tuple(self.meaning(word) or word for word in words)

    @property
    def referee(self) -> str:
        """The word by which the referee is called."""
        return self.controls["pause"][0][0]

    def control(self, words: tuple[str, ...]) -> str | None:
        """Return the control that these spoken words are, or None."""
        for control, phrases in self.controls.items():
            if words in phrases:
                return control
        return None

    def entry(self, word: str) -> Entry:
        """Return the vocabulary entry of a spoken word. Raises KeyError where its pronunciation is missing."""
        if word not in self.pronunciations and word in self.names:
            return Entry(word, self.spellings.get(word, (word, word.lower())), self.names[word])
        return Entry(word, self.spellings.get(word, (word,)), self.pronunciations[word])

    def vocabulary(self, phrases: Iterable[tuple[str, ...]]) -> Vocabulary:
        """Return the vocabulary in which the given phrases of spoken words may be said."""
        listed = tuple(dict.fromkeys(phrases))
        words = dict.fromkeys(word for phrase in listed for word in phrase)
        return Vocabulary(
            language=self.code,
            entries=tuple(self.entry(word) for word in words),
            phrases=listed,
            fillers=tuple(self.entry(word) for word in self.fillers),
            decoys=tuple(decoy for decoy in self.decoys if decoy not in words),
        )

    def loop(self, words: Iterable[str]) -> Vocabulary:
        """Return the vocabulary in which the given spoken words may follow each other freely."""
        entries = tuple(self.entry(word) for word in dict.fromkeys(words))
        fillers = tuple(self.entry(word) for word in self.fillers)
        return Vocabulary(self.code, entries, loop=True, fillers=fillers, decoys=self.decoys)


def with_family_words(
    language: Language, words: dict[str, list[str]], pronunciations: dict[str, list[str]]
) -> Language:
    """Return the language with a family's own equal words (ruling 5), such as "slowpoke" for "tortoise".

    ``words`` maps a meaning to more names for it, ``pronunciations`` a new name to its sounds, as in the packs.
    Raises Failure("words") for a meaning that there is none of, a word that means something else already, or a word
    whose sounds are not known.
    """
    names = dict(language.words)
    sounds = {**language.pronunciations, **{w: tuple(tuple(p.split()) for p in ps) for w, ps in pronunciations.items()}}
    for meaning, more in words.items():
        if meaning not in names:
            raise Failure("words", f"There is no word {meaning!r} in the game; choose one of {', '.join(names)}.")
        for word in more:
            other = language.meaning(word)
            if other not in (None, meaning):
                raise Failure("words", f"{word!r} already means {other!r}; choose another word for {meaning!r}.")
            if word not in sounds:
                raise Failure(
                    "words",
                    f"Nobody knows how {word!r} sounds; add a line for it under [pronunciations] of the settings.",
                )
        names[meaning] = tuple(dict.fromkeys((*names[meaning], *more)))
    unknown = sorted({s for ps in sounds.values() for p in ps for s in p} - set(SYMBOLS))
    if unknown:
        raise Failure("words", f"{unknown[0]!r} is no sound; voicegames/hearing/phone_set.py lists those there are.")
    return replace(language, words=names, pronunciations=sounds)


def with_family_names(language: Language, names: dict[str, list[str]]) -> Language:
    """Return the language with a family's own names in the place of the pack's; without any, the pack's stay.

    ``names`` maps each name to its sounds, as in the packs. Raises Failure("names") where the sounds are not known.
    """
    if not names:
        return language
    known = {name.casefold(): sounds for name, sounds in language.names.items()}
    ours = {}
    for name, listed in names.items():
        sounds = tuple(tuple(p.split()) for p in listed) or known.get(name.casefold())
        if not name.strip() or " " in name.strip() or not sounds:
            raise Failure(
                "names",
                f"Nobody knows how the name {name!r} sounds; write its sounds beside it under [names] of the settings, "
                'as one word: Yuna = ["Y UW N AH"].',
            )
        unknown = sorted({symbol for p in sounds for symbol in p} - set(SYMBOLS))
        if unknown:
            raise Failure(
                "names", f"{unknown[0]!r} is no sound; voicegames/hearing/phone_set.py lists those there are."
            )
        ours[name.strip()] = sounds
    return replace(language, names=ours)


def available() -> tuple[str, ...]:
    """Return the codes of the languages that have a pack."""
    folder = resources.files("voicegames") / "languages"
    names = (file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    return tuple(sorted(name for name in names if "." not in name))


@cache
def load_language(code: str) -> Language:
    """Return the language pack ``code``: its own file, and those of the games beside it ("en.remmi-demmi.toml").

    Raises Failure("language") that names the ones there are.
    """
    if code not in available():
        raise Failure("language", f"There is no language {code!r}; choose one of {', '.join(available())}.")
    return _parse(pack_data(code))


def pack_data(code: str) -> dict[str, Any]:
    """Return all that the files of a language pack hold, those of the games merged into the tables of its own."""
    folder = resources.files("voicegames") / "languages"
    files = (file for file in folder.iterdir() if file.name.startswith(f"{code}.") and file.name.endswith(".toml"))
    data: dict[str, Any] = {}
    for file in sorted(files, key=lambda file: (file.name.count("."), file.name)):
        for table, values in tomllib.loads(file.read_text(encoding="utf-8")).items():
            data[table] = {**data.get(table, {}), **values} if isinstance(values, dict) else values
    return data


def _digits(data: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """The spellings of numbers, which people type as digits."""
    spellings = data.get("spellings", {})
    words = {data["words"][meaning][0]: digit for digit, meaning in enumerate(_NUMBERS, 1)}
    return {word: (*spellings.get(word, (word,)), str(digit)) for word, digit in words.items()}


def _parse(data: dict[str, Any]) -> Language:
    return Language(
        code=data["code"],
        name=data["name"],
        voice=data["voice"],
        words={key: tuple(names) for key, names in data["words"].items()},
        controls={key: tuple(tuple(p.split()) for p in phrases) for key, phrases in data["controls"].items()},
        spellings={key: tuple(names) for key, names in data.get("spellings", {}).items()} | _digits(data),
        pronunciations={key: tuple(tuple(p.split()) for p in prons) for key, prons in data["pronunciations"].items()},
        fillers=tuple(data["hearing"]["fillers"]),
        decoys=tuple(data["hearing"]["decoys"]),
        sentences=dict(data["say"]),
        aloud=dict(data.get("aloud", {})),
        page=dict(data["page"]),
        choices={key: tuple(tuple(p.split()) for p in phrases) for key, phrases in data["choices"].items()},
        phrases={key: tuple(tuple(p.split()) for p in phrases) for key, phrases in data.get("phrases", {}).items()},
        terminal=dict(data["terminal"]),
        names={name: tuple(tuple(p.split()) for p in prons) for name, prons in data["names"].items()},
    )
