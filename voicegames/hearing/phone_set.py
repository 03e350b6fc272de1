"""The phone symbols in which pronunciations are written, and what the phone network's tokens say about them.

Symbols are plain ASCII, separated by blanks in the language packs. English uses the ARPAbet names (CMU dictionary)
without stress digits; Korean adds its own vowels, glides and tense consonants:

    English vowels      AA (father)  AE (cat)  AH (cut, comma)  AO (law)  AW (cow)  AY (eye)  EH (bed)  ER (bird)
                        EY (day)  IH (bit)  IY (bee)  OW (go)  OY (boy)  UH (book)  UW (blue)
    consonants          B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH
    Korean vowels       A ㅏ  EO ㅓ  O ㅗ  U ㅜ  EU ㅡ  I ㅣ  E ㅔ and ㅐ  UI ㅢ
    Korean glides       YA ㅑ  YEO ㅕ  YO ㅛ  YU ㅠ  YE ㅖ and ㅒ  WA ㅘ  WEO ㅝ  WE ㅞ, ㅙ and ㅚ  WI ㅟ
    Korean consonants   lax B ㅂ  D ㄷ  G ㄱ  J ㅈ  S ㅅ; aspirated P ㅍ  T ㅌ  K ㅋ  CH ㅊ; tense PP TT KK JJ SS;
                        HH ㅎ  M N NG L ㄹ (before and between vowels too; R is heard as well); a closing ㅂ ㄷ ㄱ is B D G

So 펭귄 is "P E NG G WI N" and 없음 "EO B SS EU M". A glide may also be written as two symbols ("W IH"); every
pronunciation is tried in both ways, since the network has one token for some of these pairs and two for others.
"""

import json
from functools import cache
from importlib import resources
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

FITTED: dict[str, str] = {
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
    "Y": "j",
    "Z": "z",
    "ZH": "ʒ",
    "W_AH": "wʌ wa",
    "W_IH": "wi",
    "W_EH": "we",
    "Y_EH": "je jʌ",
    "Y_UW": "ju",
}
"""The symbols whose confusions were fitted on made speech, in the order of the rows of ``confusions.npy``, with the
tokens that always count fully. Names with an underscore are two symbols heard as one token."""

WRITTEN: dict[str, str] = {
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
"""Symbols of Korean with the tokens that count for them, written by hand; nothing was fitted for these."""

SYMBOLS: tuple[str, ...] = (*FITTED, *WRITTEN)
"""All symbols; a symbol's number is its place here."""

VOWELS = frozenset("AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW A EO O U EU I E UI".split())
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
