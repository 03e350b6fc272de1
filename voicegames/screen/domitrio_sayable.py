"""What the page and the terminal list under "you can say now" in Domitrio: only what is possible at the moment."""

from collections.abc import Iterator

from voicegames.games.domitrio import Phase
from voicegames.games.domitrio_spots import Spots
from voicegames.table.domitrio_course import DomitrioCourse
from voicegames.table.domitrio_language import DomitrioLanguage
from voicegames.table.domitrio_sayings import Act

_LOOKS = (Act.READ_BOARD, Act.OPEN, Act.READ_TILES)
_VIEWS = (Act.ZOOM_IN, Act.ZOOM_OUT, Act.CENTRE, Act.AGAIN, Act.RULES, Act.WHAT_NOW)


def sayable(course: DomitrioCourse, words: DomitrioLanguage, spots: Spots) -> str:
    """Return what may be said now, with a comma between the sayings; numbers are digits. ``spots`` are those of now."""
    if course.is_over:
        return ""
    if course.robots[course.state.turn] is not None:
        # In a robot's turn the move before it may be undone, as long as the robot has not rolled.
        return ", ".join(" ".join(words.sayings[act][0]) for act in _undoing(course))
    show = Act.HIDE_TILES if course.shown.rack else Act.SHOW_TILES
    special = _rolling(course) if course.state.phase is Phase.ROLL else _laying(course, words, spots)
    acts = (*special, *_LOOKS, show, *_VIEWS)
    return ", ".join(act if not isinstance(act, Act) else " ".join(words.sayings[act][0]) for act in acts)


def _rolling(course: DomitrioCourse) -> Iterator[Act | str]:
    yield Act.ROLL
    yield from _undoing(course)


def _undoing(course: DomitrioCourse) -> Iterator[Act]:
    last = course.last_move
    if course.state.phase is Phase.ROLL and last is not None and course.robots[last.player] is None:
        yield Act.UNDO


def _laying(course: DomitrioCourse, words: DomitrioLanguage, spots: Spots) -> Iterator[Act | str]:
    state, shown = course.state, course.shown
    if spots.every:
        yield from _placing(course, words, spots)
    if state.pool and (state.free_drawing or not spots.every):
        yield Act.DRAW
    elif not spots.every:
        yield Act.PASS
    if shown.tile is not None or shown.spot is not None:
        yield Act.UNDO


def _placing(course: DomitrioCourse, words: DomitrioLanguage, spots: Spots) -> Iterator[Act | str]:
    board, shown = course.state.board, course.shown
    if shown.spot is not None:
        yield from (Act.LAY_IT, Act.TURN_IT)
    yield from (Act.SPOTS, Act.NEXT_SPOT, Act.LAST_SPOT)
    first = next(iter(spots.of(shown.tile)), spots.every[0])
    tile, spot = (" ".join(words.sayings[key][0]) for key in ("tile", "spot"))
    lay_it = " ".join(words.sayings[Act.LAY_IT][0])
    yield tile.format(number=first.tile)
    if spots.of(shown.tile):
        yield spot.format(number=1)
        yield " ".join(words.sayings[Act.NEAR][0]).format(number=1)
    yield f"{tile.format(number=first.tile)} {spot.format(number=1)} {lay_it}"
    if first.tile == shown.tile or shown.tile is None:
        symbol = board.symbols[board.touched(first.laying)[0]]
        called = words.language.called
        named = " ".join(words.sayings["symbol"][0]).format(colour=called(symbol.colour), shape=called(symbol.shape))
        yield " ".join(words.sayings["beside"][0]).format(symbol=named)
    yield Act.HINT
    if shown.tile is not None:
        yield Act.ALL_TILES
    elif 0 < shown.called < len(spots.every):
        yield Act.MORE
