"""Remmi Demmi as one of the games at the table."""

import json
import random
from collections.abc import Sequence

from voicegames.events import Event, SittingStarted
from voicegames.games.remmi_demmi_hands import FEWEST_PLAYERS, MOST_PLAYERS, shuffled
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.language import Language
from voicegames.players.remmi_demmi_robots import TEMPERS, RemmiDemmiRobot
from voicegames.players.robots import Strength
from voicegames.settings import Settings
from voicegames.speaking.synthesizer import Voice
from voicegames.table.games_at_table import Form
from voicegames.table.phrases import NUMBERS
from voicegames.table.remmi_demmi import RemmiDemmiTable
from voicegames.table.remmi_demmi_course import FRANTIC, RemmiDemmiCourse
from voicegames.table.remmi_demmi_figures import as_csv, as_lines, as_rows
from voicegames.table.remmi_demmi_phrases import RemmiDemmiPhrases
from voicegames.table.remmi_demmi_robots import RobotMarket
from voicegames.table.sitting import Sitting


class RemmiDemmiAtTable:
    """See ``games_at_table.GameAtTable``. People alone play with their own cards; with robots the computer deals."""

    name = "remmi-demmi"
    title = "Remmi Demmi"
    fewest_players = FEWEST_PLAYERS
    most_players = MOST_PLAYERS
    people_with_robots = range(1, FEWEST_PLAYERS)
    how_many = "rd_how_many"
    variants: tuple[str, ...] = (FRANTIC,)

    def robots_for(self, people: int) -> int:
        """Robots fill the table up to four."""
        return max(0, FEWEST_PLAYERS - people)

    def deck(self, players: int, rng: random.Random, robots: int) -> tuple[str, ...]:
        """The shuffled cards where robots play; people alone deal their own."""
        return tuple(map(str, shuffled(players, rng))) if robots else ()

    def course(self, started: SittingStarted) -> RemmiDemmiCourse:
        """Return the course of a game that begins."""
        return RemmiDemmiCourse(started)

    def vocabularies(self, language: Language, started: SittingStarted, settings: Settings) -> tuple[Vocabulary, ...]:
        """Return all of the game's vocabularies."""
        return RemmiDemmiPhrases(language, started.players, real_cards=not started.deck).all()

    def words(self, language: Language) -> Vocabulary:
        """Numbers, the calls of the game, and the controls."""
        phrases = RemmiDemmiPhrases(language, (), real_cards=False)
        numbers = [(name,) for number in NUMBERS for name in language.words[number]]
        return language.vocabulary([*phrases.clock, *phrases.look, *phrases.yes_no, *numbers])

    def table(self, sitting: Sitting, voices: Sequence[Voice]) -> RemmiDemmiTable:
        """Return the table, with the robots that the course names."""
        course = sitting.course
        assert isinstance(course, RemmiDemmiCourse)
        phrases = RemmiDemmiPhrases(sitting.language, course.players, real_cards=course.real_cards)
        if course.real_cards:
            return RemmiDemmiTable(sitting, phrases)
        seats = {seat: Strength(strength) for seat, strength in enumerate(course.robots) if strength is not None}
        rng = random.Random(f"{course.seed}-{course.moves}")
        robots = {seat: RemmiDemmiRobot(TEMPERS[strength], rng) for seat, strength in seats.items()}
        spoken = {seat: voices[seat % len(voices)] if voices else None for seat in seats}
        return RemmiDemmiTable(sitting, phrases, RobotMarket(robots, spoken, rng))

    def figures(self, events: tuple[Event, ...], form: Form) -> str:
        """Points, claims and how fast they were answered, of each player."""
        rows = as_rows(events)
        match form:
            case Form.JSON:
                return json.dumps(rows, ensure_ascii=False)
            case Form.CSV:
                return as_csv(rows)
            case Form.LINES:
                return as_lines(rows)
