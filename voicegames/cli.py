"""The command line: parses what is asked, opens the door, and turns every failure into one sentence."""

import argparse
import dataclasses
import io
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from voicegames import __version__
from voicegames.errors import Failure, WrongUsage
from voicegames.settings import Settings, load_settings

EXIT_DONE, EXIT_FAILED, EXIT_USAGE, EXIT_INTERRUPTED = 0, 1, 2, 130
ANNOUNCE = ("all", "names", "mistakes", "none")
SCREENS = ("web", "terminal", "none")
ENGINES = ("auto", "phones", "vosk", "both", "typed")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status: 0 done, 1 can't be done, 2 wrong usage, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a letter shows another one instead of a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    args = build_parser().parse_args(argv)
    try:
        door: Callable[[argparse.Namespace], int] = args.door
        return door(args)
    except WrongUsage as failure:
        print(failure.sentence, file=sys.stderr)
        return EXIT_USAGE
    except Failure as failure:
        print(failure.sentence, file=sys.stderr)
        return EXIT_FAILED
    except BrokenPipeError:
        sys.stderr.close()
        return EXIT_DONE
    except OSError as error:
        print(
            f"The system refused something ({error}); make room or choose another place, and try again.",
            file=sys.stderr,
        )
        return EXIT_FAILED
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return EXIT_INTERRUPTED


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="voicegames", description="Family games by voice: the laptop deals, listens and referees, offline."
    )
    parser.add_argument("--version", action="version", version=__version__)
    parser.set_defaults(door=_open_table, settings=None, language=None)
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


def _engine_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--engine", choices=ENGINES, default="auto", help="which recogniser hears (default: auto)")
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
    play.add_argument("game", nargs="?", default="dodelido", metavar="GAME", help="dodelido, remmi-demmi")
    play.add_argument("--variant", action="append", default=[], metavar="NAME", help="a variant, such as frantic")
    play.add_argument("--players", type=int, metavar="N", help="how many play, robots included")
    play.add_argument("--names", default="", metavar="A,B", help="the people's names, in order of play")
    play.add_argument("--robots", type=int, default=0, metavar="N", help="how many seats robots take")
    play.add_argument("--strength", choices=("easy", "middle", "hard"), default="middle", help="how good robots are")
    play.add_argument("--screen", choices=SCREENS, default="terminal", help="where the table is shown")
    play.add_argument("--seed", type=_seed, help="shuffle the cards the same way again")
    play.add_argument("--input", metavar="mic|FILE", help="the microphone (default), or a recording")
    play.add_argument("--journal", type=Path, metavar="FILE", help="save the game here, or go on with the one in it")
    play.add_argument("--resume", action="store_true", help="go on with the last unfinished game")
    _settings_options(play)
    _engine_options(play)
    _referee_options(play)
    play.set_defaults(door=_play)


def _add_demo(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    demo = commands.add_parser("demo", help="robots with voices play, heard through the real recogniser")
    demo.add_argument("game", nargs="?", default="dodelido", metavar="GAME", help="dodelido, remmi-demmi")
    demo.add_argument("--players", type=int, metavar="N")
    demo.add_argument("--seed", type=_seed)
    demo.add_argument("--fast", action="store_true", help="as fast as the machine can, without sound")
    demo.add_argument("--screen", choices=SCREENS, default="terminal", help="where the table is shown")
    demo.add_argument("--journal", type=Path, metavar="FILE", help="keep the journal of the game here")
    demo.add_argument("--json", action="store_true", help="end with one line of JSON")
    _settings_options(demo)
    _engine_options(demo)
    _referee_options(demo)
    demo.set_defaults(door=_demo)


def _add_hear(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    hear = commands.add_parser("hear", help="what is heard in recordings")
    hear.add_argument("files", nargs="+", type=Path, metavar="FILE")
    hear.add_argument("--game", default="dodelido", help="whose words are listened for")
    hear.add_argument("--json", action="store_true", help="one line of JSON for each file")
    _settings_options(hear)
    _engine_options(hear)
    hear.set_defaults(door=_hear)


def _add_judge(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    judge = commands.add_parser("judge", help="the referee's ruling on one recording")
    judge.add_argument("file", type=Path, metavar="FILE")
    judge.add_argument("--cards", required=True, help='the visible cards, the flipped one last: "blue penguin, ..."')
    judge.add_argument("--prompt-at", type=float, required=True, metavar="S", help="when the time begins, in seconds")
    judge.add_argument("--json", action="store_true")
    _settings_options(judge)
    _engine_options(judge)
    _referee_options(judge)
    judge.set_defaults(door=_judge)


def _add_others(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    check = commands.add_parser("check", help="microphone, levels, loudspeaker, voices, models: what to do about each")
    check.add_argument("--seconds", type=float, default=3.0, metavar="S", help="how long to listen (default: 3)")
    check.add_argument("--json", action="store_true")
    check.add_argument("--player", metavar="NAME", help="get to know the voice of this player, who says 13 words")
    check.add_argument("--forget", action="store_true", help="forget the voice of --player")
    check.add_argument("--profiles", action="store_true", help="list the players whose voices are known")
    check.add_argument("--input", default="mic", metavar="mic|FILE", help="a recording for --player")
    _settings_options(check)
    check.set_defaults(door=_check)

    models = commands.add_parser("models", help="speech models: list, install, verify, path")
    models.add_argument("action", choices=("list", "install", "verify", "path"))
    models.add_argument("wanted", nargs="?", metavar="LANGUAGE", help="the language, or the model's name")
    models.add_argument("--from", dest="from_file", type=Path, metavar="FILE", help="install from this zip file")
    models.set_defaults(door=_models)

    sheets = commands.add_parser("print", help="a game's cards, tiles and die as a PDF to cut out")
    sheets.add_argument("game", metavar="GAME", help="remmi-demmi, domitrio")
    sheets.add_argument("--paper", default="a4", metavar="SIZE", help="a4 (default) or letter")
    sheets.add_argument("--out", type=Path, metavar="FILE", help="the PDF to write (default: GAME-SIZE.pdf, here)")
    sheets.add_argument("--backs", action="store_true", help="with backs, for printing on both sides")
    sheets.add_argument("--replace", action="store_true", help="replace the file if it is there already")
    _settings_options(sheets)
    sheets.set_defaults(door=_print)

    replay = commands.add_parser("replay", help="the course of a game from its journal")
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.set_defaults(door=_replay)

    stats = commands.add_parser("stats", help="reaction times and mistakes from a journal")
    stats.add_argument("file", type=Path, metavar="FILE")
    form = stats.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true")
    form.add_argument("--json", action="store_true")
    stats.set_defaults(door=_stats)

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
    bench.add_argument("--minutes", type=float, default=0.0, metavar="N", help="of each sound in which nobody answers")
    bench.add_argument(
        "--profiles", type=_count, default=0, metavar="N", help="N answers a voice before and after a sound check"
    )
    bench.add_argument("--people", type=Path, metavar="DIR", help="recorded words with a manifest.tsv")
    bench.add_argument("--processes", type=_count, default=1, metavar="N", help="work with N processes")
    bench.add_argument("--write", type=Path, metavar="FILE", help="write the figures as a document")
    bench.add_argument("--against", type=Path, metavar="FILE", help="fail where figures fell below those of --json")
    _settings_options(bench)
    _engine_options(bench)
    bench.set_defaults(door=_bench)


def _settings_of(args: argparse.Namespace) -> Settings:
    """Return the family's settings with what the command line changes."""
    settings = load_settings(args.settings)
    if args.language is not None:
        settings = dataclasses.replace(settings, language=args.language)
    if getattr(args, "announce", None) is not None:
        settings = dataclasses.replace(settings, announce=args.announce)
    referee = settings.referee
    if getattr(args, "strict", False):
        referee = dataclasses.replace(referee, strict=True)
    if getattr(args, "no_stutters", False):
        referee = dataclasses.replace(referee, stutters=False)
    if getattr(args, "patient", []):
        referee = dataclasses.replace(referee, patient=[*referee.patient, *args.patient])
    for limit in getattr(args, "limit", []):
        name, _, seconds = limit.rpartition("=")
        value = _limit_s(limit, seconds)
        if name:
            limits = {**referee.player_limits_s, name: value}
            referee = dataclasses.replace(referee, player_limits_s=limits)
        else:
            referee = dataclasses.replace(referee, limit_s=value)
    return dataclasses.replace(settings, referee=referee)


def _seed(text: str) -> int:
    value = int(text)
    if value < 0:
        raise ValueError
    return value


def _limit_s(limit: str, seconds: str) -> float:
    try:
        value = float(seconds)
    except ValueError:
        value = 0.0
    if not 0.5 <= value <= 60:
        raise WrongUsage("limit", f"--limit {limit} is no time: give 0.5 to 60 seconds, as in --limit Anna=5.")
    return value


def _count(text: str) -> int:
    """Return a whole number from 1 up; argparse names the option where it is none."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


# Each door imports what it needs when it is opened: "voicegames --help" must not wait for a speech engine.


def _open_table(args: argparse.Namespace) -> int:
    from voicegames.doors.table_door import open_table

    return open_table(_settings_of(args))


def _play(args: argparse.Namespace) -> int:
    from voicegames.doors.engines import Engine
    from voicegames.doors.play import MICROPHONE, Opening
    from voicegames.doors.table_door import Request, play_at_table
    from voicegames.players.robots import Strength

    given = args.names.encode("utf-8", "replace").decode("utf-8")
    names = tuple(name.strip() for name in given.split(",") if name.strip())
    limited = tuple(limit.rpartition("=")[0] for limit in args.limit if "=" in limit)
    limited += tuple(name for name in args.patient if name != "all")
    opening = Opening(_settings_of(args), Engine(args.engine), args.input or MICROPHONE, args.model)
    described = args.players is not None or bool(names) or args.robots > 0
    request = Request(
        args.players,
        names,
        args.robots,
        Strength(args.strength),
        args.seed,
        args.journal,
        args.resume,
        described,
        limited,
        args.game,
        tuple(args.variant),
    )
    return play_at_table(opening, request, args.screen, may_fall_back=args.input is None)


def _demo(args: argparse.Namespace) -> int:
    from voicegames.doors.table_door import run_demo

    seed = args.seed if args.seed is not None else random.SystemRandom().randrange(1_000_000)
    return run_demo(
        _settings_of(args),
        game=args.game,
        seed=seed,
        players=args.players,
        fast=args.fast,
        engine=args.engine,
        screen=args.screen,
        journal=args.journal,
        as_json=args.json,
    )


def _hear(args: argparse.Namespace) -> int:
    from voicegames.doors import hear
    from voicegames.doors.engines import Engine, language_of, open_recognizer
    from voicegames.table.games_at_table import game_at_table

    game = game_at_table(args.game)
    settings = _settings_of(args)
    language = language_of(settings)
    recognizer = open_recognizer(Engine(args.engine), language, settings, args.model)
    vocabulary = game.words(language)
    status = EXIT_DONE
    for path in args.files:
        try:
            utterances = list(hear.hear_file(path, recognizer, vocabulary, settings.hearing))
        except Failure as failure:
            print(failure.sentence, file=sys.stderr)
            status = EXIT_FAILED
            continue
        lines = [hear.as_json(path, recognizer.name, utterances)] if args.json else hear.as_lines(path, utterances)
        print("\n".join(lines), flush=True)
    return status


def _judge(args: argparse.Namespace) -> int:
    from voicegames.doors import judge
    from voicegames.doors.engines import Engine, language_of, open_recognizer

    settings = _settings_of(args)
    language = language_of(settings)
    cards = judge.parse_cards(args.cards)
    if not args.prompt_at >= 0:
        raise WrongUsage("prompt", "--prompt-at must be a time in seconds from the beginning of the recording.")
    recognizer = open_recognizer(Engine(args.engine), language, settings, args.model)
    judgement = judge.judge_file(args.file, cards, args.prompt_at, recognizer, language, settings)
    print(judgement.json() if args.json else judgement.line())
    return EXIT_DONE


def _check(args: argparse.Namespace) -> int:
    from voicegames.doors.check import check, print_findings

    if args.player is not None or args.profiles or args.forget:
        from voicegames.doors.voice_check import player_door

        return player_door(_settings_of(args), args.player, args.input, forget=args.forget, lists=args.profiles)
    return print_findings(check(_settings_of(args), args.seconds), as_json=args.json)


def _models(args: argparse.Namespace) -> int:
    from voicegames.doors.model_door import run

    return run(args.action, args.wanted, args.from_file)


def _print(args: argparse.Namespace) -> int:
    from voicegames.doors.print_door import PrintRequest, print_game

    language = _settings_of(args).language
    print_game(PrintRequest(args.game, args.paper, args.out, language, args.backs, args.replace))
    return EXIT_DONE


def _replay(args: argparse.Namespace) -> int:
    from voicegames.doors.journals import replay
    from voicegames.screen.terminal import TerminalScreen

    course, is_cut = replay(args.file, TerminalScreen())
    if is_cut:
        print("The last line of the journal was cut; everything before it is shown.", file=sys.stderr)
    if not course.is_over:
        print("The game is not over; voicegames play --journal FILE goes on with it.")
    return EXIT_DONE


def _stats(args: argparse.Namespace) -> int:
    from voicegames.doors.journals import figures
    from voicegames.table.games_at_table import Form

    print(figures(args.file, Form.JSON if args.json else Form.CSV if args.csv else Form.LINES))
    return EXIT_DONE


def _bench(args: argparse.Namespace) -> int:
    from voicegames.bench.voices import Split
    from voicegames.doors import bench

    if args.what == "rules":
        print(bench.rules_report(quick=args.quick, as_json=args.json))
        return EXIT_DONE
    request = bench.HearingRequest(
        engine=args.engine,
        split=Split(args.split),
        quick=args.quick,
        corpora=tuple(args.corpus),
        clips=args.clips,
        runs=args.runs,
        baseline_clips=0 if args.no_baseline else args.baseline_clips,
        minutes=args.minutes,
        people=args.people,
        processes=args.processes,
        as_json=args.json,
        write=args.write,
        against=args.against,
        profiles=args.profiles,
    )
    # A document tells of no one's folders.
    told = " ".join(Path(word).name if "/" in word and word != str(args.write) else word for word in sys.argv[1:])
    door = bench.bench_korean if args.korean else bench.bench_hearing
    return door(_settings_of(args), request, f"voicegames {told}")


if __name__ == "__main__":
    sys.exit(main())
