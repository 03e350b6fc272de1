"""What may be said at each moment of a game of Dodelido, as vocabularies of a language."""

from dataclasses import dataclass
from functools import cached_property

from voicegames.games.dodelido import Word
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.language import Language
from voicegames.players.robots import MOST_OHS

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
"""The meanings of the players' numbers."""


@dataclass(frozen=True)
class Phrases:
    """The vocabularies of one game with ``players`` players; made once, so that recognisers compile them once."""

    language: Language
    players: int

    @cached_property
    def answer(self) -> Vocabulary:
        """Statements with 0 to 4 "oh"s, "oh"s alone (a beginning), "crocodile" (a wrong word), and the controls."""
        said = self._names(*(word.value for word in Word), "crocodile")
        ohs = [(self.language.called("oh"),) * count for count in range(MOST_OHS + 1)]
        statements = [(*oh, word) for oh in ohs for word in said]
        return self.language.vocabulary([*statements, *ohs[1:], *self.control_phrases])

    @cached_property
    def crocodile(self) -> Vocabulary:
        """The players' numbers, shouted in any order."""
        return self.language.loop(self._numbers())

    @cached_property
    def who(self) -> Vocabulary:
        """One player's number, or a control."""
        return self.language.vocabulary([*((word,) for word in self._numbers()), *self.control_phrases])

    @cached_property
    def yes_no(self) -> Vocabulary:
        """Yes or no."""
        return self.language.vocabulary((word,) for word in self._names("yes", "no"))

    @cached_property
    def controls(self) -> Vocabulary:
        """The controls alone, as in a pause."""
        return self.language.vocabulary(self.control_phrases)

    @cached_property
    def control_phrases(self) -> tuple[tuple[str, ...], ...]:
        """All spoken controls."""
        return tuple(phrase for phrases in self.language.controls.values() for phrase in phrases)

    def all(self) -> tuple[Vocabulary, ...]:
        """Every vocabulary that the game will use, for a recogniser to prepare at the start."""
        return self.answer, self.crocodile, self.who, self.yes_no, self.controls

    def number_of(self, word: str) -> int | None:
        """Return the player (from 0) whose number a spoken word is, or None."""
        meaning = self.language.meaning(word)
        return NUMBERS.index(meaning) if meaning in NUMBERS[: self.players] else None

    def _numbers(self) -> tuple[str, ...]:
        return self._names(*NUMBERS[: self.players])

    def _names(self, *meanings: str) -> tuple[str, ...]:
        return tuple(name for meaning in meanings for name in self.language.words[meaning])
