"""The words that stand on the sheets, per language; the data is in ``languages/print/``."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from voicegames.errors import Failure


def printed_languages() -> tuple[str, ...]:
    """Return the codes of the languages in which sheets can be written."""
    folder = resources.files("voicegames") / "languages" / "print"
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


@cache
def printed_texts(code: str) -> Mapping[str, str]:
    """Return the texts in a language. Raises Failure("language") that names the languages there are."""
    if code not in printed_languages():
        raise Failure(
            "language",
            f"The sheets can't be written in {code!r}; choose one of {', '.join(printed_languages())} with --language.",
        )
    file = resources.files("voicegames") / "languages" / "print" / f"{code}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
