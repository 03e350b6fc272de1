"""What a player's name may be: short, visible, and without letters that do something to the screen."""

import unicodedata

LONGEST_NAME = 60

NAME_RULE = f"give one of up to {LONGEST_NAME} letters, without control characters"

_JOINERS = "\u200c\u200d"
"""Letters without a width that scripts such as Persian, and emoji, need inside of a word."""

_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Controls (an escape colours the terminal), marks that turn the writing round, halves of letters, ends of lines."""


def name_key(name: str) -> str:
    """Return the name as it is compared: in any case and with any blanks it means the same player."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in folded if not letter.isspace() and unicodedata.category(letter)[0] != "C")


def is_name(name: str) -> bool:
    """Whether a player can be called so."""
    has_unseen = any(unicodedata.category(letter) in _UNSEEN and letter not in _JOINERS for letter in name)
    return not has_unseen and len(name_key(name)) > 0 and max(len(name_key(name)), len(name)) <= LONGEST_NAME


def shortened(name: str) -> str:
    """Return a name that is none for a sentence: in quotes, unseen letters spelled out, and cut where it is long."""
    return repr(name if len(name) <= LONGEST_NAME else f"{name[:20]}...")


def cleaned(name: str, longest: int = LONGEST_NAME) -> str:
    """Return what was written as a name without unseen letters and needless blanks, and not too long; maybe ""."""
    seen = "".join(letter for letter in name if unicodedata.category(letter) not in _UNSEEN or letter in _JOINERS)
    short = " ".join(seen.split())[:longest].strip()
    return short if is_name(short) else ""
