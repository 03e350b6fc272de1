"""Every tunable in one place, with its unit in its name, and the family's own TOML file."""

import dataclasses
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
import platformdirs
from msgspec import inspect

from voicegames.errors import Failure

Seconds = Annotated[float, msgspec.Meta(ge=0.01, le=60)]
"""A time that a person waits for."""

LongSeconds = Annotated[float, msgspec.Meta(ge=1, le=600)]
"""How long a timer runs."""

LimitSeconds = Annotated[float, msgspec.Meta(ge=0.5, le=60)]
"""How long somebody has for an answer: less is nobody's reaction."""

Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=5000)]
"""A stretch of sound."""

SpeechMilliseconds = Annotated[int, msgspec.Meta(ge=20, le=5000)]
"""A stretch of sound of which the ear needs at least a block."""

Decibels = Annotated[float, msgspec.Meta(ge=0, le=60)]
"""How far one level lies over another."""

Fit = Annotated[float, msgspec.Meta(ge=-10, le=10)]
"""How well a phrase must fit the sound, in nats for each phone."""

Nats = Annotated[float, msgspec.Meta(ge=0, le=1000)]
"""How much likelier one reading is than another, or what a path through a graph costs."""

Rate = Annotated[float, msgspec.Meta(ge=0, le=1)]
"""How often something happens, from never to always."""


@dataclass(frozen=True, slots=True)
class HearingSettings:
    """Endpointing, acceptance and disfluency. Sources of the defaults: docs/decisions.md.

    ``speeds`` are those at which the built-in ear hears those whose voice it does not know; the first is to be 1.
    """

    pre_roll_ms: Milliseconds = 400
    quiet_before_provisional_ms: SpeechMilliseconds = 110
    quiet_before_final_ms: Annotated[int, msgspec.Meta(ge=100, le=5000)] = 500
    longest_utterance_s: Annotated[float, msgspec.Meta(ge=1, le=60)] = 8.0
    minimum_speech_ms: Milliseconds = 60
    trigger_db: Decibels = 12.0
    trigger_ms: SpeechMilliseconds = 20
    backtrack_db: Decibels = 6.0
    quietest_speech_dbfs: Annotated[float, msgspec.Meta(ge=-120, le=-10)] = -60.0
    accept_fit: Fit = 1.1
    accept_fit_of_one_word: Fit = 0.83
    accept_fit_untrained: Fit = 0.4
    stutter_fit: Fit = 0.3
    stutter_gain: Nats = 1.0
    phone_bonus: Nats = 2.0
    fragment_penalty: Nats = 3.0
    other_fragment_penalty: Nats = 8.0
    filler_penalty: Nats = 5.0
    after_word_penalty: Nats = 4.0
    other_word_penalty: Nats = 8.0
    beginning_penalty: Nats = 3.0
    repeatable_word_penalty: Nats = 2.0
    garbage_penalty: Nats = 7.0
    next_word_penalty: Nats = 2.0
    around_spotted_penalty: Nats = 1.0
    spotted_fit: Fit = 1.0
    vosk_disfluency_margin: Nats = 6.0
    speeds: Annotated[
        tuple[Annotated[float, msgspec.Meta(ge=0.5, le=1.5)], ...], msgspec.Meta(min_length=1, max_length=5)
    ] = (1.0, 0.88)
    input_device: str | None = None


@dataclass(frozen=True, slots=True)
class SpeakingSettings:
    """How the table speaks."""

    words_per_minute: Annotated[int, msgspec.Meta(ge=60, le=450)] = 175
    voice: str | None = None
    deadline_s: LimitSeconds = 5.0
    tail_ms: Milliseconds = 120
    output_device: str | None = None


@dataclass(frozen=True, slots=True)
class RefereeSettings:
    """How strictly the referee rules. ``limit_s`` may be set for each player in ``player_limits_s`` by name.

    ``patient`` names those with whom the referee is patient ("all" for everybody), who have ``patience_s`` more;
    ``learn_from_rulings`` lets what is known of a player's voice grow with the rulings that the table lets stand.
    """

    limit_s: LimitSeconds = 3.0
    player_limits_s: dict[str, LimitSeconds] = field(default_factory=dict)
    strict: bool = False
    stutters: bool = True
    right_fit: Fit = -0.9
    wrong_fit: Fit = 0.83
    right_behind: Nats = 4.0
    wrong_behind: Nats = 7.0
    oh_right_behind: Nats = 1.0
    oh_wrong_behind: Nats = 2.5
    fair_snr_db: Decibels = 11.0
    crocodile_s: LimitSeconds = 4.0
    patience_s: Seconds = 3.0
    patient: list[str] = field(default_factory=list)
    learn_from_rulings: bool = False


@dataclass(frozen=True, slots=True)
class RemmiDemmiSettings:
    """The timer's two speeds; ``grace_s`` is given when the end of the time is taken back.

    A call of "Remmi Demmi" whose number is not clearer by ``claim_margin`` (nats) than another one is asked about; by
    ``spotted_claim_margin`` where it was heard among the shouts of others.
    """

    snail_s: LongSeconds = 120.0
    lightning_s: LongSeconds = 70.0
    grace_s: Seconds = 10.0
    claim_margin: Nats = 1.0
    spotted_claim_margin: Nats = 4.0


@dataclass(frozen=True, slots=True)
class RobotSettings:
    """Robots of one strength: the reaction time's median and spread (log-normal), and how often each error is made."""

    reaction_s: Seconds = 0.9
    reaction_spread: Rate = 0.25
    wrong_word_rate: Rate = 0.04
    stutter_rate: Rate = 0.03
    oh_rate: Rate = 0.02
    pause_rate: Rate = 0.01


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. ``announce`` is one of all, names, mistakes, none.

    ``words`` are a family's own equal words ({"tortoise": ["slowpoke"]}), ``pronunciations`` how new ones sound
    ({"slowpoke": ["S L OW P OW K"]}). ``names`` are the family's names that can be said on the start page, and how each
    sounds ({"Yuna": ["Y UW N AH"]}); an empty list is enough for a name that the language pack has.
    """

    hearing: HearingSettings = field(default_factory=HearingSettings)
    speaking: SpeakingSettings = field(default_factory=SpeakingSettings)
    referee: RefereeSettings = field(default_factory=RefereeSettings)
    remmi_demmi: RemmiDemmiSettings = field(default_factory=RemmiDemmiSettings)
    easy_robot: RobotSettings = RobotSettings(1.4, 0.35, 0.08, 0.06, 0.06, 0.03)
    middle_robot: RobotSettings = RobotSettings()
    hard_robot: RobotSettings = RobotSettings(0.6, 0.15, 0.015, 0.01, 0.01, 0.0)
    announce: Literal["all", "names", "mistakes", "none"] = "all"
    language: str = "en"
    words: dict[str, list[str]] = field(default_factory=dict)
    pronunciations: dict[str, list[str]] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)


T = TypeVar("T")


def default_path() -> Path:
    """Return where the family's settings file lies on this system."""
    return Path(platformdirs.user_config_path("voicegames")) / "settings.toml"


def load_settings(path: Path | None = None) -> Settings:
    """Read the family's TOML file over the defaults.

    A missing default file gives the defaults; a file named explicitly must exist. Raises Failure("settings") with the
    key at fault for anything that is not a setting or is of the wrong type.
    """
    file = path or default_path()
    if path is None and not file.exists():
        return Settings()
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Failure("settings", f"There is no settings file {file}; check its name.") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Failure("settings", f"The settings file {file} can't be read ({error}); mend it or remove it.") from None
    return _merge(Settings(), data, str(file), "")


def _merge(defaults: T, data: dict[str, Any], file: str, prefix: str) -> T:
    changes: dict[str, Any] = {}
    known = get_type_hints(type(defaults), include_extras=True)
    for key, value in data.items():
        name = f"{prefix}{key}"
        if key not in known:
            raise Failure("settings", f"The settings file {file} has an unknown setting {name}; remove or rename it.")
        current = getattr(defaults, key)
        if dataclasses.is_dataclass(current):
            if not isinstance(value, dict):
                raise Failure("settings", f"In the settings file {file}, {name} must be a table.")
            changes[key] = _merge(current, value, file, f"{name}.")
        else:
            changes[key] = _checked(known[key], value, file, name)
    return dataclasses.replace(defaults, **changes)  # type: ignore[type-var]


def _checked(wanted: Any, value: object, file: str, name: str) -> object:
    if get_origin(wanted) is dict and isinstance(value, dict):
        for key in value:
            if not key.strip() or not key.isprintable():
                raise Failure("settings", f"In the settings file {file}, {name} has a wrong name {key!r}; mend it.")
        return {key: _checked(get_args(wanted)[1], item, file, f"{name}.{key}") for key, item in value.items()}
    try:
        return msgspec.convert(value, type=wanted)
    except msgspec.ValidationError:
        wish = _wish(inspect.type_info(wanted))
        raise Failure("settings", f"In the settings file {file}, {name} must be {wish}; it is {value!r}.") from None


def _wish(wanted: inspect.Type) -> str:
    """Return in words what a setting may be."""
    match wanted:
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return f"a whole number{_bounds(wanted.ge, wanted.le)}"
        case inspect.FloatType():
            return f"a number{_bounds(wanted.ge, wanted.le)}"
        case inspect.LiteralType():
            return f"one of {', '.join(sorted(map(repr, wanted.values)))}"
        case inspect.ListType() | inspect.VarTupleType():
            return f"a list in [ ], each part of it {_wish(wanted.item_type)}"
        case inspect.DictType():
            return "a table"
        case _:
            return "text in quotes"


def _bounds(least: float | None, most: float | None) -> str:
    return "" if least is None or most is None else f" from {least:g} to {most:g}"
