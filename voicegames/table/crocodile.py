"""Who was the last to drive the crocodile away: shouted numbers, keys, and the question when it was not clear."""

from collections.abc import Sequence
from itertools import count

from voicegames.hearing.ear import Heard
from voicegames.hearing.utterance import Utterance, WordKind
from voicegames.table.happenings import ControlKey, Happening, PlayerKey, TypedUtterance
from voicegames.table.phrases import Phrases
from voicegames.table.seats import Seat
from voicegames.table.sitting import Sitting

_ASK_AGAIN_S = 8.0


class CrocodileHunt:
    """Listens to one crocodile. ``window_s`` is how long shouts are waited for, in seconds."""

    def __init__(self, sitting: Sitting, seats: Sequence[Seat], phrases: Phrases, window_s: float) -> None:
        self._sitting = sitting
        self._seats = seats
        self._phrases = phrases
        self._window_s = window_s

    def last(self) -> int | str:
        """Return the player who was last, or a control that was pressed meanwhile.

        Everybody heard: the latest onset. One missing and everything else understood: the missing one. In any other
        case nobody is accused: the table asks.
        """
        start_s = self._sitting.now_s
        presses = {player: seat.crocodile(start_s) for player, seat in enumerate(self._seats)}
        planned = {player: at_s for player, at_s in presses.items() if at_s is not None}
        reached: dict[int, tuple[float, int]] = {}
        is_clear = True
        for happenings in self._sitting.steps(self._phrases.crocodile):
            now_s = self._sitting.now_s
            for player, at_s in planned.items():
                if now_s >= at_s:
                    _reach(reached, player, at_s)
            for number, happening in enumerate(happenings, 1):
                match happening:
                    case PlayerKey() if happening.player < len(self._seats):
                        _reach(reached, happening.player, now_s)
                    case PlayerKey():
                        self._sitting.note(self._sitting.language.say("no_such_player", number=happening.player + 1))
                    case ControlKey():
                        self._sitting.keep(happenings[number:])
                        return happening.control
                    case Heard(final=True) | TypedUtterance() if happening.utterance.words:
                        self._sitting.heard(happening, self._sitting.course.state.turn)
                        control = self._sitting.language.control(happening.utterance.plain_words)
                        if control is not None:
                            self._sitting.keep(happenings[number:])
                            return control
                        is_clear &= self._shouts(happening.utterance, reached)
                    case _:
                        pass
            is_quiet = not self._sitting.ear.is_hearing
            if len(reached) == len(self._seats) and is_quiet:
                break
            if now_s > start_s + self._window_s and is_quiet:
                break
        missing = [player for player in range(len(self._seats)) if player not in reached]
        if not is_clear or len(missing) > 1:
            return self.ask_who()
        return missing[0] if missing else max(reached, key=lambda player: reached[player])

    def ask_who(self) -> int | str:
        """Ask the table who was last until it is told, by number or key; returns a control as ``last`` does."""
        for times in count(1):
            self._sitting.say(self._sitting.language.say("crocodile_who"))
            asked_s = self._sitting.now_s
            presses = {player: seat.asked_who_was_last(asked_s, times) for player, seat in enumerate(self._seats)}
            until_s = self._sitting.now_s + _ASK_AGAIN_S
            is_asked_again = False
            for happenings in self._sitting.steps(self._phrases.who):
                self._sitting.expect_answer(happenings)
                for seat, at_s in presses.items():
                    if at_s is not None and self._sitting.now_s >= at_s:
                        return seat
                for number, happening in enumerate(happenings, 1):
                    told = self._told(happening)
                    if told is not None:
                        self._sitting.keep(happenings[number:])
                        return told
                    is_asked_again |= isinstance(happening, PlayerKey | TypedUtterance)
                if is_asked_again:
                    break
                if self._sitting.now_s > until_s and not self._sitting.ear.is_hearing:
                    break
        raise AssertionError("counting never ends")

    def _told(self, happening: Happening) -> int | str | None:
        if isinstance(happening, ControlKey):
            return happening.control
        if isinstance(happening, PlayerKey) and happening.player < len(self._seats):
            return happening.player
        if isinstance(happening, TypedUtterance) or (isinstance(happening, Heard) and happening.final):
            self._sitting.heard(happening, self._sitting.course.state.turn)
            words = happening.utterance.plain_words
            if len(words) == 1 and happening.utterance.is_known:
                return self._phrases.number_of(words[0])
            return self._sitting.language.control(words)
        return None

    def _shouts(self, utterance: Utterance, reached: dict[int, tuple[float, int]]) -> bool:
        is_clear = True
        for word in utterance.words:
            player = self._phrases.number_of(word.text) if word.kind is WordKind.WORD else None
            if player is not None:
                _reach(reached, player, word.start_s)
            elif word.kind is WordKind.UNKNOWN:
                is_clear = False
        return is_clear


def _reach(reached: dict[int, tuple[float, int]], player: int, at_s: float) -> None:
    """Note when a player was there for the first time; of keys in the same 20 ms the order of arrival counts."""
    reached.setdefault(player, (at_s, len(reached)))
