"""The simulated room: what is said in it is heard at the exact sample, by the table's microphone too."""

import time

import numpy as np
import pytest

from voicegames.hearing.recognizer import BLOCK, SAMPLE_RATE
from voicegames.players.room import Room
from voicegames.speaking.pcm import Pcm

CLICK = Pcm(np.full(1600, 0.2, np.float32), SAMPLE_RATE)


def listen(room: Room, seconds: float) -> np.ndarray:
    blocks = [room.read() for _ in range(round(seconds * SAMPLE_RATE / BLOCK))]
    assert all(block is not None for block in blocks)
    return np.concatenate([block.samples for block in blocks if block is not None])


def loud(heard: np.ndarray, limit: float = 0.01) -> tuple[int, int]:
    found = np.flatnonzero(np.abs(heard) > limit)
    return int(found[0]), int(found[-1]) + 1


def test_blocks_count_samples_and_the_quiet_has_the_level_asked_for() -> None:
    room = Room(seed=3, noise_dbfs=-50)
    starts = []
    for _ in range(5):
        block = room.read()
        assert block is not None
        assert block.samples.shape == (320,)
        assert block.samples.dtype == np.float32
        starts.append(block.start)
    assert starts == [0, 320, 640, 960, 1280]
    assert room.now_s == pytest.approx(0.1)
    heard = listen(room, 2.0)
    assert 20 * np.log10(np.sqrt(np.mean(heard**2))) == pytest.approx(-50, abs=0.3)


def test_the_same_seed_is_the_same_room() -> None:
    assert np.array_equal(listen(Room(seed=5), 0.5), listen(Room(seed=5), 0.5))
    assert not np.array_equal(listen(Room(seed=5), 0.5), listen(Room(seed=6), 0.5))


def test_a_player_is_heard_at_the_exact_sample() -> None:
    room = Room(noise_dbfs=-90)
    assert room.speak_at(0.5 + 7 / SAMPLE_RATE, CLICK, gain=0.5) == pytest.approx(0.5 + 7 / SAMPLE_RATE)
    heard = listen(room, 1.0)
    assert loud(heard) == (8007, 9607)
    assert heard[8500] == pytest.approx(0.1, abs=0.001)


def test_two_players_at_once_are_mixed() -> None:
    room = Room(noise_dbfs=-90)
    room.speak_at(0.1, CLICK)
    room.speak_at(0.15, CLICK)
    heard = listen(room, 0.5)
    assert heard[[1700, 2500, 3900]] == pytest.approx([0.2, 0.4, 0.2], abs=0.001)


def test_what_was_read_already_can_not_be_changed() -> None:
    room = Room(noise_dbfs=-90)
    listen(room, 0.4)
    assert room.speak_at(0.1, CLICK) == pytest.approx(0.4)
    assert loud(listen(room, 0.2))[0] == 0


def test_sound_of_another_rate_keeps_its_length() -> None:
    room = Room(noise_dbfs=-90)
    tone = np.sin(2 * np.pi * 440 * np.arange(22050) / 22050).astype(np.float32) * 0.2
    room.speak_at(0.1, Pcm(tone, 22050))
    first, last = loud(listen(room, 1.5))
    assert (last - first) / SAMPLE_RATE == pytest.approx(1.0, abs=0.01)


def test_the_tables_own_voice_is_heard_by_its_own_microphone_with_an_echo() -> None:
    room = Room(noise_dbfs=-90, own_voice_db=-6.0)
    listen(room, 0.2)
    assert not room.is_playing(room.now_s)
    room.play(CLICK)
    room.play(CLICK)
    assert room.is_playing(room.now_s)
    heard = listen(room, 0.6)
    first, last = loud(heard, 0.004)
    assert first == 0
    assert heard[50] == pytest.approx(0.1, abs=0.002)
    assert last > 3200 + 320
    assert room.is_playing(0.2 + 3199 / SAMPLE_RATE)
    assert not room.is_playing(0.2 + 3200 / SAMPLE_RATE)


def test_stop_ends_the_tables_voice_but_not_the_players() -> None:
    room = Room(noise_dbfs=-90)
    room.play(Pcm(np.full(32000, 0.2, np.float32), SAMPLE_RATE))
    room.speak_at(0.5, CLICK)
    listen(room, 0.2)
    room.stop()
    assert not room.is_playing(room.now_s)
    assert loud(listen(room, 1.0)) == (4800, 6400)


def test_hush_ends_the_players() -> None:
    room = Room(noise_dbfs=-90)
    room.speak_at(0.5, CLICK)
    room.hush()
    assert np.abs(listen(room, 1.0)).max() < 0.01


def test_loud_voices_together_do_not_leave_the_range() -> None:
    room = Room()
    for _ in range(8):
        room.speak_at(0.1, CLICK)
    assert np.abs(listen(room, 0.5)).max() <= 1.0


def test_in_real_time_a_block_takes_its_time() -> None:
    room = Room(realtime=True)
    started_s = time.monotonic()
    listen(room, 0.3)
    assert time.monotonic() - started_s >= 0.29


def test_the_listener_hears_the_room_without_its_noise() -> None:
    blocks: list[np.ndarray] = []
    room = Room(noise_dbfs=-20, listener=blocks.append)
    room.speak_at(0.1, CLICK)
    listen(room, 0.4)
    assert loud(np.concatenate(blocks), 1e-6) == (1600, 3200)


def test_a_closed_room_gives_no_more() -> None:
    room = Room()
    room.read()
    room.close()
    assert room.read() is None
