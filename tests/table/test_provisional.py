"""The provisional ruling, on sound: shown at once, changed by what comes before it is final, and then never again."""

from pathlib import Path

import pytest
from scene import Scene

from voicegames.events import CardFlipped, Event, Heard, Mistake, Prompted, Ruled, SittingStarted, TakenBack, Verdict
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.language import load_language
from voicegames.players.chorus import Chorus, Disfluent
from voicegames.screen.view import View
from voicegames.screen.viewer import Viewer
from voicegames.table.course import Course

RIGHT, STUTTER = (Verdict.RIGHT, None), (Verdict.MISTAKE, Mistake.STUTTER)


@pytest.fixture
def scene(tmp_path: Path, phones: PhoneRecognizer) -> "Watched":
    return Watched(tmp_path / "game.jsonl", recognizer=phones)


class Watched(Scene):
    """Keeps what the page shows after each event."""

    def show(self, event: Event, course: Course) -> None:
        if not hasattr(self, "viewer"):
            assert isinstance(event, SittingStarted)
            self.viewer = Viewer(event, course, load_language("en"))
            self.views: list[tuple[Event, View]] = [(event, self.viewer.view)]
        else:
            self.views.append((event, self.viewer.follow(event, course)))
        super().show(event, course)

    def first_turn(self) -> list[Event]:
        """What happened from the first prompt up to the first ruling."""
        prompted = next(at for at, event in enumerate(self.events) if isinstance(event, Prompted))
        ruled = next(at for at, event in enumerate(self.events) if isinstance(event, Ruled))
        return self.events[prompted : ruled + 1]


def texts(scene: Watched, *, final: bool) -> list[str]:
    return [event.text for event in scene.first_turn() if isinstance(event, Heard) and event.final is final]


def test_the_word_is_shown_at_once_and_ruled_on_after_half_a_second_of_quiet(scene: Watched, chorus: Chorus) -> None:
    nought = chorus.speak(0, ("nought",))
    scene.when_prompted((0.5, nought)).play()
    prompted, early, final, ruled = scene.first_turn()
    assert isinstance(prompted, Prompted)
    assert isinstance(early, Heard)
    assert isinstance(final, Heard)
    assert isinstance(ruled, Ruled)
    end_s = prompted.at_s + 0.5 + nought.end_s - nought.onset_s
    assert (early.text, early.final, final.text, final.final) == ("nought", False, "nought", True)
    assert end_s < early.at_s < end_s + 0.3
    assert end_s + 0.4 < final.at_s == ruled.at_s < end_s + 0.65


def test_the_page_shows_it_as_provisional_with_the_time_standing(scene: Watched, chorus: Chorus) -> None:
    scene.when_prompted((0.5, chorus.speak(0, ("nought",)))).play()
    shown = [view for event, view in scene.views if isinstance(event, Heard)][:2]
    assert [view.is_heard_final for view in shown] == [False, True]
    assert [word.text for word in shown[0].was_heard] == ["nought"]
    assert shown[0].prompt is not None
    assert shown[0].ruling is None


def test_a_repeated_word_changes_it_before_a_card_moves(scene: Watched, chorus: Chorus) -> None:
    nought = chorus.speak(0, ("nought",))
    later = 0.5 + nought.end_s - nought.onset_s + 0.3
    scene.when_prompted((0.5, nought), (later, chorus.speak(0, ("nought",)))).play()
    assert texts(scene, final=False)[0] == "nought"
    assert texts(scene, final=True) == ["nought nought"]
    assert (scene.rulings[0].verdict, scene.rulings[0].mistake) == STUTTER
    assert not [event for event in scene.first_turn() if isinstance(event, CardFlipped)]


def test_a_correction_changes_it(scene: Watched, chorus: Chorus) -> None:
    scene.when_prompted((0.5, chorus.speak(0, ("nought",), Disfluent.CORRECTION, instead="yellow"))).play()
    assert texts(scene, final=True) == ["yel- nought"] or scene.rulings[0].mistake is Mistake.STUTTER
    assert scene.rulings[0].verdict is Verdict.MISTAKE
    whole = Watched(scene.path.with_name("whole.jsonl"), recognizer=scene.recognizer)
    zebra = chorus.speak(0, ("zebra",))
    later = 0.5 + zebra.end_s - zebra.onset_s + 0.25
    whole.when_prompted((0.5, zebra), (later, chorus.speak(0, ("nought",)))).play()
    assert texts(whole, final=False)[0] == "zebra"
    assert whole.rulings[0].verdict is not Verdict.RIGHT
    assert "nought" in whole.rulings[0].heard


def test_a_late_oh_changes_it_before_it_is_final(scene: Watched, chorus: Chorus) -> None:
    nought = chorus.speak(0, ("nought",))
    later = 0.5 + nought.end_s - nought.onset_s + 0.3
    scene.when_prompted((0.5, nought), (later, chorus.speak(0, ("oh",)))).play()
    assert texts(scene, final=False)[0] == "nought"
    # How it is ruled is up to the referee's margins, in doubt for the player; but what was shown does not stand.
    (final,) = texts(scene, final=True)
    assert final != "nought"
    assert scene.rulings[0].at_s > scene.all(Prompted)[0].at_s + later + 0.5
    assert not [event for event in scene.first_turn() if isinstance(event, CardFlipped)]


def test_an_oh_after_the_ruling_is_final_changes_nothing(scene: Watched, chorus: Chorus) -> None:
    nought = chorus.speak(0, ("nought",))
    later = 0.5 + nought.end_s - nought.onset_s + 0.75
    scene.when_prompted((0.5, nought), (later, chorus.speak(0, ("oh",)))).play()
    assert (scene.rulings[0].verdict, scene.rulings[0].mistake) == RIGHT
    assert not scene.all(TakenBack)
    assert [ruled.number for ruled in scene.rulings] == list(range(len(scene.rulings)))
