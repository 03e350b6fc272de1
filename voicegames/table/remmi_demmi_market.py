"""Where the cards of Remmi Demmi are traded: by hand, out of our sight, or, with the computer's cards, by calls."""

from typing import TYPE_CHECKING, Protocol

from voicegames.games.remmi_demmi import State
from voicegames.remmi_demmi_events import GaveBack, RemmiDemmiMove, Traded
from voicegames.table.remmi_demmi_listening import Called
from voicegames.table.remmi_demmi_phrases import Call

if TYPE_CHECKING:
    from voicegames.table.remmi_demmi import RemmiDemmiTable


class Market(Protocol):
    """What the table tells the market. All times are seconds on the audio clock."""

    def starts_at(self, state: State, now_s: float) -> float | None:
        """Return when a robot that deals makes the dealer's next call, or None where a person deals."""
        ...

    def start_call(self, state: State) -> Call | None:
        """Return that call."""
        ...

    def begin(self, now_s: float) -> None:
        """The timer runs, from the beginning or again."""
        ...

    def tick(self, table: "RemmiDemmiTable") -> None:
        """Another 20 ms have passed."""
        ...

    def called(self, call: Call, called: Called, table: "RemmiDemmiTable") -> None:
        """Somebody made a call about cards while the timer runs."""
        ...

    def early(self, call: Call | None, table: "RemmiDemmiTable") -> None:
        """Somebody made a call about cards before it runs."""
        ...

    def taken_back(self, move: RemmiDemmiMove, now_s: float) -> None:
        """A move was taken back."""
        ...

    def is_of_people(self, move: Traded | GaveBack) -> bool:
        """Return whether a person took part in a trade."""
        ...

    def shown_player(self, table: "RemmiDemmiTable") -> int | None:
        """Return the person whose hand is shown, or the only person."""
        ...


class NoMarket:
    """The players trade real cards by hand."""

    def starts_at(self, state: State, now_s: float) -> float | None:
        """People deal."""
        return None

    def start_call(self, state: State) -> Call | None:
        """People call."""
        return None

    def begin(self, now_s: float) -> None:
        """Nothing is traded here."""

    def tick(self, table: "RemmiDemmiTable") -> None:
        """Nothing is traded here."""

    def called(self, call: Call, called: Called, table: "RemmiDemmiTable") -> None:
        """Nothing is traded here."""

    def early(self, call: Call | None, table: "RemmiDemmiTable") -> None:
        """Nothing is traded here."""

    def taken_back(self, move: RemmiDemmiMove, now_s: float) -> None:
        """Nothing is traded here."""

    def is_of_people(self, move: Traded | GaveBack) -> bool:
        """Only people play."""
        return True

    def shown_player(self, table: "RemmiDemmiTable") -> int | None:
        """No hand is shown here."""
        return None
