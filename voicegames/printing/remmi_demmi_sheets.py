"""The sheets of Remmi Demmi: nine sets of the nine cards, one set to a sheet, and the three point men.

How many sets are needed follows from the rule book, section "Starting the Game": of each kind five cards for 4 or 5
players, seven for 6 or 7, all nine for 8 or 9. So smaller groups print fewer sheets.
"""

from collections.abc import Mapping

from voicegames.games.remmi_demmi_hands import COPIES, KINDS, Card
from voicegames.printing.frame import first_letter, heading, numbered
from voicegames.printing.remmi_demmi_art import CARD_HEIGHT, CARD_WIDTH, POINTS, card_back, card_face, point_man
from voicegames.printing.sheet import Align, Grid, Line, Paper, Piece, Sheet, Use, Words

CARD_MM = 60.0
MAN_MM = 52.0
PLACE_MM = (58.0, 170.0)

# The base line and the size of the name on a card, in units of its drawing.
NAME_AT = 219.0
NAME_SIZE = 14.0


def sheets(paper: Paper, texts: Mapping[str, str], *, with_backs: bool) -> tuple[Sheet, ...]:
    """Return the sheets; ``with_backs`` puts backs after each sheet of cards, for printing on both sides."""
    listed = []
    for number in range(1, COPIES + 1):
        listed.append(_set(paper, texts, number))
        if with_backs:
            listed.append(_backs(paper))
    return numbered([*listed, _men(paper, texts)], paper, texts)


def _grid(paper: Paper) -> Grid:
    return Grid(paper, 3, 3, CARD_MM, CARD_MM * CARD_HEIGHT / CARD_WIDTH)


def _set(paper: Paper, texts: Mapping[str, str], number: int) -> Sheet:
    grid = _grid(paper)
    title = texts["cards_title"].format(number=number, sets=COPIES)
    words = heading(paper, title, texts["cards_needed"], texts["cards_hint"])
    pieces = (_card(card, x, y, texts) for card, (x, y) in zip(KINDS, grid.places, strict=True))
    names = (_name(card, x, y, texts) for card, (x, y) in zip(KINDS, grid.places, strict=True))
    return Sheet(tuple(pieces), grid.cut_marks(), (*words, *names))


def _name(card: Card, x: float, y: float, texts: Mapping[str, str]) -> Words:
    """Return the card's name, to be read aloud, under the figure."""
    scale = CARD_MM / CARD_WIDTH
    name = f"{texts[card.colour]} {texts[card.figure]}"
    return Words(name, x + CARD_MM / 2, y + NAME_AT * scale, NAME_SIZE * scale, Align.MIDDLE, is_bold=True)


def _card(card: Card, x: float, y: float, texts: Mapping[str, str]) -> Piece:
    return Piece(card_face(card), x, y, CARD_MM, first_letter(texts[card.colour]))


def _backs(paper: Paper) -> Sheet:
    return Sheet(tuple(Piece(card_back(), x, y, CARD_MM) for x, y in _grid(paper).places))


def _men(paper: Paper, texts: Mapping[str, str]) -> Sheet:
    """Return the point men, each twice, head to head: folded between, it stands and is seen from both sides."""
    width, height = PLACE_MM
    grid = Grid(paper, len(POINTS), 1, width, height)
    pieces = []
    folds = []
    for points, (x, y) in zip(POINTS, grid.places, strict=True):
        man = Piece(point_man(points), x + (width - MAN_MM) / 2, y + height / 2 + 3, MAN_MM)
        turned = Piece(man.drawing, man.x, y + height / 2 - 3 - man.height, MAN_MM, is_upside_down=True)
        pieces += [man, turned]
        folds.append(Line(Use.FOLD, ((x, y + height / 2), (x + width, y + height / 2))))
    words = heading(paper, texts["men_title"], texts["men_hint"])
    return Sheet(tuple(pieces), (*grid.cut_marks(), *_borders(grid), *folds), words)


def _borders(grid: Grid) -> tuple[Line, ...]:
    w, h = grid.width, grid.height
    return tuple(Line(Use.CUT, ((x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y))) for x, y in grid.places)
