"""``judge``: the referee's ruling on one recording, made with the same ear, referee and turn as at the table."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from voicegames import __version__
from voicegames.errors import Failure, WrongUsage
from voicegames.events import Event, Mistake, Prompted, Ruled, SittingStarted, Verdict
from voicegames.games.dodelido import PILES, Card, deck
from voicegames.hearing.ear import Ear
from voicegames.hearing.file_source import FileSource
from voicegames.hearing.recognizer import BLOCK, SAMPLE_RATE, Recognizer
from voicegames.language import Language
from voicegames.screen.keyboard import NoKeys
from voicegames.settings import Settings
from voicegames.speaking.speaker import Speaker
from voicegames.table.course import Course
from voicegames.table.dodelido import LATE_ONSET_S, DodelidoTable
from voicegames.table.dodelido_course import DodelidoCourse
from voicegames.table.journal import Journal
from voicegames.table.seats import Person
from voicegames.table.sitting import Sitting, SoundEnded


@dataclass(frozen=True, slots=True)
class Judgement:
    """The ruling on a recording; ``limit_s`` is the longest pause that was allowed.

    ``why`` is a sentence where the recording itself does not allow a ruling, which is then "again".
    """

    ruled: Ruled
    prompt_s: float
    limit_s: float
    why: str | None = None

    def json(self) -> str:
        """Return the ruling as one line of JSON; times in seconds."""
        r = self.ruled
        times = {"reaction_s": r.reaction_s, "length_s": r.length_s, "lag_s": r.lag_s}
        return json.dumps(
            {
                "ruling": r.verdict,
                "mistake": r.mistake,
                "why": self.why,
                "expected": r.expected,
                "heard": r.heard,
                **{key: None if value is None else round(value, 3) for key, value in times.items()},
                "prompt_s": self.prompt_s,
                "limit_s": self.limit_s,
                "decided_s": round(r.at_s, 3),
            },
            ensure_ascii=False,
        )

    def line(self) -> str:
        """Return the ruling as a person reads it."""
        r = self.ruled
        what = str(r.verdict) if r.mistake is None else f"{r.verdict} ({r.mistake})"
        reaction = "" if r.reaction_s is None else f", reaction {r.reaction_s:.2f} s"
        why = "" if self.why is None else f". {self.why}"
        return f"{what}: heard {r.heard or 'nothing'!r}, right is {r.expected!r}{reaction}{why}"


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards on the table from "blue penguin, white camel": the last one was just flipped.

    Raises WrongUsage for what is no animal card, and for none or more than the three that are visible.
    """
    try:
        cards = tuple(Card.parse(part.strip()) for part in text.split(",") if part.strip())
    except ValueError as error:
        raise WrongUsage("cards", f"{error}") from None
    if not 1 <= len(cards) <= PILES or any(card.animal is None for card in cards):
        raise WrongUsage("cards", 'Give one to three visible animal cards, as in --cards "blue penguin, white camel".')
    return cards


def judge_file(
    path: Path,
    cards: tuple[Card, ...],
    prompt_s: float,
    recognizer: Recognizer,
    language: Language,
    settings: Settings,
    warn: Callable[[str], None],
) -> Judgement:
    """Rule on the answer in a recording to the last of ``cards``, with the time running from ``prompt_s`` seconds.

    Silence is taken to follow the recording, so that its last word is ruled on; but nobody is ruled to have been
    silent in a time that was not recorded. ``warn`` gets a sentence where the file was cut off.
    """
    source = FileSource(path, trailing_quiet_s=2 * settings.referee.limit_s + 2)
    if source.note is not None:
        warn(source.note)
    try:
        if prompt_s > source.duration_s:
            raise Failure(
                "prompt", f"The recording is over after {source.duration_s:.2f} s; give an earlier --prompt-at."
            )
        with TemporaryDirectory() as folder:
            judgement = _judge(source, Path(folder), cards, prompt_s, recognizer, language, settings)
        return _as_far_as_recorded(judgement, source.duration_s)
    finally:
        source.close()


def _as_far_as_recorded(judgement: Judgement, duration_s: float) -> Judgement:
    """Return the judgement, "again" where it rules a pause that went on after the end of the recording."""
    ruled = judgement.ruled
    if ruled.mistake is not Mistake.PAUSE or duration_s >= ruled.at_s - LATE_ONSET_S - BLOCK / SAMPLE_RATE:
        return judgement
    why = f"The recording ends at {duration_s:.2f} s, before the time is up; record {judgement.limit_s:g} s or more."
    return replace(judgement, ruled=replace(ruled, verdict=Verdict.AGAIN, mistake=None), why=why)


class _Watcher:
    """Keeps the ruling and its prompt."""

    def __init__(self) -> None:
        self.ruled: Ruled | None = None
        self.prompted: Prompted | None = None

    def show(self, event: Event, course: Course) -> None:
        if isinstance(event, Prompted):
            self.prompted = event
        elif isinstance(event, Ruled) and self.ruled is None:
            self.ruled = event

    def tick(self, now_s: float, level_dbfs: float, state: str) -> None:
        pass


def _judge(
    source: FileSource,
    folder: Path,
    cards: tuple[Card, ...],
    prompt_s: float,
    recognizer: Recognizer,
    language: Language,
    settings: Settings,
) -> Judgement:
    watcher = _Watcher()
    started = SittingStarted(
        "dodelido", __version__, 0, language.code, ("A", "B"), (None, None), tuple(map(str, _deck_for(cards)))
    )
    course = DodelidoCourse(started)
    for _ in cards[:-1]:
        course.state = course.state.flip().answer_right()
    course.state = course.state.flip()
    sitting = Sitting(
        ear=Ear(source, recognizer, settings.hearing),
        speaker=Speaker(None, None, settings.speaking),
        journal=Journal(folder / "judge.jsonl"),
        screen=watcher,
        keys=NoKeys(),
        language=language,
        settings=settings,
        course=course,
    )
    try:
        table = DodelidoTable(sitting, (Person(), Person()), announce="none")
        table.answer_once(prompt_s)
    except SoundEnded:
        pass
    finally:
        sitting.journal.close()
    if watcher.prompted is None:
        raise Failure("prompt", f"The recording is over before {prompt_s:g} s; give an earlier --prompt-at.")
    if watcher.ruled is None:
        raise Failure("no-answer", "There is no answer in the recording, only a call to the referee.")
    return Judgement(watcher.ruled, prompt_s, watcher.prompted.limit_s)


def _deck_for(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return a deck from which two players lay ``cards`` in this order, and in which each keeps a card to the end."""
    spare = tuple(card for card in deck() if card.animal is not None)
    return cards + spare[: 2 + len(cards) % 2]
