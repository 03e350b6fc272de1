"""The hearing bench counts what a table would notice, and its quick version guards the figures that are committed."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from voicegames.bench.baselines import is_there
from voicegames.bench.clips import Clip, Kind, Manner
from voicegames.bench.committed import clearly_worse, counts_by_voice, read_committed
from voicegames.bench.corpus import make_corpus
from voicegames.bench.distortions import Condition
from voicegames.bench.document import BY_HAND, write_document
from voicegames.bench.hearing_bench import BASELINE, Bench, run
from voicegames.bench.human import human_clips
from voicegames.bench.listeners import with_room
from voicegames.bench.report import Report, as_json, tables
from voicegames.bench.scoring import Hearing, Outcome, Share, Telling, figures, is_clearly_more, score, share
from voicegames.bench.targets import targets
from voicegames.bench.voices import VOICES, Group, Split
from voicegames.cli import main
from voicegames.errors import Failure
from voicegames.events import Verdict
from voicegames.hearing.utterance import Disfluency, DisfluencyKind, HeardWord, Reading, Utterance, WordKind
from voicegames.language import load_language
from voicegames.settings import Settings
from voicegames.table.referee import Referee

COMMITTED = Path(__file__).with_name("hearing_quick.json")
"""Made by: voicegames bench hearing --quick --split tuning --engine phones --no-baseline --json"""

REFEREE = Referee(load_language("en"), Settings().referee)
CLIP = Clip(
    file="a.flac",
    split=Split.TUNING,
    voice="espeak us",
    base="espeak us",
    group=Group.ADULT_LOW,
    condition=Condition.CLEAN,
    kind=Kind.STATEMENT,
    manner=Manner.SPLICED,
    words=("oh", "turtle"),
    text="oh turtle",
    onset_s=1.0,
    end_s=1.6,
    duration_s=3.0,
)


def utterance(*texts: str, fit: float = 1.5, onset_s: float = 1.01, stuttered: bool = False) -> Utterance:
    kind = WordKind.UNKNOWN if texts == ("?",) else WordKind.WORD
    words = tuple(HeardWord(text, onset_s, 1.6, 1.0, kind) for text in texts)
    found = (Disfluency(DisfluencyKind.FILLER, "um", onset_s, 1.2),) if stuttered else ()
    return Utterance(words, onset_s, 1.6, 2.1, "test", found, (Reading(texts, 0.0, fit),))


def outcome_of(*utterances: Utterance, clip: Clip = CLIP) -> Outcome:
    tellings = tuple(Telling(u, True, 2.12) for u in utterances)
    early = (replace(tellings[-1], final=False, told_s=1.78),) if tellings else ()
    return score(clip, Hearing((*early, *tellings), 0.02), REFEREE)


def test_an_answer_that_is_heard_is_exact_and_timed_from_its_true_edges() -> None:
    outcome = outcome_of(utterance("oh", "turtle"))
    assert outcome.exact
    assert outcome.verdict is Verdict.RIGHT
    assert outcome.onset_error_s == pytest.approx(0.01)
    assert outcome.provisional_lag_s == pytest.approx(0.18)
    assert outcome.final_lag_s == pytest.approx(0.52)


def test_an_equal_word_is_right_but_not_exact() -> None:
    outcome = outcome_of(utterance("oh", "tortoise"))
    assert outcome.verdict is Verdict.RIGHT
    assert not outcome.exact


def test_an_answer_in_two_parts_is_waited_for() -> None:
    outcome = outcome_of(utterance("oh"), utterance("turtle", onset_s=1.3))
    assert outcome.exact
    assert outcome.verdict is Verdict.RIGHT


def test_another_word_and_silence_are_mistakes_and_a_doubt_is_asked_again() -> None:
    assert outcome_of(utterance("oh", "zebra")).verdict is Verdict.MISTAKE
    assert outcome_of().verdict is Verdict.MISTAKE
    assert outcome_of(utterance("?")).verdict is Verdict.AGAIN


def test_a_stutter_that_nobody_made_counts_against_the_ear() -> None:
    found = figures([outcome_of(utterance("oh", "turtle", stuttered=True)), outcome_of(utterance("oh", "turtle"))])
    assert found.stutter == found.mistake == Share(1, 2)


def test_a_mere_oh_is_no_answer_that_was_accepted() -> None:
    cough = replace(CLIP, kind=Kind.NOISE_COUGH, words=())
    begun, accepted = outcome_of(utterance("oh"), clip=cough), outcome_of(utterance("pink"), clip=cough)
    assert (begun.begun, begun.accepted) == (True, False)
    assert (accepted.begun, accepted.accepted) == (False, True)


def test_a_listener_is_in_the_room_before_the_clip() -> None:
    rng = np.random.default_rng(0)
    samples = (0.01 * rng.standard_normal(32_000)).astype(np.float32)
    sound, start = with_room(samples)
    assert start / 16_000 > 3
    assert start % 320 == 0
    np.testing.assert_array_equal(sound[start:], samples)
    assert np.std(sound[:start]) == pytest.approx(np.std(samples), rel=0.05)
    assert abs(sound[start - 1] - sound[start]) == 0, "the room goes on without a click"


def test_chance_is_no_fall_and_a_fall_is_no_chance() -> None:
    assert not is_clearly_more(Share(3, 120), Share(1, 120))
    assert is_clearly_more(Share(20, 120), Share(4, 120))
    assert not is_clearly_more(Share(0, 0), Share(4, 120))


def test_the_document_is_made_anew_around_what_was_written_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "hearing.md"
    outcomes = [outcome_of(utterance("oh", "turtle")), outcome_of(utterance("oh", "zebra"))]
    report = Report("a machine", "2026-01-01", Split.REPORTING, "phones", "", [outcomes])
    write_document(path, report, "voicegames bench hearing")
    assert "| clean | 2 | 50.0 | 50.0 |" in path.read_text()
    path.write_text(path.read_text() + "Not reached: everything.\n")
    write_document(path, replace(report, ours=[outcomes[:1]]), "voicegames bench hearing")
    text = path.read_text()
    assert "| clean | 1 | 100.0 | 0.0 |" in text
    assert text.endswith(f"{BY_HAND}\nNot reached: everything.\n")


def test_what_is_not_reached_is_marked() -> None:
    outcomes = [outcome_of(utterance("oh", "turtle"))] * 3 + [outcome_of(utterance("oh", "zebra"))]
    rows = {row[0]: row for row in targets(Report("", "", Split.REPORTING, "", "", [outcomes])).rows}
    assert rows["statements exactly right, %"][2] == "75 ✗"
    assert rows["correct answers asked again, %"][2] == "0"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Clip]]:
    folder = tmp_path_factory.mktemp("corpus")
    return folder, make_corpus(Split.TUNING, folder, voices=[v for v in VOICES if v.name == "espeak us f5"])


@pytest.mark.long
def test_an_ear_that_refuses_everything_falls_clearly_below_one_that_works(corpus: tuple[Path, list[Clip]]) -> None:
    folder, clips = corpus
    clips = [clip for clip in clips if clip.kind in (Kind.STATEMENT, Kind.OOV_FAR, Kind.OOV_SENTENCE)]
    settings = Settings()
    good = run(Bench("phones", settings), folder, clips)
    deaf = replace(settings, hearing=replace(settings.hearing, accept_fit=9.0, accept_fit_untrained=9.0))
    bad = run(Bench("phones", deaf), folder, clips)
    assert share([o for o in good if o.kind is Kind.STATEMENT], "exact").percent > 60
    assert any("exactly" in s for s in clearly_worse(counts_by_voice(bad), counts_by_voice(good)))
    assert not clearly_worse(counts_by_voice(good), counts_by_voice(good))


@pytest.mark.skipif(not is_there(), reason="PocketSphinx is not installed (pip install .[bench])")
def test_the_baseline_hears_the_same_clips_once(corpus: tuple[Path, list[Clip]]) -> None:
    folder, clips = corpus
    digits = [clip for clip in clips if clip.kind in (Kind.DIGIT, Kind.CONTROL)]
    heard = run(Bench(BASELINE, Settings()), folder, digits)
    assert share(heard, "exact").count >= 1
    (kept,) = folder.glob("heard by *")
    kept.write_text(kept.read_text().replace('"exact":true', '"exact":false'))
    assert share(run(Bench(BASELINE, Settings()), folder, digits), "exact").count == 0


@pytest.mark.long
def test_no_figure_fell_clearly_below_the_committed_one(capsys: pytest.CaptureFixture[str]) -> None:
    """The quick bench, as CI runs it: on tuning voices, so that nothing is ever chosen by the reporting ones."""
    command = "bench hearing --quick --split tuning --engine phones --no-baseline --json --processes 2"
    status = main([*command.split(), "--against", str(COMMITTED)])
    printed = capsys.readouterr()
    assert status == 0, printed.err
    report = json.loads(printed.out)
    assert report["voices"].keys() & read_committed(COMMITTED).keys()
    assert report["conditions"]["clean"]["exact"]["of"] >= 14


@pytest.mark.long
def test_a_report_holds_all_its_tables_in_both_forms(corpus: tuple[Path, list[Clip]]) -> None:
    folder, clips = corpus
    outcomes = run(Bench("phones", Settings()), folder, clips)
    report = Report("", "", Split.TUNING, "phones", "", [outcomes])
    titles = [table.title for table in tables(report)]
    assert {"Correct answers by condition", "Stutters found", "What it costs"} <= set(titles)
    assert json.loads(json.dumps(as_json(report)))["clips"] == len(clips)


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    assert main(["bench", "hearing", "--corpus", str(tmp_path)]) == 1
    with pytest.raises(Failure, match="no recordings"):
        human_clips(tmp_path)
    with pytest.raises(Failure, match="no figures"):
        read_committed(tmp_path / "none.json")
