"""What the table of Domitrio tells who sees nothing: why not, what lies next to what, the rules, and all once more."""

import re
from pathlib import Path

import pytest
from domitrio_scene import WORDS, DomitrioScene
from test_domitrio_language import states

from voicegames.domitrio_events import BoardShown, TileLaid
from voicegames.events import Event, Resumed
from voicegames.games.domitrio import Board, State
from voicegames.games.domitrio_board import SYMBOLS, Laying
from voicegames.games.domitrio_spots import beside, nearest_refused, spots_of, turned
from voicegames.games.hexgrid import Cell, neighbours
from voicegames.language import load_language
from voicegames.screen.domitrio_view import DomitrioBoard
from voicegames.screen.viewer import view_of
from voicegames.table.domitrio_desk import Desk
from voicegames.table.domitrio_language import available, domitrio_language
from voicegames.table.domitrio_sayings import Act, Saying, Sayings
from voicegames.table.domitrio_wording import DomitrioWording
from voicegames.table.happenings import Key
from voicegames.table.journal import read_journal

WORDING = DomitrioWording(WORDS.language)


def scene(tmp_path: Path, *lines: str | Key, **options: object) -> DomitrioScene:
    return DomitrioScene(tmp_path / "game.jsonl", lines, **options).play()  # type: ignore[arg-type]


def in_a_row(board: Board, laying: Laying) -> list[list[str]]:
    """The symbols of each row through the tile, found cell by cell and not as the game does."""
    symbols = {**board.symbols, **dict(laying.ends)}
    rows = []
    for step_q, step_r in ((1, 0), (0, 1), (-1, 1)):
        for cell in laying.cells:
            q, r = cell
            while (q - step_q, r - step_r) in symbols:
                q, r = q - step_q, r - step_r
            row = []
            while (q, r) in symbols:
                row.append(str(symbols[Cell(q, r)]))
                q, r = q + step_q, r + step_r
            rows.append(row)
    return rows


def refused(state: State) -> list[Laying]:
    """What may be refused: the tiles beside a symbol where none fits, all ways of one of them, and a tile turned."""
    board, rack = state.board, state.racks[state.turn]
    symbols = sorted(set(board.symbols.values()), key=lambda symbol: symbol.code)
    near = [nearest_refused(board, beside(board, tile, symbol), state.rolled) for tile in rack for symbol in symbols]
    ways = [way for symbol in symbols for way in beside(board, rack[0], symbol)]
    ends = [turned(spot.laying) for spot in spots_of(state).every]
    return [laying for laying in (*near, *ways, *ends) if laying and board.refusal(laying, state.rolled)]


def test_every_refusal_names_the_symbols_that_show_why() -> None:
    kinds = {"which is no set": "row", "which is more than three": "long", "but a set needs three": "short"}
    told = dict.fromkeys((*kinds.values(), "roll"), 0)
    for state in states(60, seed=11):
        for laying in refused(state):
            text = WORDING.refusal(state.board, laying, state.rolled)
            named = re.findall("(?:red|blue|yellow) (?:hexagon|circle|star)", text)
            if found := re.match("That would put .* in a row, (.*)\\.$", text):
                kind = kinds[found[1]]
                assert named in in_a_row(state.board, laying)
                assert {"row": len(named) == 3, "long": len(named) > 3, "short": len(named) == 2}[kind]
            else:
                kind = "roll"
                assert text.endswith(f", but {state.rolled} was rolled.")
                assert {str(state.board.symbols[c]) for c in state.board.touched(laying)} == set(named)
                assert not any(str(state.rolled) in symbol for symbol in named)
            told[kind] += 1
    assert all(told.values()), told


@pytest.mark.parametrize("code", available())
def test_every_language_names_them(code: str) -> None:
    words = domitrio_language(load_language(code))
    wording = DomitrioWording(words.language)
    for state in states(6, seed=11):
        for laying in refused(state):
            text = wording.refusal(state.board, laying, state.rolled)
            assert any(wording.symbol(symbol) in text for symbol in SYMBOLS), text


class Listener:
    """Knows of the board only what is read aloud: where a line and a place lie is taken from the words alone."""

    def __init__(self, sentences: tuple[str, ...]) -> None:
        self.at: dict[tuple[float, int], str] = {}
        first = re.search("(?:every second line, from line|line) (\\d+)(?: on,)? lies half a", sentences[0], re.I)
        shifted = None if first is None else int(first[1]) % 2
        for sentence in sentences[1:]:
            found = re.match(r"Line (\d+): (.*)\.$", sentence)
            if found is None:
                continue
            line = int(found[1])
            for stretch in re.findall(r"from place (\d+): ([^;]*)", found[2]):
                for step, symbol in enumerate(stretch[1].split(", ")):
                    further = 0.5 if shifted == line % 2 else 0.0
                    self.at[int(stretch[0]) + step + further, line] = symbol

    def touching(self) -> list[tuple[str, str]]:
        """Every two symbols that lie next to each other."""
        return sorted(
            (one, other)
            for (x, line), one in self.at.items()
            for dx, dline in ((1.0, 0), (-1.0, 0), (0.5, 1), (-0.5, 1), (0.5, -1), (-0.5, -1))
            if (other := self.at.get((x + dx, line + dline))) is not None
        )


def test_who_hears_the_board_knows_what_lies_next_to_what() -> None:
    shifts, lines = set(), set()
    for state in states(120, seed=4):
        board = state.board
        sentences = WORDING.board(board)
        really = sorted(
            (str(symbol), str(board.symbols[there]))
            for cell, symbol in board.symbols.items()
            for there in neighbours(cell)
            if there in board.symbols
        )
        listener = Listener(sentences)
        assert len(listener.at) == len(board.symbols)
        assert listener.touching() == really, sentences
        shifts.add("line 1" in sentences[0].casefold())
        lines.add(min(len(sentences) - 1, 3))
        # It is said once, and shortly.
        assert sum("half a place" in sentence for sentence in sentences) == (len(sentences) > 2)
    assert shifts == {True, False}
    assert lines >= {2, 3}


SIDES = {
    **{"left": (-1.0, 0), "right": (1.0, 0), "upper left": (-0.5, -1), "upper right": (0.5, -1)},
    **{"lower left": (-0.5, 1), "lower right": (0.5, 1)},
}


def found_by_ear(listener: Listener, told: str) -> tuple[float, int]:
    """Where "blue star in line 2, place 3" lies, as far as it is told; exactly one place fits."""
    parts = re.match(r"(\w+ \w+)(?: in line (\d+))?(?:, place (\d+))?$", told)
    assert parts is not None, told
    symbol, line, place = parts.groups()
    fitting = [
        (x, there)
        for (x, there), other in listener.at.items()
        if other == symbol and line in (None, str(there)) and place in (None, str(int(x)))
    ]
    assert len(fitting) == 1, (told, fitting)
    return fitting[0]


def test_who_hears_a_spot_or_a_laying_knows_where_it_is() -> None:
    forms = set()
    for state in states(40, seed=4):
        board, spots = state.board, spots_of(state).every
        listener = Listener(WORDING.board(board))
        leftmost = min(cell.q + cell.r / 2 for cell in board.symbols)
        top = min(cell.r for cell in board.symbols)
        for spot, text in zip(spots, WORDING.spots(board, spots), strict=True):
            told = re.match(r"(\w+ \w+) (.*?)(?: of)? the ([^;]*); makes ", text)
            assert told is not None, text
            x, line = found_by_ear(listener, told[3])
            across, down = SIDES[told[2]]
            ends = {(1 + c.q + c.r / 2 - leftmost, 1 + c.r - top): str(symbol) for c, symbol in spot.laying.ends}
            assert ends[x + across, line + down] == told[1], text
            forms.add(told[3].count(" "))
            # Another player hears the same when the tile is laid.
            laid = WORDING.laid("Ben", board, spot.laying)
            assert laid.startswith(f"Ben lays {spot.laying.tile}, {told[0].removesuffix('; makes ')}: ")
        for text in WORDING.openings(board):
            if waits := re.search("fits by (.*) and (.*)\\.$", text):
                one, other = (found_by_ear(listener, part) for part in waits.groups())
                assert one != other
    assert forms == {1, 4, 6}


def test_say_again_says_what_was_said_last_in_every_turn(tmp_path: Path) -> None:
    played = scene(tmp_path, "say again", "roll", "say again", "spot 1 lay it", "say again", "referee repeat")
    assert played.said[0].endswith("Ada: roll.")
    assert played.said[1] == played.said[0]
    assert played.said[2] == played.said[3]
    assert played.said[3].startswith("Circle. 24 spots.")
    assert played.said[4].startswith("Ada lays ")
    assert played.said[5] == played.said[6] == played.said[4]


def test_say_again_names_who_is_due_at_a_quiet_table(tmp_path: Path) -> None:
    played = scene(tmp_path, "say again", "roll", "say again", announce="none")
    assert played.said[0] == "Ada: roll."
    assert played.said[1].startswith("Circle. 24 spots.")


def test_the_end_can_be_said_again(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    played = scene(tmp_path, players=("Robot 1", "Robot 2"), robots=("hard", "easy"))
    told = played.said[-1]
    assert "win" in told
    events = read_journal(path).events
    last = max(place for place, event in enumerate(events) if isinstance(event, TileLaid))
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[: last + 1]))
    again = DomitrioScene(path, ["referee repeat"]).play()
    assert again.said[-1].endswith(told.split(". ")[-1])
    assert len(again.said) == 2
    assert again.said[0] == again.said[1]


def test_zoom_is_answered_and_leaves_what_is_asked_or_read(tmp_path: Path) -> None:
    lines = ["zoom out", "centre", *["zoom in"] * 5, "center", "zoom out", "zoom out", "zoom out", "zoom out"]
    played = scene(tmp_path, *lines)
    closer = ["Closer."] * 4
    assert played.said[1:] == [
        *("All of the board is shown.", "All of the board is shown.", *closer, "It is as close as it gets."),
        *("The middle is shown.", *["Further away."] * 3, "All of the board is shown."),
    ]
    assert [shown.zoom for shown in played.shown][-1] == 0


def test_zoom_keeps_the_rest_of_a_reading(tmp_path: Path) -> None:
    played = scene(tmp_path, "roll", "spots", "zoom in", "yes", "say again")
    assert played.said[3] == "Closer."
    assert played.said[4].startswith("4: ")
    assert played.said[5] == played.said[4]


def test_tiles_are_hidden_when_a_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    scene(tmp_path, "roll", "show my tiles", "tile 1")
    # A crash leaves no word of its own at the end of the journal.
    events: tuple[Event, ...] = read_journal(path).events
    assert next(event for event in reversed(events) if isinstance(event, BoardShown)).rack
    shown = view_of(events, WORDS.language).board
    hidden = view_of((*events, Resumed(0.0)), WORDS.language).board
    assert isinstance(shown, DomitrioBoard)
    assert isinstance(hidden, DomitrioBoard)
    assert len(shown.rack) == 5
    assert hidden.rack == ()
    later = DomitrioScene(path, ["read the board"]).play()
    assert not later.course.shown.rack
    # What was chosen is as it was.
    assert later.course.shown.tile == 1
    assert DomitrioScene(path, ["show my tiles"]).play().course.shown.rack


@pytest.mark.parametrize("line", ["read the rules", "how is it played", "rules", "Rules!"])
def test_the_rules_are_told_at_any_time(tmp_path: Path, line: str) -> None:
    played = scene(tmp_path, line, "roll", line, "tile four beside blue circle", line)
    rules = played.said[1]
    assert rules.startswith("Whoever has laid all their tiles first wins.")
    assert "exactly three" in rules
    assert played.said[3] == rules
    assert played.said[5] == f"{rules} {played.said[4]}"
    assert len(rules.split()) < 70


@pytest.mark.parametrize("code", available())
def test_a_new_player_hears_how_to_hear_the_rules(code: str) -> None:
    words = domitrio_language(load_language(code))
    phrase = " ".join(words.sayings["rules"][0])
    for key in ("welcome_how", "help"):
        assert phrase in words.language.say(key)
    assert Sayings(words).rolling().says[words.sayings["rules"][0]] == Saying(Act.RULES)
    for typed in words.typed["rules"]:
        assert Sayings(words).typed(" ".join(typed)) == Saying(Act.RULES)
        assert typed not in Sayings(words).rolling().says


@pytest.mark.parametrize(
    ("code", "typed", "act"),
    [("en", "center", Act.CENTRE), ("de", "zurueck", Act.UNDO), ("de", "naeher ran", Act.ZOOM_IN)],
)
def test_other_spellings_are_understood(code: str, typed: str, act: Act) -> None:
    words = domitrio_language(load_language(code))
    entries = {entry.word: entry.spellings for entry in Sayings(words).rolling().vocabulary.entries}
    meant = " ".join(
        next((w for w, spellings in entries.items() if piece in spellings), piece) for piece in typed.split()
    )
    assert Sayings(words).typed(meant) == Saying(act)


def test_many_tiles_are_read_in_pieces() -> None:
    state = max(states(200, seed=5), key=lambda state: len(state.racks[state.turn]))
    rack = len(state.racks[state.turn])
    assert rack > 5
    desk = Desk(state, Sayings(WORDS), WORDING)
    told = desk.take(Saying(Act.READ_TILES)).text
    assert told.endswith("More?")
    assert len(re.findall(r"\d+: ", told)) == 5
    more = desk.take(Saying(Act.ANSWER, word="yes")).text
    assert more.startswith("6: ")
