"""``--screen none``: what the table says is printed where it can't be heard, and only there."""

import subprocess
import sys
import time

import pytest
from own_home import own_home
from pulse import Pulse

from voicegames.doors.captions import CaptionScreen
from voicegames.events import Said, SittingStarted
from voicegames.table.course import new_course

__all__ = ["own_home"]

PLAY = ["-m", "voicegames", "play", "dodelido", "--engine", "typed", "--screen", "none", "--names", "Anna,Ben"]
LINES = "nought\nreferee, stop\n"
STARTED = SittingStarted("dodelido", "1", 1, "en", ("Anna", "Robot 1"), (None, "easy"), ("blue penguin",) * 8)


def test_without_a_loudspeaker_every_sentence_is_printed() -> None:
    done = subprocess.run(
        [sys.executable, *PLAY, "--seed", "1"], input=LINES, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0
    assert "There is no loudspeaker" in done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Dodelido with Anna, Ben. Anna begins."
    assert lines[1].startswith("Anna: ")
    assert "We stop here. The game is saved." in lines


@pytest.mark.long
def test_with_a_voice_and_a_loudspeaker_nothing_is_printed_twice(pulse: Pulse) -> None:
    for _ in range(3):
        done = pulse.run(*PLAY, "--seed", "1", lines=LINES)
        # On a machine that is far too busy PortAudio's callback is late by seconds, and the loudspeaker taken for lost.
        if "has gone" not in done.stdout:
            break
    else:
        pytest.skip("this machine is too busy to play sound")
    assert done.returncode == 0
    assert "loudspeaker" not in done.stderr
    assert "Dodelido with" not in done.stdout
    assert "We stop here" not in done.stdout
    assert "The journal of the game" in done.stdout


@pytest.mark.long
def test_a_loudspeaker_that_is_lost_is_told_and_captions_begin(pulse: Pulse) -> None:
    with subprocess.Popen(
        [sys.executable, *PLAY, "--seed", "1", "--limit", "60"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=pulse.environment,
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        time.sleep(6)
        pulse.kill()
        for _ in range(3):
            time.sleep(2.5)
            game.stdin.write("nought\n")
            game.stdin.flush()
        time.sleep(1)
        game.stdin.write("referee, stop\n")
        game.stdin.close()
        lines = game.stdout.read().splitlines()
    assert any("loudspeaker" in line.lower() for line in lines), lines
    assert "We stop here. The game is saved." in lines
    assert "Dodelido with Anna, Ben. Anna begins." not in lines


def test_captions_begin_when_the_loudspeaker_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    heard = [True, False, False]
    screen = CaptionScreen(lambda: heard.pop(0))
    course = new_course(STARTED)
    for event in (Said(1.0, "Spoken."), Said(2.0, "Printed."), Said(3.0, "camel", 1)):
        screen.show(event, course)
    assert capsys.readouterr().out == "Printed.\nRobot 1: camel\n"


def test_a_demo_that_nobody_hears_is_printed() -> None:
    command = [sys.executable, "-m", "voicegames", "demo", "--screen", "none", "--seed", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as demo:
        assert demo.stdout is not None
        first = demo.stdout.readline()
        demo.kill()
    assert first.startswith("Player 1: ")
