"""``models``: list, install, verify and find speech models."""

import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from voicegames.errors import Failure, WrongUsage
from voicegames.hearing.model_store import Stage, install, verify
from voicegames.hearing.models import InstalledModel, list_models, model_path


def run(action: str, wanted: str | None, from_file: Path | None) -> int:
    """Do one action; returns the exit status. Raises WrongUsage without the language it needs, Failure otherwise."""
    if action == "list":
        _list()
        return 0
    if wanted is None:
        raise WrongUsage("models", f"Say which language: voicegames models {action} en")
    match action:
        case "install":
            model = install_with_progress(wanted, from_file)
            print(f"{model.name} is installed in {model.path}.")
        case "path":
            print(model_path(wanted))
        case _:
            return _verify(wanted)
    return 0


def install_with_progress(wanted: str, from_file: Path | None) -> InstalledModel:
    """Install a model with a progress bar on stderr. Raises Failure as ``model_store.install`` does."""
    columns = (TextColumn("{task.description:9}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    tasks = {stage: progress.add_task(str(stage), total=None, visible=False) for stage in Stage}

    def report(stage: Stage, done: int, total: int) -> None:
        # Not before: an empty bar leaves an empty line.
        progress.start()
        progress.update(tasks[stage], completed=done, total=total, visible=True)

    try:
        return install(wanted, from_file=from_file, report=report)
    finally:
        progress.stop()


def _list() -> None:
    for status in list_models():
        size = "" if status.size_bytes is None else f", {status.size_bytes / 1e6:.0f} MB"
        where = "not installed"
        if status.installed is not None:
            where = f"{status.installed.origin}: {status.installed.path}"
        print(f"{status.language}  {status.name} ({status.licence}{size})  {where}")


def _verify(wanted: str) -> int:
    found = verify(wanted)
    if found.problems:
        raise Failure("damaged", f"{'; '.join(found.problems)}. Install it again: voicegames models install {wanted}")
    if not found.files:
        print(f"{found.model.name} was put there by hand, so there is nothing to compare it with.", file=sys.stderr)
    else:
        print(f"{found.model.name} is whole: {found.files} files compared.")
    return 0
