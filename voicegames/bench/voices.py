"""The voices of the bench, and which of them may be used for what.

The split is by base voice (the speaker that a synthesiser was made from), and for good: nothing may be fitted or chosen
on a REPORTING voice. One speaker is never on both sides, not even shifted or by another synthesiser: "kal" of flite is
"kal_diphone" of Festival, and "slt" of flite is "cmu_us_slt_arctic_hts". Two synthesisers have many voices each, with a
model in common, and are divided. eSpeak NG: the accents en-us, New York City, en-gb, RP and Scotland are for tuning, as
the demo speaks with them; West Midlands and Caribbean are for reporting; and so are their variants. Lancaster was for
reporting too, until the English network was trained on clips of it: since then it is for tuning. The accents of
eSpeak NG that are left for reporting share their synthesiser, though no accent, with voices of the training. "slt" was
for reporting too, until it was found that some penalties of the phone graph had been looked at on it; it is for tuning
since, and the British speaker of SVOX Pico came in for reporting (its American one is trained on).
Kokoro: two of its speakers are for tuning, three for reporting (hibari's "heart" was distilled from a sixth).
"""

from dataclasses import dataclass
from enum import StrEnum


class Split(StrEnum):
    """What a voice may be used for: to fit and choose, or only to report figures."""

    TUNING = "tuning"
    REPORTING = "reporting"


class Group(StrEnum):
    """The groups of voices that are reported apart."""

    ADULT_LOW = "adult low"
    ADULT_HIGH = "adult high"
    CHILD = "child-like"
    ACCENT = "accent"


class Engine(StrEnum):
    """The synthesisers. None of them is needed to play; all are free software."""

    HIBARI = "hibari"
    KOKORO = "kokoro"
    PIPER = "piper"
    FLITE = "flite"
    FESTIVAL = "festival"
    ESPEAK = "espeak"
    PICO = "pico"


class Dialect(StrEnum):
    """What sounds a text is given, where the synthesiser takes them apart from its voice."""

    AMERICAN = "american"
    BRITISH = "british"
    GERMAN = "german"


@dataclass(frozen=True, slots=True)
class Shift:
    """A change of a voice: its pitch and its formants up by so many cents, its tempo by a factor (0.9 is slower)."""

    pitch_cents: float = 0.0
    formant_cents: float = 0.0
    tempo: float = 1.0


@dataclass(frozen=True, slots=True)
class BenchVoice:
    """One voice. ``base`` names its speaker, ``voice`` is its name for the synthesiser."""

    name: str
    base: str
    split: Split
    group: Group
    engine: Engine
    voice: str
    shift: Shift = Shift()
    dialect: Dialect = Dialect.AMERICAN


CHILD_OF_HIGH = Shift(450.0, 330.0, 0.93)
"""What makes a child of about seven of a high adult voice: pitch near 280 Hz, a vocal tract shorter by a sixth."""

CHILD_OF_LOW = Shift(1250.0, 520.0, 0.93)
"""The same for a low adult voice."""

YOUNG_CHILD_OF_HIGH = Shift(650.0, 480.0, 0.88)
YOUNG_CHILD_OF_LOW = Shift(1450.0, 650.0, 0.88)
HIGH_OF_LOW = Shift(850.0, 250.0, 1.0)
LOW_OF_HIGH = Shift(-850.0, -250.0, 1.0)
HIGHER = Shift(170.0, 90.0, 1.08)
LOWER = Shift(-170.0, -90.0, 0.93)


_Row = tuple[str, str, Engine, str, Shift, Dialect]


def _row(
    name: str, base: str, engine: Engine, voice: str, shift: Shift = Shift(), dialect: Dialect = Dialect.AMERICAN
) -> _Row:
    return name, base, engine, voice, shift, dialect


_TUNING: dict[Group, tuple[_Row, ...]] = {
    Group.ADULT_LOW: (
        _row("flite rms", "rms", Engine.FLITE, "rms"),
        _row("festival kal", "kal", Engine.FESTIVAL, "kal_diphone"),
        _row("hibari heart, low", "heart", Engine.HIBARI, "heart", LOW_OF_HIGH),
        _row("espeak us", "espeak us", Engine.ESPEAK, "en-us"),
        _row("espeak nyc m7", "espeak nyc m7", Engine.ESPEAK, "en-us-nyc+m7"),
        _row("flite kal", "kal", Engine.FLITE, "kal16"),
        _row("flite rms, lower", "rms", Engine.FLITE, "rms", LOWER),
        _row("flite slt, low", "slt", Engine.FLITE, "slt", LOW_OF_HIGH),
        _row("pico us, low", "pico us", Engine.PICO, "en-US", LOW_OF_HIGH),
    ),
    Group.ADULT_HIGH: (
        _row("hibari heart", "heart", Engine.HIBARI, "heart"),
        _row("espeak us f5", "espeak us f5", Engine.ESPEAK, "en-us+f5"),
        _row("kokoro tebukuro", "tebukuro", Engine.KOKORO, "jf_tebukuro"),
        _row("espeak us linda", "espeak us linda", Engine.ESPEAK, "en-us+linda"),
        _row("espeak nyc Annie", "espeak nyc Annie", Engine.ESPEAK, "en-us-nyc+Annie"),
        _row("hibari heart, higher", "heart", Engine.HIBARI, "heart", HIGHER),
        _row("flite rms, high", "rms", Engine.FLITE, "rms", HIGH_OF_LOW),
        _row("flite slt", "slt", Engine.FLITE, "slt"),
        _row("festival slt", "slt", Engine.FESTIVAL, "cmu_us_slt_arctic_hts"),
        _row("festival slt, higher", "slt", Engine.FESTIVAL, "cmu_us_slt_arctic_hts", HIGHER),
        _row("pico us", "pico us", Engine.PICO, "en-US"),
    ),
    Group.CHILD: (
        _row("hibari heart, child", "heart", Engine.HIBARI, "heart", CHILD_OF_HIGH),
        _row("flite rms, child", "rms", Engine.FLITE, "rms", CHILD_OF_LOW),
        _row("espeak us f5, young child", "espeak us f5", Engine.ESPEAK, "en-us+f5", YOUNG_CHILD_OF_HIGH),
        _row("kokoro tebukuro, child", "tebukuro", Engine.KOKORO, "jf_tebukuro", CHILD_OF_HIGH),
        _row("espeak nyc Annie, child", "espeak nyc Annie", Engine.ESPEAK, "en-us-nyc+Annie", CHILD_OF_HIGH),
        _row("hibari heart, young child", "heart", Engine.HIBARI, "heart", YOUNG_CHILD_OF_HIGH),
        _row("flite slt, child", "slt", Engine.FLITE, "slt", CHILD_OF_HIGH),
        _row("festival slt, child", "slt", Engine.FESTIVAL, "cmu_us_slt_arctic_hts", CHILD_OF_HIGH),
        _row("pico us, child", "pico us", Engine.PICO, "en-US", CHILD_OF_HIGH),
    ),
    Group.ACCENT: (
        _row("flite awb", "awb", Engine.FLITE, "awb"),
        _row("espeak rp f2", "espeak rp f2", Engine.ESPEAK, "en-gb-x-rp+f2"),
        _row("kokoro gongitsune, british", "gongitsune", Engine.KOKORO, "jf_gongitsune", dialect=Dialect.BRITISH),
        _row("hibari heart, german", "heart", Engine.HIBARI, "heart", dialect=Dialect.GERMAN),
        _row("espeak scotland max", "espeak scotland max", Engine.ESPEAK, "en-gb-scotland+max"),
        _row("espeak gb m3", "espeak gb m3", Engine.ESPEAK, "en-gb+m3"),
        _row("hibari heart, british", "heart", Engine.HIBARI, "heart", dialect=Dialect.BRITISH),
        _row("espeak lancaster", "espeak lancaster", Engine.ESPEAK, "en-gb-x-gbclan"),
        _row("espeak lancaster f1", "espeak lancaster f1", Engine.ESPEAK, "en-gb-x-gbclan+f1"),
    ),
}

_REPORTING: dict[Group, tuple[_Row, ...]] = {
    Group.ADULT_LOW: (
        _row("piper joe", "joe", Engine.PIPER, "joe"),
        _row("festival ked", "ked", Engine.FESTIVAL, "ked_diphone"),
        _row("kokoro kumo", "kumo", Engine.KOKORO, "jm_kumo"),
        _row("pico british, low", "pico gb", Engine.PICO, "en-GB", LOW_OF_HIGH),
        _row("piper joe, lower", "joe", Engine.PIPER, "joe", LOWER),
    ),
    Group.ADULT_HIGH: (
        _row("pico british", "pico gb", Engine.PICO, "en-GB"),
        _row("piper joe, high", "joe", Engine.PIPER, "joe", HIGH_OF_LOW),
        _row("kokoro alpha", "alpha", Engine.KOKORO, "jf_alpha"),
        _row("kokoro nezumi", "nezumi", Engine.KOKORO, "jf_nezumi"),
        _row("pico british, higher", "pico gb", Engine.PICO, "en-GB", HIGHER),
    ),
    Group.CHILD: (
        _row("pico british, child", "pico gb", Engine.PICO, "en-GB", CHILD_OF_HIGH),
        _row("piper joe, child", "joe", Engine.PIPER, "joe", CHILD_OF_LOW),
        _row("kokoro alpha, child", "alpha", Engine.KOKORO, "jf_alpha", CHILD_OF_HIGH),
        _row("kokoro nezumi, young child", "nezumi", Engine.KOKORO, "jf_nezumi", YOUNG_CHILD_OF_HIGH),
        _row("pico british, young child", "pico gb", Engine.PICO, "en-GB", YOUNG_CHILD_OF_HIGH),
        _row("piper joe, young child", "joe", Engine.PIPER, "joe", YOUNG_CHILD_OF_LOW),
    ),
    Group.ACCENT: (
        _row("espeak caribbean f4", "espeak caribbean f4", Engine.ESPEAK, "en-029+f4"),
        _row("piper joe, german", "joe", Engine.PIPER, "joe", dialect=Dialect.GERMAN),
        _row("espeak west midlands", "espeak west midlands", Engine.ESPEAK, "en-gb-x-gbcwmd+m1"),
        _row("kokoro nezumi, british", "nezumi", Engine.KOKORO, "jf_nezumi", dialect=Dialect.BRITISH),
        _row("piper joe, british", "joe", Engine.PIPER, "joe", dialect=Dialect.BRITISH),
    ),
}


def _voices(split: Split, rows: dict[Group, tuple[_Row, ...]]) -> tuple[BenchVoice, ...]:
    return tuple(
        BenchVoice(name, base, split, group, engine, voice, shift, dialect)
        for group, of_group in rows.items()
        for name, base, engine, voice, shift, dialect in of_group
    )


VOICES = _voices(Split.TUNING, _TUNING) + _voices(Split.REPORTING, _REPORTING)
"""All voices. The first two of a group are quick to synthesise, and the ones that a quick bench takes."""


def voices_of(split: Split) -> tuple[BenchVoice, ...]:
    """Return the voices of one side of the split, group by group."""
    return tuple(voice for voice in VOICES if voice.split is split)
