"""Run by the tests with the devices of a private PulseAudio, which is killed and started again meanwhile.

Prints one line of JSON for each step; after "reading" the server may be killed, after "lost" it may be started again.
"""

import json
import time

import numpy as np

from voicegames.hearing.microphone import Microphone
from voicegames.hearing.source import Block, SourceLost
from voicegames.settings import HearingSettings
from voicegames.speaking.pcm import Pcm
from voicegames.speaking.playback import DevicePlayback


def tell(step: str, **values: object) -> None:
    print(json.dumps({"step": step, **values}), flush=True)


def read(microphone: Microphone) -> Block:
    """The next block, which there is as long as the microphone is open."""
    block = microphone.read()
    assert block is not None
    return block


def main() -> None:
    microphone = Microphone(None, HearingSettings())
    loudspeaker = DevicePlayback(None, microphone)
    block = read(microphone)
    loudspeaker.play(Pcm(np.zeros(16_000 * 60, np.float32), 16_000))
    tell("reading", is_playing=loudspeaker.is_playing(block.end_s))
    wall_s = time.monotonic()
    try:
        while True:
            wall_s = time.monotonic()
            block = read(microphone)
    except SourceLost as lost:
        waited_s = time.monotonic() - wall_s
        sentence = lost.sentence
    while loudspeaker.is_playing(block.end_s):
        time.sleep(0.05)
    try:
        microphone.read()
        reads_again = True
    except SourceLost:
        reads_again = False
    tell("lost", sentence=sentence, waited_s=waited_s, failed=loudspeaker.failed, reads_again=reads_again)
    refusals: list[str] = []
    while True:
        try:
            microphone.reopen()
            break
        except SourceLost as lost:
            refusals.append(lost.sentence)
            time.sleep(0.2)
    away_s = time.monotonic() - wall_s
    again = read(microphone)
    tell("back", refusals=refusals[:1], start_before=block.start, start_after=again.start, away_s=away_s)
    loudspeaker.play(Pcm(np.full(16_000, 0.2, np.float32), 16_000))
    loudest = 0.0
    while loudspeaker.is_playing(again.end_s):
        again = read(microphone)
        loudest = max(loudest, float(np.abs(again.samples).max()))
    tell("heard", loudest=loudest, failed=loudspeaker.failed)
    microphone.close()
    loudspeaker.close()
    assert microphone.read() is None
    tell("closed", is_playing=loudspeaker.is_playing(again.end_s))


if __name__ == "__main__":
    main()
