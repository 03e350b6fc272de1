"""What a sound check is worth: each voice's answers before and after one, and with the profiles of other voices."""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from voicegames.bench.babble import Babble
from voicegames.bench.clips import Clip, Kind, as_written, load_samples
from voicegames.bench.corpus import installed_voices
from voicegames.bench.distortions import SPEECH_DBFS, Condition, heard
from voicegames.bench.edges import active_rms, bare
from voicegames.bench.kept_speech import KeptSpeech, kept_speech_folder
from voicegames.bench.listeners import EarListener, with_room
from voicegames.bench.said import Said
from voicegames.bench.scoring import Outcome, Share, score, share, verdicts
from voicegames.bench.synthesis import Synthesis
from voicegames.bench.tables import Table, counted
from voicegames.bench.voices import BenchVoice, Group, Split, voices_of
from voicegames.doors.engines import language_of
from voicegames.events import Verdict
from voicegames.hearing.ear import Ear
from voicegames.hearing.feed import Feed
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.profiled import ProfiledRecognizer
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.hearing.voice_profile import Tuning, VoiceProfile
from voicegames.settings import Settings
from voicegames.table import voice_check
from voicegames.table.people import checked_words, known_words
from voicegames.table.phrases import Phrases
from voicegames.table.referee import Referee

CHECK_SPEED = 0.96
"""The tempo of the words of a sound check: no clip of a corpus has it, so none of them is the same sound."""

_AROUND_S = 1.0
_BORROWED = 2


@dataclass(frozen=True, slots=True)
class Ruled:
    """How correct answers came out."""

    exact: Share
    mistake: Share
    again: Share

    def __add__(self, other: "Ruled") -> "Ruled":
        return Ruled(self.exact + other.exact, self.mistake + other.mistake, self.again + other.again)


@dataclass(frozen=True, slots=True)
class VoiceFigures:
    """One voice. ``words`` are those that its sound check took.

    ``before`` is without a profile and ``after`` with its own; ``borrowed`` with those of other speakers, of which each
    clip is heard with several, and ``unborrowed`` the same clips as often without one.
    """

    voice: str
    group: Group
    words: int
    before: Ruled
    after: Ruled
    unborrowed: Ruled
    borrowed: Ruled


class _Checked:
    """One sound check: the table asks, the voice says what it is asked for."""

    def __init__(self, recognizer: ProfiledRecognizer, settings: Settings, said: dict[str, Samples]) -> None:
        self._recognizer = recognizer
        self._settings = settings
        self._language = language_of(settings)
        self._said = said
        self._asked = ""

    def profile(self, name: str) -> VoiceProfile:
        """Return what the check learned; no words where it failed."""
        self._recognizer.tuning = None
        check = voice_check.VoiceCheck(self._language, self._recognizer, self._ask, self._wait)
        return check.run(name) or VoiceProfile()

    def _ask(self, sentence: str) -> None:
        keys = ("check_word", "check_word_again")
        for word in self._said:
            if sentence in {self._language.say(key, word=word) for key in keys}:
                self._asked = word

    def _wait(self) -> voice_check.Said:
        feed = Feed()
        feed.push(with_room(self._said[self._asked])[0])
        ear = Ear(feed, self._recognizer, self._settings.hearing)
        ear.vocabulary = Phrases(self._language, 1).answer
        said = voice_check.Said.NOTHING
        while said is voice_check.Said.NOTHING and (events := ear.step()) is not None:
            said = voice_check.said_in(events, self._language)
        return said


def measure(settings: Settings, folder: Path, clips: Sequence[Clip], split: Split, each: int) -> list[VoiceFigures]:
    """Return the figures of each voice of the split with statements in a corpus, of at most ``each`` of its clips.

    Raises Failure where a voice can't speak.
    """
    language = language_of(settings)
    recognizer = ProfiledRecognizer(PhoneRecognizer(settings.hearing, language.code))
    listener, referee = EarListener(recognizer, settings.hearing), Referee(language, settings.referee)
    answer, known = Phrases(language, 6).answer, known_words(language)
    there = {voice.name for voice in installed_voices(split)}
    voices = [voice for voice in voices_of(split) if voice.name in there]
    taken = {voice.name: _taken(clips, voice, each) for voice in voices}
    voices = [voice for voice in voices if taken[voice.name]]
    synthesis = Synthesis(KeptSpeech(kept_speech_folder()))
    babble = Babble(synthesis, voices)
    profiles = {
        v.name: _Checked(recognizer, settings, _words(v, settings, synthesis, babble)).profile("") for v in voices
    }
    tunings = {name: profile.tuning(known) for name, profile in profiles.items()}

    def ruled(voice: BenchVoice, tuning: Tuning | None) -> Ruled:
        recognizer.tuning = tuning
        outcomes = [
            score(clip, listener.hear(load_samples(folder, clip), answer), referee) for clip in taken[voice.name]
        ]
        return _ruled(outcomes)

    found = []
    for voice in voices:
        before = ruled(voice, None)
        others = sorted(
            (v for v in voices if v.base != voice.base), key=lambda v: zlib.crc32(f"{v.name} {voice.name}".encode())
        )
        lent = [ruled(voice, tunings[other.name]) for other in others[:_BORROWED]]
        found.append(
            VoiceFigures(
                voice.name,
                voice.group,
                len(profiles[voice.name].samples),
                before,
                ruled(voice, tunings[voice.name]),
                _total([before] * len(lent)),
                _total(lent),
            )
        )
    return found


def tables(figures: Sequence[VoiceFigures]) -> list[Table]:
    """Return the figures by group, by voice, and with the profiles of others."""
    if not figures:
        return []
    head = ("words", "exact before", "after", "mistake before", "after", "again before", "after")
    groups = [(group.value, [f for f in figures if f.group is group]) for group in Group]
    rows = [_row(name, own) for name, own in [*groups, ("all", list(figures))] if own]
    voices = [_row(f"{f.voice}", [f]) for f in figures]
    lent = [
        (name, *(cell for part in ("exact", "mistake", "again") for cell in _lent(own, part)))
        for name, own in [*groups, ("all", list(figures)), *((f.voice, [f]) for f in figures)]
        if own
    ]
    return [
        Table("Correct answers before and after one sound check, by group", ("voices", *head), tuple(rows)),
        Table("Correct answers before and after one sound check, by voice", ("voice", *head), tuple(voices)),
        Table(
            "Correct answers with the profile of another speaker",
            ("voices", "exact without", "with", "mistake without", "with", "again without", "with"),
            tuple(lent),
        ),
    ]


def _row(name: str, figures: Sequence[VoiceFigures]) -> tuple[str, ...]:
    before, after = _total(f.before for f in figures), _total(f.after for f in figures)
    words = sum(f.words for f in figures) / len(figures)
    cells = [counted([getattr(part, what)]) for what in ("exact", "mistake", "again") for part in (before, after)]
    return (name, f"{words:.1f}", *cells)


def _lent(figures: Sequence[VoiceFigures], what: str) -> tuple[str, str]:
    without, lent = _total(f.unborrowed for f in figures), _total(f.borrowed for f in figures)
    return counted([getattr(without, what)]), counted([getattr(lent, what)])


def _total(parts: Iterable[Ruled]) -> Ruled:
    nothing = Share(0, 0)
    return sum(parts, Ruled(nothing, nothing, nothing))


def _ruled(outcomes: Sequence[Outcome]) -> Ruled:
    return Ruled(share(outcomes, "exact"), verdicts(outcomes, Verdict.MISTAKE), verdicts(outcomes, Verdict.AGAIN))


def _taken(clips: Sequence[Clip], voice: BenchVoice, each: int) -> list[Clip]:
    own = [clip for clip in clips if clip.voice == voice.name and clip.kind is Kind.STATEMENT]
    return sorted(own, key=lambda clip: zlib.crc32(clip.file.encode()))[:each]


def _words(voice: BenchVoice, settings: Settings, synthesis: Synthesis, babble: Babble) -> dict[str, Samples]:
    """What the voice says in its sound check, in a quiet room: the sound of each word."""
    words = checked_words(language_of(settings))
    synthesis.prepare(voice, [Said(word, CHECK_SPEED) for word in words])
    rng = np.random.default_rng(zlib.crc32(voice.name.encode()))
    around = np.zeros(round(_AROUND_S * SAMPLE_RATE), np.float32)
    said = {}
    for word in words:
        clean = np.concatenate([around, bare(synthesis.say(voice, Said(word, CHECK_SPEED)), word), around])
        clean *= np.float32(10 ** (SPEECH_DBFS / 20) / max(1e-9, active_rms(clean)))
        said[word] = as_written(heard(clean, Condition.CLEAN, partial(babble.talk, without=voice.base), rng))
    return said
