"""What fits several spots is asked so that who sees nothing can answer: by what lies where, or spot by spot."""

import re
from pathlib import Path

import pytest
from domitrio_scene import WORDS, DomitrioScene
from test_domitrio_language import states

from voicegames.events import TakenBack
from voicegames.games.domitrio import State, Symbol
from voicegames.games.domitrio_spots import Spot, spots_of
from voicegames.table.domitrio_desk import Desk
from voicegames.table.domitrio_question import NAMED_AT_MOST
from voicegames.table.domitrio_replies import Reply
from voicegames.table.domitrio_sayings import Act, Saying, Sayings
from voicegames.table.domitrio_spot_texts import SpotTexts
from voicegames.table.domitrio_wording import DomitrioWording
from voicegames.table.happenings import Key

SAYINGS = Sayings(WORDS)
WORDING = DomitrioWording(WORDS.language)


class Turn:
    """A turn in which a tile, or any with ``tile`` None, fits several spots beside a symbol."""

    def __init__(self, state: State, tile: int | None, symbol: Symbol, fitting: tuple[Spot, ...]) -> None:
        self.desk = Desk(state, SAYINGS, WORDING)
        self.tile, self.symbol, self.fitting = tile, symbol, fitting
        self.numbers = [spot.number if tile is None else spot.number_of_tile for spot in fitting]
        self.described = SpotTexts(state, spots_of(state), WORDING).listed(fitting, tile)

    def ask(self) -> str:
        return self.desk.take(Saying(Act.PUT, self.tile, symbol=self.symbol)).text

    def say(self, text: str) -> Reply:
        """Say what may be said now; that it may be said is asserted."""
        saying = self.desk.moment().says.get(tuple(text.split()))
        assert saying is not None, text
        return self.desk.take(saying)


def turns(*, any_tile: bool) -> list[Turn]:
    found = []
    for state in states(60, seed=7):
        spots = spots_of(state)
        for tile in (None,) if any_tile else range(1, len(state.racks[state.turn]) + 1):
            for symbol in sorted(set(state.board.symbols.values()), key=lambda symbol: symbol.code):
                fitting = spots.beside(state.board, symbol, tile)
                if len(fitting) > 2:
                    found.append(Turn(state, tile, symbol, fitting))
    return found


def few() -> Turn:
    return next(turn for turn in turns(any_tile=False) if len(turn.fitting) <= NAMED_AT_MOST)


def many() -> Turn:
    """More spots than are named, and others of the same tile that do not fit."""
    fits = (t for t in turns(any_tile=False) if len(t.fitting) > NAMED_AT_MOST)
    return next(turn for turn in fits if len(turn.desk.spots.of(turn.tile)) > len(turn.fitting))


def read_all(turn: Turn, text: str) -> str:
    told = [text]
    while told[-1].endswith("More?"):
        told[-1] = told[-1].removesuffix(" More?")
        told.append(turn.say("more").text)
    return " ".join(told)


@pytest.mark.parametrize("any_tile", [False, True])
def test_few_spots_are_told_one_by_one_and_many_are_counted(any_tile: bool) -> None:
    asked = turns(any_tile=any_tile)
    for turn in asked:
        count, text = len(turn.fitting), turn.ask()
        assert text.startswith(f"That fits {count} spots. ")
        if count <= NAMED_AT_MOST:
            assert text == f"That fits {count} spots. {' '.join(turn.described)} Which one?"
        else:
            assert len(text.split()) < 20
            assert "Say spots" in text or "Or say spots" in text
    assert {len(turn.fitting) > NAMED_AT_MOST for turn in asked} == {True, False}


def test_spots_reads_only_those_that_fit_and_the_question_stays_open() -> None:
    turn = many()
    turn.ask()
    told = read_all(turn, turn.say("spots").text)
    assert told == f"{' '.join(turn.described)} Which one?"
    assert turn.desk.is_asked
    # The question is short now that the spots are known.
    assert read_all(turn, turn.say("what is open").text).endswith(". Which one?")
    assert turn.say(" ".join(WORDS.number(turn.numbers[2]))).text.startswith(f"{turn.numbers[2]}: ")
    assert turn.desk.held == turn.fitting[2]


def test_no_more_asks_which_one() -> None:
    turn = many()
    turn.ask()
    assert turn.say("spots").text.endswith("More?")
    assert turn.say("no").text == "Which one?"


@pytest.mark.parametrize("any_tile", [False, True])
def test_next_and_last_spot_walk_through_those_that_fit(any_tile: bool) -> None:
    for turn in turns(any_tile=any_tile)[:40]:
        turn.ask()
        walked = []
        for _ in range(len(turn.fitting) + 1):
            assert turn.say("next spot").text.endswith("Lay it?")
            walked.append(turn.desk.held)
        assert walked == [*turn.fitting, turn.fitting[0]]
        turn.say("spot before")
        assert turn.desk.held == turn.fitting[-1]
        # Another choice ends it.
        last = turn.desk.spots.of(turn.tile)[-1]
        turn.say("undo")
        turn.say("spot before")
        assert turn.desk.held == last


def test_a_tile_alone_goes_on_with_the_symbol_that_was_said() -> None:
    turn = next(turn for turn in turns(any_tile=True) if len(turn.fitting) > NAMED_AT_MOST)
    tile = turn.fitting[0].tile
    fitting = tuple(spot for spot in turn.fitting if spot.tile == tile)
    assert "Say a tile as well." in turn.ask()
    told = turn.say(f"tile {' '.join(WORDS.number(tile))}").text
    assert turn.desk.sight.tile == tile
    assert told.startswith(f"That fits {len(fitting)} spots.") or (len(fitting) == 1 and told.endswith("Lay it?"))


def test_the_symbol_counts_for_the_next_choice_only() -> None:
    turn = next(turn for turn in turns(any_tile=True) if len(turn.fitting) > NAMED_AT_MOST)
    tile = next(n for n in range(1, 6) if len(turn.desk.spots.of(n)) > 1)
    turn.ask()
    turn.say("all tiles")
    told = turn.say(f"tile {' '.join(WORDS.number(tile))}").text
    assert told == f"Tile {tile}: {len(turn.desk.spots.of(tile))} spots. Which one?"


def test_the_two_spots_of_a_number_that_was_not_clear_can_be_read() -> None:
    state = next(s for s in states(300, seed=5) if len(spots_of(s).every) >= 8)
    desk = Desk(state, SAYINGS, WORDING)
    desk.ask_between(Saying(Act.PUT, spot=4), Saying(Act.PUT, spot=5), ("spot four", "spot five"))
    every = spots_of(state).every
    listed = SpotTexts(state, spots_of(state), WORDING).listed(every[3:5], None)
    assert desk.take(desk.moment().says[("spots",)]).text == f"{' '.join(listed)} Which one?"
    assert desk.last.endswith("Which one?")
    desk.take(desk.moment().says[("five",)])
    assert desk.held == every[4]
    desk = Desk(state, SAYINGS, WORDING)
    desk.ask_between(Saying(Act.PUT, tile=1), Saying(Act.PUT, tile=2), ("tile one", "tile two"))
    assert ("spots",) not in desk.moment().says
    assert desk.last == "Tile one or tile two?"


def test_a_spot_over_all_tiles_is_told_with_its_tile() -> None:
    state = next(s for s in states(300, seed=5) if len(spots_of(s).every) >= 8)
    desk = Desk(state, SAYINGS, WORDING)
    first = spots_of(state).every[0]
    assert desk.take(Saying(Act.NEXT_SPOT)).text.startswith(f"1: tile {first.tile}, ")
    desk.take(Saying(Act.PUT, tile=first.tile, spot=1))
    assert "tile" not in desk.take(Saying(Act.NEXT_SPOT)).text


def scene(tmp_path: Path, *lines: str | Key, **options: object) -> DomitrioScene:
    return DomitrioScene(tmp_path / "game.jsonl", lines, **options).play()  # type: ignore[arg-type]


def test_twelve_spots_are_counted_in_a_whole_game(tmp_path: Path) -> None:
    played = scene(tmp_path, "roll", "tile four beside blue circle", "spots", "more", "next spot", "next spot", "yes")
    assert played.said[2] == "That fits 12 spots. Say spots to hear them, or say a number."
    assert re.match(r"1: .* 2: .* 3: .* More\?$", played.said[3])
    assert played.said[4].startswith("4: ")
    assert [text[:3] for text in played.said[5:7]] == ["1: ", "2: "]
    assert len(played.laid) == 1
    assert not [event for event in played.events if isinstance(event, TakenBack)]


def test_an_answer_in_one_breath_is_laid(tmp_path: Path) -> None:
    played = scene(tmp_path, "roll", "tile four beside blue circle", "spot 2 lay it")
    assert len(played.laid) == 1
    assert played.said[-1].endswith("Ben: roll.")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("tile two lay it", "Tile 2: 4 spots. Which one?"),
        ("tile two spot", "Tile 2: 4 spots. Which one?"),
        ("tile 2 spot -1", "Tile 2: 4 spots. Which one?"),
        ("tile two beside", "Tile 2: 4 spots. Which one?"),
        ("tile 9 lay it", "You have no tile 9; you have 5 tiles."),
        ("tile two hundred", "Again, please? You have tiles 1 to 5."),
        ("tile 2.5", "Again, please? You have tiles 1 to 5."),
        ("tile -2", "Again, please? You have tiles 1 to 5."),
        ("tile 2,5", "Again, please? You have tiles 1 to 5."),
        ("spot -1", "Again, please? 24 spots."),
        ("spot \u22121", "Again, please? 24 spots."),
        ("spot 1.5", "Again, please? 24 spots."),
        ("spot 1/5 lay it", "Again, please? 24 spots."),
        ("-3", "Again, please?"),
    ],
)
def test_a_tile_is_chosen_without_its_spot_and_no_number_is_made_up(tmp_path: Path, line: str, told: str) -> None:
    played = scene(tmp_path, "roll", line)
    said = played.said[2].replace(f"{len(spots_of(played.course.state).of(2))} spots.", "4 spots.", 1)
    assert said == told
    assert played.course.shown.tile == (2 if told.startswith("Tile 2") else None)
    assert played.course.shown.spot is None
    assert not played.laid


def test_a_tile_that_is_held_or_has_one_spot_is_laid() -> None:
    for state in states(80, seed=3):
        spots = spots_of(state)
        for tile in range(1, len(state.racks[state.turn]) + 1):
            if not spots.of(tile):
                continue
            desk = Desk(state, SAYINGS, WORDING)
            wanted = spots.of(tile)[-1]
            if len(spots.of(tile)) > 1:
                desk.take(Saying(Act.PUT, tile, wanted.number_of_tile))
            reply = desk.take(SAYINGS.typed(f"tile {tile} lay it") or Saying(Act.HINT))
            assert reply.laying == wanted.laying


def test_a_tile_without_its_spot_is_known_where_nothing_else_was_said() -> None:
    state = next(s for s in states(300, seed=5) if len(spots_of(s).every) >= 8)
    moment = Desk(state, SAYINGS, WORDING).moment()
    assert moment.meaning(("tile", "two", "lay", "it")) == Saying(Act.PUT, 2, lays=True)
    assert moment.meaning(("tile", "two", "spot")) == Saying(Act.PUT, 2)
    assert ("tile", "two", "lay", "it") in moment.absent
