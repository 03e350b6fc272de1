"""Domitrio's board in a terminal: a line for each row of hexagons, shifted by half a cell from one to the next.

A symbol is the letter of its colour and a sign for its shape; colour only repeats what the letter says. A tile that is
held stands in brackets, and spots are numbers on free cells.
"""

from rich.text import Text

from voicegames.language import Language
from voicegames.screen.domitrio_view import BoardCell, DomitrioBoard, SymbolFace
from voicegames.screen.view import View

_STYLES = {"red": "bold red", "blue": "bold blue", "yellow": "bold yellow"}
_SIGNS = {"hexagon": "#", "circle": "o", "star": "*"}
_HALF = 3


def draw_domitrio(view: View, language: Language, before: View | None = None) -> Text:
    """Return the die and the pool, the board, and the rack where it is shown."""
    board = view.board
    assert isinstance(board, DomitrioBoard)
    text = Text(f"{view.headline}. {board.die_label}: {board.die.called}. {board.pool}.")
    if board.made:
        text.append(f" + {board.made}", style="bold green")
    for line in _lines(board):
        text.append("\n").append_text(line)
    for tile in board.rack:
        mark = ">" if tile.is_chosen else " "
        text.append(f"\n {mark}{tile.number}: ")
        _symbol(text, tile.first)
        text.append(" ")
        _symbol(text, tile.second)
        text.append(f"  {tile.called.partition(': ')[2]}")
    return text


def hides_tiles(view: View, before: View) -> bool:
    """Return whether a rack was shown before and is not any more."""
    assert isinstance(view.board, DomitrioBoard)
    assert isinstance(before.board, DomitrioBoard)
    return bool(before.board.rack) and not view.board.rack


def _lines(board: DomitrioBoard) -> list[Text]:
    taken: dict[tuple[int, int], BoardCell | str] = {(cell.q, cell.r): cell for cell in board.cells}
    for mark in board.spots:
        free = next((cell for cell in mark.cells if cell not in taken), None)
        if free is not None:
            taken[free] = mark.numbers.replace(" ", "")
    left = min(2 * q + r for q, r in taken)
    lines = []
    for row in range(min(r for _, r in taken), max(r for _, r in taken) + 1):
        line = Text("   ")
        for q in sorted(q for q, r in taken if r == row):
            line.append(" " * max(0, (2 * q + row - left) * _HALF + 3 - len(line)))
            _cell(line, taken[q, row])
        lines.append(line)
    return lines


def _cell(line: Text, cell: BoardCell | str) -> None:
    if isinstance(cell, str):
        line.append(f"{cell:^5}", style="reverse")
        return
    before, after = ("[", "]") if cell.is_held else ("+", "+") if cell.is_lit else (" ", " ")
    line.append(before)
    _symbol(line, cell.symbol)
    line.append(after)


def _symbol(text: Text, symbol: SymbolFace) -> None:
    text.append(f"{symbol.letter}{_SIGNS[symbol.shape]}", style=_STYLES[symbol.colour])
