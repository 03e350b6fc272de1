"""``check --player``: the sound check of one player; and the list of those whose voice is known."""

import sys
from collections.abc import Callable
from dataclasses import replace

from voicegames.doors.engines import Engine, language_of
from voicegames.doors.play import Devices, Opening, open_devices
from voicegames.errors import Failure, WrongUsage
from voicegames.hearing.profile_store import Player, ProfileStore
from voicegames.hearing.profiled import ProfiledRecognizer
from voicegames.hearing.source import SourceLost
from voicegames.language import Language
from voicegames.names import NAME_RULE, is_name, shortened
from voicegames.settings import Settings
from voicegames.table.happenings import ControlKey, TypedLine
from voicegames.table.people import known_words
from voicegames.table.voice_check import VoiceCheck, needs_voice, wait_for_word


def player_door(settings: Settings, name: str | None, source: str, *, forget: bool, lists: bool) -> int:
    """Do what ``check`` is asked about players; returns the exit status. Raises WrongUsage where no player is named."""
    if lists:
        return list_players(settings)
    if name is None:
        raise WrongUsage("player", "Say whose voice: --player NAME.")
    if not is_name(name):
        raise WrongUsage("player", f"{shortened(name)} is no player's name; {NAME_RULE}.")
    return forget_player(name) if forget else check_player(settings, name, source)


def check_player(settings: Settings, name: str, source: str) -> int:
    """Do the sound check of a player at the terminal, and remember the voice; returns the exit status.

    Raises Failure where there is no microphone or no such recording, for a name that is none, and where nothing can be
    saved.
    """
    language = language_of(settings)
    store = ProfileStore()
    known = _known(store, name)
    # Profiles are of the built-in ear, whatever else is installed.
    with open_devices(Opening(settings, Engine.PHONES, source), language) as devices:
        for note in devices.notes:
            print(note, file=sys.stderr)
        try:
            is_done = check_voice(devices, language, known, store, lambda text: print(text, flush=True))
        except SourceLost as lost:
            raise Failure("no-microphone", lost.sentence) from None
    return 0 if is_done else 1


def check_voice(
    devices: Devices, language: Language, player: Player, store: ProfileStore, show: Callable[[str], None]
) -> bool:
    """Do the sound check of a player with opened devices; returns whether the voice is known and remembered now.

    Each sentence is shown and spoken. The stop key, or the call to stop, ends it and changes nothing. Needs an ear with
    the built-in recogniser (Engine.PHONES); raises Failure("no-profile") for another one.
    """
    recognizer = devices.ear.recognizer
    if not isinstance(recognizer, ProfiledRecognizer):
        raise Failure("no-profile", "Only the built-in ear learns voices; use --engine phones.")
    ear, before = devices.ear, devices.ear.vocabulary

    def say(text: str) -> None:
        show(text)
        ear.close()
        devices.speaker.say(language.spoken(text))
        while devices.speaker.is_speaking(ear.now_s) and ear.step() is not None:
            pass

    def is_stopped() -> bool:
        for key in iter(devices.keys.poll, None):
            if isinstance(key, ControlKey) and key.control == "stop":
                return True
            if isinstance(key, TypedLine):
                if language.control(tuple(key.text.lower().replace(",", " ").split())) == "stop":
                    return True
                show(needs_voice(language))
        return False

    try:
        profile = VoiceCheck(language, recognizer, say, lambda: wait_for_word(ear, language, is_stopped)).run(
            player.name
        )
    finally:
        ear.vocabulary = before
    if profile is None:
        return False
    store.put(player.with_voice(language.code, profile))
    return True


def forget_player(name: str) -> int:
    """Forget a player's voice and say so; returns the exit status."""
    store = ProfileStore()
    try:
        was_known = store.forget_voice(name)
    except Failure as failure:
        if failure.code != "profile" or not store.forget(name):
            raise
        was_known = True
    print(f"The voice of {name} is forgotten." if was_known else f"Nothing is known of the voice of {name}.")
    return 0


def list_players(settings: Settings) -> int:
    """Print what is known of each player; returns the exit status."""
    there_are = False
    for player in ProfileStore().players():
        there_are = True
        facts = [_told(player, code, settings) for code in sorted(player.voices)]
        if player.is_patient:
            facts.append("the referee is patient")
        print(f"{player.name}: {'; '.join(facts) or 'nothing'}")
    if not there_are:
        print("Nobody's voice is known; voicegames check --player NAME does the sound check of a player.")
    return 0


def _told(player: Player, code: str, settings: Settings) -> str:
    voice = player.voices[code]
    said = f"voice in {code} from {len(voice.samples)} words"
    if code != settings.language or voice.level_dbfs is None:
        return said
    tuning = voice.tuning(known_words(language_of(settings)))
    if tuning is None:
        return f"{said}, too few to use"
    speeds = ", ".join(f"{speed.speed:g} ({speed.weight:.0%})" for speed in tuning.speeds)
    return f"{said}, heard at speeds {speeds}, {len(tuning.spoken)} own pronunciations, {voice.level_dbfs:.0f} dBFS"


def _known(store: ProfileStore, name: str) -> Player:
    try:
        known = store.get(name)
    except Failure:
        store.forget(name)
        known = None
    return Player(name) if known is None else replace(known, name=name)
