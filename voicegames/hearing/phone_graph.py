"""Viterbi decoding of phone emissions over a graph of chains between hubs (token passing; Young and others 1989).

A chain is a sequence of phones with blanks between them, as in connectionist temporal classification: a phone lasts
any number of frames, a blank may stand between two phones and must stand between two equal ones. A hub is a place
between chains where any number of blank frames may pass. Chains start from hubs and end in hubs, each at a cost; a
chain may also be left early, which is how a fragment of a word is heard.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from voicegames.hearing.phone_set import BLANK, Floats

_NEVER = np.float32(-1e30)
_Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Exit:
    """A chain may be left for ``hub`` after ``phones`` of its phones, at ``cost`` nats."""

    phones: int
    hub: int
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Chain:
    """A sequence of phones, with the hubs from which it starts (hub, cost) and the exits where it may end."""

    name: str
    phones: tuple[int, ...]
    entries: tuple[tuple[int, float], ...]
    exits: tuple[Exit, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """A chain on the best path: ``phones`` of its phones were heard, from frame ``start`` up to, not with, ``end``."""

    chain: int
    phones: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """What decoding leaves: for each hub the score of the best path that ends in it, and the way back."""

    scores: Floats
    """Log-likelihood of the best path that ends in each hub, in nats, shape (hubs,); -1e30 where there is none."""
    back: _Ints = field(repr=False)
    ends: _Ints = field(repr=False)

    def reaches(self, hub: int) -> bool:
        """Whether any path ends in the hub: none does where the sound is too short for its phones."""
        return bool(self.scores[hub] > _NEVER / 2)


class PhoneGraph:
    """Chains and hubs, compiled. Hub 0 is where every path starts.

    ``phone_bonus`` (nats) is added for each phone, without which short words win over long ones.
    """

    def __init__(self, chains: Sequence[Chain], hubs: int, phone_bonus: float) -> None:
        self.chains = tuple(chains)
        self.hubs = hubs
        labels: list[int] = []
        owner: list[int] = []
        place: list[int] = []
        skips: list[bool] = []
        firsts: list[int] = []
        exits: list[list[tuple[int, float]]] = [[] for _ in range(hubs)]
        for number, chain in enumerate(self.chains):
            start = len(labels)
            firsts.append(start)
            for index, phone in enumerate(chain.phones):
                if index:
                    labels.append(BLANK)
                    skips.append(False)
                labels.append(phone)
                skips.append(index > 0 and phone != chain.phones[index - 1])
            states = 2 * len(chain.phones) - 1
            owner += [number] * states
            place += [(index + 1) // 2 + 1 - (index % 2) for index in range(states)]
            for exit_ in chain.exits:
                exits[exit_.hub].append((start + 2 * (exit_.phones - 1), exit_.cost))
        self._states = len(labels)
        self._labels = np.array(labels + [BLANK] * hubs)
        self._owner = np.array(owner)
        self._place = np.array(place)
        self._hub_states = np.arange(self._states, self._states + hubs)
        inner = np.ones(self._states, bool)
        inner[firsts] = False
        bonus = np.where(self._labels[: self._states] != BLANK, np.float32(phone_bonus), np.float32(0))
        self._step = np.where(inner, bonus, _NEVER).astype(np.float32)[1:]
        self._skip = np.where(skips, bonus, _NEVER).astype(np.float32)[2:]
        self._firsts = np.array(firsts)
        self._first_labels = self._labels[self._firsts]
        widest = max(len(chain.entries) for chain in self.chains)
        self._entry_hubs = np.zeros((widest, len(firsts)), np.int64)
        self._entry_gain = np.full((widest, len(firsts)), _NEVER, np.float32)
        for number, chain in enumerate(self.chains):
            for row, (hub, cost) in enumerate(chain.entries):
                self._entry_hubs[row, number] = hub
                self._entry_gain[row, number] = phone_bonus - cost
        self._exit_states, self._exit_gain = _padded(exits)
        self._exit_labels = self._labels[self._exit_states]

    @property
    def states(self) -> int:
        """How many states the graph has, hubs included."""
        return self._states + self.hubs

    def decode(self, emissions: Floats) -> Lattice:
        """Find the best path into every hub for emissions of shape (frames, symbols + 1)."""
        count, hubs = self._states, self.hubs
        frames = len(emissions)
        observed = emissions[:, self._labels]
        score = np.full(count + hubs, _NEVER, np.float32)
        score[count] = 0
        back = np.empty((frames, count + hubs), np.int64)
        own = np.arange(count + hubs)
        rows = np.arange(hubs)
        for frame in range(frames):
            inner, hub = score[:count], score[count:]
            new, way = score.copy(), own.copy()
            _improve(new[1:count], way[1:count], inner[:-1] + self._step, own[: count - 1])
            _improve(new[2:count], way[2:count], inner[:-2] + self._skip, own[: max(0, count - 2)])
            first, first_from, first_label, second, second_from = self._left(score, rows)
            entered, entered_from = new[self._firsts], way[self._firsts]
            for hub_of, gain in zip(self._entry_hubs, self._entry_gain, strict=True):
                same = first_label[hub_of] == self._first_labels
                fresh = np.where(same, second[hub_of], first[hub_of])
                fresh_from = np.where(same, second_from[hub_of], first_from[hub_of])
                waited = hub[hub_of]
                better = fresh > waited
                _improve(
                    entered,
                    entered_from,
                    np.where(better, fresh, waited) + gain,
                    np.where(better, fresh_from, count + hub_of),
                )
            new[self._firsts], way[self._firsts] = entered, entered_from
            _improve(new[count:], way[count:], first, first_from)
            score = np.maximum(new + observed[frame], _NEVER)
            back[frame] = way
        first, first_from, *_ = self._left(score, rows)
        ended = first > score[count:]
        return Lattice(np.where(ended, first, score[count:]), back, np.where(ended, first_from, self._hub_states))

    def path(self, lattice: Lattice, hub: int) -> tuple[Passed, ...]:
        """Return the chains of the best path that ends in ``hub``, in the order of time."""
        passed: list[Passed] = []
        state = int(lattice.ends[hub])
        end = phones = 0
        last = len(lattice.back) - 1
        for frame in range(last, -1, -1):
            before = int(lattice.back[frame, state])
            if state < self._states:
                if not phones:
                    end, phones = frame + 1, int(self._place[state])
                entered = self._step[state - 1] <= _NEVER / 2 if state else True
                if entered and before != state:
                    passed.append(Passed(int(self._owner[state]), phones, frame, end))
                    phones = 0
            state = before
        return tuple(reversed(passed))

    def cost(self, passed: Sequence[Passed], hub: int) -> float:
        """Return the costs of the cheapest way through these chains that ends in ``hub``, in nats."""
        costs = {0: 0.0}
        for step in passed:
            chain = self.chains[step.chain]
            reached: dict[int, float] = {}
            for before, entry in chain.entries:
                for exit_ in chain.exits:
                    if before in costs and exit_.phones == step.phones:
                        cost = costs[before] + entry + exit_.cost
                        reached[exit_.hub] = min(cost, reached.get(exit_.hub, cost))
            costs = reached
        return costs[hub]

    def _left(self, score: Floats, rows: _Ints) -> tuple[Floats, _Ints, _Ints, Floats, _Ints]:
        """For each hub the best exit into it, its label, and the best exit of another label (CTC's rule for equals)."""
        leaving = score[self._exit_states] + self._exit_gain
        best = leaving.argmax(1)
        first, label = leaving[rows, best], self._exit_labels[rows, best]
        other = np.where(self._exit_labels == label[:, None], _NEVER, leaving)
        next_best = other.argmax(1)
        return (
            first,
            self._exit_states[rows, best],
            label,
            other[rows, next_best],
            self._exit_states[rows, next_best],
        )


def _improve(score: Floats, way: _Ints, offered: Floats, offered_from: _Ints) -> None:
    better = offered > score
    np.copyto(score, offered, where=better)
    np.copyto(way, offered_from, where=better)


def _padded(exits: Sequence[Sequence[tuple[int, float]]]) -> tuple[_Ints, Floats]:
    """Exits of each hub as rectangles of states and gains; the padding can't be taken."""
    widest = max(1, max(len(row) for row in exits))
    states = np.zeros((len(exits), widest), np.int64)
    gains = np.full((len(exits), widest), _NEVER, np.float32)
    for hub, row in enumerate(exits):
        for column, (state, cost) in enumerate(row):
            states[hub, column] = state
            gains[hub, column] = -cost
    return states, gains


def free_score(emissions: Floats) -> float:
    """Return the log-likelihood of the freest explanation, in nats: in every frame the best phone or blank.

    It is the free phone loop whose penalty for a phone equals the phone bonus.
    """
    return float(emissions.max(1).sum())
