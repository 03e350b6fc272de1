"""The table's voice never keeps the game waiting for want of sound, and is heard to its end."""

import os
import signal
import sys
import time
from collections.abc import Iterator

import numpy as np
import pytest

from voicegames.hearing.recognizer import SAMPLE_RATE
from voicegames.players.room import Room
from voicegames.settings import SpeakingSettings
from voicegames.speaking.speaker import Speaker
from voicegames.speaking.synthesizer import Synthesizer, Voice

SETTINGS = SpeakingSettings(deadline_s=1.0)


@pytest.fixture(scope="module")
def synthesizer() -> Iterator[Synthesizer]:
    opened = Synthesizer.open(SETTINGS, "en")
    yield opened
    opened.close()


def listen_to_the_end(speaker: Speaker, room: Room, longest_s: float = 20.0) -> np.ndarray:
    """Everything that the room's microphone hears until the speaker is done, and half a second more."""
    heard = []
    while speaker.is_speaking(room.now_s):
        block = room.read()
        assert block is not None
        heard.append(block.samples)
        assert room.now_s < longest_s
    for _ in range(25):
        block = room.read()
        assert block is not None
        heard.append(block.samples)
    return np.concatenate(heard)


def last_loud_s(heard: np.ndarray, limit: float = 0.01) -> float:
    return float(np.flatnonzero(np.abs(heard) > limit)[-1]) / SAMPLE_RATE


def test_it_speaks_from_say_to_the_end_of_the_sound_and_its_tail(synthesizer: Synthesizer) -> None:
    room = Room(noise_dbfs=-80)
    speaker = Speaker(synthesizer, room, SETTINGS, wait_rendered=True)
    assert not speaker.is_speaking(0.0)
    speaker.say("Blue penguin.")
    heard = listen_to_the_end(speaker, room)
    done_s = len(heard) / SAMPLE_RATE - 0.5
    # The sound has ended when it says so, and it does not wait for the quiet that the synthesiser adds.
    assert last_loud_s(heard) <= done_s
    assert done_s - last_loud_s(heard) < SETTINGS.tail_ms / 1000 + 0.15
    speaker.close()


def test_sentences_are_said_one_after_the_other(synthesizer: Synthesizer) -> None:
    room = Room(noise_dbfs=-80)
    speaker = Speaker(synthesizer, room, SETTINGS, wait_rendered=True)
    speaker.say("One sentence.")
    one = len(listen_to_the_end(speaker, room))
    speaker.say("One sentence.")
    speaker.say("Another sentence.", Voice("gmw/en-us", 150))
    assert len(listen_to_the_end(speaker, room)) > 1.6 * one


def test_rendering_on_its_own_thread_counts_as_speaking(synthesizer: Synthesizer) -> None:
    room = Room(noise_dbfs=-80)
    speaker = Speaker(synthesizer, room, SETTINGS)
    speaker.say("This sentence has not been said before.")
    assert speaker.is_speaking(room.now_s)
    heard = listen_to_the_end(speaker, room, longest_s=1e9)
    assert np.abs(heard).max() > 0.05
    speaker.close()
    speaker.close()


def test_stop_falls_silent_and_forgets_the_rest(synthesizer: Synthesizer) -> None:
    room = Room(noise_dbfs=-80)
    speaker = Speaker(synthesizer, room, SETTINGS, wait_rendered=True)
    speaker.say("A rather long sentence that nobody wants to hear to its very end.")
    for _ in range(25):
        room.read()
    speaker.stop()
    speaker.say("Green.")
    heard = listen_to_the_end(speaker, room)
    assert len(heard) / SAMPLE_RATE < 2.0


@pytest.mark.skipif(sys.platform == "win32", reason="a process can't be stopped by a signal on Windows")
def test_a_sentence_that_fails_is_a_caption_only_and_told_once(synthesizer: Synthesizer) -> None:
    room = Room()
    speaker = Speaker(synthesizer, room, SETTINGS)
    synthesizer.render("warm")
    for text in ("It hangs at this.", "It hangs at this too."):
        assert synthesizer.worker_pid is not None
        os.kill(synthesizer.worker_pid, signal.SIGSTOP)
        speaker.say(text)
        while speaker.is_speaking(room.now_s):
            time.sleep(0.02)
        synthesizer.render("warm again")
    assert not speaker.is_heard
    assert "longer than 1 seconds" in (speaker.trouble or "")
    assert speaker.trouble is None
    speaker.say("Now it works.")
    assert np.abs(listen_to_the_end(speaker, room, longest_s=1e9)).max() > 0.05
    assert speaker.is_heard
    speaker.close()


def test_without_synthesiser_or_loudspeaker_it_never_speaks(synthesizer: Synthesizer) -> None:
    for speaker in (Speaker(None, Room(), SETTINGS), Speaker(synthesizer, None, SETTINGS)):
        speaker.say("Nobody hears this.")
        assert not speaker.is_speaking(0.0)
        assert not speaker.is_heard
        speaker.stop()
        speaker.close()
