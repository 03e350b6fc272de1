"""What happens in a game of Remmi Demmi, beside what happens at every table (``events``).

Those with a ``number`` move the game; the numbers count from 0 and never come twice.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """The next round begins. ``deck`` is its shuffled deck, empty where the players deal their own cards."""

    at_s: float
    number: int
    deck: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SignGiven:
    """All may look at their cards, in a frantic game."""

    at_s: float
    number: int


@dataclass(frozen=True, slots=True)
class Fouled:
    """``player`` was early; ``offence`` is "looked early" or "traded early"."""

    at_s: float
    number: int
    player: int
    offence: str


@dataclass(frozen=True, slots=True)
class TimerStarted:
    """The dealer started the timer at ``speed`` ("snail" or "lightning"); it runs for ``seconds`` from ``at_s`` on."""

    at_s: float
    number: int
    speed: str
    seconds: float


@dataclass(frozen=True, slots=True)
class TimerWentOn:
    """The timer runs on from ``at_s`` with ``left_s`` seconds, after a pause or after something was taken back."""

    at_s: float
    left_s: float


@dataclass(frozen=True, slots=True)
class Offered:
    """``player`` shouted that they would trade ``size`` cards; a later offer of theirs takes its place."""

    at_s: float
    player: int
    size: int


@dataclass(frozen=True, slots=True)
class OfferWithdrawn:
    """The offer of ``player`` stands no longer."""

    at_s: float
    player: int


@dataclass(frozen=True, slots=True)
class HandShown:
    """The hand of ``player`` is shown on the page, or no hand any more. Only of the computer's cards."""

    at_s: float
    player: int | None


@dataclass(frozen=True, slots=True)
class CardsChosen:
    """``player`` chose the cards that their next offer is of."""

    at_s: float
    player: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Traded:
    """Two players exchanged cards of the computer's."""

    at_s: float
    number: int
    first: int
    first_gives: tuple[str, ...]
    second: int
    second_gives: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GaveBack:
    """``player`` gave an invalid Demmi back to ``giver``."""

    at_s: float
    number: int
    player: int
    giver: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """``player`` made Remmi-Demmi. ``onset_s`` is when the call began, ``lag_s`` its end to the answer, in seconds."""

    at_s: float
    number: int
    player: int
    onset_s: float
    lag_s: float | None = None


@dataclass(frozen=True, slots=True)
class TimeWasUp:
    """The time was up at ``at_s``."""

    at_s: float
    number: int


@dataclass(frozen=True, slots=True)
class RemmiChecked:
    """A claimant's cards were checked. ``cards`` are those that were told, empty for a mere yes or no."""

    at_s: float
    number: int
    player: int
    is_remmi: bool
    cards: tuple[str, ...] = ()


RemmiDemmiMove = RoundDealt | SignGiven | Fouled | TimerStarted | Traded | GaveBack | Claimed | TimeWasUp | RemmiChecked
"""What moves the game."""

RemmiDemmiEvent = RemmiDemmiMove | TimerWentOn | Offered | OfferWithdrawn | HandShown | CardsChosen
