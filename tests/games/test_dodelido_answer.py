from collections import Counter
from itertools import product

import pytest
from dodelido_oracle import second_opinion

from voicegames.games.dodelido import Animal, Answer, Card, Colour, RulesError, Word, right_answer

KINDS = [Card(animal, colour) for animal in Animal for colour in Colour]
TABLES = list(product([None, *KINDS], repeat=3))


def table(text: str) -> list[Card | None]:
    return [None if name.strip() == "-" else Card.parse(name) for name in text.split("|")]


def answer(text: str, first_of_round: bool = False) -> str:
    return str(right_answer(table(text), first_of_round))


# The worked examples of the rule book, in its order; it shows pictures, so the other cards are chosen here.


def test_two_flamingos_are_called_by_their_name() -> None:
    assert answer("pink flamingo | blue flamingo | white camel") == "flamingo"


def test_two_blue_cards_are_called_by_their_colour() -> None:
    assert answer("blue zebra | green camel | blue penguin") == "blue"


def test_three_yellow_outvote_two_flamingos() -> None:
    assert answer("yellow flamingo | yellow camel | yellow flamingo") == "yellow"


def test_three_camels_outvote_two_white() -> None:
    assert answer("white camel | white camel | pink camel") == "camel"


def test_two_penguins_tie_with_two_white() -> None:
    assert answer("white penguin | white zebra | blue penguin") == "dodelido"


def test_two_zebras_tie_with_two_green() -> None:
    assert answer("green zebra | green zebra | yellow flamingo") == "dodelido"


def test_no_match_is_nought() -> None:
    assert answer("pink penguin | yellow zebra | blue camel") == "nought"


def test_the_first_card_of_a_round_is_nought() -> None:
    assert answer("green camel | - | -", first_of_round=True) == "nought"


def test_two_tortoises_tie_with_two_blue_after_two_ohs() -> None:
    assert answer("blue tortoise | pink tortoise | blue camel") == "oh oh dodelido"


# What the rule book says in words only, and what follows from it.


@pytest.mark.parametrize(
    ("tops", "said"),
    [
        ("green zebra | green zebra | -", "dodelido"),
        ("green zebra | green camel | -", "green"),
        ("green zebra | - | pink zebra", "zebra"),
        ("green zebra | pink camel | -", "nought"),
        ("pink zebra | pink zebra | pink zebra", "dodelido"),
        ("pink tortoise | pink tortoise | pink tortoise", "oh oh oh dodelido"),
        ("pink tortoise | blue tortoise | white tortoise", "oh oh oh tortoise"),
        ("pink tortoise | blue camel | white zebra", "oh nought"),
        ("pink tortoise | pink camel | white zebra", "oh pink"),
        ("pink tortoise | blue tortoise | white zebra", "oh oh tortoise"),
        ("pink tortoise | blue penguin | white penguin", "oh penguin"),
        ("- | - | -", "nought"),
    ],
)
def test_answers(tops: str, said: str) -> None:
    assert answer(tops) == said


def test_a_tortoise_as_first_card_of_a_round_keeps_its_oh() -> None:
    assert answer("blue tortoise | - | -", first_of_round=True) == "oh nought"


def test_every_table_of_three_places_agrees_with_the_second_opinion() -> None:
    assert len(TABLES) == 26**3
    for tops in TABLES:
        names = [None if card is None else str(card) for card in tops]
        for first in (False, True):
            assert str(right_answer(tops, first)) == second_opinion(names, first), (names, first)


def test_the_statements_come_as_often_as_combinatorics_says() -> None:
    """Per characteristic, three cards show 60 patterns without a match, 60 with a pair and 5 with three alike.

    Two cards show 20 and 5. So nought: 60 * 60 + 3 * 20 * 20 + 3 * 25 + 1. An animal: pair against none, three against
    none or a pair, and on two cards a pair against none; the same for a colour; the rest are ties.
    """
    counts = Counter(right_answer(tops, False).word for tops in TABLES)
    each = (60 * 60 + 5 * (60 + 60) + 3 * 5 * 20) // 5
    assert counts == {
        Word.NOUGHT: 60 * 60 + 3 * 20 * 20 + 3 * 25 + 1,
        Word.DODELIDO: 60 * 60 + 5 * 5 + 3 * 5 * 5,
        **{Word(name): each for name in (*Animal, *Colour)},
    }


def test_the_order_of_the_piles_does_not_matter() -> None:
    for a, b, c in TABLES:
        assert right_answer((a, b, c), False) == right_answer((c, a, b), False) == right_answer((b, a, c), False)


def test_nobody_answers_a_visible_crocodile() -> None:
    with pytest.raises(RulesError) as error:
        right_answer(table("blue camel | crocodile | -"), False)
    assert error.value.code == "crocodile"
    assert "slowest" in error.value.rule


def test_a_fourth_pile_is_refused() -> None:
    with pytest.raises(RulesError, match="three piles"):
        right_answer([None] * 4, False)


def test_an_answer_is_written_and_spelled_out_in_words() -> None:
    said = Answer(2, Word.DODELIDO)
    assert str(said) == "oh oh dodelido"
    assert said.words == ("oh", "oh", "dodelido")
    assert Answer(0, Word.BLUE).words == ("blue",)
