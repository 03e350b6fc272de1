"""Calls to the referee and what the table asks back, alike in every game: a control, yes or no, a pause, the stop."""

from collections.abc import Callable
from typing import NoReturn

from voicegames.events import Paused, Stopped, WentOn
from voicegames.hearing.ear import Heard
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.table.happenings import ControlKey, Happening, PlayerKey, TypedUtterance
from voicegames.table.sitting import Sitting, TableStopped

_QUESTION_S = 8.0

ControlOf = Callable[[Happening], str | None]


def control_of(sitting: Sitting, happening: Happening, player: int) -> str | None:
    """Return the control that a key or a final utterance asks for, or None; the utterance counts as ``player``'s."""
    if isinstance(happening, ControlKey):
        return happening.control
    if isinstance(happening, TypedUtterance) or (isinstance(happening, Heard) and happening.final):
        control = sitting.language.control(happening.utterance.plain_words)
        if control is not None:
            sitting.heard(happening, player)
        return control
    return None


def is_to_referee(sitting: Sitting, happening: TypedUtterance) -> bool:
    """Whether a typed line begins with "referee": it is nobody's answer then, though it may be no call either."""
    words = happening.utterance.words
    return bool(words) and words[0].text.casefold() == sitting.language.referee.casefold()


def pause(sitting: Sitting, controls: Vocabulary, control_of: ControlOf, do: Callable[[str], None]) -> None:
    """Stand still until somebody says or presses that it goes on; other controls are done meanwhile."""
    why = sitting.language.say("paused")
    sitting.record(Paused(sitting.now_s, why))
    sitting.say(why)
    while (control := _next_control(sitting, controls, control_of)) != "go_on":
        if control != "pause":
            do(control)
    sitting.record(WentOn(sitting.now_s))
    sitting.say(sitting.language.say("went_on"))


def _next_control(sitting: Sitting, controls: Vocabulary, control_of: ControlOf) -> str:
    for happenings in sitting.steps(controls):
        for number, happening in enumerate(happenings, 1):
            control = "go_on" if happening == ControlKey("pause") else control_of(happening)
            if control is not None:
                sitting.keep(happenings[number:])
                return control
            if isinstance(happening, TypedUtterance):
                sitting.heard(happening, sitting.course.state.turn)
            if isinstance(happening, TypedUtterance | PlayerKey):
                sitting.say(sitting.language.say("paused"))
        sitting.expect_answer(happenings)
    raise AssertionError("the steps of a sitting never end by themselves")


def is_yes(sitting: Sitting, question: str, yes_no: Vocabulary, player: int) -> bool:
    """Ask, and wait for yes or no, said or pressed; no answer within some seconds is no.

    Where something else is typed or pressed it is asked once more; the call to stop stops. Raises TableStopped then.
    """
    sitting.say(question)
    until_s = sitting.now_s + _QUESTION_S
    for happenings in sitting.steps(yes_no):
        sitting.expect_answer(happenings)
        for number, happening in enumerate(happenings, 1):
            answer = _answer(sitting, happening, player)
            if answer in ("yes", "no"):
                sitting.keep(happenings[number:])
                return answer == "yes"
            if answer == "stop":
                stop(sitting)
            if answer is not None or isinstance(happening, TypedUtterance | PlayerKey | ControlKey):
                sitting.say(question)
                until_s = sitting.now_s + _QUESTION_S
        if sitting.now_s > until_s and not sitting.ear.is_hearing:
            return False
    raise AssertionError("the steps of a sitting never end by themselves")


def _answer(sitting: Sitting, happening: Happening, player: int) -> str | None:
    """Return yes, no, or the control that somebody asks for instead; None for what is neither."""
    if isinstance(happening, ControlKey):
        return happening.control
    if not isinstance(happening, TypedUtterance) and not (isinstance(happening, Heard) and happening.final):
        return None
    sitting.heard(happening, player)
    meanings = sitting.language.meanings(happening.utterance.plain_words)
    return meanings[0] if meanings in (("yes",), ("no",)) else sitting.language.control(happening.utterance.plain_words)


def stop(sitting: Sitting) -> NoReturn:
    """End the sitting as somebody asked; the game can be gone on with. Raises TableStopped."""
    sitting.record(Stopped(sitting.now_s))
    sitting.say(sitting.language.say("stopped"))
    raise TableStopped
