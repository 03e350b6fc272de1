"""No speaker is on both sides of the split, and each side has several voices of each group."""

import re
from collections.abc import Callable
from inspect import getsource

import pytest

from voicegames.bench.corpus import installed_voices, left_out
from voicegames.bench.plan import Size, voices_for
from voicegames.bench.voices import VOICES, BenchVoice, Engine, Group, Split, voices_of
from voicegames.errors import Failure
from voicegames.players import voices as demo_voices

SAME_SPEAKER = {"kal16": "kal", "kal_diphone": "kal", "ked_diphone": "ked", "cmu_us_slt_arctic_hts": "slt"}


def accent(voice: BenchVoice) -> str:
    return voice.voice.partition("+")[0]


def variant(voice: BenchVoice) -> str:
    return voice.voice.partition("+")[2]


@pytest.mark.parametrize("of", [lambda v: v.base, lambda v: (v.engine, v.voice), lambda v: v.name])
def test_no_speaker_is_on_both_sides(of: Callable[[BenchVoice], object]) -> None:
    tuning, reporting = ({of(voice) for voice in voices_of(split)} for split in Split)
    assert not tuning & reporting


def test_a_speaker_has_one_base_name_in_all_synthesisers() -> None:
    for voice in VOICES:
        if voice.engine in (Engine.FLITE, Engine.FESTIVAL):
            assert voice.base == SAME_SPEAKER.get(voice.voice, voice.voice)


def test_espeak_is_divided_by_accent_and_by_variant() -> None:
    tuning, reporting = ([v for v in voices_of(split) if v.engine is Engine.ESPEAK] for split in Split)
    assert not {accent(v) for v in tuning} & {accent(v) for v in reporting}
    assert not {variant(v) for v in tuning} & {variant(v) for v in reporting} - {""}


def test_the_voices_of_the_demo_are_never_reported_on() -> None:
    said = set(re.findall(r'_EspeakVoice\("(en[^"]*)"', getsource(demo_voices)))
    assert said, "the demo's table of voices has moved"
    assert not said & {accent(v) for v in voices_of(Split.REPORTING) if v.engine is Engine.ESPEAK}


@pytest.mark.parametrize("split", Split)
@pytest.mark.parametrize("group", Group)
def test_each_side_has_several_speakers_of_each_group(split: Split, group: Group) -> None:
    assert len({voice.base for voice in voices_of(split) if voice.group is group}) >= 3
    assert len({voice.base for voice in voices_for(split, Size.QUICK) if voice.group is group}) == 2


def test_names_are_unique() -> None:
    assert len({voice.name for voice in VOICES}) == len(VOICES)


def test_what_is_not_installed_is_named_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    lines = left_out(Split.REPORTING)
    assert any("espeak-ng" in line and "espeak west midlands" in line for line in lines)
    assert any("festival" in line and "festival ked" in line for line in lines)
    assert not {"festival", "espeak"} & {voice.engine.value for voice in installed_or_none(Split.REPORTING)}


def installed_or_none(split: Split) -> tuple[BenchVoice, ...]:
    try:
        return installed_voices(split)
    except Failure:
        return ()
