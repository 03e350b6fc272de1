"""Domitrio at the table: whole turns and games by what is typed, as a person would say it."""

import random
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest
from domitrio_scene import DomitrioScene, started_with
from rich.cells import cell_len

from voicegames.domitrio_events import BoardShown, DieRolled, TileDrawn, TileLaid
from voicegames.errors import Failure
from voicegames.events import Event, GameOver, Paused, Said, Stopped, TakenBack, WentOn
from voicegames.games.domitrio import Phase, State, Symbol, legal
from voicegames.games.domitrio_spots import Spot, spots_of
from voicegames.language import load_language
from voicegames.table.course import course_of
from voicegames.table.domitrio_course import DomitrioCourse
from voicegames.table.domitrio_language import domitrio_language
from voicegames.table.domitrio_question import NAMED_AT_MOST
from voicegames.table.domitrio_statistics import as_csv, as_lines, figures_of
from voicegames.table.happenings import ControlKey, Key, PlayerKey
from voicegames.table.journal import read_journal


def scene(tmp_path: Path, *lines: str | Key, **options: Any) -> DomitrioScene:
    return DomitrioScene(tmp_path / "game.jsonl", lines, **options).play()


def test_a_turn_by_voice(tmp_path: Path) -> None:
    played = scene(tmp_path, "roll", "tile 1", "spot 2", "lay it")
    assert played.faces == ["circle"]
    (laid,) = played.laid
    assert laid.player == 0
    assert played.course.state.turn == 1
    assert len(played.course.state.racks[0]) == 4
    assert "Ada: roll." in played.said[0]
    assert played.said[1].startswith("Circle. 24 spots. Say a tile and a spot")
    assert played.said[2] == "Tile 1: 4 spots. Which one?"
    assert played.said[3].startswith("2: ")
    assert played.said[3].endswith("Lay it?")
    assert played.said[4].startswith("Ada lays ")
    assert played.said[4].endswith("Ben: roll.")


def test_what_may_be_said_is_told_in_the_first_turn_only(tmp_path: Path) -> None:
    played = scene(tmp_path, "roll", "spot 1 lay it", "roll", "spot 1 lay it", "roll")
    told = [text for text in played.said if "read my tiles" in text]
    assert len(told) == 2
    assert len(played.faces) == 3


def test_one_breath_is_enough(tmp_path: Path) -> None:
    by_steps = scene(tmp_path, "roll", "tile 1", "spot 2", "lay it").laid
    (tmp_path / "game.jsonl").unlink()
    assert [e.first for e in scene(tmp_path, "roll", "Tile 1, spot 2, lay it!").laid] == [e.first for e in by_steps]


def test_keys_choose_tile_and_spot(tmp_path: Path) -> None:
    played = scene(tmp_path, "roll", PlayerKey(0), PlayerKey(1), "yes")
    (tmp_path / "game.jsonl").unlink()
    spoken = scene(tmp_path, "roll", "tile 1", "spot 2", "lay it")
    assert (played.laid[0].first, played.laid[0].second) == (spoken.laid[0].first, spoken.laid[0].second)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (("spot 1",), "First say: roll."),
        (("lay it",), "First say: roll."),
        (("draw",), "First say: roll."),
        (("undo",), "There is nothing to undo now."),
        ((ControlKey("patient_referee"),), "In Domitrio nobody is judged by how they speak"),
        (("roll", "roll"), "The die is rolled: circle."),
        (("roll", "tile 9"), "You have no tile 9; you have 5 tiles."),
        (("roll", "tile 1 spot 60"), "There is no spot 60; there are 4."),
        (("roll", "spot 25"), "There is no spot 25; there are 24."),
        (("roll", "lay it"), "First choose a spot."),
        (("roll", "turn it"), "First choose a spot."),
        (("roll", "pass"), "You can lay. Hint: tile"),
        (("roll", "draw"), "You can lay. Hint: tile"),
        (("roll", "beside red star"), "There is no red star on the board."),
        (("roll", "more"), "There is nothing more to read."),
        (("roll", "bla"), "Again, please?"),
        (("roll", "bla", "bla"), "I did not understand. 24 spots. Say a tile and a spot"),
    ],
)
def test_what_is_not_possible_is_told_and_costs_nothing(
    tmp_path: Path, lines: tuple[str | Key, ...], sentence: str
) -> None:
    played = scene(tmp_path, *lines)
    assert any(text.startswith(sentence) for text in played.said), played.said
    assert not played.laid
    assert [len(rack) for rack in played.course.state.racks] == [5, 5]


def test_a_forbidden_turning_is_told_by_its_row(tmp_path: Path) -> None:
    for seed in range(12):
        path = tmp_path / f"{seed}.jsonl"
        start = DomitrioScene(path, ["roll"], seed=seed).play()
        for spot in spots_of(start.course.state).every:
            if spots_of(start.course.state).turned(spot) is None:
                path.unlink()
                told = DomitrioScene(path, ["roll", f"spot {spot.number}", "turn it"], seed=seed).play().said[-1]
                assert told.startswith("Not turned. That would ")
                return
    raise AssertionError("no spot of these games forbids turning")


def test_undo_gives_the_turn_back_until_the_next_roll(tmp_path: Path) -> None:
    played = scene(tmp_path, "roll", "spot 1 lay it", "undo", "spot 2 lay it", "roll", "undo")
    taken = [event for event in played.events if isinstance(event, TakenBack)]
    assert len(taken) == 1
    assert [laid.number for laid in played.laid] == [1, 2]
    assert any(text.startswith("Undone. Ada, it is your turn again.") for text in played.said)
    assert played.said[-1] == "There is nothing to undo now."
    assert played.course.state.turn == 1
    assert len(played.course.state.racks[0]) == 4


def test_that_was_wrong_takes_the_last_move_back_with_what_robots_did_after_it(tmp_path: Path) -> None:
    lines: list[str | ControlKey] = ["roll", "spot 1 lay it", ControlKey("that_was_wrong"), "no"]
    played = scene(tmp_path, *lines, players=("Ada", "Robot"), robots=(None, "middle"))
    assert "The move stands." in played.said
    assert not any(isinstance(event, TakenBack) for event in played.events)
    (tmp_path / "game.jsonl").unlink()
    # The robot has moved by then: its moves go as well.
    played = scene(tmp_path, "roll", "spot 1 lay it", players=("Ada", "Robot"), robots=(None, "middle"))
    on = DomitrioScene(tmp_path / "game.jsonl", ["referee that was wrong", "yes"]).play()
    assert any("Was that wrong?" in text for text in on.said)
    assert any(text.startswith("Taken back. Ada") for text in on.said)
    assert on.course.state.turn == 0
    assert on.course.state.phase is Phase.LAY
    assert [len(rack) for rack in on.course.state.racks] == [5, 5]


def test_nothing_of_a_rack_is_said_or_shown_unasked(tmp_path: Path) -> None:
    played = scene(tmp_path, "roll", "tile 1", "referee score", "referee pause", "referee go on", "read the board")
    tiles = [str(tile) for tile in played.course.state.racks[0]]
    assert not any(tile in text for text in played.said for tile in tiles)
    assert not any(shown.rack for shown in played.shown)


def test_tiles_are_shown_until_the_turn_ends(tmp_path: Path) -> None:
    played = scene(tmp_path, "roll", "show my tiles", "spot 1 lay it")
    assert played.shown[0].rack
    assert not played.course.shown.rack
    asked = DomitrioScene(tmp_path / "other.jsonl", ["read my tiles"]).play()
    assert all(str(tile) in asked.said[-1] for tile in asked.course.state.racks[0])


def test_the_board_is_read_in_pieces(tmp_path: Path) -> None:
    played = scene(tmp_path, "roll", "spot 1 lay it", "roll", "spots", "more", "again please", "say again")
    assert played.said[-4].startswith("1: tile ")
    assert played.said[-4].endswith("More?")
    assert played.said[-3].startswith("4: tile ")
    assert played.said[-1] == played.said[-3]


def touched(state: State, spot: Spot) -> set[Symbol]:
    return {state.board.symbols[cell] for cell in state.board.touched(spot.laying)}


def test_a_question_is_answered_by_number_or_side(tmp_path: Path) -> None:
    """ "Beside" a symbol may fit two ways of lying on the same cells, or several spots."""
    asked = 0
    for seed in range(30):
        path = tmp_path / f"{seed}.jsonl"
        state: State = DomitrioScene(path, ["roll"], seed=seed).play().course.state
        spots = spots_of(state)
        for number in range(1, 6):
            for symbol in set(state.board.symbols.values()):
                fitting = [
                    s
                    for s in spots.of(number)
                    if symbol in {state.board.symbols[c] for c in state.board.touched(s.laying)}
                ]
                if len(fitting) < 2:
                    continue
                path.unlink()
                both_ways = len(fitting) == 2 and spots.turned(fitting[0]) == fitting[1]
                answer = {"up": 0, "left": 0} if both_ways else {str(fitting[1].number_of_tile): 1}
                saying = f"tile {number} beside {symbol}"
                word = next(iter(answer))
                played = DomitrioScene(path, ["roll", saying, word], seed=seed).play()
                question = played.said[2]
                if both_ways and "left or right" in question:
                    path.unlink()
                    played = DomitrioScene(path, ["roll", saying, "left"], seed=seed).play()
                assert question.endswith("?" if len(fitting) <= NAMED_AT_MOST else "or say a number.")
                assert played.course.shown.spot == fitting[next(iter(answer.values()))].number, question
                asked += 1
                if asked > 6:
                    return
    raise AssertionError("these games never ask")


@pytest.mark.parametrize("players", [2, 3, 6])
def test_robots_play_whole_games(tmp_path: Path, players: int) -> None:
    names = tuple(f"Robot {number}" for number in range(players))
    strengths = tuple(("easy", "middle", "hard")[number % 3] for number in range(players))
    played = scene(tmp_path, players=names, robots=strengths)
    assert played.course.is_over
    assert [event.winner for event in played.events if isinstance(event, GameOver)]
    assert "win" in played.said[-1]
    again = course_of(read_journal(tmp_path / "game.jsonl").events)
    assert again.state == played.course.state


def test_a_person_and_a_robot_play_to_the_end_by_hints(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    lines: list[str] = []
    for _ in range(80):
        played = DomitrioScene(path, lines, seed=8, players=("Ada", "Robot"), robots=(None, "hard")).play()
        state = played.course.state
        if played.course.is_over:
            break
        if state.phase is Phase.ROLL:
            lines = ["roll"]
        elif legal(state):
            lines = ["spot 1", "lay it"]
        else:
            lines = ["draw"] if state.pool else ["pass"]
    assert played.course.is_over
    assert "win" in played.said[-1]
    events = read_journal(path).events
    figures = figures_of(events)
    laid = sum(isinstance(event, TileLaid) for event in events)
    assert sum(f.laid for f in figures) == laid
    assert sum(f.drawn for f in figures) == sum(isinstance(event, TileDrawn) for event in events)
    for code, head in (("en", "tiles left"), ("de", "noch Steine"), ("ko", "남은 타일")):
        table = as_lines(figures, domitrio_language(load_language(code)).language).splitlines()
        assert table[0].endswith(head)
        assert [row.split() for row in table[1:]] == [list(map(str, astuple(f))) for f in figures]
        # Every row is as wide as a terminal shows it.
        assert len({cell_len(row) for row in table}) == 1
    assert as_csv(figures).splitlines()[0].startswith("player,laid")


def test_a_game_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    played = scene(tmp_path, "roll", "spot 1 lay it", "roll", "referee stop")
    assert isinstance(played.events[-2], Stopped)
    on = DomitrioScene(path, ["spot 1 lay it"]).play()
    assert on.said[0].startswith("We go on where we stopped. Ben, it is your turn.")
    assert on.laid[0].player == 1
    # A journal that was cut in the middle of a line loses nothing but that line.
    data = path.read_bytes()
    path.write_bytes(data[:-7])
    assert DomitrioScene(path, ["roll"]).play().course.state.turn == 0


def test_pause_and_score(tmp_path: Path) -> None:
    played = scene(tmp_path, ControlKey("pause"), "roll", ControlKey("score"), ControlKey("pause"), "roll")
    kinds = [type(event) for event in played.events]
    assert kinds.index(Paused) < kinds.index(WentOn)
    assert "Ada: 5 tiles. Ben: 5 tiles. In the pool: 25 tiles." in played.said
    assert [event for event in played.events if isinstance(event, DieRolled)]


@pytest.mark.parametrize("announce", ["mistakes", "none"])
def test_a_quiet_table_only_answers(tmp_path: Path, announce: str) -> None:
    played = scene(tmp_path, "roll", "spot 1 lay it", "roll", "hint", announce=announce)
    assert len(played.said) == 1
    assert played.said[0].startswith("Hint: ")


def test_nothing_that_is_typed_raises(tmp_path: Path) -> None:
    rng = random.Random(4)
    words = ["tile", "spot", "1", "2", "17", "99", "-3", "roll", "lay", "it", "beside", "red", "star", "more", "draw"]
    words += ["", "é", "yes", "no", "undo", "turn", "near", "what", "is", "seven", "\x00", "9" * 40]
    lines = [" ".join(rng.choice(words) for _ in range(rng.randrange(1, 6))) for _ in range(300)]
    played = scene(tmp_path, *[line for line in lines if line.strip()])
    assert course_of(read_journal(tmp_path / "game.jsonl").events).state == played.course.state


@pytest.mark.parametrize(
    "event",
    [
        TileLaid(0.0, 0, 0, "red star and blue circle", (0, 0), (0, 1)),
        TileLaid(0.0, 1, 0, "red fish and blue circle", (0, 0), (0, 1)),
        DieRolled(0.0, 0, 0, "green"),
        DieRolled(0.0, 3, 0, "red"),
        DieRolled(0.0, 0, 1, "red"),
        TileDrawn(0.0, 0, 0),
        TakenBack(0.0, 0),
        BoardShown(0.0, 1),
    ],
)
def test_a_journal_that_does_not_fit_is_refused(event: Event) -> None:
    course = DomitrioCourse(started_with(3, ("Ada", "Ben")))
    with pytest.raises(Failure) as caught:
        course.follow(event)
    assert caught.value.code == "journal"


def test_the_table_says_no_sentence_twice_for_one_move(tmp_path: Path) -> None:
    played = scene(tmp_path, "roll", "spot 1 lay it", "roll")
    texts = [event.text for event in played.events if isinstance(event, Said)]
    assert sum("lays" in text for text in texts) == 1
