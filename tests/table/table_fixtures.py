"""Voices and ears that are opened once, and a disk that nothing waits for."""

from collections.abc import Iterator

import pytest

from voicegames.hearing.phones import PhoneRecognizer
from voicegames.language import load_language
from voicegames.players.chorus import Chorus
from voicegames.settings import Settings
from voicegames.speaking.synthesizer import Synthesizer


@pytest.fixture(scope="session")
def synthesizer() -> Iterator[Synthesizer]:
    opened = Synthesizer.open(Settings().speaking, "en")
    yield opened
    opened.close()


@pytest.fixture
def chorus(synthesizer: Synthesizer) -> Chorus:
    return Chorus(synthesizer, load_language("en"), seed=1)


@pytest.fixture(scope="session")
def phones() -> PhoneRecognizer:
    return PhoneRecognizer(Settings().hearing, "en")


@pytest.fixture(autouse=True)
def no_power_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk take its time: nothing here tests what a power loss leaves, and waiting for it costs a minute."""
    monkeypatch.setattr("voicegames.table.journal.os.fsync", lambda fd: None)
