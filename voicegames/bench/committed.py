"""Figures that were committed, and whether those of today fall clearly below them."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from voicegames.bench.clips import Kind
from voicegames.bench.scoring import Outcome, Share, is_clearly_more
from voicegames.errors import Failure
from voicegames.events import Verdict

Counts = dict[str, Share]
"""How often each thing went wrong, by its name."""


class _Committed(msgspec.Struct):
    voices: dict[str, Counts]


def counts_by_voice(outcomes: Iterable[Outcome]) -> dict[str, Counts]:
    """Return for each voice what went wrong, and of how many."""
    voices: dict[str, Counts] = {}
    for outcome in outcomes:
        counts = voices.setdefault(outcome.voice, {})
        for name, is_wrong in _errors(outcome):
            counts[name] = counts.get(name, Share(0, 0)) + Share(int(is_wrong), 1)
    return voices


def read_committed(path: Path) -> dict[str, Counts]:
    """Return the counts in what ``bench hearing --json`` wrote. Raises Failure("no-figures") where there are none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Committed).voices
    except (OSError, msgspec.MsgspecError) as error:
        raise Failure("no-figures", f"There are no figures in {path}: {error}.") from error


def clearly_worse(now: dict[str, Counts], before: dict[str, Counts]) -> list[str]:
    """Return a sentence for each thing that goes wrong clearly more often than before, in the voices of both.

    Raises Failure("no-figures") where they have no voice in common.
    """
    voices = sorted(now.keys() & before.keys())
    if not voices:
        raise Failure("no-figures", "The bench heard none of the voices whose figures are committed.")
    sentences = []
    for name in dict.fromkeys(name for voice in voices for name in before[voice]):
        today, earlier = (
            sum((side[voice].get(name, Share(0, 0)) for voice in voices), Share(0, 0)) for side in (now, before)
        )
        if is_clearly_more(today, earlier):
            sentences.append(
                f"{name}: {today.count} of {today.of}, and {earlier.count} of {earlier.of} when it was committed."
            )
    return sentences


def _errors(outcome: Outcome) -> list[tuple[str, bool]]:
    if outcome.kind is Kind.STATEMENT:
        return [
            ("correct answers not heard exactly", not outcome.exact),
            ("correct answers ruled a mistake", outcome.verdict is Verdict.MISTAKE),
            ("correct answers not ruled right", outcome.verdict is not Verdict.RIGHT),
            ("correct answers called a stutter", outcome.disfluent),
        ]
    match outcome.kind.family:
        case "stutter":
            return [("stutters not found", not outcome.disfluent)]
        case "oov" | "noise":
            return [(f"{outcome.kind.family} accepted", outcome.accepted or outcome.begun)]
        case _:
            return [("commands and numbers not heard exactly", not outcome.exact)]
