"""``--screen none``: what the table says is printed where it can't be heard, and only there."""

import subprocess
import sys

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


def test_with_a_voice_and_a_loudspeaker_nothing_is_printed_twice(pulse: Pulse) -> None:
    done = subprocess.run(
        [sys.executable, *PLAY, "--seed", "1"],
        input=LINES,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=pulse.environment,
    )
    assert done.returncode == 0
    assert "loudspeaker" not in done.stderr
    assert "Dodelido with" not in done.stdout
    assert "We stop here" not in done.stdout
    assert "The journal of the game" in done.stdout


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
