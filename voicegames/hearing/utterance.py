"""What was heard: words with times and kinds, disfluencies, and the other readings that were close."""

from dataclasses import dataclass, replace
from enum import StrEnum


class WordKind(StrEnum):
    """What a stretch of speech was taken for."""

    WORD = "word"
    FRAGMENT = "fragment"
    FILLER = "filler"
    UNKNOWN = "unknown"


class DisfluencyKind(StrEnum):
    """The kinds of disfluency that are told apart."""

    REPETITION = "repetition"
    PART_WORD = "part-word repetition"
    FILLER = "filler"
    PROLONGATION = "prolongation"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True)
class HeardWord:
    """One word, fragment, filler or unknown stretch; times in seconds on the audio clock, confidence 0 to 1.

    ``text`` of a fragment is its sounds with a hyphen ("fla-"), of an unknown stretch "?".
    """

    text: str
    start_s: float
    end_s: float
    confidence: float
    kind: WordKind


@dataclass(frozen=True, slots=True)
class Disfluency:
    """A disfluency with its times in seconds on the audio clock."""

    kind: DisfluencyKind
    text: str
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the whole utterance as a phrase of the vocabulary.

    ``behind`` is how far its log-likelihood lies behind the best phrase of the vocabulary, in nats (0 for the
    best one). ``fit`` is its log-likelihood against the freest explanation of the sound, in nats for each phone:
    about 1 for clear speech, below the acceptance point for what is no phrase at all.
    """

    words: tuple[str, ...]
    behind: float
    fit: float


@dataclass(frozen=True, slots=True)
class Recognition:
    """What a recogniser makes of one stretch of samples; times in seconds from its first sample."""

    words: tuple[HeardWord, ...]
    disfluencies: tuple[Disfluency, ...] = ()
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the room did to an utterance.

    ``level_dbfs`` is the level of its loud frames, ``snr_db`` how far they lie over the room, 0 to 60 dB. ``decay_s``
    is how long its last sound would take to fall by 60 dB: about 0.1 to 0.4 s for a voice that stops, more where the
    room goes on ringing; None where too little of the fall rises out of the noise.
    """

    level_dbfs: float
    snr_db: float
    decay_s: float | None


@dataclass(frozen=True, slots=True)
class Utterance:
    """One utterance on the audio clock, in seconds.

    ``onset_s`` and ``end_s`` come from the energy of the sound (the endpointer), not from the recogniser;
    ``decided_s`` is the moment on the same clock at which it was decided. ``readings`` are sorted, best first.
    ``surroundings`` is how loud the room was around it; None where no sound was heard, as with typed words. One that
    ``is_spotted`` was found in the middle of other sound, so what stands before and after it may be somebody else's.
    """

    words: tuple[HeardWord, ...]
    onset_s: float
    end_s: float
    decided_s: float
    engine: str
    disfluencies: tuple[Disfluency, ...] = ()
    readings: tuple[Reading, ...] = ()
    surroundings: Surroundings | None = None
    is_spotted: bool = False

    @property
    def text(self) -> str:
        """The words as one line; unknown stretches as "?"."""
        return " ".join(word.text for word in self.words)

    @property
    def plain_words(self) -> tuple[str, ...]:
        """The texts of the whole words, without fragments and fillers."""
        return tuple(word.text for word in self.words if word.kind is WordKind.WORD)

    @property
    def is_known(self) -> bool:
        """Whether no stretch of it is unknown and at least one is a word."""
        kinds = {word.kind for word in self.words}
        return WordKind.WORD in kinds and WordKind.UNKNOWN not in kinds


def shifted(recognition: Recognition, by_s: float) -> Recognition:
    """Return the recognition with all its times moved later by ``by_s`` seconds."""
    return replace(
        recognition,
        words=tuple(replace(w, start_s=w.start_s + by_s, end_s=w.end_s + by_s) for w in recognition.words),
        disfluencies=tuple(
            replace(d, start_s=d.start_s + by_s, end_s=d.end_s + by_s) for d in recognition.disfluencies
        ),
    )
