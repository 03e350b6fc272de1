"""scripts/play and scripts/test, run in a copy of this checkout in a folder with a space in its name."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has its own lines in the README")

PROGRAM = """#!/bin/sh
for argument; do echo "<$argument>"; done
pwd -P
exit 7
"""
"""In the place of the program: shows how it was started."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "our games"
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder)
    return folder


def run(
    script: Path, *args: str, cwd: Path | None = None, path: str | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a script without a home, without a terminal and without a network."""
    nowhere = "http://127.0.0.1:9"
    env = {
        "PATH": path or os.environ["PATH"],
        "HTTP_PROXY": nowhere,
        "HTTPS_PROXY": nowhere,
        "http_proxy": nowhere,
        "https_proxy": nowhere,
        # Nor what this machine may hold ready for pip.
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_RETRIES": "1",
    }
    return subprocess.run(
        [script, *args], cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


def make_ready(checkout: Path, extra: str, with_pip: bool = False) -> None:
    """Leave what a finished set-up leaves, with a program that shows how it was started."""
    venv.create(checkout / ".venv", with_pip=with_pip, symlinks=True)
    program = checkout / ".venv" / "bin" / "voicegames"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    state = subprocess.run(
        ["bash", "-c", '. "$1"/scripts/environment; wanted_state "$2" "$3"', "bash", checkout, extra, VERSION],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    (checkout / ".venv" / ("ready-test" if extra else "ready")).write_text(state)


@pytest.mark.parametrize("extra", ["", "test"])
def test_what_is_set_up_starts_without_a_network(checkout: Path, tmp_path: Path, extra: str) -> None:
    make_ready(checkout, extra)
    done = run(checkout / "scripts" / "play", "judge", "a b.wav", "*", cwd=tmp_path)
    assert done.stdout.splitlines() == ["<judge>", "<a b.wav>", "<*>", str(tmp_path.resolve())]
    assert done.returncode == 7
    assert "Installing the Python packages" not in done.stderr


def test_a_link_to_the_script_works(checkout: Path, tmp_path: Path) -> None:
    make_ready(checkout, "")
    link = tmp_path / "games"
    link.symlink_to(checkout / "scripts" / "play")
    assert run(link, "check").stdout.startswith("<check>")


def is_ready(checkout: Path, extra: str) -> bool:
    command = '. "$1"/scripts/environment; is_ready "$2"'
    return subprocess.run(["bash", "-c", command, "bash", checkout, extra], check=False).returncode == 0


def test_readiness_is_lost_with_what_it_rests_on(checkout: Path, tmp_path: Path) -> None:
    make_ready(checkout, "")
    assert is_ready(checkout, "")
    assert not is_ready(checkout, "test")
    unfinished = checkout / ".venv" / "unfinished"
    unfinished.touch()
    assert not is_ready(checkout, "")
    unfinished.unlink()
    moved = checkout.rename(tmp_path / "elsewhere")
    assert not is_ready(moved, "")
    moved.rename(checkout)
    python = checkout / ".venv" / "bin" / "python"
    python.rename(python.with_name("gone"))
    assert not is_ready(checkout, "")
    python.with_name("gone").rename(python)
    assert is_ready(checkout, "")
    with (checkout / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    assert not is_ready(checkout, "")


@pytest.mark.long
def test_an_interrupted_set_up_begins_anew_and_says_when_the_network_is_missing(checkout: Path) -> None:
    make_ready(checkout, "")
    (checkout / ".venv" / "unfinished").touch()
    done = run(checkout / "scripts" / "play")
    assert done.returncode == 1
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert any(line.startswith("voicegames: Making the Python environment") for line in lines)
    assert lines[-1].startswith("voicegames: No network connection")
    assert "run this again" in lines[-1]
    assert "Traceback" not in done.stderr
    assert not (checkout / ".venv" / "ready").exists()


@pytest.mark.long
def test_without_a_network_it_goes_on_with_what_was_installed_before(checkout: Path) -> None:
    make_ready(checkout, "", with_pip=True)
    with (checkout / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    done = run(checkout / "scripts" / "play", "check")
    assert done.stdout.startswith("<check>")
    assert done.returncode == 7
    assert "going on with what was installed before" in done.stderr


def test_without_a_python_it_says_which_package_to_install(checkout: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("bash", "dirname", "readlink", "uname", "id", "env", "cat"):
        found = shutil.which(name)
        assert found is not None
        (tools / name).symlink_to(found)
    done = run(checkout / "scripts" / "play", path=str(tools))
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr
    assert "sudo apt-get install python3 python3-venv" in done.stderr
