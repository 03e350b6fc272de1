"""What only changes what the player of Domitrio sees: the view of the board, and the own tiles."""

from dataclasses import replace

from voicegames.table.domitrio_replies import Sight
from voicegames.table.domitrio_sayings import Act

ZOOMS = (Act.ZOOM_IN, Act.ZOOM_OUT, Act.CENTRE)

_CLOSEST = 4


def looked(sight: Sight, act: Act) -> tuple[Sight, str]:
    """Return what is seen after a saying that only changes that, and the key of the sentence that tells so."""
    match act:
        case Act.ZOOM_IN if sight.zoom < _CLOSEST:
            return replace(sight, zoom=sight.zoom + 1), "zoomed_in"
        case Act.ZOOM_IN:
            return sight, "zoomed_in_most"
        case Act.ZOOM_OUT if sight.zoom > 1:
            return replace(sight, zoom=sight.zoom - 1, centred=False), "zoomed_out"
        case Act.ZOOM_OUT:
            return replace(sight, zoom=0, centred=False), "all_shown"
        case Act.CENTRE:
            return replace(sight, centred=True), "centred" if sight.zoom else "all_shown"
        case _:
            is_rack_shown = act is Act.SHOW_TILES
            return replace(sight, rack=is_rack_shown), "tiles_shown" if is_rack_shown else "tiles_hidden"
