"""Rulings on hand-made utterances: what was heard, how clearly, and what else it may have been."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicegames.events import Mistake, Verdict
from voicegames.hearing.disfluency import disfluencies
from voicegames.hearing.utterance import Disfluency, DisfluencyKind, HeardWord, Reading, Utterance, WordKind
from voicegames.language import load_language
from voicegames.settings import RefereeSettings
from voicegames.table.phrases import Phrases
from voicegames.table.referee import Decision, Referee

EN = load_language("en")
ANSWERS = Phrases(EN, 6).answer
SETTINGS = RefereeSettings()

RIGHT = (Verdict.RIGHT, None)
AGAIN = (Verdict.AGAIN, None)
WORD, OH, STUTTER = ((Verdict.MISTAKE, kind) for kind in (Mistake.WORD, Mistake.OH, Mistake.STUTTER))


def kind_of(text: str) -> WordKind:
    if text.startswith("?"):
        return WordKind.UNKNOWN
    if text.endswith("-"):
        return WordKind.FRAGMENT
    return WordKind.FILLER if text in EN.fillers else WordKind.WORD


def heard(
    text: str, *others: tuple[str, float], fit: float = 1.0, at_s: float = 1.0, right_fit: float = 0.8
) -> Utterance:
    """An utterance whose best reading is its words; ``others`` are readings with how far they lie behind."""
    words = tuple(
        HeardWord(word, at_s + place, at_s + place + 0.5, 1.0, kind_of(word)) for place, word in enumerate(text.split())
    )
    plain = tuple(word.text for word in words if word.kind is WordKind.WORD)
    close = (Reading(tuple(other.split()), behind, right_fit) for other, behind in others)
    end_s = at_s + len(words)
    return Utterance(
        words, at_s, end_s, end_s, "test", disfluencies(words, ANSWERS), (Reading(plain, 0.0, fit), *close)
    )


def rule(expected: str, *utterances: Utterance, settings: RefereeSettings = SETTINGS) -> tuple[Verdict, Mistake | None]:
    decision = Referee(EN, settings).rule(utterances, tuple(expected.split()))
    return decision.verdict, decision.mistake


@pytest.mark.parametrize(
    ("expected", "said", "wanted"),
    [
        ("penguin", "penguin", RIGHT),
        ("oh oh dodelido", "oh oh dodelido", RIGHT),
        ("nought", "nought", RIGHT),
        # equal words (ruling 5)
        ("nought", "nothing", RIGHT),
        ("oh oh tortoise", "oh oh turtle", RIGHT),
        ("oh oh tortoise", "oh oh tortoise", RIGHT),
        ("oh oh oh tortoise", "oh oh oh turtle", RIGHT),
        # another word
        ("penguin", "flamingo", WORD),
        ("penguin", "yellow", WORD),
        ("penguin", "crocodile", WORD),
        ("oh penguin", "oh flamingo", WORD),
        ("oh penguin", "flamingo", WORD),
        ("nought", "dodelido", WORD),
        ("dodelido", "nothing", WORD),
        # the wrong number of "oh"s
        ("oh penguin", "penguin", OH),
        ("penguin", "oh penguin", OH),
        ("oh oh dodelido", "oh dodelido", OH),
        ("oh oh dodelido", "oh oh oh dodelido", OH),
        ("oh nought", "nothing", OH),
        ("oh oh tortoise", "oh turtle", OH),
        # stutters
        ("penguin", "p- penguin", STUTTER),
        ("penguin", "p- p- penguin", STUTTER),
        ("flamingo", "fla- flamingo", STUTTER),
        ("penguin", "penguin penguin", STUTTER),
        ("penguin", "um penguin", STUTTER),
        ("oh penguin", "oh um penguin", STUTTER),
        ("oh oh dodelido", "oh oh do- dodelido", STUTTER),
        ("penguin", "fla- penguin", STUTTER),
        # a correction: the rule book lets nobody take a word back
        ("penguin", "flamingo penguin", STUTTER),
        # not understood
        ("penguin", "?", AGAIN),
        ("penguin", "? ?", AGAIN),
        ("oh penguin", "oh ?", AGAIN),
        ("penguin", "um ?", AGAIN),
    ],
)
def test_rulings_on_clear_speech(expected: str, said: str, wanted: tuple[Verdict, Mistake | None]) -> None:
    assert rule(expected, heard(said)) == wanted


@pytest.mark.parametrize(
    ("expected", "said", "wanted"),
    [
        ("penguin", "p- penguin", RIGHT),
        ("penguin", "p- p- p- penguin", RIGHT),
        ("flamingo", "fla- flamingo", RIGHT),
        ("penguin", "penguin penguin", RIGHT),
        ("penguin", "um penguin", RIGHT),
        ("oh penguin", "oh um p- penguin", RIGHT),
        ("oh penguin", "p- penguin", OH),
        ("penguin", "f- flamingo", WORD),
    ],
)
def test_families_may_switch_stutters_off(expected: str, said: str, wanted: tuple[Verdict, Mistake | None]) -> None:
    assert rule(expected, heard(said), settings=replace(SETTINGS, stutters=False)) == wanted


def test_a_drawn_out_word_is_a_stutter() -> None:
    drawn_out = replace(heard("penguin"), disfluencies=(Disfluency(DisfluencyKind.PROLONGATION, "penguin", 1.0, 1.5),))
    assert rule("penguin", drawn_out) == STUTTER
    assert rule("penguin", drawn_out, settings=replace(SETTINGS, stutters=False)) == RIGHT


def test_strict_counts_what_is_not_understood() -> None:
    assert rule("penguin", heard("?"), settings=replace(SETTINGS, strict=True)) == WORD
    assert rule("penguin", heard("penguin"), settings=replace(SETTINGS, strict=True)) == RIGHT


# --- in doubt for the player ---


@pytest.mark.parametrize(
    ("behind", "right_fit", "wanted"),
    [
        (0.5, 0.9, RIGHT),
        (SETTINGS.right_behind, 0.9, RIGHT),
        (SETTINGS.right_behind + 0.01, 0.9, AGAIN),
        (SETTINGS.wrong_behind - 0.01, 0.9, AGAIN),
        (SETTINGS.wrong_behind, 0.9, WORD),
        (20.0, 0.9, WORD),
        (0.5, SETTINGS.right_fit, RIGHT),
        (0.5, SETTINGS.right_fit - 0.01, AGAIN),
    ],
)
def test_how_close_the_right_answer_lay(
    behind: float, right_fit: float, wanted: tuple[Verdict, Mistake | None]
) -> None:
    assert rule("pink", heard("penguin", ("pink", behind), right_fit=right_fit)) == wanted


@pytest.mark.parametrize(("fit", "wanted"), [(1.0, OH), (SETTINGS.wrong_fit, OH), (SETTINGS.wrong_fit - 0.01, AGAIN)])
def test_a_penalty_needs_clear_speech(fit: float, wanted: tuple[Verdict, Mistake | None]) -> None:
    assert rule("oh penguin", heard("penguin", ("oh penguin", 9.0), fit=fit)) == wanted


def test_a_doubtful_oh_is_for_the_player() -> None:
    decision = Referee(EN, SETTINGS).rule([heard("penguin", ("oh penguin", 1.0))], ("oh", "penguin"))
    assert decision == Decision(Verdict.RIGHT, None, "oh penguin")


def test_the_equal_word_may_be_the_close_one() -> None:
    assert rule("oh tortoise", heard("oh two", ("oh turtle", 1.0))) == RIGHT


def test_what_was_unknown_but_close_to_right_is_right() -> None:
    unknown = replace(heard("?"), readings=(Reading(("penguin",), 0.0, SETTINGS.right_fit + 0.1),))
    assert rule("penguin", unknown) == RIGHT


def test_what_was_unknown_is_never_a_mistake_by_its_readings() -> None:
    unknown = replace(heard("?"), readings=(Reading(("penguin",), 0.0, 1.0), Reading(("pink",), 9.0, 0.9)))
    assert rule("pink", unknown) == AGAIN


def test_a_close_right_answer_does_not_hide_a_stutter() -> None:
    assert rule("penguin", heard("p- penguin", ("penguin", 0.0))) == STUTTER


# --- several utterances ---


def test_parts_make_one_answer() -> None:
    assert rule("oh oh penguin", heard("oh"), heard("oh", at_s=2.0), heard("penguin", at_s=3.0)) == RIGHT
    assert rule("oh penguin", heard("oh"), heard("oh", at_s=2.0), heard("penguin", at_s=3.0)) == AGAIN
    assert rule("oh penguin", heard("oh"), heard("flamingo", at_s=2.0)) == WORD


def test_a_cough_before_the_answer_is_no_part_of_it() -> None:
    assert rule("penguin", heard("?"), heard("penguin", at_s=2.0)) == RIGHT
    assert rule("penguin", heard("?"), heard("flamingo", at_s=2.0)) == WORD


def test_an_unclear_oh_before_the_answer_may_be_a_mouth_pop() -> None:
    pop = heard("oh", fit=SETTINGS.wrong_fit - 0.01)
    assert rule("penguin", pop, heard("penguin", at_s=2.0)) == RIGHT
    assert rule("oh penguin", pop, heard("oh penguin", at_s=2.0)) == RIGHT


def test_an_oh_too_many_that_stands_alone_is_asked_about_first() -> None:
    """Counting "oh"s across a pause is what the ear does worst (docs/hearing.md): it costs nobody cards at once."""
    assert rule("penguin", heard("oh"), heard("penguin", at_s=2.0)) == AGAIN
    assert rule("penguin", heard("oh"), heard("penguin", at_s=2.0), settings=replace(SETTINGS, strict=True)) == OH


def test_an_unclear_oh_that_was_needed_is_no_mistake() -> None:
    """The child said its "oh", softly and on its own; that must not cost it all cards."""
    soft = heard("oh", fit=SETTINGS.wrong_fit - 0.01)
    assert rule("oh penguin", soft, heard("penguin", at_s=2.0)) in (RIGHT, AGAIN)


def test_a_filler_of_its_own_before_the_answer_is_no_word() -> None:
    assert rule("penguin", heard("um"), heard("penguin", at_s=2.0)) in (RIGHT, STUTTER)
    assert rule("penguin", heard("um"), heard("penguin", at_s=2.0), settings=replace(SETTINGS, stutters=False)) == RIGHT


# --- what is heard is told ---


@pytest.mark.parametrize("said", ["penguin", "oh oh turtle", "p- penguin", "um blue"])
def test_the_decision_tells_what_was_heard(said: str) -> None:
    assert Referee(EN, SETTINGS).rule([heard(said)], ("white",)).heard == said


# --- limits ---


def test_limits() -> None:
    referee = Referee(EN, replace(SETTINGS, player_limits_s={"Anna": 6.0}))
    assert referee.limit_s("Anna") == 6.0
    assert referee.limit_s("Ben") == 3.0


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("oh", True),
        ("oh oh", True),
        ("um", True),
        ("?", True),
        ("oh ?", True),
        ("penguin", False),
        ("oh nothing", False),
    ],
)
def test_what_is_only_a_beginning(said: str, wanted: bool) -> None:
    assert Referee(EN, SETTINGS).is_unfinished([heard(said)]) is wanted


# --- never ---

readable = st.sampled_from(["penguin", "oh penguin", "pink", "oh oh tortoise"])
said_words = st.sampled_from(["oh", "penguin", "pink", "turtle", "nothing", "dodelido", "um", "?", "p-", "crocodile"])
utterances = st.builds(
    lambda words, others, fit: heard(" ".join(words), *others, fit=fit),
    st.lists(said_words, min_size=1, max_size=5),
    st.lists(st.tuples(readable, st.floats(0, 20)), max_size=2),
    st.floats(-2, 1.2),
)
answers = st.sampled_from(["penguin", "oh penguin", "oh oh tortoise", "nought", "dodelido", "oh dodelido"])


@given(answers, st.lists(utterances, min_size=1, max_size=3), st.booleans())
def test_whatever_is_heard_there_is_a_ruling(expected: str, said: list[Utterance], stutters: bool) -> None:
    verdict, mistake = rule(expected, *said, settings=replace(SETTINGS, stutters=stutters))
    assert (verdict is Verdict.MISTAKE) == (mistake is not None)
    assert mistake is not Mistake.PAUSE
    assert stutters or mistake is not Mistake.STUTTER


@given(answers, st.floats(-2, 1.2), st.lists(st.tuples(st.just("penguin"), st.floats(0, 20)), max_size=2))
def test_the_right_words_in_one_go_are_never_a_mistake(
    expected: str, fit: float, others: list[tuple[str, float]]
) -> None:
    assert rule(expected, heard(expected, *others, fit=fit))[0] is not Verdict.MISTAKE


@given(answers, st.lists(utterances, min_size=1, max_size=2))
def test_nobody_is_punished_for_what_is_unknown(expected: str, said: list[Utterance]) -> None:
    assert rule(expected, *said, heard("?"))[0] is not Verdict.MISTAKE
