"""Opens the recogniser and the synthesiser that a command asks for."""

from enum import StrEnum
from pathlib import Path

from voicegames.errors import Failure
from voicegames.hearing.both import BothRecognizer
from voicegames.hearing.models import find_model
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.profiled import ProfiledRecognizer
from voicegames.hearing.recognizer import Recognizer
from voicegames.hearing.typed import TypedRecognizer
from voicegames.hearing.voice_profile import tuning_at
from voicegames.language import Language, load_language, with_family_names, with_family_words
from voicegames.settings import Settings
from voicegames.speaking.synthesizer import Synthesizer


class Engine(StrEnum):
    """The recognisers; AUTO is BOTH where a model of the language is installed, and phones otherwise.

    BOTH runs phones and Vosk; the referee then rules a mistake only when neither of them hears the right answer.
    """

    AUTO = "auto"
    PHONES = "phones"
    VOSK = "vosk"
    TYPED = "typed"
    BOTH = "both"


def language_of(settings: Settings, code: str | None = None) -> Language:
    """Return the language ``code``, or that of the settings, with the family's own words."""
    language = load_language(code or settings.language)
    if language.code != settings.language:
        return language
    language = with_family_names(language, settings.names)
    return with_family_words(language, settings.words, settings.pronunciations)


def open_recognizer(engine: Engine, language: Language, settings: Settings, model: Path | None = None) -> Recognizer:
    """Return the recogniser. Raises Failure where Vosk is asked for and the language has no model."""
    if engine is Engine.TYPED:
        return TypedRecognizer()
    phones = PhoneRecognizer(settings.hearing, language.code)
    profiled = ProfiledRecognizer(phones, tuning_at(settings.hearing.speeds))
    if engine is Engine.PHONES:
        return profiled
    found = find_model(language.code, given=model)
    if found is not None:
        # Vosk's library takes a while to load, and is not there on every system.
        from voicegames.hearing.vosk_recognizer import VoskRecognizer

        alone = engine is Engine.VOSK
        vosk = VoskRecognizer(found.path, settings.hearing, phones, freely=alone, may_lack_words=not alone)
        return vosk if engine is Engine.VOSK else BothRecognizer(profiled, vosk)
    if engine in (Engine.VOSK, Engine.BOTH):
        raise Failure(
            "no-model",
            f"There is no {language.name} speech model for Vosk; install it with "
            f"'voicegames models install {language.code}', or leave out --engine to use the built-in ear.",
        )
    return profiled


def open_synthesizer(settings: Settings, language: Language) -> tuple[Synthesizer | None, str | None]:
    """Return the synthesiser, or None and a sentence that says why there is none."""
    try:
        return Synthesizer.open(settings.speaking, language.code), None
    except Failure as failure:
        return None, failure.sentence
