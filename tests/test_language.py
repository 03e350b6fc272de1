import string
from enum import StrEnum
from typing import Any

import pytest

from voicegames.errors import Failure
from voicegames.events import Mistake, Ruled, Verdict
from voicegames.games import domitrio_board, remmi_demmi_hands
from voicegames.games.dodelido import Animal, Card, Colour, Phase, State
from voicegames.hearing.phone_set import SYMBOLS, VOWELS, variants
from voicegames.language import available, load_language, pack_data
from voicegames.table.domitrio_language import domitrio_language
from voicegames.table.wording import Wording

EN = load_language("en")
OPTIONAL = {"spellings", "aloud"}
OTHERS = [code for code in available() if code != "en"]


def data_of(code: str) -> dict[str, Any]:
    return pack_data(code)


def placeholders(sentence: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None)


def test_there_is_german_english_and_korean() -> None:
    assert {"de", "en", "ko"} <= set(available())


def test_an_unknown_language_is_told_with_those_there_are() -> None:
    with pytest.raises(Failure, match="de, en, ko") as caught:
        load_language("xx")
    assert caught.value.code == "language"


@pytest.mark.parametrize("code", OTHERS)
def test_a_pack_has_the_keys_of_the_english_one(code: str) -> None:
    ours, english = data_of(code), data_of("en")
    assert set(ours) - OPTIONAL == set(english) - OPTIONAL
    for table in ("words", "controls", "hearing", "say", "choices", "page", "terminal"):
        assert list(ours[table]) == list(english[table]), table


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("key", EN.sentences)
def test_a_sentence_has_the_placeholders_of_the_english_one(code: str, key: str) -> None:
    assert set(placeholders(load_language(code).sentences[key])) == set(placeholders(EN.sentences[key]))


@pytest.mark.parametrize("code", available())
def test_every_word_has_a_pronunciation_in_legal_symbols(code: str) -> None:
    language = load_language(code)
    spoken = {word for names in language.words.values() for word in names}
    spoken |= {word for phrases in language.controls.values() for phrase in phrases for word in phrase}
    spoken |= {word for phrases in language.choices.values() for phrase in phrases for word in phrase}
    spoken |= {word for phrases in language.phrases.values() for phrase in phrases for word in phrase}
    spoken |= set(language.fillers)
    spoken -= {"{number}", "{name}"}
    assert set(language.pronunciations) == spoken
    for word, pronunciations in (*language.pronunciations.items(), *language.names.items()):
        assert pronunciations, word
        for pronunciation in pronunciations:
            assert set(pronunciation) <= set(SYMBOLS), word
            # A syllable needs a vowel, and in the variant without glides it is a symbol of its own.
            assert any(VOWELS & set(variant) for variant in variants(pronunciation)), word


@pytest.mark.parametrize("code", available())
def test_no_word_has_two_meanings(code: str) -> None:
    names = [word for names in load_language(code).words.values() for word in names]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("code", available())
def test_no_control_begins_like_an_answer(code: str) -> None:
    language = load_language(code)
    phrases = [phrase for phrases in language.controls.values() for phrase in phrases]
    assert len(phrases) == len(set(phrases))
    assert not {phrase[0] for phrase in phrases} & {word for names in language.words.values() for word in names}


def test_korean_particles_fit_whatever_is_filled_in() -> None:
    # 을/를, 이/가 and 은/는 depend on the last sound of what stands before, so none may stand after a name or a word.
    for key, sentence in load_language("ko").sentences.items():
        for ending in ("을", "를", "이 ", "가 ", "은", "는", "과 ", "와 ", "이라", "라고"):
            for name in ("name", "first", "heard", "expected", "reason", "what", "one", "two", "card"):
                assert f"{{{name}}}{ending}" not in sentence, key


def test_german_words_mean_the_same_in_small_letters() -> None:
    german = load_language("de")
    assert german.meaning("Schildkröte") == german.meaning("schildkröte") == "tortoise"
    assert german.meaning("schild") is None


def test_german_nouns_keep_their_capitals_in_the_reason_of_a_mistake() -> None:
    cards = (Card(Animal.PENGUIN, Colour.BLUE), Card(Animal.PENGUIN, Colour.GREEN), Card(Animal.TORTOISE, Colour.WHITE))
    state = State(hands=((), ()), piles=tuple((card,) for card in cards), turn=0, phase=Phase.ANSWER)
    ruled = Ruled(0.0, 0, 0, Verdict.MISTAKE, Mistake.PAUSE, expected="oh penguin", heard="")
    said = Wording(load_language("de"), ("Ada", "Ben")).mistake(ruled, state, 3, understood=True)
    assert said == "Zu langsam, Ada. 2-mal Pinguin, eine Schildkröte: oh, Pinguin. Ada nimmt 3 Karten."


@pytest.mark.parametrize("code", available())
@pytest.mark.parametrize("colours", [Colour, remmi_demmi_hands.Colour, domitrio_board.Colour])
def test_the_letters_of_a_games_colours_tell_them_apart(code: str, colours: type[StrEnum]) -> None:
    language = load_language(code)
    if colours is domitrio_board.Colour:
        language = domitrio_language(language).language
    letters = [language.letters(colour, colours) for colour in colours]
    assert len(set(letters)) == len(letters)
    assert max(map(len, letters)) <= 2
    if code == "de" and colours is Colour:
        assert {"Ge", "Gr", "B"} <= set(letters)
