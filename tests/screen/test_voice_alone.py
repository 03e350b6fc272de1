"""An evening by voice alone: loudspeaker and microphone are joined, and nobody touches a key or a button."""

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from chromium import Chromium, Page
from pulse import Pulse
from test_evening import program

from voicegames.events import GameOver, Prompted, Ruled, SittingStarted, Verdict, to_json
from voicegames.language import load_language
from voicegames.players.chorus import Chorus
from voicegames.settings import SpeakingSettings
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.course import course_of
from voicegames.table.journal import read_journal

DECK = ("blue penguin", "white penguin", "pink zebra", "green zebra")
ROOM_DBFS = -65.0
REACTION_S = 0.35
PATIENCE_S = 90.0


class Voice:
    """Somebody at the table who only speaks."""

    def __init__(self, pulse: Pulse, folder: Path) -> None:
        self._pulse = pulse
        self._file = folder / "said.wav"
        self._synthesizer = Synthesizer.open(SpeakingSettings(), "en")
        self._chorus = Chorus(self._synthesizer, load_language("en"), seed=1)

    def say(self, words: str) -> None:
        sound = self._chorus.speak(0, tuple(words.split())).pcm
        soundfile.write(self._file, sound.samples, sound.rate)
        subprocess.run(["paplay", str(self._file)], env=self._pulse.environment, check=True, timeout=20)

    def say_until(self, page: Page, words: str, happened: str) -> None:
        """Say it when the table listens, and once more where it was not understood, as people do."""
        for _ in range(4):
            page.wait("document.querySelector('#ear').dataset.ear", lambda ear: ear == "listening")
            time.sleep(REACTION_S)
            self.say(words)
            until_s = time.monotonic() + 3
            while time.monotonic() < until_s:
                if page.run(happened):
                    return
                time.sleep(0.05)
        raise AssertionError(f"nobody understood {words!r}")

    def close(self) -> None:
        self._synthesizer.close()


@pytest.fixture
def voice(pulse: Pulse, tmp_path: Path) -> Iterator[Voice]:
    noise = np.random.default_rng(0).normal(0, 10 ** (ROOM_DBFS / 20), 16_000 * 240)
    soundfile.write(tmp_path / "room.wav", noise, 16_000)
    speaking = Voice(pulse, tmp_path)
    with subprocess.Popen(["paplay", str(tmp_path / "room.wav")], env=pulse.environment) as room:
        yield speaking
        room.terminate()
    speaking.close()


@pytest.mark.long
def test_a_game_is_chosen_played_and_played_again_by_voice_alone(
    browser: Chromium, pulse: Pulse, voice: Voice, tmp_path: Path
) -> None:
    environment = {**pulse.environment, "XDG_DATA_HOME": str(tmp_path / "data")}
    journal = tmp_path / "data" / "voicegames" / "sittings" / "game.jsonl"
    journal.parent.mkdir(parents=True)
    started = SittingStarted("dodelido", "1", 1, "en", ("Anna", "Ben"), (None, None), DECK)
    journal.write_text(to_json(started) + "\n", encoding="utf-8")
    with program("play", "--engine", "phones", environment=environment) as running:
        page = browser.open(running.address)
        page.wait("document.body.dataset.stage === 'start'")
        chosen = "document.querySelector('[data-name={}]').ariaPressed === 'true'"
        voice.say_until(page, "three", chosen.format("people_3"))
        named = "document.querySelector('[data-name=name-{}]').value === '{}'"
        voice.say_until(page, "Anna", named.format(0, "Anna"))
        voice.say_until(page, "player three", "document.querySelector('[data-name=name-2]').matches('.is-next')")
        voice.say_until(page, "Grandpa", named.format(2, "Grandpa"))
        voice.say_until(page, "say nothing", chosen.format("announce_none"))
        voice.say_until(page, "old game", "document.body.dataset.stage === 'table'")
        answered = 0
        until_s = time.monotonic() + PATIENCE_S
        while page.run("document.body.dataset.stage") == "table" and time.monotonic() < until_s:
            events = read_journal(journal).events
            prompts = sum(isinstance(event, Prompted) for event in events)
            if prompts > answered and isinstance(events[-1], Prompted):
                answered = prompts
                time.sleep(REACTION_S)
                voice.say(str(course_of(events).state.expected))
            time.sleep(0.02)
        events = read_journal(journal).events
        assert any(isinstance(event, GameOver) for event in events)
        rulings = [event for event in events if isinstance(event, Ruled)]
        assert sum(ruled.verdict is Verdict.RIGHT for ruled in rulings) >= 3
        page.wait("document.body.dataset.stage === 'over'")
        voice.say_until(page, "play again", "document.body.dataset.stage === 'table'")
        assert "Anna" in page.text("#seats-top")
        page.close()
