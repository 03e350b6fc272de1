"""The microphone that was chosen in the sound check, remembered beside the family's settings."""

import dataclasses
import json
from pathlib import Path

import platformdirs

from voicegames.settings import Settings

_LONGEST = 200


def _path() -> Path:
    return Path(platformdirs.user_config_path("voicegames")) / "microphone.json"


def remember_microphone(name: str | None) -> None:
    """Remember the name, or forget it where it is None. Where nothing can be written it is asked for again."""
    try:
        if name is None:
            _path().unlink(missing_ok=True)
            return
        _path().parent.mkdir(parents=True, exist_ok=True)
        _path().write_text(json.dumps(name), encoding="utf-8")
    except OSError:
        return


def with_remembered_microphone(settings: Settings) -> Settings:
    """Return the settings with the remembered microphone, unless they name one themselves."""
    if settings.hearing.input_device is not None:
        return settings
    try:
        name = json.loads(_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return settings
    if not isinstance(name, str) or not 0 < len(name) <= _LONGEST:
        return settings
    return dataclasses.replace(settings, hearing=dataclasses.replace(settings.hearing, input_device=name))
