"""What the table knows of each player: their voice, and whether the referee is patient with them."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from voicegames.errors import Failure
from voicegames.events import Ruled, Verdict
from voicegames.games.dodelido import Word
from voicegames.hearing.ear import Ear
from voicegames.hearing.profile_store import Player, ProfileStore
from voicegames.hearing.profiled import ProfiledRecognizer
from voicegames.hearing.vocabulary import Entry, Vocabulary
from voicegames.hearing.voice_profile import Tunable, Tuning, VoiceProfile, WordSample, is_word
from voicegames.language import Language
from voicegames.settings import RefereeSettings
from voicegames.table.patience import EVERYBODY


def checked_words(language: Language) -> tuple[str, ...]:
    """Return the words that a sound check asks for: all that can end an answer, and "oh", as the table calls them."""
    return tuple(language.called(meaning) for meaning in (*Word, "oh"))


def known_words(language: Language) -> tuple[Entry, ...]:
    """Return every word that may be said in an answer, by all its names."""
    meanings = (*Word, "oh", "crocodile")
    return tuple(language.entry(name) for meaning in meanings for name in language.words[meaning])


@dataclass(frozen=True, slots=True)
class _Learned:
    """What a ruling taught, until it is sure that the table lets it stand."""

    ruling: int
    player: int
    sample: WordSample


class People:
    """The players of one sitting. With a ``store`` what is known of them is remembered by their names.

    A file that is damaged, or can't be written, costs nobody the game: ``notes`` has a sentence on it.
    """

    def __init__(
        self, players: Sequence[str], language: Language, settings: RefereeSettings, store: ProfileStore | None = None
    ) -> None:
        self.notes: list[str] = []
        self._names = tuple(players)
        self._language = language
        self._settings = settings
        self._store = store
        self._words = known_words(language)
        self._learned: _Learned | None = None
        self._players = [self._remembered(name) for name in players]
        named = {name.casefold() for name in settings.patient}
        asked = {number for number, name in enumerate(players) if name.casefold() in named or EVERYBODY in named}
        self._patient = asked | {number for number, player in enumerate(self._players) if player.is_patient}
        self._tunings = [self._tuning(player) for player in self._players]

    def is_patient(self, player: int) -> bool:
        """Whether the referee is patient with this player."""
        return player in self._patient

    @property
    def patient_names(self) -> tuple[str, ...]:
        """The names of those with whom the referee is patient."""
        return tuple(self._names[number] for number in sorted(self._patient))

    def set_patient(self, player: int, *, is_patient: bool) -> None:
        """Let the referee be patient with this player or not, from now on."""
        (self._patient.add if is_patient else self._patient.discard)(player)
        if self._store is not None:
            try:
                self._store.set_patient(self._names[player], is_patient=is_patient)
            except Failure as failure:
                self._note(failure)

    def has_voice(self, player: int) -> bool:
        """Whether something is known of this player's voice."""
        return bool(self._players[player].voices)

    def set_voice(self, player: int, voice: VoiceProfile) -> None:
        """Take this as the player's voice, in the place of what was known before, and remember it."""
        self._take(player, self._players[player].with_voice(self._language.code, voice))

    def forget_voice(self, player: int) -> None:
        """Forget this player's voice, in every language."""
        self._players[player] = Player(self._names[player], player in self._patient)
        self._tunings[player] = None
        self._learned = None
        if self._store is not None:
            try:
                self._store.forget_voice(self._names[player])
            except Failure as failure:
                self._note(failure)

    def prepare(self, ear: Ear, vocabulary: Vocabulary) -> None:
        """Compile what the players' voices need, so that the first answer is not late."""
        for tuning in self._tunings:
            if tuning is not None and isinstance(ear.recognizer, Tunable):
                ear.recognizer.prepare(tuning.applied(vocabulary))

    @contextmanager
    def heard_as(self, ear: Ear, player: int) -> Iterator[None]:
        """Let the ear hear this player as their voice needs it, and everybody alike afterwards."""
        recognizer = ear.recognizer
        if not isinstance(recognizer, Tunable):
            yield
            return
        recognizer.tuning = self._tunings[player]
        try:
            yield
        finally:
            recognizer.tuning = None

    def ruled(self, ruled: Ruled, ear: Ear) -> None:
        """Learn from a ruling where the family allows it: a right answer of one word, once the next ruling has come."""
        if self._learned is not None and ruled.number > self._learned.ruling:
            self._keep(self._learned)
            self._learned = None
        words = ruled.heard.split()
        if not self._settings.learn_from_rulings or not isinstance(ear.recognizer, ProfiledRecognizer):
            return
        if ruled.verdict is not Verdict.RIGHT or ruled.by != "referee" or len(words) != 1:
            return
        sample = ear.recognizer.sample_of_last(words[0])
        if sample is not None and is_word(sample, self._words):
            self._learned = _Learned(ruled.number, ruled.player, sample)

    def taken_back(self, ruling: int) -> None:
        """Learn nothing from a ruling that was taken back."""
        if self._learned is not None and self._learned.ruling >= ruling:
            self._learned = None

    def _keep(self, learned: _Learned) -> None:
        known = self._players[learned.player]
        voice = known.voices.get(self._language.code, VoiceProfile()).having(learned.sample)
        self._take(learned.player, known.with_voice(self._language.code, voice))

    def _take(self, number: int, player: Player) -> None:
        self._players[number] = player = replace(player, is_patient=number in self._patient)
        self._tunings[number] = self._tuning(player)
        if self._store is not None:
            try:
                self._store.put(player)
            except Failure as failure:
                self._note(failure)

    def _remembered(self, name: str) -> Player:
        if self._store is None:
            return Player(name)
        try:
            return self._store.get(name) or Player(name)
        except Failure as failure:
            self._note(failure)
            return Player(name)

    def _tuning(self, player: Player) -> Tuning | None:
        voice = player.voices.get(self._language.code)
        return None if voice is None else voice.tuning(self._words)

    def _note(self, failure: Failure) -> None:
        if failure.sentence not in self.notes:
            self.notes.append(failure.sentence)
            print(failure.sentence, file=sys.stderr)
