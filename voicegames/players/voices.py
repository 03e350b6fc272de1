"""Which voice each seat of the chorus has: easily told apart, and easily understood."""

from dataclasses import dataclass

from voicegames.errors import Failure
from voicegames.speaking.synthesizer import InstalledVoice, Synthesizer, Voice, how_to_install


@dataclass(frozen=True, slots=True)
class _EspeakVoice:
    """A voice of eSpeak NG by the code of its accent, its variant ("+f2"), speed and pitch."""

    accent: str
    variant: str
    words_per_minute: int
    pitch: float = 1.0


# Of the accents and variants of eSpeak NG 1.51 those that our own phone recogniser understood best, three of them men.
_ESPEAK = {
    "de": (
        _EspeakVoice("de", "", 140),
        _EspeakVoice("de", "+f2", 130, 1.1),
        _EspeakVoice("de", "+m3", 130),
        _EspeakVoice("de", "+linda", 130, 1.1),
        _EspeakVoice("de", "+max", 140),
        _EspeakVoice("de", "+aunty", 140, 1.2),
    ),
    "en": (
        _EspeakVoice("en-gb", "", 140),
        _EspeakVoice("en-gb-x-rp", "+aunty", 150, 1.2),
        _EspeakVoice("en-us-nyc", "+m7", 140),
        _EspeakVoice("en-us", "+linda", 140, 1.1),
        _EspeakVoice("en-gb-scotland", "+max", 140),
        _EspeakVoice("en-gb-x-rp", "+Annie", 150, 1.25),
    ),
    "ko": (
        _EspeakVoice("ko", "", 140),
        _EspeakVoice("ko", "+f2", 120, 1.2),
        _EspeakVoice("ko", "+m3", 140),
        _EspeakVoice("ko", "+f3", 120),
        _EspeakVoice("ko", "+max", 140),
        _EspeakVoice("ko", "+aunty", 130),
    ),
}

_WORDS_PER_MINUTE = 150
_CHANGES = ((1.0, 1.0), (1.12, 1.08), (0.94, 0.92), (1.25, 1.1), (0.87, 0.95), (1.06, 0.88))
"""For other synthesisers: the pitch and the speed of each seat as factors."""


def seat_voices(synthesizer: Synthesizer, language: str) -> tuple[Voice, ...]:
    """Return the voices of the seats for the installed synthesiser.

    Where it is not eSpeak NG, or the language has no list, they are its voices for the language in turn, with pitches
    and speeds of their own. Raises Failure("no-voice") where it has none for the language, SynthesisFailed as
    ``Synthesizer.voices`` does.
    """
    installed = synthesizer.voices(language)
    if not installed:
        raise Failure(
            "no-voice", f"The speech synthesiser has no voice for the language {language!r}: {how_to_install()}."
        )
    if synthesizer.driver == "espeak" and language in _ESPEAK:
        return tuple(_found(voice, installed) for voice in _ESPEAK[language])
    return tuple(
        Voice(installed[seat % len(installed)].id, round(_WORDS_PER_MINUTE * speed), pitch)
        for seat, (pitch, speed) in enumerate(_CHANGES)
    )


def _found(wanted: _EspeakVoice, installed: tuple[InstalledVoice, ...]) -> Voice:
    accents = [voice for voice in installed if wanted.accent in voice.languages]
    return Voice((accents or installed)[0].id + wanted.variant, wanted.words_per_minute, wanted.pitch)
