"""Kept speech is read as it was kept, and never for another voice, text or tempo."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from voicegames.bench.kept_speech import KeptSpeech
from voicegames.bench.said import Said
from voicegames.bench.voices import VOICES, Dialect, Engine

VOICE = next(voice for voice in VOICES if voice.engine is Engine.KOKORO)
SOUND = (0.3 * np.random.default_rng(1).standard_normal(4000)).astype(np.float32)


def test_what_was_kept_is_read_again_and_nothing_else(tmp_path: Path) -> None:
    kept = KeptSpeech(tmp_path / "new")
    assert kept.get(VOICE, Said("penguin")) is None
    given = kept.put(VOICE, Said("penguin"), SOUND)
    assert np.abs(given - np.clip(SOUND, -1, 1)).max() < 1e-4
    found = KeptSpeech(tmp_path / "new").get(VOICE, Said("penguin"))
    assert found is not None
    assert np.array_equal(found, given)
    assert kept.get(VOICE, Said("camel")) is None
    assert kept.get(VOICE, Said("penguin", 0.9)) is None
    assert kept.get(replace(VOICE, dialect=Dialect.GERMAN), Said("penguin")) is None
    assert kept.get(replace(VOICE, voice="another"), Said("penguin")) is None


def test_a_folder_that_can_not_be_written_keeps_nothing_and_gives_the_same_sound(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    blocked = KeptSpeech(tmp_path / "file")
    assert np.array_equal(blocked.put(VOICE, Said("oh"), SOUND), KeptSpeech(tmp_path).put(VOICE, Said("oh"), SOUND))
    assert blocked.get(VOICE, Said("oh")) is None
