"""What is remembered of each player by name: the patient referee, and their voice in each language. One file each."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec
import platformdirs

from voicegames.errors import Failure
from voicegames.hearing.voice_profile import VoiceProfile
from voicegames.names import NAME_RULE, is_name, name_key, shortened

_MOST_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Player:
    """One player: ``voices`` by code of the language; ``is_patient`` says that the referee is patient with them."""

    name: str
    is_patient: bool = False
    voices: dict[str, VoiceProfile] = field(default_factory=dict)

    def with_voice(self, language: str, voice: VoiceProfile) -> "Player":
        """Return the player with this voice in a language."""
        return replace(self, voices={**self.voices, language: voice})


class ProfileStore:
    """The remembered players of this user, in a folder of the user's data unless another is given.

    A name means the same player in any case and with any blanks. Nothing is cached: another program may change a file.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path(platformdirs.user_data_path("voicegames")) / "players"

    def get(self, name: str) -> Player | None:
        """Return the player, None for one that nothing is known of. Raises Failure("profile") for a damaged file."""
        path = self._path(name)
        return _read(path) if path.exists() else None

    def put(self, player: Player) -> None:
        """Remember the player; the file is whole or not there. Raises Failure("profile") where it can't be written."""
        path = self._path(player.name)
        partly = path.with_suffix(f".{os.getpid()}")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            partly.write_bytes(msgspec.json.encode(player))
            os.replace(partly, path)
        except OSError as error:
            with suppress(OSError):
                partly.unlink(missing_ok=True)
            raise Failure(
                "profile",
                f"What is known of {player.name} can't be saved ({error.strerror}); make room in {path.parent}.",
            ) from None

    def forget(self, name: str) -> bool:
        """Delete all that is known of a player, a damaged file too; returns whether there was something."""
        path = self._path(name)
        try:
            path.unlink()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise Failure("profile", f"{path} can't be deleted ({error.strerror}); delete it by hand.") from None
        return True

    def forget_voice(self, name: str) -> bool:
        """Delete the player's voice in every language, and keep the rest; returns whether there was a voice."""
        player = self.get(name)
        if player is None or not player.voices:
            return False
        if player.is_patient:
            self.put(replace(player, voices={}))
            return True
        return self.forget(name)

    def set_patient(self, name: str, *, is_patient: bool) -> None:
        """Remember whether the referee is patient with a player. Raises Failure("profile")."""
        player = self.get(name) or Player(name)
        if is_patient or player.voices:
            self.put(replace(player, is_patient=is_patient))
        else:
            self.forget(name)

    def players(self) -> Iterator[Player]:
        """Yield all that can be read, by name."""
        found = []
        for path in self.folder.glob("*.json") if self.folder.is_dir() else ():
            with suppress(Failure):
                found.append(_read(path))
        yield from sorted(found, key=lambda player: _key(player.name))

    def _path(self, name: str) -> Path:
        # No name is a good file name on every system, in every script; a digest of it is.
        return self.folder / f"{hashlib.sha256(_key(name).encode()).hexdigest()[:32]}.json"


def _key(name: str) -> str:
    """The name as it is compared. Raises Failure("profile") for what can be nobody's name."""
    if not is_name(name):
        raise Failure("profile", f"{shortened(name)} is no player's name; {NAME_RULE}.")
    return name_key(name)


def _read(path: Path) -> Player:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ValueError("it is too large")
        player = msgspec.json.decode(path.read_bytes(), type=Player)
        if not is_name(player.name):
            raise ValueError("its name is none")
        return player
    except (OSError, ValueError, RecursionError) as error:
        raise Failure(
            "profile", f"The file {path} of a player is damaged ({error}); delete it, and do the sound check again."
        ) from None
