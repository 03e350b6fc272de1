"""Decoding: against the textbook recursion, equal phones, ways through the graph, and how pronunciations vary."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voicegames.hearing.phone_grammar import legal_graph, open_graph
from voicegames.hearing.phone_graph import Chain, Exit, PhoneGraph, free_score
from voicegames.hearing.phone_set import BLANK, SYMBOLS, Floats, UnknownSymbol, numbers, variants
from voicegames.hearing.vocabulary import Entry, Vocabulary
from voicegames.settings import HearingSettings

BONUS = 2.0

words = st.lists(st.integers(0, 3), min_size=1, max_size=4).map(tuple)


def connectionist(emissions: Floats, phones: tuple[int, ...]) -> float:
    """The best path of one sequence of phones: the recursion as Graves and others (2006) give it, with the bonus."""
    labels = [BLANK]
    for phone in phones:
        labels += [phone, BLANK]
    score = np.full(len(labels), -1e30)
    score[0], score[1] = emissions[0, BLANK], emissions[0, labels[1]] + BONUS
    for row in emissions[1:]:
        before, score = score, np.full(len(labels), -1e30)
        for place, label in enumerate(labels):
            gain = BONUS if place % 2 else 0.0
            ways = [before[place]]
            if place > 0:
                ways.append(before[place - 1] + gain)
            if place > 1 and place % 2 and label != labels[place - 2]:
                ways.append(before[place - 2] + gain)
            score[place] = max(ways) + row[label]
    return float(max(score[-1], score[-2]))


def random_emissions(seed: int, frames: int) -> Floats:
    rows = np.random.default_rng(seed).dirichlet(np.full(BLANK + 1, 0.05), size=frames)
    return np.log(rows + 1e-4).astype(np.float32)


def surely(*frames: int) -> Floats:
    """Emissions that leave no doubt: one symbol or blank in each frame."""
    rows = np.full((len(frames), BLANK + 1), np.log(1e-4), np.float32)
    rows[np.arange(len(frames)), list(frames)] = 0
    return rows


def whole(name: str, phones: tuple[int, ...], start: int, end: int) -> Chain:
    return Chain(name, phones, ((start, 0.0),), (Exit(len(phones), end),))


@given(words, words, words, st.integers(0, 1000), st.integers(20, 40))
@settings(max_examples=25, deadline=None)
def test_the_best_score_of_every_way_is_that_of_the_textbook(
    first: tuple[int, ...], other: tuple[int, ...], last: tuple[int, ...], seed: int, frames: int
) -> None:
    emissions = random_emissions(seed, frames)
    chains = [whole("first", first, 0, 1), whole("other", other, 0, 1), whole("last", last, 1, 2)]
    lattice = PhoneGraph(chains, 3, BONUS).decode(emissions)
    alone = max(connectionist(emissions, phones) for phones in (first, other))
    both = max(connectionist(emissions, phones + last) for phones in (first, other))
    assert lattice.scores[1] == pytest.approx(alone, abs=0.01)
    assert lattice.scores[2] == pytest.approx(both, abs=0.01)


@given(words, words, st.integers(0, 1000))
@settings(max_examples=25, deadline=None)
def test_the_path_names_the_chains_in_the_order_of_time(
    first: tuple[int, ...], last: tuple[int, ...], seed: int
) -> None:
    graph = PhoneGraph([whole("first", first, 0, 1), whole("last", last, 1, 2)], 3, BONUS)
    path = graph.path(graph.decode(random_emissions(seed, 30)), 2)
    assert [(step.chain, step.phones) for step in path] == [(0, len(first)), (1, len(last))]
    assert 0 <= path[0].start < path[0].end <= path[1].start < path[1].end <= 30


def test_a_long_phone_is_one_and_two_need_a_gap() -> None:
    graph = PhoneGraph([whole("oh", (7,), 0, 0)], 1, BONUS)
    blank = BLANK
    for frames, count in (((blank, 7, 7, 7, 7, blank), 1), ((blank, 7, 7, blank, 7, 7), 2)):
        assert len(graph.path(graph.decode(surely(*frames)), 0)) == count


def test_times_are_those_of_the_frames() -> None:
    graph = PhoneGraph([whole("word", (3, 5), 0, 1)], 2, BONUS)
    (step,) = graph.path(graph.decode(surely(BLANK, BLANK, 3, 3, BLANK, 5, BLANK, BLANK)), 1)
    assert (step.start, step.end) == (2, 6)


def test_a_chain_may_be_left_early_at_its_cost() -> None:
    chain = Chain("word", (3, 5, 8), ((0, 0.5),), (Exit(1, 0, 2.0), Exit(3, 1)))
    graph = PhoneGraph([chain], 2, BONUS)
    path = graph.path(graph.decode(surely(3, BLANK, 3, BLANK, 5, 8, BLANK)), 1)
    assert [step.phones for step in path] == [1, 3]
    assert graph.cost(path, 1) == 0.5 + 2.0 + 0.5


def test_the_free_score_is_never_beaten_but_for_the_bonus() -> None:
    emissions = random_emissions(1, 40)
    graph = PhoneGraph([whole("word", (1, 2, 3), 0, 1)], 2, 0.0)
    assert graph.decode(emissions).scores[1] <= free_score(emissions)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("P EH N", {"P EH N"}),
        ("G W IH N", {"G W IH N", "G W_IH N"}),
        ("G WI N", {"G WI N", "G W I N"}),
        ("Y EH S", {"Y EH S", "Y_EH S"}),
        ("G W_IH N", {"G W IH N", "G W_IH N"}),
    ],
)
def test_glides_are_tried_in_both_ways(written: str, expected: set[str]) -> None:
    assert {" ".join(found) for found in variants(tuple(written.split()))} == expected


def test_numbers_of_symbols() -> None:
    assert [SYMBOLS[number] for number in numbers(("P", "EH", "NG"))] == ["P", "EH", "NG"]
    with pytest.raises(UnknownSymbol, match="XX"):
        numbers(("P", "XX"))


def vocabulary(phrases: tuple[str, ...], **pronunciations: str) -> Vocabulary:
    entries = tuple(Entry(word, (word,), (tuple(phones.split()),)) for word, phones in pronunciations.items())
    return Vocabulary("en", entries, tuple(tuple(phrase.split()) for phrase in phrases))


def test_every_phrase_ends_in_a_hub_of_its_own() -> None:
    known = vocabulary(("oh", "oh oh", "oh blue", "oh oh blue", "blue"), oh="OW", blue="B L UW")
    legal = legal_graph(known, HearingSettings())
    assert len(set(legal.phrases.values())) == 5
    assert legal.beginnings == {("oh",), ("oh", "oh")}


def test_one_word_of_one_phone_is_graph_enough() -> None:
    known = vocabulary(("oh",), oh="OW")
    legal = legal_graph(known, HearingSettings())
    (ow,) = numbers(("OW",))
    assert legal.graph.decode(surely(BLANK, ow, ow, BLANK)).scores[legal.phrases[("oh",)]] > 0


def test_a_loop_has_no_open_graph() -> None:
    known = vocabulary(("one",), one="W AH N")
    assert open_graph(known, HearingSettings()) is not None
    assert open_graph(Vocabulary("en", known.entries, loop=True), HearingSettings()) is None
