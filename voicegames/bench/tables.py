"""Tables of figures, for a terminal and for a document."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from voicegames.bench.scoring import Share, Spread

NONE = "–"
"""What stands where there is no figure."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a title; the first column is the rows' names."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def text(self) -> str:
        """Return it as lines for a terminal."""
        lines = [self.head, *self.rows]
        widths = [max(len(line[column]) for line in lines) for column in range(len(self.head))]
        return "\n".join([self.title, *("  ".join(_padded(line, widths)).rstrip() for line in lines)])

    def markdown(self) -> str:
        """Return it as a table of a document, under its title."""
        rule = ("---", *("---:" for _ in self.head[1:]))
        lines = [f"| {' | '.join(cells)} |" for cells in (self.head, rule, *self.rows)]
        return "\n".join([f"## {self.title}", "", *lines])


def _padded(cells: Sequence[str], widths: Sequence[int]) -> Iterable[str]:
    for column, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        yield cell.rjust(width) if column else cell.ljust(width)


def percent_of(shares: Iterable[Share]) -> float | None:
    """Return the median of the runs' percentages, None where nothing was counted."""
    values = [share.percent for share in shares if share.of]
    return statistics.median(values) if values else None


def percent(shares: Iterable[Share]) -> str:
    """Return the median of the runs' percentages as a cell."""
    value = percent_of(shares)
    return NONE if value is None else f"{value:.1f}"


def counted(shares: Iterable[Share]) -> str:
    """Return how many of how many in all runs, and the percentage of these."""
    total = sum(shares, Share(0, 0))
    return f"{total.count}/{total.of} = {total.percent:.1f}" if total.of else NONE


def median_and_p95(spreads: Iterable[Spread | None]) -> str:
    """Return the medians of the runs' medians and 95th percentiles as a cell, in milliseconds."""
    known = [spread for spread in spreads if spread is not None]
    if not known:
        return NONE
    middle = statistics.median(spread.median_ms for spread in known)
    return f"{middle:.0f} / {statistics.median(spread.p95_ms for spread in known):.0f}"


def times_fewer(theirs: Iterable[Share], ours: Iterable[Share]) -> str:
    """Return how many times as many as ours theirs are; with none of ours, at least how many."""
    they, we = sum(theirs, Share(0, 0)), sum(ours, Share(0, 0))
    if not they.of or not we.of:
        return NONE
    return f"{they.percent / we.percent:.1f}" if we.count else f"> {they.percent / (100 / we.of):.0f}"
