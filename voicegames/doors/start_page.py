"""The start page and the end page: what is chosen there by voice, key or button."""

from collections.abc import Callable
from enum import StrEnum

from voicegames.doors.page_ear import Came, PageEar
from voicegames.doors.page_setup import Setup, start_page_of
from voicegames.screen.web_keys import Choice
from voicegames.screen.web_socket import Hub
from voicegames.table.happenings import ControlKey, PlayerKey
from voicegames.table.phrases import NUMBERS


class Next(StrEnum):
    """What is to come after a page."""

    START = "start"
    SOUND_CHECK = "sound_check"
    OLD_GAME = "old_game"
    PLAY_AGAIN = "play_again"
    OTHER_GAME = "other_game"
    STOP = "stop"


def ask_setup(ear: PageEar, hub: Hub, setup: Setup) -> tuple[Next, Setup]:
    """Show the start page until the game is started, the sound is to be checked, or the program is to end."""
    names = ear.sayable_names()
    hub.publish(stage="start", start=start_page_of(setup, names))
    ear.say(ear.language.page["start_question"])
    numbers = {name: number for number, key in enumerate(NUMBERS, 1) for name in ear.language.words[key]}
    choices = _choices(ear, lambda choice: choice not in ("play_again", "other_game"))
    listened = [*((number,) for number in numbers), *((name,) for name in names), *choices, *_controls(ear)]
    for happened in ear.listen(listened):
        for came in happened:
            name = _name_of(came, names)
            chosen = _choice_of(ear, came)
            if chosen is None and isinstance(came, PlayerKey):
                chosen = Choice(f"people_{came.player + 1}")
            elif chosen is None and isinstance(came, tuple) and len(came) == 1 and came[0] in numbers:
                chosen = Choice(f"people_{numbers[came[0]]}")
            if chosen is None and name is None:
                continue
            if chosen is None:
                setup = setup.named(name or "")
            elif chosen.choice in (Next.SOUND_CHECK, Next.STOP) or (
                chosen.choice == Next.OLD_GAME and setup.can_resume
            ):
                return Next(chosen.choice), setup
            elif chosen.choice == Next.START and setup.can_start:
                return Next.START, setup
            else:
                if chosen.choice == "help":
                    ear.say(ear.language.page["start_question"])
                setup = setup.chosen(chosen.choice, chosen.values)
            hub.publish(start=start_page_of(setup, names))
    raise AssertionError("listening never ends by itself")


def ask_what_next(ear: PageEar) -> Next:
    """Wait on the end page until somebody wants to play again, to see the start page, or to stop."""
    listened = _choices(ear, lambda choice: choice in ("play_again", "other_game"))
    for happened in ear.listen([*listened, *_controls(ear)]):
        for came in happened:
            chosen = _choice_of(ear, came)
            if chosen is not None and chosen.choice in (Next.PLAY_AGAIN, Next.OTHER_GAME, Next.STOP):
                return Next(chosen.choice)
    raise AssertionError("listening never ends by itself")


def _name_of(came: Came, names: tuple[str, ...]) -> str | None:
    """Return the name that was said or typed in any case, as it is written."""
    if not isinstance(came, tuple) or len(came) != 1:
        return None
    return next((name for name in names if name.casefold() == came[0].casefold()), None)


def _choice_of(ear: PageEar, came: Came) -> Choice | None:
    if isinstance(came, Choice):
        return came
    if isinstance(came, ControlKey):
        return Choice(came.control)
    if isinstance(came, tuple):
        spoken = ear.choice(came) or ear.language.control(came)
        return None if spoken is None else Choice(spoken)
    return None


def _choices(ear: PageEar, wanted: Callable[[str], bool]) -> list[tuple[str, ...]]:
    return [phrase for choice, phrases in ear.language.choices.items() if wanted(choice) for phrase in phrases]


def _controls(ear: PageEar) -> list[tuple[str, ...]]:
    return [phrase for control in ("help", "stop") for phrase in ear.language.controls[control]]
