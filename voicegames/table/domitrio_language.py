"""The words and sentences of Domitrio: those of a language pack with the game's own, from ``languages/domitrio/``."""

import tomllib
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from typing import Any

from voicegames.errors import Failure
from voicegames.language import Language, load_language

Phrase = tuple[str, ...]


@dataclass(frozen=True)
class DomitrioLanguage:
    """One language of Domitrio.

    ``language`` is the family's language with the game's words, pronunciations, sentences and texts of the page.
    ``sayings`` maps what may be said ("lay_it") to its phrases, in which "{number}" and "{symbol}" are words to be
    filled in; ``numbers`` says how 1, 2, 3 and so on are said, ``numbers[0]`` being 1. ``other_numbers`` are
    other words for some of them ("zwo"). ``typed`` holds phrases that are only understood where they are typed.
    """

    language: Language
    sayings: dict[str, tuple[Phrase, ...]]
    numbers: tuple[Phrase, ...]
    other_numbers: dict[int, tuple[Phrase, ...]] = field(default_factory=dict)
    typed: dict[str, tuple[Phrase, ...]] = field(default_factory=dict)

    def number(self, value: int) -> Phrase:
        """Return how a number from 1 to 60 is said."""
        return self.numbers[value - 1]

    def names_of(self, value: int) -> tuple[Phrase, ...]:
        """Return all that may be said for a number from 1 up."""
        return (self.numbers[value - 1], *self.other_numbers.get(value, ()))


def available() -> tuple[str, ...]:
    """Return the codes of the languages in which Domitrio can be played."""
    folder = resources.files("voicegames") / "languages" / "domitrio"
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


def domitrio_language(language: Language) -> DomitrioLanguage:
    """Return the words of Domitrio in a language. Raises Failure("language") that names the ones there are."""
    pack = _pack(language.code)
    phrases, typed = (_phrases(pack[table]) for table in ("sayings", "typed"))
    sounds = {word: tuple(tuple(p.split()) for p in said) for word, said in pack["pronunciations"].items()}
    spellings = {word: tuple(said) for word, said in pack.get("spellings", {}).items()}
    merged = replace(
        language,
        words={**language.words, **{meaning: tuple(names) for meaning, names in pack["words"].items()}},
        spellings={**language.spellings, **spellings},
        pronunciations={**language.pronunciations, **sounds, **_of_family(language)},
        sentences={**language.sentences, **pack["say"]},
        page={**language.page, **pack["page"]},
    )
    numbers = tuple(tuple(number.split()) for number in pack["numbers"])
    others = {
        int(value): tuple(tuple(number.split()) for number in said)
        for value, said in pack.get("other_numbers", {}).items()
    }
    return DomitrioLanguage(merged, phrases, numbers, others, typed)


def _phrases(table: dict[str, list[str]]) -> dict[str, tuple[Phrase, ...]]:
    return {key: tuple(tuple(phrase.split()) for phrase in said) for key, said in table.items()}


def _of_family(language: Language) -> dict[str, tuple[Phrase, ...]]:
    """The pronunciations that a family has changed, which count more than the game's."""
    usual = load_language(language.code).pronunciations
    return {word: sounds for word, sounds in language.pronunciations.items() if sounds != usual.get(word)}


@cache
def _pack(code: str) -> dict[str, Any]:
    if code not in available():
        raise Failure("language", f"Domitrio is not spoken in {code!r} yet; choose one of {', '.join(available())}.")
    file = resources.files("voicegames") / "languages" / "domitrio" / f"{code}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
