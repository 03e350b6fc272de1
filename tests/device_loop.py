"""Run by the tests with the devices of a private PulseAudio: plays a file, and tells what the microphone heard of it.

Usage: device_loop.py SOUND RECORDING. Prints one line of JSON.
"""

import json
import sys

import numpy as np
import soundfile

from voicegames.hearing.microphone import Microphone
from voicegames.settings import HearingSettings
from voicegames.speaking.pcm import Pcm
from voicegames.speaking.playback import DevicePlayback

QUIET_S = 0.4


def main(sound: str, recording: str) -> None:
    samples, rate = soundfile.read(sound, dtype="float32")
    microphone = Microphone(None, HearingSettings())
    loudspeaker = DevicePlayback(None, microphone)
    blocks, playing_at, overflows = [], [], 0
    asked_at: float | None = None
    ends = QUIET_S * 3 + len(samples) / rate
    at = 0.0
    while at < ends:
        block = microphone.read()
        assert block is not None
        at = block.end_s
        blocks.append(block)
        overflows += block.overflowed
        if asked_at is None and at >= QUIET_S:
            loudspeaker.play(Pcm(samples, rate))
            asked_at = at
        if loudspeaker.is_playing(at):
            playing_at.append(at)
    starts = [block.start for block in blocks]
    soundfile.write(recording, np.concatenate([block.samples for block in blocks]), 16_000, subtype="FLOAT")
    answer = {
        "device": microphone.name,
        "asked_at": asked_at,
        "playing_from": playing_at[0],
        "playing_to": playing_at[-1],
        "overflows": overflows,
        "is_counted": starts == list(range(0, 320 * len(starts), 320)),
        "only_zeros": microphone.only_zeros,
        "failed": loudspeaker.failed,
    }
    loudspeaker.close()
    microphone.close()
    print(json.dumps(answer))


if __name__ == "__main__":
    main(*sys.argv[1:])
