"""Dodelido's view: the three piles as a plain value, and what each event of the game changes."""

from dataclasses import dataclass, replace

from voicegames.events import (
    CardFlipped,
    CrocodileRuled,
    Event,
    GameOver,
    Resumed,
    Ruled,
    Said,
    SittingStarted,
    Stopped,
    TakenBack,
    Verdict,
)
from voicegames.games.dodelido import CROCODILE, Animal, Card, Colour, Phase, State
from voicegames.language import Language
from voicegames.screen.charts import reaction_chart
from voicegames.screen.heard_words import words_of
from voicegames.screen.view import CONTROLS, Button, Part, Ruling, View
from voicegames.table.course import Course
from voicegames.table.phrases import NUMBERS
from voicegames.table.wording import Wording


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card's face: the drawing's name, the colour's name, and what a person calls them; ``letter`` is the colour's.

    The crocodile has no colour and no letter.
    """

    animal: str
    colour: str | None
    called: str
    letter: str


@dataclass(frozen=True, slots=True)
class Pile:
    """One pile: its visible card, None where it is empty, and how many cards lie in it."""

    card: CardFace | None
    cards: int


@dataclass(frozen=True, slots=True)
class Board:
    """The piles. ``newest`` is the pile that was laid on last.

    After a mistake the piles are empty; ``taken`` then shows what lay there and ``taken_by`` who took it.
    """

    piles: tuple[Pile, ...]
    newest: int | None
    taken: tuple[CardFace | None, ...] = ()
    taken_by: int | None = None


class DodelidoView:
    """Changes the view by the events of a game of Dodelido."""

    def __init__(self, started: SittingStarted, language: Language) -> None:
        self._language = language
        self._wording = Wording(language, started.players)
        self._events: list[Event] = []
        self._state: State | None = None

    def follow(self, view: View, event: Event, course: Course) -> View:
        """Return the view after ``event``."""
        self._events.append(event)
        before, self._state = self._state or course.state, course.state
        view = self._moved(view, event, before)
        return replace(view, sayable=self._sayable(view))

    def _moved(self, view: View, event: Event, before: State) -> View:
        match event:
            case SittingStarted():
                controls = (*CONTROLS, "patient_referee")
                return self._counted(replace(view, board=self._board(), controls=controls))
            case CardFlipped():
                flipped = replace(view, board=self._board(event.pile), buttons=(), changed=Part.BOARD)
                return self._counted(flipped).told(self._flipped_sentence(event))
            case Ruled():
                return self._ruled(view, event, before)
            case CrocodileRuled():
                sentence = self._crocodile_sentence(event, before)
                ruling = Ruling(event.number, event.last, "crocodile", None, sentence, "", None, event.by)
                board = self._board(before=before, taken_by=event.last)
                # Where only keys were pressed, the words of an older ruling have nothing to do with this one.
                words = view.was_heard if view.ruling is None else ()
                view = replace(view, ruling=ruling, was_heard=words, board=board, prompt=None, buttons=())
                view = replace(view, changed=Part.RULING)
                return self._counted(view).told(sentence)
            case TakenBack():
                return self._counted(replace(view, board=self._board()))
            case Resumed():
                return self._counted(view)
            case Said():
                return replace(view, buttons=self._buttons(event))
            case Stopped() | GameOver():
                return replace(view, chart=reaction_chart(self._events))
        return view

    def _ruled(self, view: View, ruled: Ruled, before: State) -> View:
        is_again = ruled.verdict is Verdict.AGAIN
        sentence = self._ruling_sentence(ruled, before)
        ruling = Ruling(
            ruled.number,
            ruled.player,
            str(ruled.verdict),
            None if ruled.mistake is None else str(ruled.mistake),
            sentence,
            "" if is_again else self._wording.answer(ruled.expected.split()),
            ruled.reaction_s,
            ruled.by,
        )
        words = words_of(ruled.heard, None if is_again else ruled, self._language)
        if not ruled.heard and view.ruling is None:
            words = view.was_heard
        view = replace(view, ruling=ruling, was_heard=words, is_heard_final=True, prompt=None, buttons=())
        view = replace(view, changed=Part.RULING).told(sentence)
        if is_again:
            return view
        taken_by = ruled.player if ruled.verdict is Verdict.MISTAKE else None
        return self._counted(replace(view, board=self._board(before=before, taken_by=taken_by)), ruled)

    def _counted(self, view: View, ruled: Ruled | None = None) -> View:
        assert self._state is not None
        page = self._language.page
        seats = tuple(
            replace(
                seat,
                cards=len(hand),
                holds=page["in_hand_one"] if len(hand) == 1 else page["in_hand"].format(count=len(hand)),
                reaction_s=ruled.reaction_s if ruled is not None and ruled.player == number else seat.reaction_s,
            )
            for number, (seat, hand) in enumerate(zip(view.seats, self._state.hands, strict=True))
        )
        turn = self._state.turn
        headline = page["your_turn"].format(name=seats[turn].name)
        return replace(view, seats=seats, turn=turn, phase=str(self._state.phase), headline=headline)

    def _board(self, newest: int | None = None, *, before: State | None = None, taken_by: int | None = None) -> Board:
        """Return the board now; ``before`` is the state before the ruling that gave the cards to ``taken_by``."""
        state = self._state
        assert state is not None
        if newest is None and any(state.piles):
            newest = (state.next_pile - 1) % len(state.piles)
        taken: tuple[CardFace | None, ...] = ()
        if before is not None and taken_by is not None:
            taken = tuple(None if card is None else self._face(card) for card in before.top)
        piles = tuple(
            Pile(None if card is None else self._face(card), len(pile))
            for card, pile in zip(state.top, state.piles, strict=True)
        )
        return Board(piles, newest, taken, taken_by)

    def _face(self, card: Card) -> CardFace:
        called = self._wording.card(card)
        if card == CROCODILE or card.animal is None or card.colour is None:
            return CardFace("crocodile", None, called, "")
        return CardFace(str(card.animal), str(card.colour), called, self._language.letters(card.colour, Colour))

    def _buttons(self, said: Said) -> tuple[Button, ...]:
        rulings = [event for event in self._events if isinstance(event, Ruled | CrocodileRuled)]
        if any(said.text == self._wording.question_about(ruling) for ruling in rulings[-2:]):
            keys = {"yes": "=", "no": "-"}
            return tuple(Button(self._language.page[word], self._language.called(word), keys[word]) for word in keys)
        return ()

    def _sayable(self, view: View) -> str:
        called, page = self._language.called, self._language.page
        if view.paused is not None:
            return " ".join(self._language.controls["go_on"][0])
        if view.buttons:
            return ", ".join(button.says for button in view.buttons)
        if view.phase == Phase.CROCODILE:
            return ", ".join(called(number) for number in NUMBERS[: len(view.seats)])
        words = ", ".join(called(word) for word in (*Animal, *Colour, "nought", "dodelido"))
        return f"{page['say_words'].format(ohs=called('oh'))}: {words}"

    def _flipped_sentence(self, flipped: CardFlipped) -> str:
        assert self._state is not None
        page = self._language.page
        cards = [page["empty_pile"] if card is None else self._wording.card(card) for card in self._state.top]
        name = self._wording.players[flipped.player]
        return page["line_flipped"].format(name=name, card=cards[flipped.pile], table=", ".join(cards))

    def _ruling_sentence(self, ruled: Ruled, before: State) -> str:
        name = self._wording.players[ruled.player]
        if ruled.verdict is Verdict.AGAIN:
            return self._language.say("again", name=name)
        if ruled.verdict is Verdict.RIGHT:
            key = "line_right" if ruled.by == "referee" else "line_right_by_table"
            return self._language.page[key].format(name=name, expected=self._wording.answer(ruled.expected.split()))
        taken = sum(len(pile) for pile in before.piles)
        if ruled.by == "table":
            return self._language.say("taken_back_mistake", name=name, cards=self._wording.cards(taken))
        return self._wording.mistake(ruled, before, taken, understood=bool(ruled.heard))

    def _crocodile_sentence(self, ruled: CrocodileRuled, before: State) -> str:
        taken = sum(len(pile) for pile in before.piles)
        name = self._wording.players[ruled.last]
        return self._language.say("crocodile_last", name=name, cards=self._wording.cards(taken))
