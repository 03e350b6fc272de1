"""The microphone on a real sound server: found by name, lost and found again, and what is said where there is none."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pulse import Pulse

UNPLUGGED = Path(__file__).parent.parent / "device_unplugged.py"

OPEN = """
import sys
from voicegames.errors import Failure
from voicegames.hearing.microphone import Microphone
from voicegames.settings import HearingSettings
try:
    microphone = Microphone(sys.argv[1] if len(sys.argv) > 1 else None, HearingSettings())
except Failure as failure:
    print(failure.code, failure.sentence)
else:
    print("open", microphone.name, microphone.only_zeros)
    blocks = [microphone.read() for _ in range(60)]
    print("read", blocks[-1].start, blocks[-1].samples.shape, blocks[-1].samples.dtype, microphone.only_zeros)
    microphone.close()
    microphone.close()
    print("closed", microphone.read())
"""


def steps_of(pulse: Pulse) -> dict[str, dict[str, object]]:
    """Run the program of the unplugged devices, unplug and plug them when it says, and return its steps."""
    steps: dict[str, dict[str, object]] = {}
    with subprocess.Popen(
        [sys.executable, str(UNPLUGGED)],
        env=pulse.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        try:
            assert program.stdout is not None
            for line in program.stdout:
                step = json.loads(line)
                steps[step.pop("step")] = step
                if line.startswith('{"step": "reading"'):
                    pulse.kill()
                elif line.startswith('{"step": "lost"'):
                    pulse.start()
            program.wait(timeout=20)
        finally:
            program.kill()
        assert program.stderr is not None
        assert program.returncode == 0, program.stderr.read()
    return steps


@pytest.mark.long
def test_an_unplugged_microphone_is_told_in_a_sentence_and_goes_on_when_it_is_back(pulse: Pulse) -> None:
    steps = steps_of(pulse)
    assert steps["reading"] == {"is_playing": True}
    lost = steps["lost"]
    assert lost["sentence"] == "The microphone 'default' has gone; plug it in again, and the game goes on."
    assert lost["reads_again"] is False
    assert str(lost["failed"]).startswith("The loudspeaker 'default' has gone")
    back = steps["back"]
    lost_s = (int(str(back["start_after"])) - int(str(back["start_before"]))) / 16_000
    assert lost_s == pytest.approx(float(str(back["away_s"])), abs=0.3)
    assert int(str(back["start_after"])) % 320 == 0
    assert float(str(steps["heard"]["loudest"])) > 0.15
    assert steps["heard"]["failed"] is None
    assert steps["closed"] == {"is_playing": False}


@pytest.mark.long
def test_a_microphone_is_found_by_a_part_of_its_name_and_silence_of_zeros_is_noticed(pulse: Pulse) -> None:
    done = pulse.run("-c", OPEN, "PULS")
    assert done.stdout.splitlines() == ["open pulse False", "read 18880 (320,) float32 True", "closed None"], (
        done.stderr
    )


def test_an_unknown_name_is_told_with_the_names_that_there_are(pulse: Pulse) -> None:
    done = pulse.run("-c", OPEN, "Studio 9000")
    sentence = "There is no microphone named 'Studio 9000'; plug it in, or choose one of these: default, pulse."
    assert done.stdout == f"no-microphone {sentence}\n", done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="needs a machine whose sound devices can be hidden")
def test_a_machine_without_a_microphone_is_told_what_to_do(tmp_path: Path) -> None:
    if Path("/proc/asound/cards").exists():
        pytest.skip("this machine has a sound card of its own")
    environment = {**os.environ, "PULSE_SERVER": "unix:/nonexistent", "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", OPEN], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == (
        "no-microphone There is no microphone; plug one in, or switch it on in the system's sound settings.\n"
    ), done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="macOS and Windows have PortAudio in the wheel of sounddevice")
def test_a_machine_without_portaudio_is_told_what_to_install(tmp_path: Path) -> None:
    # ctypes finds no library of any name, as on a fresh machine.
    (tmp_path / "sitecustomize.py").write_text("import ctypes.util\nctypes.util.find_library = lambda name: None\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", OPEN], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("no-portaudio The sound library PortAudio is missing"), done.stderr
    assert "sudo apt-get install libportaudio2" in done.stdout
