"""What may be said at each moment of a game of Remmi Demmi, as vocabularies, and what it means."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations, product

from voicegames.games.remmi_demmi import Offence, Speed
from voicegames.games.remmi_demmi_hands import Colour, Figure
from voicegames.hearing.utterance import Utterance
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.language import Language
from voicegames.names import name_key
from voicegames.table.name_sounds import sounds_of
from voicegames.table.phrases import NUMBERS

Phrase = tuple[str, ...]

_APART_S = 0.25

MOST_REPEATS = 6
"""A size is shouted up to so many times in one breath."""


@dataclass(frozen=True, slots=True)
class Control:
    """A call to the referee that every game has."""

    control: str


@dataclass(frozen=True, slots=True)
class Claim:
    """Remmi-Demmi, by ``player`` (from 0, perhaps one who does not play), or by somebody who did not say who."""

    player: int | None


@dataclass(frozen=True, slots=True)
class Who:
    """A player's number or name alone."""

    player: int


@dataclass(frozen=True, slots=True)
class Shout:
    """The size of a Demmi."""

    size: int


@dataclass(frozen=True, slots=True)
class SetOff:
    """The dealer starts the timer."""

    speed: Speed


@dataclass(frozen=True, slots=True)
class Sign:
    """All may look at their cards."""


@dataclass(frozen=True, slots=True)
class Accused:
    """Somebody was early."""

    player: int
    offence: Offence


@dataclass(frozen=True, slots=True)
class Accept:
    """The offer of ``partner``, or the newest one, is taken."""

    partner: int | None


@dataclass(frozen=True, slots=True)
class ShowCards:
    """Show the hand of ``player``, or of the only person."""

    player: int | None


@dataclass(frozen=True, slots=True)
class HideCards:
    """Hide the hand that is shown."""


@dataclass(frozen=True, slots=True)
class GiveBack:
    """Give the invalid Demmi back that the player got last."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """Colours and figures: the cards that are of all of them are to be offered; with none, no card is."""

    kinds: frozenset[Colour | Figure]


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose the card at this place of the hand, the first is 0, or leave it."""

    place: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Yes or no."""

    is_yes: bool


Asked = Accept | ShowCards | HideCards | GiveBack | Kinds | Choose
"""What may be said about the computer's cards."""

Call = Control | Claim | Who | Shout | SetOff | Sign | Accused | Answer | Asked
"""What may be said."""


class RemmiDemmiPhrases:
    """The vocabularies of one game; made once, so that recognisers compile them once.

    Every number from one to nine may be called, so that a player who does not play is told so and not heard as another.
    ``players`` are the names; one whose sounds can't be guessed ("Player 1") is called by number.
    """

    def __init__(self, language: Language, players: Sequence[str], *, real_cards: bool) -> None:
        self._players = tuple(players)
        self._names = _names(language, players)
        sounds = {word: tuple(_sounds(language, word)) for name in self._names for word in name}
        self.language = replace(language, pronunciations={**language.pronunciations, **sounds})
        self._real_cards = real_cards

    @cached_property
    def face_down(self) -> dict[Phrase, Call]:
        """While the cards lie face down."""
        return self._with_controls(self._all("rd_sign", Sign()), self._accusations(), self._claims())

    @cached_property
    def look(self) -> dict[Phrase, Call]:
        """While all look, and the dealer may start the timer."""
        speeds: dict[Phrase, Call] = {(name,): SetOff(speed) for speed in Speed for name in self.language.words[speed]}
        early = {} if self._real_cards else {**self._shouts(), **self._own_hand()}
        return self._with_controls(speeds, self._accusations(), self._claims(), early)

    @cached_property
    def clock(self) -> dict[Phrase, Call]:
        """While the timer runs."""
        hand = {} if self._real_cards else self._own_hand()
        who: dict[Phrase, Call] = {phrase: Who(player) for phrase, player in self._with_players("rd_who")}
        return self._with_controls(self._claims(), who, self._shouts(), hand)

    @cached_property
    def spotted(self) -> Vocabulary:
        """The calls of Remmi-Demmi, which must be heard while all others shout."""
        return self.vocabulary(self._claims())

    @cached_property
    def spotted_who(self) -> Vocabulary:
        """The same, and "player three", once somebody has called who did not say who."""
        numbered = (phrase for phrase, call in self.clock.items() if isinstance(call, Who) and len(phrase) > 1)
        return self.vocabulary([*self._claims(), *numbered])

    @cached_property
    def after(self) -> dict[Phrase, Call]:
        """After the round: the controls, and claims that come too late."""
        return self._with_controls(self._claims())

    @cached_property
    def yes_no(self) -> dict[Phrase, Call]:
        """Yes or no, or a control."""
        words = self.language.words
        answers: dict[Phrase, Call] = {(name,): Answer(key == "yes") for key in ("yes", "no") for name in words[key]}
        return self._with_controls(answers)

    @cached_property
    def controls(self) -> dict[Phrase, Call]:
        """The controls alone."""
        return self._with_controls()

    def vocabulary(self, calls: Iterable[Phrase]) -> Vocabulary:
        """Return the vocabulary of some of the calls."""
        return self.language.vocabulary(calls)

    @cached_property
    def cards(self) -> Vocabulary:
        """Yes, no, or cards as they are told: numbers, colours and figures in any order; and the controls' words."""
        meanings = (*NUMBERS, *Colour, *Figure, "yes", "no")
        words = [name for meaning in meanings for name in self.language.words[meaning]]
        controls = [word for phrases in self.language.controls.values() for phrase in phrases for word in phrase]
        return self.language.loop((*words, *controls))

    def all(self) -> tuple[Vocabulary, ...]:
        """Return every vocabulary, for a recogniser to prepare at the start."""
        calls = (self.face_down, self.look, self.clock, self.after, self.yes_no, self.controls)
        return (*map(self.vocabulary, calls), self.cards, self.spotted, self.spotted_who)

    def call(self, utterance: Utterance, calls: dict[Phrase, Call]) -> Call | None:
        """Return what an utterance means, or None where it is nothing that may be said now.

        A number before "Remmi Demmi" may be the size that somebody else shouts: where the call was heard among other
        sound, or the number stands apart from it, nobody is said to have made it.
        """
        call = calls.get(utterance.plain_words) if utterance.is_known else None
        if isinstance(call, Claim) and utterance.plain_words in self._with_number_alone:
            apart_s = utterance.words[1].start_s - utterance.words[0].end_s
            if utterance.is_spotted or apart_s > _APART_S:
                return Claim(None)
        return call

    @cached_property
    def unsounded(self) -> tuple[int, ...]:
        """The players whose names can only be typed, because nothing tells how they sound."""
        return tuple(player for player in range(len(self._players)) if player not in self._names.values())

    def typed(self, text: str, calls: dict[Phrase, Call]) -> Call | None:
        """Return what may be said now and is only typed: a name in any letters, or a size many times over."""
        words = text.split()
        call = calls.get((words[0],)) if len(set(words)) == 1 else None
        if not isinstance(call, Shout):
            call = self._typed_names.get(_letters(text))
        return call if call in calls.values() else None

    @cached_property
    def _typed_names(self) -> dict[str, Call]:
        said: dict[str, Call] = {}
        for player, name in enumerate(self._players):
            calls: dict[str, Call] = {
                "rd_claim": Claim(player),
                "rd_who": Who(player),
                "rd_looked_early": Accused(player, Offence.LOOKED_EARLY),
                "rd_traded_early": Accused(player, Offence.TRADED_EARLY),
                "rd_trade_with": Accept(player),
                "rd_show_cards": ShowCards(player),
            }
            for key, call in calls.items():
                for phrase in self.language.phrases[key]:
                    if "{name}" in phrase:
                        said[_letters(" ".join(_filled(phrase, "{name}", (name,))))] = call
        return said

    def is_of_stranger(self, utterance: Utterance) -> bool:
        """Whether the end of it is a call or a telling on somebody: then the name before it is nobody's here."""
        ends = [
            phrase[phrase.index("{name}") + 1 :]
            for key in ("rd_claim", "rd_looked_early", "rd_traded_early")
            for phrase in self.language.phrases[key]
            if "{name}" in phrase
        ]
        return _ends_in(utterance, ends)

    def is_claim(self, utterance: Utterance) -> bool:
        """Whether it ends in "Remmi Demmi", whatever stands before it and whenever it is said."""
        return _ends_in(utterance, self.language.phrases["rd_claim_of_nobody"])

    def is_accusation(self, utterance: Utterance) -> bool:
        """Whether it tells on a player for having been early, whenever it is said."""
        whole = (phrase for phrase in self._accusations() if len(phrase) == len(utterance.words))
        return _ends_in(utterance, whole)

    @cached_property
    def _with_number_alone(self) -> frozenset[Phrase]:
        nobody = self.language.phrases["rd_claim_of_nobody"]
        alone = [p for p in self.language.phrases["rd_claim"] if p[0] == "{number}" and p[1:] in nobody]
        names = [name for number in NUMBERS for name in self.language.words[number]]
        return frozenset(_filled(phrase, "{number}", (name,)) for phrase in alone for name in names)

    def _with_controls(self, *calls: dict[Phrase, Call]) -> dict[Phrase, Call]:
        said: dict[Phrase, Call] = {
            phrase: Control(control) for control, phrases in self.language.controls.items() for phrase in phrases
        }
        for more in calls:
            said |= more
        return said

    def _claims(self) -> dict[Phrase, Call]:
        claims: dict[Phrase, Call] = {phrase: Claim(player) for phrase, player in self._with_players("rd_claim")}
        return claims | self._all("rd_claim_of_nobody", Claim(None))

    def _accusations(self) -> dict[Phrase, Call]:
        looked, traded = Offence.LOOKED_EARLY, Offence.TRADED_EARLY
        said: dict[Phrase, Call] = {p: Accused(player, looked) for p, player in self._with_players("rd_looked_early")}
        return said | {p: Accused(player, traded) for p, player in self._with_players("rd_traded_early")}

    def _shouts(self) -> dict[Phrase, Call]:
        names = ((name, size) for size, key in enumerate(NUMBERS, 1) for name in self.language.words[key])
        return {(name,) * times: Shout(size) for name, size in names for times in range(1, MOST_REPEATS + 1)}

    def _own_hand(self) -> dict[Phrase, Call]:
        words = self.language.words
        said: dict[Phrase, Call] = {
            (name,): Kinds(frozenset((kind,))) for kind in (*Colour, *Figure) for name in words[kind]
        }
        for colour, figure in product(Colour, Figure):
            kinds = Kinds(frozenset((colour, figure)))
            for one, other in permutations((words[colour], words[figure])):
                said |= dict.fromkeys(product(one, other), kinds)
        said |= self._all("rd_clear", Kinds(frozenset()))
        places = (*(self.language.words[number] for number in NUMBERS), *self.language.phrases["rd_ten"])
        for phrase in self.language.phrases["rd_card"]:
            said |= {
                _filled(phrase, "{number}", (name,)): Choose(place)
                for place, names in enumerate(places)
                for name in names
            }
        said |= {phrase: Accept(player) for phrase, player in self._with_players("rd_trade_with")}
        said |= {phrase: ShowCards(player) for phrase, player in self._with_players("rd_show_cards")}
        said |= self._all("rd_take_it", Accept(None)) | self._all("rd_hide_cards", HideCards())
        said |= self._all("rd_give_back", GiveBack())
        plain = (phrase for phrase in self.language.phrases["rd_show_cards"] if not _is_open(phrase))
        return said | {phrase: ShowCards(None) for phrase in plain}

    def _all(self, key: str, call: Call) -> dict[Phrase, Call]:
        return dict.fromkeys(self.language.phrases[key], call)

    def _with_players(self, key: str) -> Iterator[tuple[Phrase, int]]:
        """Yield the phrases in which a player is called, with the player."""
        for phrase in filter(_is_open, self.language.phrases[key]):
            if "{number}" in phrase:
                for player, number in enumerate(NUMBERS):
                    for said in self.language.words[number]:
                        yield _filled(phrase, "{number}", (said,)), player
            else:
                for name, player in self._names.items():
                    yield _filled(phrase, "{name}", name), player


def _ends_in(utterance: Utterance, phrases: Iterable[Phrase]) -> bool:
    """Whether the utterance ends in one of the phrases, in any case, also in words that could not be said then."""
    words = tuple(word.text.casefold() for word in utterance.words)
    return any(words[-len(phrase) :] == tuple(map(str.casefold, phrase)) for phrase in phrases)


def _letters(text: str) -> str:
    """The letters and digits of a text, in which it is compared with what is typed."""
    return "".join(letter for letter in name_key(text) if letter.isalnum())


def _is_open(phrase: Phrase) -> bool:
    return any(map(_is_gap, phrase))


def _is_gap(word: str) -> bool:
    return word in ("{number}", "{name}")


def _filled(phrase: Phrase, gap: str, words: Iterable[str]) -> Phrase:
    place = phrase.index(gap)
    return (*phrase[:place], *words, *phrase[place + 1 :])


def _names(language: Language, players: Sequence[str]) -> dict[Phrase, int]:
    names = {}
    for player, name in enumerate(players):
        words = tuple(_called(language, word) for word in name.split())
        if words and all(any(_sounds(language, word)) for word in words):
            names[words] = player
    return names


def _called(language: Language, word: str) -> str:
    """Return the word as the language spells it, but for case, and a digit in words."""
    if word.isdecimal() and 1 <= int(word) <= len(NUMBERS):
        return language.called(NUMBERS[int(word) - 1])
    return next((known for known in language.pronunciations if known.casefold() == word.casefold()), word)


def _sounds(language: Language, word: str) -> Iterable[tuple[str, ...]]:
    return language.pronunciations.get(word) or sounds_of(word)
