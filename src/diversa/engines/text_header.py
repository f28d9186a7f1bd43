# SPDX-License-Identifier: Apache-2.0
"""The header of a text file: the names of its columns, and whether it is one."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from itertools import count, zip_longest
from pathlib import Path

from diversa.data.column_names import looks_like_a_value, value_places
from diversa.errors import SourceError

LOG = logging.getLogger(__name__)
"""Logs names of columns that repeat, never values."""

MISSING_WORDS = frozenset(
    ("na", "nan", "nil", "no", "none", "null", "missing", "unknown", "unbekannt")
)
"""Words that stand for a missing value, also above numbers."""


SHOWN = 10
"""The most positions that a message names."""


def check_header(path: Path, lines: Sequence[Sequence[str]]) -> None:
    """Refuse a file whose first line looks like a row, unless the user allows it."""
    places = row_places(lines)
    if places:
        shown = ", ".join(str(place + 1) for place in places[:SHOWN])
        more = ", …" if len(places) > SHOWN else ""
        raise SourceError(
            f"{path}: the first line must name the columns, got what looks like values"
            f" (column {shown}{more}); give header=False if the file has no such line,"
            " or header=True if these are the names"
        )


def row_places(lines: Sequence[Sequence[str]]) -> list[int]:
    """The places at which the first line looks like a row.

    A field there is written like a value, or other rows have it in the same column and
    no more columns show that the line has names: words above numbers or dates.

    >>> row_places([["Ann", "F"], ["Bob", "M"], ["Cleo", "F"]])
    [1]
    >>> row_places([["name", "sex"], ["Ann", "F"], ["name", "sex"]])
    []
    >>> row_places([["smoker", "age", "born"], ["smoker", "30", "1990-01-02"]])
    []
    """
    first, rows = lines[0], lines[1:]
    # A line that is the first one once more is a header that was pasted in.
    others = [row for row in rows if row != first]
    written = value_places([name.strip() for name in first])
    columns = list(zip(first, zip_longest(*others), strict=False))
    again = [
        place
        for place, (name, column) in enumerate(columns)
        if name.strip() and name in column
    ]
    names = [name for name, column in columns if is_above_values(name, column)]
    if not written and len(names) > len(again):
        return []
    return sorted({*written, *again})


def is_above_values(name: str, column: Sequence[str | None]) -> bool:
    """True if a word stands above numbers or dates alone, so that it is their name."""
    below = [field for field in column if field and field.strip()]
    return (
        name.strip().isidentifier()
        and name.strip().lower() not in MISSING_WORDS
        and bool(below)
        and all(looks_like_a_value(field) for field in below)
    )


def number_repeats(names: tuple[str, ...], *, path: Path) -> tuple[str, ...]:
    """Names of which each occurs once: later ones get a number, which is logged."""
    taken, unique = set(names), dict[str, None]()
    for place, name in enumerate(names):
        fresh = name
        if name in unique:
            numbers = (f"{name}_{number}" for number in count(2))
            fresh = next(new for new in numbers if new not in taken)
            shown = "another" if looks_like_a_value(name) else f"'{fresh}'"
            LOG.warning(
                "%s: column %d has the name of column %d and is called %s here",
                path,
                place + 1,
                names.index(name) + 1,
                shown,
            )
        taken.add(fresh)
        unique[fresh] = None
    return tuple(unique)


def column_names(first: list[str], *, header: bool, trim: bool) -> tuple[str, ...]:
    """The names in the first line; a column without a name gets its number."""
    header_names = first if header else [""] * len(first)
    names = [name.strip() if trim else name for name in header_names]
    return tuple(name or f"column{place}" for place, name in enumerate(names, 1))
