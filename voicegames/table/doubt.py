"""How much the room makes the referee doubt what was heard, and what the rulings ask for then."""

from collections.abc import Sequence
from dataclasses import replace

from voicegames.hearing.utterance import Utterance
from voicegames.settings import RefereeSettings

STUTTERS_DOUBTED = 0.5
"""From here on a stutter is asked about before it counts: noise and echoes sound like one."""

_MUCH_NOISE_DB, _LITTLE_NOISE_DB = 12.0, 26.0
_DRY_S, _RINGING_S = 0.9, 1.3
_FIT, _CLEAR_FIT, _BEHIND = 0.8, 0.4, 0.6


def doubt(utterances: Sequence[Utterance]) -> float:
    """Return 0 for a quiet, dry room, up to 1 for one with 12 dB between voice and noise, or that rings for 1.3 s.

    The points lie where correct answers of the tuning voices began to be misheard (docs/hearing.md).
    """
    rooms = [utterance.surroundings for utterance in utterances if utterance.surroundings is not None]
    noisy = ((_LITTLE_NOISE_DB - room.snr_db) / (_LITTLE_NOISE_DB - _MUCH_NOISE_DB) for room in rooms)
    ringing = ((room.decay_s - _DRY_S) / (_RINGING_S - _DRY_S) for room in rooms if room.decay_s is not None)
    return min(1.0, max((0.0, *noisy, *ringing)))


def in_doubt(settings: RefereeSettings, doubted: float) -> RefereeSettings:
    """Return the settings that hold in such a room: easier for the right answer, harder for a penalty."""
    return replace(
        settings,
        right_fit=settings.right_fit - _FIT * doubted,
        wrong_fit=settings.wrong_fit + _CLEAR_FIT * doubted,
        wrong_behind=settings.wrong_behind * (1 + _BEHIND * doubted),
        oh_wrong_behind=settings.oh_wrong_behind * (1 + _BEHIND * doubted),
    )
