import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicegames.hearing.typed import typed_utterance
from voicegames.hearing.utterance import DisfluencyKind, Utterance, WordKind
from voicegames.language import load_language

EN = load_language("en")
LAST = ("penguin", "flamingo", "yellow", "dodelido", "nought", "nothing")
ANSWERS = EN.vocabulary([(*["oh"] * count, word) for count in range(5) for word in LAST])


def heard(text: str) -> Utterance:
    return typed_utterance(text, ANSWERS, 1.0, 2.0)


@pytest.mark.parametrize(
    "text", ["oh oh dodelido", "Oh, oh, Dodelido!", "  OH oh  dough deli dough. ", "oh-oh-dodelido"]
)
def test_case_punctuation_and_spelling_do_not_matter(text: str) -> None:
    utterance = heard(text)
    assert utterance.plain_words == ("oh", "oh", "dodelido")
    assert utterance.is_known
    assert utterance.disfluencies == ()
    assert utterance.readings[0].words == ("oh", "oh", "dodelido")


@pytest.mark.parametrize(
    ("text", "kind", "rest"),
    [
        ("p-p-penguin", DisfluencyKind.PART_WORD, ("penguin",)),
        ("fla- flamingo", DisfluencyKind.PART_WORD, ("flamingo",)),
        ("oh, p- penguin", DisfluencyKind.PART_WORD, ("oh", "penguin")),
        ("fla- penguin", DisfluencyKind.CORRECTION, ("penguin",)),
        ("um penguin", DisfluencyKind.FILLER, ("penguin",)),
        ("penguin penguin", DisfluencyKind.REPETITION, ("penguin", "penguin")),
        ("yellow... penguin", DisfluencyKind.CORRECTION, ("yellow", "penguin")),
    ],
)
def test_disfluencies_are_typed_as_they_are_said(text: str, kind: DisfluencyKind, rest: tuple[str, ...]) -> None:
    utterance = heard(text)
    assert {item.kind for item in utterance.disfluencies} == {kind}
    assert utterance.plain_words == rest
    assert WordKind.UNKNOWN not in {word.kind for word in utterance.words}


@pytest.mark.parametrize("text", ["penguni", "giraffe", "penguin giraffe", "zz-penguin", "p"])
def test_an_unknown_word_is_kept_and_never_taken_for_a_near_one(text: str) -> None:
    utterance = heard(text)
    assert not utterance.is_known
    assert utterance.readings == ()
    assert text.split("-")[0].split()[-1] in utterance.text


@pytest.mark.parametrize("number", ["-1", "\u22121", "1.5", "1,5", "1/5", "1_5", "--15", "15.0"])
def test_a_number_that_counts_nothing_is_taken_for_no_other(number: str) -> None:
    words = [("penguin", WordKind.WORD), (number, WordKind.UNKNOWN)]
    assert [(word.text, word.kind) for word in heard(f"penguin {number}").words] == words
    assert [word.text for word in heard("(15), 15. 15!").words] == ["15"] * 3


@pytest.mark.parametrize("text", ["", "   ", "!?", "-", "--"])
def test_nothing_typed_is_nothing_heard(text: str) -> None:
    assert heard(text).words == ()


def test_words_lie_between_the_first_key_and_the_last() -> None:
    utterance = heard("oh penguin")
    assert [(word.start_s, word.end_s) for word in utterance.words] == [(1.0, 1.5), (1.5, 2.0)]
    assert (utterance.onset_s, utterance.end_s, utterance.decided_s) == (1.0, 2.0, 2.0)


def test_words_typed_in_no_time_still_come_one_after_the_other() -> None:
    utterance = typed_utterance("penguin penguin", ANSWERS, 3.0, 3.0)
    assert [item.kind for item in utterance.disfluencies] == [DisfluencyKind.REPETITION]
    assert utterance.readings[0].words == ("penguin",)


def test_numbers_in_a_loop_may_be_said_again() -> None:
    utterance = typed_utterance("two two one", EN.loop(["one", "two"]), 0.0, 0.0)
    assert utterance.plain_words == ("two", "two", "one")
    assert utterance.disfluencies == ()


def test_korean_letters_in_parts_are_the_same_word() -> None:
    korean = load_language("ko")
    vocabulary = korean.vocabulary([("펭귄",)])
    decomposed = "\u1111\u1166\u11bc\u1100\u1171\u11ab"
    assert typed_utterance(decomposed, vocabulary, 0.0, 0.0).plain_words == ("펭귄",)
    assert typed_utterance("펭-펭귄", vocabulary, 0.0, 0.0).disfluencies[0].kind is DisfluencyKind.PART_WORD


def test_german_words_are_known_without_umlauts_and_capitals() -> None:
    german = load_language("de")
    vocabulary = german.vocabulary((name,) for names in german.words.values() for name in names)
    for word in ("grün", "weiß", "Schildkröte", "fünf", "Pinguin"):
        plain = word.replace("ü", "ue").replace("ö", "oe").replace("ß", "ss")
        for typed in (word, word.upper(), plain, plain.lower()):
            assert typed_utterance(typed, vocabulary, 0.0, 0.0).plain_words == (word,), typed


@given(st.text())
def test_whatever_is_typed_is_an_utterance(text: str) -> None:
    utterance = heard(text)
    assert all(word.text for word in utterance.words)
    assert all(a.end_s <= b.start_s + 1e-9 for a, b in zip(utterance.words, utterance.words[1:], strict=False))
