"""The commands as a person meets them: whole small sittings through a pipe, exit statuses, one line on stderr."""

import io
import json
import os
import shlex
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest
from own_home import own_home

from voicegames import __version__
from voicegames.cli import main
from voicegames.events import (
    CardFlipped,
    CrocodileRuled,
    GameOver,
    Mistake,
    Ruled,
    SittingStarted,
    TakenBack,
    Verdict,
    to_json,
)
from voicegames.table.course import course_of
from voicegames.table.journal import Journal, journal_folder, last_unfinished, read_journal

__all__ = ["own_home"]

PROGRAM = (sys.executable, "-m", "voicegames")
TYPED = ("play", "dodelido", "--engine", "typed", "--announce", "none")

DECK = ("blue penguin", "white camel", "pink zebra", "green flamingo", "yellow camel", "blue zebra")
"""Nought, nought, nought, and then a camel of another colour lies there only after the white one is covered."""

WITH_CROCODILE = ("blue penguin", "crocodile", "pink zebra", "green flamingo", "yellow camel", "blue zebra")


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def sentences(self) -> list[str]:
        """What is on stderr besides the note that the tests have no loudspeaker."""
        return [line for line in self.err.splitlines() if "loudspeaker" not in line]


def run(*arguments: str | bytes, lines: str = "", timeout: float = 60) -> Done:
    """Run the program in a process of its own with lines through a pipe; it must not end with a traceback."""
    command = [*PROGRAM, *arguments]
    done = subprocess.run(command, input=lines.encode(), capture_output=True, timeout=timeout, check=False)
    told = Done(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in told.err, told.err
    return told


class Typing(Protocol):
    def __call__(self, *arguments: str, lines: str | bytes = "") -> Done: ...


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typing:
    """Runs a command in this process, which is quicker, with lines through a pipe."""

    def sit(*arguments: str, lines: str | bytes = "") -> Done:
        given = lines if isinstance(lines, bytes) else lines.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        status = main(arguments)
        said = capsys.readouterr()
        return Done(status, said.out, said.err)

    return sit


def saved_game(path: Path, deck: tuple[str, ...] = DECK, players: tuple[str, ...] = ("Anna", "Ben")) -> Path:
    """The journal of a game that was just dealt."""
    started = SittingStarted("dodelido", "1", 1, "en", players, (None,) * len(players), deck)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(to_json(started) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The journal of a game without crocodiles that was just dealt to Anna and Ben."""
    return saved_game(tmp_path / "game.jsonl")


# --- sittings through a pipe ---


def test_a_game_is_played_to_its_end_through_a_pipe(tmp_path: Path) -> None:
    path = saved_game(tmp_path / "game.jsonl", DECK[:4])
    done = run(*TYPED, "--journal", str(path), lines="Nought.\nblue\nnothing\nnought\nnought\nnought\n")
    assert done.status == 0
    assert "Ben: mistake: word" in done.out
    assert "== Anna wins." in done.out
    assert f"The journal of the game: {path}" in done.out
    assert "not over" not in done.out
    assert "Anna: 2 right; mistakes: none" in done.out
    assert any(isinstance(event, GameOver) for event in read_journal(path).events)
    over = run(*TYPED, "--journal", str(path), lines="nought\n")
    assert over.status == 1
    assert "is over" in over.err
    assert len(over.err.splitlines()) == 1


def test_the_referee_is_called_and_a_ruling_taken_back(game: Path, sit: Typing) -> None:
    calls = ("referee, help", "referee, score", "referee, pause", "referee, go on", "referee, repeat")
    lines = (*calls, "blue", "referee, that was wrong", "no", "referee, that was wrong", "yes", "referee, stop")
    done = sit(*TYPED, "--journal", str(game), lines="\n".join(lines) + "\n")
    assert done.status == 0
    assert "Anna has 2 cards. Ben has 3 cards." in done.out
    assert "Pause." in done.out
    assert "We go on." in done.out
    assert "The ruling stands." in done.out
    assert "Taken back. Anna's answer counts as right." in done.out
    assert "== Stopped; the game is saved." in done.out
    assert f"The game is not over; voicegames play --journal {game} goes on with it." in done.out
    events = read_journal(game).events
    rulings = [event for event in events if isinstance(event, Ruled)]
    assert [(ruled.number, ruled.verdict, ruled.by) for ruled in rulings] == [
        (0, Verdict.MISTAKE, "referee"),
        (1, Verdict.RIGHT, "table"),
    ]
    assert [event.number for event in events if isinstance(event, TakenBack)] == [0]


@pytest.mark.parametrize("shouts", [("1", "2"), ("one", "two")], ids=["keys", "words"])
def test_at_a_crocodile_the_last_is_the_last_who_shouted(tmp_path: Path, sit: Typing, shouts: tuple[str, str]) -> None:
    path = saved_game(tmp_path / "game.jsonl", WITH_CROCODILE)
    sit(*TYPED, "--journal", str(path), lines="\n".join(("nought", *shouts, "referee stop")) + "\n")
    assert [e.last for e in read_journal(path).events if isinstance(e, CrocodileRuled)] == [1]


def test_keys_at_a_crocodile_as_it_lies_there(tmp_path: Path) -> None:
    path = saved_game(tmp_path / "game.jsonl", WITH_CROCODILE)
    with subprocess.Popen(
        [*PROGRAM, *TYPED, "--journal", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("nought\n")
        process.stdin.flush()
        while "Crocodile!" not in (line := process.stdout.readline()):
            assert line
        process.stdin.write("2\n1\n")
        process.stdin.close()
        process.wait(timeout=20)
    assert [e.last for e in read_journal(path).events if isinstance(e, CrocodileRuled)] == [0]


def test_stop_and_resume_go_on_with_the_last_game(sit: Typing) -> None:
    first = sit(*TYPED, "--players", "2", "--seed", "1", lines="referee, stop\n")
    assert "(seed 1)" in first.out
    path = last_unfinished()
    assert path is not None
    saved_game(path)
    before = read_journal(path).events
    again = run(*TYPED, "--resume", lines="blue\nreferee, stop\n")
    assert again.status == 0
    assert "== The game goes on where it was." in again.out
    after = read_journal(path).events
    assert after[: len(before)] == before
    assert [event.number for event in after if isinstance(event, Ruled)] == [0]
    assert list(journal_folder().glob("*.jsonl")) == [path]


OTHER_GAMES = {
    "another game": (("domitrio",), "the game says", "Dodelido with Anna, Ben"),
    "other people": (("--names", "Ada,Cleo"), "--names says", "Dodelido with Anna, Ben"),
    "fewer people": (("--names", "Anna"), "--names says", "Dodelido with Anna, Ben"),
    "more players": (("--players", "3"), "--players says", "Dodelido with Anna, Ben"),
    "robots": (("--robots", "1"), "--robots says", "Dodelido with Anna, Ben"),
    "another seed": (("--seed", "2"), "--seed says", "Dodelido with Anna, Ben"),
    "another language": (("--language", "de"), "--language says", "Dodelido with Anna, Ben"),
    "all at once": (
        ("domitrio", "--names", "Ada,Ben", "--seed", "5", "--variant", "free-drawing"),
        "the game, --names, --seed and --variant say",
        "Dodelido with Anna, Ben",
    ),
}


@pytest.mark.parametrize(("arguments", "said", "held"), OTHER_GAMES.values(), ids=OTHER_GAMES.keys())
def test_a_journal_of_another_game_is_not_gone_on_with_by_mistake(
    game: Path, sit: Typing, arguments: tuple[str, ...], said: str, held: str
) -> None:
    before = game.read_bytes()
    done = sit("play", *arguments, "--engine", "typed", "--journal", str(game), lines="nought\n")
    assert (done.status, done.out) == (1, "")
    assert len(done.sentences) == 1
    assert f"{game} holds another game than {said}, {held}; go on with it by" in done.sentences[0]
    assert f"voicegames play --resume --journal {game}" in done.sentences[0]
    assert game.read_bytes() == before


@pytest.mark.parametrize(("arguments", "said", "held"), OTHER_GAMES.values(), ids=OTHER_GAMES.keys())
def test_what_is_ignored_by_a_game_that_goes_on_is_told(
    game: Path, sit: Typing, arguments: tuple[str, ...], said: str, held: str
) -> None:
    options = ("--engine", "typed", "--resume", "--journal", str(game))
    done = sit("play", *arguments, *options, lines="nought\n")
    assert done.status == 0
    assert "Anna: right" in done.out
    options_said = said.removesuffix(" says").removesuffix(" say")
    assert done.sentences == [f"Ignored: {options_said}, because the game goes on as it began, {held}."]


@pytest.mark.parametrize("options", [(), ("--names", "anna,Ben"), ("--players", "2"), ("--seed", "1", "--robots", "0")])
def test_a_game_that_is_described_as_it_is_goes_on_without_a_word(
    game: Path, sit: Typing, options: tuple[str, ...]
) -> None:
    done = sit(*TYPED, *options, "--journal", str(game), lines="nought\n")
    assert "Anna: right" in done.out
    assert done.sentences == []


def test_the_game_that_filled_up_with_robots_is_the_same_game(tmp_path: Path, sit: Typing) -> None:
    command = ("play", "remmi-demmi", "--names", "Ada", "--robots", "2", "--engine", "typed")
    sit(*command, "--journal", str(tmp_path / "game.jsonl"))
    assert "goes on where it was" in sit(*command, "--journal", str(tmp_path / "game.jsonl")).out


def test_a_limit_for_nobody_in_a_game_that_goes_on(game: Path, sit: Typing) -> None:
    done = sit(*TYPED, "--journal", str(game), "--limit", "Hanna=5")
    assert (done.status, len(done.sentences)) == (2, 1)
    assert "'Hanna' does not play" in done.sentences[0]


def test_resume_goes_on_with_the_game_that_is_named(sit: Typing) -> None:
    sit("play", "domitrio", "--names", "Ada,Ben", "--engine", "typed")
    sit(*TYPED, "--names", "Anna,Cleo")
    assert "== Domitrio" not in sit("play", "--resume", "--engine", "typed").out
    assert "Ada" in sit("play", "domitrio", "--resume", "--engine", "typed").out
    none = sit("play", "remmi-demmi", "--resume", "--engine", "typed")
    assert (none.status, none.sentences) == (
        1,
        ["There is no unfinished game of Remmi Demmi to go on with; start one without --resume."],
    )


def test_a_new_game_tells_of_the_unfinished_one(sit: Typing) -> None:
    saved_game(journal_folder() / "2026-01-01-100000-dodelido.jsonl")
    done = sit(*TYPED, "--players", "2")
    assert "voicegames play --resume goes on with it" in done.sentences[0]
    assert len(list(journal_folder().glob("*.jsonl"))) == 2


def test_resume_without_a_game_is_one_sentence(sit: Typing) -> None:
    done = sit(*TYPED, "--resume")
    assert done.status == 1
    assert len(done.err.splitlines()) == 1
    assert "no unfinished game" in done.err


def test_a_journal_cut_in_a_line_goes_on(game: Path, sit: Typing) -> None:
    sit(*TYPED, "--journal", str(game), lines="nought\nnought\n")
    data = game.read_bytes()
    game.write_bytes(data[: data.rindex(b'"number": 1')])
    sit(*TYPED, "--journal", str(game), lines="blue\nreferee stop\n")
    numbers = [(e.number, e.verdict) for e in read_journal(game).events if isinstance(e, Ruled)]
    assert numbers == [(0, Verdict.RIGHT), (1, Verdict.MISTAKE)]


def test_robots_play_alone_until_ctrl_c() -> None:
    with subprocess.Popen(
        [*PROGRAM, *TYPED, "--players", "2", "--robots", "2", "--strength", "hard", "--seed", "3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        seen = ""
        while seen.count("Robot 1: ") + seen.count("Robot 2: ") < 2:
            line = process.stdout.readline()
            assert line, seen
            seen += line
        process.send_signal(signal.SIGINT)
        err = process.communicate(timeout=20)[1]
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "voicegames play --resume goes on" in err
    path = last_unfinished()
    assert path is not None
    started = read_journal(path).events[0]
    assert isinstance(started, SittingStarted)
    assert started.players == ("Robot 1", "Robot 2")
    assert started.robots == ("hard", "hard")


def test_a_person_and_a_robot(tmp_path: Path, sit: Typing) -> None:
    path = tmp_path / "game.jsonl"
    arguments = ("--names", "Anna", "--robots", "1", "--seed", "1", "--journal", str(path))
    done = sit(*TYPED, *arguments, lines="nought\n")
    assert "== Dodelido: Anna, Robot 1 (seed 1)" in done.out
    rulings = [event for event in read_journal(path).events if isinstance(event, Ruled)]
    assert [ruled.player for ruled in rulings] == [0, 1]


def test_who_plays_is_asked_where_nobody_said(sit: Typing) -> None:
    done = sit("play", "--engine", "typed", "--announce", "none", lines="many\nthree\n")
    assert "How many of you play?" in done.out
    assert "== Dodelido: Player 1, Player 2, Player 3 (seed" in done.out


def test_one_person_gets_robots(sit: Typing) -> None:
    done = sit("play", "--engine", "typed", "--announce", "none", lines="1\n")
    assert "== Dodelido: Player 1, Robot 1, Robot 2 (seed" in done.out


def test_whoever_is_asked_gets_a_sentence_for_every_answer(sit: Typing) -> None:
    wrong = ("zero", "twelve", "0", "7", "9" * 5000, "many of us", "referee, help", "\x1b[31m?")
    done = sit("play", "--engine", "typed", "--announce", "none", lines="\n".join((*wrong, "Two!")) + "\n")
    told = [
        line for line in done.out.splitlines() if line.endswith(" is no number that fits; say a number from 1 to 6.")
    ]
    assert len(told) == len(wrong)
    assert told[0].startswith("zero is")
    assert "\x1b" not in done.out
    assert "== Dodelido: Player 1, Player 2 (seed" in done.out


def test_whoever_is_asked_may_stop(sit: Typing) -> None:
    done = sit("play", "--engine", "typed", lines="referee, stop\ntwo\n")
    assert (done.status, "==" in done.out) == (0, False)


def test_robots_that_are_asked_for_alone_play_beside_those_who_are_asked(sit: Typing) -> None:
    done = sit("play", "--engine", "typed", "--announce", "none", "--robots", "5", lines="two\none\n")
    assert "two is no number that fits; say a number from 1 to 1." in done.out
    assert "== Dodelido: Player 1, Robot 1, Robot 2, Robot 3, Robot 4, Robot 5 (seed" in done.out


@pytest.mark.parametrize(
    ("arguments", "names", "sentence"),
    [
        (("dodelido", "--names", "Ada"), "Dodelido: Ada, Robot 1, Robot 2", "with you play: Robot 1, Robot 2."),
        (("domitrio", "--names", "Ada"), "Domitrio: Ada, Robot 1", "too few for Domitrio; with you play: Robot 1."),
        (("remmi-demmi", "--names", "Ada,Ben,Cleo"), "Remmi Demmi: Ada, Ben, Cleo, Robot 1", "play: Robot 1."),
        (
            ("remmi-demmi", "--names", "Ada", "--robots", "2"),
            "Remmi Demmi: Ada, Robot 1, Robot 2, Robot 3",
            "with you play: Robot 3.",
        ),
        (("dodelido", "--names", "Ada", "--players", "2"), "Dodelido: Ada, Player 2", "without a name: Player 2."),
    ],
    ids=str,
)
def test_who_was_added_is_told(sit: Typing, arguments: tuple[str, ...], names: str, sentence: str) -> None:
    done = sit("play", *arguments, "--engine", "typed", "--announce", "none")
    assert f"== {names} (seed" in done.out
    assert sentence in done.sentences[0]


@pytest.mark.parametrize("arguments", [("--names", "Ada,Ben"), ("--players", "2"), ("--names", "Ada", "--robots", "1")])
def test_nothing_is_told_of_those_who_were_asked_for(sit: Typing, arguments: tuple[str, ...]) -> None:
    assert sit(*TYPED, *arguments).sentences == []


def test_a_journal_with_names_that_are_none_is_refused(tmp_path: Path, sit: Typing) -> None:
    for name in ("An\x1b[31mna", "a" * 61, "\u202eanna"):
        path = saved_game(tmp_path / "game.jsonl", players=(name, "Ben"))
        for command in (("replay", str(path)), ("stats", str(path)), (*TYPED, "--journal", str(path))):
            done = sit(*command)
            assert (done.status, done.out) == (1, "")
            assert len(done.sentences) == 1
            assert "\x1b" not in done.err
            assert "\u202e" not in done.err


def test_a_journal_whose_sentences_would_colour_the_terminal_is_refused(game: Path, sit: Typing) -> None:
    for text in ("\x1b[2J", "\x9b2J", "\u202eabc", "\r"):
        for ascii_only in (True, False):
            said = {"type": "Said", "at_s": 1.0, "text": text, "player": None}
            path = saved_game(game)
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(said, ensure_ascii=ascii_only) + "\n")
            done = sit("replay", str(path))
            assert (done.status, done.out) == (1, "")
            assert "Line 2" in done.err


def test_the_screen_may_be_none(game: Path, sit: Typing) -> None:
    done = sit(*TYPED, "--journal", str(game), "--screen", "none", lines="nought\n")
    assert "Anna: 1 right" in done.out
    assert "==" not in done.out


def test_bytes_that_are_no_text_are_not_understood_and_the_game_goes_on(game: Path) -> None:
    command = [*PROGRAM, *TYPED, "--journal", str(game)]
    lines = b"\xff\xfe\x00\nnought\nreferee stop\n"
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(command, input=lines, env=strict, capture_output=True, timeout=15, check=False)
    assert b"Traceback" not in done.stderr
    assert [e.verdict for e in read_journal(game).events if isinstance(e, Ruled)][-1:] == [Verdict.RIGHT]


def test_closed_input_is_the_end_of_typed_input(game: Path) -> None:
    command = shlex.join([*PROGRAM, *TYPED, "--journal", str(game)])
    done = subprocess.run(["sh", "-c", f"exec {command} <&-"], capture_output=True, text=True, timeout=8, check=False)
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1)


# --- what can't be played ---

WRONG = {
    "seven players": ((*TYPED, "--players", "7"), 2, "2 to 6 players"),
    "one player": ((*TYPED, "--players", "1"), 2, "2 to 6 players"),
    "nobody": ((*TYPED, "--players", "0"), 2, "2 to 6 players"),
    "less than nobody": ((*TYPED, "--players", "-2"), 2, "2 to 6 players"),
    "seven names": ((*TYPED, "--names", "A,B,C,D,E,F,G"), 2, "2 to 6 players"),
    "too many robots": ((*TYPED, "--players", "3", "--robots", "4"), 2, "4 robots"),
    "less than no robots": ((*TYPED, "--players", "3", "--robots", "-1"), 2, "-1 robots"),
    "more names than seats": ((*TYPED, "--players", "2", "--names", "A,B,C"), 2, "3 names"),
    "the same name": ((*TYPED, "--names", "Anna,Anna"), 2, "same name"),
    "less than no robots alone": ((*TYPED, "--robots", "-1"), 2, "-1 robots"),
    "robots beside four people with cards of their own": (
        ("play", "remmi-demmi", "--names", "Ada,Ben,Cleo,Dan", "--robots", "2"),
        2,
        "1 to 3 people",
    ),
    "robots that nobody trades with": (("play", "remmi-demmi", "--players", "4", "--robots", "4"), 2, "1 to 3 people"),
    "one name and no robots": ((*TYPED, "--names", "Anna", "--robots", "0"), 2, "2 to 6 players"),
    "a name without an end": ((*TYPED, "--names", "a" * 300 + ",Ben"), 2, "is no player's name"),
    "a name that colours the terminal": ((*TYPED, "--names", "An\x1b[31mna,Ben"), 2, "'An\\x1b[31mna' is no player's"),
    "a name that turns the writing round": ((*TYPED, "--names", "\u202eannA,Ben"), 2, "is no player's name"),
    "the same name but for blanks": ((*TYPED, "--names", "Mary Ann,MaryAnn"), 2, "same name"),
    "the same name but for case": ((*TYPED, "--names", "Anna,anna"), 2, "same name"),
    "the name of another seat": ((*TYPED, "--names", "Player 2", "--players", "2"), 2, "same name"),
    "the name of a robot": ((*TYPED, "--names", "Robot 1", "--robots", "1"), 2, "same name"),
    "a limit for nobody": ((*TYPED, "--names", "Anna,Ben", "--limit", "Hanna=6"), 2, "Hanna"),
    "no limit": ((*TYPED, "--players", "2", "--limit", "Anna=long"), 2, "--limit Anna=long"),
    "a limit for ever": ((*TYPED, "--players", "2", "--limit", "inf"), 2, "--limit inf"),
    "a limit that is no number": ((*TYPED, "--players", "2", "--limit", "nan"), 2, "--limit nan"),
    "an unknown language": ((*TYPED, "--players", "2", "--language", "tlh"), 2, "choose one of de"),
    "a language that is a path": ((*TYPED, "--players", "2", "--language", "../en"), 2, "choose one of de"),
    "a language that no model hears": (("models", "install", "xx"), 2, "there are models for de, en, ko."),
    "a model that is not there": (("models", "verify", "xx"), 2, "there are models for de, en, ko."),
    "seven robots in the demo": (("demo", "--players", "7", "--fast"), 2, "2 to 6 players"),
    "a recording for one who types": (
        (*TYPED, "--players", "2", "--input", "x.wav"),
        2,
        "With --engine typed nothing is heard",
    ),
    "a model that is not used": (("hear", "x.wav", "--engine", "phones", "--model", "x"), 2, "uses no model"),
    "a limit for nobody in the demo": (("demo", "--fast", "--limit", "Hanna=5"), 2, "'Hanna' does not play"),
    "patience for nobody in the demo": (("demo", "--fast", "--patient", "Hanna"), 2, "'Hanna' does not play"),
    "nobody in the demo": (("demo", "--fast", "--players", "0"), 2, "2 to 6 players"),
    "an unknown game": (("play", "chess"), 2, "no game 'chess'"),
    "an unknown game for the demo": (("demo", "chess"), 2, "no game 'chess'"),
    "no model": (("play", "--engine", "vosk", "--players", "2"), 1, "voicegames models install en"),
    "a recording that is not there": (
        ("play", "--players", "2", "--input", "gone.wav"),
        1,
        "There is no file gone.wav",
    ),
    "a journal that is a folder": ((*TYPED, "--players", "2", "--journal", "."), 1, "can't be written"),
    "a journal that is none": ((*TYPED, "--players", "2", "--journal", __file__), 1, "is it a journal"),
    "no journal to replay": (("replay", "gone.jsonl"), 1, "There is no journal gone.jsonl"),
    "no journal to count": (("stats", "gone.jsonl"), 1, "There is no journal gone.jsonl"),
}


@pytest.mark.parametrize(("arguments", "status", "part"), WRONG.values(), ids=WRONG.keys())
def test_what_can_t_be_done_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sit: Typing, arguments: tuple[str, ...], status: int, part: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = sit(*arguments)
    assert done.status == status
    assert done.out == ""
    assert len(done.sentences) == 1
    assert part in done.sentences[0]
    assert done.sentences[0].endswith((".", "?"))
    assert not journal_folder().exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "--engine", "cloud"),
        ("play", "--players", "two"),
        ("play", "--announce", "loudly"),
        ("play", "--seed", "-1"),
        ("play", "--seed", "9" * 5000),
        ("check", "--seconds", "nan"),
        ("check", "--seconds", "-1"),
        ("bench", "hearing", "--minutes", "-1"),
        ("demo", "--engine", "typed"),
        ("demo", "--model", "folder"),
        ("hear", "x.wav", "--engine", "typed"),
        ("bench", "hearing", "--engine", "typed"),
        ("juggle",),
        ("hear",),
        ("judge", "x.wav"),
        ("stats", "x.jsonl", "--csv", "--json"),
    ],
    ids=lambda arguments: " ".join(arguments)[:40],
)
def test_wrong_usage_is_status_2(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "usage: voicegames" in said.err
    assert "_" not in said.err.splitlines()[-1]


@pytest.mark.long
def test_exit_statuses_of_the_program_itself() -> None:
    version, seven, chess = run("--version"), run(*TYPED, "--players", "7"), run("play", "chess")
    assert (version.status, version.out.strip()) == (0, __version__)
    assert (seven.status, seven.err) == (2, "Dodelido is for 2 to 6 players; 7 can't play.\n")
    assert (chess.status, len(chess.err.splitlines())) == (2, 1)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_terminal_that_lacks_letters_shows_others(tmp_path: Path, encoding: str) -> None:
    path = saved_game(tmp_path / "game.jsonl", players=("영희", "Zoë"))
    command = [*PROGRAM, "play", "--engine", "typed", "--journal", str(path)]
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(command, input=b"nought\n", env=env, capture_output=True, timeout=30, check=False)
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0
    assert b"right: nought" in done.stdout


def test_a_name_that_is_no_text_is_refused_or_written() -> None:
    assert run(*TYPED, "--names", b"Z\xff,Ben", lines="nought\n").status in (0, 1, 2)


# --- replay and stats ---


@pytest.fixture
def played(game: Path) -> Path:
    """The journal of a small game with a mistake, not over."""
    course = course_of(read_journal(game).events)
    journal = Journal(game, game.stat().st_size)
    for number, answer in enumerate(("nought", "blue", "nought")):
        state = course.state
        flipped = CardFlipped(float(number), state.turn, str(state.hands[state.turn][0]), state.next_pile)
        right = answer == "nought"
        verdict, mistake = (Verdict.RIGHT, None) if right else (Verdict.MISTAKE, Mistake.WORD)
        ruled = Ruled(number + 0.5, number, state.turn, verdict, mistake, "nought", answer, 0.75, 0.25, 0.5)
        for event in (flipped, ruled):
            course.follow(event)
            journal.append(event)
    journal.close()
    return game


def test_a_game_is_told_again(played: Path) -> None:
    done = run("replay", str(played))
    assert done.status == 0
    assert "== Dodelido: Anna, Ben (seed 1)" in done.out
    assert "Ben: mistake: word" in done.out
    assert "The game is not over; voicegames play --journal FILE goes on with it." in done.out
    assert done.err == ""


def test_a_cut_journal_is_told_as_far_as_it_goes(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played.write_bytes(played.read_bytes()[:-7])
    assert main(["replay", str(played)]) == 0
    said = capsys.readouterr()
    assert "Ben: mistake: word" in said.out
    assert said.err == "The last line of the journal was cut; everything before it is shown.\n"
    assert main(["stats", str(played)]) == 0


def test_statistics_as_text_csv_and_json(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(played)]) == 0
    text = capsys.readouterr().out
    assert "Ben: 1 right; mistakes: 1 word; asked again 0; crocodiles 0" in text
    assert main(["stats", str(played), "--csv"]) == 0
    csv = capsys.readouterr().out.splitlines()
    assert csv[0].startswith("player,right,mistake_word,mistake_stutter,mistake_oh,mistake_pause,again,crocodiles")
    assert csv[2].startswith("Ben,1,1,0,0,0,0,0,")
    assert main(["stats", str(played), "--json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert [(player["player"], player["right"]) for player in read] == [("Anna", 1), ("Ben", 1)]


def test_a_journal_edited_by_hand_is_refused_in_a_sentence(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = played.read_text(encoding="utf-8")
    for wrong in (
        text.replace('"player": 1', '"player": 9'),
        text.replace('"number": 1', '"number": 0'),
        text.replace('"white camel", "pile"', '"red camel", "pile"'),
        text.replace('"verdict": "right"', '"verdict": "perhaps"'),
        text.replace('"robots": [null, null]', '"robots": [null, "clever"]'),
    ):
        assert wrong != text
        played.write_text(wrong, encoding="utf-8")
        assert main(["replay", str(played)]) == 1
        said = capsys.readouterr()
        assert len(said.err.splitlines()) == 1


def test_a_reader_who_leaves_early_is_no_error(played: Path) -> None:
    with played.open("a", encoding="utf-8") as file:
        file.write('{"type": "Said", "at_s": 1.0, "text": "Hello.", "player": null}\n' * 20_000)
    command = " ".join([*PROGRAM, "replay", str(played)])
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command} | head -1"], capture_output=True, text=True, timeout=60, check=False
    )
    assert "== Dodelido" in done.stdout
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
