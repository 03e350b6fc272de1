"""The question before a game that nobody described: how many play? Answered by voice or key."""

from voicegames.doors.party import Party, party
from voicegames.doors.play import Devices
from voicegames.errors import WrongUsage
from voicegames.hearing.ear import Heard
from voicegames.hearing.typed import typed_utterance
from voicegames.language import Language
from voicegames.players.robots import Strength
from voicegames.table.games_at_table import GameAtTable
from voicegames.table.happenings import ControlKey, Key, KeysEnded, PlayerKey, TypedLine
from voicegames.table.phrases import NUMBERS
from voicegames.table.sitting import SoundEnded, TableStopped

_ASK_AGAIN_S = 10.0
_LONGEST_TOLD = 40


def ask_party(
    devices: Devices, language: Language, game: GameAtTable, strength: Strength, robots: int | None = None
) -> Party:
    """Ask how many people play until a number that the game allows is said, typed or pressed.

    Without a number of ``robots``, few people get some beside them. Raises TableStopped where somebody stops it or the
    typed input ends, SoundEnded at the end of a recording, and WrongUsage for robots with whom nobody can play.
    """
    parties = _parties(game, language, strength, robots)
    question = _Question(devices, language, game, parties)
    while True:
        question.tell(language.say(game.how_many))
        count = question.answer()
        if count is not None:
            return parties[count]


def _parties(game: GameAtTable, language: Language, strength: Strength, robots: int | None) -> dict[int, Party]:
    """Return who plays, by the number of people, for every number that fits."""
    parties: dict[int, Party] = {}
    refused: WrongUsage | None = None
    for people in range(1, game.most_players + 1):
        beside = game.robots_for(people) if robots is None else robots
        try:
            parties[people] = party(game, language, people + beside, (), beside, strength)
        except WrongUsage as failure:
            refused = refused or failure
    if not parties and refused is not None:
        raise refused
    return parties


class _Question:
    """One listening for a number; whatever else is typed or pressed is answered."""

    def __init__(self, devices: Devices, language: Language, game: GameAtTable, parties: dict[int, Party]) -> None:
        self._devices = devices
        self._language = language
        self._numbers = {
            name: number
            for number, key in enumerate(NUMBERS[: game.most_players], 1)
            if number in parties
            for name in language.words[key]
        }
        stops = language.controls["stop"]
        self._vocabulary = language.vocabulary([*((name,) for name in self._numbers), *stops])
        self._fewest, self._most = min(parties), max(parties)

    def tell(self, sentence: str) -> None:
        """Print and speak a sentence."""
        print(sentence, flush=True)
        self._devices.speaker.say(self._language.spoken(sentence))

    def answer(self) -> int | None:
        """Return the number, or None after ten seconds of silence."""
        devices, ear = self._devices, self._devices.ear
        ear.vocabulary = self._vocabulary
        is_spoken = False
        until_s = ear.now_s
        while not is_spoken or ear.now_s < until_s or ear.is_hearing:
            if not is_spoken and not devices.speaker.is_speaking(ear.now_s):
                is_spoken, until_s = True, ear.now_s + _ASK_AGAIN_S
            if is_spoken:
                ear.open()
            else:
                ear.close()
            events = ear.step()
            if events is None:
                raise SoundEnded
            for event in events:
                if isinstance(event, Heard) and event.final:
                    number = self._said(event.utterance.plain_words)
                    if number is not None:
                        return number
            key = devices.keys.poll()
            if key is not None:
                number = self._pressed(key)
                if number is not None:
                    return number
                is_spoken = False
        return None

    def _said(self, words: tuple[str, ...]) -> int | None:
        if self._language.control(words) == "stop":
            raise TableStopped
        return self._numbers.get(words[0]) if len(words) == 1 else None

    def _pressed(self, key: Key) -> int | None:
        match key:
            case PlayerKey():
                text = str(key.player + 1)
            case TypedLine():
                text = key.text
            case ControlKey("stop"):
                raise TableStopped
            case ControlKey():
                self.tell(self._language.say("only_a_number", fewest=self._fewest, most=self._most))
                return None
            case KeysEnded():
                if self._devices.ear.recognizer.name == "typed":
                    raise TableStopped
                return None
        is_digits = text.isdecimal() and len(text) < _LONGEST_TOLD
        number = int(text) if is_digits else self._said(typed_utterance(text, self._vocabulary, 0, 0).plain_words)
        if number is None or number not in self._numbers.values():
            told = "".join(letter for letter in text if letter.isprintable())[:_LONGEST_TOLD]
            self.tell(self._language.say("no_number", heard=told, fewest=self._fewest, most=self._most))
            return None
        return number
