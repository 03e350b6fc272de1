"""The journal: what is written is read again, whatever happened to the program or the disk."""

import itertools
import os
import random
import resource
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from games import COURSES, play_at_random
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scene import Scene

from voicegames.errors import Failure
from voicegames.events import Event, GameOver, Ruled, Said, SittingStarted, Stopped, TakenBack, Verdict, to_json
from voicegames.table.course import course_of
from voicegames.table.dodelido_course import DodelidoCourse
from voicegames.table.journal import (
    Journal,
    is_over,
    journal_folder,
    last_unfinished,
    new_journal_path,
    read_journal,
)

STARTED = SittingStarted(
    "dodelido", "1", 1, "en", ("Anna", "Zoë"), (None, None), ("blue penguin", "white camel", "pink zebra", "blue zebra")
)


def written(path: Path, *events: Event) -> Path:
    journal = Journal(path)
    for event in events:
        journal.append(event)
    journal.close()
    return path


# --- writing and reading ---


def test_what_is_appended_is_read(tmp_path: Path) -> None:
    events = (STARTED, Said(1.0, "Dodelido, Zoë! \u2028 펭귄\r\n"), Stopped(2.0))
    reading = read_journal(written(tmp_path / "game.jsonl", *events))
    assert reading.events == events
    assert not reading.is_cut
    assert reading.whole_bytes == (tmp_path / "game.jsonl").stat().st_size


def test_the_folder_is_made(tmp_path: Path) -> None:
    assert read_journal(written(tmp_path / "a" / "b" / "game.jsonl", STARTED)).events == (STARTED,)


def test_each_event_is_in_the_file_at_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "game.jsonl")
    journal.append(STARTED)
    assert read_journal(tmp_path / "game.jsonl").events == (STARTED,)
    journal.append(Said(1.0, "Hello"))
    assert len(read_journal(tmp_path / "game.jsonl").events) == 2
    journal.close()
    journal.close()


def test_it_goes_on_after_what_was_whole(tmp_path: Path) -> None:
    path = written(tmp_path / "game.jsonl", STARTED, Said(1.0, "Hello"))
    with path.open("ab") as file:
        file.write(to_json(Said(2.0, "never finished")).encode()[:20])
    reading = read_journal(path)
    assert reading.is_cut
    journal = Journal(path, reading.whole_bytes)
    journal.append(Said(3.0, "on"))
    journal.close()
    assert read_journal(path).events == (STARTED, Said(1.0, "Hello"), Said(3.0, "on"))
    assert not read_journal(path).is_cut


# --- cut, garbage, wrong files ---


def test_a_last_line_cut_at_any_byte_is_left_out_and_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    Scene(path).when_prompted("nought").when_prompted("nought").play()
    data = path.read_bytes()
    lines = data.splitlines(keepends=True)
    whole = read_journal(path).events
    at = len(data)
    for count in range(len(lines) - 1, 0, -1):
        at -= len(lines[count])
        for cut in range(len(lines[count]) - 1, -1, -1):
            os.truncate(path, at + cut)
            reading = read_journal(path)
            assert reading.events == whole[:count]
            assert reading.is_cut == (cut > 0)


def test_the_game_goes_on_from_a_cut_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    whole = Scene(path).when_prompted("nought").when_prompted("blue").play()
    data = path.read_bytes()
    second = data.index(b'"number": 1')
    for cut in (data.rindex(b"\n", 0, second) + 1, second, data.index(b"\n", second)):
        path.write_bytes(data[:cut])
        again = Scene(path, players=whole.players).when_prompted("nought").play_on()
        rulings = [event for event in read_journal(path).events if isinstance(event, Ruled)]
        assert [(ruled.number, ruled.verdict) for ruled in rulings] == [(0, Verdict.RIGHT), (1, Verdict.RIGHT)]
        assert again.course is not None
        assert course_of(read_journal(path).events).state == again.course.state


@pytest.mark.parametrize("first", [b"", b"{", b'{"type": "SittingSt', to_json(STARTED).encode()])
def test_without_a_whole_line_there_is_no_game(tmp_path: Path, first: bytes) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(first)
    with pytest.raises(Failure, match="holds no whole event"):
        read_journal(path)


@pytest.mark.parametrize(
    "garbage",
    [b"garbage", b"", b"{}", b"\xff", b"null", b'{"type": "Said"}', b'{"type": []}', b"[" * 5000, b"1e999", b"\x00"],
    ids=["text", "blank", "empty", "bytes", "null", "half", "list", "nested", "number", "zero"],
)
@pytest.mark.parametrize("line", [1, 2, 4])
def test_garbage_in_the_middle_names_the_line(tmp_path: Path, garbage: bytes, line: int) -> None:
    path = written(tmp_path / "game.jsonl", STARTED, Said(1.0, "a"), Said(2.0, "b"), Said(3.0, "c"))
    lines = path.read_bytes().splitlines(keepends=True)
    lines.insert(line - 1, garbage + b"\n")
    path.write_bytes(b"".join(lines))
    with pytest.raises(Failure, match=f"Line {line} of .*game.jsonl") as failed:
        read_journal(path)
    assert failed.value.code == "journal"


def test_a_journal_has_to_begin_with_a_game(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="does not begin with a game"):
        read_journal(written(tmp_path / "game.jsonl", Said(1.0, "a")))


def test_what_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="There is no journal"):
        read_journal(tmp_path / "gone.jsonl")
    with pytest.raises(Failure, match="can't be read"):
        read_journal(tmp_path)


def test_where_it_can_t_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "file" / "game.jsonl"):
        with pytest.raises(Failure, match="can't be written") as failed:
            Journal(path)
        assert str(path) in failed.value.sentence


mutations = st.tuples(st.integers(0, 10_000), st.integers(0, 60), st.binary(max_size=12))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(seed=st.sampled_from(range(5)), mutation=mutations)
def test_a_damaged_journal_is_read_or_refused_in_a_sentence(
    tmp_path: Path, seed: int, mutation: tuple[int, int, bytes]
) -> None:
    at, length, instead = mutation
    path = written(tmp_path / "game.jsonl", *COURSES[seed])
    data = path.read_bytes()
    at %= len(data)
    path.write_bytes(data[:at] + instead + data[at + length :])
    with suppress(Failure):
        course_of(read_journal(path).events)


# --- a full disk ---


def append_without_end(journal: Journal) -> None:
    for number in itertools.count():
        journal.append(Said(float(number), "a sentence that takes some room"))


def test_a_full_disk_is_one_sentence_and_what_was_whole_stays(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (600, before[1]))
    try:
        journal = Journal(path)
        journal.append(STARTED)
        with pytest.raises(Failure, match="can't be saved any more") as failed:
            append_without_end(journal)
        journal.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "--resume" in failed.value.sentence
    reading = read_journal(path)
    assert reading.events[0] == STARTED
    assert len(reading.events) > 2


def test_a_game_on_a_full_disk_ends_in_one_sentence_and_goes_on_later(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    program = (
        "import resource, sys; from voicegames.cli import main; "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (6000, resource.RLIM_INFINITY)); sys.exit(main())"
    )
    command = [sys.executable, "-c", program, "play", "--engine", "typed", "--announce", "none", "--screen", "none"]
    command += ["--players", "2", "--seed", "1", "--journal", str(path)]
    done = subprocess.run(command, input="blue\n" * 200, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "can't be saved any more" in done.stderr.splitlines()[-1]
    reading = read_journal(path)
    course = course_of(reading.events)
    goes_on = Scene(path, players=course.players).play_on()
    assert goes_on.all(Stopped)


# --- the journal replays to the same state ---


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), players=st.integers(2, 6))
def test_a_random_game_with_take_backs_replays_to_the_same_state(tmp_path: Path, seed: int, players: int) -> None:
    path = tmp_path / "game.jsonl"
    events: list[Event] = []
    course = play_at_random(random.Random(seed), players, 200, events.append)
    replayed = course_of(read_journal(written(path, *events)).events)
    assert isinstance(replayed, DodelidoCourse)
    assert replayed.state == course.state
    assert replayed.rulings == course.rulings
    assert replayed.last_ruling == course.last_ruling


@pytest.mark.parametrize("seed", range(3))
def test_a_journal_cut_after_any_line_is_the_game_as_it_was_then(tmp_path: Path, seed: int) -> None:
    states = []
    events: list[Event] = []

    def keep(event: Event) -> None:
        events.append(event)

    course = play_at_random(random.Random(seed), 3, 60, keep, lambda course: states.append(course.state))
    assert len(states) == len(events)
    for count in range(1, len(events) + 1):
        assert course_of(tuple(events[:count])).state == states[count - 1]
    assert course.state == states[-1]


# --- where journals lie ---


def test_a_new_name_is_never_one_that_is_taken() -> None:
    first = new_journal_path("dodelido")
    written(first, STARTED)
    second = new_journal_path("dodelido")
    assert second != first
    assert first.parent == journal_folder()


def test_the_last_unfinished_game_is_found() -> None:
    assert last_unfinished() is None
    older = written(journal_folder() / "2026-01-01-100000-dodelido.jsonl", STARTED)
    newer = written(journal_folder() / "2026-01-02-100000-dodelido.jsonl", STARTED)
    written(journal_folder() / "2026-01-03-100000-dodelido.jsonl", STARTED, GameOver(1.0, 0))
    (journal_folder() / "2026-01-04-100000-dodelido.jsonl").write_text("garbage\n")
    (journal_folder() / "2026-01-05-100000-dodelido.jsonl").mkdir()
    assert last_unfinished() == newer
    newer.unlink()
    assert last_unfinished() == older


def test_of_two_games_begun_in_one_second_the_later_is_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    first = written(new_journal_path("dodelido"), STARTED)
    later = [written(first.with_name(f"{first.stem}-{number}.jsonl"), STARTED) for number in (2, 3)]
    for path, at in ((first, 100), (later[0], 200), (later[1], 300)):
        os.utime(path, (at, at))
    assert last_unfinished() == later[-1]


def test_when_a_game_is_over() -> None:
    assert not is_over([STARTED])
    assert is_over([STARTED, GameOver(1.0, 0)])
    assert not is_over([STARTED, GameOver(1.0, 0), TakenBack(2.0, 3)])


def test_two_programs_can_t_go_on_with_one_game_at_once(tmp_path: Path) -> None:
    path = written(tmp_path / "game.jsonl", STARTED)
    whole = read_journal(path).whole_bytes
    journal = Journal(path, whole)
    try:
        with pytest.raises(Failure, match=r"game\.jsonl"):
            Journal(path, whole)
    finally:
        journal.close()
    Journal(path, whole).close()


def test_a_game_whose_deck_is_none_is_refused() -> None:
    for deck in ((), ("blue penguin",), ("red penguin",) * 4):
        with pytest.raises(Failure, match="no deck of Dodelido"):
            DodelidoCourse(SittingStarted("dodelido", "1", 1, "en", ("A", "B"), (None, None), deck))
