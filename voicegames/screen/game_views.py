"""The games that can be shown. A further game adds its line here, and one in ``page/games.js``."""

from voicegames.screen.dodelido_text import draw_dodelido
from voicegames.screen.dodelido_view import DodelidoView
from voicegames.screen.domitrio_text import draw_domitrio, hides_tiles
from voicegames.screen.domitrio_view import DomitrioView
from voicegames.screen.game_view import ShownGame
from voicegames.screen.remmi_demmi_text import draw_remmi_demmi
from voicegames.screen.remmi_demmi_view import RemmiDemmiView

SHOWN_GAMES = {
    "dodelido": ShownGame(DodelidoView, draw_dodelido),
    "remmi-demmi": ShownGame(RemmiDemmiView, draw_remmi_demmi),
    "domitrio": ShownGame(DomitrioView, draw_domitrio, hides_tiles),
}
"""How each game is shown, by its name in the journal."""
