"""A game played to its end, with a moment before it is over in which the last ruling can still be taken back."""

from collections.abc import Callable

from voicegames.hearing.vocabulary import Vocabulary
from voicegames.table.calls_to_referee import ControlOf
from voicegames.table.happenings import KeysEnded
from voicegames.table.sitting import MicrophoneBack, Sitting, SoundEnded

LAST_CALL_S = 4.0
"""How long "that was wrong" is waited for before the game is over for good, in seconds."""


def play_to_the_end(sitting: Sitting, turn: Callable[[], None], is_accepted: Callable[[], bool]) -> None:
    """Play turns until the game is over and that is accepted; a turn that lost the microphone begins anew."""
    while True:
        try:
            if not sitting.course.is_over:
                turn()
            elif is_accepted():
                return
        except MicrophoneBack:
            continue


def is_end_accepted(sitting: Sitting, controls: Vocabulary, control_of: ControlOf, do: Callable[[str], None]) -> bool:
    """Wait some seconds whether anybody calls the referee, and do what is called; False where the game goes on."""
    while sitting.course.is_over:
        control = _last_control(sitting, controls, control_of)
        if control is None:
            return True
        do(control)
    return False


def _last_control(sitting: Sitting, controls: Vocabulary, control_of: ControlOf) -> str | None:
    until_s = sitting.now_s + LAST_CALL_S
    try:
        for happenings in sitting.steps(controls):
            for number, happening in enumerate(happenings, 1):
                control = control_of(happening)
                if control is not None:
                    sitting.keep(happenings[number:])
                    return control
            if sitting.waits_for_typing and any(isinstance(happening, KeysEnded) for happening in happenings):
                return None
            is_busy = sitting.ear.is_hearing or sitting.is_typing_since(until_s)
            if sitting.now_s > until_s and not is_busy:
                return None
    except SoundEnded:
        pass
    return None
