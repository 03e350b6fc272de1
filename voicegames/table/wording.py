"""The sentences of a game of Dodelido: cards, answers, reasons and rulings in the language of the table."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from voicegames.events import CrocodileRuled, Mistake, Ruled, Verdict
from voicegames.games.dodelido import CROCODILE, Card, State
from voicegames.language import Language


@dataclass(frozen=True, slots=True)
class Wording:
    """Makes sentences from the game's state."""

    language: Language
    players: tuple[str, ...]

    def card(self, card: Card) -> str:
        """Return a card's name, such as "blue penguin"."""
        if card == CROCODILE or card.animal is None or card.colour is None:
            return self.language.say("card_crocodile")
        colour, animal = self.language.called(card.colour), self.language.called(card.animal)
        return self.language.say("card_coloured", colour=colour, animal=animal)

    def cards(self, count: int) -> str:
        """Return "one card" or "5 cards"."""
        return self.language.say("cards_one") if count == 1 else self.language.say("cards_many", count=count)

    def answer(self, meanings: Sequence[str]) -> str:
        """Return an answer as the table says it: "oh, oh, penguin"."""
        return ", ".join(self.language.called(meaning) for meaning in meanings)

    def names(self) -> str:
        """Return all players' names in order."""
        return ", ".join(self.players)

    def reason(self, state: State) -> str:
        """Return why the expected answer is right: "2 penguin", "first card", "no match", with the tortoises."""
        visible = [card for card in state.top if card is not None]
        tortoises = sum(card.animal == "tortoise" for card in visible)
        reason = self._match(state, visible)
        if tortoises == 1:
            return self.language.say("reason_tortoises_one", reason=reason)
        if tortoises > 1:
            return self.language.say("reason_tortoises", reason=reason, count=tortoises)
        return reason

    def _match(self, state: State, visible: list[Card]) -> str:
        if len(visible) == 1 and state.first_of_round:
            return self.language.say("reason_first")
        animal, animals = Counter(card.animal for card in visible).most_common(1)[0]
        colour, colours = Counter(card.colour for card in visible).most_common(1)[0]
        if max(animals, colours) < 2 or animal is None or colour is None:
            return self.language.say("reason_none")
        one, two = self.language.called(animal), self.language.called(colour)
        if animals == colours:
            return self.language.say("reason_tie", count=animals, one=one, count_two=colours, two=two)
        if animals > colours:
            return self.language.say("reason_match", count=animals, what=one)
        return self.language.say("reason_match", count=colours, what=two)

    def mistake(self, ruled: Ruled, state: State, taken: int, *, understood: bool) -> str:
        """Return the sentence for a mistake; ``state`` is the game before it, ``taken`` how many cards are taken."""
        keys = {
            Mistake.WORD: "mistake_word" if understood else "mistake_unclear",
            Mistake.OH: "mistake_oh",
            Mistake.STUTTER: "mistake_stutter",
            Mistake.PAUSE: "mistake_gap" if ruled.heard else "mistake_pause",
        }
        assert ruled.mistake is not None
        reason = self.reason(state)
        return self.language.say(
            keys[ruled.mistake],
            name=self.players[ruled.player],
            heard=ruled.heard,
            reason=reason[:1].upper() + reason[1:],  # "capitalize" would take German nouns their capitals
            expected=self.answer(ruled.expected.split()),
            cards=self.cards(taken),
        )

    def question_about(self, ruling: Ruled | CrocodileRuled) -> str:
        """Return the question whether the last ruling was wrong."""
        if isinstance(ruling, CrocodileRuled):
            return self.language.say("that_was_wrong_crocodile", name=self.players[ruling.last])
        key = "ruling_right" if ruling.verdict is Verdict.RIGHT else "ruling_mistake"
        return self.language.say("that_was_wrong", name=self.players[ruling.player], ruling=self.language.say(key))

    def score(self, state: State) -> str:
        """Return how many cards everybody holds."""
        return " ".join(
            self.language.say("score", name=name, cards=self.cards(len(hand)))
            for name, hand in zip(self.players, state.hands, strict=True)
        )
