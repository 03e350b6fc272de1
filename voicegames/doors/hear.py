"""``hear``: what was heard in recordings, with times and disfluencies."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np

from voicegames.hearing.ear import Ear, Heard
from voicegames.hearing.file_source import FileSource
from voicegames.hearing.recognizer import Recognizer
from voicegames.hearing.utterance import HeardWord, Utterance, WordKind
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.settings import HearingSettings, RefereeSettings

LONG_PHRASE_PHONES = 8
"""From so many phones on a phrase is hardly fitted by chance: "dodelido" and "crocodile" have as many."""


def hear_file(
    path: Path, recognizer: Recognizer, vocabulary: Vocabulary, settings: HearingSettings, warn: Callable[[str], None]
) -> Iterator[Utterance]:
    """Yield the final utterances of a recording; a noise in which nothing was said is none.

    ``warn`` gets a sentence where the file was cut off. Raises Failure for a file that can't be read as sound.
    """
    source = FileSource(path)
    if source.note is not None:
        warn(source.note)
    try:
        ear = Ear(source, recognizer, settings)
        ear.vocabulary = vocabulary
        while (events := ear.step()) is not None:
            finals = (event.utterance for event in events if isinstance(event, Heard) and event.final)
            yield from (_with_long_phrases(u, vocabulary, settings) for u in finals if u.words)
    finally:
        source.close()


def _with_long_phrases(utterance: Utterance, vocabulary: Vocabulary, settings: HearingSettings) -> Utterance:
    """Return the utterance, where it was not clear, with a long phrase that fits as well as one short word must.

    The referee needs no such rule: it knows the right answer, and looks at the readings.
    """
    best = utterance.readings[0] if utterance.readings else None
    is_unclear = [word.kind for word in utterance.words] == [WordKind.UNKNOWN]
    if best is None or not is_unclear or best.fit < settings.accept_fit_of_one_word:
        return utterance
    words = [vocabulary.entry(word) for word in dict.fromkeys(best.words)]
    if sum(min(map(len, word.pronunciations)) for word in words) < LONG_PHRASE_PHONES:
        return utterance
    edges = np.linspace(utterance.words[0].start_s, utterance.words[0].end_s, len(best.words) + 1).tolist()
    spread = zip(best.words, edges[:-1], edges[1:], strict=True)
    return replace(utterance, words=tuple(HeardWord(text, a, b, 1.0, WordKind.WORD) for text, a, b in spread))


def perhaps(utterance: Utterance, settings: RefereeSettings) -> tuple[str, ...]:
    """Return what the referee would take an utterance that is not clear for, if that were the right answer."""
    if all(word.kind is not WordKind.UNKNOWN for word in utterance.words):
        return ()
    near = (r for r in utterance.readings if r.behind <= settings.right_behind and r.fit >= settings.right_fit)
    return tuple(" ".join(reading.words) for reading in near)


def as_json(path: Path, engine: str, utterances: list[Utterance], settings: RefereeSettings) -> str:
    """Return one line of JSON for one file; times in seconds from its beginning."""
    heard = [
        {
            "text": u.text,
            "perhaps": perhaps(u, settings),
            "onset_s": round(u.onset_s, 3),
            "end_s": round(u.end_s, 3),
            "decided_s": round(u.decided_s, 3),
            "words": [_rounded(asdict(word)) for word in u.words],
            "disfluencies": [_rounded(asdict(disfluency)) for disfluency in u.disfluencies],
        }
        for u in utterances
    ]
    return json.dumps({"file": str(path), "engine": engine, "utterances": heard}, ensure_ascii=False)


def as_lines(path: Path, utterances: list[Utterance], settings: RefereeSettings) -> list[str]:
    """Return what a person reads: a line for each utterance."""
    if not utterances:
        return [f"{path}: nothing was said"]
    lines = []
    for u in utterances:
        kinds = "".join(f" [{d.kind}: {d.text}]" for d in u.disfluencies)
        near = ", ".join(perhaps(u, settings))
        unclear = f" (not clear; perhaps {near})" if near else ""
        lines.append(f"{path}: {u.onset_s:.2f}-{u.end_s:.2f} s  {u.text}{unclear}{kinds}")
    return lines


def _rounded(values: dict[str, object]) -> dict[str, object]:
    return {key: round(value, 3) if isinstance(value, float) else value for key, value in values.items()}
