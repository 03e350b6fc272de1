"""A private PulseAudio with a null sink: a loudspeaker and a microphone that are joined, on any Linux machine.

Needs the Debian packages pulseaudio, pulseaudio-utils and libasound2-plugins. PortAudio lists its devices when it is
initialised, so programs that use them run as processes of their own, with the environment of the fixture.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
import soundfile

# eSpeak's 22.05 kHz, PulseAudio's 48 kHz and our 16 kHz are all different on purpose.
CONFIGURATION = """
load-module module-native-protocol-unix socket={folder}/run/native auth-anonymous=1
load-module module-null-sink sink_name=table rate=48000 channels=2
set-default-sink table
set-default-source table.monitor
"""

ALSA = """
pcm.!default {
    type pulse
    hint { show on
        description "Default" }
}
ctl.!default { type pulse }
"""


@dataclass
class Pulse:
    """One private server. ``environment`` leads programs to it."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        for name in ("run", "home"):
            (self.folder / name).mkdir(mode=0o700)
        (self.folder / "table.pa").write_text(CONFIGURATION.format(folder=self.folder))
        (self.folder / "home" / ".asoundrc").write_text(ALSA)
        self.environment = {
            **os.environ,
            "HOME": str(self.folder / "home"),
            "XDG_RUNTIME_DIR": str(self.folder / "run"),
            "XDG_CONFIG_HOME": str(self.folder / "home"),
            "PULSE_SERVER": f"unix:{self.folder}/run/native",
            "OPENBLAS_NUM_THREADS": "1",
        }

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        command = ["pulseaudio", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "-n"]
        log = (self.folder / "pulse.log").open("ab")
        self.process = subprocess.Popen(
            [*command, "-F", str(self.folder / "table.pa")], env=self.environment, stdout=log, stderr=log
        )
        deadline = time.monotonic() + 20
        while subprocess.run(["pactl", "info"], env=self.environment, capture_output=True, check=False).returncode:
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise RuntimeError(f"PulseAudio does not start: {(self.folder / 'pulse.log').read_text()}")
            time.sleep(0.05)

    def kill(self) -> None:
        """End the server at once: for its programs that is as if microphone and loudspeaker were unplugged."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
        for left in ("native", "pulse/pid"):
            (self.folder / "run" / left).unlink(missing_ok=True)

    def run(self, *arguments: str, timeout: float = 60, lines: str = "") -> subprocess.CompletedProcess[str]:
        """Run a Python program to its end with the devices of this server, and with ``lines`` typed through a pipe."""
        return subprocess.run(
            [sys.executable, *arguments],
            env=self.environment,
            input=lines,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )


@pytest.fixture
def pulse(tmp_path: Path) -> Iterator[Pulse]:
    """A running private PulseAudio."""
    if not (shutil.which("pulseaudio") and shutil.which("pactl")):
        pytest.skip("PulseAudio is not installed (packages pulseaudio, pulseaudio-utils, libasound2-plugins)")
    folder = tmp_path / "pulse"
    folder.mkdir()
    server = Pulse(folder)
    server.start()
    try:
        yield server
    finally:
        server.kill()


ROOM_DBFS = -65.0
ROOM_S = 960


@pytest.fixture
def quiet_room(pulse: Pulse, tmp_path: Path) -> Iterator[Pulse]:
    """Loudspeaker and microphone in a quiet room; without its noise the microphone would hear nothing but zeros."""
    noise = np.random.default_rng(0).normal(0, 10 ** (ROOM_DBFS / 20), 16_000 * ROOM_S)
    soundfile.write(tmp_path / "room.wav", noise, 16_000)
    with subprocess.Popen(["paplay", str(tmp_path / "room.wav")], env=pulse.environment) as player:
        yield pulse
        player.terminate()
