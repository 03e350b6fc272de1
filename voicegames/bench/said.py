"""What a voice is asked to say."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Said:
    """A text, and the tempo at which it is said as a factor of the voice's own."""

    text: str
    speed: float = 1.0
