"""Robots: how often they err and how fast they are is what the settings say, and a mistake is really one."""

import math
import random
import statistics
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voicegames.events import Mistake, Verdict
from voicegames.games.dodelido import CROCODILE, deck, right_answer
from voicegames.hearing.typed import typed_utterance
from voicegames.language import load_language
from voicegames.players.robots import MOST_OHS, STUTTERS, Intent, Plan, Robot, Strength
from voicegames.settings import RefereeSettings, RobotSettings, Settings
from voicegames.table.phrases import Phrases
from voicegames.table.referee import Referee
from voicegames.table.seats import typed_text

PLANS = 6000
EN = load_language("en")
ANSWERS = Phrases(EN, 6).answer

answers = st.lists(st.sampled_from([card for card in deck() if card != CROCODILE]), min_size=1, max_size=3).map(
    lambda cards: right_answer(cards, len(cards) == 1).words
)
ALWAYS = {
    Intent.WORD: RobotSettings(0.9, 0.25, 1.0, 0.0, 0.0, 0.0),
    Intent.STUTTER: RobotSettings(0.9, 0.25, 0.0, 1.0, 0.0, 0.0),
    Intent.OH: RobotSettings(0.9, 0.25, 0.0, 0.0, 1.0, 0.0),
    Intent.PAUSE: RobotSettings(0.9, 0.25, 0.0, 0.0, 0.0, 1.0),
    Intent.RIGHT: RobotSettings(0.9, 0.25, 0.0, 0.0, 0.0, 0.0),
}


def plans(robot: RobotSettings, expected: tuple[str, ...] = ("oh", "penguin"), count: int = PLANS) -> list[Plan]:
    planning = Robot(robot, random.Random(7))
    return [planning.plan(expected, 3.0) for _ in range(count)]


@pytest.mark.parametrize("strength", Strength)
def test_errors_are_as_often_as_the_settings_say(strength: Strength) -> None:
    robot = strength.settings(Settings())
    counts = Counter(plan.intent for plan in plans(robot))
    rates = {
        Intent.WORD: robot.wrong_word_rate,
        Intent.STUTTER: robot.stutter_rate,
        Intent.OH: robot.oh_rate,
        Intent.PAUSE: robot.pause_rate,
    }
    for intent, rate in rates.items():
        # Four standard deviations of a binomial count: one run in 16,000 would lie outside by chance.
        spread = 4 * math.sqrt(PLANS * rate * (1 - rate))
        assert abs(counts[intent] - PLANS * rate) <= spread, intent


@pytest.mark.parametrize("strength", Strength)
def test_reaction_times_are_as_the_settings_say(strength: Strength) -> None:
    robot = strength.settings(Settings())
    planning = Robot(robot, random.Random(3))
    times = [planning.reaction_s() for _ in range(PLANS)]
    assert min(times) > 0
    assert statistics.median(times) == pytest.approx(robot.reaction_s, rel=0.03)
    assert statistics.stdev(map(math.log, times)) == pytest.approx(robot.reaction_spread, rel=0.06)


def test_the_stronger_the_faster_and_the_surer() -> None:
    easy, middle, hard = (strength.settings(Settings()) for strength in Strength)

    def errors(robot: RobotSettings) -> float:
        return robot.wrong_word_rate + robot.stutter_rate + robot.oh_rate + robot.pause_rate

    assert easy.reaction_s > middle.reaction_s > hard.reaction_s
    assert errors(easy) > errors(middle) > errors(hard)


def test_the_family_s_settings_are_the_robots() -> None:
    own = Settings(easy_robot=RobotSettings(0.1), middle_robot=RobotSettings(0.2), hard_robot=RobotSettings(0.3))
    assert [strength.settings(own).reaction_s for strength in Strength] == [0.1, 0.2, 0.3]


@settings(max_examples=60)
@given(answers, st.integers(0, 1000), st.sampled_from(Intent), st.sampled_from([0.8, 3.0, 6.0]))
def test_a_plan_earns_what_it_sets_out_to(expected: tuple[str, ...], seed: int, intent: Intent, limit_s: float) -> None:
    plan = Robot(ALWAYS[intent], random.Random(seed)).plan(expected, limit_s)
    assert plan.intent is intent
    ohs = plan.meanings.count("oh")
    assert plan.meanings[:-1] == ("oh",) * ohs
    assert ohs <= MOST_OHS
    assert (plan.reaction_s > limit_s) == (intent is Intent.PAUSE)
    assert plan.reaction_s > 0
    match intent:
        case Intent.WORD:
            assert plan.meanings[-1] != expected[-1]
            assert plan.meanings[:-1] == expected[:-1]
        case Intent.OH:
            assert plan.meanings[-1] == expected[-1]
            assert abs(ohs - (len(expected) - 1)) == 1
        case _:
            assert plan.meanings == expected
    assert (plan.disfluency in STUTTERS) == (intent is Intent.STUTTER)


@settings(max_examples=100)
@given(answers, st.integers(0, 1000), st.sampled_from([i for i in Intent if i is not Intent.PAUSE]))
def test_a_robot_at_the_table_is_ruled_as_it_meant(expected: tuple[str, ...], seed: int, intent: Intent) -> None:
    plan = Robot(ALWAYS[intent], random.Random(seed)).plan(expected, 3.0)
    utterance = typed_utterance(typed_text(plan, EN), ANSWERS, 1.0, 2.0)
    decision = Referee(EN, RefereeSettings()).rule([utterance], expected)
    wanted = None if intent is Intent.RIGHT else Mistake(intent.value)
    assert (decision.verdict, decision.mistake) == (Verdict.RIGHT if wanted is None else Verdict.MISTAKE, wanted)


def test_every_stutter_and_every_wrong_word_comes() -> None:
    assert {plan.disfluency for plan in plans(ALWAYS[Intent.STUTTER], count=200)} == set(STUTTERS)
    assert len({plan.meanings[-1] for plan in plans(ALWAYS[Intent.WORD], count=500)}) == 11


def test_a_seed_repeats_a_robot() -> None:
    assert plans(RobotSettings(), count=50) == plans(RobotSettings(), count=50)
