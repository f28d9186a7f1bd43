# SPDX-License-Identifier: Apache-2.0
"""Sets of the cells of people: the statement that collects them, and their bytes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diversa.engines.people import SetsOfPeople


def sets_query(pairs: str, pieces: int, *, few: bool) -> str:
    """Collect the cells of each person; count the people who have the same ones.

    A set is the bytes of its cells; sets come in a few large pieces. Of few rows, equal
    sets are not looked for: that is done here.
    """
    piece = f"CAST(floor(random() * {pieces}) AS int8) AS piece"
    if few:
        counted = (
            "SELECT string_agg(int8send(p.cell), CAST('' AS bytea)) AS cells,"
            f" CAST(1 AS int8) AS people, {piece} FROM ({pairs}) AS p"
            " GROUP BY p.person OFFSET 0"
        )
    else:
        cells = "string_agg(int8send(p.cell), CAST('' AS bytea) ORDER BY p.cell)"
        sets = (
            f"SELECT {cells} AS cells FROM (SELECT DISTINCT person, cell FROM"
            f" ({pairs}) AS r) AS p GROUP BY p.person"
        )
        counted = (
            f"SELECT s.cells, count(*) AS people, {piece} FROM ({sets}) AS s"
            " GROUP BY s.cells OFFSET 0"
        )
    head = "int8send(q.people) || int8send(octet_length(q.cells) / 8)"
    return (
        f"SELECT string_agg({head}, CAST('' AS bytea)),"
        f" string_agg(q.cells, CAST('' AS bytea)) FROM ({counted}) AS q"
        " GROUP BY q.piece"
    )


def parse_sets(pieces: Sequence[tuple[bytes, bytes]]) -> SetsOfPeople:
    """The sets of the pieces that `sets_query` gives.

    >>> head = np.array([2, 1, 1, 2], ">i8").tobytes()
    >>> parse_sets([(head, np.array([7, 3, 7], ">i8").tobytes())])
    SetsOfPeople(sets=array([0, 1, 1]), cells=array([7, 3, 7]), people=array([2, 1]))
    """
    heads, contents = (b"".join(p[place] for p in pieces) for place in (0, 1))
    lines = np.frombuffer(heads, ">i8").reshape(-1, 2).astype(np.int64)
    number = np.repeat(np.arange(len(lines)), lines[:, 1])
    each = np.frombuffer(contents, ">i8").astype(np.int64)
    return SetsOfPeople(number, each, lines[:, 0])
