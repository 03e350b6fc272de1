"""The voices of the bench, and which of them may be used for what.

The split is by base voice (the speaker that a synthesiser was made from), and for good: nothing may be fitted or chosen
on a REPORTING voice. One speaker is never on both sides, not even shifted or by another synthesiser: "kal" of flite is
"kal_diphone" of Festival, and "slt" of flite is "cmu_us_slt_arctic_hts". eSpeak NG is one synthesiser with many voices:
its accents are divided (en-us, en-gb, RP and Scotland are for tuning, as the demo speaks with them; New York City,
Lancaster, West Midlands and Caribbean are for reporting), and so are its variants.
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
    PIPER = "piper"
    FLITE = "flite"
    FESTIVAL = "festival"
    ESPEAK = "espeak"


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


def _tuning() -> tuple[BenchVoice, ...]:
    def voice(
        name: str, base: str, group: Group, engine: Engine, voice: str = "", shift: Shift | None = None
    ) -> BenchVoice:
        return BenchVoice(name, base, Split.TUNING, group, engine, voice or base, shift or Shift())

    low, high, child, accent = Group.ADULT_LOW, Group.ADULT_HIGH, Group.CHILD, Group.ACCENT
    return (
        voice("flite rms", "rms", low, Engine.FLITE),
        voice("hibari heart", "heart", high, Engine.HIBARI),
        voice("hibari heart, child", "heart", child, Engine.HIBARI, shift=CHILD_OF_HIGH),
        voice("flite awb", "awb", accent, Engine.FLITE),
        voice("festival kal", "kal", low, Engine.FESTIVAL, "kal_diphone"),
        voice("espeak us f5", "espeak us f5", high, Engine.ESPEAK, "en-us+f5"),
        voice("flite rms, child", "rms", child, Engine.FLITE, shift=CHILD_OF_LOW),
        voice("espeak rp f2", "espeak rp f2", accent, Engine.ESPEAK, "en-gb-x-rp+f2"),
        voice("espeak us", "espeak us", low, Engine.ESPEAK, "en-us"),
        voice("espeak us Annie", "espeak us Annie", high, Engine.ESPEAK, "en-us+Annie"),
        voice("espeak us f5, young child", "espeak us f5", child, Engine.ESPEAK, "en-us+f5", YOUNG_CHILD_OF_HIGH),
        voice("espeak scotland", "espeak scotland", accent, Engine.ESPEAK, "en-gb-scotland"),
        voice("hibari heart, low", "heart", low, Engine.HIBARI, shift=LOW_OF_HIGH),
        voice("hibari heart, higher", "heart", high, Engine.HIBARI, shift=HIGHER),
        voice("espeak us Annie, child", "espeak us Annie", child, Engine.ESPEAK, "en-us+Annie", CHILD_OF_HIGH),
        voice("espeak gb m3", "espeak gb m3", accent, Engine.ESPEAK, "en-gb+m3"),
        voice("flite kal", "kal", low, Engine.FLITE, "kal16"),
        voice("flite rms, high", "rms", high, Engine.FLITE, shift=HIGH_OF_LOW),
        voice("hibari heart, young child", "heart", child, Engine.HIBARI, shift=YOUNG_CHILD_OF_HIGH),
        voice("flite awb, high", "awb", accent, Engine.FLITE, shift=HIGH_OF_LOW),
        voice("flite rms, lower", "rms", low, Engine.FLITE, shift=LOWER),
    )


def _reporting() -> tuple[BenchVoice, ...]:
    def voice(
        name: str, base: str, group: Group, engine: Engine, voice: str = "", shift: Shift | None = None
    ) -> BenchVoice:
        return BenchVoice(name, base, Split.REPORTING, group, engine, voice or base, shift or Shift())

    low, high, child, accent = Group.ADULT_LOW, Group.ADULT_HIGH, Group.CHILD, Group.ACCENT
    hts = "cmu_us_slt_arctic_hts"
    return (
        voice("piper joe", "joe", low, Engine.PIPER),
        voice("flite slt", "slt", high, Engine.FLITE),
        voice("flite slt, child", "slt", child, Engine.FLITE, shift=CHILD_OF_HIGH),
        voice("espeak lancaster", "espeak lancaster", accent, Engine.ESPEAK, "en-gb-x-gbclan"),
        voice("festival ked", "ked", low, Engine.FESTIVAL, "ked_diphone"),
        voice("festival slt", "slt", high, Engine.FESTIVAL, hts),
        voice("piper joe, child", "joe", child, Engine.PIPER, shift=CHILD_OF_LOW),
        voice("espeak caribbean f4", "espeak caribbean f4", accent, Engine.ESPEAK, "en-029+f4"),
        voice("espeak nyc m7", "espeak nyc m7", low, Engine.ESPEAK, "en-us-nyc+m7"),
        voice("espeak nyc f3", "espeak nyc f3", high, Engine.ESPEAK, "en-us-nyc+f3"),
        voice("espeak nyc f3, young child", "espeak nyc f3", child, Engine.ESPEAK, "en-us-nyc+f3", YOUNG_CHILD_OF_HIGH),
        voice("espeak west midlands", "espeak west midlands", accent, Engine.ESPEAK, "en-gb-x-gbcwmd+m1"),
        voice("flite slt, low", "slt", low, Engine.FLITE, shift=LOW_OF_HIGH),
        voice("piper joe, high", "joe", high, Engine.PIPER, shift=HIGH_OF_LOW),
        voice("festival slt, child", "slt", child, Engine.FESTIVAL, hts, CHILD_OF_HIGH),
        voice("espeak lancaster f1", "espeak lancaster f1", accent, Engine.ESPEAK, "en-gb-x-gbclan+f1"),
        voice("piper joe, lower", "joe", low, Engine.PIPER, shift=LOWER),
        voice("festival slt, higher", "slt", high, Engine.FESTIVAL, hts, HIGHER),
        voice("piper joe, young child", "joe", child, Engine.PIPER, shift=YOUNG_CHILD_OF_LOW),
        voice("espeak caribbean m2", "espeak caribbean m2", accent, Engine.ESPEAK, "en-029+m2"),
    )


VOICES = _tuning() + _reporting()
"""All voices. The first ones of a split are the most different: a quick bench takes them from the front."""


def voices_of(split: Split) -> tuple[BenchVoice, ...]:
    """Return the voices of one side of the split, the most different first."""
    return tuple(voice for voice in VOICES if voice.split is split)
