"""The options of the command line: what can be asked, and which door each command opens (see cli.py)."""

import argparse
from pathlib import Path

from voicegames import __version__

ANNOUNCE = ("all", "names", "mistakes", "none")
SCREENS = ("web", "terminal", "none")
GAMES = "dodelido (default), remmi-demmi or domitrio"
SCREEN_HELP = "where the table is shown; with none, what it says is printed only where it can't be heard"
HEARING_ENGINES = ("auto", "phones", "vosk", "both")
ENGINES = (*HEARING_ENGINES, "typed")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="voicegames", description="Family games by voice: the laptop deals, listens and referees, offline."
    )
    parser.add_argument("--version", action="version", version=__version__)
    parser.set_defaults(door="open_table", settings=None, language=None)
    _settings_options(parser)
    commands = parser.add_subparsers(metavar="COMMAND")
    _add_play(commands)
    _add_demo(commands)
    _add_hear(commands)
    _add_judge(commands)
    _add_others(commands)
    return parser


def _settings_options(parser: argparse.ArgumentParser) -> None:
    # Given before the command they must not be forgotten by its own parser: see set_defaults in build_parser.
    skip = argparse.SUPPRESS
    parser.add_argument("--settings", type=Path, metavar="FILE", default=skip, help="another settings file (TOML)")
    parser.add_argument("--language", metavar="CODE", default=skip, help="the language of the game: de, en, ko")


def _engine_options(parser: argparse.ArgumentParser, engines: tuple[str, ...] = HEARING_ENGINES) -> None:
    parser.add_argument("--engine", choices=engines, default="auto", help="which recogniser hears (default: auto)")


def _model_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", type=Path, metavar="FOLDER", help="a Vosk model's folder")


def _referee_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--announce", choices=ANNOUNCE, help="what the table says aloud (default: all)")
    parser.add_argument("--strict", action="store_true", help="what is not understood counts as a mistake at once")
    parser.add_argument("--no-stutters", action="store_true", help="stutters are no mistakes")
    parser.add_argument(
        "--patient", action="append", default=[], metavar="NAME|all", help="the referee is patient with this player"
    )
    parser.add_argument(
        "--limit", action="append", default=[], metavar="[NAME=]SECONDS", help="the longest pause, for all or for one"
    )


def _add_play(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    play = commands.add_parser("play", help="play a game at the table")
    play.add_argument("game", nargs="?", metavar="GAME", help=GAMES)
    play.add_argument("--variant", action="append", default=[], metavar="NAME", help="a variant, such as frantic")
    play.add_argument("--players", type=int, metavar="N", help="how many play, robots included")
    play.add_argument("--names", default="", metavar="A,B", help="the people's names, in order of play")
    play.add_argument("--robots", type=int, metavar="N", help="how many seats robots take; more where you are too few")
    play.add_argument("--strength", choices=("easy", "middle", "hard"), help="how good robots are (default: middle)")
    play.add_argument("--screen", choices=SCREENS, default="terminal", help=SCREEN_HELP)
    play.add_argument("--seed", type=_seed, help="shuffle the cards the same way again")
    play.add_argument("--input", metavar="mic|FILE", help="the microphone (default), or a recording")
    play.add_argument("--journal", type=Path, metavar="FILE", help="save the game here, or go on with the one in it")
    play.add_argument("--resume", action="store_true", help="go on with the last unfinished game (of GAME)")
    _settings_options(play)
    _engine_options(play, ENGINES)
    _model_option(play)
    _referee_options(play)
    play.set_defaults(door="play")


def _add_demo(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    demo = commands.add_parser("demo", help="robots with voices play, heard through the real recogniser")
    demo.add_argument("game", nargs="?", default="dodelido", metavar="GAME", help=GAMES)
    demo.add_argument("--players", type=int, metavar="N")
    demo.add_argument("--seed", type=_seed)
    demo.add_argument("--fast", action="store_true", help="as fast as the machine can, without sound")
    demo.add_argument("--screen", choices=SCREENS, default="terminal", help="where the table is shown")
    demo.add_argument("--journal", type=Path, metavar="FILE", help="keep the journal of the game here")
    demo.add_argument("--json", action="store_true", help="end with one line of JSON")
    _settings_options(demo)
    _engine_options(demo)
    _referee_options(demo)
    demo.set_defaults(door="demo")


def _add_hear(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    hear = commands.add_parser("hear", help="what is heard in recordings")
    hear.add_argument("files", nargs="+", type=Path, metavar="FILE")
    hear.add_argument("--game", default="dodelido", help="whose words are listened for")
    hear.add_argument("--json", action="store_true", help="one line of JSON for each file")
    _settings_options(hear)
    _engine_options(hear)
    _model_option(hear)
    hear.set_defaults(door="hear")


def _add_judge(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    judge = commands.add_parser("judge", help="the referee's ruling on one recording")
    judge.add_argument("file", type=Path, metavar="FILE")
    judge.add_argument("--cards", required=True, help='the visible cards, the flipped one last: "blue penguin, ..."')
    judge.add_argument("--prompt-at", type=float, required=True, metavar="S", help="when the time begins, in seconds")
    judge.add_argument("--json", action="store_true")
    _settings_options(judge)
    _engine_options(judge)
    _model_option(judge)
    _referee_options(judge)
    judge.set_defaults(door="judge")


def _add_others(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    check = commands.add_parser("check", help="microphone, levels, loudspeaker, voices, models: what to do about each")
    check.add_argument("--seconds", type=_seconds, default=3.0, metavar="S", help="how long to listen (default: 3)")
    check.add_argument("--json", action="store_true")
    check.add_argument("--player", metavar="NAME", help="get to know the voice of this player, who says 13 words")
    check.add_argument("--forget", action="store_true", help="forget the voice of --player")
    check.add_argument("--profiles", action="store_true", help="list the players whose voices are known")
    check.add_argument("--input", default="mic", metavar="mic|FILE", help="a recording for --player")
    _settings_options(check)
    check.set_defaults(door="check")

    models = commands.add_parser("models", help="speech models: list, install, verify, path")
    models.add_argument("action", choices=("list", "install", "verify", "path"))
    models.add_argument("wanted", nargs="?", metavar="LANGUAGE", help="the language, or the model's name")
    models.add_argument("--from", dest="from_file", type=Path, metavar="FILE", help="install from this zip file")
    models.set_defaults(door="models")

    sheets = commands.add_parser("print", help="a game's cards, tiles and die as a PDF to cut out")
    sheets.add_argument("game", metavar="GAME", help="remmi-demmi, domitrio")
    sheets.add_argument("--paper", default="a4", metavar="SIZE", help="a4 (default) or letter")
    sheets.add_argument("--out", type=Path, metavar="FILE", help="the PDF to write (default: GAME-SIZE.pdf, here)")
    sheets.add_argument("--backs", action="store_true", help="with backs, for printing on both sides")
    sheets.add_argument("--replace", action="store_true", help="replace the file if it is there already")
    _settings_options(sheets)
    sheets.set_defaults(door="print")

    replay = commands.add_parser("replay", help="the course of a game from its journal")
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.set_defaults(door="replay")

    stats = commands.add_parser("stats", help="reaction times and mistakes from a journal")
    stats.add_argument("file", type=Path, metavar="FILE")
    form = stats.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true")
    form.add_argument("--json", action="store_true")
    stats.set_defaults(door="stats")

    bench = commands.add_parser("bench", help="figures on this machine")
    bench.add_argument("what", choices=("hearing", "rules"))
    bench.add_argument("--quick", action="store_true", help="fewer answers")
    bench.add_argument("--korean", action="store_true", help="the Korean part: phones, Vosk, both, and Vosk's own way")
    bench.add_argument("--json", action="store_true")
    bench.add_argument("--split", choices=("reporting", "tuning"), default="reporting", help="whose voices are heard")
    bench.add_argument(
        "--corpus", action="append", type=Path, default=[], metavar="DIR", help="made by scripts/make_corpus"
    )
    bench.add_argument("--clips", type=_count, metavar="N", help="hear N clips of each corpus, by chance")
    bench.add_argument("--runs", type=_count, default=1, metavar="N", help="hear each corpus in N parts")
    bench.add_argument("--no-baseline", action="store_true", help="leave PocketSphinx out")
    bench.add_argument(
        "--baseline-clips", type=_count, metavar="N", help="let PocketSphinx hear only N clips of the first part"
    )
    bench.add_argument(
        "--minutes", type=_minutes, default=0.0, metavar="N", help="of each sound in which nobody answers"
    )
    bench.add_argument(
        "--profiles", type=_count, default=0, metavar="N", help="N answers a voice before and after a sound check"
    )
    bench.add_argument("--people", type=Path, metavar="DIR", help="recorded words with a manifest.tsv")
    bench.add_argument("--processes", type=_count, default=1, metavar="N", help="work with N processes")
    bench.add_argument("--write", type=Path, metavar="FILE", help="write the figures as a document")
    bench.add_argument("--against", type=Path, metavar="FILE", help="fail where figures fell below those of --json")
    _settings_options(bench)
    _engine_options(bench)
    bench.set_defaults(door="bench")


def _seed(text: str) -> int:
    return _whole_number(text, 0)


def _count(text: str) -> int:
    return _whole_number(text, 1)


def _seconds(text: str) -> float:
    return _number(text, 0.5, 60)


def _minutes(text: str) -> float:
    return _number(text, 0, 600)


def _number(text: str, least: float, most: float) -> float:
    """Return a number from ``least`` to ``most``; argparse names the option where it is none."""
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number from {least:g} to {most:g}")
    return number


def _whole_number(text: str, least: int) -> int:
    """Return a whole number from ``least`` up; argparse names the option where it is none."""
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number from {least} up")
    return number
