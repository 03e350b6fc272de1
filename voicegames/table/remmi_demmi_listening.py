"""What reaches a game of Remmi Demmi, by voice, typed or by key, as calls with their times."""

from collections.abc import Iterator
from dataclasses import dataclass

from voicegames.games.remmi_demmi import Speed
from voicegames.hearing.ear import Heard
from voicegames.hearing.typed import ENGINE
from voicegames.hearing.utterance import Utterance
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.table.happenings import ControlKey, Happening, PlayerKey, TypedUtterance
from voicegames.table.remmi_demmi_phrases import (
    Accept,
    Answer,
    Call,
    Choose,
    Claim,
    Control,
    GiveBack,
    HideCards,
    Phrase,
    RemmiDemmiPhrases,
    SetOff,
    Shout,
    ShowCards,
    Sign,
    Who,
)
from voicegames.table.sitting import Sitting

_SHOUTED_S = 2.0
"""How long after it was shouted a size may be shouted again, in seconds."""

_NOBODY_BEHIND = 6.0
"""A number that is nobody's must be clearer than any player's by so much, in nats, to be told so."""

_KEYS: dict[str, Call] = {
    "yes": Answer(is_yes=True),
    "no": Answer(is_yes=False),
    "snail": SetOff(Speed.SNAIL),
    "lightning": SetOff(Speed.LIGHTNING),
    "look": Sign(),
    "take_it": Accept(None),
    "show_cards": ShowCards(None),
    "hide_cards": HideCards(),
    "give_back": GiveBack(),
    "remmi_demmi": Claim(None),
}
"""The keys that stand for calls of this game; all others are controls of every game."""


@dataclass(frozen=True, slots=True)
class Called:
    """A call with its times on the audio clock. ``call`` is None for what is nothing that may be said now."""

    call: Call | None
    onset_s: float
    end_s: float
    utterance: Utterance | None = None

    @property
    def is_typed(self) -> bool:
        """Whether it was typed."""
        return self.utterance is not None and self.utterance.engine == ENGINE


class Listening:
    """Listens in a sitting."""

    def __init__(self, sitting: Sitting, phrases: RemmiDemmiPhrases) -> None:
        self._sitting = sitting
        self._phrases = phrases
        self._settings = sitting.settings.remmi_demmi
        self._shouted_s: dict[int, float] = {}

    def calls(
        self,
        calls: dict[Phrase, Call],
        player: int,
        vocabulary: Vocabulary | None = None,
        *,
        note_unknown: bool = True,
        spotted: Vocabulary | None = None,
    ) -> Iterator[Called | None]:
        """Yield what is called while it is ``player``'s turn, and None after each block of 20 ms, for ever.

        Phrases of ``spotted`` are also heard while others shout.

        What came in the same block after the call at which a caller stops is kept for the next one who listens.
        """
        for happenings in self._sitting.steps(vocabulary or self._phrases.vocabulary(calls), spotted=spotted):
            for place, happening in enumerate(happenings, 1):
                called = self._called(happening, calls, player, note_unknown)
                if called is not None:
                    try:
                        yield called
                    except GeneratorExit:
                        self._sitting.keep(happenings[place:])
                        raise
            self._sitting.expect_answer(happenings)
            yield None

    def spot(self, spotted: Vocabulary) -> None:
        """Hear other phrases than before while others shout."""
        self._sitting.ear.spotted = spotted

    def next_call(self, calls: dict[Phrase, Call], player: int, until_s: float | None = None) -> Called | None:
        """Return the next thing that is called, or None when nothing was until ``until_s`` on the audio clock."""
        for called in self.calls(calls, player):
            if called is not None:
                return called
            if until_s is not None and self._sitting.now_s > until_s and not self._sitting.ear.is_hearing:
                return None
        raise AssertionError("the steps of a sitting never end by themselves")

    def _called(
        self, happening: Happening, calls: dict[Phrase, Call], player: int, note_unknown: bool
    ) -> Called | None:
        now_s = self._sitting.now_s
        match happening:
            case ControlKey():
                return Called(_key(happening.control), now_s, now_s)
            case PlayerKey():
                return Called(Who(happening.player), now_s, now_s)
            case Heard(final=True) | TypedUtterance() if happening.utterance.words:
                utterance = happening.utterance
                call = self._phrases.call(utterance, calls)
                if call is None and isinstance(happening, TypedUtterance):
                    call = self._phrases.typed(utterance.text, calls)
                if call is not None or note_unknown or isinstance(happening, TypedUtterance):
                    self._sitting.heard(happening, player)
                if isinstance(call, Shout):
                    self._shouted_s[call.size] = utterance.end_s
                if isinstance(call, Claim | Who):
                    call = self._of_player(utterance, call, calls)
                if isinstance(call, Claim | Who) and self._is_doubtful(utterance, call, calls):
                    call = Claim(None) if isinstance(call, Claim) else None
                return Called(call, utterance.onset_s, utterance.end_s, utterance)
            case _:
                return None

    def _of_player(self, utterance: Utterance, call: Claim | Who, calls: dict[Phrase, Call]) -> Claim | Who:
        """The call, or where its number is nobody's here, the best reading not far behind that is of a player."""
        players = len(self._sitting.course.players)
        if call.player is None or call.player < players:
            return call
        near = (calls.get(reading.words) for reading in utterance.readings if reading.behind < _NOBODY_BEHIND)
        return next((other for other in near if isinstance(other, type(call)) and other.player in range(players)), call)

    def _is_doubtful(self, utterance: Utterance, call: Claim | Who, calls: dict[Phrase, Call]) -> bool:
        if utterance.is_spotted and isinstance(call, Claim) and call.player is not None:
            # The number may be the size that another one shouts into the call.
            shouted_s = self._shouted_s.get(call.player + 1)
            if shouted_s is not None and utterance.onset_s - shouted_s < _SHOUTED_S:
                return True
        spotted, whole = self._settings.spotted_claim_margin, self._settings.claim_margin
        margin = spotted if utterance.is_spotted else whole
        near = [calls.get(reading.words) for reading in utterance.readings if reading.behind < margin]
        players = {other.player for other in near if isinstance(other, Claim | Who)}
        here = players & set(range(len(self._sitting.course.players)))
        return call.player is not None and bool(here - {call.player})


def _key(control: str) -> Call:
    kind, _, place = control.partition("_")
    if kind == "card" and place.isdecimal() and int(place) > 0:
        return Choose(int(place) - 1)
    return _KEYS.get(control, Control(control))
