"""Disfluencies of heard words, whatever recogniser heard them."""

import pytest

from voicegames.hearing.disfluency import disfluencies, fluent, legally_repeated
from voicegames.hearing.utterance import DisfluencyKind, HeardWord, WordKind
from voicegames.hearing.vocabulary import Entry, Vocabulary

REPETITION, PART_WORD = DisfluencyKind.REPETITION, DisfluencyKind.PART_WORD
FILLER, CORRECTION = DisfluencyKind.FILLER, DisfluencyKind.CORRECTION

PHRASES = (
    *((*ohs, word) for ohs in ((), ("oh",), ("oh", "oh")) for word in ("penguin", "flamingo", "blue")),
    ("referee", "that", "was", "wrong"),
)
ENTRIES = tuple(Entry(word, (word,), ()) for word in {word for phrase in PHRASES for word in phrase})
ANSWERS = Vocabulary("en", ENTRIES, PHRASES)
LOOP = Vocabulary("en", ENTRIES, loop=True)


def heard(text: str) -> tuple[HeardWord, ...]:
    """Words of a text: "fla-" is a fragment, "um" a filler, "?" unknown; half a second each."""
    kinds = {"um": WordKind.FILLER, "uh": WordKind.FILLER, "?": WordKind.UNKNOWN}
    return tuple(
        HeardWord(
            word, place / 2, place / 2 + 0.4, 1.0, WordKind.FRAGMENT if "-" in word else kinds.get(word, WordKind.WORD)
        )
        for place, word in enumerate(text.split())
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("penguin", []),
        ("oh oh penguin", []),
        ("referee that was wrong", []),
        ("penguin penguin", [(REPETITION, "penguin")]),
        ("oh penguin penguin", [(REPETITION, "penguin")]),
        ("penguin penguin penguin", [(REPETITION, "penguin"), (REPETITION, "penguin")]),
        ("p- p- penguin", [(PART_WORD, "p-"), (PART_WORD, "p-")]),
        ("fla- flamingo", [(PART_WORD, "fla-")]),
        ("um penguin", [(FILLER, "um")]),
        ("penguin uh", [(FILLER, "uh")]),
        ("fla- penguin", [(CORRECTION, "fla-")]),
        ("blue penguin", [(CORRECTION, "blue")]),
        ("um blue fla- flamingo", [(FILLER, "um"), (CORRECTION, "blue"), (PART_WORD, "fla-")]),
        ("penguin fla-", []),
        ("? penguin", []),
        ("", []),
    ],
)
def test_kinds(text: str, found: list[tuple[DisfluencyKind, str]]) -> None:
    assert [(item.kind, item.text) for item in disfluencies(heard(text), ANSWERS)] == found


def test_times_are_those_of_the_word_that_is_too_much() -> None:
    (item,) = disfluencies(heard("oh um penguin"), ANSWERS)
    assert (item.start_s, item.end_s) == (0.5, 0.9)


def test_numbers_that_are_shouted_may_come_twice() -> None:
    assert disfluencies(heard("penguin penguin blue"), LOOP) == ()


def test_only_what_a_phrase_repeats_may_be_repeated() -> None:
    assert legally_repeated(ANSWERS) == {"oh"}
    assert legally_repeated(LOOP) == {entry.word for entry in ENTRIES}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("oh um p- penguin penguin", "oh penguin"),
        ("blue flamingo", "flamingo"),
        ("oh oh blue", "oh oh blue"),
    ],
)
def test_what_is_left_without_them(text: str, left: str) -> None:
    words = heard(text)
    assert " ".join(word.text for word in fluent(words, disfluencies(words, ANSWERS))) == left
