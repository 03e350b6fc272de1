"""The course of a game of Dodelido as its journal tells it: the state now, and the states before each ruling."""

from voicegames.errors import Failure
from voicegames.events import CardFlipped, CrocodileRuled, Event, Ruled, SittingStarted, TakenBack, Verdict
from voicegames.games.dodelido import Card, RulesError, State, deal_from
from voicegames.table.course import check_robots


class DodelidoCourse:
    """Follows the events of one sitting.

    ``state`` is the game now; ``last_ruling`` the newest ruling that moved it and stands, or None.
    """

    def __init__(self, started: SittingStarted) -> None:
        try:
            deck = tuple(Card.parse(card) for card in started.deck)
            self.state: State = deal_from(deck, len(started.players))
        except (ValueError, RulesError) as error:
            raise Failure("journal", f"The journal's deck is no deck of Dodelido ({error}).") from None
        self._started, self._dealt = started, self.state
        check_robots(started)
        self.players = started.players
        self.robots = started.robots
        self.language = started.language
        self.rulings = 0
        self._before: list[tuple[Ruled | CrocodileRuled, State]] = []

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.state.is_over

    @property
    def last_ruling(self) -> Ruled | CrocodileRuled | None:
        """The newest ruling that moved the game and was not taken back."""
        return self._before[-1][0] if self._before else None

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
            case CardFlipped():
                self._check_turn(event.player)
                pile, flipped = self.state.next_pile, self.state.flip()
                if (event.pile, event.card) != (pile, str(flipped.top[pile])):
                    raise Failure("journal", f"The journal flips a {event.card} that was not the next card.")
                self.state = flipped
            case Ruled():
                self._check_ruling(event.number)
                self._check_turn(event.player)
                if event.verdict is Verdict.AGAIN:
                    self.rulings += 1
                elif event.verdict is Verdict.RIGHT:
                    self._move(event, self.state.answer_right())
                else:
                    self._move(event, self.state.mistake())
            case CrocodileRuled():
                self._check_ruling(event.number)
                self._move(event, self.state.crocodile(event.last))
            case TakenBack():
                if not self._before or self._before[-1][0].number != event.number:
                    raise Failure(
                        "journal", f"The journal takes back ruling {event.number}, which is not the last one."
                    )
                self.state = self._before.pop()[1]
            case _:
                pass

    def _move(self, ruling: Ruled | CrocodileRuled, state: State) -> None:
        self._before.append((ruling, self.state))
        self.state = state
        self.rulings += 1

    def _check_ruling(self, number: int) -> None:
        if number != self.rulings:
            raise Failure("journal", f"The journal's ruling {number} should have the number {self.rulings}.")

    def _check_turn(self, player: int) -> None:
        if player != self.state.turn:
            raise Failure("journal", "The journal lets somebody play whose turn it is not.")
