# SPDX-License-Identifier: Apache-2.0
"""Coverage: which values of the data a hierarchy knows, and how a gap is reported.

Declared values are text (a levels file, a tree); the values of the data may be numbers,
booleans or dates. They are matched by how they are written, sensitive ones also by what
they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from diversa.data.dictionary import Dictionary, as_text
from diversa.data.meaning import Places
from diversa.errors import HierarchyError

Found = TypeVar("Found")
Read = TypeVar("Read")


def plain_text(value: object) -> str:
    """Write a value as a person would: a whole float without its `.0`.

    >>> plain_text(39.0), plain_text("39.0"), plain_text(3.5)
    ('39', '39.0', '3.5')
    """
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value))
    return as_text(value)


def spellings(value: object) -> Iterable[str]:
    """Give the ways a value may be written in a file, the exact one first.

    >>> list(spellings(" a")), list(spellings(True)), list(spellings(39.0))
    ([' a', 'a'], ['True', 'true'], ['39.0', '39'])
    """
    text = as_text(value)
    yield text
    if text.strip() != text:
        yield text.strip()
    if isinstance(value, bool | np.bool_):
        yield text.lower()
    if plain_text(value) != text:
        yield plain_text(value)


def find_all(
    dictionary: Dictionary, table: Mapping[str, Found], *, by: str
) -> list[Found]:
    """Look every value of the data up by its text; refuse values without an entry."""
    hits = find_some(dictionary, table)
    gaps = [code for code, hit in enumerate(hits) if hit is None]
    refuse_gaps(dictionary, gaps, f"not covered by {by}", "add them, or map them first")
    return [table[hit] for hit in hits if hit is not None]


def find_some(dictionary: Dictionary, table: Mapping[str, object]) -> list[str | None]:
    """The text by which a table has each value of the data; None where it has none.

    >>> import dataclasses
    >>> ills = Dictionary.build("ill", ["FLU ", "gout"], [1, 1])
    >>> find_some(ills, {"flu": 1})
    [None, None]
    >>> find_some(dataclasses.replace(ills, by_meaning=True), {"flu": 1})
    ['flu', None]
    """
    hits = [
        next((text for text in spellings(value) if text in table), None)
        for value in dictionary.values
    ]
    if not dictionary.by_meaning or None not in hits:
        return hits
    declared = [*table]
    places = Places.of(declared, dictionary.spelling, folded=True)
    meant = [
        places.the_one(value) if hit is None else None
        for hit, value in zip(hits, dictionary.values, strict=True)
    ]
    return [
        hit if place is None else declared[place]
        for hit, place in zip(hits, meant, strict=True)
    ]


def read_all(
    dictionary: Dictionary,
    reader: Callable[[object], Read],
    *,
    noun: str,
    advice: str = "choose another kind of hierarchy, or clean these values",
) -> list[Read]:
    """Read every value; refuse a column with values that cannot be read.

    The reader raises ValueError for a value that it cannot read.
    """
    readings: list[Read] = []
    gaps = []
    for code, value in enumerate(dictionary.values):
        try:
            readings.append(reader(value))
        except ValueError:
            gaps.append(code)
    refuse_gaps(dictionary, gaps, f"not {noun}", advice)
    return readings


def refuse_gaps(
    dictionary: Dictionary, codes: Sequence[int], fault: str, advice: str
) -> None:
    """Raise when there are values that a hierarchy cannot generalize.

    Says how many values and rows, and one of them unless the column is sensitive.
    """
    if not codes:
        return
    rows = int(dictionary.counts[list(codes)].sum())
    raise HierarchyError(
        f"hierarchy of '{dictionary.column}': {len(codes)} of {len(dictionary.values)}"
        f" values ({rows} rows) are {fault}{example(dictionary, codes[0])}; {advice}"
    )


def example(dictionary: Dictionary, code: int) -> str:
    """Name one value for a message, or nothing when the column is sensitive."""
    if dictionary.sensitive:
        return ""
    return f", for example '{as_text(dictionary.values[code])}'"
