"""The sound check says in words what is wrong with the sound, hears a word, and remembers the microphone."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
import soundfile
from chromium import Chromium
from pulse import Pulse
from test_evening import program
from test_voice_alone import Voice, voice

from voicegames.doors.remembered import remember_microphone, with_remembered_microphone
from voicegames.doors.sound_check import Sound, diagnosis
from voicegames.hearing.recognizer import Samples
from voicegames.language import load_language
from voicegames.settings import HearingSettings, Settings

__all__ = ["voice"]

SECONDS = 4
TEXTS = load_language("en").page


def noise(dbfs: float) -> Samples:
    """A room: white noise of a level in dBFS."""
    return np.random.default_rng(1).normal(0, 10 ** (dbfs / 20), 16_000 * SECONDS).astype(np.float32)


def with_word(room: Samples, dbfs: float) -> Samples:
    """The room, and half a second in it as loud as somebody who speaks; louder than full scale is cut off."""
    word = np.sin(np.arange(8000) * 2 * np.pi * 200 / 16_000) * 10 ** (dbfs / 20) * np.sqrt(2)
    room = room.copy()
    room[20_000:28_000] += word.astype(np.float32)
    return np.clip(room, -1, 1)


@pytest.mark.parametrize(
    ("samples", "found"),
    [
        (np.zeros(16_000 * SECONDS, np.float32), Sound.ZEROS),
        (noise(-70), Sound.QUIET),
        (with_word(noise(-70), -58), Sound.QUIET),
        (with_word(noise(-60), -25), Sound.WAIT),
        (with_word(noise(-60), 6), Sound.CLIPPING),
        (noise(-25), Sound.NOISE),
        (with_word(noise(-28), -12), Sound.NOISE),
    ],
)
def test_what_is_wrong_is_told_apart(samples: Samples, found: Sound) -> None:
    assert diagnosis(samples, HearingSettings().quietest_speech_dbfs) is found


def test_the_microphone_is_remembered_unless_the_settings_name_one(own_home: Path) -> None:
    assert with_remembered_microphone(Settings()).hearing.input_device is None
    remember_microphone("USB Audio")
    assert with_remembered_microphone(Settings()).hearing.input_device == "USB Audio"
    named = Settings(hearing=HearingSettings(input_device="Headset"))
    assert with_remembered_microphone(named).hearing.input_device == "Headset"
    remember_microphone(None)
    assert with_remembered_microphone(Settings()).hearing.input_device is None


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '""'])
def test_a_spoilt_memory_is_forgotten(own_home: Path, text: str) -> None:
    remember_microphone("USB Audio")
    (path,) = own_home.rglob("microphone.json")
    path.write_text(text, encoding="utf-8")
    assert with_remembered_microphone(Settings()) == Settings()


@pytest.mark.long
def test_silence_is_told_then_a_penguin_is_heard_and_another_microphone_is_remembered(
    browser: Chromium, pulse: Pulse, tmp_path: Path
) -> None:
    environment = {**pulse.environment, "XDG_DATA_HOME": str(tmp_path / "data")}
    room = noise(-65)
    soundfile.write(tmp_path / "room.wav", np.tile(room, 30), 16_000)
    result = "document.querySelector('#check-result')?.innerText"
    with program("play", "--engine", "phones", environment=environment) as running:
        page = browser.open(running.address)
        page.wait("document.body.dataset.stage === 'start'")
        page.press("c")
        page.wait(result, lambda told: told == TEXTS["check_zeros"])
        speaking = Voice(pulse, tmp_path)
        with subprocess.Popen(["paplay", str(tmp_path / "room.wav")], env=pulse.environment) as playing:
            page.wait(result, lambda told: told == TEXTS["check_quiet"])
            speaking.say_until(page, "penguin", f"{result} === {json.dumps(TEXTS['check_good'])}")
            names = page.run("[...document.querySelectorAll('#check-devices .label')].map((one) => one.innerText)")
            assert len(names) >= 2, names
            page.press("2")
            chosen = "document.querySelector('[data-name=device_2]')?.ariaPressed === 'true'"
            page.wait(f"document.body.dataset.stage === 'check' && {chosen}")
            (remembered,) = (tmp_path / "pulse").rglob("microphone.json")
            assert json.loads(remembered.read_text(encoding="utf-8")) == names[1]
            page.press("Enter")
            page.wait("document.body.dataset.stage === 'start'")
            playing.terminate()
        speaking.close()
        page.close()
