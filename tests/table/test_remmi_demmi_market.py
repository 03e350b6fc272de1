"""The computer's cards: what is chosen, offered, traded, handed back and taken back, by people and robots."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from remmi_demmi_evening import GAME, SHORT, Evening

from voicegames.events import Prompted, Said, SittingStarted, TakenBack
from voicegames.games.remmi_demmi_hands import Card, Colour, Figure, in_order, is_demmi
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.players.chorus import Chorus
from voicegames.players.robots import Strength
from voicegames.remmi_demmi_events import CardsChosen, Claimed, GaveBack, Offered, RemmiDemmiMove, TimerStarted, Traded
from voicegames.settings import RemmiDemmiSettings, Settings, SpeakingSettings
from voicegames.speaking.pcm import Pcm
from voicegames.speaking.synthesizer import Synthesizer, Voice
from voicegames.table.happenings import ControlKey

LONG = Settings(speaking=SHORT.speaking, remmi_demmi=RemmiDemmiSettings(lightning_s=60.0))
NAMES = ("Anna", "R 1", "R 2", "R 3")


def evening(path: Path, seed: int = 5, people: int = 1) -> Evening:
    deck = GAME.deck(4, random.Random(seed), 4 - people)
    robots = (None,) * people + ("hard",) * (4 - people)
    names = (*("Anna", "Ben", "Cleo")[:people], *NAMES[1 : 5 - people])
    made = Evening(path / "game.jsonl", names, (), deck, robots, LONG)
    return made


def hand_of(game: Evening, player: int = 0) -> tuple[Card, ...]:
    """The player's hand as it was dealt, in the order in which it is shown."""
    hand: tuple[Card, ...] = GAME.course(game_started(game)).state.view(player).hand
    return hand


def game_started(game: Evening) -> SittingStarted:
    return SittingStarted("remmi-demmi", "t", 0, "en", game.names, game.robots or (), game.deck, ())


def no_demmi(hand: tuple[Card, ...]) -> tuple[int, int]:
    """The places of two cards that are no Demmi."""
    return next(
        (one, other) for one in range(len(hand)) for other in range(one) if not is_demmi((hand[one], hand[other]))
    )


SPOKEN = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def test_every_card_of_a_hand_of_ten_can_be_chosen_by_its_number(tmp_path: Path) -> None:
    game = evening(tmp_path)
    game.when(Prompted, "show my cards")
    for number in SPOKEN:
        game.when("Your cards" if number == "one" else "Chosen", f"card {number}")
    game.when("Chosen", (0.5, "card 10"), (1.0, "clear"))
    game.play()
    chosen = [event.cards for event in game.all(CardsChosen)]
    hand = hand_of(game)
    assert len(hand) == 10
    assert Counter(chosen[9]) == Counter(map(str, hand))
    assert Counter(chosen[10]) == Counter(map(str, hand[:9]))
    assert chosen[11] == ()


def test_a_card_that_is_not_there_is_told(tmp_path: Path) -> None:
    game = evening(tmp_path)
    game.when(Prompted, "show my cards").when("Your cards", ControlKey("card_11")).play()
    assert "they go up to 10" in game.said


def test_colour_and_figure_together_choose_the_cards_that_are_both(tmp_path: Path) -> None:
    game = evening(tmp_path)
    card = hand_of(game)[0]
    words = {Colour.ORANGE: "orange", Colour.PURPLE: "purple", Colour.GREEN: "green"}
    figures = {Figure.RUNNING: "running", Figure.JUMPING: "jumping", Figure.LYING: "lying"}
    game.when(Prompted, "show my cards").when("Your cards", f"{words[card.colour]} {figures[card.figure]}").play()
    assert set(game.all(CardsChosen)[0].cards) == {str(card)}


def test_what_is_chosen_stays_chosen_while_robots_trade(tmp_path: Path) -> None:
    game = evening(tmp_path)
    word = {Colour.ORANGE: "orange", Colour.PURPLE: "purple", Colour.GREEN: "green"}[hand_of(game)[0].colour]
    game.when(Prompted, "show my cards").when(Prompted, "lightning").when(TimerStarted, (1.0, word), (25.0, "three"))
    game.when(TimerStarted)
    game.play()
    robots = [e for e in game.all(Traded) if 0 not in (e.first, e.second)]
    first = game.all(CardsChosen)[0]
    assert any(first.at_s < trade.at_s < first.at_s + 20 for trade in robots)
    # What is offered later is of what was chosen.
    offered = next(e for e in game.all(Offered) if e.player == 0)
    chosen = [e for e in game.all(CardsChosen) if e.at_s <= offered.at_s][-1]
    assert not Counter(chosen.cards) - Counter(first.cards)


def test_cards_that_the_computer_chooses_for_an_offer_are_told_and_shown(tmp_path: Path) -> None:
    game = evening(tmp_path)
    game.when(Prompted, "show my cards").when(Prompted, "lightning").when(TimerStarted, (1.0, "one")).play()
    offered = next(e for e in game.all(Offered) if e.player == 0)
    chosen = [e for e in game.all(CardsChosen) if e.at_s <= offered.at_s]
    assert len(chosen[-1].cards) == 1
    assert "You offer" in game.said


def test_a_robot_hands_an_invalid_demmi_back(tmp_path: Path) -> None:
    game = evening(tmp_path)
    hand = hand_of(game)
    one, other = no_demmi(hand)
    game.when(Prompted, "show my cards").when(Prompted, "lightning")
    takes = tuple((float(second), "take it") for second in range(5, 55, 2))
    game.when(
        TimerStarted, (1.0, f"card {SPOKEN[one]}"), (1.5, f"card {SPOKEN[other]}"), (2.0, "two two"), *takes
    ).play()
    invalid = next(e for e in game.all(Traded) if e.first == 0 and not is_demmi(tuple(map(Card.parse, e.first_gives))))
    back = next(e for e in game.all(GaveBack) if e.giver == 0)
    assert back.player == invalid.second
    assert back.at_s > invalid.at_s
    assert f"{game.names[back.player]} gives Anna an invalid Demmi back" in game.said


def test_a_person_hands_an_invalid_demmi_back_to_a_person(tmp_path: Path) -> None:
    """Anna gives Ben two cards that are no Demmi; Ben says so, and both have what they had."""
    game = evening(tmp_path, people=2)
    anna, ben = hand_of(game), hand_of(game, 1)
    one, other = no_demmi(anna)
    line = next(colour for colour in Colour if sum(card.colour is colour for card in ben) >= 2)
    pair = [place for place, card in enumerate(ben) if card.colour is line][:2]
    game.when(Prompted, "lightning")
    game.when(
        TimerStarted,
        *((1.0, "player one show my cards"), (1.5, f"card {SPOKEN[one]}"), (2.0, f"card {SPOKEN[other]}")),
        *((2.5, "two"), (3.0, "player two show my cards"), (3.5, f"card {SPOKEN[pair[0]]}")),
        *((4.0, f"card {SPOKEN[pair[1]]}"), (4.5, "with player one"), (6.0, "give it back"), (7.0, "give it back")),
    ).play()
    trade = next(e for e in game.all(Traded) if {e.first, e.second} == {0, 1})
    back = next(e for e in game.all(GaveBack) if e.player == 1)
    assert (back.giver, back.at_s > trade.at_s) == (0, True)
    assert "There is no invalid Demmi" in game.said


def test_that_was_wrong_takes_back_what_a_person_did_though_robots_traded_since(tmp_path: Path) -> None:
    game = evening(tmp_path)
    game.when(Prompted, "show my cards").when(Prompted, "lightning")
    takes = tuple((float(second), "take it") for second in range(4, 10, 2))
    game.when(TimerStarted, (2.0, "one one"), *takes, (14.0, ControlKey("that_was_wrong"))).play()
    wrong_s = game.all(TimerStarted)[0].at_s + 13.9
    moves = [e for e in game.events if isinstance(e, RemmiDemmiMove) and e.at_s < wrong_s]
    ours = [e for e in moves if not isinstance(e, Traded) or 0 in (e.first, e.second)]
    back = [e.number for e in game.all(TakenBack)]
    assert moves[-1] is not ours[-1]
    assert back == [move.number for move in reversed(moves) if move.number >= ours[-1].number]
    assert "Taken back" in game.said


def test_in_order_is_the_order_of_the_hand(tmp_path: Path) -> None:
    hand = hand_of(evening(tmp_path))
    assert tuple(in_order(hand)) == hand


def test_with_two_people_a_call_without_a_name_is_asked_about_whoever_shows_cards(tmp_path: Path) -> None:
    game = evening(tmp_path, people=2)
    game.when(Prompted, "lightning")
    game.when(TimerStarted, (1.0, "player two show my cards"), (2.0, "remmi demmi"), (7.0, "player one")).play()
    assert "Who made Remmi Demmi" in game.said
    assert [e.player for e in game.all(Claimed) if e.player < 2] == [0]


def test_the_only_person_needs_no_name(tmp_path: Path) -> None:
    game = evening(tmp_path)
    game.when(Prompted, "lightning").when(TimerStarted, (1.0, "remmi demmi")).play()
    assert [e.player for e in game.all(Claimed) if e.player == 0] == [0]


def test_who_offers_nothing_or_does_not_play_is_told(tmp_path: Path) -> None:
    game = evening(tmp_path)
    game.when(Prompted, "lightning").when(TimerStarted, (0.2, "with player nine"), (0.4, "with player two"))
    game.play()
    assert "There is no player 9 here" in game.said
    assert "R 1 offers nothing now" in game.said


class Overheard(Synthesizer):
    """The real synthesiser; keeps what it was asked to say."""

    def __init__(self, settings: SpeakingSettings, language: str | None = None) -> None:
        super().__init__(settings, language)
        self.sentences: list[str] = []

    def render(self, text: str, voice: Voice | None = None) -> Pcm:
        self.sentences.append(text)
        return super().render(text, voice)


def test_who_only_hears_is_told_which_robot_shouts(tmp_path: Path) -> None:
    game = evening(tmp_path)
    game.settings = Settings()
    game.synthesizer = Overheard.open(game.settings.speaking, "en")
    game.when(Prompted, "lightning").when(TimerStarted, (30.0, ControlKey("stop"))).play()
    assert isinstance(game.synthesizer, Overheard)
    aloud = [sentence for sentence in game.synthesizer.sentences if re.match(r"R \d: \w+! \w+!$", sentence)]
    shown = [event for event in game.all(Said) if event.player is not None]
    assert [f"{game.names[event.player]}: {event.text}" for event in shown if event.player is not None] == aloud
    assert len({event.player for event in shown}) > 1
    game.synthesizer.close()


def test_no_robot_answers_before_a_person_could(tmp_path: Path) -> None:
    for strength in Strength:
        game = evening(tmp_path / strength)
        game.robots = (None, *[str(strength)] * 3)
        game.when(Prompted, "lightning").when(TimerStarted, (50.0, ControlKey("stop"))).play()
        shouted, answered_s = {}, []
        for event in game.events:
            if isinstance(event, Offered):
                shouted[event.player] = event.at_s
            elif isinstance(event, Traded):
                answered_s.append(event.at_s - shouted[event.first])
        assert len(answered_s) > 5
        assert min(answered_s) > 0.6


def test_an_offer_that_stood_when_the_game_broke_off_can_still_be_taken(tmp_path: Path) -> None:
    game = evening(tmp_path)
    game.when(Prompted, "lightning").when(Offered, (0.1, ControlKey("stop"))).play()
    assert game.course.offers
    later = evening(tmp_path)
    later.when(Prompted, (20.0, ControlKey("stop"))).play()
    assert any(isinstance(event, Traded) for event in later.events)


@pytest.mark.parametrize("shout", ["two two", "three three", "three three three three three"])
def test_a_demmi_that_is_in_the_hand_is_offered_whatever_is_collected(tmp_path: Path, shout: str) -> None:
    size = 2 if "two" in shout else 3
    for seed in range(8):
        game = evening(tmp_path / f"{seed} {size}", seed)
        assert max(Counter(word for card in hand_of(game) for word in str(card).split()).values()) >= size
        game.when(Prompted, "lightning").when(TimerStarted, (0.5, shout), (1.0, ControlKey("stop"))).play()
        assert "you have no Demmi" not in game.said
        assert [event.size for event in game.all(Offered) if event.player == 0] == [size]
        offered = [Card.parse(card) for card in game.all(CardsChosen)[-1].cards]
        assert is_demmi(offered)


def test_no_demmi_is_told_only_where_there_is_none(tmp_path: Path) -> None:
    game = evening(tmp_path)
    game.when(Prompted, "lightning").when(TimerStarted, (0.5, "nine nine"), (1.0, ControlKey("stop"))).play()
    assert "you have no Demmi of that size" in game.said


@pytest.mark.parametrize("times", [1, 3, 5, 6])
def test_a_size_is_heard_however_often_it_is_shouted_in_one_breath(
    tmp_path: Path, chorus: Chorus, phones: PhoneRecognizer, times: int
) -> None:
    heard = 0
    for seat in range(4):
        game = evening(tmp_path / str(seat))
        game.recognizer, game.chorus = phones, chorus
        game.when(Prompted, "lightning").when(TimerStarted, (0.5, (seat, " ".join(["three"] * times))))
        game.when(Offered).when(Offered, (8.0, ControlKey("stop"))).play()
        sizes = [event.size for event in game.all(Offered) if event.player == 0]
        assert sizes in ([], [3])
        heard += len(sizes)
    assert heard >= 3


def test_a_trade_tells_the_only_person_what_was_given_and_got(tmp_path: Path) -> None:
    game = evening(tmp_path)
    takes = tuple((float(second), "take it") for second in range(4, 20, 2))
    game.when(Prompted, "lightning").when(TimerStarted, (2.0, "one one"), *takes, (25.0, ControlKey("stop"))).play()
    trade = next(event for event in game.all(Traded) if 0 in (event.first, event.second))
    own, other = (trade.first_gives, trade.second_gives)[:: 1 if trade.first == 0 else -1]
    told = next(event.text for event in game.all(Said) if "You give" in event.text)
    assert told.endswith(f"You give 1 {own[0]}, and get 1 {other[0]}.")


@pytest.mark.parametrize("line", ["take it", "give it back", "three three"])
def test_a_trade_before_the_timer_runs_is_told_to_be_too_early(tmp_path: Path, line: str) -> None:
    game = evening(tmp_path)
    game.when(Prompted, line).when("too early", ControlKey("stop")).play()
    assert "That is too early; the timer does not run yet." in game.said
