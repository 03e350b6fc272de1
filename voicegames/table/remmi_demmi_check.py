"""The check of a claimant's real cards: yes or no, or the cards as told, and the same once more before minus points."""

from collections.abc import Callable
from dataclasses import dataclass

from voicegames.events import Prompted
from voicegames.games.remmi_demmi_hands import REMMI_SIZE, Card, is_remmi
from voicegames.table.remmi_demmi_listening import Called, Listening
from voicegames.table.remmi_demmi_phrases import Answer, Control, RemmiDemmiPhrases, told_cards
from voicegames.table.sitting import Sitting

ANSWER_S = 15.0
"""After so many seconds without an answer the question is asked again."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a claimant told: whether it is a Remmi, and the cards where they were told."""

    is_remmi: bool
    cards: tuple[Card, ...] = ()


class RemmiCheck:
    """Asks one claimant. No points are lost on one word alone: that it is no Remmi must be said twice.

    The second question is put as the first one, so that "no" means the same both times. ``called`` is told of what is
    called meanwhile that is no answer; where it says True the claimant is asked anew.
    """

    def __init__(
        self,
        sitting: Sitting,
        listening: Listening,
        phrases: RemmiDemmiPhrases,
        name: str,
        called: Callable[[Called], bool],
    ) -> None:
        self._sitting = sitting
        self._listening = listening
        self._phrases = phrases
        self._name = name
        self._called = called

    def ask(self, player: int) -> Told | Control:
        """Ask until it is clear, or until a control is called."""
        key, doubted = "rd_check", False
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
            elif came.is_remmi or (doubted and not came.cards):
                return came
            else:
                key, doubted = "rd_sure", True

    def _told(self, player: int) -> Told | Control | None:
        until_s = self._prompt(player)
        for called in self._listening.calls({}, player, self._phrases.cards, spotted=self._phrases.spotted):
            if called is None:
                if self._sitting.now_s > until_s and not self._sitting.ear.is_hearing:
                    return None
                continue
            told = self._meant(called)
            if told is not None or not self._called(called):
                return told
        raise AssertionError("the steps of a sitting never end by themselves")

    def _meant(self, called: Called) -> Told | Control | None:
        if isinstance(called.call, Control):
            return called.call
        if isinstance(called.call, Answer):
            return Told(called.call.is_yes)
        if called.utterance is None or not called.utterance.is_known:
            return None
        words = called.utterance.plain_words
        control = self._phrases.language.control(words)
        if control is not None:
            return Control(control)
        meanings = self._phrases.language.meanings(words)
        if meanings in (("yes",), ("no",)):
            return Told(meanings == ("yes",))
        cards = told_cards(meanings)
        return None if cards is None else Told(is_remmi(cards), cards)

    def _prompt(self, player: int) -> float:
        self._sitting.record(Prompted(self._sitting.now_s, player, ANSWER_S))
        return self._sitting.now_s + ANSWER_S

    def _say(self, key: str, **values: object) -> str:
        return self._phrases.language.say(key, name=self._name, **values)
