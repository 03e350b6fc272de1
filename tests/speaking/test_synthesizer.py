"""Sentences become sound; a synthesiser that hangs, dies or is missing costs one sentence and no more."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from voicegames.errors import Failure
from voicegames.settings import SpeakingSettings
from voicegames.speaking.synthesizer import SynthesisFailed, Synthesizer, Voice

SENTENCE = "Blue penguin. You said yellow; two penguins: oh, penguin."


@pytest.fixture
def synthesizer() -> Iterator[Synthesizer]:
    opened = Synthesizer.open(SpeakingSettings(deadline_s=1.0), "en")
    yield opened
    opened.close()


def strongest_pitch(samples: np.ndarray, rate: int) -> float:
    """The pitch of the loudest 60 ms, by autocorrelation between 60 and 400 Hz."""
    width = rate * 60 // 1000
    starts = np.arange(0, len(samples) - width, width // 2)
    loudest = max(starts, key=lambda start: float(np.sum(samples[start : start + width] ** 2)))
    piece = samples[loudest : loudest + width] - np.mean(samples[loudest : loudest + width])
    likeness = np.correlate(piece, piece, "full")[width - 1 :]
    lags = np.arange(rate // 400, rate // 60)
    return rate / float(lags[np.argmax(likeness[lags])])


def test_every_sentence_of_a_text_is_spoken(synthesizer: Synthesizer) -> None:
    one = synthesizer.render("You said yellow.")
    three = synthesizer.render("You said yellow. You said yellow. You said yellow.")
    assert np.abs(one.samples).max() > 0.05
    assert three.duration_s > 2.2 * one.duration_s


def test_speed_and_pitch_are_those_asked_for(synthesizer: Synthesizer) -> None:
    slow, fast = (synthesizer.render(SENTENCE, Voice("gmw/en-us", speed)) for speed in (120, 220))
    assert slow.duration_s > 1.4 * fast.duration_s
    low, high = (synthesizer.render("mow mow mow", Voice("gmw/en-us", 150, pitch)) for pitch in (0.8, 1.4))
    ratio = strongest_pitch(high.samples, high.rate) / strongest_pitch(low.samples, low.rate)
    assert ratio == pytest.approx(1.4 / 0.8, rel=0.08)


def test_voices_differ(synthesizer: Synthesizer) -> None:
    assert len(synthesizer.voices("en")) >= 2
    plain, woman = (synthesizer.render("penguin", Voice(f"gmw/en-us{variant}")).samples for variant in ("", "+f3"))
    assert len(plain) != len(woman) or not np.allclose(plain, woman, atol=0.01)


def test_korean_is_spoken_by_a_korean_voice() -> None:
    korean = Synthesizer.open(SpeakingSettings(), "ko")
    try:
        assert [voice.languages for voice in korean.voices("ko")] == [("ko",)]
        assert np.abs(korean.render("펭귄").samples).max() > 0.05
    finally:
        korean.close()


def test_the_same_sentence_is_rendered_once(synthesizer: Synthesizer) -> None:
    first = synthesizer.render(SENTENCE)
    assert synthesizer.render(SENTENCE) is first
    assert synthesizer.render(SENTENCE, Voice("gmw/en-us", 200)) is not first


def test_odd_texts_are_rendered_or_refused(synthesizer: Synthesizer) -> None:
    assert synthesizer.render(" \n").duration_s == 0
    for text in ("<speak>&amp;</speak>", "[[foo", 'a "quoted" line\nand another', "펭귄 🐧", "\0x", "-" * 3000):
        assert synthesizer.render(text).rate > 0
    with pytest.raises(SynthesisFailed):
        synthesizer.render("half a character: \ud83d")
    assert synthesizer.render(SENTENCE).duration_s > 1


def test_an_unknown_voice_is_refused_in_a_sentence(synthesizer: Synthesizer) -> None:
    with pytest.raises(SynthesisFailed, match="refused") as failed:
        synthesizer.render(SENTENCE, Voice("nobody"))
    assert failed.value.sentence.endswith(".")
    assert synthesizer.render(SENTENCE).duration_s > 1


@pytest.mark.skipif(sys.platform == "win32", reason="a process can't be stopped by a signal on Windows")
def test_a_worker_that_hangs_is_killed_and_the_next_sentence_is_spoken(synthesizer: Synthesizer) -> None:
    synthesizer.render("warm")
    hanging = synthesizer.worker_pid
    assert hanging is not None
    os.kill(hanging, signal.SIGSTOP)
    with pytest.raises(SynthesisFailed, match="longer than 1 seconds"):
        synthesizer.render(SENTENCE)
    with pytest.raises(ProcessLookupError):
        os.kill(hanging, 0)
    assert synthesizer.render(SENTENCE).duration_s > 1
    assert synthesizer.worker_pid not in (None, hanging)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not there on Windows")
def test_a_worker_that_died_in_between_is_not_noticed(synthesizer: Synthesizer) -> None:
    synthesizer.render("warm")
    assert synthesizer.worker_pid is not None
    os.kill(synthesizer.worker_pid, signal.SIGKILL)
    assert synthesizer.render(SENTENCE).duration_s > 1


def test_a_machine_without_a_synthesiser_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The worker finds no library of any name, as on a fresh machine.
    (tmp_path / "sitecustomize.py").write_text(
        "import ctypes\n"
        "def missing(name):\n"
        "    raise OSError(f'{name}: cannot open shared object file')\n"
        "ctypes.cdll.LoadLibrary = missing\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(Failure) as failure:
        Synthesizer.open(SpeakingSettings(), "en")
    assert failure.value.code == "no-synthesizer"
    if sys.platform == "linux":
        assert "sudo apt-get install espeak-ng" in failure.value.sentence


def test_a_language_without_a_voice_is_told_in_a_sentence() -> None:
    with pytest.raises(Failure, match="no voice for the language 'xx'"):
        Synthesizer.open(SpeakingSettings(), "xx")


def test_the_worker_ends_with_the_program_that_started_it() -> None:
    program = (
        "import os\n"
        "from voicegames.settings import SpeakingSettings\n"
        "from voicegames.speaking.synthesizer import Synthesizer\n"
        "print(Synthesizer.open(SpeakingSettings(), 'en').worker_pid, flush=True)\n"
        "os._exit(1)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30, check=False)
    worker = int(done.stdout)
    for _ in range(100):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        signal.sigtimedwait([], 0.05)
    pytest.fail("the worker is still there")
