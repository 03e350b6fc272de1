import dataclasses
import json
import types
import typing
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voicegames.events import CardFlipped, Event, Heard, Mistake, Ruled, SittingStarted, Verdict, from_json, to_json

EVENTS = typing.get_args(Event)

finite = st.floats(allow_nan=False, allow_infinity=False)


def any_of(kind: type) -> st.SearchStrategy[typing.Any]:
    """Any event of one kind, with fields of every value that their types allow."""
    return st.builds(kind, **{name: value_of(hint) for name, hint in typing.get_type_hints(kind).items()})


def value_of(hint: typing.Any) -> st.SearchStrategy[typing.Any]:
    if hint is float:
        return finite
    if hint is str:
        # Lone surrogates are no text; they can't be written as UTF-8.
        return st.text(st.characters(exclude_categories=["Cs"]))
    if isinstance(hint, types.UnionType):
        return st.one_of(*map(value_of, typing.get_args(hint)))
    if typing.get_origin(hint) is tuple:
        kinds = typing.get_args(hint)
        if kinds[-1] is not Ellipsis:
            return st.tuples(*map(value_of, kinds))
        return st.lists(value_of(kinds[0])).map(tuple)
    return st.from_type(hint)


events = st.one_of(*map(any_of, EVENTS))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | finite | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
@settings(max_examples=40)
@given(data=st.data())
def test_every_event_comes_back_from_its_line(kind: type, data: st.DataObject) -> None:
    event = data.draw(any_of(kind))
    line = to_json(event)
    assert "\n" not in line
    assert from_json(line) == event
    assert type(from_json(line)) is kind


@given(events)
def test_a_line_is_plain_json_that_names_its_kind(event: Event) -> None:
    read = json.loads(to_json(event))
    assert read["type"] == type(event).__name__
    assert set(read) == {"type", *(field.name for field in dataclasses.fields(event))}


def test_a_verdict_comes_back_as_a_verdict() -> None:
    ruled = Ruled(1.0, 0, 1, Verdict.MISTAKE, Mistake.OH, "oh penguin", "penguin")
    again = from_json(to_json(ruled))
    assert isinstance(again, Ruled)
    assert again.verdict is Verdict.MISTAKE
    assert again.mistake is Mistake.OH


@settings(max_examples=50)
@given(st.text() | json_values.map(json.dumps))
def test_what_is_no_event_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        from_json(line)


CARD = {"type": "CardFlipped", "at_s": 1.0, "player": 0, "card": "blue penguin", "pile": 0}
RULED = json.loads(to_json(Ruled(1.0, 0, 0, Verdict.RIGHT, None, "nought", "nought")))
STARTED = json.loads(to_json(SittingStarted("dodelido", "1", 1, "en", ("Anna", "Ben"), (None, None), ())))
HEARD = json.loads(to_json(Heard(1.0, 0, "oh", 0.5, 0.8, "typed")))


def without(data: dict[str, object], key: str) -> dict[str, object]:
    return {name: value for name, value in data.items() if name != key}


REFUSED: Iterable[tuple[str, object]] = (
    ("a missing field", without(CARD, "card")),
    ("a field too many", {**CARD, "colour": "blue"}),
    ("an unknown kind", {**CARD, "type": "CardBurnt"}),
    ("no kind", without(CARD, "type")),
    ("a kind that is a list", {**CARD, "type": ["CardFlipped"]}),
    ("a kind that is an object", {**CARD, "type": {}}),
    ("a kind that is a number", {**CARD, "type": 3}),
    ("a player that is text", {**CARD, "player": "0"}),
    ("a player that is a fraction", {**CARD, "player": 0.5}),
    ("a player that is null", {**CARD, "player": None}),
    ("a card that is a number", {**CARD, "card": 7}),
    ("a time that is text", {**CARD, "at_s": "1.0"}),
    ("a time that is a list", {**CARD, "at_s": [1.0]}),
    ("an unknown verdict", {**RULED, "verdict": "maybe"}),
    ("no verdict", {**RULED, "verdict": None}),
    ("a verdict that is a list", {**RULED, "verdict": ["right"]}),
    ("an unknown mistake", {**RULED, "mistake": "rudeness"}),
    ("a number that is text", {**RULED, "number": "0"}),
    ("players that are text", {**STARTED, "players": "AB"}),
    ("players that are numbers", {**STARTED, "players": [1, 2]}),
    ("robots that are text", {**STARTED, "robots": "NN"}),
    ("a deck of numbers", {**STARTED, "deck": [1, 2]}),
    ("final that is text", {**HEARD, "final": "yes"}),
    ("a list", [CARD]),
    ("null", None),
)


@pytest.mark.parametrize("data", [data for _, data in REFUSED], ids=[name for name, _ in REFUSED])
def test_half_an_event_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        from_json(json.dumps(data))


def test_a_line_nested_without_end_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\S"):
        from_json('{"type":' + "[" * 100_000)


def test_a_whole_number_is_a_time_too() -> None:
    assert from_json(json.dumps({**CARD, "at_s": 1})) == CardFlipped(1.0, 0, "blue penguin", 0)
