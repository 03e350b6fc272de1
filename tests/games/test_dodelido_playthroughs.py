"""The transcripts of whole games: unchanged, and right in the eyes of somebody who only reads them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from dodelido_oracle import second_opinion

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "playthroughs").glob("dodelido-*.txt"))
FLIP = re.compile(r" +\d+\. (?P<name>\w+) +(?P<table>.+ \| .+ \| [ *].{15}) (?P<ruling>\S.*)")
MISTAKE = re.compile(r'(?P<said>.+) Mistake, .+: it is "(?P<right>.+)"\. (?P<name>\w+) takes (?P<count>\d+) cards?\.')
CROCODILE = re.compile(r"\(bang!\) (?P<name>\w+) is the slowest and takes (?P<count>\d+) cards?\.")
IN_HAND = re.compile(r"(\w+) (\d+)(?=[,.])")


def test_the_rules_still_play_the_same_games() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "playthroughs"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert len(FILES) == 3


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_reader_finds_every_ruling_and_every_count_right(path: Path) -> None:
    """Play along with nothing but the names of the cards and a count of each hand."""
    hands: dict[str, int] = {}
    turn = laid = mistakes = crocodiles = 0
    lines = path.read_text(encoding="utf-8").splitlines()
    for line in lines:
        if counted := IN_HAND.findall(line.partition("In hand: ")[2]):
            counts = {name: int(count) for name, count in counted}
            assert hands in ({}, counts), line
            hands = counts
        flip = FLIP.fullmatch(line)
        if flip is None:
            continue
        order = list(hands)
        assert flip["name"] == order[turn], line
        hands[flip["name"]] -= 1
        laid += 1
        places = [place.strip() for place in flip["table"].split("|")]
        assert [place.startswith("*") for place in places] == [pile == (laid - 1) % 3 for pile in range(3)], line
        names = [None if place == "-" else place.lstrip("*") for place in places]
        if "crocodile" in names:
            crocodiles += 1
            taken = CROCODILE.fullmatch(flip["ruling"])
            assert taken, line
        elif flip["ruling"] == f'"{second_opinion(names, laid == 1)}"':
            turn = (turn + 1) % len(order)
            continue
        else:
            mistakes += 1
            taken = MISTAKE.fullmatch(flip["ruling"])
            assert taken, line
            assert taken["right"] == second_opinion(names, laid == 1), line
            assert taken["said"] != f'"{taken["right"]}"', line
            assert taken["name"] == flip["name"], line
        assert int(taken["count"]) == laid, line
        hands[taken["name"]] += laid
        turn = order.index(taken["name"])
        laid = 0
    assert mistakes > 2
    assert crocodiles > 2
    winner = re.match(r"(\w+) has played all cards and wins", lines[-1])
    assert winner
    assert [name for name, count in hands.items() if count == 0] == [winner[1]]
