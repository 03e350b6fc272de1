"""Offers the download of a speech model once, and never insists."""

import sys
from pathlib import Path

import platformdirs

from voicegames.doors.model_door import install_with_progress
from voicegames.errors import Failure
from voicegames.hearing.models import is_installed, load_catalog
from voicegames.language import Language


def _offered_file() -> Path:
    return Path(platformdirs.user_state_path("voicegames", appauthor=False)) / "model-offered"


def offer_model(language: Language) -> None:
    """Ask once, at a terminal, whether the language's Vosk model shall be downloaded; Enter means no.

    Does nothing where a model is there, none can be had, nobody can answer, or it was offered before.
    """
    model = next((m for m in load_catalog().models if m.language == language.code), None)
    mark = _offered_file()
    if model is None or is_installed(language.code) or mark.exists() or not (sys.stdin and sys.stdin.isatty()):
        return
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError:
        return
    megabytes = round(model.size_bytes / 1e6)
    print(f"The built-in ear is ready. A second ear, Vosk ({model.licence}), can be downloaded: {megabytes} MB.")
    print(f"You can do it at any time with: voicegames models install {language.code}")
    try:
        answer = input("Download it now? Type yes and Enter, or just Enter for no: ")
    except EOFError:
        # Ctrl-D is no yes.
        print()
        return
    if answer.strip().lower() in ("y", "yes"):
        try:
            install_with_progress(model.name, None)
        except Failure as failure:
            print(f"{failure.sentence} The game goes on with the built-in ear.")
