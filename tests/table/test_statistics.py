"""Figures from a journal: reaction times, lengths, lags, mistakes; as text, CSV and JSON."""

import csv
import io
import json
from dataclasses import replace

import pytest
from games import COURSES
from hypothesis import given
from hypothesis import strategies as st

from voicegames.events import CrocodileRuled, Event, Mistake, Ruled, SittingStarted, TakenBack, Verdict
from voicegames.table.statistics import (
    Spread,
    spread,
    standing_rulings,
    statistics_json,
    statistics_lines,
    statistics_of,
    to_csv,
)

STARTED = SittingStarted("dodelido", "1", 1, "en", ('Zoë "Z", the first', "Ben"), (None, None), ())
RIGHT = Ruled(2.0, 0, 0, Verdict.RIGHT, None, "nought", "nought", reaction_s=1.0, length_s=0.5, lag_s=0.6)
EVENTS: tuple[Event, ...] = (
    STARTED,
    RIGHT,
    replace(RIGHT, number=1, reaction_s=2.0, length_s=0.7, lag_s=0.5),
    Ruled(3.0, 2, 0, Verdict.MISTAKE, Mistake.PAUSE, "nought", ""),
    Ruled(3.0, 3, 1, Verdict.AGAIN, None, "nought", "?", reaction_s=0.9, length_s=0.2, lag_s=0.5),
    Ruled(3.0, 4, 1, Verdict.MISTAKE, Mistake.OH, "oh nought", "nought", reaction_s=3.0, length_s=0.2, lag_s=0.5),
    TakenBack(4.0, 4),
    Ruled(4.0, 5, 1, Verdict.RIGHT, None, "oh nought", "nought", by="table"),
    CrocodileRuled(5.0, 6, 1),
)


def test_median_and_ninetieth_percentile() -> None:
    assert spread([]) == Spread(0, None, None)
    assert spread([2.0]) == Spread(1, 2.0, 2.0)
    assert spread([3.0, 1.0]) == Spread(2, 2.0, 3.0)
    assert spread([float(n) for n in range(1, 11)]) == Spread(10, 5.5, 9.0)
    assert spread([float(n) for n in range(1, 101)]) == Spread(100, 50.5, 90.0)


@given(st.lists(st.floats(-5, 100), min_size=1))
def test_nine_of_ten_lie_at_or_below_the_percentile(values: list[float]) -> None:
    figures = spread(values)
    assert figures.median_s is not None
    assert figures.p90_s is not None
    assert sum(value <= figures.p90_s for value in values) >= 0.9 * len(values)
    assert sum(value < figures.p90_s for value in values) < 0.9 * len(values)
    assert min(values) <= figures.median_s <= max(values)


def test_each_player_has_their_own_figures() -> None:
    zoe, ben = statistics_of(EVENTS)
    assert (zoe.right, zoe.again, zoe.crocodiles) == (2, 0, 0)
    assert zoe.mistakes == {Mistake.WORD: 0, Mistake.STUTTER: 0, Mistake.OH: 0, Mistake.PAUSE: 1}
    assert zoe.reaction == Spread(2, 1.5, 2.0)
    assert zoe.lag == Spread(2, 0.55, 0.6)
    assert (ben.right, ben.again, ben.crocodiles) == (1, 1, 1)
    assert ben.reaction.count == 1


def test_what_was_taken_back_counts_for_nobody() -> None:
    ben = statistics_of(EVENTS)[1]
    assert sum(ben.mistakes.values()) == 0
    assert ben.reaction == Spread(1, 0.9, 0.9)
    assert [ruling.number for ruling in standing_rulings(EVENTS)] == [0, 1, 2, 3, 5, 6]


def test_csv_has_a_row_for_each_player() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(statistics_of(EVENTS)))))
    assert [row["player"] for row in rows] == ['Zoë "Z", the first', "Ben"]
    assert rows[0]["right"] == "2"
    assert rows[0]["mistake_pause"] == "1"
    assert rows[0]["reaction_median_s"] == "1.500"
    assert rows[0]["reaction_p90_s"] == "2.000"
    assert rows[1]["crocodiles"] == "1"
    assert all(None not in row and None not in row.values() for row in rows)


def test_a_player_without_times_has_none() -> None:
    silent = (STARTED, Ruled(3.0, 0, 0, Verdict.MISTAKE, Mistake.PAUSE, "nought", ""))
    row = next(csv.DictReader(io.StringIO(to_csv(statistics_of(silent)))))
    assert row["reaction_median_s"] == row["lag_p90_s"] == ""
    assert any("no figures" in line for line in statistics_lines(statistics_of(silent)))


def test_lines_say_what_happened() -> None:
    text = "\n".join(statistics_lines(statistics_of(EVENTS)))
    assert 'Zoë "Z", the first: 2 right; mistakes: 1 pause; asked again 0; crocodiles 0' in text
    assert "reaction: median 1.50 s, 90th percentile 2.00 s (2)" in text


@pytest.mark.parametrize("events", [EVENTS, *COURSES])
def test_json_is_one_line_with_every_player(events: tuple[Event, ...]) -> None:
    line = statistics_json(events)
    assert "\n" not in line
    started = events[0]
    assert isinstance(started, SittingStarted)
    read = json.loads(line)
    assert tuple(player["player"] for player in read) == started.players
    assert set(read[0]["mistakes"]) == {"word", "stutter", "oh", "pause"}


@pytest.mark.parametrize("events", COURSES)
def test_every_ruling_that_stands_is_counted_once(events: tuple[Event, ...]) -> None:
    players = statistics_of(events)
    counted = sum(p.right + p.again + p.crocodiles + sum(p.mistakes.values()) for p in players)
    assert counted == len(standing_rulings(events))
