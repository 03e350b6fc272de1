"""Dodelido as one of the games at the table."""

import random
from collections.abc import Sequence

from voicegames.events import Event, SittingStarted
from voicegames.games.dodelido import FEWEST_PLAYERS, MOST_PLAYERS, deck
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.language import Language
from voicegames.players.robots import Robot, Strength
from voicegames.settings import Settings
from voicegames.speaking.synthesizer import Voice
from voicegames.table.dodelido import DodelidoTable
from voicegames.table.dodelido_course import DodelidoCourse
from voicegames.table.games_at_table import Form
from voicegames.table.phrases import Phrases
from voicegames.table.seats import Person, Seat, TableRobot
from voicegames.table.sitting import Sitting
from voicegames.table.statistics import statistics_json, statistics_lines, statistics_of, to_csv

_ROBOTS_FOR_ONE = 2


class DodelidoAtTable:
    """See ``games_at_table.GameAtTable``."""

    name = "dodelido"
    title = "Dodelido"
    fewest_players = FEWEST_PLAYERS
    most_players = MOST_PLAYERS
    people_with_robots = range(MOST_PLAYERS + 1)
    how_many = "how_many"
    variants: tuple[str, ...] = ()

    def robots_for(self, people: int) -> int:
        """One person gets two robots beside them."""
        return _ROBOTS_FOR_ONE if people == 1 else 0

    def deck(self, players: int, rng: random.Random, robots: int) -> tuple[str, ...]:
        """All cards, shuffled."""
        cards = list(deck())
        rng.shuffle(cards)
        return tuple(str(card) for card in cards)

    def course(self, started: SittingStarted) -> DodelidoCourse:
        """Return the course of a game that begins."""
        return DodelidoCourse(started)

    def vocabularies(self, language: Language, started: SittingStarted, settings: Settings) -> tuple[Vocabulary, ...]:
        """Return all of the game's vocabularies."""
        return Phrases(language, len(started.players)).all()

    def words(self, language: Language) -> Vocabulary:
        """Answers and controls."""
        return Phrases(language, MOST_PLAYERS).answer

    def table(self, sitting: Sitting, voices: Sequence[Voice]) -> DodelidoTable:
        """Return the table, with the robots that the course names."""
        seats: list[Seat] = []
        for number, strength in enumerate(sitting.course.robots):
            if strength is None:
                seats.append(Person())
            else:
                robot = Robot(Strength(strength).settings(sitting.settings), random.Random())
                seats.append(TableRobot(robot, sitting.language, voices[number % len(voices)] if voices else None))
        return DodelidoTable(sitting, seats, sitting.settings.announce)

    def figures(self, events: tuple[Event, ...], form: Form) -> str:
        """Reaction times and mistakes of each player."""
        match form:
            case Form.JSON:
                return statistics_json(events)
            case Form.CSV:
                return to_csv(statistics_of(events)).rstrip("\n")
            case Form.LINES:
                return "\n".join(statistics_lines(statistics_of(events)))
