"""The check of a claimant's real cards: yes or no, or the cards as told, and the same once more before minus points."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from voicegames.events import Prompted
from voicegames.games.remmi_demmi_hands import REMMI_SIZE, Card, is_remmi
from voicegames.hearing.typed import ENGINE as TYPED
from voicegames.table.remmi_demmi_listening import Called, Listening
from voicegames.table.remmi_demmi_phrases import Answer, Control, RemmiDemmiPhrases
from voicegames.table.remmi_demmi_telling import is_begun, told_cards
from voicegames.table.sitting import Sitting

ANSWER_S = 15.0
"""After so many seconds without an answer the question is asked again."""

REST_S = 3.0
"""So long the rest of the cards is waited for, in seconds: who counts them makes pauses."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a claimant told: whether it is a Remmi, and the cards where they were told."""

    is_remmi: bool
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Deck:
    """How many cards of each kind there are, and those that others have told in this round."""

    copies: int
    told: tuple[Card, ...] = ()

    def impossible(self, cards: tuple[Card, ...]) -> Card | None:
        """Return a kind of which there are not so many."""
        return next((card for card, count in Counter(cards).items() if count > self.copies), None)

    def contradicted(self, cards: tuple[Card, ...]) -> Card | None:
        """Return a kind of which there are not so many beside those that others have told."""
        return next((card for card in cards if Counter((*cards, *self.told))[card] > self.copies), None)


class RemmiCheck:
    """Asks one claimant. No points are lost on one word alone: that it is no Remmi must be said twice.

    The second question is put as the first one, so that "no" means the same both times. Cards may be told in several
    breaths; more of a kind than there are can't be theirs, and where that is so only beside what others have told, one
    of them was misheard, so they are asked once more and then believed. ``called`` is told of what is called meanwhile
    that is no answer; where it says True the claimant is asked anew.
    """

    def __init__(
        self,
        sitting: Sitting,
        listening: Listening,
        phrases: RemmiDemmiPhrases,
        name: str,
        deck: Deck,
        called: Callable[[Called], bool],
    ) -> None:
        self._sitting = sitting
        self._listening = listening
        self._phrases = phrases
        self._name = name
        self._deck = deck
        self._part: tuple[str, ...] = ()
        self._part_s = 0.0
        self._called = called

    def ask(self, player: int) -> Told | Control:
        """Ask until it is clear, or until a control is called."""
        key, doubted, disbelieved = "rd_check", False, False
        while True:
            self._sitting.say(self._say(key))
            came = self._told(player)
            if isinstance(came, Control):
                if doubted and came.control == "that_was_wrong":
                    # The "no" that was asked about is the last step, and is not recorded yet.
                    key, doubted = "rd_check", False
                    continue
                return came
            if came is None:
                key = "rd_sure" if doubted else "rd_check_again"
            elif came.cards and len(came.cards) != REMMI_SIZE:
                self._sitting.say(self._say("rd_count_wrong", count=len(came.cards)))
                key = "rd_check_again"
            elif (card := self._deck.impossible(came.cards)) is not None:
                self._sitting.say(self._too_many("rd_too_many", card))
                key = "rd_check_again"
            elif not disbelieved and (card := self._deck.contradicted(came.cards)) is not None:
                self._sitting.say(self._too_many("rd_too_many_told", card))
                key, disbelieved = "rd_check_again", True
            elif came.is_remmi or (doubted and not came.cards):
                return came
            else:
                key, doubted = "rd_sure", True

    def _told(self, player: int) -> Told | Control | None:
        until_s = self._prompt(player)
        self._part = ()
        for called in self._listening.calls({}, player, self._phrases.cards, spotted=self._phrases.spotted):
            if called is None:
                if self._sitting.now_s > until_s and not self._is_busy():
                    return None
                if self._part and self._sitting.now_s > self._part_s + REST_S and not self._is_busy():
                    cards = told_cards(self._part)
                    return None if cards is None else Told(is_remmi(cards), cards)
                continue
            told = self._meant(called)
            if told is None and self._part:
                until_s = max(until_s, self._part_s + REST_S)
                continue
            if told is not None or not self._called(called):
                return told
        raise AssertionError("the steps of a sitting never end by themselves")

    def _meant(self, called: Called) -> Told | Control | None:
        if isinstance(called.call, Control):
            return called.call
        if isinstance(called.call, Answer):
            return Told(called.call.is_yes)
        part, self._part = self._part, ()
        if called.utterance is None or not called.utterance.is_known:
            return None
        words = called.utterance.plain_words
        control = self._phrases.language.control(words)
        if control is not None:
            return Control(control)
        meanings = self._phrases.language.meanings(words)
        is_spoken = called.utterance.engine != TYPED
        if is_spoken and words in self._phrases.language.phrases["rd_yes_heard_as"]:
            return Told(is_remmi=True)
        if meanings in (("yes",), ("no",)):
            return Told(meanings == ("yes",))
        for told in (meanings, (*part, *meanings)):
            cards = told_cards(told)
            if cards is not None and len(cards) >= REMMI_SIZE:
                return Told(is_remmi(cards), cards)
        self._part = next((told for told in ((*part, *meanings), meanings) if is_begun(told)), ())
        self._part_s = self._sitting.now_s
        return None

    def _is_busy(self) -> bool:
        return self._sitting.ear.is_hearing or self._sitting.is_typing_since(self._sitting.now_s)

    def _too_many(self, key: str, card: Card) -> str:
        called = self._phrases.language.called
        return self._say(key, count=self._deck.copies, colour=called(card.colour), figure=called(card.figure))

    def _prompt(self, player: int) -> float:
        self._sitting.record(Prompted(self._sitting.now_s, player, ANSWER_S))
        return self._sitting.now_s + ANSWER_S

    def _say(self, key: str, **values: object) -> str:
        return self._phrases.language.say(key, name=self._name, **values)
