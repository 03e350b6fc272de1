"""While the table waits for an answer, calls and what only reads are heard too, and the question stays open."""

import re
from pathlib import Path

import numpy as np
import pytest
from domitrio_scene import WORDS, DomitrioScene
from test_domitrio_language import states

from voicegames.domitrio_events import BoardShown, TileLaid
from voicegames.events import Paused, Said, Stopped, TakenBack, WentOn
from voicegames.games.domitrio_spots import spots_of
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.hearing.utterance import Utterance
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.players.chorus import Chorus
from voicegames.speaking.synthesizer import Synthesizer
from voicegames.table.domitrio_desk import Desk
from voicegames.table.domitrio_hearing import meant
from voicegames.table.domitrio_sayings import Act, Saying, Sayings
from voicegames.table.domitrio_wording import DomitrioWording
from voicegames.table.happenings import ControlKey, Key

SAYINGS = Sayings(WORDS)
ASKING = ["roll", "tile one beside red circle"]
"""With some seeds, this fits several spots."""


def asking(tmp_path: Path, *lines: str | Key) -> DomitrioScene:
    for seed in range(30):
        path = tmp_path / f"{seed}.jsonl"
        played = DomitrioScene(path, ASKING, seed=seed).play()
        if re.match(r"That fits [234] spots\. ", played.said[-1]):
            path.unlink()
            return DomitrioScene(path, [*ASKING, *lines], seed=seed).play()
    raise AssertionError("nothing of these games is asked")


@pytest.mark.parametrize(
    ("saying", "answer"),
    [
        ("what is open", "fits by"),
        ("read my tiles", "1: "),
        ("show my tiles", "Your tiles are shown until your turn ends."),
        ("what can i say", "The die shows a colour or a shape."),
        ("hint", "Hint: tile "),
        ("more", "There is nothing more to read."),
    ],
)
def test_what_reads_leaves_the_question_open(tmp_path: Path, saying: str, answer: str) -> None:
    played = asking(tmp_path, saying)
    question = played.said[2]
    assert answer in played.said[-1]
    assert played.said[-1].endswith(question)
    number = question.split(": ")[0].split(" ")[-1]
    (tmp_path / "again").mkdir()
    held = asking(tmp_path / "again", saying, number).course.shown
    assert held.spot is not None


@pytest.mark.parametrize(
    ("call", "answer"),
    [("referee score", "Ada: 5 tiles."), ("referee help", "The die shows a colour"), ("zoom in", "")],
)
def test_calls_leave_the_question_open(tmp_path: Path, call: str, answer: str) -> None:
    played = asking(tmp_path, call, "say again")
    assert any(text.startswith(answer) for text in played.said[3:])
    assert played.said[-1] == played.said[2]


def test_the_question_is_repeated_undone_and_stopped(tmp_path: Path) -> None:
    played = asking(tmp_path, "referee repeat", "undo", "referee stop")
    assert played.said[3] == played.said[2]
    assert "Taken away again." in played.said
    assert any(isinstance(event, Stopped) for event in played.events)


def test_a_pause_comes_back_to_the_question(tmp_path: Path) -> None:
    played = asking(tmp_path, "referee pause", "referee go on", "say again")
    assert [type(event) for event in played.events if isinstance(event, Paused | WentOn)] == [Paused, WentOn]
    assert played.said[-1] == played.said[2]


def test_whether_a_move_was_wrong_is_asked_again_after_a_call(tmp_path: Path) -> None:
    lines: list[str | Key] = ["roll", "spot 1 lay it", ControlKey("that_was_wrong")]
    calls = ["referee score", "read the board", "referee repeat", "say again", "referee pause", "referee go on", "bla"]
    played = DomitrioScene(tmp_path / "a.jsonl", [*lines, *calls, "yes"]).play()
    asked = [text for text in played.said if text.endswith("Was that wrong? Say yes or no.")]
    assert len(asked) == 1 + 6
    assert "Ada: 4 tiles. Ben: 5 tiles. In the pool: 25 tiles." in played.said
    assert any(re.match("\\d lines, from the top. .* half a place further right. Line 1: ", t) for t in played.said)
    assert len([event for event in played.events if isinstance(event, TakenBack)]) == 1
    assert any(text.startswith("Taken back. Ada") for text in played.said)


def test_a_game_can_be_stopped_while_a_move_is_asked_about(tmp_path: Path) -> None:
    lines: list[str | Key] = ["roll", "spot 1 lay it", ControlKey("that_was_wrong"), "referee stop", "yes"]
    played = DomitrioScene(tmp_path / "a.jsonl", lines).play()
    assert any(isinstance(event, Stopped) for event in played.events)
    assert not any(isinstance(event, TakenBack) for event in played.events)


def heard(phones: PhoneRecognizer, sound: Samples, vocabulary: Vocabulary) -> Utterance:
    quiet = np.random.default_rng(1).normal(0, 1e-3, SAMPLE_RATE // 2).astype(np.float32)
    found = phones.recognize(np.concatenate([quiet, sound, quiet]), vocabulary)
    return Utterance(found.words, 0.5, 2.0, 2.5, "phones", readings=found.readings)


@pytest.mark.parametrize("seat", range(4))
def test_calls_are_heard_while_the_table_asks(synthesizer: Synthesizer, phones: PhoneRecognizer, seat: int) -> None:
    state = next(s for s in states(300, seed=5) if len(spots_of(s).every) >= 8)
    desk = Desk(state, SAYINGS, DomitrioWording(WORDS.language))
    desk.ask_between(Saying(Act.PUT, spot=4), Saying(Act.PUT, spot=5), ("spot four", "spot five"))
    chorus = Chorus(synthesizer, WORDS.language, seed=seat)
    for now in (desk.moment(), SAYINGS.yes_no()):
        for text in ("referee repeat", "referee help", "referee pause", "referee stop", "referee that was wrong"):
            utterance = heard(phones, chorus.speak(seat, tuple(text.split())).pcm.samples, now.vocabulary)
            assert utterance.plain_words == tuple(text.split())
            assert meant(utterance, now, SAYINGS) is None
    for text in ("read the board", "undo", "four", "spot five", "say again", "hint"):
        utterance = heard(phones, chorus.speak(seat, tuple(text.split())).pcm.samples, desk.moment().vocabulary)
        found = meant(utterance, desk.moment(), SAYINGS)
        assert found is not None, text
        assert found.saying == desk.moment().says[tuple(text.split())]
    for word in ("yes", "no"):
        utterance = heard(phones, chorus.speak(seat, (word,)).pcm.samples, SAYINGS.yes_no().vocabulary)
        found = meant(utterance, SAYINGS.yes_no(), SAYINGS)
        assert found is not None, word
        assert (found.saying.word, found.other) == (word, None)


def test_what_was_asked_about_is_held_before_it_is_laid() -> None:
    state = next(s for s in states(300, seed=5) if len(spots_of(s).every) >= 8)
    desk = Desk(state, SAYINGS, DomitrioWording(WORDS.language))
    close = (Saying(Act.PUT, spot=4, lays=True), Saying(Act.PUT, spot=5, lays=True))
    desk.ask_between(*close, ("spot four lay it", "spot five lay it"))
    reply = desk.take(Saying(Act.NUMBER, spot=5))
    assert reply.step is None
    assert reply.text.endswith("Lay it?")
    assert desk.held == spots_of(state).every[4]


def held_and_reading(tmp_path: Path, *lines: str) -> DomitrioScene:
    """A tile is held, the table asks whether to lay it, and then reads the board and asks whether to read more."""
    for seed in range(30):
        path = tmp_path / f"{seed}.jsonl"
        played = DomitrioScene(path, ["roll", "tile one spot one", "read the board"], seed=seed).play()
        if played.said[-1].endswith("More?") and played.said[-2].endswith("Lay it?"):
            path.unlink()
            return DomitrioScene(path, ["roll", "tile one spot one", "read the board", *lines], seed=seed).play()
    raise AssertionError("no board of these games is read in parts")


def test_yes_to_more_reads_on_and_lays_nothing(tmp_path: Path) -> None:
    played = held_and_reading(tmp_path, "yes")
    assert "Lay it?" in played.said[2]
    assert not any(isinstance(event, TileLaid) for event in played.events)
    assert played.said[-1] != played.said[-2]


def test_when_all_is_read_the_table_asks_again_whether_to_lay_it(tmp_path: Path) -> None:
    played = held_and_reading(tmp_path, *["yes"] * 4)
    lays = next(place for place, event in enumerate(played.events) if isinstance(event, TileLaid))
    asked = [event.text for event in played.events[:lays] if isinstance(event, Said)][-1]
    assert asked.endswith("Lay it?")


def test_the_question_comes_back_when_the_board_has_been_read(tmp_path: Path) -> None:
    played = asking(tmp_path, "read the board", "no")
    assert played.said[3].endswith("More?")
    assert played.said[-1] == played.said[2]


def test_no_to_more_ends_the_reading_and_keeps_the_tile(tmp_path: Path) -> None:
    played = held_and_reading(tmp_path, "no")
    assert played.said[-1].endswith("Lay it?")
    assert played.course.shown.spot is not None


@pytest.mark.parametrize(("line", "told"), [("tile one", "Tile 1"), ("tile one spot one", "Lay it?")])
def test_a_game_that_goes_on_tells_which_tile_is_chosen(tmp_path: Path, line: str, told: str) -> None:
    for seed in range(30):
        path = tmp_path / f"{seed}.jsonl"
        before = DomitrioScene(path, ["roll", line, "referee stop"], seed=seed).play()
        if before.course.shown.tile == 1 and told in before.said[2]:
            later = DomitrioScene(path, ["referee stop"], seed=seed).play()
            assert told in later.said[0]
            return
    raise AssertionError("no tile of these games can be laid")


def crowded(tmp_path: Path, *lines: str) -> DomitrioScene:
    """A first turn with more spots over all tiles than are shown at a time."""
    for seed in range(60):
        path = tmp_path / f"{seed}.jsonl"
        played = DomitrioScene(path, ["roll", "referee stop"], seed=seed).play()
        path.unlink()
        if len(spots_of(played.course.state).every) > 20:
            return DomitrioScene(path, ["roll", *lines], seed=seed).play()
    raise AssertionError("no turn of these games has so many spots")


def test_more_begins_with_the_first_spots_where_none_was_read(tmp_path: Path) -> None:
    played = crowded(tmp_path, "spot four", "undo", "more", "referee stop")
    assert any(text.startswith("1: tile ") for text in played.said)


def test_more_reads_on_past_the_spots_that_are_shown_and_then_shows_these(tmp_path: Path) -> None:
    played = crowded(tmp_path, "spots", *["more"] * 6, "referee stop")
    listed = [text for text in played.said if re.match(r"\d+: ", text)]
    assert len(listed) == 7
    assert listed[0].startswith("1: ")
    assert listed[5].startswith("16: ")
    assert listed[6].startswith("19: ")
    assert "21: " in listed[6]
    shown = [event.called for event in played.events if isinstance(event, BoardShown)]
    assert shown == [20, 40]


def test_what_is_not_understood_is_answered_only_with_what_can_be_said(tmp_path: Path) -> None:
    seen = set()
    for seed in range(20):
        played = DomitrioScene(tmp_path / f"{seed}.jsonl", ["roll", "hmm", "hmm", "referee stop"], seed=seed).play()
        fits = bool(spots_of(played.course.state).every)
        seen.add(fits)
        answers = [text for text in played.said if "understand" in text or "Again, please" in text]
        assert all(("draw" in text) != fits for text in answers[1:])
        assert len(answers) == 2
    assert seen == {True, False}


def test_after_a_tile_that_does_not_fit_there_a_number_is_of_that_tile(tmp_path: Path) -> None:
    for seed in range(100):
        path = tmp_path / f"{seed}.jsonl"
        lines = ["roll", "tile one beside red circle", "tile two beside red circle", "referee stop"]
        played = DomitrioScene(path, lines, seed=seed).play()
        asked, answer = played.said[2:4]
        if "Which one?" in asked and "Which one?" not in answer and "Lay it?" not in answer:
            assert played.course.shown.tile == 2
            return
    raise AssertionError("nothing of these games is refused after a question")
