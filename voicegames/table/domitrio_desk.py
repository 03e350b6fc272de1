"""One turn of Domitrio: what each saying does to what the player sees and holds, and what the table answers.

Nothing in here hears, speaks or moves the game: a saying gives a Reply, and the table does what it says.
"""

from collections.abc import Callable
from dataclasses import replace

from voicegames.games.domitrio import Laying, Phase, State, Symbol, Tile
from voicegames.games.domitrio_spots import Spot, beside, nearest_refused, spots_of, turned
from voicegames.table.domitrio_looking import ZOOMS, looked
from voicegames.table.domitrio_question import (
    LEAVES_OPEN,
    NAMED_AT_MOST,
    WALKS,
    Question,
    between_sayings,
    between_spots,
)
from voicegames.table.domitrio_reader import Reader
from voicegames.table.domitrio_replies import Reply, Sight, Step
from voicegames.table.domitrio_sayings import SHOWN_AT_ONCE, WITH_ROLL, Act, Began, Moment, Saying, Sayings
from voicegames.table.domitrio_spot_texts import SpotTexts
from voicegames.table.domitrio_wording import DomitrioWording

TILES_AT_ONCE = 5
"""So many tiles of the own rack are read before the table asks for "more"."""


class Desk:
    """The turn of one player, from the state in which it is due to roll or to lay."""

    def __init__(self, state: State, sayings: Sayings, wording: DomitrioWording, sight: Sight | None = None) -> None:
        self.state = state
        self.sight = sight or Sight()
        self.spots = spots_of(state)
        self._sayings = sayings
        self._wording = wording
        self._texts = SpotTexts(state, self.spots, wording)
        self.last = ""
        """What was said last, which can be said again."""
        self._reader = Reader(wording.language.say("more"))
        self._asked: Question | None = None
        self._among: tuple[Spot, ...] = ()
        self._beside: Symbol | None = None
        self._misses = 0

    @property
    def is_asked(self) -> bool:
        """Whether the table has asked back and waits for the answer."""
        return self._asked is not None

    @property
    def has_missed(self) -> bool:
        """Whether the last thing that was said was not understood."""
        return self._misses > 0

    @property
    def held(self) -> Spot | None:
        """The spot where the tile is held."""
        return None if self.sight.spot is None else self.spots.every[self.sight.spot - 1]

    def answer_for(self, laying: Laying | None) -> Saying | None:
        """Return what would answer the question of the table for a laying, or None if it does not ask about that."""
        return None if self._asked is None else self._asked.answer_for(laying, self.spots)

    def moment(self) -> Moment:
        """Return what may be said now."""
        if self._asked is not None:
            asked, acts = self._asked, WALKS if self._asked.spots else ()
            return self._sayings.which(asked.numbers, asked.sides, acts, yes_no=bool(self._reader.rest))
        if self.state.phase is Phase.ROLL:
            return self._sayings.rolling(is_reading=bool(self._reader.rest))
        symbols = sorted(set(self.state.board.symbols.values()), key=lambda symbol: symbol.code)
        called = max(self.sight.called, SHOWN_AT_ONCE)
        return self._sayings.laying(
            *(self.spots, len(self._rack), self.sight.tile, called, symbols),
            yes_no=self.sight.spot is not None or bool(self._reader.rest),
        )

    def rolled(self) -> str:
        """Return what is said when the die has been rolled: the face, and how many spots there are."""
        assert self.state.rolled is not None
        face = self._wording.face(self.state.rolled)
        return self._say("rolled", face=face[:1].upper() + face[1:], spots=self._texts.count(None))

    def chosen(self) -> str:
        """Return which tile is chosen or held, as in a turn that goes on later, or nothing."""
        tile = self.sight.tile
        if self.held is not None or tile is None:
            return self._open_question(Act.READ_BOARD)
        return self._texts.chosen(tile)

    def take(self, saying: Saying) -> Reply:
        """Return what a saying brings about, and remember what it changes for the player."""
        self._misses = 0
        if saying.act is Act.ANSWER and self._reader.rest:
            # "More?" is the newest question: a yes to it must not lay a tile.
            saying = Saying(Act.MORE if saying.word == "yes" else Act.NO_MORE)
        saying = self._answered(saying)
        if self.state.phase is Phase.ROLL and (saying.act in _AFTER_ROLL):
            return self._told(self._say("roll_first"))
        if saying.act in _CHOOSES:
            self._among = ()
        reply = self._acts[saying.act](saying)
        if saying.act in ZOOMS:
            return reply
        if not self._reader.rest and (reply.text or saying.act is Act.NO_MORE):
            reply = replace(reply, text=" ".join(filter(None, (reply.text, self._open_question(saying.act)))))
        if reply.text and saying.act is not Act.AGAIN:
            self.last = reply.text
        return reply

    def not_understood(self, began: Began | None = None) -> Reply:
        """Return what is said when nothing was understood: more the second time.

        ``began`` says whether it began like a tile or a spot; then the numbers that there are, are told at once.
        """
        self._misses += 1
        if self._asked is None and began is not None and self.state.phase is Phase.LAY:
            return Reply(self._texts.unclear(began, self.sight.tile))
        if self._misses == 1:
            return Reply(self._say("not_understood"))
        self._asked = None
        if self.state.phase is Phase.ROLL:
            return Reply(self._say("not_understood_roll"))
        return Reply(self._texts.unclear_again(self.sight.tile, is_held=self.sight.spot is not None))

    def ask_between(self, first: Saying, second: Saying, said: tuple[str, str]) -> Reply:
        """Ask which of two sayings was meant; ``said`` are their words."""
        question = between_sayings(first, second, said, self._texts, self.sight.tile)
        return self.not_understood() if question is None else self._ask(question)

    # What each saying does.

    def _roll(self, saying: Saying) -> Reply:
        if self.state.phase is Phase.ROLL:
            return Reply(step=Step.ROLL)
        assert self.state.rolled is not None
        return self._told(self._say("rolled_already", face=self._wording.face(self.state.rolled)))

    def _put(self, saying: Saying) -> Reply:
        symbol, self._beside = self._beside, None
        if saying.tile is not None and not 1 <= saying.tile <= len(self._rack):
            held = self._wording.tiles(len(self._rack))
            return self._told(self._say("no_tile", number=saying.tile, count=held))
        if saying.symbol is not None:
            return self._put_beside(saying, saying.symbol)
        tile = saying.tile or self.sight.tile
        if saying.spot is None:
            if symbol is not None and self.spots.beside(self.state.board, symbol, tile):
                return self._put_beside(replace(saying, tile=tile), symbol)
            return self._choose_tile(tile, lays=saying.lays)
        spot = self.spots.called(saying.spot, tile)
        if spot is None:
            if not self.spots.of(tile):
                return self._told(self._texts.none(tile))
            return self._told(self._wording.no_spot(saying.spot, len(self.spots.of(tile))))
        return self._hold(spot, tile, lays=saying.lays)

    def _choose_tile(self, tile: int | None, *, lays: bool) -> Reply:
        held, spots = self.held, self.spots.of(tile)
        if lays and held is not None and held.tile == tile:
            return Reply(step=Step.LAY, laying=held.laying)
        self.sight = replace(self.sight, tile=tile, spot=None)
        if len(spots) == 1 and tile is not None:
            return self._hold(spots[0], tile, lays=lays)
        return self._told(self._texts.chosen(tile))

    def _put_beside(self, saying: Saying, symbol: Symbol) -> Reply:
        board, tile = self.state.board, saying.tile or self.sight.tile
        if symbol not in board.symbols.values():
            return self._told(self._say("no_symbol", symbol=self._wording.symbol(symbol)))
        spots = self.spots.beside(board, symbol, tile)
        if not spots:
            tiles = self._rack if tile is None else (self._rack[tile - 1],)
            ways = tuple(way for one in tiles for way in beside(board, one, symbol))
            self.sight = replace(self.sight, tile=tile, spot=None)  # A number that comes next is of this tile.
            nearest = nearest_refused(board, ways, self.state.rolled)
            assert nearest is not None
            return self._told(self._wording.refusal(board, nearest, self.state.rolled))
        if len(spots) == 1:
            return self._hold(spots[0], tile, lays=saying.lays)
        if tile is None and len(spots) > NAMED_AT_MOST:
            self._beside, self._among = symbol, spots
            return self._told(self._say("which_tile", count=len(spots)))
        self.sight = replace(self.sight, tile=tile, spot=None)
        if tile is None:
            # The numbers that are told are on the board too.
            self.sight = replace(self.sight, called=max(self.sight.called, spots[-1].number))
        return self._ask(between_spots(spots, tile, self._texts))

    def _ask(self, question: Question) -> Reply:
        self._asked, self.last = question, question.text
        return self._told(question.text)

    def _hold(self, spot: Spot, tile: int | None, *, lays: bool) -> Reply:
        self.sight = replace(self.sight, tile=tile, spot=spot.number, called=max(self.sight.called, spot.number))
        if lays:
            return Reply(step=Step.LAY, laying=spot.laying)
        return self._told(self._texts.shown(spot, tile))

    def _spots(self, saying: Saying) -> Reply:
        tile = self.sight.tile
        if self._among:
            return self._read(self._texts.listed(self._among, tile))
        spots = self.spots.of(tile)
        if not spots:
            return self._told(self._texts.none(tile))
        if tile is None:
            return self._list_from(0)
        self.sight = replace(self.sight, called=max(self.sight.called, 1))
        return self._read(self._texts.listed(spots, tile))

    def _list_from(self, first: int) -> Reply:
        """Show the next spots over all tiles, and begin to read those and all that come after them."""
        self.sight = replace(self.sight, called=first + SHOWN_AT_ONCE)
        return Reply(self._reader.read(self._texts.listed(self.spots.every[first:], None), lists_spots=True))

    def _more(self, saying: Saying) -> Reply:
        called, every = self.sight.called, len(self.spots.every)
        if self._reader.rest:
            reply = Reply(self._reader.go_on())
            if self._reader.lists_spots and every - len(self._reader.rest) > called:
                self.sight = replace(self.sight, called=called + SHOWN_AT_ONCE)
            return reply
        if self.sight.tile is None and 0 < called < every:
            # Spots may be on the board because one of them was held, and not read yet.
            return self._list_from(called - called % SHOWN_AT_ONCE)
        return self._told(self._say("nothing_to_read"))

    def _no_more(self, saying: Saying) -> Reply:
        return self._told("" if self._open_question(saying.act) else self._say("read_enough"))

    def _open_question(self, after: Act) -> str:
        """The question that still waits once this is done, or nothing: which one is meant, or whether to lay it."""
        if self._asked is not None:
            return self._asked.text if after in (Act.SPOTS, *LEAVES_OPEN) else ""
        held = self.held
        if held is None or after not in _READS:
            return ""
        return self._texts.shown(held, self.sight.tile)

    def _walk(self, saying: Saying) -> Reply:
        spots = self._among or self.spots.of(self.sight.tile)
        if not spots:
            return self._told(self._texts.none(self.sight.tile))
        by = 1 if saying.act is Act.NEXT_SPOT else -1
        place = next((n for n, spot in enumerate(spots) if spot.number == self.sight.spot), -1 if by == 1 else 0)
        return self._hold(spots[(place + by) % len(spots)], self.sight.tile, lays=False)

    def _all_tiles(self, saying: Saying) -> Reply:
        self._beside = None
        self.sight = replace(self.sight, tile=None, spot=None)
        return self._told(self._say("all_tiles", spots=self._texts.count(None)))

    def _turn_it(self, saying: Saying) -> Reply:
        held = self.held
        if held is None:
            return self._told(self._say("choose_first"))
        other = self.spots.turned(held)
        if other is not None:
            return self._hold(other, self.sight.tile, lays=False)
        why = self._wording.refusal(self.state.board, turned(held.laying), self.state.rolled)
        return self._told(self._say("turned_refused", refusal=why))

    def _lay_it(self, saying: Saying) -> Reply:
        held = self.held
        if held is None:
            return self._told(self._say("choose_first") if self.spots.every else self._texts.none(None))
        return Reply(step=Step.LAY, laying=held.laying)

    def _draw(self, saying: Saying) -> Reply:
        if self.spots.every and not (self.state.free_drawing and self.state.pool):
            return self._told(self._say("can_lay", hint=self._texts.hint()))
        return Reply(step=Step.DRAW) if self.state.pool else self._told(self._say("spots_none_pool"))

    def _pass(self, saying: Saying) -> Reply:
        if self.spots.every:
            return self._told(self._say("can_lay", hint=self._texts.hint()))
        return self._told(self._say("draw_first")) if self.state.pool else Reply(step=Step.PASS)

    def _hint(self, saying: Saying) -> Reply:
        return self._told(self._texts.hint())

    def _undo(self, saying: Saying) -> Reply:
        if self._asked is None and self.sight.spot is None and self.sight.tile is None:
            return Reply(step=Step.UNDO)
        self._asked, self._beside, self._among = None, None, ()
        self.sight = replace(self.sight, spot=None, tile=None if self.sight.spot is None else self.sight.tile)
        return self._told(self._say("undone_choice"))

    def _near(self, saying: Saying) -> Reply:
        assert saying.spot is not None
        spot = self.spots.called(saying.spot, self.sight.tile)
        if spot is None:
            return self._put(Saying(Act.PUT, self.sight.tile, saying.spot))
        return self._told(self._wording.near(self.state.board, saying.spot, spot.laying))

    def _open(self, saying: Saying) -> Reply:
        return self._read(self._wording.openings(self.state.board))

    def _read_board(self, saying: Saying) -> Reply:
        return self._read((*self._wording.board(self.state.board), *self._wording.openings(self.state.board)))

    def _read_tiles(self, saying: Saying) -> Reply:
        return Reply(self._reader.read(self._wording.rack(self._rack), TILES_AT_ONCE))

    def _show_tiles(self, saying: Saying) -> Reply:
        self.sight, key = looked(self.sight, saying.act)
        return self._told(self._say(key))

    def _zoom(self, saying: Saying) -> Reply:
        """Look from nearer or further; what is asked or read meanwhile goes on."""
        self.sight, key = looked(self.sight, saying.act)
        return Reply(self._say(key))

    def _again(self, saying: Saying) -> Reply:
        return Reply(self.last)

    def _explain(self, saying: Saying) -> Reply:
        return self._told(self._say("help" if saying.act is Act.WHAT_NOW else "rules"))

    def _number_alone(self, saying: Saying) -> Reply:
        """A number alone is a tile as long as none is chosen and no spots are shown, and a spot after that."""
        assert saying.spot is not None
        if self.sight.tile is None and not self.sight.called:
            return self._put(Saying(Act.PUT, saying.spot))
        return self._put(Saying(Act.PUT, self.sight.tile, saying.spot))

    def _answer(self, saying: Saying) -> Reply:
        if saying.word == "yes" and self.sight.spot is not None:
            return self._lay_it(saying)
        if saying.word == "no" and self.sight.spot is not None:
            return self._undo(saying)
        return self.not_understood()

    @property
    def _acts(self) -> dict[Act, Callable[[Saying], Reply]]:
        return {
            **dict.fromkeys((Act.NEXT_SPOT, Act.LAST_SPOT), self._walk),
            **dict.fromkeys((Act.SHOW_TILES, Act.HIDE_TILES), self._show_tiles),
            **dict.fromkeys(ZOOMS, self._zoom),
            **dict.fromkeys((Act.WHAT_NOW, Act.RULES), self._explain),
            **dict.fromkeys((Act.SIDE, Act.ANSWER), self._answer),
            Act.ROLL: self._roll,
            Act.SPOTS: self._spots,
            Act.MORE: self._more,
            Act.NO_MORE: self._no_more,
            Act.ALL_TILES: self._all_tiles,
            Act.TURN_IT: self._turn_it,
            Act.LAY_IT: self._lay_it,
            Act.DRAW: self._draw,
            Act.PASS: self._pass,
            Act.HINT: self._hint,
            Act.UNDO: self._undo,
            Act.NEAR: self._near,
            Act.OPEN: self._open,
            Act.READ_BOARD: self._read_board,
            Act.READ_TILES: self._read_tiles,
            Act.AGAIN: self._again,
            Act.PUT: self._put,
            Act.NUMBER: self._number_alone,
        }

    # Sentences.

    def _answered(self, saying: Saying) -> Saying:
        """Return what an answer to a question stands for; what only looks or reads leaves the question open."""
        asked = self._asked
        if asked is None or saying.act in (Act.UNDO, Act.AGAIN, *LEAVES_OPEN):
            return saying
        if saying.act in WALKS and asked.spots:
            self._among = asked.spots
            # Once these are read it is enough to ask shortly.
            self._asked = replace(asked, text=self._say("which_one")) if saying.act is Act.SPOTS else None
            return saying
        self._asked = None
        return asked.meant(saying)

    def _read(self, sentences: tuple[str, ...]) -> Reply:
        return Reply(self._reader.read(sentences))

    def _told(self, text: str) -> Reply:
        self._reader.stop()
        return Reply(text)

    def _say(self, key: str, **values: object) -> str:
        return self._wording.language.say(key, **values)

    @property
    def _rack(self) -> tuple[Tile, ...]:
        return self.state.racks[self.state.turn]


_READS = frozenset((Act.READ_BOARD, Act.OPEN, Act.READ_TILES, Act.MORE, Act.NO_MORE))

_CHOOSES = frozenset((Act.PUT, Act.NUMBER, Act.ALL_TILES))

_AFTER_ROLL = frozenset((*WITH_ROLL, Act.NEAR, Act.PUT, Act.NUMBER))
