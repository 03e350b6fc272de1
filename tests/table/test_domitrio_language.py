"""The words of Domitrio: every pack is whole, and a moment holds what is possible then and no more."""

import random
import string
import tomllib
from dataclasses import replace
from importlib import resources

import pytest

from voicegames.errors import Failure
from voicegames.games.domitrio import FACES, Phase, State, deal, legal
from voicegames.games.domitrio_spots import spots_of
from voicegames.hearing.phone_set import SYMBOLS, VOWELS, variants
from voicegames.language import load_language
from voicegames.table.domitrio_language import available, domitrio_language
from voicegames.table.domitrio_sayings import SHOWN_AT_ONCE, Act, Moment, Saying, Sayings
from voicegames.table.domitrio_wording import DomitrioWording


def data_of(code: str) -> dict[str, dict[str, str]]:
    file = resources.files("voicegames") / "languages" / "domitrio" / f"{code}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("code", [code for code in available() if code != "en"])
def test_a_pack_has_what_the_english_one_has(code: str) -> None:
    ours, english = data_of(code), data_of("en")
    for table in ("words", "sayings", "typed", "say", "page"):
        assert list(ours[table]) == list(english[table]), table
    for table in ("say", "page"):
        for key, sentence in english[table].items():
            assert placeholders(ours[table][key]) == placeholders(sentence), key
    assert len(ours["numbers"]) == len(english["numbers"]) == 60


@pytest.mark.parametrize("code", available())
def test_every_word_has_sounds(code: str) -> None:
    words = domitrio_language(load_language(code))
    spoken = {word for number in words.numbers for word in number}
    spoken |= {word for phrases in words.sayings.values() for phrase in phrases for word in phrase if "{" not in word}
    spoken |= {name for meaning in ("red", "hexagon", "circle", "star", "up") for name in words.language.words[meaning]}
    for word in spoken:
        for pronunciation in words.language.entry(word).pronunciations:
            assert set(pronunciation) <= set(SYMBOLS), word
            assert any(VOWELS & set(variant) for variant in variants(pronunciation)), word
    assert len(set(words.numbers)) == 60


def test_a_language_without_a_pack_is_told_by_those_there_are() -> None:
    with pytest.raises(Failure, match="de, en, ko") as caught:
        domitrio_language(replace(load_language("en"), code="xx"))
    assert caught.value.code == "language"


def states(count: int, seed: int = 2) -> list[State]:
    rng = random.Random(seed)
    found: list[State] = []
    state = deal(3, rng)
    while len(found) < count:
        if state.is_over:
            state = deal(rng.randrange(2, 7), rng)
        elif state.phase is Phase.ROLL:
            state = state.roll(rng.choice(FACES))
        else:
            found.append(state)
            moves = legal(state)
            state = state.lay(rng.choice(moves)) if moves else state.draw() if state.pool else state.pass_turn()
    return found


def moment_of(sayings: Sayings, state: State, tile: int | None = None) -> Moment:
    symbols = set(state.board.symbols.values())
    rack = len(state.racks[state.turn])
    return sayings.laying(spots_of(state), rack, tile, SHOWN_AT_ONCE, symbols, yes_no=False)


@pytest.mark.parametrize("code", available())
def test_a_moment_holds_only_the_numbers_that_exist(code: str) -> None:
    sayings = Sayings(domitrio_language(load_language(code)))
    for state in states(12):
        spots, moment = spots_of(state), moment_of(sayings, state)
        says = set(moment.says.values())
        assert {s.spot for s in says if s.act is Act.PUT and s.tile is None and s.spot} == set(
            range(1, min(len(spots.every), SHOWN_AT_ONCE) + 1)
        )
        assert {s.tile for s in says if s.tile is not None} == set(range(1, len(state.racks[state.turn]) + 1))
        for saying in says:
            if saying.act is Act.PUT and saying.tile is not None and saying.spot is not None:
                assert spots.called(saying.spot, saying.tile) is not None
        assert set(moment.vocabulary.phrases) >= set(moment.says)


@pytest.mark.parametrize("code", available())
def test_every_phrase_can_be_typed_and_means_the_same(code: str) -> None:
    sayings = Sayings(domitrio_language(load_language(code)))
    for state in states(3):
        for phrase, saying in moment_of(sayings, state).says.items():
            assert sayings.typed(" ".join(phrase)) == saying


def test_digits_are_numbers() -> None:
    sayings = Sayings(domitrio_language(load_language("en")))
    assert sayings.typed("Tile 2, spot 17") == Saying(Act.PUT, 2, 17)
    assert sayings.typed("spot 21 lay it") == Saying(Act.PUT, None, 21, lays=True)
    assert sayings.typed("fifty") == Saying(Act.NUMBER, spot=50)
    assert sayings.typed("") is sayings.typed("spot seventy") is sayings.typed("spot -3") is None


def test_typed_numbers_without_words_are_numbers_too() -> None:
    sayings = Sayings(domitrio_language(load_language("en")))
    assert sayings.typed("spot 0") == Saying(Act.PUT, None, 0)
    assert sayings.typed("tile 61") == Saying(Act.PUT, 61)
    assert sayings.typed("tile 99 spot 60 lay it") == Saying(Act.PUT, 99, 60, lays=True)
    assert sayings.typed("tile 60 spot 2024") == Saying(Act.PUT, 60, 2024)
    assert sayings.typed("tile 88, spot 99") == Saying(Act.PUT, 88, 99)
    assert sayings.typed("777") == Saying(Act.NUMBER, spot=777)


@pytest.mark.parametrize("code", available())
def test_no_two_spots_of_a_tile_sound_alike(code: str) -> None:
    wording = DomitrioWording(domitrio_language(load_language(code)).language)
    seen = 0
    for state in states(40):
        spots = spots_of(state)
        for tile in range(1, len(state.racks[state.turn]) + 1):
            told = wording.spots(state.board, spots.of(tile))
            seen += len(told)
            alike = len(told) - len(set(told))
            assert alike <= len(told) // 4, told
            assert all(len(text.split()) < 30 for text in told)
    assert seen > 100
