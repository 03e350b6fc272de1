"""Reaction times, lengths and lags of each player, and mistakes by kind, read from a journal."""

import csv
import io
import json
import math
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from voicegames.events import CrocodileRuled, Event, Mistake, Ruled, SittingStarted, TakenBack, Verdict


@dataclass(frozen=True, slots=True)
class Spread:
    """Median and 90th percentile in seconds of ``count`` values; None where there is no value."""

    count: int
    median_s: float | None
    p90_s: float | None


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One player's figures: ``reaction`` prompt to onset, ``length`` of the answer, ``lag`` end of speech to ruling."""

    player: str
    right: int
    mistakes: dict[Mistake, int]
    again: int
    crocodiles: int
    reaction: Spread
    length: Spread
    lag: Spread


def spread(values: Iterable[float]) -> Spread:
    """Return median and 90th percentile (nearest rank) of values in seconds."""
    ordered = sorted(values)
    if not ordered:
        return Spread(0, None, None)
    rank = max(0, math.ceil(0.9 * len(ordered)) - 1)
    return Spread(len(ordered), statistics.median(ordered), ordered[rank])


def standing_rulings(events: Sequence[Event]) -> list[Ruled | CrocodileRuled]:
    """Return the rulings that were not taken back, in order."""
    taken = {event.number for event in events if isinstance(event, TakenBack)}
    return [e for e in events if isinstance(e, Ruled | CrocodileRuled) and e.number not in taken]


def statistics_of(events: Sequence[Event]) -> tuple[PlayerStatistics, ...]:
    """Return each player's statistics. Times count only rulings that stand; a ruling by the table has none."""
    started = next(e for e in events if isinstance(e, SittingStarted))
    rulings = standing_rulings(events)
    result = []
    for number, name in enumerate(started.players):
        own = [r for r in rulings if isinstance(r, Ruled) and r.player == number]
        result.append(
            PlayerStatistics(
                player=name,
                right=sum(r.verdict is Verdict.RIGHT for r in own),
                mistakes={kind: sum(r.mistake is kind for r in own) for kind in Mistake},
                again=sum(r.verdict is Verdict.AGAIN for r in own),
                crocodiles=sum(isinstance(r, CrocodileRuled) and r.last == number for r in rulings),
                reaction=spread(r.reaction_s for r in own if r.reaction_s is not None),
                length=spread(r.length_s for r in own if r.length_s is not None),
                lag=spread(r.lag_s for r in own if r.lag_s is not None),
            )
        )
    return tuple(result)


def to_csv(players: Iterable[PlayerStatistics]) -> str:
    """Return the statistics as CSV with a heading; times in seconds with three decimals, empty where there is none."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    times = [f"{what}_{figure}" for what in ("reaction", "length", "lag") for figure in ("median_s", "p90_s")]
    writer.writerow(["player", "right", *(f"mistake_{kind}" for kind in Mistake), "again", "crocodiles", *times])
    for p in players:
        spreads = [value for s in (p.reaction, p.length, p.lag) for value in (s.median_s, s.p90_s)]
        row = [p.player, p.right, *p.mistakes.values(), p.again, p.crocodiles]
        writer.writerow(row + ["" if value is None else f"{value:.3f}" for value in spreads])
    return out.getvalue()


def statistics_lines(players: tuple[PlayerStatistics, ...]) -> Iterator[str]:
    """Yield the statistics as lines that a person, or a screen reader, reads."""
    for p in players:
        mistakes = ", ".join(f"{count} {kind}" for kind, count in p.mistakes.items() if count) or "none"
        yield f"{p.player}: {p.right} right; mistakes: {mistakes}; asked again {p.again}; crocodiles {p.crocodiles}"
        for name, spread in (("reaction", p.reaction), ("length of answers", p.length), ("lag to ruling", p.lag)):
            yield f"  {name}: {_spread(spread)}"


def statistics_json(events: tuple[Event, ...]) -> str:
    """Return the statistics of all players as one line of JSON."""
    return json.dumps([asdict(p) for p in statistics_of(events)], ensure_ascii=False)


def _spread(spread: Spread) -> str:
    if spread.median_s is None or spread.p90_s is None:
        return "no figures"
    return f"median {spread.median_s:.2f} s, 90th percentile {spread.p90_s:.2f} s ({spread.count})"
