"""Domitrio in the air with the screen off: who only hears what the table says can play, by loudspeaker and microphone.

One turn is played here; scripts/play_by_ear plays a whole game and tells how long the table speaks in a turn.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from domitrio_by_ear import ByEar
from pulse import Pulse

from voicegames.domitrio_events import DieRolled, TileDrawn, TileLaid, TurnPassed
from voicegames.events import Event, GameOver, Heard, Said
from voicegames.language import load_language
from voicegames.players.chorus import Chorus
from voicegames.settings import SpeakingSettings
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.course import course_of
from voicegames.table.domitrio_language import domitrio_language
from voicegames.table.journal import read_journal

WHOLE_GAME = "VOICEGAMES_WHOLE_GAME" in os.environ
PATIENCE_S = 900.0 if WHOLE_GAME else 120.0
REACTION_S = 0.4
UNANSWERED_S = 8.0
ROOM_DBFS = -65.0


@pytest.fixture
def quiet_room(pulse: Pulse, tmp_path: Path) -> Iterator[Pulse]:
    """Loudspeaker and microphone in a quiet room; without its noise the microphone would hear nothing but zeros."""
    noise = np.random.default_rng(0).normal(0, 10 ** (ROOM_DBFS / 20), 16_000 * round(PATIENCE_S + 60))
    soundfile.write(tmp_path / "room.wav", noise, 16_000)
    with subprocess.Popen(["paplay", str(tmp_path / "room.wav")], env=pulse.environment) as player:
        yield pulse
        player.terminate()


class Listener:
    """Hears the sentences of the table, waits for the end of each, and answers in a voice of the chorus."""

    def __init__(self, pulse: Pulse, folder: Path) -> None:
        self._pulse = pulse
        self._folder = folder
        language = domitrio_language(load_language("en")).language
        self._synthesizer = Synthesizer.open(SpeakingSettings(), "en")
        self._chorus = Chorus(self._synthesizer, language, seed=1)
        self._ears = ByEar("Ada")
        self.sayings: list[str] = []

    def seconds(self, sentence: str) -> float:
        """How long the table takes to say a sentence."""
        pcm = self._synthesizer.render(sentence)
        return len(pcm.samples) / pcm.rate

    def answer(self, sentence: str, since_s: float) -> None:
        time.sleep(max(0.0, since_s + self.seconds(sentence) + REACTION_S - time.monotonic()))
        saying = self._ears.answer(sentence)
        if saying is None:
            return
        sound = self._chorus.speak(0, tuple(saying.split())).pcm
        path = self._folder / "saying.wav"
        soundfile.write(path, sound.samples, sound.rate)
        subprocess.run(["paplay", str(path)], env=self._pulse.environment, check=True, timeout=20)
        self.sayings.append(saying)

    def close(self) -> None:
        self._synthesizer.close()


def read(journal: Path) -> tuple[Event, ...]:
    return read_journal(journal).events if journal.exists() and journal.stat().st_size else ()


def is_far_enough(events: tuple[Event, ...]) -> bool:
    if WHOLE_GAME:
        return any(isinstance(event, GameOver) for event in events)
    return any(isinstance(event, TileLaid | TileDrawn) and event.player == 0 for event in events)


def spoken_by_turn(events: tuple[Event, ...], listener: Listener) -> list[float]:
    """For each turn of a player, how many seconds the table has spoken since the turn before."""
    turns, seconds = [], 0.0
    for event in events:
        if isinstance(event, Said):
            seconds += listener.seconds(event.text)
        elif isinstance(event, TileLaid | TileDrawn | TurnPassed):
            turns.append(seconds)
            seconds = 0.0
    return turns


def test_who_only_hears_can_play(quiet_room: Pulse, tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    command = [sys.executable, "-m", "voicegames", "play", "domitrio", "--input", "mic", "--names", "Ada"]
    options = ["--robots", "1", "--seed", "4", "--engine", "phones", "--screen", "none", "--journal", str(journal)]
    listener = Listener(quiet_room, tmp_path)
    game = subprocess.Popen(
        [*command, *options],
        env=quiet_room.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        heard, last_s = 0, time.monotonic()
        until_s = time.monotonic() + PATIENCE_S
        while not is_far_enough(read(journal)) and time.monotonic() < until_s and game.poll() is None:
            sentences = [event.text for event in read(journal) if isinstance(event, Said)]
            if len(sentences) > heard:
                heard += 1
                listener.answer(sentences[heard - 1], time.monotonic())
                last_s = time.monotonic()
            elif heard and time.monotonic() > last_s + UNANSWERED_S:
                # Said while the table still spoke, perhaps: anybody would say it again.
                listener.answer(sentences[heard - 1], time.monotonic() - listener.seconds(sentences[heard - 1]))
                last_s = time.monotonic()
            time.sleep(0.02)
    finally:
        game.kill()
        assert game.stderr is not None
        errors = game.stderr.read()
        game.wait()
    events = read(journal)
    assert is_far_enough(events), (errors, listener.sayings, [e.text for e in events if isinstance(e, Said)])
    finals = [event.text for event in events if isinstance(event, Heard) and event.final]
    # All that was heard was said by the player, and nothing by the table itself.
    assert set(finals) <= set(listener.sayings)
    assert len(finals) <= len(listener.sayings)
    understood = len(finals)
    assert understood >= 0.6 * len(listener.sayings), (listener.sayings, finals)
    assert any(isinstance(event, DieRolled) for event in events)
    if WHOLE_GAME:
        assert course_of(events).is_over
        turns = spoken_by_turn(events, listener)
        print(
            f"{len(turns)} turns; the table spoke {statistics.median(turns):.1f} s in the median turn, at most "
            f"{max(turns):.1f} s; {understood} of {len(listener.sayings)} sayings were understood at once"
        )
    listener.close()
