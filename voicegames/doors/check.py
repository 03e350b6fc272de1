"""``check``: microphone, levels, loudspeaker, voice, ear and models, each with what to do about it."""

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import numpy as np
import soxr

from voicegames.doors.engines import Engine, language_of, open_recognizer, open_synthesizer
from voicegames.errors import Failure
from voicegames.hearing.devices import Direction, devices
from voicegames.hearing.microphone import Microphone
from voicegames.hearing.models import find_model
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.hearing.source import SourceLost
from voicegames.language import Language
from voicegames.settings import Settings
from voicegames.speaking.playback import DevicePlayback
from voicegames.speaking.synthesizer import SynthesisFailed, Synthesizer
from voicegames.table.phrases import Phrases

CLIPPED = 0.99
"""A sample of at least this size was probably cut off."""

CLIPPED_SHARE = 0.001
"""The share of such samples from which on the microphone counts as too loud."""

_TEST_WORD = "penguin"
_PLAY_DEADLINE_S = 10.0


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the check: what was looked at, whether it is well, and a sentence with what to do if not."""

    what: str
    is_well: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class Levels:
    """Levels of a stretch of sound in dBFS (RMS of 20 ms frames): the quietest tenth and the loudest, and clipping."""

    noise_dbfs: float
    loudest_dbfs: float
    clipped_share: float
    only_zeros: bool


def check(settings: Settings, seconds: float) -> Iterator[Finding]:
    """Yield the findings one by one; listens to the microphone for ``seconds``."""
    language = language_of(settings)
    yield from _check_microphone(settings, seconds)
    synthesizer, why_not = open_synthesizer(settings, language)
    try:
        yield _voice(synthesizer, why_not)
        yield _loudspeaker(settings, synthesizer, language)
        yield _ear(settings, synthesizer, language)
    finally:
        if synthesizer is not None:
            synthesizer.close()
    yield _model(language)


def print_findings(findings: Iterator[Finding], *, as_json: bool) -> int:
    """Print each finding as it comes; returns 0, or 1 where something needs to be done."""
    is_well = True
    for finding in findings:
        is_well &= finding.is_well
        line = f"{'ok  ' if finding.is_well else 'MEND'}  {finding.what}: {finding.sentence}"
        print(json.dumps(asdict(finding), ensure_ascii=False) if as_json else line, flush=True)
    return 0 if is_well else 1


def levels_of(samples: Samples) -> Levels:
    """Measure mono samples, float32 of shape (n,) at 16 kHz, at least 20 ms of them."""
    frames = samples[: len(samples) // 320 * 320].reshape(-1, 320)
    dbfs = 20 * np.log10(np.maximum(np.sqrt(np.mean(frames**2, axis=1)), 1e-6))
    return Levels(
        float(np.percentile(dbfs, 10)),
        float(dbfs.max()),
        float(np.mean(np.abs(samples) >= CLIPPED)),
        not np.any(samples),
    )


def level_finding(levels: Levels, quietest_speech_dbfs: float) -> Finding:
    """Say in words what is wrong with the levels of somebody who was asked to speak, or that they are well."""
    if levels.only_zeros:
        return Finding(
            "level",
            False,
            "The microphone gives only silence: switch it on, and allow this program to use it in the system's privacy "
            "settings.",
        )
    if levels.clipped_share > CLIPPED_SHARE:
        return Finding("level", False, "The sound is cut off: turn the microphone down, or move away from it.")
    measured = f"noise {levels.noise_dbfs:.0f} dBFS, loudest {levels.loudest_dbfs:.0f} dBFS"
    if levels.loudest_dbfs < quietest_speech_dbfs + 10:
        return Finding(
            "level", False, f"Nobody spoke, or too quietly ({measured}): speak up, or turn the microphone up."
        )
    if levels.loudest_dbfs - levels.noise_dbfs < 15:
        return Finding("level", False, f"It is too noisy here ({measured}): come closer to the microphone.")
    return Finding("level", True, f"Good ({measured}).")


def _check_microphone(settings: Settings, seconds: float) -> Iterator[Finding]:
    try:
        microphone = Microphone(settings.hearing.input_device, settings.hearing)
    except Failure as failure:
        yield Finding("microphone", False, failure.sentence)
        return
    try:
        others = [device.name for device in devices(Direction.INPUT) if device.name != microphone.name]
        more = f" There is also: {', '.join(others)}." if others else ""
        yield Finding("microphone", True, f"{microphone.name}.{more}")
        print(f"      Say a few words now; I listen for {seconds:g} seconds.", file=sys.stderr)
        blocks, until_s = [], time.monotonic() + seconds
        while time.monotonic() < until_s and (block := microphone.read()) is not None:
            blocks.append(block.samples)
        levels = levels_of(np.concatenate(blocks)) if blocks else Levels(-120.0, -120.0, 0.0, True)
        yield level_finding(levels, settings.hearing.quietest_speech_dbfs)
    except SourceLost as lost:
        yield Finding("level", False, lost.sentence)
    finally:
        microphone.close()


def _voice(synthesizer: Synthesizer | None, why_not: str | None) -> Finding:
    if synthesizer is None:
        return Finding("voice", False, f"{why_not} Until then there are captions instead.")
    return Finding("voice", True, f"pyttsx3 with {synthesizer.driver}.")


def _loudspeaker(settings: Settings, synthesizer: Synthesizer | None, language: Language) -> Finding:
    try:
        playback = DevicePlayback(settings.speaking.output_device, None)
    except Failure as failure:
        return Finding("loudspeaker", False, failure.sentence)
    try:
        if synthesizer is None:
            return Finding("loudspeaker", True, f"{playback.name}; it was not tried, for want of a voice.")
        playback.play(synthesizer.render(language.called(_TEST_WORD)))
        until_s = time.monotonic() + _PLAY_DEADLINE_S
        while playback.is_playing(0.0) and time.monotonic() < until_s:
            time.sleep(0.05)
        if playback.failed is not None:
            return Finding("loudspeaker", False, playback.failed)
        return Finding("loudspeaker", True, f"{playback.name}; it just said {language.called(_TEST_WORD)!r}.")
    except SynthesisFailed as failed:
        return Finding("loudspeaker", False, failed.sentence)
    finally:
        playback.close()


def _ear(settings: Settings, synthesizer: Synthesizer | None, language: Language) -> Finding:
    try:
        recognizer = open_recognizer(Engine.AUTO, language, settings)
        if synthesizer is None:
            return Finding("ear", True, f"{recognizer.name}; it was not tried, for want of a voice.")
        pcm = synthesizer.render(language.called(_TEST_WORD))
    except (Failure, SynthesisFailed) as failed:
        return Finding("ear", False, failed.sentence)
    quiet = np.zeros(SAMPLE_RATE // 2, np.float32)
    word = soxr.resample(pcm.samples, pcm.rate, SAMPLE_RATE).astype(np.float32)
    heard = recognizer.recognize(np.concatenate([quiet, word, quiet]), Phrases(language, 6).answer)
    text = " ".join(word.text for word in heard.words)
    if text == language.called(_TEST_WORD):
        return Finding("ear", True, f"{recognizer.name}; it understood {text!r} from the computer's own voice.")
    return Finding(
        "ear",
        False,
        f"{recognizer.name} heard {text!r} where the computer's voice said {_TEST_WORD!r}; try --engine phones.",
    )


def _model(language: Language) -> Finding:
    model = find_model(language.code)
    if model is None:
        return Finding(
            "model",
            True,
            f"No Vosk model for {language.name}; the built-in ear needs none. "
            f"To add one: voicegames models install {language.code}",
        )
    return Finding("model", True, f"{model.name} for {language.name} ({model.origin}).")
