"""The drawings of Remmi Demmi: three figures in three colours, the cards' back, and the point men.

A figure is told by its posture: one runs to the right, one jumps with arms and legs apart, one lies on a mat, seen from
above. A colour is told by its pattern at the card's edge and by its first letter too.
"""

from voicegames.games.remmi_demmi_hands import Card, Colour, Figure
from voicegames.printing.drawing import (
    INK,
    PAPER,
    PLATE,
    Drawing,
    Layer,
    Lettering,
    circle,
    ellipse,
    placed,
    polygon,
    rounded,
)
from voicegames.printing.patterns import BACK, BY_COLOUR

CARD_WIDTH, CARD_HEIGHT = 220.0, 272.0
MAN_WIDTH, MAN_HEIGHT = 200.0, 300.0
POINTS = (4, 3, 2)

_SKINS = {Colour.ORANGE: "#ff9412", Colour.PURPLE: "#8a55d6", Colour.GREEN: "#20a35d"}

# Limbs and the trunk as lines in a square of 200, the head as middle and radius.
_LIMBS = {
    Figure.RUNNING: (
        "M 118 78 L 98 122 M 118 80 L 146 106 L 174 88 M 114 80 L 76 76 L 58 106 "
        "M 98 122 L 138 138 L 132 178 L 154 178 M 98 122 L 72 154 L 30 148"
    ),
    Figure.JUMPING: (
        "M 100 74 L 100 116 M 100 78 L 60 70 L 38 26 M 100 78 L 140 70 L 162 26 "
        "M 100 116 L 56 124 L 38 160 M 100 116 L 144 124 L 162 160"
    ),
    Figure.LYING: (
        "M 68 104 L 128 104 M 70 104 L 84 62 L 56 40 M 70 104 L 84 146 L 56 168 "
        "M 128 104 L 146 64 L 174 50 M 128 104 L 146 144 L 174 158"
    ),
}
_HEADS = {Figure.RUNNING: (132.0, 42.0), Figure.JUMPING: (100.0, 38.0), Figure.LYING: (42.0, 104.0)}
_HEAD_RADIUS = 23.0
_TRUNKS = {
    Figure.RUNNING: "M 116 80 L 100 118",
    Figure.JUMPING: "M 100 80 L 100 112",
    Figure.LYING: "M 76 104 L 124 104",
}


def figure_layers(figure: Figure, colour: str) -> tuple[Layer, ...]:
    """Return a figure in a colour, in a square of 200."""
    limbs, trunk = _LIMBS[figure], _TRUNKS[figure]
    x, y = _HEADS[figure]
    return (
        *_behind(figure),
        *_silhouette(figure),
        Layer(limbs, line=colour, line_width=17),
        Layer(trunk, line=colour, line_width=32),
        Layer(circle(x, y, _HEAD_RADIUS), fill=colour),
        *_face(figure, x, y),
    )


def _silhouette(figure: Figure) -> tuple[Layer, ...]:
    return (
        Layer(_LIMBS[figure], line=INK, line_width=27),
        Layer(_TRUNKS[figure], line=INK, line_width=42),
        Layer(circle(*_HEADS[figure], _HEAD_RADIUS), fill=INK, line=INK, line_width=10),
    )


def _behind(figure: Figure) -> tuple[Layer, ...]:
    if figure is Figure.RUNNING:
        return (Layer("M 10 54 L 56 54 M 4 112 L 34 112 M 22 82 L 48 82", line=INK, line_width=6),)
    if figure is Figure.JUMPING:
        return (Layer(ellipse(100, 186, 50, 8), fill="#8a93a3"),)
    return (Layer(rounded(2, 14, 196, 180, 26), fill=PAPER, line=INK, line_width=4),)


def _face(figure: Figure, x: float, y: float) -> tuple[Layer, ...]:
    if figure is Figure.RUNNING:
        eyes = circle(x + 10, y - 5, 4)
        mouth = f"M {x + 4} {y + 11} Q {x + 12} {y + 12} {x + 17} {y + 5}"
    elif figure is Figure.JUMPING:
        eyes = circle(x - 8, y - 4, 4) + " " + circle(x + 8, y - 4, 4)
        mouth = f"M {x - 9} {y + 7} Q {x} {y + 18} {x + 9} {y + 7}"
    else:
        eyes = circle(x - 6, y - 8, 4) + " " + circle(x - 6, y + 8, 4)
        mouth = f"M {x + 6} {y - 7} Q {x + 13} {y} {x + 6} {y + 7}"
    return Layer(eyes, fill=INK), Layer(mouth, line=INK, line_width=4)


def figure_drawing(card: Card) -> Drawing:
    """Return the figure alone, in its colour, without the card around it."""
    return Drawing(
        f"remmi-figure-{card.colour}-{card.figure}", 200, 200, figure_layers(card.figure, _SKINS[card.colour])
    )


def card_face(card: Card) -> Drawing:
    """Return a card's face. Its corner tells the colour and the figure, so that cards can be held as a fan."""
    figure = figure_layers(card.figure, _SKINS[card.colour])
    corner = _silhouette(card.figure)
    corners = []
    for x, y in ((66.0, 23.0), (154.0, 249.0)):
        corners += [Layer(circle(x, y, 19), fill=PAPER, line=INK, line_width=2), *placed(corner, x - 15, y - 15, 0.15)]
    badges = ((24.0, 23.0), (196.0, 249.0))
    return Drawing(
        f"remmi-{card.colour}-{card.figure}",
        CARD_WIDTH,
        CARD_HEIGHT,
        (
            Layer(rounded(3, 3, 214, 266, 18), fill=BY_COLOUR[card.colour], line=INK, line_width=4),
            Layer(rounded(14, 46, 192, 180, 16), fill=PLATE, line=INK, line_width=3),
            *placed(figure, 32, 50, 0.78),
            *corners,
            *(Layer(circle(x, y, 19), fill=INK) for x, y in badges),
        ),
        tuple(Lettering(x, y, 27, PAPER) for x, y in badges),
    )


def card_back() -> Drawing:
    """Return the back of all cards."""
    return Drawing(
        "remmi-back",
        CARD_WIDTH,
        CARD_HEIGHT,
        (
            Layer(rounded(3, 3, 214, 266, 18), fill=BACK, line=INK, line_width=4),
            Layer(circle(110, 136, 74), fill=PAPER, line=INK, line_width=4),
            *placed(figure_layers(Figure.JUMPING, "#9a8ad0"), 55, 78, 0.55),
        ),
    )


def point_man(points: int) -> Drawing:
    """Return the point man that is worth 4, 3 or 2 points: a crown, a cap or no hat, and the number."""
    arms = "M 100 130 L 34 160 L 22 116 M 100 130 L 166 160 L 178 116"
    limbs = f"{arms} M 84 220 L 70 280 L 46 282 M 116 220 L 130 280 L 154 282"
    body = "M 66 120 Q 100 102 134 120 L 142 226 Q 100 242 58 226 Z"
    skin = {4: "#ffd54a", 3: "#d9dee8", 2: "#e2a777"}[points]
    return Drawing(
        f"remmi-point-{points}",
        MAN_WIDTH,
        MAN_HEIGHT,
        (
            Layer(limbs, line=INK, line_width=30),
            Layer(limbs, line=skin, line_width=20),
            Layer(body, fill=skin, line=INK, line_width=5),
            Layer(circle(100, 72, 36), fill=skin, line=INK, line_width=5),
            Layer(circle(87, 68, 4.5) + " " + circle(113, 68, 4.5), fill=INK),
            Layer("M 84 84 Q 100 100 116 84", line=INK, line_width=5),
            *_hat(points),
            Layer(circle(100, 172, 38), fill=PAPER, line=INK, line_width=5),
        ),
        (Lettering(100, 172, 62, INK, str(points)),),
    )


def _hat(points: int) -> tuple[Layer, ...]:
    if points == 4:
        crown = polygon(((66, 48), (60, 8), (84, 28), (100, 4), (116, 28), (140, 8), (134, 48)))
        return (Layer(crown, fill="#ffb000", line=INK, line_width=5),)
    if points == 3:
        return (
            Layer(
                "M 64 52 Q 66 20 100 20 Q 134 20 136 52 L 164 56 L 136 60 L 64 56 Z",
                fill="#5a6b8c",
                line=INK,
                line_width=5,
            ),
        )
    return ()


def drawings() -> tuple[Drawing, ...]:
    """Return all drawings of the game."""
    cards = [Card(colour, figure) for colour in Colour for figure in Figure]
    faces = (card_face(card) for card in cards)
    return (*faces, *map(figure_drawing, cards), card_back(), *map(point_man, POINTS))
