"""What an utterance means at a moment of Domitrio; where two meanings are close, both of them."""

from dataclasses import dataclass, replace

from voicegames.hearing.ear import Heard
from voicegames.hearing.typed import ENGINE as TYPED
from voicegames.hearing.utterance import HeardWord, Reading, Utterance, WordKind
from voicegames.table.domitrio_language import Phrase
from voicegames.table.domitrio_sayings import Act, Began, Moment, Saying, Sayings, tokens_of
from voicegames.table.happenings import TypedUtterance

CLOSE_BEHIND = 1.5
"""Of two readings that are no further apart, in nats, neither is taken for granted."""

MOVES_BEHIND = 3.0
"""The same where a tile would be laid or a move undone: the tile is then only held, anything else asked again."""

ABSENT_BEHIND = 2.0
"""What is not possible now, as a number that there is none of, counts where all else lies further behind, in nats."""

_MOVES = frozenset((Act.ROLL, Act.LAY_IT, Act.DRAW, Act.PASS, Act.UNDO))
_CAREFUL = frozenset((Act.LAY_IT, Act.UNDO, Act.ANSWER))
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
    taken all the same where nothing else comes near it: a saying never costs more than an "undo". Which of several
    numbers that there are none of was said is not asked.
    """
    if utterance.engine == TYPED:
        saying = moment.meaning(utterance.plain_words) if utterance.is_known else None
        saying = saying or sayings.typed(utterance.text)
        return None if saying is None else Meant(saying, tuple(utterance.text.split()))
    if not utterance.readings:
        saying = moment.meaning(utterance.plain_words)
        return None if saying is None else Meant(saying, utterance.plain_words)
    readings = _there(utterance.readings, moment)
    found = [(moment.meaning(reading.words), reading) for reading in readings]
    saying, best = found[0]
    if saying is None:
        return None
    other, second = next(((s, r) for s, r in found[1:] if s != saying), (None, None))
    if not utterance.is_known and not _is_alone(best, second):
        return None
    if second is None or other is None or second.behind >= CLOSE_BEHIND:
        return _careful(Meant(saying, best.words), found, moment)
    if saying.act is other.act is Act.PUT and saying.lays != other.lays and _same_place(saying, other):
        # Whether the tile is laid at once or only held there first: the careful one.
        return Meant(other, second.words) if saying.lays else Meant(saying, best.words)
    if best.words in moment.absent:
        return None
    return Meant(saying, best.words, other, second.words)


def as_meant(happening: Heard | TypedUtterance, found: Meant | None) -> Heard | TypedUtterance:
    """Return what was heard with the words that it was taken for, where those are others, or fitted poorly."""
    utterance = happening.utterance
    if not isinstance(happening, Heard) or found is None:
        return happening
    if utterance.is_known and utterance.plain_words == found.words:
        return happening
    width = (utterance.end_s - utterance.onset_s) / len(found.words)
    starts = [utterance.onset_s + width * place for place in range(len(found.words))]
    words = tuple(
        HeardWord(word, start_s, start_s + width, 0.5, WordKind.WORD)
        for word, start_s in zip(found.words, starts, strict=True)
    )
    return replace(happening, utterance=replace(utterance, words=words))


def began(utterance: Utterance, sayings: Sayings) -> Began | None:
    """Return whether what was not understood began like a tile or a spot: most likely it had another number."""
    if utterance.engine == TYPED:
        return sayings.began(tokens_of(utterance.text))
    found = {sayings.began(reading.words) for reading in utterance.readings[:3]}
    return found.pop() if len(found) == 1 else None


def moves(saying: Saying) -> bool:
    """Return whether a saying moves the game."""
    return saying.lays or saying.act in _MOVES


def is_speech(utterance: Utterance) -> bool:
    """Return whether an utterance that was not understood is worth a question: a cough or a laugh is not."""
    return bool(utterance.words) and (not utterance.readings or utterance.readings[0].fit > _SPEECH_FIT)


def _is_alone(best: Reading, second: Reading | None) -> bool:
    return best.fit >= _ALONE_FIT and (second is None or second.behind >= _ALONE_BEHIND)


def _there(readings: tuple[Reading, ...], moment: Moment) -> tuple[Reading, ...]:
    """The readings without those that are not possible now, unless such a one is clearly the best."""
    there = tuple(reading for reading in readings if reading.words not in moment.absent)
    if len(there) == len(readings):
        return readings
    ahead = there[0].behind if there else ABSENT_BEHIND
    # A longer phrase gathers more likelihood, so it has to fit better sound by sound as well.
    if ahead >= ABSENT_BEHIND and (not there or readings[0].fit > there[0].fit):
        return readings
    return tuple(replace(reading, behind=reading.behind - ahead) for reading in there)


def _careful(found: Meant, readings: list[tuple[Saying | None, Reading]], moment: Moment) -> Meant:
    """What was meant, only as far as it is clear enough to lay a tile; other moves are the only ones of their turn."""
    saying = found.saying
    if not (saying.lays or saying.act in _CAREFUL):
        return found
    rivals = ((s, r) for s, r in readings[1:] if s is not None and s != saying and r.behind < MOVES_BEHIND)
    if not saying.lays:
        other, second = next(rivals, (None, None))
        return found if other is None or second is None else replace(found, other=other, other_words=second.words)
    if all(_same_place(saying, other) for other, _ in rivals):
        return found
    held = replace(saying, lays=False)
    return Meant(held, next(words for words, meaning in moment.says.items() if meaning == held))


def _same_place(one: Saying, other: Saying) -> bool:
    return (one.tile, one.spot, one.symbol) == (other.tile, other.spot, other.symbol)
