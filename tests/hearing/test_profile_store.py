"""What is remembered of players: names in any script and case, damaged files, forgetting."""

import json
from pathlib import Path

import pytest

from voicegames.errors import Failure
from voicegames.hearing.profile_store import Player, ProfileStore
from voicegames.hearing.voice_profile import SPEEDS, HeardAt, VoiceProfile, WordSample

VOICE = VoiceProfile((WordSample("blue", -31.5, tuple(HeardAt(speed, 1.9, "B L UW") for speed in SPEEDS)),))


@pytest.fixture
def store(tmp_path: Path) -> ProfileStore:
    return ProfileStore(tmp_path / "players")


@pytest.mark.parametrize(
    "name", ["Anna", "유나", "Åsa Müller", "../../etc/passwd", "CON", "a/b\\c:d", "🦩", "x" * 60, "."]
)
def test_any_name_is_remembered_inside_the_folder(store: ProfileStore, name: str) -> None:
    store.put(Player(name, is_patient=True).with_voice("en", VOICE))
    assert store.get(name) == Player(name, True, {"en": VOICE})
    (file,) = store.folder.parent.rglob("*.json")
    assert file.parent == store.folder
    assert store.forget(name)
    assert store.get(name) is None
    assert not store.forget(name)


def test_case_and_blanks_do_not_matter(store: ProfileStore) -> None:
    store.put(Player("Anna Maria"))
    for same in ("anna maria", " ANNA  MARIA ", "AnnaMaria", "Anna\u00a0Maria", "\uff21nna Maria"):
        assert store.get(same) is not None
    assert store.get("Anne Maria") is None


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 61, "An\x1b[31mna", "\u202eannA"])
def test_what_is_no_name_is_refused(store: ProfileStore, name: str) -> None:
    with pytest.raises(Failure, match="no player's name"):
        store.get(name)


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"[]",
        b'{"name": 3}',
        b"\xff\xfe",
        b"[" * 5000,
        b'{"name":"A","voices":{"en":{"samples":[{}]}}}',
        b'{"name":"A\\u001b[2J"}',
    ],
)
def test_a_damaged_file_is_told_with_its_name_and_can_be_forgotten(store: ProfileStore, damage: bytes) -> None:
    store.put(Player("Ben", is_patient=True))
    store.put(Player("Anna"))
    anna = next(file for file in store.folder.iterdir() if json.loads(file.read_text())["name"] == "Anna")
    anna.write_bytes(damage)
    with pytest.raises(Failure, match=anna.name):
        store.get("Anna")
    assert [player.name for player in store.players()] == ["Ben"]
    assert store.forget("Anna")
    assert store.get("Anna") is None


def test_no_sound_is_kept_and_the_file_is_small(store: ProfileStore) -> None:
    profile = VoiceProfile()
    for word in ("blue", "pink", "green", "white", "yellow") * 5:
        profile = profile.having(WordSample(word, -30.0, VOICE.samples[0].heard))
    store.put(Player("Anna").with_voice("en", profile))
    (file,) = store.folder.iterdir()
    assert file.stat().st_size < 10_000


def test_forgetting_the_voice_keeps_the_patience(store: ProfileStore) -> None:
    store.put(Player("Anna", is_patient=True).with_voice("en", VOICE).with_voice("de", VOICE))
    assert store.forget_voice("anna")
    assert store.get("Anna") == Player("Anna", is_patient=True)
    assert not store.forget_voice("anna")
    store.set_patient("Anna", is_patient=False)
    assert not list(store.folder.iterdir())


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Failure, match="can't be saved"):
        ProfileStore(tmp_path / "file" / "players").put(Player("Anna"))
