"""How a player's name may sound, guessed from its letters: English rules, a few ways to say the first vowel."""

import unicodedata

Sounds = tuple[tuple[str, ...], ...]

_GROUPS = {
    **{"sch": "SH", "tch": "CH", "sh": "SH", "ch": "CH", "ph": "F", "th": "TH", "ck": "K", "qu": "K W", "ng": "NG"},
    **{"wh": "W", "kn": "N", "ee": "IY", "ea": "IY", "oo": "UW", "ou": "AW", "ow": "OW", "ai": "EY", "ay": "EY"},
    **{"ei": "AY", "ie": "IY", "ey": "IY", "au": "AO", "aw": "AO", "oi": "OY", "oy": "OY", "ar": "AA R", "or": "AO R"},
    **{"er": "ER", "ir": "ER", "ur": "ER", "ia": "IY AH", "io": "IY OW", "eo": "IY OW", "ua": "W AH"},
}
_LETTERS = {
    **{"b": "B", "c": "K", "d": "D", "f": "F", "g": "G", "h": "HH", "j": "JH", "k": "K", "l": "L", "m": "M", "n": "N"},
    **{"p": "P", "q": "K", "r": "R", "s": "S", "t": "T", "v": "V", "w": "W", "x": "K S", "y": "Y", "z": "Z"},
}
_VOWELS = (
    {"a": "AE", "e": "EH", "i": "IH", "o": "AA", "u": "AH", "y": "IH"},
    {"a": "EY", "e": "IY", "i": "AY", "o": "OW", "u": "UW", "y": "AY"},
    {"a": "AA", "e": "EH", "i": "IY", "o": "OW", "u": "UW", "y": "IY"},
)
"""The first vowel short, long, and as on the continent."""
_LATER = {"a": "AH", "e": "EH", "i": "IH", "o": "OW", "u": "AH", "y": "IY"}
_LAST = {"a": "AH", "e": "IY", "i": "IY", "o": "OW", "u": "UW", "y": "IY"}


def sounds_of(name: str) -> Sounds:
    """Return how one word of a name may sound, in the symbols of ``phone_set``; nothing for letters that are not Latin.

    "Anna" gives "AE N AH", "EY N AH" and "AA N AH".
    """
    letters = "".join(c for c in unicodedata.normalize("NFD", name.casefold()) if not unicodedata.combining(c))
    if not letters.isascii() or not letters.isalpha() or not set(letters) & set("aeiouy"):
        return ()
    said = (_said(letters, vowels, is_e_silent=silent) for vowels in _VOWELS for silent in (True, False))
    return tuple(dict.fromkeys(said))


def _said(letters: str, vowels: dict[str, str], *, is_e_silent: bool) -> tuple[str, ...]:
    sounds: list[str] = []
    is_first, place = True, 0
    while place < len(letters):
        group = next((letters[place : place + n] for n in (3, 2) if letters[place : place + n] in _GROUPS), None)
        letter = letters[place]
        is_last = place == len(letters) - 1
        if group is not None:
            sounds += _GROUPS[group].split()
            is_first = is_first and group[0] not in "aeiou"
        elif letter in "aeiou" or (letter == "y" and place > 0):
            if not (is_last and letter == "e" and is_e_silent and not is_first):
                sounds.append(vowels[letter] if is_first else _LAST[letter] if is_last else _LATER[letter])
            is_first = False
        elif letter == "c" and letters[place + 1 : place + 2] in ("e", "i", "y"):
            sounds.append("S")
        elif not (place and letters[place - 1] == letter):
            sounds += _LETTERS[letter].split()
        place += len(group) if group is not None else 1
    return tuple(sounds)
