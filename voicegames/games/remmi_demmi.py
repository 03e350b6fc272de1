"""The rules of Remmi Demmi: deal, trades, claims, checking, and the course of a game as immutable states.

The facts come from the rule book; cards and hands are in ``remmi_demmi_hands``, points in ``remmi_demmi_score``.
There is no clock here: ``Speed`` says how long a round lasts, and that its time is up comes as a move. Where the rule
book is silent, these hold:

- Player 0 deals first, and the deal passes clockwise, in tie rounds too. In tie rounds everybody plays.
- All cards in the game are shuffled for every round, those put aside in the round before too. They are dealt one by
  one, clockwise, from the dealer's left.
- An invalid Demmi can be given back while the round goes on, both still hold cards of the kinds they got, and neither
  has made Remmi-Demmi since. Giving one costs nothing.
- Who has made Remmi-Demmi trades no more and can't claim again.
- Of ten cards the one put aside is chosen for the player: any nine that are a Remmi will do.

Players are numbered from 0 in clockwise order. Every move returns a new state and leaves the old one as it was: to take
a move back, go on from the earlier state. A game can also be played with cards that the rules never see
(``with_real_cards``): then nobody tells it of trades, and the players judge the Remmis.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from voicegames.games.errors import RulesError as RulesError
from voicegames.games.remmi_demmi_hands import (
    Card,
    Trade,
    check_players,
    hand_size,
    holds,
    in_order,
    remmi_in,
    shuffled,
)
from voicegames.games.remmi_demmi_hands import deck as full_deck
from voicegames.games.remmi_demmi_score import Claim as Claim
from voicegames.games.remmi_demmi_score import Foul as Foul
from voicegames.games.remmi_demmi_score import Offence as Offence
from voicegames.games.remmi_demmi_score import point_men, points_of_claims, points_of_fouls, sole_leader
from voicegames.games.remmi_demmi_view import Move as Move
from voicegames.games.remmi_demmi_view import Phase as Phase
from voicegames.games.remmi_demmi_view import Speed as Speed
from voicegames.games.remmi_demmi_view import View as View

ROUNDS = 7
"""How many rounds are played before anybody can win."""


@dataclass(frozen=True, slots=True)
class State:
    """A moment of the game.

    ``hands`` holds each player's cards, in the order of the kinds, and ``aside`` the cards that were not dealt; with
    ``real_cards`` both are empty. ``invalid_trades`` are those of this round in which an invalid Demmi was given and
    not given back; ``past`` holds everybody's points of each round before this one.
    """

    hands: tuple[tuple[Card, ...], ...]
    aside: tuple[Card, ...]
    dealer: int
    phase: Phase
    frantic: bool = False
    real_cards: bool = False
    speed: Speed | None = None
    invalid_trades: tuple[Trade, ...] = ()
    claims: tuple[Claim, ...] = ()
    fouls: tuple[Foul, ...] = ()
    past: tuple[tuple[int, ...], ...] = ()

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def round(self) -> int:
        """The number of this round, the first is 1."""
        return len(self.past) + 1

    @property
    def men_left(self) -> tuple[int, ...]:
        """The point men that nobody has taken, the next one first."""
        return point_men(self.players)[len(self.claims) :]

    @property
    def unchecked(self) -> tuple[int, ...]:
        """The claimants whose cards nobody has checked, in the order of their claims."""
        return tuple(claim.player for claim in self.claims if claim.remmi is None)

    @property
    def points(self) -> tuple[int, ...]:
        """Everybody's points of this round: minus points at once, those for claims when all are checked."""
        points = points_of_fouls(self.fouls, self.players)
        if self.phase not in (Phase.SCORED, Phase.OVER):
            return points
        of_claims = points_of_claims(self.claims, self.players)
        return tuple(sum(both) for both in zip(points, of_claims, strict=True))

    @property
    def sheet(self) -> tuple[tuple[int, ...], ...]:
        """Everybody's points of each round up to this one."""
        return (*self.past, self.points)

    @property
    def scores(self) -> tuple[int, ...]:
        """Everybody's points of all rounds together."""
        return tuple(map(sum, zip(*self.sheet, strict=True)))

    @property
    def legal(self) -> tuple[Move, ...]:
        """The kinds of moves that are possible now."""
        match self.phase:
            case Phase.FACE_DOWN:
                return (Move.FOUL, Move.SIGN)
            case Phase.LOOK:
                return (Move.FOUL, Move.START) if self.frantic else (Move.START,)
            case Phase.TRADE:
                trades = () if self.real_cards else (Move.TRADE,)
                return (*trades, *((Move.GIVE_BACK,) if self.invalid_trades else ()), Move.CLAIM, Move.TIME_UP)
            case Phase.CHECK:
                return (Move.JUDGE,) if self.real_cards else (Move.SHOW,)
            case Phase.SCORED:
                return (Move.NEXT_ROUND,)
            case Phase.OVER:
                return ()

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.phase is Phase.OVER

    @property
    def winner(self) -> int | None:
        """The player who leads alone after the last round, or None while the game goes on."""
        return sole_leader(self.scores) if self.is_over else None

    def foul(self, player: int, offence: Offence) -> "State":
        """Note a minus point, in a frantic game: for looking before the sign, or for trading before the timer runs."""
        self._check_player(player)
        if not self.frantic:
            raise RulesError(
                "not-frantic",
                "Looking or trading early costs nothing in this game.",
                "Only especially frantic players get minus points for being early.",
            )
        early = (Phase.FACE_DOWN,) if offence is Offence.LOOKED_EARLY else (Phase.FACE_DOWN, Phase.LOOK)
        if self.phase not in early:
            raise self._not_now("That is not too early any more, so it costs nothing.")
        if Foul(player, offence) in self.fouls:
            raise RulesError(
                "again",
                "That minus point has been given in this round.",
                "A player gets each minus point once in a round.",
            )
        return replace(self, fouls=(*self.fouls, Foul(player, offence)))

    def sign(self) -> "State":
        """Let all look at their cards, in a frantic game."""
        if self.phase is not Phase.FACE_DOWN:
            raise self._not_now("The cards don't lie face down now.")
        return replace(self, phase=Phase.LOOK)

    def start(self, speed: Speed) -> "State":
        """Start the timer at the speed that the dealer chose."""
        if self.phase is not Phase.LOOK:
            raise self._not_now("The timer can't be started now.")
        return replace(self, phase=Phase.TRADE, speed=speed)

    def trade(self, first: int, first_gives: Sequence[Card], second: int, second_gives: Sequence[Card]) -> "State":
        """Let two players exchange equally many cards, valid Demmis or not.

        Raises RulesError while the timer doesn't run ("too-early", "too-late"), for real cards, which nobody reports,
        for the same player twice, for a player who has made Remmi-Demmi ("laid-down"), for no cards or not equally many
        ("sizes"), and for cards that a player doesn't hold ("not-yours").
        """
        self._check_running("trade")
        self._check_dealt()
        for player in (first, second):
            self._check_player(player)
            self._check_holds_cards(player)
        if first == second:
            raise RulesError("yourself", "Nobody can trade with themselves.", "Players trade Demmis with each other.")
        if len(first_gives) != len(second_gives) or not first_gives:
            sizes = f"{len(first_gives)} for {len(second_gives)} can't be traded; give equally many, at least one."
            raise RulesError("sizes", sizes, "Only Demmis of the same size are traded.")
        trade = Trade(first, in_order(first_gives), second, in_order(second_gives))
        hands = trade.done(self.hands)
        if hands is None:
            raise RulesError(
                "not-yours", "A player can only give cards from the own hand.", "Players trade cards that they hold."
            )
        invalid = (trade,) if trade.wronged(first) or trade.wronged(second) else ()
        return replace(self, hands=hands, invalid_trades=self.invalid_trades + invalid)

    def give_back(self, player: int, giver: int) -> "State":
        """Undo the newest trade that can be undone in which ``player`` got an invalid Demmi from ``giver``.

        Raises RulesError while the timer doesn't run ("too-early", "too-late"), for players who have made Remmi-Demmi
        ("laid-down"), without such a trade ("no-invalid-demmi"), and if either has passed on what they got ("gone").
        """
        self._check_running("give cards back")
        self._check_dealt()
        for either in (player, giver):
            self._check_player(either)
            self._check_holds_cards(either)
        trades = self.invalid_trades
        wrongs = [at for at, trade in enumerate(trades) if trade.wronged(player) and trade.partner(player) == giver]
        if not wrongs:
            raise RulesError(
                "no-invalid-demmi",
                "There is no invalid Demmi from that player to give back.",
                "Only an invalid Demmi may be given back.",
            )
        for at in reversed(wrongs):
            hands = trades[at].undone(self.hands)
            if hands is not None:
                return replace(self, hands=hands, invalid_trades=trades[:at] + trades[at + 1 :])
        raise RulesError(
            "gone",
            "The cards of that trade have been passed on, so they can't be given back.",
            "Whoever gives an invalid Demmi back gets the own cards back for it.",
        )

    def claim(self, player: int) -> "State":
        """Let ``player`` make Remmi-Demmi and take the highest point man that is left; with the last the round ends.

        The cards are checked later. Raises RulesError while the timer doesn't run ("too-early", "too-late") and for a
        second claim ("laid-down").
        """
        self._check_running("make Remmi-Demmi")
        self._check_player(player)
        self._check_holds_cards(player)
        claimed = replace(self, claims=(*self.claims, Claim(player)))
        return claimed if claimed.men_left else claimed._ended()

    def time_up(self) -> "State":
        """End the round because its time is up."""
        if self.phase is not Phase.TRADE:
            raise self._not_now("The timer isn't running.")
        return self._ended()

    def show(self, player: int) -> "State":
        """Let a claimant lay the cards open, and check whether they are a Remmi; after the last one there are points.

        Raises RulesError for real cards, and for who didn't claim or has shown already ("no-claim").
        """
        self._check_dealt()
        self._check_claimant(player)
        return self._checked(player, remmi_in(self.hands[player]) is not None)

    def judge(self, player: int, remmi: bool) -> "State":
        """Accept what the players say about a claimant's real cards; after the last one there are points.

        Raises RulesError if the rules hold the cards, and for who didn't claim or was judged already ("no-claim").
        """
        if not self.real_cards:
            raise RulesError("dealt-cards", "The cards themselves tell; show them.", "The claimants show their cards.")
        self._check_claimant(player)
        return self._checked(player, remmi)

    def next_round(self, rng: random.Random) -> "State":
        """Shuffle all cards with ``rng`` and deal the next round."""
        return self.next_round_from(() if self.real_cards else shuffled(self.players, rng))

    def next_round_from(self, deck: Sequence[Card]) -> "State":
        """Deal the next round from ``deck`` as it lies; real cards, which the players deal, are an empty deck.

        Raises RulesError before the round has its points and after the last, and for any other deck ("deck").
        """
        if self.phase is not Phase.SCORED:
            raise self._not_now("The next round can't begin now.")
        dealer = (self.dealer + 1) % self.players
        if not self.real_cards:
            dealt = deal_from(deck, self.players, self.frantic, dealer)
        elif not deck:
            dealt = with_real_cards(self.players, self.frantic, dealer)
        else:
            raise RulesError("deck", "The players deal their own cards.", "The players hold the cards.")
        return replace(dealt, past=self.sheet)

    def view(self, player: int) -> View:
        """Return what ``player`` may see. Raises RulesError for a number that doesn't play."""
        self._check_player(player)
        size = hand_size(self.players)
        hidden = self.phase is Phase.FACE_DOWN and Foul(player, Offence.LOOKED_EARLY) not in self.fouls
        shown = (self.hands[claim.player] for claim in self.claims if claim.remmi is not None)
        return View(
            player=player,
            phase=self.phase,
            round=self.round,
            dealer=self.dealer,
            frantic=self.frantic,
            speed=self.speed,
            hand=() if hidden else self.hands[player],
            hand_size=size,
            aside=len(full_deck(self.players)) - self.players * size,
            may_give_back=self._to_give_back(player),
            men_left=self.men_left,
            claims=self.claims,
            shown=tuple(remmi_in(hand) or hand for hand in shown),
            fouls=self.fouls,
            sheet=self.sheet,
            scores=self.scores,
            winner=self.winner,
        )

    def _to_give_back(self, player: int) -> tuple[int, ...]:
        hand = self.hands[player]
        trades = (trade for trade in self.invalid_trades if trade.wronged(player) and holds(hand, trade.gets(player)))
        return tuple(sorted({trade.partner(player) for trade in trades}))

    def _ended(self) -> "State":
        return replace(self, phase=Phase.CHECK)._scored_if_checked()

    def _checked(self, player: int, remmi: bool) -> "State":
        claims = tuple(Claim(player, remmi) if claim.player == player else claim for claim in self.claims)
        return replace(self, claims=claims)._scored_if_checked()

    def _scored_if_checked(self) -> "State":
        if self.unchecked:
            return self
        scored = replace(self, phase=Phase.SCORED)
        if self.round >= ROUNDS and sole_leader(scored.scores) is not None:
            return replace(scored, phase=Phase.OVER)
        return scored

    def _check_player(self, player: int) -> None:
        if not 0 <= player < self.players:
            raise RulesError("player", "Nobody with that number plays.", f"{self.players} players are in this game.")

    def _check_running(self, to_do: str) -> None:
        if self.phase in (Phase.FACE_DOWN, Phase.LOOK):
            sentence = f"It is too early to {to_do}; wait until the dealer starts the timer."
            raise RulesError("too-early", sentence, self.phase.rule)
        if self.phase is not Phase.TRADE:
            sentence = f"It is too late to {to_do}; the round is over."
            raise RulesError("too-late", sentence, self.phase.rule)

    def _check_holds_cards(self, player: int) -> None:
        if any(claim.player == player for claim in self.claims):
            raise RulesError(
                "laid-down",
                "A player who has made Remmi-Demmi waits for the end of the round.",
                "Whoever makes Remmi-Demmi lays all cards down and waits for the end of the round.",
            )

    def _check_dealt(self) -> None:
        if self.real_cards:
            raise RulesError(
                "real-cards",
                "Your own cards can't be seen from here; trade by hand, and say whether it is a Remmi.",
                "The players hold the cards, trade them, and check the Remmis.",
            )

    def _check_claimant(self, player: int) -> None:
        self._check_player(player)
        if self.phase is not Phase.CHECK:
            raise self._not_now("No cards are checked now.")
        if player not in self.unchecked:
            raise RulesError(
                "no-claim",
                "That player has no Remmi to be checked.",
                "All who have made Remmi-Demmi show their cards after the round.",
            )

    def _not_now(self, sentence: str) -> RulesError:
        return RulesError("not-now", sentence, self.phase.rule)


def deal(players: int, rng: random.Random, frantic: bool = False) -> State:
    """Shuffle the deck with ``rng`` and deal the first round. Raises RulesError unless 4 to 9 play."""
    return deal_from(shuffled(players, rng), players, frantic)


def deal_from(deck: Sequence[Card], players: int, frantic: bool = False, dealer: int = 0) -> State:
    """Deal ``deck`` as it lies, one card at a time to each player from the dealer's left; the rest lies aside.

    Raises RulesError unless 4 to 9 play and the deck holds exactly the cards for so many.
    """
    if in_order(deck) != full_deck(players):
        raise RulesError(
            "deck",
            "These are not the cards of a game for so many players.",
            "Some cards of each kind stay in the box, depending on the number of players.",
        )
    dealt = players * hand_size(players)
    hands = (in_order(deck[(player - dealer - 1) % players : dealt : players]) for player in range(players))
    return State(tuple(hands), in_order(deck[dealt:]), dealer, _first_phase(frantic), frantic)


def with_real_cards(players: int, frantic: bool = False, dealer: int = 0) -> State:
    """Begin the first round of a game whose cards the rules never see. Raises RulesError unless 4 to 9 play."""
    check_players(players)
    return State(((),) * players, (), dealer, _first_phase(frantic), frantic, real_cards=True)


def _first_phase(frantic: bool) -> Phase:
    return Phase.FACE_DOWN if frantic else Phase.LOOK
