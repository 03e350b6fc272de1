"""Lets people hear the simulated room of the demo through the loudspeaker."""

from dataclasses import dataclass

from voicegames.errors import Failure
from voicegames.hearing.recognizer import Samples
from voicegames.settings import Settings
from voicegames.speaking.playback import DevicePlayback


@dataclass(frozen=True, slots=True)
class RoomListener:
    """Plays the room's blocks. ``note`` is a sentence on why nothing is heard, or None."""

    playback: DevicePlayback | None
    note: str | None

    def hear(self, samples: Samples) -> None:
        """Play one block of the room."""
        if self.playback is not None:
            self.playback.play_block(samples)

    def close(self) -> None:
        """Free the loudspeaker."""
        if self.playback is not None:
            self.playback.close()


def room_listener(settings: Settings) -> RoomListener:
    """Open the loudspeaker for the room; without one the demo is only shown."""
    try:
        return RoomListener(DevicePlayback(settings.speaking.output_device, None), None)
    except Failure as failure:
        return RoomListener(None, failure.sentence)
