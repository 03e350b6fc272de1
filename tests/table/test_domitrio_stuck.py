"""The stuck end at the table: the pool is empty, nobody could lay with any roll, and the fewest tiles win."""

import random
from pathlib import Path

import pytest
from domitrio_scene import DomitrioScene, started_with

from voicegames.events import GameOver, TakenBack
from voicegames.games.domitrio import FACES, Phase, State, legal
from voicegames.table.course import course_of
from voicegames.table.domitrio_course import DomitrioCourse
from voicegames.table.journal import read_journal

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")

PASSING = 805


def said_to_the_end(seed: int) -> tuple[list[str], State]:
    """What six people say who always lay at the first spot, and how their game stands then."""
    state = DomitrioCourse(started_with(seed, NAMES)).state
    lines: list[str] = []
    while not state.is_over:
        if state.phase is Phase.ROLL:
            state = state.roll(random.Random(f"{seed}-{len(lines)}").choice(FACES))
            lines.append("roll")
        elif spots := legal(state):
            state = state.lay(spots[0])
            lines.append("spot one, lay it")
        else:
            lines.append("draw" if state.pool else "pass")
            state = state.draw() if state.pool else state.pass_turn()
    return lines, state


@pytest.mark.parametrize(
    ("seed", "winners", "sentence"),
    [
        (227, (2,), "Nobody can lay any more. Cleo has the fewest tiles and wins!"),
        (441, (2, 3), "Nobody can lay any more. Cleo and Dan share the win!"),
        (1874, (2, 3, 4), "Nobody can lay any more. Cleo, Dan and Eva share the win!"),
    ],
)
def test_the_stuck_end_is_told(tmp_path: Path, seed: int, winners: tuple[int, ...], sentence: str) -> None:
    lines, end = said_to_the_end(seed)
    assert end.is_stuck
    assert not end.pool
    path = tmp_path / "game.jsonl"
    before = DomitrioScene(path, lines[:-1], seed=seed, players=NAMES).play()
    assert not before.course.is_over
    played = DomitrioScene(path, [*lines[-1:], "roll", "spot one"]).play()
    assert played.said[-1].endswith(sentence)
    assert played.course.state == end
    assert played.course.state.winners == winners
    assert [event.winner for event in played.events if isinstance(event, GameOver)] == [winners[0]]
    assert course_of(read_journal(path).events).is_over


def test_who_can_not_lay_passes_once_the_pool_is_empty(tmp_path: Path) -> None:
    lines, end = said_to_the_end(PASSING)
    assert "pass" in lines
    # Before the first pass somebody tries to draw, which is told by what to say instead.
    tried = lines.index("pass")
    lines.insert(tried, "draw")
    played = DomitrioScene(tmp_path / "game.jsonl", lines, seed=PASSING, players=NAMES).play()
    assert played.course.state == end
    assert any("Nothing fits, and the pool is empty. Say: pass." in text for text in played.said)
    assert sum(text.count(" passes.") for text in played.said) == lines.count("pass")
    assert played.said[-1].endswith("Finn has the fewest tiles and wins!")


@pytest.mark.parametrize("saying", ["undo", "referee that was wrong"])
def test_the_move_that_ended_the_game_can_be_taken_back_for_a_moment(tmp_path: Path, saying: str) -> None:
    lines, _ = said_to_the_end(227)
    answers = [saying] if saying == "undo" else [saying, "yes"]
    played = DomitrioScene(tmp_path / "game.jsonl", [*lines, *answers], seed=227, players=NAMES).play()
    assert any(isinstance(event, TakenBack) for event in played.events)
    assert not any(isinstance(event, GameOver) for event in played.events)
    assert not played.course.is_over
