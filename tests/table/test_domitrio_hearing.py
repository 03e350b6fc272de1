"""What an utterance means: close calls are asked back, noise is no saying, and every voice is understood."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soxr
from domitrio_scene import WORDS, DomitrioScene
from test_domitrio_language import states

from voicegames.games.domitrio import State
from voicegames.games.domitrio_spots import spots_of
from voicegames.hearing.phone_grammar import open_graph
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.recognizer import SAMPLE_RATE
from voicegames.hearing.utterance import HeardWord, Reading, Utterance, WordKind
from voicegames.players.chorus import Chorus
from voicegames.settings import Settings
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.domitrio_desk import Desk
from voicegames.table.domitrio_hearing import CLOSE_BEHIND, is_speech, meant
from voicegames.table.domitrio_sayings import Act, Moment, Saying, Sayings
from voicegames.table.domitrio_wording import DomitrioWording

SAYINGS = Sayings(WORDS)


def position(spots: int) -> State:
    return next(state for state in states(300, seed=5) if len(spots_of(state).every) >= spots)


def moment(spots: int = 8) -> Moment:
    return Desk(position(spots), SAYINGS, DomitrioWording(WORDS.language)).moment()


def utterance(*readings: tuple[str, float, float], is_known: bool = True) -> Utterance:
    found = tuple(Reading(tuple(text.split()), behind, fit) for text, behind, fit in readings)
    kind = WordKind.WORD if is_known else WordKind.UNKNOWN
    words = tuple(HeardWord(word if is_known else "?", 0.0, 0.2, 1.0, kind) for word in found[0].words)
    return Utterance(words, 0.0, 1.0, 1.5, "phones", readings=found)


def test_a_clear_reading_is_taken() -> None:
    found = meant(utterance(("spot five", 0, 2), ("spot four", 9, 0.1)), moment(), SAYINGS)
    assert found is not None
    assert (found.saying, found.other) == (Saying(Act.PUT, spot=5), None)


def test_two_close_readings_are_both_told() -> None:
    near = CLOSE_BEHIND / 2
    found = meant(utterance(("spot five", 0, 2), ("spot four", near, 2)), moment(), SAYINGS)
    assert found is not None
    assert found.other == Saying(Act.PUT, spot=4)
    desk = Desk(position(8), SAYINGS, DomitrioWording(WORDS.language))
    question = desk.ask_between(found.saying, found.other, ("spot five", "spot four"))
    assert question.text == "Spot five or spot four?"
    assert {saying.spot for saying in desk.moment().says.values() if saying.spot} == {4, 5}
    desk.take(Saying(Act.NUMBER, spot=4))
    assert desk.held == spots_of(position(8)).every[3]


def test_in_doubt_a_tile_is_held_and_not_laid() -> None:
    near = CLOSE_BEHIND / 2
    for readings in (
        (("spot five lay it", 0, 2), ("spot five", near, 2)),
        (("spot five", 0, 2), ("spot five lay it", near, 2)),
    ):
        found = meant(utterance(*readings), moment(), SAYINGS)
        assert found is not None
        assert not found.saying.lays
        assert found.other is None


def test_two_names_of_the_same_are_no_close_call() -> None:
    found = meant(utterance(("spots", 0, 2), ("show spots", 0.2, 2)), moment(), SAYINGS)
    assert found is not None
    assert found.other is None


def test_a_poor_phrase_is_taken_where_nothing_else_comes_near() -> None:
    alone = utterance(("hint", 0, 0.6), ("spot eight", 20, -2), is_known=False)
    assert meant(alone, moment(), SAYINGS) is not None
    crowd = utterance(("hint", 0, 0.6), ("spot eight", 3, 0.4), is_known=False)
    assert meant(crowd, moment(), SAYINGS) is None
    noise = utterance(("hint", 0, -3.0), ("draw", 1, -3.2), is_known=False)
    assert meant(noise, moment(), SAYINGS) is None
    assert not is_speech(noise)
    assert is_speech(crowd)
    assert not is_speech(replace(noise, words=()))


@pytest.mark.parametrize("seat", range(6))
def test_every_voice_is_understood(synthesizer: Synthesizer, phones: PhoneRecognizer, seat: int) -> None:
    chorus = Chorus(synthesizer, WORDS.language, seed=seat)
    now = moment(14)
    wanted = ["roll", "spots", "spot seven", "spot thirteen lay it", "tile two", "lay it", "undo", "read the board"]
    wanted += ["turn it", "hint", "next spot"]
    wrong = []
    for text in wanted:
        sound = chorus.speak(seat, tuple(text.split())).pcm.samples
        quiet = np.random.default_rng(1).normal(0, 1e-3, SAMPLE_RATE // 2).astype(np.float32)
        heard = phones.recognize(np.concatenate([quiet, sound, quiet]), now.vocabulary)
        heard_as = Utterance(heard.words, 0.5, 2.0, 2.5, "phones", readings=heard.readings)
        found = meant(heard_as, now, SAYINGS)
        if found is None or found.saying != now.meaning(tuple(text.split())):
            wrong.append((text, heard_as.text))
    assert len(wrong) <= 1, wrong


def test_a_move_can_be_undone_by_voice_before_a_robot_rolls(
    synthesizer: Synthesizer, phones: PhoneRecognizer, tmp_path: Path
) -> None:
    undo = Chorus(synthesizer, WORDS.language, seed=1).speak(0, ("undo",)).pcm
    lines = ["roll", "spot 1 lay it"]
    seats: dict[str, Any] = {"players": ("Ada", "Robot"), "robots": (None, "hard"), "recognizer": phones}
    played = DomitrioScene(tmp_path / "game.jsonl", lines, after_laying=undo, **seats).play()
    assert [laid.player for laid in played.laid] == [0]
    assert any(text.startswith("Undone. Ada, it is your turn again.") for text in played.said)
    assert played.course.state.turn == 0


def test_commands_are_not_judged_by_fluency() -> None:
    vocabulary = moment().vocabulary
    assert open_graph(vocabulary, Settings().hearing) is None
    assert open_graph(replace(vocabulary, commands=False, phrases=vocabulary.phrases[:3]), Settings().hearing)


def test_talk_at_the_table_is_no_saying(synthesizer: Synthesizer, phones: PhoneRecognizer) -> None:
    chorus = Chorus(synthesizer, WORDS.language, seed=1)
    now = moment(14)
    taken = []
    for text in ("who wants another biscuit", "grandma is late today", "give me the water please", "look what she did"):
        pcm = synthesizer.render(text, chorus.voice(0))
        sound = np.asarray(soxr.resample(pcm.samples, pcm.rate, SAMPLE_RATE), np.float32)
        heard = phones.recognize(np.concatenate([np.zeros(8000, np.float32), sound]), now.vocabulary)
        found = meant(Utterance(heard.words, 0.5, 2.0, 2.5, "phones", readings=heard.readings), now, SAYINGS)
        if found is not None:
            taken.append((text, found.words))
    assert not taken
