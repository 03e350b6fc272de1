"""``bench rules`` and ``bench hearing``: figures that anyone can repeat on their machine."""

import json
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from voicegames.doors.engines import Engine, language_of, open_recognizer, open_synthesizer
from voicegames.errors import Failure
from voicegames.games.dodelido import Phase, deal
from voicegames.hearing.ear import Ear, Heard
from voicegames.hearing.recognizer import Recognizer
from voicegames.hearing.utterance import Utterance
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.language import Language
from voicegames.players.chorus import Chorus, Disfluent
from voicegames.players.room import Room
from voicegames.settings import Settings
from voicegames.table.phrases import Phrases

_ANSWERS = (
    "flamingo",
    "penguin",
    "camel",
    "zebra",
    "tortoise",
    "blue",
    "green",
    "pink",
    "white",
    "yellow",
    "nought",
    "dodelido",
)
_PAUSE_S = 1.2


@dataclass(frozen=True, slots=True)
class RulesFigures:
    """Random games of Dodelido: medians over the runs."""

    games: int
    runs: int
    flips_per_second: float
    flips_per_game: float


@dataclass(frozen=True, slots=True)
class HearingFigures:
    """Made answers of one kind, heard through the ear: how many came out exactly, and how many with a disfluency."""

    kind: str
    noise_dbfs: float
    answers: int
    exact: int
    disfluent: int
    median_onset_error_ms: float
    cpu_per_audio_second_ms: float


def bench_rules(runs: int = 5, games: int = 20) -> RulesFigures:
    """Play random games with three players and 5 % mistakes, several times over."""
    speeds, lengths = [], []
    for run in range(runs):
        rng, flips, started_s = random.Random(run), 0, time.perf_counter()
        for _ in range(games):
            state = deal(3, rng)
            while not state.is_over:
                if state.phase is Phase.FLIP:
                    state, flips = state.flip(), flips + 1
                elif state.phase is Phase.CROCODILE:
                    state = state.crocodile(rng.randrange(3))
                else:
                    _ = state.expected
                    state = state.mistake() if rng.random() < 0.05 else state.answer_right()
        speeds.append(flips / (time.perf_counter() - started_s))
        lengths.append(flips / games)
    return RulesFigures(games, runs, statistics.median(speeds), statistics.median(lengths))


def bench_hearing(settings: Settings, engine: Engine, *, quick: bool) -> list[HearingFigures]:
    """Let the chorus say every answer with 0 to 2 "oh"s, clean and with noise, and stutters of each kind.

    These voices are the demo's own, not voices that were kept apart: the figures tell whether the ear works on this
    machine, not how well it hears strangers.
    """
    language = language_of(settings)
    synthesizer, why_not = open_synthesizer(settings, language)
    if synthesizer is None:
        raise Failure("no-voice", f"The bench speaks with real voices. {why_not}")
    recognizer = open_recognizer(engine, language, settings)
    vocabulary = Phrases(language, 6).answer
    seats = range(2 if quick else 6)
    most_ohs = 1 if quick else 2
    try:
        chorus = Chorus(synthesizer, language, seed=1)
        plain = [(seat, ("oh",) * ohs + (word,)) for seat in seats for ohs in range(most_ohs + 1) for word in _ANSWERS]
        stutters = [(seat, (word,)) for seat in seats for word in _ANSWERS[:: 3 if quick else 1]]
        figures = []
        for kind, noise_dbfs, items in (("plain", -70.0, plain), ("plain, noise", -45.0, plain)):
            figures.append(_heard(kind, noise_dbfs, items, None, chorus, recognizer, settings, language, vocabulary))
        for disfluent in Disfluent:
            figures.append(
                _heard(str(disfluent), -70.0, stutters, disfluent, chorus, recognizer, settings, language, vocabulary)
            )
    finally:
        synthesizer.close()
    return figures


def as_json(figures: RulesFigures | HearingFigures) -> str:
    """Return figures as one line of JSON."""
    return json.dumps({key: round(v, 3) if isinstance(v, float) else v for key, v in asdict(figures).items()})


def _heard(
    kind: str,
    noise_dbfs: float,
    items: Sequence[tuple[int, tuple[str, ...]]],
    disfluent: Disfluent | None,
    chorus: Chorus,
    recognizer: Recognizer,
    settings: Settings,
    language: Language,
    vocabulary: Vocabulary,
) -> HearingFigures:
    room = Room(seed=1, noise_dbfs=noise_dbfs)
    ear = Ear(room, recognizer, settings.hearing)
    ear.vocabulary = vocabulary
    truth: list[tuple[float, tuple[str, ...]]] = []
    at_s = 1.5
    for seat, meanings in items:
        words = tuple(language.called(meaning) for meaning in meanings)
        spoken = chorus.speak(seat, words, disfluent)
        starts_s = room.speak_at(at_s, spoken.pcm)
        truth.append((starts_s + spoken.onset_s, words))
        at_s = starts_s + spoken.end_s + _PAUSE_S
    heard: list[Utterance] = []
    started_s = time.process_time()
    while room.now_s < at_s + 1.0:
        heard += [event.utterance for event in ear.step() or () if isinstance(event, Heard) and event.final]
    cpu_s = time.process_time() - started_s
    exact = disfluencies = 0
    errors = []
    for onset_s, words in truth:
        near = [u for u in heard if u.end_s > onset_s and u.onset_s < onset_s + _PAUSE_S / 2]
        if len(near) == 1:
            exact += near[0].plain_words == words and near[0].is_known
            disfluencies += bool(near[0].disfluencies)
            errors.append(1000 * abs(near[0].onset_s - onset_s))
    return HearingFigures(
        kind, noise_dbfs, len(items), exact, disfluencies, statistics.median(errors or [0.0]), 1000 * cpu_s / room.now_s
    )


def rules_line(figures: RulesFigures) -> str:
    """Return the figures of the rules as a person reads them."""
    return (
        f"Dodelido rules: {figures.flips_per_second:,.0f} cards a second, {figures.flips_per_game:.0f} cards a game "
        f"(three players, 5 % mistakes; medians of {figures.runs} runs of {figures.games} games)"
    )


def hearing_table(rows: list[HearingFigures]) -> str:
    """Return the figures of the ear as a table."""
    lines = [f"{'answers':16} {'noise':>9} {'exact':>11} {'stuttered':>11} {'onset error':>12} {'CPU of a second':>16}"]
    for r in rows:
        exact, stuttered = f"{r.exact}/{r.answers}", f"{r.disfluent}/{r.answers}"
        lines.append(
            f"{r.kind:16} {r.noise_dbfs:4.0f} dBFS {exact:>11} {stuttered:>11} {r.median_onset_error_ms:9.0f} ms "
            f"{r.cpu_per_audio_second_ms:13.0f} ms"
        )
    return "\n".join(lines)
