"""The command line: parses what is asked, opens the door, and turns every failure into one sentence."""

import argparse
import dataclasses
import io
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from voicegames.command_options import build_parser
from voicegames.errors import Failure, WrongUsage
from voicegames.language import available
from voicegames.leaving import leave_at_first_interrupt
from voicegames.settings import Settings, load_settings

EXIT_DONE, EXIT_FAILED, EXIT_USAGE, EXIT_INTERRUPTED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status: 0 done, 1 can't be done, 2 wrong usage, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a letter shows another one instead of a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    args = build_parser().parse_args(argv)
    if argv is None:
        leave_at_first_interrupt()
    try:
        return DOORS[args.door](args)
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


def _settings_of(args: argparse.Namespace) -> Settings:
    """Return the family's settings with what the command line changes."""
    if getattr(args, "model", None) is not None and args.engine in ("phones", "typed"):
        raise WrongUsage("model", f"--engine {args.engine} uses no model; leave out --model, or --engine.")
    settings = load_settings(args.settings)
    if args.language is not None:
        if args.language not in available():
            raise WrongUsage(
                "language", f"There is no language {args.language!r}; choose one of {', '.join(available())}."
            )
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


def _limit_s(limit: str, seconds: str) -> float:
    try:
        value = float(seconds)
    except ValueError:
        value = 0.0
    if not 0.5 <= value <= 60:
        raise WrongUsage("limit", f"--limit {limit} is no time: give 0.5 to 60 seconds, as in --limit Anna=5.")
    return value


def _limited(args: argparse.Namespace) -> tuple[str, ...]:
    """Return the names of those who were given a time of their own, or patience."""
    named = [limit.rpartition("=")[0] for limit in args.limit if "=" in limit]
    return (*named, *(name for name in args.patient if name != "all"))


def _warn(sentence: str) -> None:
    print(sentence, file=sys.stderr)


# Each door imports what it needs when it is opened: "voicegames --help" must not wait for a speech engine.


def _open_table(args: argparse.Namespace) -> int:
    from voicegames.doors.table_door import open_table

    return open_table(_settings_of(args))


def _play(args: argparse.Namespace) -> int:
    from voicegames.doors.engines import Engine
    from voicegames.doors.old_game import Described
    from voicegames.doors.play import MICROPHONE, Opening
    from voicegames.doors.table_door import Request, play_at_table
    from voicegames.players.robots import Strength

    given = args.names.encode("utf-8", "replace").decode("utf-8")
    names = tuple(name.strip() for name in given.split(",") if name.strip())
    if args.engine == Engine.TYPED and args.input not in (None, MICROPHONE):
        raise WrongUsage("input", "With --engine typed nothing is heard; leave out --input, or --engine.")
    opening = Opening(_settings_of(args), Engine(args.engine), args.input or MICROPHONE, args.model)
    described = Described(
        game=args.game,
        players=args.players,
        names=names,
        robots=args.robots,
        strength=None if args.strength is None else Strength(args.strength),
        seed=args.seed,
        language=args.language,
        variants=tuple(args.variant),
    )
    request = Request(described, args.journal, args.resume, _limited(args))
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
        limited=_limited(args),
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
            utterances = list(hear.hear_file(path, recognizer, vocabulary, settings.hearing, _warn))
        except Failure as failure:
            print(failure.sentence, file=sys.stderr)
            status = EXIT_FAILED
            continue
        if args.json:
            print(hear.as_json(path, recognizer.name, utterances, settings.referee), flush=True)
        else:
            print("\n".join(hear.as_lines(path, utterances, settings.referee)), flush=True)
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
    judgement = judge.judge_file(args.file, cards, args.prompt_at, recognizer, language, settings, _warn)
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


DOORS: dict[str, Callable[[argparse.Namespace], int]] = {
    "bench": _bench,
    "check": _check,
    "demo": _demo,
    "hear": _hear,
    "judge": _judge,
    "models": _models,
    "open_table": _open_table,
    "play": _play,
    "print": _print,
    "replay": _replay,
    "stats": _stats,
}


if __name__ == "__main__":
    sys.exit(main())
