"""Games played at random, event by event, with mistakes, questions, crocodiles and rulings taken back."""

import random
from collections.abc import Callable

from voicegames.events import (
    CardFlipped,
    CrocodileRuled,
    Event,
    GameOver,
    Heard,
    Mistake,
    Prompted,
    Ruled,
    Said,
    SittingStarted,
    TakenBack,
    Verdict,
)
from voicegames.games.dodelido import Phase, deck
from voicegames.table.dodelido_course import DodelidoCourse


def play_at_random(
    rng: random.Random,
    players: int,
    moves: int,
    record: Callable[[Event], None],
    after: Callable[[DodelidoCourse], None] = lambda course: None,
) -> DodelidoCourse:
    """Play up to ``moves`` moves and record each event as a table would; ``after`` each one gets the game."""
    cards = [str(card) for card in deck()]
    rng.shuffle(cards)
    names = tuple(f"Player {number + 1}" for number in range(players))
    started = SittingStarted("dodelido", "test", 1, "en", names, (None,) * players, tuple(cards))
    course = DodelidoCourse(started)
    now_s = 0.0

    def tell(event: Event) -> None:
        course.follow(event)
        record(event)
        after(course)

    record(started)
    after(course)
    for _ in range(moves):
        now_s += rng.random()
        state = course.state
        if course.last_ruling is not None and rng.random() < 0.1:
            take_back(course, rng, now_s, tell)
        elif state.phase is Phase.FLIP:
            card = str(state.hands[state.turn][0])
            tell(CardFlipped(now_s, state.turn, card, state.next_pile))
        elif state.phase is Phase.CROCODILE:
            tell(CrocodileRuled(now_s, course.rulings, rng.randrange(players)))
        else:
            answer(course, rng, now_s, tell)
        if course.state.is_over:
            assert course.state.winner is not None
            tell(GameOver(now_s, course.state.winner))
            break
    return course


def answer(course: DodelidoCourse, rng: random.Random, now_s: float, tell: Callable[[Event], None]) -> None:
    """Prompt the player and rule on an answer by chance."""
    player, expected = course.state.turn, str(course.state.expected)
    tell(Prompted(now_s, player, 3.0))
    tell(Heard(now_s, player, expected, now_s, now_s, "test"))
    verdict = rng.choices(tuple(Verdict), (80, 12, 8))[0]
    mistake = rng.choice(tuple(Mistake)) if verdict is Verdict.MISTAKE else None
    reaction_s = None if mistake is Mistake.PAUSE else rng.random()
    tell(Ruled(now_s, course.rulings, player, verdict, mistake, expected, expected, reaction_s))
    tell(Said(now_s, "So it is."))


def take_back(course: DodelidoCourse, rng: random.Random, now_s: float, tell: Callable[[Event], None]) -> None:
    """Take the last ruling back, and mostly rule by the table instead."""
    last = course.last_ruling
    assert last is not None
    tell(TakenBack(now_s, last.number))
    if rng.random() < 0.2:
        return
    if isinstance(last, CrocodileRuled):
        tell(CrocodileRuled(now_s, course.rulings, rng.randrange(len(course.players)), by="table"))
        return
    was_right = last.verdict is Verdict.RIGHT
    verdict, mistake = (Verdict.MISTAKE, Mistake.WORD) if was_right else (Verdict.RIGHT, None)
    tell(Ruled(now_s, course.rulings, last.player, verdict, mistake, last.expected, last.heard, by="table"))


def course(seed: int) -> tuple[Event, ...]:
    """The events of one short game."""
    events: list[Event] = []
    play_at_random(random.Random(seed), 2 + seed % 3, 12, events.append)
    return tuple(events)


COURSES = tuple(course(seed) for seed in range(5))
