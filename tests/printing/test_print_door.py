import os
import subprocess
import sys
from pathlib import Path

import pytest
from rendered import Document

from voicegames.cli import main
from voicegames.doors import print_door
from voicegames.printing.fonts import korean_font


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refused(words: list[str], capsys: pytest.CaptureFixture[str], status: int = 1) -> str:
    """Run a command that must be refused with one sentence on standard error; return it."""
    capsys.readouterr()
    assert main(["print", *words]) == status
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert told.err.endswith(".\n")
    return told.err


def test_a_file_is_written_and_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["print", "domitrio"]) == 0
    assert capsys.readouterr().out.startswith("Wrote domitrio-a4.pdf: 3 pages.")
    assert main(["print", "domitrio", "--paper", "Letter", "--backs"]) == 0
    assert capsys.readouterr().out.startswith("Wrote domitrio-letter.pdf: 5 pages.")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["domitrio-a4.pdf", "domitrio-letter.pdf"]
    assert Document(tmp_path / "domitrio-letter.pdf").size(0) == pytest.approx((215.9, 279.4), abs=0.05)


def test_a_file_is_replaced_only_when_asked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "mine.pdf"
    out.write_text("a letter to grandmother", encoding="utf-8")
    assert "mine.pdf is there already" in refused(["domitrio", "--out", str(out)], capsys)
    assert out.read_text(encoding="utf-8") == "a letter to grandmother"
    assert main(["print", "domitrio", "--out", str(out), "--replace"]) == 0
    assert capsys.readouterr().out.startswith(f"Replaced {out}: 3 pages.")
    assert len(Document(out)) == 3
    assert [path.name for path in tmp_path.iterdir()] == ["mine.pdf"]


def test_a_half_written_file_of_another_is_not_taken(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "mine.pdf").write_text("old", encoding="utf-8")
    (tmp_path / "mine.pdf.part").write_text("another's", encoding="utf-8")
    assert "mine.pdf.part is there already" in refused(["domitrio", "--out", "mine.pdf", "--replace"], capsys)
    assert (tmp_path / "mine.pdf.part").read_text(encoding="utf-8") == "another's"
    assert (tmp_path / "mine.pdf").read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize(
    ("out", "told"),
    [
        ("nowhere/cards.pdf", "There is no folder nowhere"),
        (".", "is a folder"),
        ("x" * 300 + ".pdf", "can't be written"),
        ("file/cards.pdf", "There is no folder file"),
    ],
)
def test_a_place_that_will_not_do_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, out: str, told: str
) -> None:
    (tmp_path / "file").touch()
    assert told in refused(["domitrio", "--out", out], capsys)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(not Path("/sys/kernel").is_dir(), reason="only Linux has a folder where nobody may write")
def test_no_permission_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert "/sys/cards.pdf can't be written (" in refused(["domitrio", "--out", "/sys/cards.pdf"], capsys)


@pytest.mark.skipif(os.name != "posix", reason="the size of a file is limited by the shell")
@pytest.mark.parametrize("replaces", [False, True])
def test_a_full_disk_leaves_no_half_file(tmp_path: Path, replaces: bool) -> None:
    out = tmp_path / "cards.pdf"
    if replaces:
        out.write_text("old", encoding="utf-8")
    words = ["print", "domitrio", "--out", "cards.pdf", *(["--replace"] if replaces else [])]
    # No file of this process may grow beyond 16 blocks.
    command = ["bash", "-c", 'ulimit -f 16; exec "$@"', "bash", sys.executable, "-B", "-m", "voicegames", *words]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert run.returncode == 1
    assert "cards.pdf can't be written (File too large)" in run.stderr
    assert run.stderr.count("\n") == 1
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == (
        {"cards.pdf": "old"} if replaces else {}
    )


def test_an_unknown_game_paper_and_language(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "choose remmi-demmi or domitrio" in refused(["chess"], capsys, status=2)
    assert "choose remmi-demmi or domitrio" in refused(["dodelido"], capsys, status=2)
    assert "choose a4 or letter" in refused(["domitrio", "--paper", "a3"], capsys, status=2)
    assert "de, en, ko" in refused(["domitrio", "--language", "xx"], capsys, status=2)
    assert not list(tmp_path.iterdir())


def test_german_sheets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "remmi-demmi", "--language", "de", "--out", "karten.pdf"]) == 0
    document = Document(Path("karten.pdf"))
    assert document.text(0).count("grün liegend") == 1
    assert "Karten, Satz 1 von 9" in document.text(0)
    assert "L" in [glyph.letter for glyph in document.glyphs(0)]


@pytest.mark.skipif(korean_font() is None, reason="no font with Korean letters is installed (Debian: fonts-nanum)")
def test_korean_sheets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "domitrio", "--language", "ko", "--out", "ko.pdf"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    document = Document(Path("ko.pdf"))
    assert "도미트리오: 주사위" in document.text(2)
    assert [glyph.letter for glyph in document.glyphs(0)].count("빨") > 8


def test_without_a_korean_font_the_sheets_are_english_and_it_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_door, "korean_font", lambda: None)
    assert main(["print", "domitrio", "--language", "ko", "--out", "en.pdf"]) == 0
    assert "the sheets are in English" in capsys.readouterr().err
    assert "tiles 1 to 18 of 36" in Document(Path("en.pdf")).text(0)
