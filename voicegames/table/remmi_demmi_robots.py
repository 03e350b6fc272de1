"""The market of the computer's cards: people and robots offer Demmis by their size and take each other's offers."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from voicegames.games.remmi_demmi import Phase, RulesError, Speed, State
from voicegames.games.remmi_demmi_hands import Card, in_order, is_demmi
from voicegames.players.remmi_demmi_robots import RemmiDemmiRobot
from voicegames.remmi_demmi_events import (
    CardsChosen,
    Claimed,
    GaveBack,
    HandShown,
    Offered,
    OfferWithdrawn,
    RemmiDemmiMove,
    Traded,
)
from voicegames.speaking.synthesizer import Voice
from voicegames.table.phrases import NUMBERS
from voicegames.table.remmi_demmi_listening import Called
from voicegames.table.remmi_demmi_phrases import (
    Accept,
    Call,
    Choose,
    GiveBack,
    HideCards,
    Kinds,
    SetOff,
    Shout,
    ShowCards,
    Sign,
)

if TYPE_CHECKING:
    from voicegames.table.remmi_demmi import RemmiDemmiTable

_ROBOT_STARTS_AFTER_S = 8.0
_BETWEEN_OFFERS_S = (0.8, 1.8)
_TAKES_AT_ALL = 0.9
_SHOUT_S = 0.6
"""So long a size is shouted; nobody answers before it is out."""


class RobotMarket:
    """Trades the computer's cards. ``robots`` and ``voices`` are those of the seats that robots hold.

    A robot's offer, or its answer to one, comes after its own reaction time; what it says counts as said even where it
    can't be spoken because somebody speaks.
    """

    def __init__(
        self, robots: Mapping[int, RemmiDemmiRobot], voices: Mapping[int, Voice | None], rng: random.Random
    ) -> None:
        self._robots = robots
        self._voices = voices
        self._rng = rng
        self._next_offer_s = 0.0
        self._due: dict[int, float] = {}
        self._offered_at: dict[int, float] = {}
        self._answers_at: dict[tuple[int, int, float], float] = {}

    def starts_at(self, state: State, now_s: float) -> float | None:
        """A robot that deals starts after some seconds."""
        return now_s + _ROBOT_STARTS_AFTER_S if state.dealer in self._robots else None

    def start_call(self, state: State) -> Call | None:
        """Give the sign, or start at a speed by chance."""
        return Sign() if state.phase is Phase.FACE_DOWN else SetOff(self._rng.choice(list(Speed)))

    def begin(self, now_s: float) -> None:
        """Let everybody think first."""
        self._next_offer_s = now_s + self._rng.uniform(*_BETWEEN_OFFERS_S)
        self._due = {player: now_s + 2 + robot.reaction_s() for player, robot in self._robots.items()}
        self._offered_at, self._answers_at = {}, {}

    def taken_back(self, move: RemmiDemmiMove, now_s: float) -> None:
        """Think anew."""
        self.begin(now_s)

    def is_of_people(self, move: Traded | GaveBack) -> bool:
        """Whether one of the two is no robot."""
        players = (move.first, move.second) if isinstance(move, Traded) else (move.player, move.giver)
        return not set(players) <= set(self._robots)

    def shown_player(self, table: "RemmiDemmiTable") -> int | None:
        """The person whose hand is shown, or the only person."""
        people = [player for player in range(table.state.players) if player not in self._robots]
        return people[0] if len(people) == 1 else table.course.shown

    def early(self, call: Call | None, table: "RemmiDemmiTable") -> None:
        """Cards may be looked at before the timer runs, but not while they lie face down."""
        match call:
            case ShowCards() if table.state.phase is Phase.FACE_DOWN:
                table.sitting.say(self._say(table, "rd_not_yet"))
            case ShowCards() | HideCards() | Kinds() | Choose():
                self._hand(call, table)
            case Accept() | GiveBack():
                table.sitting.say(self._say(table, "rd_too_early"))
            case _:
                pass

    def called(self, call: Call, called: Called, table: "RemmiDemmiTable") -> None:
        """Do what a person calls."""
        match call:
            case ShowCards() | HideCards() | Kinds() | Choose():
                self._hand(call, table)
            case Shout():
                self._offer(call.size, table)
            case Accept():
                self._accept(call.partner, table)
            case GiveBack():
                self._give_back(table)
            case _:
                pass

    def tick(self, table: "RemmiDemmiTable") -> None:
        """Let the robots act whose time has come."""
        now_s = table.sitting.now_s
        laid_down = {claim.player for claim in table.state.claims}
        for player, robot in self._robots.items():
            if player in laid_down or now_s < self._due.get(player, 0.0):
                continue
            self._due[player] = now_s + robot.reaction_s()
            if self._acts(player, robot, table):
                return

    def _acts(self, player: int, robot: RemmiDemmiRobot, table: "RemmiDemmiTable") -> bool:
        state, now_s = table.state, table.sitting.now_s
        if self._gives_back(player, table):
            return True
        if robot.claims(state.hands[player]):
            man = state.men_left[0]
            table.sitting.record(Claimed(now_s, table.course.moves, player, now_s))
            self._speak(table, player, "rd_remmi_called")
            name, points = table.course.players[player], table.wording.points(man)
            table.sitting.announce(self._say(table, "rd_claimed", name=name, points=points))
            return True
        offers = table.course.offers
        if player in offers:
            if now_s - self._offered_at.get(player, 0.0) > robot.temper.patience_s:
                table.sitting.record(OfferWithdrawn(now_s, player))
                robot.tire()
            return False
        for other, size in offers.items():
            if other == player or not self._has_reacted(player, other, now_s):
                continue
            gives = robot.demmi(state.hands[player], size)
            if gives is not None and robot.is_ready(_TAKES_AT_ALL):
                if other not in self._robots:
                    self._shout(player, size, table)
                    return True
                gets = self._robots[other].demmi(state.hands[other], size)
                if gets is not None and Counter(gets) != Counter(gives):
                    self._trade(other, gets, player, gives, table)
                    return True
        if now_s >= self._next_offer_s:
            wanted = robot.offer(state.hands[player])
            if wanted is not None:
                self._next_offer_s = now_s + self._rng.uniform(*_BETWEEN_OFFERS_S)
                self._shout(player, wanted, table)
                return True
        return False

    def _has_reacted(self, player: int, other: int, now_s: float) -> bool:
        """Whether a robot has had its time to answer the other's offer."""
        offered_s = self._offered_at.setdefault(other, now_s)
        offer = (player, other, offered_s)
        if offer not in self._answers_at:
            self._answers_at[offer] = offered_s + _SHOUT_S + self._robots[player].reaction_s()
        return now_s >= self._answers_at[offer]

    def _shout(self, player: int, size: int, table: "RemmiDemmiTable") -> None:
        now_s = table.sitting.now_s
        self._offered_at[player] = now_s
        table.sitting.record(Offered(now_s, player, size))
        self._speak(table, player, "rd_size_shouted", size=self._number(table, size))

    def _speak(self, table: "RemmiDemmiTable", player: int, key: str, **values: object) -> None:
        sitting = table.sitting
        if not sitting.ear.is_hearing and not sitting.speaker.is_speaking(sitting.now_s):
            text = self._say(table, key, **values)
            # On the screen it stands beside the name; who only hears must know whom to trade with.
            aloud = self._say(table, "rd_called_by", name=table.course.players[player], call=text)
            sitting.announce(text, self._voices.get(player), player, aloud)

    def _offer(self, size: int, table: "RemmiDemmiTable") -> None:
        player = self._person(table)
        if player is None:
            return
        cards = self._cards_for(player, size, table)
        if cards is None:
            name = table.course.players[player]
            table.sitting.announce(self._say(table, "rd_no_demmi", name=name))
            return
        if Counter(cards) != Counter(table.course.chosen):
            # What was not chosen is chosen for the player, who must know it before it is given away.
            table.sitting.record(CardsChosen(table.sitting.now_s, player, tuple(map(str, in_order(cards)))))
            if self._is_alone(table):
                table.sitting.announce(self._say(table, "rd_you_offer", cards=self._listed(cards, table)))
        if table.course.offers.get(player) != size:
            self._offered_at[player] = table.sitting.now_s
            table.sitting.record(Offered(table.sitting.now_s, player, size))

    def _accept(self, partner: int | None, table: "RemmiDemmiTable") -> None:
        player = self._person(table)
        if player is None:
            return
        offers, own = table.course.offers, table.course.offers.get(player)
        others = [other for other in offers if other != player]
        if partner is None:
            fitting = [other for other in others if own is None or offers[other] == own]
            partner = max(fitting, key=lambda other: self._offered_at.get(other, 0.0)) if fitting else None
        elif own is not None and offers.get(partner, own) != own:
            name = table.course.players[partner]
            sizes = {"size": self._number(table, offers[partner]), "own": self._number(table, own)}
            table.sitting.announce(self._say(table, "rd_sizes", name=name, **sizes))
            return
        if partner is None:
            table.sitting.announce(self._say(table, "rd_nobody_offers"))
            return
        if partner >= table.state.players:
            said = self._say(table, "rd_no_player", number=partner + 1, last=table.state.players)
            table.sitting.announce(said)
            return
        if partner not in others:
            table.sitting.announce(self._say(table, "rd_offers_nothing", name=table.course.players[partner]))
            return
        size = offers[partner]
        gives, gets = self._cards_for(player, size, table), self._cards_for(partner, size, table)
        if gives is None:
            table.sitting.announce(self._say(table, "rd_no_demmi", name=table.course.players[player]))
        elif gets is None:
            table.sitting.record(OfferWithdrawn(table.sitting.now_s, partner))
            table.sitting.announce(self._say(table, "rd_nobody_offers"))
        else:
            self._trade(player, gives, partner, gets, table)

    def _trade(
        self, first: int, gives: Sequence[Card], second: int, gets: Sequence[Card], table: "RemmiDemmiTable"
    ) -> None:
        traded = Traded(
            *(table.sitting.now_s, table.course.moves, first, tuple(map(str, gives)), second, tuple(map(str, gets)))
        )
        try:
            table.state.trade(first, gives, second, gets)
        except RulesError as error:
            table.sitting.announce(table.wording.error(error, first))
            return
        table.sitting.record(traded)
        for player in {first, second} & set(self._robots):
            # What it got has to be looked at, even where it makes a Remmi.
            self._due[player] = table.sitting.now_s + self._robots[player].reaction_s()
        if {first, second} <= set(self._robots):
            return
        size = self._number(table, len(gives))
        names = {"name": table.course.players[first], "other": table.course.players[second]}
        said = self._say(table, "rd_traded", **names, size=size)
        if self._is_alone(table):
            gave, got = self._listed(gives, table), self._listed(gets, table)
            said += " " + self._say(table, "rd_you_got", gave=gave, cards=got)
        table.sitting.announce(said)

    def _give_back(self, table: "RemmiDemmiTable") -> None:
        player = self._person(table)
        if player is not None and not self._gives_back(player, table):
            table.sitting.announce(self._say(table, "rd_nothing_back"))

    def _gives_back(self, player: int, table: "RemmiDemmiTable") -> bool:
        for giver in table.state.view(player).may_give_back:
            try:
                table.state.give_back(player, giver)
            except RulesError:
                continue
            table.sitting.record(GaveBack(table.sitting.now_s, table.course.moves, player, giver))
            names = {"name": table.course.players[player], "other": table.course.players[giver]}
            table.sitting.announce(self._say(table, "rd_gave_back", **names))
            return True
        return False

    def _hand(self, call: ShowCards | HideCards | Kinds | Choose, table: "RemmiDemmiTable") -> None:
        now_s = table.sitting.now_s
        match call:
            case ShowCards():
                player = call.player if call.player is not None else self.shown_player(table)
                if player is None or player in self._robots or player >= table.state.players:
                    table.sitting.announce(self._say(table, "rd_whose" if player is None else "rd_not_your_cards"))
                    return
                table.sitting.record(HandShown(now_s, player))
                if self._is_alone(table):
                    cards = self._listed(table.state.hands[player], table)
                    table.sitting.announce(self._say(table, "rd_your_cards", cards=cards))
                else:
                    table.sitting.announce(self._say(table, "rd_shown", name=table.course.players[player]))
            case HideCards():
                table.sitting.record(HandShown(now_s, None))
                table.sitting.announce(self._say(table, "rd_hidden"))
            case Kinds():
                self._choose(call, table)
            case Choose():
                self._toggle(call.place, table)

    def _toggle(self, place: int, table: "RemmiDemmiTable") -> None:
        course, player = table.course, self._person(table)
        if player is None:
            return
        hand = table.state.view(player).hand
        if place >= len(hand):
            table.sitting.announce(self._say(table, "rd_no_card", last=len(hand)))
            return
        card = hand[place]
        chosen = _toggled(list(course.chosen), card, Counter(hand[: place + 1])[card])
        table.sitting.record(CardsChosen(table.sitting.now_s, player, tuple(map(str, in_order(chosen)))))
        if self._is_alone(table):
            key = "rd_chosen_are" if chosen else "rd_cleared"
            table.sitting.announce(self._say(table, key, cards=self._listed(chosen, table)))

    def _choose(self, call: Kinds, table: "RemmiDemmiTable") -> None:
        player = self._person(table)
        if player is None:
            return
        fitting = tuple(
            card for card in table.state.hands[player] if call.kinds and call.kinds <= {card.colour, card.figure}
        )
        table.sitting.record(CardsChosen(table.sitting.now_s, player, tuple(map(str, fitting))))
        key = "rd_chosen" if fitting else "rd_none_chosen" if call.kinds else "rd_cleared"
        values = {"size": self._number(table, len(fitting))} if fitting else {}
        table.sitting.announce(self._say(table, key, **values))

    def _person(self, table: "RemmiDemmiTable") -> int | None:
        player = self.shown_player(table)
        if player is None:
            table.sitting.announce(self._say(table, "rd_whose"))
        elif any(claim.player == player for claim in table.state.claims):
            table.sitting.announce(self._say(table, "rd_laid_down", name=table.course.players[player]))
            return None
        return player

    def _cards_for(self, player: int, size: int, table: "RemmiDemmiTable") -> tuple[Card, ...] | None:
        """The cards that the player gives in a trade of ``size``: the chosen ones, or what is needed least."""
        hand = table.state.hands[player]
        if player in self._robots:
            return self._robots[player].demmi(hand, size)
        offered = table.course.offered.get(player, ())
        is_offered = table.course.offers.get(player) == size == len(offered)
        if is_offered and table.course.shown != player and not Counter(offered) - Counter(hand):
            return offered
        helper = RemmiDemmiRobot(next(iter(self._robots.values())).temper, self._rng)
        chosen = table.course.chosen if table.course.shown in (player, None) else ()
        if len(chosen) == size:
            return chosen
        if len(chosen) > size:
            goal = helper.goal(hand)
            some = tuple(sorted(chosen, key=lambda card: card in goal)[:size])
            return some if is_demmi(some) else None
        return helper.demmi(hand, size) or helper.cheapest_demmi(hand, size)

    def _is_alone(self, table: "RemmiDemmiTable") -> bool:
        return len(self._robots) == table.state.players - 1

    def _listed(self, cards: Sequence[Card], table: "RemmiDemmiTable") -> str:
        called = table.sitting.language.called
        counted = Counter(in_order(cards)).items()
        kinds = (
            self._say(table, "rd_some_cards", count=n, colour=called(card.colour), figure=called(card.figure))
            for card, n in counted
        )
        return ", ".join(kinds)

    def _number(self, table: "RemmiDemmiTable", size: int) -> str:
        word = table.sitting.language.called(NUMBERS[size - 1]) if size <= len(NUMBERS) else str(size)
        return word[:1].upper() + word[1:]

    def _say(self, table: "RemmiDemmiTable", key: str, **values: object) -> str:
        return table.sitting.language.say(key, **values)


def _toggled(chosen: list[Card], card: Card, held: int) -> list[Card]:
    """Add or remove the card that is the ``held``-th of its kind in the hand."""
    already = chosen.count(card)
    if already >= held:
        chosen.remove(card)
    else:
        chosen.append(card)
    return chosen
