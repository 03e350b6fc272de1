"""The sentences about the spots of one turn of Domitrio: how many, which, and a hint."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from voicegames.games.domitrio import State
from voicegames.games.domitrio_spots import Spot, Spots
from voicegames.players.domitrio_robots import DomitrioRobot
from voicegames.players.robots import Strength
from voicegames.table.domitrio_sayings import Began
from voicegames.table.domitrio_wording import DomitrioWording


@dataclass(frozen=True)
class SpotTexts:
    """Makes the sentences for the player whose turn it is; ``tile`` is always the chosen tile, or None for all."""

    state: State
    spots: Spots
    wording: DomitrioWording

    def number(self, spot: Spot, tile: int | None) -> int:
        """Return the number by which a spot is called."""
        return spot.number if tile is None else spot.number_of_tile

    def described(self, spots: Sequence[Spot], tile: int | None) -> tuple[str, ...]:
        """Return what each spot is; what tells it from others is the same however many are read at once."""
        every = self.spots.of(tile)
        texts = dict(zip((s.number for s in every), self.wording.spots(self.state.board, every), strict=True))
        return tuple(texts[spot.number] for spot in spots)

    def listed(self, spots: Sequence[Spot], tile: int | None) -> tuple[str, ...]:
        """Return a sentence for each spot, with its number, and its tile where none is chosen."""
        key = "spot" if tile is not None else "spot_of_tile"
        return tuple(
            self._say(key, number=self.number(spot, tile), tile=spot.tile, laying=laying)
            for spot, laying in zip(spots, self.described(spots, tile), strict=True)
        )

    def shown(self, spot: Spot, tile: int | None) -> str:
        """Return what lies at a spot where a tile is held, and whether to lay it."""
        key = "shown" if tile is not None else "shown_of_tile"
        laying = self.described([spot], tile)[0]
        return self._say(key, number=self.number(spot, tile), tile=spot.tile, laying=laying)

    def chosen(self, tile: int | None) -> str:
        """Return how many spots the chosen tile has, or that there are none."""
        return self._say("tile", tile=tile, spots=self.count(tile)) if self.spots.of(tile) else self.none(tile)

    def unclear(self, began: Began, tile: int | None) -> str:
        """Return that something was not understood that began like a tile or a spot, and which ones there are."""
        rack = self.state.racks[self.state.turn]
        known = self.wording.tiles_known(len(rack)) if began is Began.TILE else self.count(tile)
        return f"{self._say('not_understood')} {known}"

    def unclear_again(self, tile: int | None, *, is_held: bool) -> str:
        """Return that something was not understood once more, and what may be said."""
        if tile is not None or is_held:
            return self._say("not_understood_chosen", spots=self.count(tile))
        if not self.spots.every:
            return f"{self._say('not_understood')} {self.none(None)}"
        return self._say("not_understood_lay", tile=self.spots.every[0].tile, spots=self.count(None))

    def count(self, tile: int | None) -> str:
        """Return "3 spots.", or that there are none."""
        spots = self.spots.of(tile)
        return self.wording.count(len(spots)) if spots else self.none(tile)

    def none(self, tile: int | None) -> str:
        """Return that a tile fits nowhere, or that nothing fits and what to say then."""
        if tile is not None and self.spots.every:
            return self._say("tile_none", tile=tile)
        return self._say("spots_none" if self.state.pool else "spots_none_pool")

    def hint(self) -> str:
        """Return what the best robot would do."""
        view = self.state.view(self.state.turn)
        laying = DomitrioRobot(Strength.HARD, random.Random(0)).choose(view) if self.spots.every else None
        if laying is None:
            return self._say("hint_draw" if self.state.pool else "hint_pass")
        spot = next(spot for spot in self.spots.every if spot.laying == laying)
        text = self.described([spot], spot.tile)[0]
        return self._say("hint", tile=spot.tile, number=spot.number_of_tile, laying=text)

    def _say(self, key: str, **values: object) -> str:
        return self.wording.language.say(key, **values)
