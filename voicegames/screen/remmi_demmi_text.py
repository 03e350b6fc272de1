"""Remmi Demmi in a terminal: the point men, calls, offers, the shown hand, and the scores; words carry everything.

Robots shout and trade every second: only what is different from the lines before is told.
"""

from itertools import groupby

from rich.text import Text

from voicegames.language import Language
from voicegames.screen.remmi_demmi_view import RemmiBoard
from voicegames.screen.view import View

_STYLES = {"orange": "bold yellow", "purple": "bold magenta", "green": "bold green"}


def draw_remmi_demmi(view: View, language: Language, before: View | None = None) -> Text | None:
    """Return the board as lines, without those that ``before`` had already; None where there are no others."""
    was = _parts(before, before) if before is not None else []
    new = [text for text in _parts(view, before) if text not in was]
    told = [Text(f"  {line.text}") for line in view.lines if line.number == view.number]
    lines = new if before is None or len(new) > 1 else [*told, *new]
    return Text("\n").join(lines) if lines else None


def _parts(view: View, before: View | None) -> list[Text]:
    board = view.board
    assert isinstance(board, RemmiBoard)
    men = "  [" + "] [".join(str(man) for man in board.men) + "]" if board.men else ""
    parts = [Text(f"{board.round}. {view.headline} {board.speed}".rstrip() + men)]
    for claim in board.claims:
        mark = {None: "?", True: "+", False: "-"}[claim.is_remmi]
        parts.append(Text(f"  {mark} [{claim.man or '-'}] {claim.name}: {claim.told}"))
    parts += [Text(f"  {offer}") for offer in board.offers]
    if board.hand:
        parts.append(_hand(board))
    if view.phase == "scored" or len(board.sheet) > 1 or before is None:
        seats = enumerate(zip(board.names, board.totals, strict=True), 1)
        scores = ", ".join(f"({number}) {name} {total}" for number, (name, total) in seats)
        parts.append(Text(f"  {board.total_label}: {scores}"))
    return parts


def _hand(board: RemmiBoard) -> Text:
    text = Text(f"  {board.hand_label}")
    place = 1
    for card, same in groupby(board.hand):
        count = len(list(same))
        places = str(place) if count == 1 else f"{place}-{place + count - 1}"
        text.append(f"\n   {'>' if card.is_chosen else ' '}{places}: {count} ")
        text.append(card.called, style=_STYLES[card.colour])
        place += count
    return text
