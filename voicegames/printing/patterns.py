"""The patterns that tell colours apart for everybody; green, blue and yellow look as on Dodelido's cards."""

from voicegames.printing.drawing import Layer, Pattern, circle, polygon

ORANGE = Pattern(
    "orange",
    20,
    20,
    "#ffa01f",
    (Layer(circle(5, 5, 3.6) + " " + circle(15, 15, 3.6), fill="#7a3d00"),),
)
PURPLE = Pattern(
    "purple",
    18,
    18,
    "#5b2a9d",
    (Layer("M -2 -2 L 20 20 M 20 -2 L -2 20", line="#d9c2ff", line_width=2.2),),
)
GREEN = Pattern(
    "green",
    22,
    22,
    "#128048",
    (Layer("M -4 4 L 4 -4 M -4 26 L 26 -4 M 18 26 L 26 18", line="#7fe0ac", line_width=5),),
)
RED = Pattern(
    "red",
    22,
    22,
    "#d92b2f",
    (Layer(circle(5.5, 5.5, 3.8) + " " + circle(16.5, 16.5, 3.8), fill="#ffe3dd"),),
)
BLUE = Pattern(
    "blue",
    28,
    16,
    "#1c4fc4",
    (Layer("M -2 6 L 0 8 Q 7 0 14 8 Q 21 16 28 8 L 30 6", line="#a9c4ff", line_width=3),),
)
YELLOW = Pattern(
    "yellow",
    24,
    20,
    "#ffd416",
    (Layer("M -6 10 L 0 15 L 12 5 L 24 15 L 30 10", line="#9a6200", line_width=3.4),),
)
BACK = Pattern(
    "back",
    24,
    24,
    "#4a3a80",
    (Layer(polygon(((12, 2), (22, 12), (12, 22), (2, 12))), fill="#9a8ad0"),),
)

BY_COLOUR = {pattern.name: pattern for pattern in (ORANGE, PURPLE, GREEN, RED, BLUE, YELLOW)}
