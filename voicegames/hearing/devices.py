"""The sound devices of this machine, by PortAudio: which there are, which one a name means, what to do when one fails.

PortAudio lists the devices when it is initialised and never again: ``rescan`` initialises it anew.
"""

import importlib
import platform
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from types import ModuleType
from typing import TypeVar

from voicegames.errors import Failure

T = TypeVar("T")

_OPENING = threading.Lock()


class Direction(StrEnum):
    """Which way the sound goes."""

    INPUT = "input"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True)
class Device:
    """A device in one direction. ``index`` is PortAudio's and holds until the next ``rescan``; ``rate`` in Hz."""

    index: int
    name: str
    host: str
    direction: Direction
    channels: int
    rate: int
    is_default: bool


def portaudio() -> ModuleType:
    """Return the module sounddevice with PortAudio initialised. Raises Failure("no-portaudio") where it can't be."""
    try:
        return importlib.import_module("sounddevice")
    except OSError as error:
        way = "on Debian or Ubuntu install it by: sudo apt-get install libportaudio2"
        if platform.system() != "Linux":
            way = "install the package sounddevice again"
        raise Failure("no-portaudio", f"The sound library PortAudio is missing ({error}); {way}.") from error
    except Exception as error:  # PortAudioError, which can't be named while its module can't be imported
        raise Failure(
            "no-portaudio",
            f"The sound system of this machine can't be used ({error}); restart the sound server or the machine.",
        ) from error


def devices(direction: Direction) -> tuple[Device, ...]:
    """Return the devices of one direction, as they were when PortAudio was initialised. Raises Failure."""
    sounddevice = portaudio()
    default = sounddevice.default.device[0 if direction is Direction.INPUT else 1]
    try:
        hosts = [host["name"] for host in sounddevice.query_hostapis()]
        listed = list(sounddevice.query_devices())
    except sounddevice.PortAudioError as error:
        raise Failure("no-portaudio", f"The sound devices can't be listed ({error}).") from error
    return tuple(
        Device(
            index=index,
            name=entry["name"],
            host=hosts[entry["hostapi"]],
            direction=direction,
            channels=entry[f"max_{direction}_channels"],
            rate=round(entry["default_samplerate"]),
            is_default=index == default,
        )
        for index, entry in enumerate(listed)
        if entry[f"max_{direction}_channels"] > 0
    )


def find_device(direction: Direction, name: str | None) -> Device:
    """Return the device whose name holds ``name`` in any case, or the default one for None.

    An exact name wins over a part of one, the default device over others. Raises Failure ("no-microphone",
    "no-loudspeaker") that says what to do, and which devices there are.
    """
    found = devices(direction)
    what, code = ("microphone", "no-microphone") if direction is Direction.INPUT else ("loudspeaker", "no-loudspeaker")
    if not found:
        raise Failure(code, f"There is no {what}; plug one in, or switch it on in the system's sound settings.")
    if name is None:
        return next((device for device in found if device.is_default), found[0])
    exact = [device for device in found if device.name.lower() == name.lower()]
    part = [device for device in found if name.lower() in device.name.lower()]
    if not part:
        names = ", ".join(sorted({device.name for device in found}))
        raise Failure(code, f"There is no {what} named {name!r}; plug it in, or choose one of these: {names}.")
    return max(exact or part, key=lambda device: device.is_default)


def opening_trouble(device: Device, error: Exception) -> Failure:
    """Return what to say when a device can't be opened: PortAudio's own words are no help to a family."""
    what = "microphone" if device.direction is Direction.INPUT else "loudspeaker"
    advice = "close other programs that use it, or choose another one in the system's sound settings"
    if device.direction is Direction.INPUT and platform.system() in ("Darwin", "Windows"):
        advice = f"allow the microphone for this program in the system's privacy settings, or {advice}"
    reason = str(error.args[0]) if error.args else str(error)
    return Failure(f"no-{what}", f"The {what} {device.name!r} can't be opened ({reason}); {advice}.")


def rescan() -> None:
    """List the devices anew. Every open stream must have been closed before. Raises Failure."""
    sounddevice = portaudio()
    try:
        while sounddevice._initialized:
            sounddevice._terminate()
        sounddevice._initialize()
    except sounddevice.PortAudioError as error:
        raise Failure("no-portaudio", f"The sound system can't be started again ({error}).") from error


@contextmanager
def exclusive(wait_s: float) -> Iterator[None]:
    """Keep other threads from opening streams or listing devices: PortAudio is one for the process, and not guarded.

    Raises Failure("no-portaudio") where another thread has not finished within ``wait_s`` seconds.
    """
    if not _OPENING.acquire(timeout=wait_s):
        raise Failure("no-portaudio", "The sound system of this machine hangs; start the program again.")
    try:
        yield
    finally:
        _OPENING.release()


def within(seconds: float, call: Callable[[], T]) -> T:
    """Return what ``call`` returns, on a thread of its own; PortAudio may never come back from a vanished device.

    Raises TimeoutError after ``seconds``, and whatever ``call`` raises.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(call())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, name="portaudio", daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not results:
        raise TimeoutError(f"no answer within {seconds:g} seconds")
    return results[0]
