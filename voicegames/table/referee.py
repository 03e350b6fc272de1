"""The referee: from what was heard and what would have been right to a ruling, in doubt for the player."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

from voicegames.events import Mistake, Verdict
from voicegames.hearing.utterance import Reading, Utterance, WordKind
from voicegames.language import Language
from voicegames.settings import RefereeSettings
from voicegames.table.doubt import STUTTERS_DOUBTED, doubt, in_doubt

OH = "oh"


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict with the kind of mistake; ``heard`` is what the referee took it for, in the words that were spoken.

    ``suspected`` is the kind of mistake that AGAIN becomes where it counts, the second time. ``too_loud`` says that the
    room was too loud to be fair; then it never counts.
    """

    verdict: Verdict
    mistake: Mistake | None
    heard: str
    suspected: Mistake = Mistake.WORD
    too_loud: bool = False

    def counted(self) -> "Decision":
        """Return what becomes of it where it is not asked again."""
        if self.verdict is not Verdict.AGAIN or self.too_loud:
            return self
        return Decision(Verdict.MISTAKE, self.suspected, self.heard)


@dataclass(frozen=True, slots=True)
class Referee:
    """Rules on answers to one card.

    ``expected`` in the methods is the right answer in meanings ("oh", "penguin"), not in words of the language, so that
    equal words ("turtle" for "tortoise") count alike (ruling 5).
    """

    language: Language
    settings: RefereeSettings

    def limit_s(self, player: str) -> float:
        """Return the longest pause of this player that is still in time, in seconds (inclusive: ruling 5)."""
        return self.settings.player_limits_s.get(player, self.settings.limit_s)

    def is_unfinished(self, utterances: Sequence[Utterance]) -> bool:
        """Whether the answer so far is only a beginning ("oh", "um") or nothing that could be understood."""
        last = utterances[-1]
        words = self.language.meanings(last.plain_words)
        return not last.is_known or all(word == OH for word in words)

    def rule(
        self, utterances: Sequence[Utterance], expected: tuple[str, ...], *, after_noise: bool = False
    ) -> Decision:
        """Rule on an answer of one or more utterances that were all begun in time.

        Not understood is AGAIN, in strict mode a mistake; so is an answer whose best reading is not the right one but
        so close to it that the sound does not decide. A penalty needs a clear wrong reading (settings ``wrong_fit``
        and ``wrong_behind``); the right answer only has to be as good as ``right_fit`` and ``right_behind`` say.
        ``after_noise`` says that there was sound before in which nothing was understood: it may have been the "oh" that
        is missing now. Noise and echoes move all these points in the player's favour, and a stutter heard in them is
        asked about. Where the room was as loud as ``fair_snr_db`` says, only a right answer is ruled on, even in strict
        mode.
        """
        doubted = doubt(utterances)
        decision = replace(self, settings=in_doubt(self.settings, doubted))._ruled(utterances, expected, after_noise)
        if decision.mistake is Mistake.STUTTER and doubted >= STUTTERS_DOUBTED and not self.settings.strict:
            decision = Decision(Verdict.AGAIN, None, decision.heard, Mistake.STUTTER)
        if decision.verdict is Verdict.RIGHT or not self._is_too_loud(utterances):
            return decision
        return too_loud(decision.heard)

    def _ruled(self, utterances: Sequence[Utterance], expected: tuple[str, ...], after_noise: bool) -> Decision:
        everything = tuple(u for u in utterances[:-1] if u.is_known) + tuple(utterances[-1:])
        counted = self._counted(utterances)
        for chosen in (counted, everything):
            decision = self._right_or_stuttered(chosen, expected)
            if decision is not None:
                return decision
        heard = " ".join(utterance.text for utterance in counted)
        meanings = self._meanings(counted)
        known = _is_understood(counted) and bool(meanings)
        stutter = self._stutter(counted)
        close = self._reading_of(counted, expected) or self._reading_of(everything, expected)
        only_ohs = _without_ohs(meanings) == _without_ohs(expected)
        if close is not None and self._is_right_enough(close, only_ohs) and not stutter:
            return Decision(Verdict.RIGHT, None, " ".join(close.words))
        kind = self._kind(meanings, expected, stutter) if known else Mistake.WORD
        again = Decision(Verdict.AGAIN, None, heard, kind)
        is_clear = known and counted == everything and self._is_clearly_wrong(counted, close, only_ohs)
        # "Oh" said on its own, with a pause before the word, is what is counted wrongly most (docs/hearing.md).
        is_paused = any(utterance.readings for utterance in utterances[:-1])
        is_missing = len(meanings) < len(expected) and (after_noise or len(everything) < len(utterances))
        if only_ohs and (is_missing or is_paused):
            is_clear = False
        return again.counted() if is_clear or self.settings.strict else again

    def rule_unfinished(self, utterances: Sequence[Utterance], expected: tuple[str, ...]) -> Decision:
        """Rule on a beginning after which nothing more came in time.

        That is a pause, unless the beginning may well have been the whole right answer, misheard: then it is AGAIN.
        """
        pause = Decision(Verdict.MISTAKE, Mistake.PAUSE, " ".join(utterance.text for utterance in utterances))
        if self._is_too_loud(utterances):
            return too_loud(pause.heard)
        right = self._reading_of(utterances[-1:], expected)
        if right is None or right.behind >= self.settings.wrong_behind:
            return pause
        again = Decision(Verdict.AGAIN, None, pause.heard, Mistake.PAUSE)
        return again.counted() if self.settings.strict else again

    def rule_silence(self, speech_dbfs: float | None, noise_dbfs: float) -> Decision:
        """Rule where nothing was heard in time: a pause, unless nobody could have been heard.

        ``speech_dbfs`` is the level at which people spoke so far at this table, None where nobody did; ``noise_dbfs``
        that of the room now.
        """
        if speech_dbfs is not None and speech_dbfs - noise_dbfs < self.settings.fair_snr_db:
            return too_loud("")
        return Decision(Verdict.MISTAKE, Mistake.PAUSE, "")

    def _is_too_loud(self, utterances: Sequence[Utterance]) -> bool:
        fair_db = self.settings.fair_snr_db
        return any(u.surroundings is not None and u.surroundings.snr_db < fair_db for u in utterances)

    def _right_or_stuttered(self, utterances: Sequence[Utterance], expected: tuple[str, ...]) -> Decision | None:
        meanings = self._meanings(utterances)
        is_disfluent = any(utterance.disfluencies for utterance in utterances)
        matches = meanings == expected or (is_disfluent and _without_repeats(meanings) == expected)
        if not matches or not _is_understood(utterances):
            return None
        heard = " ".join(utterance.text for utterance in utterances)
        if self._stutter(utterances):
            return Decision(Verdict.MISTAKE, Mistake.STUTTER, heard)
        return Decision(Verdict.RIGHT, None, heard)

    def _meanings(self, utterances: Sequence[Utterance]) -> tuple[str, ...]:
        return self.language.meanings(word for utterance in utterances for word in utterance.plain_words)

    def _counted(self, utterances: Sequence[Utterance]) -> tuple[Utterance, ...]:
        # A cough before the answer is no part of it, and an "oh" that stands alone may be a mouth pop: it counts only
        # when it was clear.
        last = utterances[-1]
        before = [
            u
            for u in utterances[:-1]
            if u.is_known and all(reading.fit >= self.settings.wrong_fit for reading in u.readings[:1])
        ]
        return (*before, last)

    def _stutter(self, utterances: Sequence[Utterance]) -> bool:
        return self.settings.stutters and any(utterance.disfluencies for utterance in utterances)

    def _reading_of(self, utterances: Sequence[Utterance], expected: tuple[str, ...]) -> Reading | None:
        """Return the right answer as a reading of all the utterances: how far behind they are together, worst fit."""
        if not utterances:
            return None
        found: list[Reading] = []
        for reading in utterances[0].readings or (Reading(utterances[0].plain_words, 0.0, inf),):
            begun = self.language.meanings(reading.words)
            if len(utterances) == 1:
                found += [reading] if begun == expected else []
            elif begun == expected[: len(begun)]:
                rest = self._reading_of(utterances[1:], expected[len(begun) :])
                if rest is not None:
                    behind, fit = reading.behind + rest.behind, min(reading.fit, rest.fit)
                    found.append(Reading(reading.words + rest.words, behind, fit))
        return min(found, key=lambda reading: reading.behind, default=None)

    def _is_right_enough(self, reading: Reading, only_ohs: bool) -> bool:
        behind = self.settings.oh_right_behind if only_ohs else self.settings.right_behind
        return reading.behind <= behind and reading.fit >= self.settings.right_fit

    def _is_clearly_wrong(self, utterances: Sequence[Utterance], right: Reading | None, only_ohs: bool) -> bool:
        if right is not None and right.behind < (
            self.settings.oh_wrong_behind if only_ohs else self.settings.wrong_behind
        ):
            return False
        return all(reading.fit >= self.settings.wrong_fit for u in utterances for reading in u.readings[:1])

    @staticmethod
    def _kind(meanings: tuple[str, ...], expected: tuple[str, ...], stutter: bool) -> Mistake:
        words, wanted = _without_ohs(meanings), _without_ohs(expected)
        if words == wanted:
            return Mistake.OH
        return Mistake.STUTTER if stutter and set(wanted) & set(words) else Mistake.WORD


def too_loud(heard: str) -> Decision:
    """Return the ruling where the room is too loud to be fair: to be asked again, and for quiet."""
    return Decision(Verdict.AGAIN, None, heard, too_loud=True)


def _is_understood(utterances: Sequence[Utterance]) -> bool:
    return all(word.kind is not WordKind.UNKNOWN for utterance in utterances for word in utterance.words)


def _without_ohs(meanings: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in meanings if word != OH)


def _without_repeats(meanings: tuple[str, ...]) -> tuple[str, ...]:
    kept: list[str] = []
    for word in meanings:
        if word == OH or word not in kept:
            kept.append(word)
    return tuple(kept)
