"""A player of Domitrio who sees nothing: all that they know is what the table has said aloud."""

import re

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class ByEar:
    """Answers each sentence of the table with a saying, or with nothing where it is not for ``name``."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._said: str | None = None

    def answer(self, heard: str) -> str | None:
        """Return what to say after a sentence."""
        saying = self._saying(heard)
        if saying is not None:
            self._said = saying
        return saying

    def _saying(self, heard: str) -> str | None:
        if heard.endswith(f"{self._name}: roll."):
            return "roll"
        if heard.startswith("Again, please") or heard.startswith("I did not understand"):
            return self._said
        if "Say: draw." in heard:
            return "draw"
        if "Say: pass." in heard:
            return "pass"
        if found := re.search(r"Hint: tile (\d+), spot (\d+)", heard):
            tile, spot = (NUMBERS[int(number) - 1] for number in found.groups())
            return f"tile {tile} spot {spot}"
        if heard.endswith("Lay it?"):
            return "lay it"
        if found := re.fullmatch(r"(\w+ \w+.*) or (\w+ \w+.*)\?", heard):
            # Not sure what was said: the same once more.
            return self._said
        if heard.endswith(("spots.", "One spot.")) or "Or: spots, hint" in heard:
            return "hint"
        return None
