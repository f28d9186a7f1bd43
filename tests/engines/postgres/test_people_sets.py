# SPDX-License-Identifier: Apache-2.0
"""Sets of cells in the bytes that a database sends."""

from __future__ import annotations

import psycopg
import pytest

from diversa.engines.postgres.people_sets import parse_sets, sets_query

PAIRS = (
    "SELECT v.person, CAST(v.cell AS int8) AS cell FROM (VALUES ('a', 1), ('a', 2),"
    " ('b', 2), ('b', 1), ('b', 2), ('c', 2)) AS v (person, cell)"
)


def test_nobody_has_no_set():
    found = parse_sets([])
    assert [len(part) for part in found] == [0, 0, 0]


@pytest.mark.postgres
@pytest.mark.parametrize("few", [True, False])
def test_people_with_the_same_cells_are_counted(postgres, few):
    with psycopg.connect(postgres) as connection:
        cursor = connection.cursor(binary=True)
        pieces = cursor.execute(sets_query(PAIRS, 4, few=few).encode()).fetchall()
    found = parse_sets(pieces)
    sets = [
        frozenset(found.cells[found.sets == number].tolist())
        for number in range(len(found.people))
    ]
    people = dict.fromkeys(sets, 0)
    for cells, number in zip(sets, found.people.tolist(), strict=True):
        people[cells] += number
    assert people == {frozenset({1, 2}): 2, frozenset({2}): 1}
    assert few or len(sets) == 2
