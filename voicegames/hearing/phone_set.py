"""The phone symbols in which pronunciations are written, and what the phone network's tokens say about them.

Symbols are plain ASCII, separated by blanks in the language packs. English uses the ARPAbet names (CMU dictionary)
without stress digits; Korean adds its own vowels, glides and tense consonants, German a few of its own:

    English vowels      AA (father)  AE (cat)  AH (cut, comma)  AO (law)  AW (cow)  AY (eye)  EH (bed)  ER (bird)
                        EY (day)  IH (bit)  IY (bee)  OW (go)  OY (boy)  UH (book)  UW (blue)
    consonants          B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH
    Korean vowels       A ㅏ  EO ㅓ  O ㅗ  U ㅜ  EU ㅡ  I ㅣ  E ㅔ and ㅐ  UI ㅢ
    Korean glides       YA ㅑ  YEO ㅕ  YO ㅛ  YU ㅠ  YE ㅖ and ㅒ  WA ㅘ  WEO ㅝ  WE ㅞ, ㅙ and ㅚ  WI ㅟ
    Korean consonants   lax B ㅂ  D ㄷ  G ㄱ  J ㅈ  S ㅅ; aspirated P ㅍ  T ㅌ  K ㅋ  CH ㅊ; tense PP TT KK JJ SS;
                        HH ㅎ  M N NG L ㄹ (before and between vowels too; R is heard as well); closing
                        ㅂ ㄷ ㄱ are B D G
    German              AG (das, Kamel)  UE (grün, fünf)  OE (Kröte)  RR (rosa)  CHI (nichts)  X (noch)

So 펭귄 is "P E NG G WI N" and 없음 "EO B SS EU M". A glide may also be written as two symbols ("W IH"); every
pronunciation is tried in both ways, since the network has one token for some of these pairs and two for others.
"""

import csv
from collections.abc import Iterable, Sequence
from importlib import resources

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

ENGLISH: dict[str, str] = {
    "AA": "ɑ ɒ a ɔ",
    "AE": "æ a ɛ",
    "AH": "ʌ ə ɐ ɜ",
    "AO": "ɔ ɑ o ɒ",
    "AW": "aʊ",
    "AY": "aɪ",
    "B": "b",
    "CH": "t͡ʃ t͡ɕ t͡ɕʰ",
    "D": "d ɾ",
    "DH": "ð",
    "EH": "ɛ e",
    "ER": "ɝ ɚ ɜ",
    "EY": "eɪ e",
    "F": "f",
    "G": "g ɡ",
    "HH": "h ħ",
    "IH": "ɪ i ɨ ə",
    "IY": "i ɪ",
    "JH": "d͡ʒ",
    "K": "k kʰ k͈",
    "L": "l ɫ",
    "M": "m",
    "N": "n",
    "NG": "ŋ",
    "OW": "oʊ o",
    "OY": "ɔɪ",
    "P": "p pʰ p͈",
    "R": "ɹ r",
    "S": "s s͈",
    "SH": "ʃ ɕ",
    "T": "t tʰ t͈ ɾ",
    "TH": "θ",
    "UH": "ʊ",
    "UW": "u ʊ",
    "V": "v",
    "W": "w",
    "Y": "j ɟ ʝ ͡",
    "Z": "z",
    "ZH": "ʒ",
    "W_AH": "wʌ wa",
    "W_IH": "wi",
    "W_EH": "we",
    "Y_EH": "je jʌ",
    "Y_UW": "ju",
}
"""Symbols of English with the tokens that count fully for them; ``confusions.tsv`` adds tokens that count in part,
fitted on made speech. Names with an underscore are two symbols heard as one token."""

KOREAN: dict[str, str] = {
    "A": "a ɑ æ",
    "EO": "ʌ ɔ ə o",
    "O": "o oʊ ɔ",
    "U": "u ʊ",
    "EU": "ɯ ɨ ʊ",
    "I": "i ɪ",
    "E": "e ɛ eɪ æ",
    "UI": "ɯi i",
    "YA": "ja",
    "YEO": "jʌ je",
    "YO": "jo",
    "YU": "ju",
    "YE": "je jʌ",
    "WA": "wa wʌ",
    "WEO": "wʌ wa",
    "WE": "we wi",
    "WI": "wi we",
    "J": "t͡ɕ d͡ʒ t͡ɕ͈",
    "PP": "p͈ p pʰ",
    "TT": "t͈ t tʰ",
    "KK": "k͈ k kʰ",
    "JJ": "t͡ɕ͈ t͡ɕ",
    "SS": "s͈ s",
}
"""Symbols of Korean with the tokens that count for them, written by hand."""

GERMAN: dict[str, str] = {
    "AG": "a ɑ ʌ ɐ æ",
    "UE": "y ʏ ʉ i ɪ u",
    "OE": "ø œ ɵ ɘ ʊ u ɝ oʊ",
    "RR": "ʁ ʀ ɹ r ɾ",
    "CHI": "ç ʃ ɕ x h",
    "X": "x χ ħ h f",
}
"""Symbols of German with the tokens that count for them, written by hand. The network knows English and Korean best, so
the nearest sounds of those count too."""

SYMBOLS: tuple[str, ...] = (*ENGLISH, *KOREAN, *GERMAN)
"""All symbols; a symbol's number is its place here, and the number after the last is the blank."""

BLANK = len(SYMBOLS)
"""The number of the blank: no new phone in this frame."""

VOWELS = frozenset(name for name in (*ENGLISH, *KOREAN, *GERMAN) if name[0] in "AEIOU")
"""The symbols that are plain vowels, without glides."""

PAIRS: dict[str, tuple[str, str]] = {
    "W_AH": ("W", "AH"),
    "W_IH": ("W", "IH"),
    "W_EH": ("W", "EH"),
    "Y_EH": ("Y", "EH"),
    "Y_UW": ("Y", "UW"),
    "YA": ("Y", "A"),
    "YEO": ("Y", "EO"),
    "YO": ("Y", "O"),
    "YU": ("Y", "U"),
    "YE": ("Y", "E"),
    "WA": ("W", "A"),
    "WEO": ("W", "EO"),
    "WE": ("W", "E"),
    "WI": ("W", "I"),
}
"""Symbols that are one token of the network or two."""

_NUMBERS = {symbol: number for number, symbol in enumerate(SYMBOLS)}
_FLOOR = 1e-4


class UnknownSymbol(ValueError):  # noqa: N818
    """A pronunciation has a symbol that is not in SYMBOLS."""


def numbers(pronunciation: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers of the symbols. Raises UnknownSymbol."""
    try:
        return tuple(_NUMBERS[symbol] for symbol in pronunciation)
    except KeyError as error:
        raise UnknownSymbol(f"there is no phone symbol {error.args[0]!r}") from None


def variants(pronunciation: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the pronunciation with its glides as one symbol and as two, in every combination, without doubles."""
    found: list[tuple[str, ...]] = [()]
    split = [part for symbol in pronunciation for part in (symbol.split("_") if "_" in symbol else [symbol])]
    merged = {pair: name for name, pair in PAIRS.items()}
    at = 0
    while at < len(split):
        pair = tuple(split[at : at + 2])
        if len(pair) == 2 and (name := merged.get((pair[0], pair[1]))):
            found = [known + more for known in found for more in (pair, (name,))]
            at += 2
        else:
            symbol = split[at]
            choices = [(symbol,), PAIRS[symbol]] if symbol in PAIRS else [(symbol,)]
            found = [known + more for known in found for more in choices]
            at += 1
    return tuple(dict.fromkeys(found))


def token_weights(tokens: Sequence[str]) -> Floats:
    """Return how far each token (column) counts for each symbol (row), 0 to 1, shape (symbols, tokens), float32.

    A token that the network's list lacks is left out; so another list of tokens only costs accuracy.
    """
    columns = {token: column for column, token in enumerate(tokens)}
    weights = np.zeros((len(SYMBOLS), len(tokens)), np.float32)
    table = (resources.files("voicegames.hearing") / "confusions.tsv").read_text(encoding="utf-8")
    for row in csv.DictReader(table.splitlines(), delimiter="\t"):
        if row["token"] in columns:
            weights[_NUMBERS[row["symbol"]], columns[row["token"]]] = float(row["weight"])
    if set(tokens) <= {*ENGLISH, "<blank>"}:
        return np.array([[float(symbol == token) for token in tokens] for symbol in SYMBOLS], np.float32)
    for symbol, counted in (ENGLISH | KOREAN | GERMAN).items():
        for token in counted.split():
            if token in columns:
                weights[_NUMBERS[symbol], columns[token]] = 1
    return weights


def emissions(log_probabilities: Floats, tokens: Sequence[str], weights: Floats) -> Floats:
    """Return the log-likelihoods of the symbols and, last, of the blank, for each frame: shape (frames, symbols + 1).

    The word boundary counts as blank. Probabilities have a floor of 1e-4: one bad frame doesn't rule a word out.
    """
    probabilities = np.exp(log_probabilities)
    result = np.empty((len(probabilities), BLANK + 1), np.float32)
    result[:, :BLANK] = probabilities @ weights.T
    result[:, BLANK] = sum(probabilities[:, tokens.index(name)] for name in ("<blank>", "<wb>") if name in tokens)
    logarithms: Floats = np.log(result + np.float32(_FLOOR))
    return logarithms
