"""The whole path in the air: the table speaks and listens through a loudspeaker and a microphone that are joined.

The chorus answers through the same loudspeaker, so the program hears its own announcements as loud as the answers.
"""

import subprocess
import sys
import time
from pathlib import Path

import pytest
import soundfile
from pulse import Pulse

from voicegames.events import CrocodileRuled, Event, Heard, Mistake, Prompted, Ruled, Said, Verdict
from voicegames.games.dodelido import Phase
from voicegames.language import load_language
from voicegames.players.chorus import Chorus
from voicegames.settings import SpeakingSettings
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.course import course_of
from voicegames.table.journal import read_journal

ANSWERS = 5
REACTION_S = 0.35
"""How long the player takes to begin: nobody answers within the few milliseconds that a program needs."""

PATIENCE_S = 120.0


def read(journal: Path) -> tuple[Event, ...]:
    return read_journal(journal).events if journal.exists() and journal.stat().st_size else ()


def pauses(events: tuple[Event, ...]) -> list[Ruled]:
    return [event for event in events if isinstance(event, Ruled) and event.mistake is Mistake.PAUSE]


class Player:
    """Says the right answer to each prompt that appears in the journal, through the room's loudspeaker."""

    def __init__(self, pulse: Pulse, folder: Path) -> None:
        self._pulse = pulse
        self._folder = folder
        self._language = load_language("en")
        self._synthesizer = Synthesizer.open(SpeakingSettings(), "en")
        self._chorus = Chorus(self._synthesizer, self._language, seed=1)
        self.answers: list[str] = []

    def answer(self, events: tuple[Event, ...]) -> None:
        expected = course_of(events).state.expected.words
        words = tuple(self._language.called(meaning) for meaning in expected)
        sound = self._chorus.speak(0, words).pcm
        time.sleep(REACTION_S)
        path = self._folder / f"answer{len(self.answers)}.wav"
        soundfile.write(path, sound.samples, sound.rate)
        subprocess.run(["paplay", str(path)], env=self._pulse.environment, check=True, timeout=20)
        self.answers.append(" ".join(words))

    def press_for_crocodile(self, game: subprocess.Popen[str]) -> None:
        assert game.stdin is not None
        game.stdin.write("1\n2\n")
        game.stdin.flush()

    def close(self) -> None:
        self._synthesizer.close()


@pytest.mark.long
@pytest.mark.parametrize("announce", ["all", "mistakes"])
def test_a_round_is_played_through_the_air_and_the_table_never_hears_itself(
    quiet_room: Pulse, tmp_path: Path, announce: str
) -> None:
    journal = tmp_path / "game.jsonl"
    command = [sys.executable, "-m", "voicegames", "play", "dodelido", "--input", "mic", "--names", "Anna,Ben"]
    options = ["--seed", "4", "--engine", "phones", "--announce", announce, "--journal", str(journal)]
    player = Player(quiet_room, tmp_path)
    game = subprocess.Popen(
        [*command, *options],
        env=quiet_room.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        prompts = crocodiles = 0
        until_s = time.monotonic() + PATIENCE_S
        while len(player.answers) < ANSWERS and time.monotonic() < until_s and game.poll() is None:
            events = read(journal)
            asked = sum(isinstance(event, Prompted) for event in events)
            if asked > prompts:
                prompts = asked
                player.answer(events)
            elif events and course_of(events).state.phase is Phase.CROCODILE:
                seen = sum(isinstance(event, CrocodileRuled) for event in events)
                if seen == crocodiles:
                    crocodiles += 1
                    player.press_for_crocodile(game)
            time.sleep(0.02)
        # Now nobody answers: the time runs out, although the table may have said the card aloud.
        until_s = time.monotonic() + PATIENCE_S
        while not pauses(read(journal)) and time.monotonic() < until_s and game.poll() is None:
            time.sleep(0.05)
    finally:
        game.kill()
        player.close()
        assert game.stderr is not None
        errors = game.stderr.read()
        game.wait()
    events = read(journal)
    assert len(player.answers) == ANSWERS, errors
    heard = [event.text for event in events if isinstance(event, Heard) and event.final]
    rulings = [event for event in events if isinstance(event, Ruled)]
    said = [event.text for event in events if isinstance(event, Said)]
    assert len(pauses(events)) == 1, rulings
    # Everything that was heard was said by the player, and nothing by the table: one utterance for each answer.
    assert len(heard) == len(player.answers), (heard, player.answers, said)
    assert [ruled.verdict for ruled in rulings].count(Verdict.RIGHT) >= ANSWERS - 1, rulings
    mistakes = [ruled for ruled in rulings if ruled.verdict is Verdict.MISTAKE]
    assert [ruled.mistake for ruled in mistakes] == [Mistake.PAUSE], rulings
    assert mistakes[0].heard == ""
