"""What the table of Domitrio asks back when a saying fits several things, and what an answer to it stands for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from voicegames.games.domitrio import Laying
from voicegames.games.domitrio_spots import Spot, Spots, turned
from voicegames.table.domitrio_sayings import WHILE_ASKED, Act, Saying
from voicegames.table.domitrio_spot_texts import SpotTexts
from voicegames.table.domitrio_wording import DomitrioWording

LEAVES_OPEN = (Act.NO_MORE, *WHILE_ASKED)
"""After these, which only look or read, the question is asked once more."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question: its words, and what each number or side that may be answered stands for."""

    text: str
    numbers: dict[int, Saying]
    sides: dict[str, Saying]

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
            return self.numbers.get(saying.spot, saying)
        return saying


def between_sayings(first: Saying, second: Saying, said: tuple[str, str], wording: DomitrioWording) -> Question | None:
    """Ask which of two sayings was meant; ``said`` are their words. None if no number tells them apart."""
    by_spot = None not in (first.spot, second.spot) and first.spot != second.spot
    one, other = ((s.spot if by_spot else s.tile) for s in (first, second))
    if one is None or other is None or one == other:
        return None
    question = wording.language.say("which_number", first=said[0], second=said[1])
    # What had to be asked about is held first, and never laid at once.
    numbers = {one: replace(first, lays=False), other: replace(second, lays=False)}
    return Question(question[:1].upper() + question[1:], numbers, {})


def between_spots(spots: Sequence[Spot], tile: int | None, texts: SpotTexts, wording: DomitrioWording) -> Question:
    """Ask which of several spots is meant: by the end that lies up or down where only that is open."""
    called = [texts.number(spot, tile) for spot in spots]
    numbers = {number: Saying(Act.PUT, tile, number) for number in called}
    if len(spots) == 2 and spots[1].laying == turned(spots[0].laying):
        question, sides = wording.end_question(spots[0].laying)
        return Question(question, numbers, dict(zip(sides, numbers.values(), strict=True)))
    listed = wording.listed([str(number) for number in called])
    return Question(wording.language.say("which_spots", spots=listed), numbers, {})
