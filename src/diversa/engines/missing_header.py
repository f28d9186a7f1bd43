# SPDX-License-Identifier: Apache-2.0
"""Text files without a header: a person's values would be taken for column names.

Such a file is refused before any name is shown, and the message has positions only.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path

from diversa.data.column_names import value_places
from diversa.errors import SourceError

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

    A field there is written like a value, or other rows have it in the same column.

    >>> row_places([["Ann", "F"], ["Bob", "M"], ["Cleo", "F"]])
    [1]
    >>> row_places([["name", "sex"], ["Ann", "F"], ["name", "sex"]])
    []
    """
    first, rows = lines[0], lines[1:]
    # A line that is the first one once more is a header that was pasted in.
    others = [row for row in rows if row != first]
    written = value_places([name.strip() for name in first])
    below = zip_longest(*others)
    again = [
        place
        for place, (name, column) in enumerate(zip(first, below, strict=False))
        if name.strip() and name in column
    ]
    return sorted({*written, *again})
