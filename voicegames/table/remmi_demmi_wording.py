"""The sentences of a game of Remmi Demmi in the language of the table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from voicegames.games.remmi_demmi import Offence, RulesError, State
from voicegames.games.remmi_demmi_hands import COPIES, KINDS, hand_size, removed_copies
from voicegames.games.remmi_demmi_score import point_men
from voicegames.language import Language
from voicegames.remmi_demmi_events import (
    Claimed,
    Fouled,
    GaveBack,
    RemmiChecked,
    RemmiDemmiMove,
    SignGiven,
    TimerStarted,
    Traded,
)

_ERRORS = {
    "too-early": "rd_too_early",
    "too-late": "rd_too_late",
    "laid-down": "rd_laid_down",
    "not-frantic": "rd_not_frantic",
    "again": "rd_given_already",
    "not-now": "rd_not_early",
    "real-cards": "rd_own_cards",
}


@dataclass(frozen=True, slots=True)
class RemmiDemmiWording:
    """Makes sentences; ``players`` are the names."""

    language: Language
    players: tuple[str, ...]

    def preparation(self, players: int) -> str:
        """Return which cards to take out, and which point men to lay out."""
        each = removed_copies(players)
        take_out = self._say("rd_take_out", each=each, all=each * len(KINDS)) if each else self._say("rd_take_out_none")
        assert each < COPIES
        men = ", ".join(str(man) for man in point_men(players))
        return f"{take_out} {self._say('rd_men', men=men)}"

    def deal(self, state: State) -> str:
        """Return who deals how many cards, and what the dealer says then."""
        dealer, count = self.players[state.dealer], hand_size(state.players)
        key = "rd_deal" if state.real_cards else "rd_dealt"
        deal = self._say(key, round=state.round, dealer=dealer, count=count)
        return f"{deal} {self.next_call(state)}"

    def next_call(self, state: State) -> str:
        """Return what the dealer is to say."""
        dealer = self.players[state.dealer]
        key = "rd_face_down" if state.frantic and state.phase == "face down" else "rd_start"
        return self._say(key, dealer=dealer)

    def points(self, count: int) -> str:
        """Return "4 points", "one point", "minus 5 points"."""
        if count == 0:
            return self._say("rd_points_none")
        if abs(count) == 1:
            return self._say("rd_points_one" if count > 0 else "rd_points_minus_one")
        return self._say("rd_points_many" if count > 0 else "rd_points_minus", count=abs(count))

    def round_points(self, state: State) -> str:
        """Return the points of the round, of those who have any."""
        gained = [(player, points) for player, points in enumerate(state.points) if points]
        told = self._listed(gained) if gained else self._say("rd_nothing_won")
        return self._say("rd_round_points", round=state.round, points=told)

    def standing(self, state: State) -> str:
        """Return everybody's points, most first."""
        ranked = sorted(enumerate(state.scores), key=lambda pair: -pair[1])
        return self._say("rd_standing", points=self._listed(ranked))

    def tie(self, state: State) -> str:
        """Return who lead together after the last round."""
        most = max(state.scores)
        leaders = [name for name, score in zip(self.players, state.scores, strict=True) if score == most]
        return self._say("rd_tie", names=", ".join(leaders))

    def winner(self, state: State) -> str:
        """Return who has won, with how many points."""
        assert state.winner is not None
        return self._say("rd_winner", name=self.players[state.winner], points=self.points(max(state.scores)))

    def foul(self, player: int, offence: Offence) -> str:
        """Return what costs the player a point."""
        key = "rd_looked_early" if offence is Offence.LOOKED_EARLY else "rd_traded_early"
        return self._say(key, name=self.players[player])

    def taken_back(self, move: RemmiDemmiMove, grace_s: float) -> str:
        """Return what was taken back."""
        match move:
            case Claimed():
                return self._say("rd_back_claim", name=self.players[move.player])
            case RemmiChecked():
                return self._say("rd_back_check", name=self.players[move.player])
            case TimerStarted():
                return self._say("rd_back_start")
            case SignGiven():
                return self._say("rd_back_sign")
            case Fouled():
                return self._say("rd_back_foul", name=self.players[move.player])
            case Traded():
                return self._say("rd_back_trade", name=self.players[move.first], other=self.players[move.second])
            case GaveBack():
                return self._say("rd_back_trade", name=self.players[move.player], other=self.players[move.giver])
            case _:
                return self._say("rd_back_time", seconds=f"{grace_s:g}")

    def error(self, error: RulesError, player: int) -> str:
        """Return the sentence of a rules error that ``player`` has met, in the language of the table."""
        if error.code == "player":
            return self._say("rd_no_player", number=player + 1, last=len(self.players))
        key = _ERRORS.get(error.code)
        name = self.players[player] if 0 <= player < len(self.players) else ""
        return error.sentence if key is None else self.language.sentences[key].format(name=name)

    def _listed(self, points: Iterable[tuple[int, int]]) -> str:
        of = (
            self._say("rd_points_of", name=self.players[player], points=self.points(count)) for player, count in points
        )
        return ", ".join(of)

    def _say(self, key: str, **values: object) -> str:
        return self.language.say(key, **values)


def names_of(players: Sequence[str]) -> str:
    """Return all names in order."""
    return ", ".join(players)
