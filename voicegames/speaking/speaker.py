"""The table's voice: sentences in, sound out; where that fails there are captions only, and one sentence says why."""

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from voicegames.settings import SpeakingSettings
from voicegames.speaking.loudspeaker import Fallible, Loudspeaker
from voicegames.speaking.muted import MutedLoudspeaker
from voicegames.speaking.pcm import Pcm
from voicegames.speaking.synthesizer import SynthesisFailed, Synthesizer, Voice

QUIET = 0.001
"""What counts as quiet at the end of a sentence: samples below -60 dBFS."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    voice: Voice | None
    round: int


class Speaker:
    """Says sentences one after the other.

    Without a synthesiser or a loudspeaker it is silent and never speaking. With ``wait_rendered`` (for simulated
    time) the sound is on its way to the loudspeaker before ``say`` returns; otherwise rendering has its own thread.
    """

    def __init__(
        self,
        synthesizer: Synthesizer | None,
        loudspeaker: Loudspeaker | None,
        settings: SpeakingSettings,
        *,
        wait_rendered: bool = False,
    ) -> None:
        self.on_play: Callable[[Pcm], None] | None = None
        """Is told of each sentence just before it is handed to the loudspeaker, perhaps from another thread."""
        self._synthesizer = synthesizer
        self._loudspeaker = loudspeaker
        self._tail_s = settings.tail_ms / 1000
        self._wait_rendered = wait_rendered
        self._lock = threading.Lock()
        self._pending = 0
        self._is_voice_gone = False
        self._round = 0
        self._untold: str | None = None
        self._told: set[str] = set()
        self._sentences: queue.SimpleQueue[_Sentence | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        if synthesizer is not None and loudspeaker is not None and not wait_rendered:
            self._thread = threading.Thread(target=self._work, name="speaker", daemon=True)
            self._thread.start()

    def say(self, text: str, voice: Voice | None = None) -> None:
        """Say a sentence after those before it. Returns at once, and never raises for want of sound."""
        if self._synthesizer is None or self._loudspeaker is None or not text.strip():
            return
        with self._lock:
            self._pending += 1
            sentence = _Sentence(text, voice, self._round)
        if self._wait_rendered:
            self._speak(sentence)
        else:
            self._sentences.put(sentence)

    def is_speaking(self, at_s: float) -> bool:
        """Whether a sentence is still being rendered, or its sound is to come or in the air at ``at_s``.

        ``at_s`` is in seconds on the audio clock. The sound counts as in the air for ``tail_ms`` after its end: the
        room still echoes, and an ear that opens at once would hear it.
        """
        with self._lock:
            if self._pending:
                return True
        return self._loudspeaker is not None and self._loudspeaker.is_playing(max(0.0, at_s - self._tail_s))

    @property
    def is_heard(self) -> bool:
        """Whether what is said can be heard: there is a voice, and a loudspeaker that works and is not muted."""
        if self._synthesizer is None or self._loudspeaker is None or self._is_voice_gone:
            return False
        if isinstance(self._loudspeaker, MutedLoudspeaker):
            return False
        return not isinstance(self._loudspeaker, Fallible) or self._loudspeaker.failed is None

    @property
    def trouble(self) -> str | None:
        """A sentence on why there is no sound, the first time that it is asked for after the trouble; else None."""
        if isinstance(self._loudspeaker, Fallible) and self._loudspeaker.failed is not None:
            self._note(self._loudspeaker.failed)
        with self._lock:
            sentence, self._untold = self._untold, None
        return sentence

    def stop(self) -> None:
        """Fall silent now, and forget what was still to be said."""
        with self._lock:
            self._round += 1
        if self._loudspeaker is not None:
            self._loudspeaker.stop()

    def close(self) -> None:
        """Stop, and end the thread. The synthesiser and the loudspeaker belong to the caller. May be called twice."""
        self.stop()
        if self._thread is not None:
            self._sentences.put(None)
            self._thread.join(timeout=1.0)
            self._thread = None

    def _work(self) -> None:
        while (sentence := self._sentences.get()) is not None:
            self._speak(sentence)

    def _speak(self, sentence: _Sentence) -> None:
        assert self._synthesizer is not None
        assert self._loudspeaker is not None
        try:
            if sentence.round == self._round:
                pcm = without_quiet_end(self._synthesizer.render(sentence.text, sentence.voice))
                self._is_voice_gone = False
                if sentence.round == self._round:
                    if self.on_play is not None:
                        self.on_play(pcm)
                    self._loudspeaker.play(pcm)
        except SynthesisFailed as error:
            self._is_voice_gone = True
            self._note(error.sentence)
        finally:
            with self._lock:
                self._pending -= 1

    def _note(self, sentence: str) -> None:
        with self._lock:
            if sentence not in self._told:
                self._told.add(sentence)
                self._untold = sentence


def without_quiet_end(pcm: Pcm) -> Pcm:
    """Return the sound without the quiet that synthesisers put after a sentence: the game waits for its end."""
    loud = np.flatnonzero(np.abs(pcm.samples) > QUIET)
    return Pcm(pcm.samples[: loud[-1] + 1], pcm.rate) if loud.size else Pcm(pcm.samples[:0], pcm.rate)
