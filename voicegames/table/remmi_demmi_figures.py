"""Figures of a game of Remmi Demmi from its journal: points, claims, minus points, and the lag of the answers."""

import csv
import io
from collections.abc import Sequence

from voicegames.events import Event, SittingStarted, TakenBack
from voicegames.games.remmi_demmi import Phase
from voicegames.remmi_demmi_events import Claimed, Fouled, RemmiChecked, RoundDealt
from voicegames.table.remmi_demmi_course import RemmiDemmiCourse
from voicegames.table.statistics import spread

Row = dict[str, str | int | float | None]


def as_rows(events: Sequence[Event]) -> list[Row]:
    """Return one row for each player. What was taken back is not counted; times are in seconds."""
    started = events[0]
    assert isinstance(started, SittingStarted)
    course = RemmiDemmiCourse(started)
    for event in events:
        course.follow(event)
    taken = {event.number for event in events if isinstance(event, TakenBack)}
    standing = [e for e in events if isinstance(e, Claimed | RemmiChecked | Fouled) and e.number not in taken]
    # A round that is over but not followed by another is in the state's sheet, not in the past.
    is_scored = course.state.phase in (Phase.SCORED, Phase.OVER)
    rounds = sum(isinstance(e, RoundDealt) and e.number not in taken for e in events) + is_scored
    rows: list[Row] = []
    for player, name in enumerate(started.players):
        own = [event for event in standing if event.player == player]
        lag = spread(event.lag_s for event in own if isinstance(event, Claimed) and event.lag_s is not None)
        rows.append(
            {
                "player": name,
                "points": course.state.scores[player],
                "rounds": rounds,
                "claims": sum(isinstance(event, Claimed) for event in own),
                "remmis": sum(isinstance(event, RemmiChecked) and event.is_remmi for event in own),
                "invalid": sum(isinstance(event, RemmiChecked) and not event.is_remmi for event in own),
                "early": sum(isinstance(event, Fouled) for event in own),
                "lag_median_s": lag.median_s,
                "lag_p90_s": lag.p90_s,
            }
        )
    return rows


def as_csv(rows: Sequence[Row]) -> str:
    """Return the rows as CSV with a heading; an empty field where there is no figure."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({key: f"{value:.3f}" if isinstance(value, float) else value for key, value in row.items()})
    return out.getvalue().rstrip("\n")


def as_lines(rows: Sequence[Row]) -> str:
    """Return the rows as lines that a person, or a screen reader, reads."""
    lines = []
    for row in rows:
        lines.append(
            f"{row['player']}: {row['points']} points; rounds {row['rounds']}; Remmi Demmi called {row['claims']}, "
            f"valid {row['remmis']}, invalid {row['invalid']}; early {row['early']}"
        )
        lag = row["lag_median_s"]
        if lag is not None:
            lines.append(f"  answer to the call: median {lag:.2f} s, 90th percentile {row['lag_p90_s']:.2f} s")
    return "\n".join(lines)
