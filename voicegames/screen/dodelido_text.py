"""Dodelido's piles as one line of a terminal. Colour only repeats what the words say."""

from rich.text import Text

from voicegames.language import Language
from voicegames.screen.dodelido_view import Board
from voicegames.screen.view import View

_STYLES = {"blue": "blue", "green": "green", "pink": "magenta", "white": "bold", "yellow": "yellow"}
_WIDTH = 19


def draw_dodelido(view: View, language: Language, before: View | None = None) -> Text | None:
    """Return who laid the newest card, how many cards that player has left, and the three piles; None for no cards."""
    assert isinstance(view.board, Board)
    assert view.turn is not None
    if all(pile.card is None for pile in view.board.piles):
        return None
    seat = view.seats[view.turn]
    text = Text(language.terminal["laid"].format(name=seat.name, cards=seat.cards))
    for number, pile in enumerate(view.board.piles):
        called = "-" if pile.card is None else pile.card.called
        mark = f">{called}<" if number == view.board.newest else f" {called} "
        style = "" if pile.card is None or pile.card.colour is None else _STYLES[pile.card.colour]
        text.append(f"[{mark:^{_WIDTH}}]", style=style)
    return text
