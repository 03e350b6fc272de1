"""The transcripts of whole games: right in the eyes of somebody who only reads them.

That the rules still play the same games is tested with Dodelido's, for all transcripts at once.
"""

import re
from collections import Counter
from pathlib import Path

import pytest
from remmi_demmi_oracle import CARDS, a_demmi, a_remmi, round_points

FILES = sorted((Path(__file__).parents[2] / "tests" / "playthroughs").glob("remmi-demmi-*.txt"))
ORDER = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida")
COPIES = {4: 5, 5: 5, 6: 7, 7: 7, 8: 9, 9: 9}
CARD_LIST = r"(?:\d+ \w+ \w+(?: \+ )?)+"
DEALS = re.compile(r"Round (\d+): (\w+) deals\.")
HOLDS = re.compile(rf"   (\w+) holds ({CARD_LIST})\.")
EARLY = re.compile(r"   (\w+) (looked|traded) early\.")
STARTS = re.compile(r"   The dealer says (snail: 120|lightning: 70) seconds\.")
TRADE = re.compile(rf" +\d+\. (\w+) gives (\w+) ({CARD_LIST}) for ({CARD_LIST})\.")
NO_TRADE = re.compile(r" +\d+\. \w+ and \w+ find nothing to trade\.")
BACK = re.compile(r"      (\w+) gives it back to (\w+), for it is no Demmi\.")
CLAIM = re.compile(r"      (\w+) makes Remmi-Demmi and takes the (\d)\.")
SHOWS = re.compile(rf"   (\w+) shows ({CARD_LIST}): (a|no) Remmi\.")
POINTS = re.compile(r"   (Points|Scores): (.+)\.")
OTHER = {"   The dealer gives the sign.", "   All point men are taken.", "   Time is up."}


def read(text: str) -> Counter[str]:
    parts = (part.partition(" ") for part in text.split(" + "))
    return Counter({name: int(count) for count, _, name in parts})


class Reader:
    """Follows one game with names, counts and the second opinion, and nothing else."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.scores = dict.fromkeys(names, 0)
        self.rounds = self.given_back = self.kept = self.timed_out = self.looked = self.traded_early = 0
        self.most_invalid = 0
        self.tie_rounds = 0
        self.hands: dict[str, Counter[str]] = {}

    def begin(self, number: str, dealer: str) -> None:
        leaders = [name for name in self.names if self.scores[name] == max(self.scores.values())]
        assert self.rounds < 7 or len(leaders) > 1
        self.tie_rounds += self.rounds >= 7
        assert int(number) == self.rounds + 1
        assert dealer == self.names[self.rounds % len(self.names)]
        self.rounds += 1
        self.hands = {}
        self.claims: list[tuple[str, int]] = []
        self.verdicts: list[tuple[str, bool]] = []
        self.minus: Counter[str] = Counter()
        self.started = self.ended = self.signed = False
        self.last: tuple[str, str, Counter[str], Counter[str]] | None = None

    def start(self) -> None:
        size = 10 if len(self.names) == 4 else 9
        assert list(self.hands) == self.names
        assert all(sum(hand.values()) == size for hand in self.hands.values())
        held = sum(self.hands.values(), Counter())
        assert set(held) <= set(CARDS)
        assert max(held.values()) <= COPIES[len(self.names)]
        self.held = held
        self.started = True

    def trade(self, giver: str, taker: str, gives: Counter[str], gets: Counter[str]) -> None:
        assert self.started
        assert not self.ended
        assert not {giver, taker} & {name for name, _ in self.claims}
        assert giver != taker
        assert sum(gives.values()) == sum(gets.values()) > 0
        assert gives <= self.hands[giver]
        assert gets <= self.hands[taker]
        self.hands[giver] = self.hands[giver] - gives + gets
        self.hands[taker] = self.hands[taker] - gets + gives
        assert sum(self.hands.values(), Counter()) == self.held
        self.last = (giver, taker, gives, gets)
        self.kept += not a_demmi(list(gives.elements()))

    def give_back(self, taker: str, giver: str) -> None:
        assert self.last
        assert self.last[:2] == (giver, taker)
        _, _, gives, gets = self.last
        assert not a_demmi(list(gives.elements()))
        self.trade(giver, taker, gets, gives)
        self.given_back += 1

    def claim(self, name: str, man: str) -> None:
        assert self.started
        assert not self.ended
        assert name not in dict(self.claims)
        men = [4, 3] if len(self.names) == 4 else [4, 3, 2]
        assert int(man) == men[len(self.claims)]
        self.claims.append((name, int(man)))
        self.ended = len(self.claims) == len(men)

    def show(self, name: str, cards: Counter[str], verdict: str) -> None:
        assert self.ended
        assert name == self.claims[len(self.verdicts)][0]
        hand = self.hands[name]
        if verdict == "a":
            assert cards <= hand
            assert a_remmi(cards.elements())
        else:
            assert cards == hand
            assert not any(a_remmi((hand - Counter([out])).elements()) for out in hand)
            assert not a_remmi(hand.elements())
        self.verdicts.append((name, verdict == "a"))

    def points(self, points: dict[str, int]) -> None:
        assert [name for name, _ in self.verdicts] == [name for name, _ in self.claims]
        expected = round_points(self.verdicts, len(self.names))
        assert points == {name: expected.get(name, 0) - self.minus[name] for name in self.names}
        self.scores = {name: self.scores[name] + points[name] for name in self.names}
        self.most_invalid = max(self.most_invalid, sum(not valid for _, valid in self.verdicts))

    def read(self, line: str) -> None:
        if found := DEALS.fullmatch(line):
            self.begin(*found.groups())
        elif found := HOLDS.fullmatch(line):
            self.hands[found[1]] = read(found[2])
        elif found := EARLY.fullmatch(line):
            assert not self.started
            assert self.signed == (found[2] == "traded")
            self.minus[found[1]] += 1
            self.looked += found[2] == "looked"
            self.traded_early += found[2] == "traded"
        elif STARTS.fullmatch(line):
            self.start()
        elif found := TRADE.fullmatch(line):
            self.trade(found[1], found[2], read(found[3]), read(found[4]))
        elif found := BACK.fullmatch(line):
            self.give_back(*found.groups())
        elif found := CLAIM.fullmatch(line):
            self.claim(*found.groups())
        elif found := SHOWS.fullmatch(line):
            self.show(found[1], read(found[2]), found[3])
        elif found := POINTS.fullmatch(line):
            counted = (part.split(" ") for part in found[2].split(", "))
            points = {name: int(count) for name, count in counted}
            if found[1] == "Points":
                self.points(points)
            else:
                assert points == self.scores
        else:
            assert line in OTHER or NO_TRADE.fullmatch(line), line
            self.signed |= "sign" in line
            if line == "   Time is up.":
                assert not self.ended
                self.ended = True
                self.timed_out += 1
            assert line != "   All point men are taken." or self.ended


def read_through(path: Path) -> Reader:
    first, second, *lines, last = path.read_text(encoding="utf-8").splitlines()
    names = re.findall(r"[A-Z]\w+", first.partition(":")[2])
    assert tuple(names) == ORDER[: len(names)]
    size = 10 if len(names) == 4 else 9
    aside = 9 * COPIES[len(names)] - size * len(names)
    assert second == f"{size} cards for each, and {aside or 'none'} aside."
    reader = Reader(names)
    for number, line in enumerate(lines, 3):
        try:
            if line:
                reader.read(line)
        except (AssertionError, IndexError, KeyError) as error:
            raise AssertionError(f"{path.name}:{number}: {line}") from error
    winner = max(names, key=reader.scores.__getitem__)
    assert list(reader.scores.values()).count(reader.scores[winner]) == 1
    assert last == f"{winner} wins after {reader.rounds} rounds."
    assert reader.rounds >= 7
    return reader


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_reader_finds_every_trade_ruling_and_point_right(path: Path) -> None:
    reader = read_through(path)
    assert reader.kept > reader.given_back > 0


def test_together_the_games_show_what_is_rare() -> None:
    readers = {len(reader.names): reader for reader in map(read_through, FILES)}
    assert sorted(readers) == [4, 5, 7, 9]
    assert all(reader.most_invalid >= 2 for reader in readers.values())
    assert readers[7].most_invalid == 3
    assert [readers[players].tie_rounds for players in (4, 5, 7, 9)] == [2, 1, 0, 1]
    assert sum(reader.timed_out for reader in readers.values()) >= 2
    assert readers[5].looked >= 1
    assert readers[5].traded_early >= 1
