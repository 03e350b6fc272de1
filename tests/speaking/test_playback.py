"""The loudspeaker on a real sound server, joined to the microphone: what is played is heard, when it says so."""

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile
import soxr
from pulse import Pulse

from voicegames.hearing.recognizer import SAMPLE_RATE
from voicegames.settings import SpeakingSettings
from voicegames.speaking.synthesizer import Synthesizer

LOOP = Path(__file__).parent.parent / "device_loop.py"

PLAY_WITHOUT_MICROPHONE = """
import time, numpy as np
from voicegames.speaking.pcm import Pcm
from voicegames.speaking.playback import DevicePlayback
loudspeaker = DevicePlayback()
print(loudspeaker.is_playing(0.0))
started = time.monotonic()
loudspeaker.play(Pcm(np.full(8000, 0.1, np.float32), 16000))
loudspeaker.play(Pcm(np.full(8000, 0.1, np.float32), 16000))
while loudspeaker.is_playing(0.0):
    time.sleep(0.005)
print(time.monotonic() - started)
loudspeaker.play(Pcm(np.full(160000, 0.1, np.float32), 16000))
time.sleep(0.3)
loudspeaker.stop()
started = time.monotonic()
while loudspeaker.is_playing(0.0):
    time.sleep(0.005)
print(time.monotonic() - started)
loudspeaker.close()
loudspeaker.close()
"""

UNKNOWN = """
from voicegames.errors import Failure
from voicegames.speaking.playback import DevicePlayback
try:
    DevicePlayback("Studio 9000")
except Failure as failure:
    print(failure.code, failure.sentence)
"""


@pytest.mark.long
def test_speech_from_the_loudspeaker_comes_in_by_the_microphone(pulse: Pulse, tmp_path: Path) -> None:
    synthesizer = Synthesizer.open(SpeakingSettings(), "en")
    pcm = synthesizer.render("Oh, penguin.")
    synthesizer.close()
    soundfile.write(tmp_path / "sound.wav", pcm.samples, pcm.rate, subtype="FLOAT")
    done = pulse.run(str(LOOP), str(tmp_path / "sound.wav"), str(tmp_path / "heard.wav"))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    heard, _ = soundfile.read(tmp_path / "heard.wav", dtype="float32")
    played = soxr.resample(pcm.samples, pcm.rate, SAMPLE_RATE)

    matches = np.correlate(heard, played, "valid")
    begin = int(np.argmax(np.abs(matches)))
    piece = heard[begin : begin + len(played)]
    likeness = float(piece @ played / (np.linalg.norm(piece) * np.linalg.norm(played)))
    assert likeness > 0.98
    assert np.linalg.norm(piece) / np.linalg.norm(played) == pytest.approx(1.0, abs=0.1)

    tail_s = SpeakingSettings().tail_ms / 1000
    assert told["playing_from"] == told["asked_at"]
    assert told["playing_from"] <= begin / SAMPLE_RATE
    assert told["playing_to"] == pytest.approx((begin + len(played)) / SAMPLE_RATE, abs=tail_s)
    assert told["is_counted"]
    assert told["failed"] is None


def test_without_a_microphone_the_wall_clock_tells_when_it_plays(pulse: Pulse) -> None:
    done = pulse.run("-c", PLAY_WITHOUT_MICROPHONE)
    assert done.returncode == 0, done.stderr
    before, played_s, stopped_s = done.stdout.split()
    assert before == "False"
    assert float(played_s) >= 0.99
    assert float(stopped_s) < 5.0


def test_an_unknown_loudspeaker_is_told_with_the_names_that_there_are(pulse: Pulse) -> None:
    done = pulse.run("-c", UNKNOWN)
    sentence = "There is no loudspeaker named 'Studio 9000'; plug it in, or choose one of these: default, pulse."
    assert done.stdout == f"no-loudspeaker {sentence}\n", done.stderr
