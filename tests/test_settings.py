import dataclasses
import json
from pathlib import Path

import pytest
from own_home import own_home

from voicegames.cli import main
from voicegames.errors import Failure
from voicegames.settings import RobotSettings, Settings, default_path, load_settings

__all__ = ["own_home"]


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "family.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_there_are_the_defaults() -> None:
    default_path().unlink()
    assert load_settings() == Settings()


def test_the_family_s_own_file_is_read(own_home: Path) -> None:
    assert default_path().is_relative_to(own_home)
    default_path().write_text('announce = "names"\n', encoding="utf-8")
    assert load_settings().announce == "names"


def test_nested_tables_change_only_what_they_name(tmp_path: Path) -> None:
    settings = load_settings(
        written(
            tmp_path,
            """
            language = "ko"
            announce = "mistakes"
            [referee]
            strict = true
            limit_s = 4
            [referee.player_limits_s]
            Anna = 6.5
            "Grandma Rose" = 8
            [hard_robot]
            reaction_s = 0.4
            [speaking]
            voice = "en-gb"
            """,
        )
    )
    assert settings.language == "ko"
    assert settings.announce == "mistakes"
    assert settings.referee.strict
    assert settings.referee.limit_s == 4.0
    assert settings.referee.player_limits_s == {"Anna": 6.5, "Grandma Rose": 8.0}
    assert settings.referee.stutters is Settings().referee.stutters
    assert settings.hard_robot == RobotSettings(0.4, 0.15, 0.015, 0.01, 0.01, 0.0)
    assert settings.speaking.voice == "en-gb"
    assert settings.hearing == Settings().hearing


WRONG = {
    "unknown setting": ("loudness = 3", "loudness"),
    "unknown nested setting": ("[referee]\nkindness = 3", "referee.kindness"),
    "text for a number": ('[referee]\nlimit_s = "long"', "referee.limit_s"),
    "number for a text": ("announce = 3", "announce"),
    "number for a device": ("[hearing]\ninput_device = 2", "hearing.input_device"),
    "yes for a number": ("[referee]\nlimit_s = true", "referee.limit_s"),
    "yes for a whole number": ("[speaking]\nwords_per_minute = true", "speaking.words_per_minute"),
    "fraction for a whole number": ("[hearing]\npre_roll_ms = 400.5", "hearing.pre_roll_ms"),
    "number for yes": ("[referee]\nstrict = 1", "referee.strict"),
    "value for a table": ("referee = 3", "referee"),
    "list for a table": ("[[referee]]\nlimit_s = 3.0", "referee"),
    "text for a player's limit": ('[referee.player_limits_s]\nAnna = "long"', "Anna"),
    "no time as a player's limit": ("[referee.player_limits_s]\nAnna = -1.0", "Anna"),
    "no number as a limit": ("[referee]\nlimit_s = nan", "referee.limit_s"),
    "a limit for ever": ("[referee]\nlimit_s = inf", "referee.limit_s"),
    "a negative limit": ("[referee]\nlimit_s = -3.0", "referee.limit_s"),
    "a way to announce that is none": ('announce = "loudly"', "announce"),
    "a rate above one": ("[easy_robot]\nstutter_rate = 1.5", "easy_robot.stutter_rate"),
    "a voice that never comes to an end": ("[speaking]\nwords_per_minute = 0", "speaking.words_per_minute"),
    "a voice that nobody follows": ("[speaking]\nwords_per_minute = 9000", "speaking.words_per_minute"),
    "a tail before the end": ("[speaking]\ntail_ms = -1", "speaking.tail_ms"),
    "a voice that may take no time": ("[speaking]\ndeadline_s = 0.01", "speaking.deadline_s"),
    "a limit that nobody keeps": ("[referee]\nlimit_s = 0.05", "referee.limit_s"),
    "a limit that one does not keep": ("[referee.player_limits_s]\nAnna = 0.1", "Anna"),
    "quiet that ends before it begins": ("[hearing]\nquiet_before_final_ms = 0", "hearing.quiet_before_final_ms"),
    "a negative stretch": ("[hearing]\npre_roll_ms = -400", "hearing.pre_roll_ms"),
    "a negative penalty": ("[hearing]\ngarbage_penalty = -7.0", "hearing.garbage_penalty"),
    "a fit that nothing reaches": ("[hearing]\naccept_fit = inf", "hearing.accept_fit"),
    "a fit that is no number": ("[referee]\nwrong_fit = nan", "referee.wrong_fit"),
    "a level over everything": ("[hearing]\nquietest_speech_dbfs = 20.0", "hearing.quietest_speech_dbfs"),
    "a negative distance of levels": ("[referee]\nfair_snr_db = -3.0", "referee.fair_snr_db"),
    "no speed at all": ("[hearing]\nspeeds = []", "hearing.speeds"),
    "an utterance of no time": ("[hearing]\nlongest_utterance_s = 0.01", "hearing.longest_utterance_s"),
    "a timer of no time": ("[remmi_demmi]\nsnail_s = 0", "remmi_demmi.snail_s"),
    "a margin of everything": ("[remmi_demmi]\nclaim_margin = -inf", "remmi_demmi.claim_margin"),
    "a name that colours the terminal": ('[names]\n"A\\u001b[31m" = []', "names"),
    "a robot that answers before it is asked": ("[easy_robot]\nreaction_s = -1.0", "easy_robot.reaction_s"),
}


@pytest.mark.parametrize(("text", "key"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, key: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(Failure) as failed:
        load_settings(path)
    assert failed.value.code == "settings"
    assert key in failed.value.sentence
    assert str(path) in failed.value.sentence


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[referee]\nlimit_s = "three"', "referee.limit_s must be a number from 0.5 to 60; it is 'three'."),
        ("[speaking]\nwords_per_minute = 0", "words_per_minute must be a whole number from 60 to 450; it is 0."),
        ("[referee]\nstutters = 1", "referee.stutters must be true or false; it is 1."),
        ('announce = "loud"', "announce must be one of 'all', 'mistakes', 'names', 'none'; it is 'loud'."),
        ("[speaking]\nvoice = 3", "speaking.voice must be text in quotes; it is 3."),
        ('[words]\ntortoise = "turtle"', "must be a list in [ ], each part of it text in quotes; it is 'turtle'."),
        ("[hearing]\nspeeds = []", "must be a list in [ ], each part of it a number from 0.5 to 1.5; it is []."),
    ],
)
def test_what_a_setting_may_be_is_told_in_plain_words(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(Failure) as failed:
        load_settings(written(tmp_path, text))
    assert failed.value.sentence.endswith(told)


def test_the_defaults_are_within_their_own_bounds(tmp_path: Path) -> None:
    text = ""
    for name in ("hearing", "speaking", "referee", "remmi_demmi", "easy_robot", "middle_robot", "hard_robot"):
        values = dataclasses.asdict(getattr(Settings(), name)).items()
        numbers = [
            (key, list(v) if isinstance(v, tuple) else v) for key, v in values if isinstance(v, int | float | tuple)
        ]
        text += f"[{name}]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in numbers)
    assert load_settings(written(tmp_path, text)) == Settings()


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that can't be done; return its one line on stderr."""
    assert main(arguments) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.endswith("\n")
    lines = said.err.splitlines()
    assert len(lines) == 1
    return lines[0]


@pytest.mark.parametrize(
    "content",
    [b"language = \n", b'language = "en"\nlanguage = "ko"\n', b"\xff\xfe\x00", b"[referee\n", b"limit_s == 3"],
    ids=["no value", "twice", "no text", "half a heading", "no TOML"],
)
def test_what_can_t_be_read_is_one_sentence_and_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    path = tmp_path / "family.toml"
    path.write_bytes(content)
    sentence = refused(["hear", "x.wav", "--settings", str(path)], capsys)
    assert str(path) in sentence
    assert "can't be read" in sentence


def test_a_settings_file_that_is_not_there_or_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gone = tmp_path / "gone.toml"
    assert str(gone) in refused(["hear", "x.wav", "--settings", str(gone)], capsys)
    assert str(tmp_path) in refused(["hear", "x.wav", "--settings", str(tmp_path)], capsys)


@pytest.mark.parametrize("command", [["play", "--players", "2"], ["demo", "--fast"], ["hear", "x.wav"], ["check"], []])
def test_every_door_that_needs_settings_names_a_wrong_one(
    capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    default_path().write_text("loudness = 3\n", encoding="utf-8")
    assert "loudness" in refused(command, capsys)


def test_settings_given_before_the_command_and_after_it_are_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(written(tmp_path, "loudness = 3"))
    before = refused(["--settings", path, "hear", "x.wav"], capsys)
    after = refused(["hear", "--settings", path, "x.wav"], capsys)
    assert before == after
