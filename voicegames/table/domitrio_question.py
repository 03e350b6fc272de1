"""What the table of Domitrio asks back when a saying fits several things, and what an answer to it stands for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from voicegames.games.domitrio import Laying
from voicegames.games.domitrio_spots import Spot, Spots, turned
from voicegames.table.domitrio_sayings import WHILE_ASKED, Act, Saying
from voicegames.table.domitrio_spot_texts import SpotTexts

LEAVES_OPEN = (Act.NO_MORE, *WHILE_ASKED)
"""After these, which only look or read, the question is asked once more."""

WALKS = (Act.SPOTS, Act.NEXT_SPOT, Act.LAST_SPOT)
"""These read or walk through the spots that a question is about."""

NAMED_AT_MOST = 4
"""So many spots are told one by one when the table asks which is meant; of more it says only how many there are."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question: its words, and what each number or side that may be answered stands for.

    ``spots`` are those that it is about, of ``tile`` or of all; none where it is about tiles.
    """

    text: str
    numbers: dict[int, Saying]
    sides: dict[str, Saying]
    spots: tuple[Spot, ...] = ()
    tile: int | None = None

    def answer_for(self, laying: Laying | None, spots: Spots) -> Saying | None:
        """Return what would answer for a laying, or None if the question is not about that."""
        for number, saying in self.numbers.items():
            spot = None if saying.spot is None else spots.called(saying.spot, saying.tile)
            if spot is not None and spot.laying == laying:
                return Saying(Act.NUMBER, spot=number)
        return None

    def meant(self, saying: Saying) -> Saying:
        """Return what a saying stands for as an answer; the saying itself if it is none."""
        if saying.act is Act.SIDE:
            return self.sides.get(saying.word, saying)
        if saying.spot is not None and saying.tile is None and saying.act in (Act.NUMBER, Act.PUT):
            found = self.numbers.get(saying.spot)
            return saying if found is None else replace(found, lays=saying.lays)
        return saying


def between_sayings(
    first: Saying, second: Saying, said: tuple[str, str], texts: SpotTexts, tile: int | None
) -> Question | None:
    """Ask which of two sayings was meant; ``said`` are their words and ``tile`` is the chosen one.

    None if no number tells them apart.
    """
    by_spot = None not in (first.spot, second.spot) and first.spot != second.spot
    one, other = ((s.spot if by_spot else s.tile) for s in (first, second))
    if one is None or other is None or one == other:
        return None
    question = texts.wording.language.say("which_number", first=said[0], second=said[1])
    # What had to be asked about is held first, and never laid at once.
    numbers = {one: replace(first, lays=False), other: replace(second, lays=False)}
    text = question[:1].upper() + question[1:]
    if not by_spot or first.tile != second.tile:
        return Question(text, numbers, {})
    tile = first.tile or tile
    spots = (texts.spots.called(number, tile) for number in numbers)
    return Question(text, numbers, {}, tuple(spot for spot in spots if spot is not None), tile)


def between_spots(spots: Sequence[Spot], tile: int | None, texts: SpotTexts) -> Question:
    """Ask which of several spots is meant: by the end that lies up or down where only that is open."""
    wording = texts.wording
    numbers = {number: Saying(Act.PUT, tile, number) for number in (texts.number(spot, tile) for spot in spots)}
    if len(spots) == 2 and spots[1].laying == turned(spots[0].laying):
        question, sides = wording.end_question(spots[0].laying)
        return Question(question, numbers, dict(zip(sides, numbers.values(), strict=True)), tuple(spots), tile)
    if len(spots) > NAMED_AT_MOST:
        text = wording.language.say("which_of_many", count=len(spots))
    else:
        listed = " ".join(texts.listed(spots, tile))
        text = wording.language.say("which_spots", count=len(spots), spots=listed)
    return Question(text, numbers, {}, tuple(spots), tile)
