"""What is chosen on the start page, as a plain value and the effect of each choice on it."""

from dataclasses import dataclass, replace
from typing import Literal, get_args

from voicegames.doors.party import Party, party
from voicegames.games.dodelido import FEWEST_PLAYERS, MOST_PLAYERS
from voicegames.language import Language
from voicegames.players.robots import Strength
from voicegames.settings import Settings
from voicegames.table.games_at_table import DEFAULT_GAME, game_at_table

Announce = Literal["all", "names", "mistakes", "none"]
"""What the table says aloud, as in the settings."""

SPEEDS = {"normal": 3.0, "slow": 5.0, "very_slow": 8.0}
"""The time for an answer, in seconds."""

_ROBOTS_FOR_ONE = 2


@dataclass(frozen=True, slots=True)
class Setup:
    """The game that is chosen. ``speed`` is "own" where the family's settings have a limit of their own.

    ``note`` is a sentence above the choices, ``trouble`` the key of the text that says why the game can't start.
    """

    people: int = FEWEST_PLAYERS
    names: tuple[str, ...] = ()
    robots: int = 0
    strength: Strength = Strength.MIDDLE
    speed: str = "normal"
    announce: Announce = "all"
    can_resume: bool = False
    note: str | None = None
    trouble: str | None = None

    def chosen(self, choice: str, values: tuple[str, ...] = ()) -> "Setup":
        """Return the setup after a choice; one that there is none of changes nothing."""
        kind, _, value = choice.partition("_")
        match kind:
            case "people" if value.isdigit() and 1 <= int(value) <= MOST_PLAYERS:
                return self._with_people(int(value))
            case "robots" if value.isdigit() and int(value) < MOST_PLAYERS:
                robots = min(int(value), MOST_PLAYERS - self.people)
                return replace(self, robots=robots, trouble=None)._checked()
            case "strength" if value in list(Strength):
                return replace(self, strength=Strength(value))
            case "speed" if value in SPEEDS:
                return replace(self, speed=value)
            case "announce":
                found = next((announce for announce in _ANNOUNCE if announce == value), None)
                return self if found is None else replace(self, announce=found)
            case "names":
                return replace(self, names=tuple(" ".join(name.split())[:20] for name in values))
        return self

    def _with_people(self, people: int) -> "Setup":
        robots = min(self.robots, MOST_PLAYERS - people)
        if people + robots < FEWEST_PLAYERS:
            robots = _ROBOTS_FOR_ONE
        return replace(self, people=people, robots=robots, trouble=None)

    def _checked(self) -> "Setup":
        if FEWEST_PLAYERS <= self.people + self.robots <= MOST_PLAYERS:
            return self
        return replace(self, trouble="too_many")

    @property
    def can_start(self) -> bool:
        """Whether the number of players is one that the rules allow."""
        return FEWEST_PLAYERS <= self.people + self.robots <= MOST_PLAYERS

    def party(self, language: Language) -> Party:
        """Return who plays. A name that is missing or comes twice is the player's number."""
        names: list[str] = []
        for number in range(self.people):
            name = self.names[number] if number < len(self.names) else ""
            numbered = language.say("player", number=number + 1)
            names.append(name if name and name not in names else numbered)
        game = game_at_table(DEFAULT_GAME)
        return party(game, language, self.people + self.robots, names, self.robots, self.strength)

    def settings(self, settings: Settings) -> Settings:
        """Return the settings with what was chosen."""
        limit_s = SPEEDS.get(self.speed, settings.referee.limit_s)
        return replace(settings, announce=self.announce, referee=replace(settings.referee, limit_s=limit_s))


_ANNOUNCE: tuple[Announce, ...] = get_args(Announce)


def setup_of(settings: Settings, strength: Strength, *, can_resume: bool) -> Setup:
    """Return what is chosen before anybody has chosen: what the family's settings say."""
    speed = next((name for name, limit_s in SPEEDS.items() if limit_s == settings.referee.limit_s), "own")
    return Setup(strength=strength, speed=speed, announce=settings.announce, can_resume=can_resume)
