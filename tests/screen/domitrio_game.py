"""A game of Domitrio played at random, as the events that a table records."""

import random

from voicegames.domitrio_events import BoardShown, DieRolled, TileDrawn, TileLaid, TurnPassed
from voicegames.events import Event, GameOver, SittingStarted
from voicegames.games.domitrio import FACES, Phase, tiles
from voicegames.games.domitrio_spots import spots_of
from voicegames.table.domitrio_course import DomitrioCourse


def domitrio_game(
    seed: int, players: int = 3, moves: int = 1000, robots: tuple[str | None, ...] | None = None
) -> list[Event]:
    """Events of up to ``moves`` moves; before each laying the spots are shown and the tile is held."""
    rng = random.Random(seed)
    mixed = list(tiles())
    rng.shuffle(mixed)
    names = tuple(f"Player {number + 1}" for number in range(players))
    deck = tuple(str(tile) for tile in mixed)
    started = SittingStarted("domitrio", "test", seed, "en", names, robots or (None,) * players, deck)
    course = DomitrioCourse(started)
    events: list[Event] = [started]

    def tell(event: Event) -> None:
        course.follow(event)
        events.append(event)

    for now in range(moves):
        state, at_s = course.state, float(now)
        if course.is_over:
            tell(GameOver(at_s, state.winners[0]))
            break
        spots = spots_of(state).every
        if state.phase is Phase.ROLL:
            tell(DieRolled(at_s, course.moves, state.turn, str(rng.choice(FACES))))
        elif spots:
            spot = rng.choice(spots)
            tell(BoardShown(at_s, state.turn, called=20))
            tell(BoardShown(at_s, state.turn, called=20, rack=True))
            tell(BoardShown(at_s, state.turn, tile=spot.tile, spot=spot.number, rack=True, zoom=rng.randrange(3)))
            tile, one, other = spot.laying.tile, spot.laying.first, spot.laying.second
            tell(TileLaid(at_s, course.moves, state.turn, str(tile), (one.q, one.r), (other.q, other.r)))
        elif state.pool:
            tell(TileDrawn(at_s, course.moves, state.turn))
        else:
            tell(TurnPassed(at_s, course.moves, state.turn))
    return events
