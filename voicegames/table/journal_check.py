"""Whether the events of a journal can be one sitting: of one game, and in the order of time."""

import math
from collections.abc import Sequence
from typing import get_args

from voicegames.domitrio_events import DomitrioEvent
from voicegames.errors import Failure
from voicegames.events import CardFlipped, CrocodileRuled, Event, Resumed, Ruled, SittingStarted
from voicegames.remmi_demmi_events import RemmiDemmiEvent, TimeWasUp

BACKWARDS_S = 2.0
"""A time that is earlier than one before it by no more is no sign of a spliced journal."""

NOTED_LATE_S = 60.0
"""The end of the timer is noted with its own time, when the last call that was begun in time has been understood."""

_OF_GAMES: dict[str, tuple[type, ...]] = {
    "dodelido": (CardFlipped, Ruled, CrocodileRuled),
    "remmi-demmi": get_args(RemmiDemmiEvent),
    "domitrio": get_args(DomitrioEvent),
}


def check_sitting(events: Sequence[Event], journal: object) -> None:
    """Raise Failure("journal") with the number of the line at fault, for the first event that does not belong here.

    The first event is the SittingStarted. After a Resumed the clock starts anew.
    """
    started = events[0]
    assert isinstance(started, SittingStarted)
    others = tuple(kind for game, kinds in _OF_GAMES.items() if game != started.game for kind in kinds)
    now_s = 0.0
    for number, event in enumerate(events[1:], 2):
        if isinstance(event, others):
            raise Failure("journal", f"Line {number} of {journal} is of another game than the lines before it.")
        if isinstance(event, SittingStarted):
            continue
        if not (math.isfinite(event.at_s) and event.at_s >= 0):
            raise Failure("journal", f"Line {number} of {journal} has a time that is none.")
        slack_s = NOTED_LATE_S if isinstance(event, TimeWasUp) else BACKWARDS_S
        if not isinstance(event, Resumed) and event.at_s < now_s - slack_s:
            raise Failure("journal", f"In line {number} of {journal} the time goes backwards; is it of two games?")
        now_s = event.at_s if isinstance(event, Resumed) else max(now_s, event.at_s)
