"""What is chosen on the start page, as a plain value and the effect of each choice on it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from voicegames.doors.party import Party, party
from voicegames.language import Language
from voicegames.names import cleaned
from voicegames.players.robots import Strength
from voicegames.screen.game_views import SHOWN_GAMES
from voicegames.settings import Settings
from voicegames.table.games_at_table import DEFAULT_GAME, game_at_table, game_names

Announce = Literal["all", "names", "mistakes", "none"]
"""What the table says aloud, as in the settings."""

SPEEDS = {"normal": 3.0, "slow": 5.0, "very_slow": 8.0}
"""The time for an answer, in seconds."""

MOST_ROBOTS = 5
"""The start page has no more robots to choose from."""

_LONGEST_NAME = 20


@dataclass(frozen=True, slots=True)
class Setup:
    """The game that is chosen. ``speed`` is "own" where the family's settings have a limit of their own.

    ``naming`` is the person whose name is said next, None for the first one without a name. ``trouble`` is the key of
    the text that says why the game can't start.
    """

    game: str = DEFAULT_GAME
    variants: tuple[str, ...] = ()
    people: int = 2
    names: tuple[str, ...] = ()
    naming: int | None = None
    robots: int = 0
    strength: Strength = Strength.MIDDLE
    speed: str = "normal"
    announce: Announce = "all"
    can_resume: bool = False
    trouble: str | None = None

    @property
    def fewest(self) -> int:
        """How many players the game needs."""
        return game_at_table(self.game).fewest_players

    @property
    def most(self) -> int:
        """How many players the game takes."""
        return game_at_table(self.game).most_players

    def chosen(self, choice: str, values: tuple[str, ...] = ()) -> "Setup":
        """Return the setup after a choice; one that there is none of changes nothing."""
        kind, _, value = choice.partition("_")
        match kind:
            case "game" if value in shown_games():
                return replace(self, game=value, variants=())._with_people(self.people)
            case "variant" if value in game_at_table(self.game).variants:
                variants = set(self.variants) ^ {value}
                return replace(self, variants=tuple(v for v in game_at_table(self.game).variants if v in variants))
            case "people" if value.isdecimal() and 1 <= int(value) <= self.most:
                return self._with_people(int(value))
            case "robots" if value.isdecimal() and int(value) <= MOST_ROBOTS:
                return replace(self, robots=min(int(value), self._most_robots(self.people)))._checked()
            case "strength" if value in list(Strength):
                return replace(self, strength=Strength(value))
            case "speed" if value in SPEEDS:
                return replace(self, speed=value)
            case "announce":
                found = next((announce for announce in _ANNOUNCE if announce == value), None)
                return self if found is None else replace(self, announce=found)
            case "names":
                return replace(self, names=tuple(cleaned(name, _LONGEST_NAME) for name in values))
            case "name" if value.isdecimal() and 1 <= int(value) <= self.people:
                return replace(self, naming=int(value) - 1)
            case "nameless":
                return replace(self, names=(), naming=None)
        return self

    def named(self, name: str) -> "Setup":
        """Return the setup after a name was said: for the person who was asked for, or the next one without a name.

        A name that somebody has already is only taken where a person was asked for, who then has it instead.
        """
        names = [self._name(number) for number in range(self.people)]
        number = self.naming
        if number is None:
            if name in names or "" not in names:
                return self
            number = names.index("")
        names = ["" if other == name else other for other in names]
        names[number] = name
        return replace(self, names=tuple(names), naming=None)

    def _name(self, number: int) -> str:
        return self.names[number] if number < len(self.names) else ""

    def _with_people(self, people: int) -> "Setup":
        people = min(people, self.most)
        robots = min(self.robots, self._most_robots(people))
        if people + robots < self.fewest:
            robots = min(game_at_table(self.game).robots_for(people), MOST_ROBOTS)
        return replace(self, people=people, robots=robots, naming=None)._checked()

    def _most_robots(self, people: int) -> int:
        return self.most - people if people in game_at_table(self.game).people_with_robots else 0

    def _checked(self) -> "Setup":
        return replace(self, trouble=None if self.can_start else "wrong_number")

    @property
    def can_start(self) -> bool:
        """Whether the number of players is one that the rules allow."""
        return self.fewest <= self.people + self.robots <= self.most

    def party(self, language: Language) -> Party:
        """Return who plays. A name that is missing or comes twice is the player's number."""
        names: list[str] = []
        for number in range(self.people):
            name = self._name(number)
            taken = {other.casefold() for other in names}
            numbered = language.say("player", number=number + 1)
            names.append(name if name and name.casefold() not in taken else numbered)
        game = game_at_table(self.game)
        return party(game, language, self.people + self.robots, names, self.robots, self.strength)

    def settings(self, settings: Settings) -> Settings:
        """Return the settings with what was chosen."""
        limit_s = SPEEDS.get(self.speed, settings.referee.limit_s)
        return replace(settings, announce=self.announce, referee=replace(settings.referee, limit_s=limit_s))


@dataclass(frozen=True, slots=True)
class StartPage:
    """What the start page shows: the setup, what else can be chosen, and the names that are understood when said."""

    setup: Setup
    games: tuple[str, ...]
    variants: tuple[str, ...]
    fewest: int
    most: int
    sayable_names: tuple[str, ...]


_ANNOUNCE: tuple[Announce, ...] = get_args(Announce)


def shown_games() -> tuple[str, ...]:
    """Return the names of the games that can be played and shown."""
    return tuple(name for name in game_names() if name in SHOWN_GAMES)


def setup_of(settings: Settings, strength: Strength, *, can_resume: bool) -> Setup:
    """Return what is chosen before anybody has chosen: what the family's settings say."""
    speed = next((name for name, limit_s in SPEEDS.items() if limit_s == settings.referee.limit_s), "own")
    return Setup(strength=strength, speed=speed, announce=settings.announce, can_resume=can_resume)


def start_page_of(setup: Setup, sayable_names: Sequence[str]) -> StartPage:
    """Return what the start page shows of a setup."""
    variants = game_at_table(setup.game).variants
    return StartPage(setup, shown_games(), variants, setup.fewest, setup.most, tuple(sayable_names))
