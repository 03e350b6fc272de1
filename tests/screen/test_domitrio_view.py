"""The view of Domitrio: all that lies on the table, nothing that is hidden, and the terminal's drawing of it."""

import io
import re
from math import hypot

import pytest
from domitrio_game import domitrio_game
from rich.console import Console

from voicegames.domitrio_events import BoardShown, TileLaid
from voicegames.events import Event, SittingStarted
from voicegames.games.domitrio import Phase, State
from voicegames.games.domitrio_spots import spots_of
from voicegames.language import load_language
from voicegames.screen.domitrio_numbers import box
from voicegames.screen.domitrio_sayable import sayable
from voicegames.screen.domitrio_text import draw_domitrio
from voicegames.screen.domitrio_view import DomitrioBoard
from voicegames.screen.terminal import TerminalScreen
from voicegames.screen.view import View
from voicegames.screen.viewer import Viewer
from voicegames.table.course import new_course
from voicegames.table.domitrio_course import DomitrioCourse
from voicegames.table.domitrio_desk import Desk
from voicegames.table.domitrio_language import domitrio_language
from voicegames.table.domitrio_replies import Sight
from voicegames.table.domitrio_sayings import Act, Saying, Sayings
from voicegames.table.domitrio_wording import DomitrioWording

EN = load_language("en")


def started_of(events: list[Event]) -> SittingStarted:
    started = events[0]
    assert isinstance(started, SittingStarted)
    return started


def views(events: list[Event]) -> list[tuple[Event, View, State]]:
    started = started_of(events)
    course = new_course(started)
    viewer = Viewer(started, course, EN)
    seen = []
    for event in events[1:]:
        course.follow(event)
        seen.append((event, viewer.follow(event, course), course.state))
    return seen


def board_of(view: View) -> DomitrioBoard:
    assert isinstance(view.board, DomitrioBoard)
    return view.board


@pytest.mark.parametrize("seed", range(4))
def test_every_tile_is_on_the_board_or_counted(seed: int) -> None:
    for _, view, _ in views(domitrio_game(seed, 2 + seed)):
        board = board_of(view)
        laid = sum(not cell.is_held for cell in board.cells)
        counted = re.search(r"\d+", board.pool)
        assert counted is not None
        pool = int(counted[0])
        assert laid / 2 + sum(seat.cards for seat in view.seats) + pool == 36
        left, top, width, height = board.box
        if not any(cell.is_held for cell in board.cells):
            for cell in board.cells:
                assert left < cell.x < left + width
                assert top < cell.y < top + height


def test_a_rack_is_in_the_view_only_while_it_is_shown() -> None:
    shown = 0
    for event, view, state in views(domitrio_game(3)):
        board = board_of(view)
        wanted = isinstance(event, BoardShown) and event.rack
        assert bool(board.rack) == wanted
        if wanted:
            shown += 1
            rack = state.racks[state.turn]
            assert [tile.called.partition(": ")[2] for tile in board.rack] == [str(tile) for tile in rack]
        text = str(view) + draw_domitrio(view, EN).plain
        for player, rack in enumerate(state.racks):
            for tile in rack:
                if not (wanted and player == state.turn):
                    assert str(tile) not in text
    assert shown > 5


def test_that_not_all_spots_are_on_the_board_is_told_where_it_is_so() -> None:
    told = set()
    for seed in range(4):
        for event, view, state in views(domitrio_game(seed, 2)):
            if isinstance(event, BoardShown) and event.called > 0 and event.tile is None:
                every = len(spots_of(state).every)
                is_told = f"20 of {every} spots are on the board" in view.sayable
                assert is_told == (every > event.called)
                told.add(is_told)
    assert told == {True, False}


@pytest.mark.parametrize("code", ["en", "de", "ko"])
def test_only_what_may_be_said_now_is_listed(code: str) -> None:
    words = domitrio_language(load_language(code))
    sayings, wording = Sayings(words), DomitrioWording(words.language)
    draw, show, hide = (" ".join(words.sayings[key][0]) for key in ("draw", "show_tiles", "hide_tiles"))
    besides = 0
    for seed in range(3):
        events = domitrio_game(seed, 2, robots=(None, "easy") if seed == 2 else None)
        course = DomitrioCourse(started_of(events))
        for event in events[1:]:
            course.follow(event)
            state, shown = course.state, course.shown
            told = sayable(course, words, spots_of(course.state))
            listed = told.split(", ") if told else []
            if state.is_over or course.robots[state.turn] is not None:
                assert len(listed) <= 1
                continue
            sight = Sight(shown.tile, shown.spot, shown.called, shown.rack)
            for text in listed:
                desk = Desk(state, sayings, wording, sight)
                saying = sayings.typed(text)
                assert saying is not None, text
                spelled = [phrase for phrase, meaning in desk.moment().says.items() if meaning == saying]
                assert spelled, text
                if saying.symbol is not None:
                    besides += 1
                    assert spots_of(state).beside(state.board, saying.symbol, shown.tile)
            spots = spots_of(state).every
            assert (draw in listed) == (state.phase is Phase.LAY and not spots and bool(state.pool))
            assert (show in listed) == (not shown.rack)
            assert (hide in listed) == shown.rack
    assert besides > 20


def test_new_sets_are_lit_and_named_until_the_next_roll() -> None:
    for event, view, _ in views(domitrio_game(2)):
        board = board_of(view)
        lit = [cell for cell in board.cells if cell.is_lit]
        if isinstance(event, TileLaid):
            assert len(lit) >= 3
            assert board.made
            assert sum(cell.is_new for cell in board.cells) == 2
        elif not isinstance(event, BoardShown) and view.winner is None:
            assert not lit
            assert not board.made


def test_spots_are_numbered_once_and_the_held_tile_is_on_its_cells() -> None:
    held = 0
    for event, view, _ in views(domitrio_game(6)):
        board = board_of(view)
        if isinstance(event, BoardShown) and event.tile is None:
            numbers = [number for mark in board.spots for number in numbers_in(mark.numbers)]
            assert sorted(numbers) == list(range(1, len(numbers) + 1))
        if isinstance(event, BoardShown) and event.spot is not None:
            held += 1
            assert sum(cell.is_held for cell in board.cells) == 2
            assert sum(mark.is_held for mark in board.spots) == 1
        assert len({(cell.q, cell.r) for cell in board.cells}) == len(board.cells)
    assert held > 5


def test_the_end_is_told_in_the_words_of_the_game() -> None:
    view = views(domitrio_game(1))[-1][1]
    assert view.winner is not None
    assert view.headline == f"{view.seats[view.winner].name} wins!"
    assert "laid all tiles" in view.lines[-1].text
    assert "cards" not in view.lines[-1].text


def test_the_terminal_draws_each_symbol_by_letter_and_sign() -> None:
    for _, view, _ in views(domitrio_game(4))[::5]:
        board, drawn = board_of(view), draw_domitrio(view, EN).plain
        rows = drawn.split("\n")
        for cell in board.cells:
            sign = {"hexagon": "#", "circle": "o", "star": "*"}[cell.symbol.shape]
            assert cell.symbol.letter + sign in drawn
        counted = sum(len(re.findall(r"[RBY][#o*]", row)) for row in rows[1:])
        assert counted == len(board.cells) + 2 * len(board.rack)


@pytest.mark.parametrize("is_terminal", [True, False])
def test_the_terminal_is_cleared_when_shown_tiles_are_hidden(is_terminal: bool) -> None:
    out = io.StringIO()
    screen = TerminalScreen(Console(file=out, force_terminal=is_terminal, width=100, color_system=None))
    events = domitrio_game(3, moves=30)
    course = DomitrioCourse(started_of(events))
    screen.show(events[0], course)
    cleared = hidden = 0
    was_shown = False
    for event in events[1:]:
        course.follow(event)
        out.seek(0)
        out.truncate()
        screen.show(event, course)
        hides, was_shown = was_shown and not course.shown.rack, course.shown.rack
        hidden += hides
        cleared += "\x1b[2J" in out.getvalue()
        assert ("\x1b[2J" in out.getvalue()) == (hides and is_terminal)
    assert hidden > 5
    assert cleared == (hidden if is_terminal else 0)


def test_a_robots_turn_has_no_buttons() -> None:
    for _, view, state in views(domitrio_game(4, robots=(None, "hard", None))):
        if view.turn == 1 and not state.is_over:
            assert view.buttons == ()


def numbers_in(text: str) -> list[int]:
    """Read "1-3, 7" as a person does."""
    numbers = []
    for part in text.split(", "):
        first, _, last = part.partition("-")
        numbers += list(range(int(first), int(last or first) + 1))
    return numbers


def test_numbers_lie_on_their_cells_in_one_size_and_cover_nothing() -> None:
    most, smallest = 0, 1.0
    for seed in range(6):
        for event, view, _ in views(domitrio_game(seed, 2 + seed % 5)):
            board = board_of(view)
            if not isinstance(event, BoardShown) or not board.spots:
                continue
            most = max(most, len(board.spots))
            free = [mark for mark in board.spots if not mark.is_held]
            assert len({mark.size for mark in free}) <= 1
            smallest = min([smallest, *(mark.size for mark in free)])
            boxes = [(mark, box(mark.numbers, mark.size, (mark.x, mark.y))) for mark in board.spots]
            for number, (mark, there) in enumerate(boxes):
                assert not any(there.covers(other) for _, other in boxes[:number]), mark
                near = min(hypot(mark.x - q - r / 2, mark.y - r * 3**0.5 / 2) for q, r in mark.cells)
                assert near <= 0.6, mark
    assert most >= 12
    assert smallest >= 0.18


def test_what_is_read_aloud_has_keys_that_the_table_understands() -> None:
    sayings = Sayings(domitrio_language(EN))
    for _, view, state in views(domitrio_game(5, moves=20)):
        if state.phase is not Phase.OVER:
            acts = {button.key: sayings.typed(button.says) for button in view.buttons}
            read = {":": Act.READ_BOARD, ";": Act.OPEN, "=": Act.READ_TILES, ",": Act.MORE}
            assert {key: acts[key] for key in read} == {key: Saying(act) for key, act in read.items()}
            assert None not in acts.values()
