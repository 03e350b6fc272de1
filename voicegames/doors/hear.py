"""``hear``: what was heard in recordings, with times and disfluencies."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from voicegames.hearing.ear import Ear, Heard
from voicegames.hearing.file_source import FileSource
from voicegames.hearing.recognizer import Recognizer
from voicegames.hearing.utterance import Utterance
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.settings import HearingSettings


def hear_file(
    path: Path, recognizer: Recognizer, vocabulary: Vocabulary, settings: HearingSettings
) -> Iterator[Utterance]:
    """Yield the final utterances of a recording; a noise in which nothing was said is none.

    Raises Failure for a file that can't be read as sound.
    """
    source = FileSource(path)
    try:
        ear = Ear(source, recognizer, settings)
        ear.vocabulary = vocabulary
        while (events := ear.step()) is not None:
            finals = (event.utterance for event in events if isinstance(event, Heard) and event.final)
            yield from (utterance for utterance in finals if utterance.words)
    finally:
        source.close()


def as_json(path: Path, engine: str, utterances: list[Utterance]) -> str:
    """Return one line of JSON for one file; times in seconds from its beginning."""
    heard = [
        {
            "text": u.text,
            "onset_s": round(u.onset_s, 3),
            "end_s": round(u.end_s, 3),
            "decided_s": round(u.decided_s, 3),
            "words": [_rounded(asdict(word)) for word in u.words],
            "disfluencies": [_rounded(asdict(disfluency)) for disfluency in u.disfluencies],
        }
        for u in utterances
    ]
    return json.dumps({"file": str(path), "engine": engine, "utterances": heard}, ensure_ascii=False)


def as_lines(path: Path, utterances: list[Utterance]) -> list[str]:
    """Return what a person reads: a line for each utterance."""
    if not utterances:
        return [f"{path}: nothing was said"]
    lines = []
    for u in utterances:
        kinds = "".join(f" [{d.kind}: {d.text}]" for d in u.disfluencies)
        lines.append(f"{path}: {u.onset_s:.2f}-{u.end_s:.2f} s  {u.text}{kinds}")
    return lines


def _rounded(values: dict[str, object]) -> dict[str, object]:
    return {key: round(value, 3) if isinstance(value, float) else value for key, value in values.items()}
