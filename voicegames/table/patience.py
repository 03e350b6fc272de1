"""The patient referee, for people who stutter or need their time: stutters are no mistakes, and doubt costs nothing."""

from dataclasses import replace

from voicegames.settings import RefereeSettings

EVERYBODY = "all"
"""In ``RefereeSettings.patient``, the name that stands for all players."""


def patient(settings: RefereeSettings, player: str) -> RefereeSettings:
    """Return the settings of a referee that is patient with this player.

    Stutters are off, the player's limit is longer by ``patience_s``, and nothing counts at once. That what is not
    understood is asked again as often as it takes is up to the table.
    """
    limit_s = settings.player_limits_s.get(player, settings.limit_s) + settings.patience_s
    limits_s = {**settings.player_limits_s, player: limit_s}
    return replace(settings, stutters=False, strict=False, player_limits_s=limits_s)
