"""Domitrio in the air with the screen off: who only hears what the table says can play, by loudspeaker and microphone.

One turn is played here; scripts/play_by_ear plays a whole game and tells how long the table speaks in a turn.
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

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
FIRST_SOUND_S = 3.0
"""How much later than it is noted the first sentence may be heard: synthesiser and loudspeaker are opened for it."""


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


@pytest.mark.long
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
        heard = 0
        until_s = time.monotonic() + PATIENCE_S
        while not is_far_enough(read(journal)) and time.monotonic() < until_s and game.poll() is None:
            sentences = [event.text for event in read(journal) if isinstance(event, Said)]
            if len(sentences) > heard:
                heard += 1
                begun_s = time.monotonic() + (FIRST_SOUND_S if heard == 1 else 0.0)
                listener.answer(sentences[heard - 1], begun_s)
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
    assert len(finals) <= len(listener.sayings)
    understood = sum(said == text for said, text in zip(listener.sayings, finals, strict=False))
    assert understood >= 0.8 * len(listener.sayings), (listener.sayings, finals)
    assert any(isinstance(event, DieRolled) for event in events)
    if WHOLE_GAME:
        assert course_of(events).is_over
        turns = spoken_by_turn(events, listener)
        print(
            f"{len(turns)} turns; the table spoke {statistics.median(turns):.1f} s in the median turn, at most "
            f"{max(turns):.1f} s; {understood} of {len(listener.sayings)} sayings were understood at once"
        )
    listener.close()
