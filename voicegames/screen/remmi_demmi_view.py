"""Remmi Demmi's view: point men, claims, offers, the shown hand and the score sheet, and what each event changes."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

from voicegames.events import Event, GameOver, Paused, Resumed, Said, SittingStarted, Stopped, TakenBack, WentOn
from voicegames.games.remmi_demmi import Offence, Phase, Speed
from voicegames.games.remmi_demmi_hands import Card, Colour, Figure
from voicegames.games.remmi_demmi_score import point_men
from voicegames.language import Language
from voicegames.remmi_demmi_events import (
    CardsChosen,
    Claimed,
    Fouled,
    GaveBack,
    HandShown,
    Offered,
    OfferWithdrawn,
    RemmiChecked,
    RoundDealt,
    SignGiven,
    TimerStarted,
    TimerWentOn,
    TimeWasUp,
    Traded,
)
from voicegames.screen.view import Button, Line, Part, Prompt, View
from voicegames.table.course import Course
from voicegames.table.phrases import NUMBERS
from voicegames.table.remmi_demmi_course import RemmiDemmiCourse
from voicegames.table.remmi_demmi_phrases import Accept, RemmiDemmiPhrases
from voicegames.table.remmi_demmi_wording import RemmiDemmiWording

_BOARD_CHANGES = (
    *(SittingStarted, Resumed, RoundDealt, SignGiven, Fouled, TimerStarted, TimerWentOn, Claimed, TimeWasUp),
    *(RemmiChecked, Traded, GaveBack, TakenBack, HandShown, CardsChosen, Offered, OfferWithdrawn, Paused, WentOn),
)


_GAPS = {"{number}", "{name}"}
_CARDS_ARE_HELD = (Phase.FACE_DOWN, Phase.LOOK, Phase.TRADE)


@dataclass(frozen=True, slots=True)
class RemmiCard:
    """A card: the names of its drawing, what people call it, its colour's letter, and whether it is chosen."""

    colour: str
    figure: str
    called: str
    letter: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class ClaimMark:
    """A call of Remmi-Demmi: who, the point man, and whether the cards were a Remmi, None if unchecked.

    The men of what was no Remmi move up: ``man`` is None for who gets none. ``cards`` are those that were laid open.
    """

    name: str
    man: int | None
    is_remmi: bool | None
    told: str
    cards: tuple[RemmiCard, ...]


@dataclass(frozen=True, slots=True)
class RemmiBoard:
    """All that lies on the table. ``hand`` is empty unless a player wants to see theirs; ``sheet`` is one row a round.

    ``seconds`` is how long the timer runs in all, 0 while there is none, and ``left_s`` what is left of it while it
    stands still. ``men`` are those that nobody has.
    """

    called: str
    round: str
    speed: str
    seconds: float
    left_s: float | None
    men: tuple[int, ...]
    claims: tuple[ClaimMark, ...]
    offers: tuple[str, ...]
    hand_label: str
    hand: tuple[RemmiCard, ...]
    sheet_label: str
    names: tuple[str, ...]
    sheet: tuple[tuple[int, ...], ...]
    total_label: str
    totals: tuple[int, ...]


class RemmiDemmiView:
    """Changes the view by the events of a game of Remmi Demmi."""

    def __init__(self, started: SittingStarted, language: Language) -> None:
        self._language = language
        self._wording = RemmiDemmiWording(language, started.players)
        self._laid_open: dict[int, tuple[Card, ...]] = {}

    def follow(self, view: View, event: Event, course: Course) -> View:
        """Return the view after ``event``."""
        assert isinstance(course, RemmiDemmiCourse)
        if isinstance(event, GameOver):
            lines = (*view.lines[:-1], Line(view.number, self._wording.winner(course.state)))
            return replace(view, buttons=(), sayable="", lines=lines)
        if isinstance(event, _BOARD_CHANGES):
            view = self._moved(view, event, course)
        if isinstance(event, Said) and event.player in course.offers:
            # The size that is shouted is shown already; as a caption it would hide what the table answers.
            view = replace(view, changed=Part.NOTHING, captions=view.captions[:-1])
        if isinstance(event, Stopped):
            return replace(view, buttons=(), sayable="")
        return self._with_buttons(view, event, course)

    def _moved(self, view: View, event: Event, course: RemmiDemmiCourse) -> View:
        told = self._told(event, course)
        if told is not None:
            view = view.told(told)
        match event:
            case RemmiChecked():
                self._laid_open[event.player] = tuple(Card.parse(card) for card in event.cards)
            case RoundDealt():
                self._laid_open = {}
            case _:
                pass
        state = course.state
        if not isinstance(event, SittingStarted | Resumed | WentOn | Paused):
            view = replace(view, changed=Part.BOARD)
        # Everybody holds as many cards as at the beginning: only the points are worth a look.
        seats = tuple(
            replace(seat, note=self._wording.points(points))
            for seat, points in zip(view.seats, state.scores, strict=True)
        )
        return replace(
            view,
            seats=seats,
            turn=state.dealer if state.phase in (Phase.FACE_DOWN, Phase.LOOK) else None,
            phase=str(state.phase),
            headline=self._headline(course),
            board=self._board(course),
            prompt=self._prompt(course),
        )

    def _told(self, event: Event, course: RemmiDemmiCourse) -> str | None:
        names = course.players
        match event:
            case Claimed():
                man = point_men(len(names))[len(course.state.claims) - 1]
                return self._say("rd_claimed", name=names[event.player], points=self._wording.points(man))
            case RemmiChecked():
                return self._say("rd_valid" if event.is_remmi else "rd_invalid", name=names[event.player])
            case Fouled():
                return self._wording.foul(event.player, Offence(event.offence))
            case Traded():
                size = self._size(len(event.first_gives))
                return self._say("rd_traded", name=names[event.first], other=names[event.second], size=size)
            case GaveBack():
                return self._say("rd_gave_back", name=names[event.player], other=names[event.giver])
            case TimeWasUp():
                return self._say("rd_time")
            case _:
                return None

    def _prompt(self, course: RemmiDemmiCourse) -> Prompt | None:
        timer = course.timer
        if timer is None or not timer.is_running:
            return None
        return Prompt(None, timer.at_s - (timer.seconds - timer.left_s), timer.seconds)

    def _headline(self, course: RemmiDemmiCourse) -> str:
        state = course.state
        match state.phase:
            case Phase.FACE_DOWN | Phase.LOOK:
                return self._page("rd_dealer", name=course.players[state.dealer])
            case Phase.TRADE:
                return self._page("rd_trading")
            case Phase.CHECK:
                return self._page("rd_checking", name=course.players[state.unchecked[0]])
            case _:
                return self._page("rd_scored", round=state.round)

    def _board(self, course: RemmiDemmiCourse) -> RemmiBoard:
        state, timer = course.state, course.timer
        left = list(point_men(state.players))
        claims = tuple(
            ClaimMark(
                course.players[claim.player],
                None if claim.remmi is False else left.pop(0),
                claim.remmi,
                self._page({None: "rd_unchecked", True: "rd_is_remmi", False: "rd_is_none"}[claim.remmi]),
                tuple(map(self._face, self._laid_open.get(claim.player, ()) if claim.remmi is not None else ())),
            )
            for claim in state.claims
        )
        offers = tuple(
            self._page("rd_offer", name=course.players[player], size=self._size(size))
            for player, size in course.offers.items()
        )
        return RemmiBoard(
            called=self._page("rd_board"),
            round=self._page("rd_round", round=state.round),
            speed="" if state.speed is None else self._language.called(state.speed),
            seconds=0.0 if timer is None else timer.seconds,
            left_s=None if timer is None or timer.is_running else timer.left_s,
            men=tuple(left),
            claims=claims,
            offers=offers,
            hand_label=self._hand_label(course),
            hand=self._hand(course),
            sheet_label=self._page("rd_sheet"),
            names=course.players,
            sheet=state.sheet,
            total_label=self._page("rd_total"),
            totals=state.scores,
        )

    def _hand_label(self, course: RemmiDemmiCourse) -> str:
        if course.real_cards or course.state.phase not in _CARDS_ARE_HELD:
            return ""
        if course.shown is None:
            return self._page("rd_hand_hidden")
        return self._page("rd_hand", name=course.players[course.shown])

    def _hand(self, course: RemmiDemmiCourse) -> tuple[RemmiCard, ...]:
        if course.shown is None or course.real_cards or course.state.phase not in _CARDS_ARE_HELD:
            return ()
        left = list(course.chosen)
        faces = []
        for card in course.state.view(course.shown).hand:
            is_chosen = card in left
            if is_chosen:
                left.remove(card)
            faces.append(replace(self._face(card), is_chosen=is_chosen))
        return tuple(faces)

    def _face(self, card: Card) -> RemmiCard:
        colour, figure = self._language.called(card.colour), self._language.called(card.figure)
        called = self._page("rd_card", colour=colour, figure=figure)
        return RemmiCard(str(card.colour), str(card.figure), called, self._language.letters(card.colour, Colour))

    def _with_buttons(self, view: View, event: Event, course: RemmiDemmiCourse) -> View:
        phase, called = course.state.phase, self._language.called
        buttons: list[Button] = []
        sayable = ""
        match phase:
            case Phase.FACE_DOWN:
                buttons = [self._button("rd_sign", "")]
                sayable = self._page("rd_say_sign")
            case Phase.LOOK:
                buttons = [_button(called(speed)) for speed in Speed]
                sayable = self._page("rd_say_start")
            case Phase.CHECK if course.real_cards:
                buttons = [_button(called(answer)) for answer in ("yes", "no")]
                sayable = self._page("rd_say_check")
            case Phase.TRADE:
                sayable = self._page("rd_say_trade" if course.real_cards else "rd_say_cards")
            case _:
                pass
        if not course.real_cards and phase in (Phase.LOOK, Phase.TRADE):
            buttons += self._hand_buttons(course)
        if course.is_over:
            buttons, sayable = [], ""
        if isinstance(event, Said) and view.paused is not None:
            sayable = " ".join(self._language.controls["go_on"][0])
        return replace(view, buttons=tuple(buttons), sayable=sayable, has_player_keys=True)

    def _hand_buttons(self, course: RemmiDemmiCourse) -> list[Button]:
        """What can be called with the computer's cards; the cards themselves are buttons of the board."""
        player = course.shown
        claim = self._button("rd_claim_of_nobody", "=")
        is_trading = course.state.phase is Phase.TRADE
        if player is None:
            return [self._button("rd_show_cards", "*"), *([claim] if is_trading else [])]
        buttons = [_button(self._language.called(kind)) for kind in (*Colour, *Figure)]
        buttons += [self._button("rd_clear", "")]
        if is_trading:
            buttons += [_button(self._language.called(number)) for number in NUMBERS[: self._largest(course, player)]]
            buttons += [self._button("rd_take_it", "Enter"), self._button("rd_give_back", "Backspace"), claim]
        buttons += [self._button("rd_hide_cards", "*")]
        if is_trading:
            # What comes and goes with the offers is last, so that nothing else moves away under a hand.
            buttons += [self._with(other, course) for other in course.offers if other != player]
        return buttons

    def _button(self, key: str, pressed: str) -> Button:
        phrase = next(phrase for phrase in self._language.phrases[key] if not _GAPS & set(phrase))
        return _button(" ".join(phrase), pressed)

    def _largest(self, course: RemmiDemmiCourse, player: int) -> int:
        """How many cards the player's largest Demmi has; no more can be called than there are numbers."""
        hand = course.state.hands[player]
        kinds = Counter(kind for card in hand for kind in (card.colour, card.figure))
        return min(len(NUMBERS), max(kinds.values(), default=0))

    def _with(self, other: int, course: RemmiDemmiCourse) -> Button:
        """The button that takes another player's offer: by name where the table understands it, else by number."""
        ways = [phrase for phrase, call in self._phrases.clock.items() if call == Accept(other)]
        names = {word.casefold() for word in course.players[other].split()}
        named = [phrase for phrase in ways if names & {word.casefold() for word in phrase}]
        return _button(" ".join((named or ways)[0]))

    @cached_property
    def _phrases(self) -> RemmiDemmiPhrases:
        return RemmiDemmiPhrases(self._language, self._wording.players, real_cards=False)

    def _size(self, size: int) -> str:
        word = self._language.called(NUMBERS[size - 1]) if size <= len(NUMBERS) else str(size)
        return word[:1].upper() + word[1:]

    def _page(self, key: str, **values: object) -> str:
        return self._language.page[key].format(**values)

    def _say(self, key: str, **values: object) -> str:
        return self._language.say(key, **values)


def _button(words: str, key: str = "") -> Button:
    return Button(words[:1].upper() + words[1:], words, key)
