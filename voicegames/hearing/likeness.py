"""How alike two sequences of phone symbols are: an edit distance in which related sounds cost half."""

from collections.abc import Iterable, Sequence

_KIN = ("P B", "T D", "K G", "F V", "S Z TH", "TH F", "DH D", "DH Z", "SH ZH CH JH", "M N NG", "L R W", "V W", "Y IY")
_VOWEL_STARTS = "AEIOU"
_INSERTED = 0.7


def unlikeness(one: Sequence[str], other: Sequence[str]) -> float:
    """Return the cost of the cheapest edits that make one of the other, for each phone of the longer: 0 (equal) to 1.

    A vowel for a vowel, and a consonant for one of its kin, cost half of another sound.
    """
    one, other = _single(one), _single(other)
    if not one or not other:
        return 1.0
    row = [_INSERTED * place for place in range(len(other) + 1)]
    for place, phone in enumerate(one, 1):
        above, row = row, [_INSERTED * place]
        for column, against in enumerate(other, 1):
            row.append(
                min(
                    above[column] + _INSERTED,
                    row[-1] + _INSERTED,
                    above[column - 1] + _cost(phone, against),
                )
            )
    return row[-1] / max(len(one), len(other))


def nearest(phones: Sequence[str], pronunciations: Iterable[Sequence[str]]) -> float:
    """Return how unlike the nearest of the pronunciations is."""
    return min(unlikeness(phones, said) for said in pronunciations)


def _single(phones: Sequence[str]) -> list[str]:
    return [part for phone in phones for part in phone.split("_")]


def _cost(one: str, other: str) -> float:
    if one == other:
        return 0.0
    if one[0] in _VOWEL_STARTS and other[0] in _VOWEL_STARTS:
        return 0.5
    return 0.5 if any(one in kin.split() and other in kin.split() for kin in _KIN) else 1.0
