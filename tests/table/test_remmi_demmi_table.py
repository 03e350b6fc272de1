"""Remmi Demmi at the table: real cards by words and keys, the timer on the audio clock, and what is taken back."""

import time
from dataclasses import replace
from pathlib import Path

import pytest
from remmi_demmi_evening import GAME, NAMES, SHORT, Evening

from voicegames.errors import Failure
from voicegames.events import GameOver, Heard, Prompted, Resumed, Said, TakenBack
from voicegames.games.remmi_demmi import Phase
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.language import load_language
from voicegames.players.chorus import Chorus
from voicegames.remmi_demmi_events import Claimed, Fouled, Offered, RemmiChecked, TimerStarted, TimeWasUp, Traded
from voicegames.settings import RemmiDemmiSettings
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.course import course_of
from voicegames.table.games_at_table import Form
from voicegames.table.happenings import ControlKey, PlayerKey, TypedLine
from voicegames.table.journal import read_journal


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "game.jsonl")


def test_a_round_with_real_cards(evening: Evening) -> None:
    """Claims by number, name and key; a yes, told cards, and a no that is asked about before it costs anything."""
    evening.when(Prompted, "lightning")
    evening.when(TimerStarted, (1.0, "player two remmi demmi"), (2.0, PlayerKey(2)), (3.0, "Anna Remmi Demmi"))
    evening.when("Ben, is it a Remmi", "nine orange five running four lying")
    evening.when("Cleo, is it a Remmi", "no").when("Cleo, no Remmi costs", "no")
    evening.when("Anna, is it a Remmi", "yes")
    evening.play()
    assert "Take 4 cards of each" in evening.said
    assert [event.player for event in evening.all(Claimed)] == [1, 2, 0]
    assert [(e.player, e.is_remmi) for e in evening.all(RemmiChecked)] == [(1, True), (2, False), (0, True)]
    # The men of an invalid Remmi move up (ruling 9), and the last one stays.
    assert evening.course.state.scores == (3, 4, -5, 0, 0)
    assert evening.course.state.round == 2


def test_told_cards_are_checked(evening: Evening) -> None:
    """Eight cards are no answer, and nine of three kinds no Remmi; nobody loses points before that is confirmed."""
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, "player one remmi demmi"), (1.5, PlayerKey(1)))
    evening.when("Anna, is it a Remmi", "nine orange four running four lying")
    evening.when("Those are 8 cards").when("please say yes or no", "nine orange four running four lying one jumping")
    evening.when("Anna, no Remmi costs", "nine orange four running four lying one jumping")
    evening.when("Anna, no Remmi costs", "yes")
    evening.when("Ben, is it a Remmi", "nine green five lying four running")
    evening.play()
    assert [(e.player, e.is_remmi) for e in evening.all(RemmiChecked)] == [(0, True), (1, True)]
    assert evening.course.state.scores[:2] == (4, 3)


def test_the_timer_tells_the_time_and_is_true(evening: Evening) -> None:
    evening.when(Prompted, "snail")
    evening.play()
    started, up = evening.all(TimerStarted)[0], evening.all(TimeWasUp)[0]
    assert abs(up.at_s - started.at_s - 20.0) <= 0.05
    told = [(round(e.at_s - started.at_s, 1), e.text) for e in evening.all(Said) if e.at_s > started.at_s]
    assert told[:7] == [
        *((10.0, "Half time."), (15.0, "5"), (16.0, "4"), (17.0, "3"), (18.0, "2"), (19.0, "1")),
        (20.0, "Time!"),
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Zoe remmi demmi", "Nobody of that name"),
        ("player nine remmi demmi", "There is no player 9"),
        ("remmi demmi", "Who made Remmi Demmi"),
    ],
)
def test_a_claim_by_a_stranger_is_answered_and_takes_nothing(evening: Evening, line: str, sentence: str) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, line)).play()
    assert sentence in evening.said
    assert evening.all(Claimed) == []


def test_a_claim_without_a_number_is_dated_back_when_the_number_comes(evening: Evening) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, "remmi demmi"), (3.0, "player four")).play()
    claimed = evening.all(Claimed)[0]
    assert claimed.player == 3
    assert claimed.onset_s == pytest.approx(evening.all(TimerStarted)[0].at_s + 1.0, abs=0.05)


def test_nobody_claims_twice_or_before_or_after_the_time(evening: Evening) -> None:
    evening.when(Prompted, "player one remmi demmi").when(Prompted, "lightning")
    evening.when(TimerStarted, (1.0, "player one remmi demmi"), (2.0, "player one remmi demmi"))
    evening.when(TimeWasUp, (0.2, "player two remmi demmi"))
    evening.play()
    assert "too early" in evening.said
    assert "Anna has made Remmi Demmi" in evening.said
    assert [event.player for event in evening.all(Claimed)] == [0]


def test_what_was_begun_in_time_counts_and_what_was_not_does_not(evening: Evening) -> None:
    evening.when(Prompted, "lightning")
    evening.when(TimerStarted, (11.99, "player two remmi demmi"), (12.05, "player three remmi demmi")).play()
    assert [event.player for event in evening.all(Claimed)] == [1]


def test_that_was_wrong_takes_back_one_step_after_the_other(evening: Evening) -> None:
    wrong = ControlKey("that_was_wrong")
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(0)), (2.0, PlayerKey(1)), (3.0, wrong))
    evening.when("Anna, is it a Remmi", "yes")
    evening.when("Round 2", wrong).when("Anna, is it a Remmi", "no").when("no Remmi costs", "no")
    evening.play()
    assert "Ben puts the point man back" in evening.said
    assert "the cards of Anna are checked again" in evening.said
    assert evening.course.state.past == ((-5, 0, 0, 0, 0),)


def test_the_end_of_the_time_can_be_taken_back(evening: Evening) -> None:
    evening.when(Prompted, "lightning").when(TimeWasUp).when("Round 2", ControlKey("that_was_wrong"))
    evening.when("10 seconds more", (4.0, "player two remmi demmi")).when("Ben, is it a Remmi", "yes")
    evening.play()
    assert evening.course.state.past == ((0, 4, 0, 0, 0),)


def test_a_pause_stops_the_timer(evening: Evening) -> None:
    evening.when(Prompted, "lightning")
    evening.when(TimerStarted, (3.0, ControlKey("pause")), (30.0, ControlKey("go_on"))).play()
    started, up = evening.all(TimerStarted)[0], evening.all(TimeWasUp)[0]
    assert up.at_s - started.at_s == pytest.approx(12.0 + 27.0, abs=0.1)


def test_especially_frantic_players_lose_points_for_being_early(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "game.jsonl", variants=("frantic",))
    evening.when(Prompted, "referee player two looked").when(Prompted, "referee player two looked")
    evening.when(Prompted, "look now").when(Prompted, "Anna traded early").when(Prompted, "snail")
    evening.play()
    assert [(e.player, e.offence) for e in evening.all(Fouled)] == [(1, "looked early"), (0, "traded early")]
    assert "has that minus point already" in evening.said
    assert evening.course.state.past == ((-1, -1, 0, 0, 0),)


def test_being_early_costs_nothing_where_nobody_is_frantic(evening: Evening) -> None:
    evening.when(Prompted, "player two traded early").when(Prompted, "lightning").play()
    assert evening.all(Fouled) == []
    assert "costs nothing in this game" in evening.said


def test_a_whole_game_with_a_tie_after_the_seventh_round(evening: Evening) -> None:
    """Anna and Ben take turns with the first point man, nobody has more after seven rounds, so there is an eighth."""
    for number in range(8):
        winners = (0, 1) if number % 2 == 0 else (1, 0)
        evening.when("say snail or lightning", "lightning")
        if number == 6:
            evening.when(TimerStarted)
            continue
        acts = tuple(
            (1.0 + place, PlayerKey(player)) for place, player in enumerate(winners[: 1 if number == 7 else 2])
        )
        evening.when(TimerStarted, *acts)
        for player in winners[: 1 if number == 7 else 2]:
            evening.when(f"{NAMES[player]}, is it a Remmi", "yes")
    evening.play()
    state = evening.course.state
    assert len(state.sheet) == 8
    assert "have the most points together" in evening.said
    assert evening.all(GameOver)[0].winner == state.winner == 1
    assert "Ben wins" in evening.said
    # The journal tells the same game, and its figures.
    events = read_journal(evening.path).events
    assert course_of(events).state == state
    assert f"Ben: {state.scores[1]} points" in GAME.figures(events, Form.LINES)


def test_a_game_goes_on_where_it_was_with_the_time_that_was_left(evening: Evening) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (2.0, PlayerKey(0)), (5.0, ControlKey("stop"))).play()
    assert evening.course.state.phase is Phase.TRADE
    later = Evening(evening.path)
    later.when("seconds are left").when("Anna, is it a Remmi", "yes").play()
    started = later.all(Resumed)[0].at_s
    assert later.all(TimeWasUp)[0].at_s - started == pytest.approx(7.0, abs=0.2)
    assert later.course.state.past == ((4, 0, 0, 0, 0),)


def test_a_journal_that_does_not_fit_the_rules_is_refused(evening: Evening) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(0))).play()
    events = read_journal(evening.path).events
    claim = next(event for event in events if isinstance(event, Claimed))
    for misfit in (claim, replace(claim, number=claim.number + 1), TakenBack(0.0, 99)):
        with pytest.raises(Failure) as caught:
            course_of((*events[: events.index(claim) + 1], misfit))
        assert caught.value.code == "journal"


def test_people_trade_the_computers_cards_with_robots(tmp_path: Path) -> None:
    """The person shows the hand, offers, takes a robot's offer of the same size, and is told what can't be."""
    deck = GAME.deck(4, __import__("random").Random(5), 3)
    robots = (None, "hard", "hard", "hard")
    evening = Evening(
        tmp_path / "game.jsonl", ("Anna", "R 1", "R 2", "R 3"), (), deck, robots, replace(SHORT, remmi_demmi=_LONG)
    )
    evening.when(Prompted, "show my cards").when(Prompted, "lightning")
    takes = tuple((float(second), "take it") for second in range(4, 60, 3))
    evening.when(TimerStarted, (2.0, "one one"), (2.2, "one one"), (3.0, "nine nine"), *takes).play()
    mine = [event for event in evening.all(Traded) if event.first == 0]
    assert mine
    assert all(len(event.first_gives) == len(event.second_gives) for event in evening.all(Traded))
    assert "Your cards:" in evening.said
    assert "no Demmi of that size" in evening.said
    # Repeated shouts are one offer.
    assert len([event for event in evening.all(Offered) if event.player == 0]) == 1
    dealt = sorted(deck)
    state = course_of(read_journal(evening.path).events).state
    assert len([card for hand in state.hands for card in hand]) + len(state.aside) == len(dealt)


_LONG = RemmiDemmiSettings(lightning_s=60.0)


def test_a_claim_over_the_tables_own_voice_is_heard(
    tmp_path: Path, synthesizer: Synthesizer, chorus: Chorus, phones: PhoneRecognizer
) -> None:
    """The countdown is spoken while a player calls: the call is understood, and the table's numbers are no calls."""
    evening = Evening(tmp_path / "game.jsonl", recognizer=phones, synthesizer=synthesizer, chorus=chorus)
    evening.when(Prompted, "lightning")
    evening.when(TimerStarted, (5.7, (1, "player two remmi demmi")), (9.2, (2, "player three remmi demmi"))).play()
    assert [event.player for event in evening.all(Claimed)] == [1, 2]
    started = evening.all(TimerStarted)[0].at_s
    told = {event.text: event.at_s - started for event in evening.all(Said)}
    assert told["5"] == pytest.approx(7.0, abs=0.05)


def test_a_no_that_was_wrong_is_asked_anew_and_nobody_elses_check_is_taken_back(evening: Evening) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(1)), (2.0, PlayerKey(2)))
    evening.when("Ben, is it a Remmi", "yes").when("Cleo, is it a Remmi", "no")
    evening.when("Cleo, no Remmi costs", "referee that was wrong").when("Cleo, is it a Remmi", "yes")
    evening.play()
    assert evening.all(TakenBack) == []
    assert evening.course.state.past == ((0, 4, 3, 0, 0),)


@pytest.mark.parametrize(
    ("line", "is_remmi"),
    [
        ("five orange running four orange lying", True),
        ("five orange running four lying orange", True),
        ("nine orange five running four lying", True),
        ("five orange running four green running", True),
    ],
)
def test_cards_may_be_told_in_several_ways(evening: Evening, line: str, is_remmi: bool) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(1)))
    evening.when("Ben, is it a Remmi", line).play()
    assert [(e.player, e.is_remmi) for e in evening.all(RemmiChecked)] == [(1, is_remmi)]


NINE = ("Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal", "Ida")


def test_nine_of_a_kind_are_a_remmi_where_there_are_nine(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "game.jsonl", NINE)
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(1)))
    evening.when("Ben, is it a Remmi", "nine orange running").play()
    assert [(e.player, e.is_remmi) for e in evening.all(RemmiChecked)] == [(1, True)]


@pytest.mark.parametrize("line", ["nine orange running", "nine orange nine running", "six lying green three lying red"])
def test_more_cards_of_a_kind_than_there_are_is_misheard_or_miscounted(evening: Evening, line: str) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(1)))
    line = line.replace("red", "orange")
    evening.when("Ben, is it a Remmi", line).when("Ben, please say yes or no", "nine orange five running four lying")
    evening.play()
    assert "Ben, there are only 5 cards of" in evening.said
    assert [(e.player, e.is_remmi) for e in evening.all(RemmiChecked)] == [(1, True)]


def test_cards_that_others_have_told_are_asked_about_once_and_then_believed(evening: Evening) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(1)), (2.0, PlayerKey(2)))
    evening.when("Ben, is it a Remmi", "nine orange five running four lying")
    evening.when("Cleo, is it a Remmi", "nine running one orange five green three purple")
    evening.when("Cleo, no Remmi costs", "nine running five green four orange")
    evening.when("Cleo, please say yes or no", "nine running five green four orange").play()
    assert evening.said.count("and others have told theirs") == 1
    assert [(e.player, e.is_remmi) for e in evening.all(RemmiChecked)] == [(1, True), (2, True)]


@pytest.mark.parametrize(
    "parts",
    [
        ("nine orange", "five running four lying"),
        ("nine orange", "five running", "four lying"),
        ("nine", "orange", "five running four", "lying"),
        ("five orange running", "four orange lying"),
    ],
)
def test_cards_may_be_told_with_pauses(evening: Evening, parts: tuple[str, ...]) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(1)))
    evening.when("Ben, is it a Remmi", *((2.0 * place, part) for place, part in enumerate(parts, 1))).play()
    assert "Ben, please say" not in evening.said
    assert "Those are" not in evening.said
    assert [(e.player, e.is_remmi) for e in evening.all(RemmiChecked)] == [(1, True)]


@pytest.mark.parametrize(
    ("part", "told"), [("nine orange", "please say yes or no, or the cards"), ("five orange running", "Those are 5")]
)
def test_cards_of_which_the_rest_never_comes_are_asked_for_again(evening: Evening, part: str, told: str) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(1)))
    evening.when("Ben, is it a Remmi", part).when(told, "yes").play()
    assert [(e.player, e.is_remmi) for e in evening.all(RemmiChecked)] == [(1, True)]


@pytest.mark.parametrize("line", ["nine lying four five five purple", "four four", "orange running five"])
def test_what_no_rest_can_make_a_telling_is_asked_for_again_at_once(evening: Evening, line: str) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(1)))
    evening.when("Ben, is it a Remmi", line).when("please say yes or no", "yes").play()
    asked = next(event.at_s for event in evening.all(Said) if "please say yes or no" in event.text)
    heard = next(event.at_s for event in evening.all(Heard) if event.text == line)
    assert asked - heard < 1.0


@pytest.mark.parametrize("seat", range(2))
def test_cards_told_with_a_pause_are_heard(tmp_path: Path, chorus: Chorus, phones: PhoneRecognizer, seat: int) -> None:
    evening = Evening(tmp_path / "game.jsonl", recognizer=phones, chorus=chorus)
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(1)))
    told = ((0.5, (seat, "nine orange")), (2.7, (seat, "five running four lying")))
    evening.when("Ben, is it a Remmi", *told, (9.0, ControlKey("stop"))).play()
    assert "Ben, please say" not in evening.said
    assert [(e.player, e.is_remmi) for e in evening.all(RemmiChecked)] == [(1, True)]


@pytest.mark.parametrize("line", ["five orange five running four lying", "eight orange five running four lying"])
def test_cards_of_which_the_colour_does_not_add_up_are_no_answer(evening: Evening, line: str) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(1)))
    evening.when("Ben, is it a Remmi", line).when("please say yes or no", "nine orange five running four lying").play()
    assert "Ben, please say yes or no, or the cards" in evening.said
    assert [(e.player, e.is_remmi) for e in evening.all(RemmiChecked)] == [(1, True)]


@pytest.mark.parametrize("line", ["player 2 remmi demmi", "2 remmi demmi", "Player two, Remmi-Demmi!"])
def test_numbers_may_be_typed_as_digits(evening: Evening, line: str) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, line))
    evening.when("Ben, is it a Remmi", "9 orange, 5 running, 4 lying").play()
    assert [event.player for event in evening.all(Claimed)] == [1]
    assert [(e.player, e.is_remmi) for e in evening.all(RemmiChecked)] == [(1, True)]


def test_what_is_typed_in_a_pause_is_answered(evening: Evening) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, ControlKey("pause")), (4.0, "Anna remmi demmi"))
    evening.when("Pause.").when("Pause.", (1.0, ControlKey("go_on"))).play()
    assert evening.said.count("Pause. Say: referee, go on.") == 2
    assert evening.all(Claimed) == []


def test_calls_after_the_time_are_told_to_be_late_also_while_cards_are_checked(evening: Evening) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(1)))
    evening.when("Ben, is it a Remmi", "player three remmi demmi").when("too late", PlayerKey(3))
    evening.when("too late", "Zoe remmi demmi").when("too late", "yes")
    evening.when("Round 2", "player one remmi demmi").play()
    assert evening.said.count("That is too late") == 4
    assert "too early" not in evening.said
    assert evening.course.state.past == ((0, 4, 0, 0, 0),)


@pytest.mark.parametrize("line", ["player two looked", "Ben looked", "referee player two looked"])
def test_who_looked_early_is_told_with_and_without_the_referee(tmp_path: Path, line: str) -> None:
    evening = Evening(tmp_path / "game.jsonl", variants=("frantic",))
    evening.when(Prompted, line).play()
    assert [e.player for e in evening.all(Fouled)] == [1]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [("Zoe looked", "Nobody of that name"), ("player nine looked", "no player 9"), ("hello", "I do not know hello")],
)
def test_what_is_typed_before_the_timer_runs_is_always_answered(tmp_path: Path, line: str, sentence: str) -> None:
    evening = Evening(tmp_path / "game.jsonl", variants=("frantic",))
    evening.when(Prompted, line).play()
    assert sentence in evening.said
    assert evening.all(Fouled) == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("pause now", "I do not know pause now"),
        ("Zoe remmi demmi", "Nobody of that name"),
        ("patient referee", "does nothing"),
        ("Dan traded early", "not too early any more"),
    ],
)
def test_what_is_typed_while_the_timer_runs_is_always_answered(evening: Evening, line: str, sentence: str) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, line)).play()
    assert sentence in evening.said


def test_in_a_pause_repeat_tells_how_to_go_on(evening: Evening) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, ControlKey("pause"))
    evening.when("Pause.", "referee repeat").when("Pause.", (1.0, ControlKey("go_on"))).play()
    assert evening.said.count("Pause. Say: referee, go on.") == 2


@pytest.mark.parametrize("key", [PlayerKey(1), "player two remmi demmi"])
def test_a_key_too_early_and_in_a_pause_is_answered_as_a_call(evening: Evening, key: PlayerKey | str) -> None:
    evening.when(Prompted, key, (3.0, "lightning"))
    evening.when(TimerStarted, ControlKey("pause")).when("Pause.", key)
    evening.when("Pause.", (2.0, ControlKey("go_on")), (4.0, ControlKey("stop"))).play()
    assert "That is too early" in evening.said
    assert evening.said.count("Pause. Say: referee, go on.") == 2
    assert evening.all(Claimed) == []


def test_after_a_pause_the_table_tells_again_what_it_waits_for(evening: Evening) -> None:
    evening.when(Prompted, ControlKey("pause")).when("Pause.", ControlKey("go_on"))
    evening.play()
    assert evening.said.count("Anna, say snail or lightning.") == 2


def test_help_tells_the_times_and_how_to_tell_on_who_is_early(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "game.jsonl", variants=("frantic",))
    evening.when(Prompted, ControlKey("help")).when("Nobody may look yet", "look now")
    evening.when("say snail or lightning", ControlKey("help")).play()
    assert "The dealer says: look now." in evening.said
    assert "player two looked" in evening.said
    assert "snail, for 20 seconds, or lightning, for 12 seconds" in evening.said
    assert evening.said.count("player two traded early") == 2


def test_who_tells_on_somebody_while_cards_are_checked_is_answered(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "game.jsonl", variants=("frantic",))
    evening.when(Prompted, "look now").when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(1)))
    evening.when("Ben, is it a Remmi", "player three traded early").when("not too early any more", "yes").play()
    assert "Ben, please say yes" not in evening.said
    assert [(e.player, e.is_remmi) for e in evening.all(RemmiChecked)] == [(1, True)]


def test_the_last_answer_of_a_game_can_be_taken_back_by_typing(evening: Evening) -> None:
    evening.settings = replace(SHORT, remmi_demmi=RemmiDemmiSettings(lightning_s=5.0))
    for number in range(1, 8):
        evening.when("say snail or lightning", (0.5, "lightning")).when(TimerStarted, (1.0, PlayerKey(number % 2)))
        evening.when("is it a Remmi", "yes" if number < 7 else "no")
    evening.when("no Remmi costs", "no").when("Round 7: ", (1.0, "referee that was wrong"))
    evening.when("are checked again").when("is it a Remmi", "yes").play()
    assert len(evening.all(TakenBack)) == 1
    assert [e.is_remmi for e in evening.all(RemmiChecked)][-2:] == [False, True]
    assert len(evening.all(GameOver)) == 1


ODD = ("Łukasz", "민수", "X", "李 小龍", "O\u2019Brien", "Anna")


@pytest.mark.parametrize(
    ("line", "player"),
    [
        *(("Łukasz, Remmi Demmi!", 0), ("민수 remmi demmi", 1), ("x remmi demmi", 2), ("李 小龍 Remmi-Demmi", 3)),
        *(("O'Brien remmi demmi", 4), ("O\u2019Brien remmi demmi", 4), ("anna remmi demmi", 5)),
    ],
)
def test_every_name_can_be_typed_and_which_are_not_heard_is_told(tmp_path: Path, line: str, player: int) -> None:
    evening = Evening(tmp_path / "game.jsonl", ODD)
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, line), (2.0, ControlKey("stop"))).play()
    assert [event.player for event in evening.all(Claimed)] == [player]
    assert "call these by number" in evening.said
    assert "X is player 3" in evening.said
    assert "Anna is player" not in evening.said


def test_a_line_without_end_holds_up_nothing(evening: Evening) -> None:
    line = "x " * 20000
    evening.when(Prompted, line).when("I do not know", "lightning").when(TimerStarted, line, (1.0, PlayerKey(1)))
    evening.play()
    assert max(len(event.text) for event in evening.events if isinstance(event, Heard | Said)) < 400
    assert [event.player for event in evening.all(Claimed)] == [1]


@pytest.mark.parametrize("answer", ["Cleo", "player three", "player three remmi demmi", "three remmi demmi"])
def test_who_called_in_time_may_say_who_it_was_after_it(evening: Evening, answer: str) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (10.5, "remmi demmi")).when("Time!", (4.0, answer))
    evening.when("Cleo, is it a Remmi", "yes").play()
    assert evening.said.count("Who made Remmi Demmi?") == 2
    assert [event.player for event in evening.all(Claimed)] == [2]
    assert evening.all(Claimed)[0].onset_s == pytest.approx(evening.all(TimerStarted)[0].at_s + 10.5, abs=0.1)
    assert evening.course.state.past == ((0, 0, 4, 0, 0),)


def test_a_call_after_the_time_that_nobody_began_before_it_is_too_late(evening: Evening) -> None:
    evening.when(Prompted, "lightning").when("Time!", (0.1, "player two remmi demmi"))
    evening.when("Round 2", (1.0, "player two remmi demmi")).play()
    assert evening.all(Claimed) == []
    assert "That is too late" in evening.said


def test_who_never_says_who_called_ends_the_round_all_the_same(evening: Evening) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (10.5, "remmi demmi"), (60.0, ControlKey("stop"))).play()
    assert "Nobody made Remmi Demmi." in evening.said
    assert evening.course.state.round == 2


def test_another_call_right_after_one_without_a_name_takes_nobodys_place(evening: Evening) -> None:
    calls = ((2.0, "remmi demmi"), (2.5, "player four remmi demmi"), (5.0, "player two"))
    evening.when(Prompted, "lightning").when(TimerStarted, *calls).play()
    assert [claim.player for claim in evening.course.state.claims] == [1, 3]


def test_the_last_seconds_are_told_also_while_the_table_speaks(
    tmp_path: Path, synthesizer: Synthesizer, chorus: Chorus
) -> None:
    evening = Evening(tmp_path / "game.jsonl", synthesizer=synthesizer, chorus=chorus)
    evening.when(Prompted, "lightning").when(TimerStarted, (5.8, ControlKey("help")), (6.1, ControlKey("score"))).play()
    started = evening.all(TimerStarted)[0].at_s
    told = {event.text: event.at_s - started for event in evening.all(Said)}
    for count in range(1, 6):
        assert told[str(count)] == pytest.approx(12.0 - count, abs=0.05)


def test_half_of_the_time_is_told_late_where_the_table_speaks(
    tmp_path: Path, synthesizer: Synthesizer, chorus: Chorus
) -> None:
    evening = Evening(tmp_path / "game.jsonl", synthesizer=synthesizer, chorus=chorus)
    evening.settings = replace(SHORT, remmi_demmi=RemmiDemmiSettings(lightning_s=30.0))
    evening.when(Prompted, "lightning").when(TimerStarted, (14.0, "remmi demmi"), (20.0, ControlKey("stop"))).play()
    started = evening.all(TimerStarted)[0].at_s
    half_s = next(event.at_s for event in evening.all(Said) if event.text == "Half time.") - started
    assert 15.1 < half_s < 19.0


def test_who_types_need_not_hear_the_table_out(tmp_path: Path, synthesizer: Synthesizer, chorus: Chorus) -> None:
    evening = Evening(tmp_path / "game.jsonl", synthesizer=synthesizer, chorus=chorus)
    evening.when("Remmi Demmi with", (0.2, TypedLine("lightning", time.monotonic()))).play()
    assert evening.all(TimerStarted)[0].at_s < 6.0
    assert "Take 4 cards of each" in evening.said


@pytest.mark.parametrize(("after_s", "seat"), [(0.4, 1), (1.2, 2)])
def test_a_call_right_after_the_time_is_told_to_be_late(
    tmp_path: Path, synthesizer: Synthesizer, chorus: Chorus, phones: PhoneRecognizer, after_s: float, seat: int
) -> None:
    evening = Evening(tmp_path / "game.jsonl", recognizer=phones, synthesizer=synthesizer, chorus=chorus)
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(0)))
    evening.when("Time!", (after_s, (seat, f"player {('one', 'two', 'three')[seat]} remmi demmi")))
    evening.when("Anna, is it a Remmi", "yes").play()
    assert [event.player for event in evening.all(Claimed)] == [0]
    assert "That is too late; the round is over." in evening.said
    up = evening.all(TimeWasUp)[0]
    assert abs(up.at_s - evening.all(TimerStarted)[0].at_s - 12.0) <= 0.05


@pytest.mark.parametrize("seat", range(3))
def test_a_korean_yes_that_sounds_like_a_number_is_a_yes(tmp_path: Path, synthesizer: Synthesizer, seat: int) -> None:
    korean = load_language("ko")
    evening = Evening(tmp_path / "game.jsonl", language="ko", chorus=Chorus(synthesizer, korean, seed=1))
    evening.recognizer = PhoneRecognizer(SHORT.hearing, "ko")
    evening.when(Prompted, "번개").when(TimerStarted, (1.0, PlayerKey(1)))
    evening.when("레미인가요", (0.5, (seat, "네")), (9.0, ControlKey("stop"))).play()
    assert [(e.player, e.is_remmi) for e in evening.all(RemmiChecked)] == [(1, True)]


@pytest.mark.parametrize(("line", "told"), [("help", "Say yes if the nine cards are a Remmi"), ("score", "In all: ")])
def test_calls_without_the_referee_may_be_typed_while_cards_are_checked(evening: Evening, line: str, told: str) -> None:
    evening.when(Prompted, "lightning").when(TimerStarted, (1.0, PlayerKey(1)))
    evening.when("Ben, is it a Remmi", line).when("Ben, is it a Remmi", "yes").play()
    assert told in evening.said
    assert "please say yes or no" not in evening.said
    assert [(e.player, e.is_remmi) for e in evening.all(RemmiChecked)] == [(1, True)]
