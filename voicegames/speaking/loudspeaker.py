"""The protocol of what plays sound. The real device is in ``playback``, the simulated room in ``players.room``."""

from typing import Protocol, runtime_checkable

from voicegames.speaking.pcm import Pcm


class Loudspeaker(Protocol):
    """Plays stretches of sound one after the other, and knows when they were really in the air."""

    def play(self, pcm: Pcm) -> None:
        """Start playing, after what is playing already. Returns at once."""
        ...

    def is_playing(self, at_s: float) -> bool:
        """Whether sound of ours is in the air at ``at_s`` seconds on the audio clock, or still to come."""
        ...

    def stop(self) -> None:
        """Fall silent now and forget what was queued."""
        ...

    def close(self) -> None:
        """Free the device. May be called twice."""
        ...


@runtime_checkable
class Fallible(Protocol):
    """What may lose its device."""

    @property
    def failed(self) -> str | None:
        """A sentence on why nothing can be heard, or None while all is well."""
        ...
