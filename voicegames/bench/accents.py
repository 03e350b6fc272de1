"""A foreign accent made from the sounds of English, for synthesisers that take phonetic letters."""

_GERMAN = {
    "w": "v",
    "θ": "s",
    "ð": "z",
    "æ": "ɛ",
    "ʌ": "a",
    "ɐ": "a",
    "ɚ": "ə",
    "ᵊ": "ə",
    "ɾ": "t",
    "T": "t",
    "ɫ": "l",
}
_HARDENED = {"b": "p", "d": "t", "ɡ": "k", "v": "f", "z": "s"}


def german(phones: str) -> str:
    """Return the sounds as a speaker of German may say them.

    "w" becomes "v", "th" a hiss, the open vowels close up, and the last consonant of a word is hard.
    """
    words = "".join(_GERMAN.get(phone, phone) for phone in phones).split(" ")
    return " ".join(word[:-1] + _HARDENED.get(word[-1:], word[-1:]) for word in words)
