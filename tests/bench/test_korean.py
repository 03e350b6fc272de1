"""The Korean part of the bench: its corpus is as it says, and its figures are those of the clips."""

import dataclasses

import pytest

from voicegames.bench.clips import Clip, Kind
from voicegames.bench.document import BY_HAND, KOREAN, with_korean
from voicegames.bench.edges import begins_softly
from voicegames.bench.korean_bench import Heard, KoreanReport
from voicegames.bench.korean_corpus import CONDITIONS, QUICK, STUTTERS, first_consonant, make_korean_clips
from voicegames.bench.korean_items import (
    ANSWERS,
    FAR_WORDS,
    NEAR_WORDS,
    PLAIN_SENTENCES,
    SENTENCES,
    VOICES,
    korean_voices,
)
from voicegames.bench.korean_listeners import BASELINE, open_listener
from voicegames.bench.korean_report import as_json, table
from voicegames.bench.scoring import Outcome, score
from voicegames.bench.voices import Split
from voicegames.events import Verdict
from voicegames.hearing.recognizer import Samples
from voicegames.language import load_language
from voicegames.settings import Settings
from voicegames.table.phrases import Phrases
from voicegames.table.referee import Referee

KO = load_language("ko")
ANSWER = Phrases(KO, 6).answer
REFEREE = Referee(KO, Settings().referee)


@pytest.fixture(scope="module")
def clips() -> list[tuple[Clip, Samples]]:
    return list(make_korean_clips(Split.TUNING, QUICK))


def test_no_voice_and_no_other_speech_is_on_both_sides_of_the_split() -> None:
    assert len({voice.base for voice in VOICES}) == len(VOICES)
    assert {voice.base for voice in korean_voices(Split.TUNING)}.isdisjoint(
        voice.base for voice in korean_voices(Split.REPORTING)
    )
    for texts in (NEAR_WORDS, FAR_WORDS, SENTENCES, PLAIN_SENTENCES):
        assert set(texts[Split.TUNING]).isdisjoint(texts[Split.REPORTING])


def test_answers_are_words_of_the_game_and_other_words_are_not() -> None:
    said = {word for phrase in ANSWER.phrases for word in phrase}
    assert said.issuperset(ANSWERS)
    for texts in (NEAR_WORDS, FAR_WORDS):
        for split in Split:
            assert said.isdisjoint(texts[split])


def test_the_corpus_has_every_kind_and_condition_and_is_loud_where_it_says(clips: list[tuple[Clip, Samples]]) -> None:
    assert {clip.kind for clip, _ in clips} >= {Kind.STATEMENT, *STUTTERS, Kind.OOV_NEAR, Kind.OOV_FAR}
    assert {clip.condition for clip, _ in clips} == set(CONDITIONS)
    for clip, samples in clips:
        onset, end = round(clip.onset_s * 16000), round(clip.end_s * 16000)
        assert 1.3 < clip.onset_s < clip.end_s < clip.duration_s - 1.0
        assert abs(samples[onset:end]).max() > 2 * abs(samples[: onset - 800]).std()
        assert len(samples) == round(clip.duration_s * 16000)


def test_the_corpus_is_the_same_each_time(clips: list[tuple[Clip, Samples]]) -> None:
    clip, samples = next(iter(make_korean_clips(Split.TUNING, QUICK)))
    assert clip == clips[0][0]
    assert (samples == clips[0][1]).all()


def test_korean_hisses_are_soft_starts() -> None:
    assert [begins_softly(word) for word in ("하양", "심판", "낙타", "악어")] == [True, True, False, False]
    assert [first_consonant(word) for word in ("펭귄", "악어", "초록")] == ["ㅍ", "ㅇ", "ㅊ"]


@pytest.mark.parametrize("engine", ["phones", BASELINE])
def test_a_clear_answer_is_heard_by_the_ear_and_by_the_baseline(clips: list[tuple[Clip, Samples]], engine: str) -> None:
    listener = open_listener(engine, KO, Settings(language="ko"), ANSWER)
    heard = [
        score(clip, listener.hear(samples, ANSWER), REFEREE)
        for clip, samples in clips
        if clip.kind is Kind.STATEMENT and clip.condition is CONDITIONS[0] and clip.voice == "korean sandro"
    ]
    assert any(outcome.exact for outcome in heard)
    lags_s = [outcome.final_lag_s for outcome in heard if outcome.exact]
    assert all(lag_s is not None and 0.2 < lag_s < 2.5 for lag_s in lags_s)


def outcome(exact: bool, verdict: Verdict) -> Outcome:
    return Outcome(
        voice="korean f5",
        group=None,
        condition=CONDITIONS[0],
        kind=Kind.STATEMENT,
        exact=exact,
        disfluent=False,
        accepted=exact,
        begun=False,
        verdict=verdict,
        cpu_s=0.1,
        duration_s=2.0,
        final_lag_s=0.5 if exact else None,
    )


def report() -> KoreanReport:
    right, wrong = outcome(True, Verdict.RIGHT), outcome(False, Verdict.MISTAKE)
    ours = Heard((right, right, right, wrong), (Verdict.MISTAKE,) * 3 + (Verdict.RIGHT,), 0.5, 100.0)
    theirs = dataclasses.replace(ours, outcomes=(right, wrong, wrong, wrong), memory_mb=500.0)
    return KoreanReport("a machine", "2026-11-30", Split.REPORTING, "vosk", 4, {"phones": ours, BASELINE: theirs})


def test_the_table_tells_how_many_times_as_many_errors_the_baseline_makes() -> None:
    rows = {row[0]: row[1:] for row in table(report()).rows}
    assert rows["correct answers exact, clean, %"] == ("3/4 = 75.0", "1/4 = 25.0", "3.0")
    assert rows["correct answers ruled a mistake, clean, %"] == ("1/4 = 25.0", "3/4 = 75.0", "3.0")
    assert rows["wrong answers let through, %"][0] == "1/4 = 25.0"
    assert rows["largest memory, MB"] == ("100", "500", "5.0")
    assert as_json(report())["figures"]["correct answers exact, clean, %"]["phones"] == {"count": 3, "of": 4}


def test_a_new_korean_part_takes_the_place_of_the_old_one_and_nothing_else() -> None:
    old = f"# Title\n\ntables\n\n{BY_HAND}\nby hand\n"
    first = with_korean(old, f"{KOREAN}\n\nfirst\n")
    second = with_korean(first, f"{KOREAN}\n\nsecond\n")
    assert second == f"# Title\n\ntables\n\n{KOREAN}\n\nsecond\n\n{BY_HAND}\nby hand\n"
