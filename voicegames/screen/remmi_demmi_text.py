"""Remmi Demmi in a terminal: the point men, calls, offers, the shown hand, and the scores; words carry everything."""

from itertools import groupby

from rich.text import Text

from voicegames.language import Language
from voicegames.screen.remmi_demmi_view import RemmiBoard
from voicegames.screen.view import View

_STYLES = {"orange": "bold yellow", "purple": "bold magenta", "green": "bold green"}


def draw_remmi_demmi(view: View, language: Language) -> Text:
    """Return the board as lines."""
    board = view.board
    assert isinstance(board, RemmiBoard)
    text = Text(f"{board.round}. {view.headline} {board.speed}".rstrip())
    text.append("  [" + "] [".join(str(man) for man in board.men) + "]" if board.men else "")
    for claim in board.claims:
        mark = {None: "?", True: "+", False: "-"}[claim.is_remmi]
        text.append(f"\n  {mark} [{claim.man or '-'}] {claim.name}: {claim.told}")
    for offer in board.offers:
        text.append(f"\n  {offer}")
    if board.hand:
        text.append(f"\n  {board.hand_label}")
        place = 1
        for card, same in groupby(board.hand):
            count = len(list(same))
            places = str(place) if count == 1 else f"{place}-{place + count - 1}"
            text.append(f"\n   {'>' if card.is_chosen else ' '}{places}: {count} ")
            text.append(card.called, style=_STYLES[card.colour])
            place += count
    if view.phase == "scored" or len(board.sheet) > 1:
        scores = ", ".join(f"{name} {total}" for name, total in zip(board.names, board.totals, strict=True))
        text.append(f"\n  {board.total_label}: {scores}")
    return text
