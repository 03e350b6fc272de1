"""The error that a game raises when something is asked of it that its rules don't allow."""


class RulesError(Exception):
    """The rules don't allow this, now or at all.

    ``code`` is a short machine word ("not-now"), ``sentence`` can be shown or spoken as it is, and ``rule`` says which
    rule of the game forbids it.
    """

    def __init__(self, code: str, sentence: str, rule: str) -> None:
        super().__init__(f"{sentence} (The rule: {rule})")
        self.code = code
        self.sentence = sentence
        self.rule = rule
