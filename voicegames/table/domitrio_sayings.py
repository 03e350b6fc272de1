"""What may be said at a moment of Domitrio, and what it means."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from voicegames.games.domitrio import Symbol
from voicegames.games.domitrio_board import SYMBOLS, Colour, Shape
from voicegames.games.domitrio_spots import Spots
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.table.domitrio_language import DomitrioLanguage, Phrase

SHOWN_AT_ONCE = 20
"""Over all tiles, so many more spots are shown and may be called each time."""

_LONGEST_NUMBER = 9

_MARKS = re.compile(r"(?<!\d)[,.?!;:]|[,.?!;:](?!\d)")
"""Marks between words; one between two digits makes a number of them that no tile and no spot has."""

MOST_TILES = 20
"""No rack is longer than this, or its last tiles can't be called."""

MOST_ABSENT_TILES = 9
"""Numbers of tiles up to this one are heard where there are no such tiles."""

MOST_ABSENT_SPOTS = 16
"""Numbers of a tile's spots up to this one are heard where it has no such spots."""


class Act(StrEnum):
    """What a saying asks for: the keys of the sayings in a language pack, but for NO_MORE and the last four."""

    ROLL = "roll"
    SPOTS = "spots"
    MORE = "more"
    NO_MORE = "no more"
    NEXT_SPOT = "next_spot"
    LAST_SPOT = "last_spot"
    ALL_TILES = "all_tiles"
    TURN_IT = "turn_it"
    LAY_IT = "lay_it"
    DRAW = "draw"
    PASS = "pass"
    HINT = "hint"
    UNDO = "undo"
    NEAR = "near"
    OPEN = "open"
    READ_BOARD = "read_board"
    READ_TILES = "read_tiles"
    SHOW_TILES = "show_tiles"
    HIDE_TILES = "hide_tiles"
    ZOOM_IN = "zoom_in"
    ZOOM_OUT = "zoom_out"
    CENTRE = "centre"
    AGAIN = "again"
    WHAT_NOW = "what_now"
    RULES = "rules"
    PUT = "put"
    NUMBER = "number"
    SIDE = "side"
    ANSWER = "answer"


ALWAYS = (
    *(Act.OPEN, Act.READ_BOARD, Act.READ_TILES, Act.SHOW_TILES, Act.HIDE_TILES, Act.ZOOM_IN, Act.ZOOM_OUT, Act.CENTRE),
    *(Act.AGAIN, Act.WHAT_NOW, Act.RULES, Act.MORE, Act.UNDO),
)
"""What may be said before the roll as well as after it."""

WITH_ROLL = (
    *(Act.SPOTS, Act.NEXT_SPOT, Act.LAST_SPOT, Act.ALL_TILES, Act.TURN_IT, Act.LAY_IT, Act.HINT, Act.DRAW, Act.PASS),
)
"""What may be said only when the die has been rolled."""

WHILE_ASKED = (
    *(Act.OPEN, Act.READ_BOARD, Act.READ_TILES, Act.SHOW_TILES, Act.HIDE_TILES, Act.ZOOM_IN, Act.ZOOM_OUT, Act.CENTRE),
    *(Act.WHAT_NOW, Act.RULES, Act.MORE, Act.HINT),
)
"""What may be said while the table waits for the answer to a question, which stays open."""

SIDES = ("up", "down", "left", "right")


class Began(StrEnum):
    """What a saying that was not understood began like; the values are the keys of the sayings."""

    TILE = "tile"
    SPOT = "spot"


@dataclass(frozen=True, slots=True)
class Saying:
    """What was said. ``tile``, ``spot`` and ``symbol`` are those that were named; ``lays`` says "lay it" came with it.

    A NUMBER has its ``spot``, a SIDE its ``word``, an ANSWER "yes" or "no" as its ``word``.
    """

    act: Act
    tile: int | None = None
    spot: int | None = None
    symbol: Symbol | None = None
    lays: bool = False
    word: str = ""


def tokens_of(text: str) -> list[str]:
    """Return the words of a typed line."""
    return _MARKS.sub(" ", text.casefold()).split()


@dataclass(frozen=True)
class Moment:
    """What may be said now: phrases with their meaning, and the vocabulary made of them.

    ``absent`` are phrases that are not possible now, most of them with numbers of tiles and spots that there are none
    of. They are in the vocabulary too, so that who says one is told so, and is not taken for saying the nearest one.
    """

    says: dict[Phrase, Saying]
    vocabulary: Vocabulary = field(repr=False)
    absent: dict[Phrase, Saying] = field(default_factory=dict, repr=False)

    def meaning(self, words: Phrase) -> Saying | None:
        """Return what these words mean now, or None."""
        return self.says.get(words) or self.absent.get(words)


@dataclass(frozen=True)
class Sayings:
    """Makes the moments of a game in a language."""

    words: DomitrioLanguage

    def rolling(self, *, is_reading: bool = False) -> Moment:
        """Before the roll; who draws or lays before it is told so. While it reads, the table asks whether to go on."""
        early = {**self._plain(WITH_ROLL)}
        for number in range(1, MOST_ABSENT_TILES + 1):
            early |= dict.fromkeys(self._filled("tile", number), Saying(Act.PUT, tile=number))
            early |= self._put(None, number)
        pairs = self._plain((*ALWAYS, Act.ROLL))
        return self._moment(pairs | self._answers(("yes", "no") if is_reading else ()), early)

    def laying(
        self, spots: Spots, rack: int, tile: int | None, called: int, symbols: Iterable[Symbol], *, yes_no: bool
    ) -> Moment:
        """After the roll: the numbers of tiles and spots that there are, and the symbols on the board.

        ``rack`` counts the tiles held, ``tile`` is the chosen one, ``called`` how many spots over all tiles may be
        called. With ``yes_no`` the table has asked whether to lay a held tile, or to read more.
        """
        pairs = {**self._plain((*ALWAYS, *WITH_ROLL))}
        if yes_no:
            pairs |= self._answers(("yes", "no"))
        on_board = tuple(symbols)
        tiles = range(1, min(rack, MOST_TILES) + 1)
        open_numbers = range(1, min(len(spots.of(tile)), called if tile is None else len(self.words.numbers)) + 1)
        for number in open_numbers:
            pairs |= self._put(None, number)
            pairs |= dict.fromkeys(self._filled("near", number), Saying(Act.NEAR, spot=number))
        for held in tiles:
            pairs |= dict.fromkeys(self._filled("tile", held), Saying(Act.PUT, tile=held))
            for number in range(1, len(spots.of(held)) + 1):
                pairs |= self._put(held, number)
        for symbol in on_board:
            pairs |= self._beside(None, symbol)
            if tile is None:
                for held in tiles:
                    pairs |= self._beside(held, symbol)
        return self._moment(pairs, self._absent(spots, rack, tile, pairs))

    def which(
        self, numbers: Iterable[int], sides: Iterable[str] = (), acts: Iterable[Act] = (), *, yes_no: bool = False
    ) -> Moment:
        """While the table asks back: a spot by its number, alone or after "spot"; a side; yes and no; and ``acts``."""
        pairs: dict[Phrase, Saying] = {}
        for number in numbers:
            pairs |= dict.fromkeys(self.words.names_of(number), Saying(Act.NUMBER, spot=number))
            for key in ("spot", "tile"):
                pairs |= dict.fromkeys(self._filled(key, number), Saying(Act.NUMBER, spot=number))
        pairs |= self._answers((*sides, *(("yes", "no") if yes_no else ())))
        pairs |= self._plain((Act.UNDO, Act.AGAIN, *WHILE_ASKED, *acts))
        return self._moment(pairs)

    def waiting(self) -> Moment:
        """In a robot's turn: the move before it may be undone."""
        return self._moment(self._plain((Act.UNDO,)))

    def every(self, tiles: int, spots: int) -> Moment:
        """All that may ever be said with so many tiles and spots, for a recording of which no more is known."""
        numbers = range(1, len(self.words.numbers) + 1)
        pairs = {**self._plain((*ALWAYS, Act.ROLL, *WITH_ROLL)), **self._answers((*SIDES, "yes", "no"))}
        for number in numbers:
            pairs |= self._put(None, number)
            pairs |= dict.fromkeys(self._filled("near", number), Saying(Act.NEAR, spot=number))
        for tile in range(1, tiles + 1):
            pairs |= dict.fromkeys(self._filled("tile", tile), Saying(Act.PUT, tile=tile))
            for number in range(1, spots + 1):
                pairs |= self._put(tile, number)
        for symbol in SYMBOLS:
            pairs |= self._beside(None, symbol)
        return self._moment(pairs)

    def numbered(self, spots: int) -> Moment:
        """A moment with so many spots and no tiles, to measure how well their numbers are heard."""
        pairs = self._plain((*ALWAYS, Act.ROLL, *WITH_ROLL))
        for number in range(1, spots + 1):
            pairs |= self._put(None, number)
        return self._moment(pairs)

    def controls(self) -> Vocabulary:
        """The controls alone, as in a pause."""
        return self._moment({}).vocabulary

    def yes_no(self) -> Moment:
        """Yes or no, or to hear the question or the board again."""
        return self._moment({**self._answers(("yes", "no")), **self._plain((Act.AGAIN, Act.OPEN, Act.READ_BOARD))})

    def began(self, words: Iterable[str]) -> Began | None:
        """Return what these words begin like, or None: a tile or a spot."""
        first = next(iter(words), "").casefold()
        return next((b for b in Began for phrase in self.words.sayings[b] if first == phrase[0].casefold()), None)

    def typed(self, text: str) -> Saying | None:
        """Return what a typed line means, whether or not it is possible now; digits are numbers. None if nothing."""
        most = len(self.words.numbers)
        tokens = [int(t) if t.isdecimal() and len(t) <= _LONGEST_NUMBER else t for t in tokens_of(text)]
        # A number that has no words is looked up by the highest ones that have some.
        free = (n for n in range(most, 0, -1) if n not in tokens)
        stands_for: dict[int, int] = {}
        words: list[str] = []
        for token in tokens:
            if isinstance(token, str):
                words.append(token)
                continue
            number = token if 1 <= token <= most else next(free, most)
            stands_for[number] = token
            words += self.words.number(number)
        saying = self._meant_by(tuple(word.casefold() for word in words))
        if saying is None:
            return None
        tile, spot = (None if n is None else stands_for.get(n, n) for n in (saying.tile, saying.spot))
        return replace(saying, tile=tile, spot=spot)

    def _meant_by(self, words: Phrase) -> Saying | None:
        """What these words mean; of a tile with something unfinished after it, as "tile two spot", the tile."""
        everything = self._everything
        if words in everything:
            return everything[words]
        for length in range(len(words) - 1, 0, -1):
            saying = everything.get(words[:length])
            if saying is not None and saying == Saying(Act.PUT, tile=saying.tile) and words[length] in self._own_words:
                return saying
        return None

    @cached_property
    def _own_words(self) -> frozenset[str]:
        """The words of the game that are no numbers."""
        phrases = [phrase for said in self.words.sayings.values() for phrase in said]
        symbols = [name for value in (*Colour, *Shape) for name in self.words.language.words[value]]
        return frozenset(word.casefold() for phrase in (*phrases, tuple(symbols)) for word in phrase)

    @cached_property
    def _everything(self) -> dict[Phrase, Saying]:
        numbers = range(1, len(self.words.numbers) + 1)
        pairs = {**self._plain((*ALWAYS, Act.ROLL, *WITH_ROLL)), **self.which(numbers, SIDES, yes_no=True).says}
        for number in numbers:
            pairs |= self._put(None, number)
            pairs |= dict.fromkeys(self._filled("near", number), Saying(Act.NEAR, spot=number))
            pairs |= dict.fromkeys(self._filled("tile", number), Saying(Act.PUT, tile=number))
            pairs |= self._unplaced(number)
        for tile in numbers:
            for number in numbers:
                pairs |= self._put(tile, number)
        for symbol in SYMBOLS:
            for held in (None, *numbers):
                pairs |= self._beside(held, symbol)
        pairs |= {phrase: Saying(Act(key)) for key, phrases in self.words.typed.items() for phrase in phrases}
        return {tuple(word.casefold() for word in phrase): saying for phrase, saying in pairs.items()}

    def _absent(self, spots: Spots, rack: int, tile: int | None, said: dict[Phrase, Saying]) -> dict[Phrase, Saying]:
        """A second roll, and numbers that somebody may say although there is no such tile or spot, or not yet."""
        pairs = self._plain((Act.ROLL,))
        for number in range(1, max(rack, MOST_ABSENT_TILES) + 1):
            pairs |= dict.fromkeys(self._filled("tile", number), Saying(Act.PUT, tile=number))
        for number in range(1, len(self.words.numbers) + 1):
            pairs |= dict.fromkeys(self._filled("spot", number), Saying(Act.PUT, spot=number))
        for held in range(1, rack + 1):
            pairs |= self._unplaced(held)
        for held in range(1, rack + 1) if tile is None else (tile,):
            for number in range(1, MOST_ABSENT_SPOTS + 1):
                for start in self._filled("tile", held):
                    saying = Saying(Act.PUT, held, number)
                    pairs |= {(*start, *phrase): saying for phrase in self._filled("spot", number)}
        return {phrase: saying for phrase, saying in pairs.items() if phrase not in said}

    def _answers(self, meanings: Iterable[str]) -> dict[Phrase, Saying]:
        return {
            (name,): Saying(Act.SIDE if meaning in SIDES else Act.ANSWER, word=meaning)
            for meaning in meanings
            for name in self.words.language.words[meaning]
        }

    def _plain(self, acts: Iterable[Act]) -> dict[Phrase, Saying]:
        return {phrase: Saying(act) for act in acts for phrase in self.words.sayings[act]}

    def _put(self, tile: int | None, spot: int) -> dict[Phrase, Saying]:
        pairs: dict[Phrase, Saying] = {}
        for start in self._filled("tile", tile) if tile is not None else ((),):
            for phrase in self._filled("spot", spot):
                pairs[(*start, *phrase)] = Saying(Act.PUT, tile, spot)
                for lay_it in self.words.sayings["lay_it"]:
                    pairs[(*start, *phrase, *lay_it)] = Saying(Act.PUT, tile, spot, lays=True)
        return pairs

    def _unplaced(self, tile: int) -> dict[Phrase, Saying]:
        """A tile without its spot: "tile two lay it" and "tile two spot"."""
        pairs: dict[Phrase, Saying] = {}
        for start in self._filled("tile", tile):
            pairs |= {(*start, *lay_it): Saying(Act.PUT, tile, lays=True) for lay_it in self.words.sayings["lay_it"]}
            for phrase in self.words.sayings["spot"]:
                pairs[(*start, *(word for word in phrase if word != "{number}"))] = Saying(Act.PUT, tile)
        return pairs

    def _beside(self, tile: int | None, symbol: Symbol) -> dict[Phrase, Saying]:
        starts = self._filled("tile", tile) if tile is not None else ((),)
        phrases = [self._with_symbol(phrase, symbol) for phrase in self.words.sayings["beside"]]
        saying = Saying(Act.PUT, tile, symbol=symbol)
        return {(*start, *phrase): saying for start in starts for phrase in phrases}

    def _filled(self, key: str, number: int) -> Iterator[Phrase]:
        for name in self.words.names_of(number):
            for phrase in self.words.sayings[key]:
                yield tuple(w for word in phrase for w in (name if word == "{number}" else (word,)))

    def _with_symbol(self, phrase: Phrase, symbol: Symbol) -> Phrase:
        called = self.words.language.called
        names = self.words.sayings["symbol"][0]
        named = tuple(called(symbol.colour) if word == "{colour}" else called(symbol.shape) for word in names)
        return tuple(w for word in phrase for w in (named if word == "{symbol}" else (word,)))

    def _moment(self, pairs: dict[Phrase, Saying], absent: dict[Phrase, Saying] | None = None) -> Moment:
        controls = [phrase for phrases in self.words.language.controls.values() for phrase in phrases]
        vocabulary = replace(self.words.language.vocabulary([*pairs, *controls, *(absent or ())]), commands=True)
        return Moment(pairs, vocabulary, absent or {})
