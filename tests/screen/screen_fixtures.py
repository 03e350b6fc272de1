"""A browser, a table that is shown without a sitting behind it, and what looks for violations of WCAG."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import PROGRAM, Chromium
from stage import Stage

from voicegames.language import load_language
from voicegames.screen.web import web_table


@pytest.fixture(scope="session")
def browser() -> Iterator[Chromium]:
    if PROGRAM is None:
        pytest.skip("Chromium is not installed (package chromium)")
    with Chromium() as chromium:
        yield chromium


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A page of a game whose events a test makes up."""
    language = load_language("en")
    with web_table(language) as web:
        yield Stage(web, language)


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which looks for violations of WCAG."""
    script = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        pytest.skip("axe-core is not installed (npm install --prefix tests/screen)")
    return script.read_text(encoding="utf-8")
