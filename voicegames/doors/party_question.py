"""The question before a game that nobody described: how many play? Answered by voice or key."""

from voicegames.doors.party import Party, party
from voicegames.doors.play import Devices
from voicegames.hearing.ear import Heard
from voicegames.language import Language
from voicegames.players.robots import Strength
from voicegames.table.games_at_table import GameAtTable
from voicegames.table.happenings import PLAYER_KEYS, KeysEnded, PlayerKey, TypedLine
from voicegames.table.phrases import NUMBERS
from voicegames.table.sitting import SoundEnded, TableStopped

_ASK_AGAIN_S = 10.0


def ask_party(devices: Devices, language: Language, game: GameAtTable, strength: Strength) -> Party:
    """Ask how many people play until a number that the game allows is said, typed or pressed.

    Few people get robots beside them. Raises TableStopped at the end of typed input, SoundEnded at the end of a
    recording.
    """
    names = {name: number for number, key in enumerate(NUMBERS[: game.most_players], 1) for name in language.words[key]}
    while True:
        question = language.say(game.how_many)
        print(question)
        devices.speaker.say(question)
        count = _number(devices, language, names)
        if count is not None and count <= game.most_players:
            robots = game.robots_for(count)
            return party(game, language, count + robots, (), robots, strength)


def _number(devices: Devices, language: Language, names: dict[str, int]) -> int | None:
    ear = devices.ear
    ear.vocabulary = language.vocabulary((name,) for name in names)
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
        heard = [e.utterance.plain_words for e in events if isinstance(e, Heard) and e.final]
        key = devices.keys.poll()
        match key:
            case PlayerKey():
                return key.player + 1
            case TypedLine():
                heard.append((key.text.strip().lower(),))
                if key.text.strip() in PLAYER_KEYS:
                    return int(key.text)
            case KeysEnded() if ear.recognizer.name == "typed":
                raise TableStopped
            case _:
                pass
        for words in heard:
            if len(words) == 1 and words[0] in names:
                return names[words[0]]
    return None
