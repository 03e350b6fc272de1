"""Remmi Demmi in the air: a game with real cards through a loudspeaker and a microphone that are joined.

A round is played: two claims, an invalid Remmi, and "that was wrong". With VOICEGAMES_LONG_ROUNDS=8 it is a whole game
with a tie after the seventh round.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
import soundfile
from pulse import Pulse

from voicegames.events import Event, GameOver, Heard, Prompted, TakenBack
from voicegames.games.remmi_demmi import Phase
from voicegames.language import load_language
from voicegames.players.chorus import Chorus
from voicegames.remmi_demmi_events import Claimed, RemmiChecked, TimerStarted, TimeWasUp
from voicegames.settings import SpeakingSettings
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.course import course_of
from voicegames.table.journal import read_journal
from voicegames.table.remmi_demmi_course import RemmiDemmiCourse

ROUNDS = int(os.environ.get("VOICEGAMES_LONG_ROUNDS", "1"))
NUMBERS = ("one", "two", "three", "four")
TIMER_S = 9.0
LAST_MOVE = 7
"""The first round takes seven moves, with the deal and the check that was taken back."""


class Family:
    """Four people with cards of their own. ``claimants`` of each round, and whether their cards are a Remmi."""

    def __init__(self, pulse: Pulse, folder: Path) -> None:
        self._pulse = pulse
        self._folder = folder
        self._synthesizer = Synthesizer.open(SpeakingSettings(), "en")
        self._chorus = Chorus(self._synthesizer, load_language("en"), seed=2)
        self._seen = 0
        self._has_doubted = False
        self.said: list[str] = []

    def claims(self, number: int) -> list[tuple[int, bool]]:
        """Who calls in a round: in turn the first and the second player; in the first round one without a Remmi."""
        if number == 1:
            return [(2, False), (0, True)]
        if number == 2:
            return [(1, True), (0, True)]
        return [(1, True)] if number == 8 else []

    def act(self, events: tuple[Event, ...]) -> None:
        """Do what the newest events ask for."""
        course = course_of(events)
        assert isinstance(course, RemmiDemmiCourse)
        for event in events[self._seen :]:
            match event:
                case Prompted() if course.state.phase is Phase.LOOK:
                    if course.state.round == 2 and not self._has_doubted:
                        # The check of the first player was right, but somebody wants to see it again.
                        self._has_doubted = True
                        self._say(3, "referee that was wrong")
                    else:
                        self._say(event.player, "lightning")
                case Prompted() if course.state.phase is Phase.CHECK:
                    is_remmi = dict(self.claims(course.state.round))[event.player]
                    if is_remmi:
                        self._say(event.player, "nine orange five running four lying")
                    else:
                        self._say(event.player, "no")
                case TimerStarted():
                    for place, (player, _) in enumerate(self.claims(course.state.round)):
                        time.sleep(0.4 if place == 0 else 1.2)
                        self._say(player, f"player {NUMBERS[player]} remmi demmi")
                case _:
                    pass
        self._seen = len(events)

    def _say(self, seat: int, words: str) -> None:
        sound = self._chorus.speak(seat, tuple(words.split())).pcm
        path = self._folder / f"said{len(self.said)}.wav"
        soundfile.write(path, sound.samples, sound.rate)
        time.sleep(0.35)
        subprocess.run(["paplay", str(path)], env=self._pulse.environment, check=True, timeout=20)
        self.said.append(words)

    def close(self) -> None:
        self._synthesizer.close()


@pytest.mark.long
def test_rounds_with_real_cards_through_the_air(quiet_room: Pulse, tmp_path: Path) -> None:
    journal, settings = tmp_path / "game.jsonl", tmp_path / "short.toml"
    settings.write_text(f"[remmi_demmi]\nlightning_s = {TIMER_S}\n[speaking]\nwords_per_minute = 350\n")
    command = [sys.executable, "-m", "voicegames", "play", "remmi-demmi", "--players", "4", "--input", "mic"]
    options = ["--engine", "phones", "--screen", "none", "--journal", str(journal), "--settings", str(settings)]
    family = Family(quiet_room, tmp_path)
    game = subprocess.Popen(
        [*command, *options],
        env=quiet_room.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    events: tuple[Event, ...] = ()
    try:
        until_s = time.monotonic() + 60 * ROUNDS + 60
        while time.monotonic() < until_s and game.poll() is None:
            events = read_journal(journal).events if journal.exists() and journal.stat().st_size else ()
            if events:
                course = course_of(events)
                assert isinstance(course, RemmiDemmiCourse)
                is_past = len(course.state.past) >= ROUNDS and course.moves > LAST_MOVE
                if is_past or any(isinstance(event, GameOver) for event in events):
                    break
                family.act(events)
            time.sleep(0.02)
    finally:
        game.kill()
        family.close()
        assert game.stderr is not None
        errors = game.stderr.read()
        game.wait()
    heard = [event.text for event in events if isinstance(event, Heard) and event.final and "?" not in event.text]
    assert heard == family.said, errors
    course = course_of(events)
    sheet = course.state.sheet
    assert sheet[0] == (4, 0, -5, 0)
    assert [e.player for e in events if isinstance(e, Claimed)][:2] == [2, 0]
    assert [e.is_remmi for e in events if isinstance(e, RemmiChecked)][:3] == [False, True, True]
    assert any(isinstance(event, TakenBack) for event in events)
    for started in (event for event in events if isinstance(event, TimerStarted)):
        ups = [event.at_s for event in events if isinstance(event, TimeWasUp) and event.at_s > started.at_s]
        if ups and ups[0] < started.at_s + 2 * TIMER_S:
            assert abs(ups[0] - started.at_s - TIMER_S) <= 0.05
    if ROUNDS >= 8:
        assert sheet[1] == (3, 4, 0, 0)
        assert any(isinstance(event, GameOver) for event in events)
