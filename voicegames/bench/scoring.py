"""What the figures of the hearing bench are made of: one outcome for each clip, and shares and spreads of many."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from voicegames.bench.clips import Clip, Kind, Manner
from voicegames.bench.distortions import Condition
from voicegames.bench.voices import Group
from voicegames.events import Mistake, Verdict
from voicegames.hearing.utterance import Utterance
from voicegames.table.referee import OH, Decision, Referee


@dataclass(frozen=True, slots=True)
class Telling:
    """What a listener told: an utterance, whether for good, and when on the listener's clock.

    ``told_s`` is the end of the sound that was needed, and the time that was computed for it.
    """

    utterance: Utterance
    final: bool
    told_s: float


@dataclass(frozen=True, slots=True)
class Hearing:
    """All that was told of one clip, the processor's seconds on one core that it took, and when the clip began."""

    tellings: tuple[Telling, ...]
    cpu_s: float
    start_s: float = 0.0

    @property
    def finals(self) -> tuple[Telling, ...]:
        """What was told for good."""
        return tuple(telling for telling in self.tellings if telling.final)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one clip was heard and ruled.

    ``exact``: every word and no more, without a disfluency. ``disfluent``: with a disfluency. ``accepted``: taken for a
    whole phrase of the vocabulary; ``begun``: for nothing but "oh"s, the beginning of one. ``verdict`` is the referee's
    where the answer that was said had been the right one. Times in seconds, None where there is nothing to compare;
    ``onset_error_s`` is positive where it was heard late. ``manner`` is how the words were put together.
    """

    voice: str
    group: Group | None
    condition: Condition
    kind: Kind
    exact: bool
    disfluent: bool
    accepted: bool
    begun: bool
    verdict: Verdict
    cpu_s: float
    duration_s: float
    onset_error_s: float | None = None
    provisional_lag_s: float | None = None
    final_lag_s: float | None = None
    manner: Manner | None = None


@dataclass(frozen=True, slots=True)
class Share:
    """``count`` of ``of``."""

    count: int
    of: int

    @property
    def percent(self) -> float:
        """The share in percent; 0 of nothing is 0."""
        return 100 * self.count / self.of if self.of else 0.0

    def __add__(self, other: "Share") -> "Share":
        return Share(self.count + other.count, self.of + other.of)


@dataclass(frozen=True, slots=True)
class Spread:
    """The median and the 95th percentile of ``of`` times, in milliseconds."""

    median_ms: float
    p95_ms: float
    of: int


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of correct answers under one heading."""

    exact: Share
    mistake: Share
    again: Share
    stutter: Share
    onset: Spread | None
    provisional: Spread | None
    final: Spread | None


def ruled(referee: Referee, utterances: Sequence[Utterance], expected: tuple[str, ...]) -> Decision:
    """Return the ruling on an answer as the table comes to it: it waits while only a beginning was said.

    Nothing heard is a pause. ``expected`` is the right answer in meanings.
    """
    taken: list[Utterance] = []
    for utterance in utterances:
        taken.append(utterance)
        decision = referee.rule(taken, expected)
        if not referee.is_unfinished(taken) or decision.verdict is Verdict.RIGHT:
            return decision
    if taken and not taken[-1].is_known:
        return referee.rule(taken, expected)
    known = [utterance for utterance in taken if utterance.is_known]
    return referee.rule_unfinished(known, expected) if known else Decision(Verdict.MISTAKE, Mistake.PAUSE, "")


def score(clip: Clip, hearing: Hearing, referee: Referee) -> Outcome:
    """Return the outcome of a clip."""
    finals = [telling.utterance for telling in hearing.finals]
    words = tuple(word for utterance in finals for word in utterance.plain_words)
    disfluent = any(utterance.disfluencies for utterance in finals)
    exact = bool(words) and words == clip.words and not disfluent and all(u.is_known for u in finals)
    decision = ruled(referee, finals, referee.language.meanings(clip.words))
    onset_s, end_s = clip.onset_s + hearing.start_s, clip.end_s + hearing.start_s
    known = [set(referee.language.meanings(u.plain_words)) == {OH} for u in finals if u.is_known]
    own = [utterance for utterance in finals if utterance.end_s > onset_s]
    provisional = [
        telling.told_s
        for telling in hearing.tellings
        if exact and not telling.final and telling.utterance.plain_words == finals[-1].plain_words
    ]
    return Outcome(
        voice=clip.voice,
        group=clip.group,
        condition=clip.condition,
        kind=clip.kind,
        exact=exact,
        disfluent=disfluent or decision.mistake is Mistake.STUTTER,
        accepted=any(not is_oh for is_oh in known),
        begun=bool(known) and all(known),
        verdict=decision.verdict,
        cpu_s=hearing.cpu_s,
        duration_s=clip.duration_s,
        onset_error_s=own[0].onset_s - onset_s if own else None,
        provisional_lag_s=provisional[-1] - end_s if provisional else None,
        final_lag_s=hearing.finals[-1].told_s - end_s if exact else None,
        manner=clip.manner,
    )


def share(outcomes: Iterable[Outcome], name: str) -> Share:
    """Return how many outcomes have the flag of that name: "exact", "disfluent", "accepted" or "begun"."""
    flags = [bool(getattr(outcome, name)) for outcome in outcomes]
    return Share(sum(flags), len(flags))


def verdicts(outcomes: Sequence[Outcome], verdict: Verdict) -> Share:
    """Return how many outcomes have a verdict."""
    return Share(sum(outcome.verdict is verdict for outcome in outcomes), len(outcomes))


def spread(seconds: Iterable[float | None]) -> Spread | None:
    """Return the spread of times, None where there are none."""
    known = [1000 * value for value in seconds if value is not None]
    if not known:
        return None
    return Spread(float(np.median(known)), float(np.percentile(known, 95)), len(known))


def figures(outcomes: Iterable[Outcome]) -> Figures:
    """Return the figures of the correct answers among the outcomes."""
    answers = [outcome for outcome in outcomes if outcome.kind is Kind.STATEMENT]
    return Figures(
        exact=share(answers, "exact"),
        mistake=verdicts(answers, Verdict.MISTAKE),
        again=verdicts(answers, Verdict.AGAIN),
        stutter=share(answers, "disfluent"),
        onset=spread(None if o.onset_error_s is None else abs(o.onset_error_s) for o in answers),
        provisional=spread(outcome.provisional_lag_s for outcome in answers),
        final=spread(outcome.final_lag_s for outcome in answers),
    )


def is_clearly_more(now: Share, before: Share) -> bool:
    """Whether a share of errors rose beyond chance: by more than three standard deviations of both counts.

    The deviation is the binomial one, with a success and a failure added to either so that 0 of 20 is no certainty
    (Agresti and Coull, 1998).
    """
    if not now.of or not before.of:
        return False
    p, q = ((part.count + 1) / (part.of + 2) for part in (now, before))
    deviation = sqrt(p * (1 - p) / (now.of + 2) + q * (1 - q) / (before.of + 2))
    return p - q > 3 * deviation
