# SPDX-License-Identifier: Apache-2.0
"""Variants: several spellings of one value, and the one that replaces the others.

`flu`, `Flu ` and `FLU` are one illness, so a group of the three has one value. The
spelling that most rows have is read in place of the others, and published: a rare
spelling would mark its row, and who counts the published file as it is written counts
what was judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from diversa.data.dictionary import Dictionary, Kind
from diversa.data.meaning import Meaning, meaning
from diversa.data.text_folding import compose, differences, fold, remove_unseen

WHOLE = re.compile(r"0|-?[1-9]\d*", re.ASCII)
"""A whole number as nothing else is written that is equal to it."""


@dataclass(frozen=True, eq=False)
class Variants:
    """The spellings of one column that others are read in place of.

    Example:
        >>> ills = Dictionary.build("ill", ["Flu", "flu", " ", "gout"], [1, 5, 2, 3])
        >>> found = find_variants(ills)
        >>> found.spellings, found.instead, found.rows, found.empty
        ((' ', 'Flu'), (None, 'flu'), 1, 2)
    """

    column: str
    spellings: tuple[str, ...] = field(repr=False)
    """The spellings that are replaced."""
    instead: tuple[str | None, ...] = field(repr=False)
    """The value that is read in place of each; None is a missing value."""
    values: int
    """Values that are written in several ways."""
    rows: int
    """Rows in which another spelling is read."""
    empty: int
    """Rows whose text means that the value is missing."""

    @property
    def ways(self) -> list[str]:
        """The differences of spellings from the usual ones; no value is quoted."""
        pairs = zip(self.spellings, self.instead, strict=True)
        found = {way for text, usual in pairs if usual for way in ways(text, usual)}
        return sorted(found)

    def to_json(self) -> dict[str, Any]:
        """The numbers, with the name of the column; no spelling."""
        names = ("column", "values", "rows", "empty", "ways")
        return {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        return f"'{self.column}': {self.words}"

    @property
    def words(self) -> str:
        """A sentence on the variants that quotes no value."""
        parts = []
        if self.values:
            parts.append(
                f"{number_of(self.values, 'value is', 'values are')} written in several"
                f" ways ({number_of(self.rows, 'row', 'rows')} otherwise than most, in"
                f" {join_words(self.ways)})"
            )
        if self.empty:
            parts.append(number_of(self.empty, "empty text", "empty texts"))
        return " and ".join(parts)


def number_of(number: int, one: str, several: str) -> str:
    """A number with its noun.

    >>> number_of(1, "row", "rows"), number_of(1200, "row", "rows")
    ('1 row', '1,200 rows')
    """
    return f"{number:,} {one if number == 1 else several}"


def join_words(words: Sequence[str]) -> str:
    """Some words, with an `and` before the last.

    >>> join_words(["blanks"]), join_words(["blanks", "digits", "letter case"])
    ('blanks', 'blanks, digits and letter case')
    """
    *some, last = words
    return f"{', '.join(some)} and {last}" if some else last


def ways(text: str, usual: str) -> list[str]:
    """The differences between two spellings of a value."""
    if fold(text) != fold(usual):
        return ["digits"]
    return differences(text, usual) or ["Unicode form"]


def find_variants(
    dictionary: Dictionary,
    *,
    missing: Iterable[str] = (),
    kind: Kind | None = None,
    usual: Sequence[str | None] = (),
) -> Variants | None:
    """The spellings of a column that mean the same as another; None without any.

    Usual spellings go before all others, however rare they are here.
    """
    values = dictionary.values.tolist()
    lost = {"", *map(fold, missing)}
    if not all(type(value) is str for value in values):
        return None  # numbers and dates are the same for the engine already
    folded = [fold(text) for text in values]
    if lost.isdisjoint(folded) and not usual and all(map(WHOLE.fullmatch, values)):
        return None  # each is the only way to write it
    known = [text for text in usual if text is not None]
    every = [*folded, *map(fold, known)]
    keys = meanings(dictionary, [*values, *known], every, kind)
    best = dict(zip(reversed(keys[len(values) :]), reversed(known), strict=True))
    for code in np.argsort(-dictionary.counts[: len(values)], kind="stable").tolist():
        best.setdefault(keys[code], values[code])
    changed: dict[int, str | None] = {}
    for code, (text, key) in enumerate(zip(values, keys, strict=False)):
        if folded[code] in lost:
            changed[code] = None
        elif best[key] != text:
            changed[code] = best[key]
    if not changed:
        return None
    rows = {code: int(dictionary.counts[code]) for code in changed}
    empty = sum(rows[code] for code, text in changed.items() if text is None)
    return Variants(
        dictionary.column,
        tuple(values[code] for code in changed),
        tuple(changed.values()),
        len({text for text in changed.values() if text is not None}),
        sum(rows.values()) - empty,
        empty,
    )


def meanings(
    dictionary: Dictionary,
    texts: Sequence[str],
    folded: list[str],
    kind: Kind | None,
) -> list[Meaning]:
    """The meanings of texts: numbers or days if all of them are, else folded texts.

    `1` and `1.0` are one number, but may be two codes beside `A1`.
    """
    keys: list[Meaning] = []
    numbers = kind is Kind.NUMBER
    for text, plain in zip(texts, folded, strict=True):
        key = meaning(text, dictionary.spelling, any_number=numbers)
        if not isinstance(key, tuple) and not text.isascii():
            # An unseen character makes no code of a number.
            seen = remove_unseen(compose(text))
            key = meaning(seen, dictionary.spelling, any_number=numbers)
        if not isinstance(key, tuple) and plain:
            return [*folded]
        keys.append(key if isinstance(key, tuple) else "")
    return keys
