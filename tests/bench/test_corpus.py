"""The corpus tells the truth about its clips, and is the same whenever it is made again."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from voicegames.bench.ambience import Ambience, ambience
from voicegames.bench.babble import Babble
from voicegames.bench.clips import Clip, Kind, Manner, from_line, load_corpus, load_samples, to_line
from voicegames.bench.corpus import Maker, make_clips, make_corpus
from voicegames.bench.distortions import FLOOR_DBFS, Condition
from voicegames.bench.items import ANSWERS, CONTROLS, FAR_WORDS, GAME_SENTENCES, NEAR_WORDS, PLAIN_SENTENCES
from voicegames.bench.plan import Order, Size, plan
from voicegames.bench.stutters import Stutter
from voicegames.bench.synthesis import Synthesis
from voicegames.bench.voices import VOICES, Split
from voicegames.errors import Failure
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

BY_NAME = {voice.name: voice for voice in VOICES}
US, RP, F5 = BY_NAME["espeak us"], BY_NAME["espeak rp f2"], BY_NAME["espeak us f5"]
VOICE = replace(US, name="espeak us, test")
PENGUIN = Order(Split.TUNING, US, Condition.CLEAN, Kind.STATEMENT, Manner.SPLICED, ("oh", "penguin"), "oh penguin", 1)


def level_db(samples: Samples) -> float:
    return float(10 * np.log10(np.mean(np.square(samples, dtype=np.float64)) + 1e-12))


def part(clip: Clip, samples: Samples, from_s: float, to_s: float) -> float:
    return level_db(samples[round(from_s * SAMPLE_RATE) : round(to_s * SAMPLE_RATE)])


@pytest.fixture(scope="module")
def maker() -> Maker:
    return Maker((US, RP, F5), 0)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Clip]]:
    folder = tmp_path_factory.mktemp("corpus")
    return folder, make_corpus(Split.TUNING, folder, voices=(US, RP), processes=1)


def test_speech_begins_at_its_onset_and_ends_at_its_end(maker: Maker) -> None:
    for number in range(1, 15):
        word = ANSWERS[number - 1]
        clip, samples = maker.make(replace(PENGUIN, words=("oh", word), text=f"oh {word}", number=number))
        assert part(clip, samples, 0.0, clip.onset_s - 0.012) == pytest.approx(FLOOR_DBFS, abs=1.5)
        assert part(clip, samples, clip.onset_s, clip.onset_s + 0.03) > FLOOR_DBFS + 20
        assert part(clip, samples, clip.end_s - 0.03, clip.end_s) > FLOOR_DBFS + 10
        assert part(clip, samples, clip.end_s + 0.015, clip.duration_s) == pytest.approx(FLOOR_DBFS, abs=1.5)


def test_noise_moves_neither_onset_nor_end(maker: Maker) -> None:
    clean, _ = maker.make(PENGUIN)
    hall, _ = maker.make(replace(PENGUIN, condition=Condition.HALL))
    assert hall.end_s - hall.onset_s == pytest.approx(clean.end_s - clean.onset_s, abs=0.6)
    assert hall.duration_s == pytest.approx(hall.end_s + 1.2, abs=0.02)


def test_a_pause_is_where_and_as_long_as_the_clip_says(maker: Maker) -> None:
    clip, samples = maker.make(replace(PENGUIN, manner=Manner.PAUSED))
    assert clip.pause_s is not None
    assert 0.6 <= clip.pause_s <= 1.5
    inside = samples[round(clip.onset_s * SAMPLE_RATE) : round(clip.end_s * SAMPLE_RATE)]
    frames = inside[: len(inside) // 160 * 160].reshape(-1, 160)
    quiet = np.mean(np.square(frames), axis=1) < 10 ** ((FLOOR_DBFS + 6) / 10)
    assert np.sum(quiet) * 0.01 == pytest.approx(clip.pause_s, abs=0.06)


@pytest.mark.parametrize("kind", [k for k in Kind if k.family == "stutter"])
def test_a_stutter_has_its_place_and_makes_the_answer_longer(maker: Maker, kind: Kind) -> None:
    fluent, _ = maker.make(replace(PENGUIN, words=("flamingo",), text="flamingo"))
    clip, samples = maker.make(replace(PENGUIN, kind=kind, words=("flamingo",), text="flamingo"))
    assert clip.words == ("flamingo",)
    assert clip.disfluency is kind.stutter
    assert clip.disfluent_s is not None
    begin, end = clip.disfluent_s
    assert begin < clip.onset_s < end <= clip.end_s + 0.02
    assert part(clip, samples, begin, end) > FLOOR_DBFS + 20
    assert clip.end_s - clip.onset_s > fluent.end_s - fluent.onset_s
    if kind is not Kind.STUTTER_PROLONGED:
        assert end < clip.end_s - 0.25
    if kind.stutter is Stutter.FILLER:
        assert end - begin > 0.25
    if kind.stutter is Stutter.CONSONANT:
        assert end - begin < 0.7


def test_a_word_said_twice_is_the_same_sound_twice(maker: Maker) -> None:
    clip, samples = maker.make(replace(PENGUIN, kind=Kind.STUTTER_WORD, words=("penguin",), text="penguin"))
    assert clip.text == "penguin penguin"
    assert clip.disfluent_s is not None
    begin, end = (round(s * SAMPLE_RATE) for s in clip.disfluent_s)
    once = samples[begin:end]
    again = samples[-round(1.2 * SAMPLE_RATE) - len(once) : -round(1.2 * SAMPLE_RATE)]
    assert np.corrcoef(once, again)[0, 1] > 0.99


def test_the_same_order_gives_the_same_sound_whatever_else_is_made() -> None:
    order = replace(PENGUIN, condition=Condition.BABBLE_10)
    alone = Maker((US, RP, F5), 0).make(order)
    busy = Maker((US, RP, F5), 0)
    busy.make(replace(order, number=7))
    assert busy.make(order)[0] == alone[0]
    assert np.array_equal(busy.make(order)[1], alone[1])
    other = Maker((US, RP, F5), 1).make(order)
    assert len(other[1]) != len(alone[1]) or not np.array_equal(other[1], alone[1])


def test_babble_never_has_the_talkers_own_voice() -> None:
    synthesis = Synthesis()
    talk = Babble(synthesis, (US, RP, VOICE)).talk(8000, np.random.default_rng(3), without=US.base)
    only_rp = Babble(synthesis, (RP,)).talk(8000, np.random.default_rng(3), without="")
    rp_too = Babble(synthesis, (US, RP)).talk(8000, np.random.default_rng(3), without="")
    assert np.array_equal(talk, only_rp)
    assert not np.array_equal(talk, rp_too)


def test_files_and_manifest_hold_what_memory_holds(quick: tuple[Path, list[Clip]]) -> None:
    folder, clips = quick
    assert load_corpus(folder) == clips
    assert len({clip.file for clip in clips}) == len(clips)
    orders = plan(Split.TUNING, (US, RP), Size.QUICK, 0)
    assert [f"{order.name}.flac" for order in orders] == [clip.file for clip in clips]
    for order, clip in list(zip(orders, clips, strict=True))[::7]:
        info = soundfile.info(folder / clip.file)
        assert (info.samplerate, info.channels, info.format) == (SAMPLE_RATE, 1, "FLAC")
        again, samples = Maker((US, RP), 0).make(order)
        assert again == clip
        assert np.array_equal(samples, load_samples(folder, clip))
    first, samples = next(make_clips(Split.TUNING, voices=(US, RP)))
    assert first == clips[0]
    assert np.array_equal(samples, load_samples(folder, first))


def test_a_quick_corpus_has_every_family_and_its_conditions(quick: tuple[Path, list[Clip]]) -> None:
    clips = quick[1]
    assert {clip.kind.family for clip in clips} == {"statement", "control", "digit", "stutter", "oov", "noise"}
    assert {clip.snr_db for clip in clips} == {None, 20.0, 10.0}
    for clip in clips:
        assert 0.0 < clip.onset_s <= clip.end_s < clip.duration_s
        assert bool(clip.words) == (clip.kind.family not in ("oov", "noise"))
        assert from_line(to_line(clip)) == clip


@pytest.mark.parametrize("split", Split)
def test_a_full_plan_has_all_there_is_for_each_voice(split: Split) -> None:
    voices = [voice for voice in VOICES if voice.split is split]
    orders = plan(split, voices, Size.FULL, 0)
    assert {order.kind for order in orders} == set(Kind)
    assert len({order.name for order in orders}) == len(orders)
    for voice in voices:
        own = [order for order in orders if order.voice is voice]
        assert {order.condition for order in own} == set(Condition)
        assert {order.words[-1] for order in own if order.kind is Kind.STATEMENT} == set(ANSWERS)
        assert {order.words.count("oh") for order in own if order.kind is Kind.STATEMENT} == set(range(5))
        clean = [order.kind.stutter for order in own if order.condition is Condition.CLEAN and order.kind.stutter]
        assert set(clean) == set(Stutter)


def test_what_is_outside_the_vocabulary_is_really_outside() -> None:
    known = {*ANSWERS, *CONTROLS, "oh"}
    assert not known & {*NEAR_WORDS, *FAR_WORDS, *PLAIN_SENTENCES, *GAME_SENTENCES}
    assert not known & {word for text in (*FAR_WORDS, *PLAIN_SENTENCES) for word in text.lower().split()}
    assert all(known & set(text.lower().split()) for text in GAME_SENTENCES)
    for texts, least in ((NEAR_WORDS, 60), (FAR_WORDS, 100), (PLAIN_SENTENCES + GAME_SENTENCES, 55)):
        assert len(set(texts)) == len(texts) >= least
        assert all(re.fullmatch(r"[A-Za-z' ]+", text) for text in texts)


def test_ambience_has_its_length_and_its_sound() -> None:
    for kind in Ambience:
        scenes = list(ambience(kind, 21.0, (US, RP), 0))
        assert sum(map(len, scenes)) == 21 * SAMPLE_RATE
        assert (level_db(scenes[0]) > FLOOR_DBFS + 15) == (kind is not Ambience.SILENCE)


def test_a_folder_without_a_corpus_is_named(tmp_path: Path) -> None:
    with pytest.raises(Failure, match=r"make one with scripts/make_corpus"):
        load_corpus(tmp_path)
    (tmp_path / "manifest.jsonl").write_text('{"file": "x"}\n')
    with pytest.raises(Failure, match=r"scripts/make_corpus"):
        load_corpus(tmp_path)


def test_a_folder_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Failure, match="can't be written"):
        make_corpus(Split.TUNING, tmp_path / "file" / "corpus", voices=(US,), processes=1)
