"""Domitrio as one of the games at the table."""

import random
from collections.abc import Sequence

from voicegames.events import Event, SittingStarted
from voicegames.games.domitrio import FEWEST_PLAYERS, MOST_PLAYERS, RACK, tiles
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.language import Language, load_language
from voicegames.players.domitrio_robots import DomitrioRobot
from voicegames.players.robots import Strength
from voicegames.settings import Settings
from voicegames.speaking.synthesizer import Voice
from voicegames.table.domitrio import DomitrioTable
from voicegames.table.domitrio_course import FREE_DRAWING, DomitrioCourse
from voicegames.table.domitrio_language import domitrio_language
from voicegames.table.domitrio_sayings import SHOWN_AT_ONCE, Sayings
from voicegames.table.domitrio_seats import DomitrioPerson, DomitrioSeat, DomitrioTableRobot
from voicegames.table.domitrio_statistics import as_csv, as_json, as_lines, figures_of
from voicegames.table.games_at_table import Form
from voicegames.table.sitting import Sitting


class DomitrioAtTable:
    """See ``games_at_table.GameAtTable``."""

    name = "domitrio"
    title = "Domitrio"
    fewest_players = FEWEST_PLAYERS
    most_players = MOST_PLAYERS
    people_with_robots = range(MOST_PLAYERS + 1)
    how_many = "domitrio_how_many"
    variants: tuple[str, ...] = (FREE_DRAWING,)

    def robots_for(self, people: int) -> int:
        """One person gets a robot beside them."""
        return 1 if people == 1 else 0

    def deck(self, players: int, rng: random.Random, robots: int) -> tuple[str, ...]:
        """All tiles, mixed."""
        mixed = list(tiles())
        rng.shuffle(mixed)
        return tuple(str(tile) for tile in mixed)

    def course(self, started: SittingStarted) -> DomitrioCourse:
        """Return the course of a game that begins."""
        return DomitrioCourse(started)

    def vocabularies(self, language: Language, started: SittingStarted, settings: Settings) -> tuple[Vocabulary, ...]:
        """Return the vocabularies that are the same in every turn; the others hold the numbers of their moment."""
        sayings = Sayings(domitrio_language(language))
        moments = sayings.rolling(), sayings.waiting(), sayings.yes_no()
        return (*(moment.vocabulary for moment in moments), sayings.controls())

    def words(self, language: Language) -> Vocabulary:
        """Every saying, with the spots of a full page."""
        return Sayings(domitrio_language(language)).every(RACK, SHOWN_AT_ONCE).vocabulary

    def table(self, sitting: Sitting, voices: Sequence[Voice]) -> DomitrioTable:
        """Return the table, with the robots that the course names."""
        seats: list[DomitrioSeat] = [
            DomitrioPerson()
            if strength is None
            else DomitrioTableRobot(DomitrioRobot(Strength(strength), random.Random()))
            for strength in sitting.course.robots
        ]
        return DomitrioTable(sitting, seats, domitrio_language(sitting.language), sitting.settings.announce)

    def figures(self, events: tuple[Event, ...], form: Form) -> str:
        """What each player laid, drew and passed."""
        figures = figures_of(events)
        match form:
            case Form.JSON:
                return as_json(figures)
            case Form.CSV:
                return as_csv(figures)
            case Form.LINES:
                first = events[0]
                assert isinstance(first, SittingStarted)
                return as_lines(figures, domitrio_language(load_language(first.language)).language)
