"""The course of a game of Domitrio as its journal tells it: the state now, and the states before each move."""

from dataclasses import replace

from voicegames.domitrio_events import BoardShown, DieRolled, DomitrioMove, TileDrawn, TileLaid, TurnPassed
from voicegames.errors import Failure
from voicegames.events import Event, Resumed, SittingStarted, TakenBack
from voicegames.games.domitrio import (
    Colour,
    Face,
    Laying,
    RulesError,
    Shape,
    State,
    Tile,
    deal_from,
)
from voicegames.games.hexgrid import Cell
from voicegames.table.course import check_robots

FREE_DRAWING = "free-drawing"
"""The variant in which everybody may draw at any turn."""


class DomitrioCourse:
    """Follows the events of one sitting.

    ``state`` is the game now, ``moves`` the number of the next move, and ``shown`` what the player whose turn it is
    wants to see.
    """

    def __init__(self, started: SittingStarted) -> None:
        try:
            deck = tuple(Tile.parse(tile) for tile in started.deck)
            self.state: State = deal_from(deck, len(started.players), free_drawing=FREE_DRAWING in started.variants)
        except (ValueError, RulesError) as error:
            raise Failure("journal", f"The journal's tiles are none of Domitrio ({error}).") from None
        self._started, self._dealt = started, self.state
        check_robots(started)
        self.players = started.players
        self.robots = started.robots
        self.language = started.language
        self.seed = started.seed
        self.moves = 0
        self.shown = BoardShown(0.0, self.state.turn)
        self._before: list[tuple[DomitrioMove, State]] = []

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return self.state.is_over

    @property
    def last_move(self) -> DomitrioMove | None:
        """The newest move that was not taken back, the roll of the die included."""
        return self._before[-1][0] if self._before else None

    @property
    def turns(self) -> tuple[DomitrioMove, ...]:
        """The layings, draws and passes that were not taken back, in order."""
        return tuple(move for move, _ in self._before if not isinstance(move, DieRolled))

    def follow(self, event: Event) -> None:
        """Bring the game to where it stands after ``event``.

        Raises Failure("journal") where the event does not fit the game, as in a journal that was edited by hand.
        """
        try:
            self._follow(event)
        except RulesError as error:
            raise Failure("journal", f"The journal does not fit the rules: {error}") from None

    def _follow(self, event: Event) -> None:
        match event:
            case SittingStarted() if event != self._started or self.state != self._dealt:
                raise Failure("journal", "The journal begins a second game in the middle of the first.")
            case DieRolled():
                self._move(event, self.state.roll(_face(event.face)))
            case TileLaid():
                self._move(event, self.state.lay(laying_of(event)))
            case TileDrawn():
                self._move(event, self.state.draw())
            case TurnPassed():
                self._move(event, self.state.pass_turn())
            case BoardShown():
                self._check_turn(event.player)
                self.shown = event
            case Resumed():
                # Who is at the table by now is not known; the tiles are hidden until somebody asks for them.
                self.shown = replace(self.shown, rack=False)
            case TakenBack():
                if not self._before or self._before[-1][0].number != event.number:
                    raise Failure("journal", f"The journal takes back move {event.number}, which is not the last one.")
                self.state = self._before.pop()[1]
                self.shown = BoardShown(event.at_s, self.state.turn)
            case _:
                pass

    def _move(self, event: DomitrioMove, state: State) -> None:
        if event.number != self.moves:
            raise Failure("journal", f"The journal's move {event.number} should have the number {self.moves}.")
        self._check_turn(event.player)
        self._before.append((event, self.state))
        if not isinstance(event, DieRolled):
            self.shown = BoardShown(event.at_s, state.turn)
        self.state = state
        self.moves += 1

    def _check_turn(self, player: int) -> None:
        if player != self.state.turn:
            raise Failure("journal", "The journal lets somebody play whose turn it is not.")


def laying_of(laid: TileLaid) -> Laying:
    """Return the laying of a journal's event. Raises Failure("journal") for a tile or a place that there is none of."""
    try:
        return Laying(Tile.parse(laid.tile), Cell(*laid.first), Cell(*laid.second))
    except ValueError:
        raise Failure("journal", f"The journal lays {laid.tile!r}, which is no tile of Domitrio.") from None


def _face(name: str) -> Face:
    for values in (Colour, Shape):
        if name in list(values):
            return values(name)
    raise Failure("journal", f"The journal rolls {name!r}, which the die does not show.")
