"""The course of a game of Dodelido as its journal tells it: the state now, and the states before each ruling."""

from voicegames.errors import Failure
from voicegames.events import CardFlipped, CrocodileRuled, Event, Ruled, SittingStarted, TakenBack, Verdict
from voicegames.games.dodelido import Card, RulesError, State, deal_from


class Course:
    """Follows the events of one sitting.

    ``state`` is the game now; ``last_ruling`` the newest ruling that moved it and stands, or None.
    """

    def __init__(self, started: SittingStarted) -> None:
        try:
            deck = tuple(Card.parse(card) for card in started.deck)
            self.state: State = deal_from(deck, len(started.players))
        except (ValueError, RulesError) as error:
            raise Failure("journal", f"The journal's deck is no deck of Dodelido ({error}).") from None
        self.players = started.players
        self.robots = started.robots
        self.language = started.language
        self.rulings = 0
        self._before: list[tuple[Ruled | CrocodileRuled, State]] = []

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
            case CardFlipped():
                flipped = self.state.flip()
                self.state = flipped
            case Ruled():
                self._number(event.number)
                if event.verdict is Verdict.AGAIN:
                    return
                self._before.append((event, self.state))
                self.state = self.state.answer_right() if event.verdict is Verdict.RIGHT else self.state.mistake()
            case CrocodileRuled():
                self._number(event.number)
                self._before.append((event, self.state))
                self.state = self.state.crocodile(event.last)
            case TakenBack():
                if not self._before or self._before[-1][0].number != event.number:
                    raise Failure(
                        "journal", f"The journal takes back ruling {event.number}, which is not the last one."
                    )
                self.state = self._before.pop()[1]
            case _:
                pass

    def _number(self, number: int) -> None:
        if number != self.rulings:
            raise Failure("journal", f"The journal's ruling {number} should have the number {self.rulings}.")
        self.rulings += 1


def course_of(events: tuple[Event, ...]) -> Course:
    """Return the course after all these events, the first of which is the SittingStarted."""
    started = events[0]
    if not isinstance(started, SittingStarted) or started.game != "dodelido":
        raise Failure("journal", "The journal is not of a game of Dodelido.")
    course = Course(started)
    for event in events[1:]:
        course.follow(event)
    return course
