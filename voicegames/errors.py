"""Errors that a person meets: one clear sentence that says what to do next, fit for the screen and for speech."""


class Failure(Exception):  # noqa: N818 - what was asked can't be done; the command ends with exit status 1
    """What was asked can't be done.

    ``code`` is a short machine word ("no-microphone"), ``sentence`` says what is wrong and what to do about it.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class WrongUsage(Failure):
    """The command line is wrong; the command ends with exit status 2."""
