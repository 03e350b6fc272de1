"""What an utterance means at a moment of Domitrio; where two meanings are close, both of them."""

from dataclasses import dataclass, replace

from voicegames.hearing.ear import Heard
from voicegames.hearing.typed import ENGINE as TYPED
from voicegames.hearing.utterance import HeardWord, Reading, Utterance, WordKind
from voicegames.table.domitrio_language import Phrase
from voicegames.table.domitrio_sayings import Act, Moment, Saying, Sayings
from voicegames.table.happenings import TypedUtterance

CLOSE_BEHIND = 1.5
"""Of two readings that are no further apart, in nats, neither is taken for granted."""

_ALONE_BEHIND = 8.0
_ALONE_FIT = 0.35
_SPEECH_FIT = -1.0


@dataclass(frozen=True, slots=True)
class Meant:
    """What was meant: the saying and its words, and another one that is nearly as likely, with its words."""

    saying: Saying
    words: Phrase
    other: Saying | None = None
    other_words: Phrase = ()


def meant(utterance: Utterance, moment: Moment, sayings: Sayings) -> Meant | None:
    """Return what an utterance means now, or None where it can't be told.

    Typed lines may say what is not possible now, so that the table can tell why it is not. A phrase that fits poorly is
    taken all the same where nothing else comes near it: a saying never costs more than an "undo".
    """
    if utterance.engine == TYPED:
        saying = moment.meaning(utterance.plain_words) if utterance.is_known else None
        saying = saying or sayings.typed(utterance.text)
        return None if saying is None else Meant(saying, tuple(utterance.text.split()))
    if not utterance.readings:
        saying = moment.meaning(utterance.plain_words)
        return None if saying is None else Meant(saying, utterance.plain_words)
    found = [(moment.meaning(reading.words), reading) for reading in utterance.readings]
    saying, best = found[0]
    if saying is None:
        return None
    other, second = next(((s, r) for s, r in found[1:] if s != saying), (None, None))
    if not utterance.is_known and not _is_alone(best, second):
        return None
    if second is None or other is None or second.behind >= CLOSE_BEHIND:
        return Meant(saying, best.words)
    if saying.act is other.act is Act.PUT and saying.lays != other.lays and _same_place(saying, other):
        # Whether the tile is laid at once or only held there first: the careful one.
        return Meant(other, second.words) if saying.lays else Meant(saying, best.words)
    return Meant(saying, best.words, other, second.words)


def as_meant(happening: Heard | TypedUtterance, found: Meant | None) -> Heard | TypedUtterance:
    """Return what was heard with the words that it was taken for, where it fitted them poorly."""
    utterance = happening.utterance
    if not isinstance(happening, Heard) or found is None or utterance.is_known:
        return happening
    width = (utterance.end_s - utterance.onset_s) / len(found.words)
    starts = [utterance.onset_s + width * place for place in range(len(found.words))]
    words = tuple(
        HeardWord(word, start_s, start_s + width, 0.5, WordKind.WORD)
        for word, start_s in zip(found.words, starts, strict=True)
    )
    return replace(happening, utterance=replace(utterance, words=words))


def is_speech(utterance: Utterance) -> bool:
    """Return whether an utterance that was not understood is worth a question: a cough or a laugh is not."""
    return bool(utterance.words) and (not utterance.readings or utterance.readings[0].fit > _SPEECH_FIT)


def _is_alone(best: Reading, second: Reading | None) -> bool:
    return best.fit >= _ALONE_FIT and (second is None or second.behind >= _ALONE_BEHIND)


def _same_place(one: Saying, other: Saying) -> bool:
    return (one.tile, one.spot, one.symbol) == (other.tile, other.spot, other.symbol)
