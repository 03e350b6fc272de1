"""Sound from files of every kind, files that are none, and the feed."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile
import soxr
from made_speech import in_room, spoken, texts

from voicegames.errors import Failure
from voicegames.hearing.feed import Feed
from voicegames.hearing.file_source import FileSource
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.hearing.source import Source
from voicegames.hearing.utterance import Utterance

SOUND = in_room(spoken("flamingo"), after_s=0.1)


def read_all(source: Source) -> Samples:
    """All samples; checks that the blocks are whole, in order, and end for good."""
    pieces: list[Samples] = []
    while (block := source.read()) is not None:
        assert block.start == 320 * len(pieces)
        assert (block.samples.shape, block.samples.dtype) == ((320,), np.dtype(np.float32))
        pieces.append(block.samples)
    assert source.read() is None
    source.close()
    source.close()
    return np.concatenate(pieces) if pieces else np.zeros(0, np.float32)


def written(path: Path, rate: int, subtype: str, channels: int) -> Path:
    sound = soxr.resample(SOUND, SAMPLE_RATE, rate)
    soundfile.write(path, np.stack([sound] * channels, axis=1), rate, subtype=subtype)
    return path


KINDS = [
    *(("a.wav", 16_000, "PCM_16", 1), ("a.wav", 44_100, "FLOAT", 2), ("a.wav", 22_050, "PCM_U8", 1)),
    *(("a.wav", 48_000, "PCM_24", 2), ("a.wav", 8_000, "ULAW", 1), ("a.wav", 96_000, "DOUBLE", 1)),
    *(("a.flac", 48_000, "PCM_16", 2), ("a.ogg", 44_100, "VORBIS", 1), ("a.aiff", 11_025, "PCM_16", 1)),
]


@pytest.mark.parametrize(("name", "rate", "subtype", "channels"), KINDS)
def test_every_kind_of_file_is_heard(
    tmp_path: Path,
    hear: Callable[[Samples], list[Utterance]],
    name: str,
    rate: int,
    subtype: str,
    channels: int,
) -> None:
    source = FileSource(written(tmp_path / name, rate, subtype, channels))
    assert source.duration_s == pytest.approx(len(SOUND) / SAMPLE_RATE, abs=0.01)
    sound = read_all(source)
    assert len(sound) / SAMPLE_RATE == pytest.approx(len(SOUND) / SAMPLE_RATE + 1.0, abs=0.03)
    (utterance,) = hear(sound)
    assert texts(utterance) == ("flamingo",)
    assert utterance.onset_s == pytest.approx(1.0, abs=0.1)


def test_samples_of_16_khz_come_as_they_are(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", SOUND, SAMPLE_RATE, subtype="FLOAT")
    sound = read_all(FileSource(tmp_path / "a.wav", trailing_quiet_s=0.5))
    assert (sound[: len(SOUND)] == SOUND).all()
    assert not sound[len(SOUND) :].any()


def test_stereo_is_mixed(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", np.full((3200, 2), (0.5, -0.1)), SAMPLE_RATE, subtype="FLOAT")
    assert read_all(FileSource(tmp_path / "a.wav", 0.0)) == pytest.approx(0.2, abs=1e-6)


def test_a_file_that_ends_in_the_middle_of_a_block(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", np.full(500, 0.25), SAMPLE_RATE, subtype="FLOAT")
    sound = read_all(FileSource(tmp_path / "a.wav", 0.0))
    assert len(sound) == 640
    assert (sound != 0).sum() == 500


def no_file(path: Path) -> None:
    pass


def a_folder(path: Path) -> None:
    path.mkdir()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def a_text(path: Path) -> None:
    path.write_text("This is a letter to grandma.\n" * 20)


def no_samples(path: Path) -> None:
    soundfile.write(path, np.zeros(0), SAMPLE_RATE)


def no_numbers(path: Path) -> None:
    soundfile.write(path, np.array([0.0, np.nan, 0.1] * 100), SAMPLE_RATE, subtype="FLOAT")


@pytest.mark.parametrize(
    ("make", "code"),
    [
        *((no_file, "no-file"), (a_folder, "no-file"), (empty, "not-audio"), (a_text, "not-audio")),
        *((no_samples, "not-audio"), (no_numbers, "not-audio")),
    ],
)
def test_what_can_not_be_heard_is_one_sentence(tmp_path: Path, make: Callable[[Path], None], code: str) -> None:
    path = tmp_path / "sound.wav"
    make(path)
    with pytest.raises(Failure) as caught:
        read_all(FileSource(path))
    assert caught.value.code == code
    assert str(path) in caught.value.sentence
    assert caught.value.sentence.endswith(".")
    assert "\n" not in caught.value.sentence


def test_a_feed_gives_what_was_pushed_in_whole_blocks() -> None:
    feed = Feed()
    feed.push(np.full(100, 0.1, np.float32))
    feed.push(np.full(700, 0.2, np.float32))
    sound = read_all(feed)
    assert len(sound) == 960
    assert sound[:800] == pytest.approx([0.1] * 100 + [0.2] * 700)
    assert not sound[800:].any()


def test_an_endless_feed_gives_silence_between() -> None:
    feed = Feed(endless=True)
    blocks = [feed.read(), feed.read()]
    feed.push(np.ones(320, np.float32))
    blocks += [feed.read(), feed.read()]
    assert [float(block.samples.mean()) for block in blocks if block] == [0, 0, 1, 0]
    feed.close()
    assert feed.read() is None
