"""What the README says is so: its commands, its examples, its settings and its table of dependencies."""

import json
import re
import shlex
import tomllib
from importlib.metadata import metadata
from pathlib import Path

import numpy as np
import pytest
import soundfile

from voicegames import cli
from voicegames.cli import main
from voicegames.command_options import build_parser
from voicegames.games.dodelido import Card, right_answer
from voicegames.language import load_language
from voicegames.settings import Settings, load_settings

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CODE_LINES = [line.strip() for line in README.splitlines() if line.startswith("    ")]
COMMANDS = [line for line in CODE_LINES if re.match(r"voicegames\b", line)]
DOORS = ("play", "demo", "hear", "judge", "check", "models", "print", "replay", "stats", "bench")

LICENCES_OF_CLASSIFIERS = {
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: BSD License": "BSD-3-Clause",
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}


def table_under(heading: str) -> list[list[str]]:
    """Return the cells of the first table after ``heading``, without its two head lines."""
    rows = README[README.index(heading) :].splitlines()
    first = next(i for i, row in enumerate(rows) if row.startswith("|"))
    table = []
    for row in rows[first:]:
        if not row.startswith("|"):
            break
        table.append([cell.strip() for cell in row.strip("|").split("|")])
    return table[2:]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_understood(command: str) -> None:
    args = build_parser().parse_args(shlex.split(command, comments=True)[1:])
    assert args.door in cli.DOORS


def test_every_door_is_shown() -> None:
    shown = {words[1] for command in COMMANDS if len(words := shlex.split(command, comments=True)) > 1}
    assert shown == set(DOORS)


@pytest.mark.parametrize("door", DOORS)
def test_every_door_explains_itself(door: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"^0$"):
        main(["--help"])
    assert re.search(rf"^ +{door} ", capsys.readouterr().out, re.MULTILINE)
    with pytest.raises(SystemExit, match=r"^0$"):
        main([door, "--help"])
    assert capsys.readouterr().out.startswith(f"usage: voicegames {door}")


def test_the_commands_on_a_recording_run_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    soundfile.write("answer.wav", np.zeros(5 * 16_000, np.float32), 16_000)
    on_a_recording = [shlex.split(c, comments=True)[1:] for c in COMMANDS if "answer.wav" in c]
    assert [words[0] for words in on_a_recording] == ["hear", "judge"]
    hear, judge = on_a_recording
    assert main(hear) == 0
    assert json.loads(capsys.readouterr().out)["utterances"] == []
    assert main([*judge, "--json"]) == 0
    ruling = json.loads(capsys.readouterr().out)
    assert (ruling["ruling"], ruling["mistake"], ruling["expected"]) == ("mistake", "pause", "penguin")


def test_the_two_scripts_come_first_and_are_there() -> None:
    assert [line.split()[0] for line in CODE_LINES[:2]] == ["scripts/play", "scripts/test"]
    for script in re.findall(r"`((?:scripts|\.ci)/\w+)`", README):
        assert (ROOT / script).stat().st_mode & 0o111, script


def test_the_example_answers_are_right() -> None:
    rows = table_under("What you see and hear")
    assert len(rows) == 4
    for cards, said, _ in rows:
        visible = [Card.parse(card) for card in cards.split(",")]
        answer = right_answer(visible, first_of_round=len(visible) == 1)
        assert said.replace(",", "").split() == list(answer.words)


def test_the_referee_is_called_as_written() -> None:
    english = load_language("en")
    called = [tuple(phrase.replace(",", "").split()) for phrase in re.findall(r'"(referee, [^"]+)"', README)]
    assert {english.control(words) for words in called} <= set(english.controls)
    quoted = {tuple(text.replace(",", "").lower().split()) for text in re.findall(r'"([^"\n]+)"', README)}
    for control, phrases in english.controls.items():
        assert quoted & set(phrases), control


def test_the_settings_file_is_accepted(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", README, re.DOTALL)
    assert example is not None
    file = tmp_path / "settings.toml"
    file.write_text(example.group(1), encoding="utf-8")
    settings = load_settings(file)
    assert settings != Settings()
    assert settings.referee.player_limits_s == {"Anna": 5.0}
    assert not settings.referee.stutters


def project() -> dict[str, object]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        data: dict[str, object] = tomllib.load(file)["project"]
    return data


def names_of(requirements: object) -> set[str]:
    assert isinstance(requirements, list)
    return {re.split(r"[<>=;\s\[]", requirement)[0] for requirement in requirements}


def test_the_table_of_dependencies_is_complete() -> None:
    listed = [row[0] for row in table_under("## Dependencies")]
    assert sorted(listed) == sorted(names_of(project()["dependencies"]))
    extras = project()["optional-dependencies"]
    assert isinstance(extras, dict)
    section = README[README.index("For the tests:") : README.index("From the system")]
    for name in names_of(extras["test"]):
        assert name in section


def test_the_licences_are_the_ones_that_the_packages_name() -> None:
    for package, _, licence, _ in table_under("## Dependencies"):
        named = metadata(package)
        expression = named.get_all("License-Expression", [""])[0]
        if expression:
            wanted = re.split(r" AND ", expression)
        else:
            wanted = [LICENCES_OF_CLASSIFIERS[c] for c in named.get_all("Classifier", []) if c.startswith("License")]
        assert wanted, package
        for name in wanted:
            assert name in licence, f"{package} is under {name}"


def test_the_changelog_tells_of_this_version() -> None:
    newest = re.search(r"^## \[([^]]+)]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest.group(1) == project()["version"]
