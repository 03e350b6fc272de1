"""Numbers that there are none of, said aloud and typed: they are told by what there is, and cost nothing."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from domitrio_scene import WORDS, DomitrioScene
from test_domitrio_language import states

from voicegames.games.domitrio import Phase, State
from voicegames.games.domitrio_spots import spots_of
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.recognizer import SAMPLE_RATE
from voicegames.hearing.utterance import HeardWord, Reading, Utterance, WordKind
from voicegames.players.chorus import Chorus
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.domitrio_desk import Desk
from voicegames.table.domitrio_hearing import ABSENT_BEHIND, began, meant
from voicegames.table.domitrio_replies import Step
from voicegames.table.domitrio_sayings import Act, Moment, Saying, Sayings
from voicegames.table.domitrio_wording import DomitrioWording

SAYINGS = Sayings(WORDS)


def position(spots: int) -> State:
    return next(state for state in states(300, seed=5) if len(spots_of(state).every) == spots)


def desk(spots: int = 4) -> Desk:
    return Desk(position(spots), SAYINGS, DomitrioWording(WORDS.language))


@dataclass(frozen=True)
class Voice:
    """One voice of the chorus, and the ear that hears it."""

    chorus: Chorus
    phones: PhoneRecognizer
    seat: int

    def heard(self, text: str, now: Moment) -> Utterance:
        sound = self.chorus.speak(self.seat, tuple(text.split())).pcm.samples
        quiet = np.random.default_rng(1).normal(0, 1e-3, SAMPLE_RATE // 2).astype(np.float32)
        heard = self.phones.recognize(np.concatenate([quiet, sound, quiet]), now.vocabulary)
        return Utterance(heard.words, 0.5, 2.0, 2.5, "phones", readings=heard.readings)


@pytest.fixture(params=range(6))
def voice(request: pytest.FixtureRequest, synthesizer: Synthesizer, phones: PhoneRecognizer) -> Voice:
    return Voice(Chorus(synthesizer, WORDS.language, seed=request.param), phones, request.param)


def test_a_number_that_there_is_none_of_is_told_by_what_there_is(voice: Voice) -> None:
    asked = desk()
    told = {
        "spot fourteen": "There is no spot 14; there are 4.",
        "spot forty": "There is no spot 40; there are 4.",
        "spot nine": "There is no spot 9; there are 4.",
        "tile nine": "You have no tile 9; you have ",
    }
    unclear = 0
    for text, sentence in told.items():
        heard = voice.heard(text, asked.moment())
        found = meant(heard, asked.moment(), SAYINGS)
        if found is None:
            # Of two such numbers neither is told, but what there is.
            unclear += 1
            answer = asked.not_understood(began(heard, SAYINGS)).text
            assert answer == "Again, please? 4 spots."
        else:
            assert asked.take(found.saying).text.startswith(sentence)
        assert asked.held is None
        assert not asked.is_asked
    assert unclear <= 1


def test_numbers_that_there_are_are_heard_as_well_as_without_the_others(voice: Voice) -> None:
    now = desk().moment()
    for number in range(1, 5):
        text = f"spot {' '.join(WORDS.number(number))}"
        found = meant(voice.heard(text, now), now, SAYINGS)
        assert found is not None, text
        assert (found.saying, found.other) == (Saying(Act.PUT, spot=number), None)


def utterance(*readings: tuple[str, float]) -> Utterance:
    found = tuple(Reading(tuple(text.split()), behind, 2.0 - behind / 10) for text, behind in readings)
    words = tuple(HeardWord(word, 0.0, 0.2, 1.0, WordKind.WORD) for word in found[0].words)
    return Utterance(words, 0.0, 1.0, 1.5, "phones", readings=found)


def test_in_doubt_the_number_that_there_is_was_meant() -> None:
    now = desk().moment()
    near, far = ABSENT_BEHIND * 0.9, ABSENT_BEHIND * 1.1
    found = meant(utterance(("spot fourteen", 0), ("spot four", near)), now, SAYINGS)
    assert found is not None
    assert (found.saying.spot, found.other) == (4, None)
    found = meant(utterance(("spot fourteen", 0), ("spot four", far)), now, SAYINGS)
    assert found is not None
    assert (found.saying.spot, found.other) == (14, None)
    # A number that there is none of puts no other in doubt.
    found = meant(utterance(("spot four", 0), ("spot fourteen", 0.1), ("spot one", 9)), now, SAYINGS)
    assert found is not None
    assert (found.saying.spot, found.other) == (4, None)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("spot 61", "There is no spot 61; there are 24."),
        ("spot 2024", "There is no spot 2024; there are 24."),
        ("spot 0", "There is no spot 0; there are 24."),
        ("what is near spot 99", "There is no spot 99; there are 24."),
        ("tile 0", "You have no tile 0; you have 5 tiles."),
        ("tile 99, spot 88, lay it", "You have no tile 99; you have 5 tiles."),
        ("tile 1 spot 77", "There is no spot 77; there are 4."),
        ("tile 77 beside red star", "You have no tile 77; you have 5 tiles."),
        ("spot seventy", "Again, please? 24 spots."),
        ("tile minus three", "Again, please? You have tiles 1 to 5."),
        ("spot " + "9" * 40, "Again, please? 24 spots."),
        ("tile", "Again, please? You have tiles 1 to 5."),
    ],
)
def test_typed_numbers_are_told_by_what_there_is(tmp_path: Path, line: str, sentence: str) -> None:
    played = DomitrioScene(tmp_path / "game.jsonl", ["roll", line]).play()
    assert played.said[-1] == sentence
    assert not played.laid
    assert played.course.shown.spot is None


def test_a_tile_that_fits_nowhere_is_told_with_any_spot() -> None:
    for state in states(200, seed=5):
        spots = spots_of(state)
        rack = range(1, len(state.racks[state.turn]) + 1)
        nowhere = [tile for tile in rack if not spots.of(tile)]
        if spots.every and nowhere:
            asked = Desk(state, SAYINGS, DomitrioWording(WORDS.language))
            saying = asked.moment().meaning(("tile", *WORDS.number(nowhere[0]), "spot", "one"))
            assert saying == Saying(Act.PUT, nowhere[0], 1)
            assert asked.take(saying).text == f"Tile {nowhere[0]} fits nowhere now."
            return
    raise AssertionError("every tile fits everywhere")


def test_one_spot_is_told_as_one() -> None:
    asked = desk(1)
    assert asked.take(Saying(Act.PUT, spot=3)).text == "There is no spot 3; there is one."


def test_what_comes_before_the_roll_is_told_so(voice: Voice) -> None:
    state = next(state for state in states(300, seed=5) if spots_of(state).every)
    rolling = Desk(replace(state, phase=Phase.ROLL, rolled=None), SAYINGS, DomitrioWording(WORDS.language))
    for text in ("lay it", "draw", "spots", "tile three", "spot two", "spot two lay it"):
        found = meant(voice.heard(text, rolling.moment()), rolling.moment(), SAYINGS)
        assert found is not None, text
        reply = rolling.take(found.saying)
        assert (reply.step, reply.text) == (None, "First say: roll.")
    found = meant(voice.heard("roll", rolling.moment()), rolling.moment(), SAYINGS)
    assert found is not None
    assert rolling.take(found.saying).step is Step.ROLL
