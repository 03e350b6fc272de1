"""The baseline of the bench: PocketSphinx with a grammar of the same phrases, its own endpointing, and its defaults."""

import time
from importlib import metadata
from importlib.util import find_spec
from typing import Any

import numpy as np

from voicegames.bench.listeners import with_room
from voicegames.bench.scoring import Hearing, Telling
from voicegames.errors import Failure
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.hearing.utterance import HeardWord, Utterance, WordKind
from voicegames.hearing.vocabulary import Vocabulary

_FRAMES_A_SECOND = 100
_NO_WORDS = ("<sil>", "(NULL)", "<s>", "</s>", "[NOISE]", "[SPEECH]")


def is_there() -> bool:
    """Whether PocketSphinx is installed."""
    return find_spec("pocketsphinx") is not None


def baseline_name() -> str:
    """Return its name and version."""
    return f"pocketsphinx {metadata.version('pocketsphinx')}"


class PocketSphinxListener:
    """A Listener. Raises Failure("no-baseline") where PocketSphinx is not installed.

    Its dictionary lacks words of the game; they get the first pronunciation of the language.
    """

    def __init__(self) -> None:
        if not is_there():
            raise Failure("no-baseline", "The baseline needs PocketSphinx: pip install pocketsphinx, or --no-baseline.")
        self.name = baseline_name()
        self._decoders: dict[Vocabulary, Any] = {}

    def hear(self, samples: Samples, vocabulary: Vocabulary) -> Hearing:
        """Hear one clip in frames of 30 ms, as in the package's own example of live recognition."""
        from pocketsphinx import Endpointer

        decoder = self._decoder(vocabulary)
        sound, start = with_room(samples)
        pcm = np.asarray(np.clip(sound * 32768.0, -32768, 32767), "<i2").tobytes()
        tellings: list[Telling] = []
        started_s = time.process_time()
        ender = Endpointer()
        was_speech = False
        size = ender.frame_bytes
        for at in range(0, len(pcm), size):
            frame_s = time.process_time()
            frame = pcm[at : at + size]
            speech = ender.process(frame) if len(frame) == size else ender.end_stream(frame)
            if speech is None:
                continue
            if not was_speech:
                decoder.start_utt()
                was_speech = True
            if speech:
                decoder.process_raw(speech)
            if not ender.in_speech:
                decoder.end_utt()
                was_speech = False
                told_s = min(len(pcm), at + size) / 2 / SAMPLE_RATE
                tellings.append(_told(decoder, ender, told_s, time.process_time() - frame_s, self.name))
        if was_speech:
            decoder.end_utt()
            tellings.append(_told(decoder, ender, len(pcm) / 2 / SAMPLE_RATE, 0.0, self.name))
        own = tuple(telling for telling in tellings if telling.told_s > start / SAMPLE_RATE)
        return Hearing(own, time.process_time() - started_s, start / SAMPLE_RATE)

    def _decoder(self, vocabulary: Vocabulary) -> Any:
        from pocketsphinx import Decoder

        if vocabulary not in self._decoders:
            decoder = Decoder(samprate=SAMPLE_RATE, loglevel="FATAL", lm=None)
            for entry in vocabulary.entries:
                for part in entry.word.split():
                    if decoder.lookup_word(part) is None:
                        decoder.add_word(part, " ".join(entry.pronunciations[0]), True)
            decoder.add_jsgf_string("statement", _grammar(vocabulary))
            decoder.activate_search("statement")
            self._decoders[vocabulary] = decoder
        return self._decoders[vocabulary]


def _grammar(vocabulary: Vocabulary) -> str:
    phrases = [" ".join(phrase) for phrase in vocabulary.phrases]
    return f"#JSGF V1.0;\ngrammar game;\npublic <statement> = {' | '.join(phrases)};\n"


def _told(decoder: Any, ender: Any, told_s: float, computed_s: float, name: str) -> Telling:
    onset_s, end_s = float(ender.speech_start), float(ender.speech_end or told_s)
    words = tuple(
        HeardWord(
            segment.word.partition("(")[0],
            onset_s + segment.start_frame / _FRAMES_A_SECOND,
            onset_s + (segment.end_frame + 1) / _FRAMES_A_SECOND,
            1.0,
            WordKind.WORD,
        )
        for segment in (decoder.seg() or ())
        if segment.word not in _NO_WORDS and not segment.word.startswith("<")
    )
    if not words or not decoder.hyp():
        words = (HeardWord("?", onset_s, end_s, 0.0, WordKind.UNKNOWN),)
    return Telling(Utterance(words, onset_s, end_s, told_s, name), True, told_s + computed_s)
