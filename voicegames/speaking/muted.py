"""A loudspeaker that makes no sound but takes the time that the sound would take."""

from collections.abc import Callable

from voicegames.speaking.pcm import Pcm


class MutedLoudspeaker:
    """Plays into nothing, on the clock that ``now_s`` reads; for a recording as input, where nobody listens."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._until_s = 0.0

    def play(self, pcm: Pcm) -> None:
        """Be busy for as long as the sound lasts."""
        self._until_s = max(self._until_s, self._now_s()) + pcm.duration_s

    def is_playing(self, at_s: float) -> bool:
        """Whether the sound would still be heard at ``at_s``."""
        return at_s < self._until_s

    def stop(self) -> None:
        """Fall silent."""
        self._until_s = 0.0

    def close(self) -> None:
        """Nothing to free."""
