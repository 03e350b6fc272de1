"""A home of the tests' own: no settings, journals or models of the person who runs the tests are read or written."""

from pathlib import Path

import pytest

SETTINGS = '[speaking]\noutput_device = "no loudspeaker, please"\n'
"""The family's settings in tests: the table stays silent, also on a machine with a loudspeaker."""


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lead the program, and the processes that a test starts, to an empty home."""
    home = tmp_path_factory.mktemp("home")
    for name in ("data", "config", "state"):
        monkeypatch.setenv(f"XDG_{name.upper()}_HOME", str(home / name))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    settings = home / "config" / "voicegames" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(SETTINGS, encoding="utf-8")
    return home
