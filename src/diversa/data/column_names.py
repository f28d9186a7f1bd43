# SPDX-License-Identifier: Apache-2.0
"""Names of columns in messages, and values that were taken for names.

A table whose header is missing has a person's values where names should be. Messages
therefore name columns only where nothing among the names looks like a value; else they
say how many columns there are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from diversa.errors import nearest

VALUE = re.compile(
    r"[-+]?[$€£]?\s?\d[\d.,'\s]*(?:[eE][-+]?\d+)?\s?[%€$£]?"  # 13053, 1.234,5, 7 %
    r"|\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[ T].*)?"  # 2024-03-01, 1.3.2024 10:00
    r"|\d{1,2}:\d{2}(?::\d{2})?"  # 10:15
    r"|\+?\(?\d[\d\s()/-]{6,}"  # +49 (0)30 123456
    r"|[^\s@]+@[^\s@]+\.[^\s@]+"  # ann@example.org
)
"""Values that nobody takes for the name of a column."""

FIELD_MARKS = re.compile(r"[,;|\t]")
"""Characters between fields: a name with one of them may be a whole line."""

RUN = 3
"""The least number of whole numbers with equal steps that are names, such as years."""


def looks_like_a_value(name: str) -> bool:
    """True if a name is written like a value, or is a line with such a value.

    >>> [looks_like_a_value(name) for name in ("13053", "1.3.2024", "age", "Q1")]
    [True, True, False, False]
    >>> looks_like_a_value("Ann,13053,flu"), looks_like_a_value("zip,age")
    (True, False)
    """
    return any(VALUE.fullmatch(part.strip()) for part in FIELD_MARKS.split(name))


def value_places(names: Sequence[str]) -> list[int]:
    """The places of names that look like values; numbers that count on are names.

    >>> value_places(["Ann", "13053", "28"]), value_places(["land", "1990", "1995"])
    ([1, 2], [1, 2])
    >>> value_places(["", "0", "1"]), value_places(["land", "1990", "1995", "2000"])
    ([], [])
    """
    places = [place for place, name in enumerate(names) if looks_like_a_value(name)]
    return [] if count_on([names[place] for place in places]) else places


def count_on(names: Sequence[str]) -> bool:
    """True if names are positions from 0 or 1 on, or a run with equal steps."""
    if not names or not all(name.isdecimal() and len(name) < 10 for name in names):
        return False
    numbers = [int(name) for name in names]
    steps = {after - before for before, after in pairwise(numbers)}
    positions = numbers[0] in (0, 1) and steps <= {1}
    return positions or (len(names) >= RUN and len(steps) == 1 and min(steps) > 0)


SHOWN = 50
"""The most columns that a message names."""


def list_columns(columns: Sequence[str]) -> str:
    """Say which columns there are; only how many, where names look like values.

    Of very many columns the first ones are named.

    >>> list_columns(["zip", "age"]), list_columns(["Ann", "13053"])
    ('zip, age', '2 columns, whose names look like values')
    """
    if value_places(columns):
        return f"{len(columns)} columns, whose names look like values"
    if len(columns) > SHOWN:
        return f"{', '.join(columns[:SHOWN])}, … ({len(columns)} columns)"
    return ", ".join(columns)


def nearest_column(name: str, columns: Sequence[str]) -> str:
    """Say which column is meant, or which there are, as `errors.nearest` does.

    >>> nearest_column("agee", ["age", "zip"])
    "did you mean 'age'? There are: age, zip"
    >>> nearest_column("agee", ["Ann", "13053"])
    'there are 2 columns, whose names look like values'
    """
    if value_places(columns):
        return f"there are {list_columns(columns)}"
    return nearest(name, columns)
