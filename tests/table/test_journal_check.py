"""A journal is one sitting of one game: what was spliced into it, or set back in time, is refused by its line."""

from pathlib import Path

import pytest

from voicegames.cli import main
from voicegames.domitrio_events import DieRolled
from voicegames.errors import Failure
from voicegames.events import CardFlipped, Event, Paused, Resumed, Said, SittingStarted, WentOn, to_json
from voicegames.remmi_demmi_events import Offered, TimerStarted, TimerWentOn, TimeWasUp
from voicegames.table.journal import read_journal

TRADING = SittingStarted("remmi-demmi", "1", 1, "en", ("A", "B", "C", "D"), (None,) * 4, ())
TIMER = TimerStarted(40.0, 0, "snail", 120.0)


def journal(path: Path, *events: Event) -> Path:
    path.write_text("".join(to_json(event) + "\n" for event in events), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "foreign", [CardFlipped(41.0, 0, "blue penguin", 0), DieRolled(41.0, 1, 0, "blue")], ids=["Dodelido", "Domitrio"]
)
@pytest.mark.parametrize("command", ["replay", "stats"])
def test_an_event_of_another_game_is_refused_by_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], foreign: Event, command: str
) -> None:
    path = journal(tmp_path / "game.jsonl", TRADING, TIMER, foreign)
    assert main([command, str(path)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"Line 3 of {path} is of another game than the lines before it.\n"


def test_no_more_seconds_are_left_than_there_were(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = journal(tmp_path / "game.jsonl", TRADING, TIMER, Paused(37.0, "Pause."), WentOn(37.5))
    assert main(["play", "--engine", "typed", "--journal", str(path)]) == 1
    assert "In line 3 of" in (err := capsys.readouterr().err)
    assert "the time goes backwards" in err


@pytest.mark.parametrize("at_s", [-1.0, float("nan"), float("inf")])
def test_a_time_that_is_none_is_refused(tmp_path: Path, at_s: float) -> None:
    with pytest.raises(Failure, match=r"Line 2 of .* has a time that is none"):
        read_journal(journal(tmp_path / "game.jsonl", TRADING, Said(at_s, "Hello.")))


def test_the_clock_starts_anew_when_a_game_goes_on_and_the_end_of_the_timer_may_be_noted_late(tmp_path: Path) -> None:
    events = (
        TRADING,
        TIMER,
        Offered(159.0, 1, 2),
        Said(163.0, "B!"),
        TimeWasUp(160.0, 1),
        Resumed(0.0),
        Said(0.5, "We go on."),
    )
    assert read_journal(journal(tmp_path / "game.jsonl", *events)).events == events
    back = (*events, TimerWentOn(1.0, 5.0), Offered(50.0, 1, 2), Offered(40.0, 1, 3))
    with pytest.raises(Failure, match="In line 10 of"):
        read_journal(journal(tmp_path / "back.jsonl", *back))
