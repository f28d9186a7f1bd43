# SPDX-License-Identifier: Apache-2.0
"""The SQL that counts people; what it finds is tested in `test_people`."""

from __future__ import annotations

from diversa.engines.lookup import Lookup
from diversa.engines.packing import Packing
from diversa.engines.sql_people import (
    cells_of_nobody,
    cells_of_people,
    cells_of_rows,
    repeats_query,
)

LOOKUPS = [Lookup(0, "zips", "t.c1", None), Lookup(1, "ages", "t.c2", None)]
ONE, TWO = Packing.plan([9, 9]), Packing.plan([2**40, 2**40])
JOINED = (
    "visits AS t LEFT JOIN zips AS d0 ON d0.value = t.c1"
    " LEFT JOIN ages AS d1 ON d1.value = t.c2"
)


def test_a_cell_is_its_key_where_there_is_one():
    assert cells_of_rows("visits", LOOKUPS, ONE, None) == ("d0.part + d1.part", JOINED)


def test_several_keys_are_looked_up():
    cell, joined = cells_of_rows("visits", LOOKUPS, TWO, "numbers")
    assert cell == "s.cell"
    assert joined == (
        f"{JOINED} LEFT JOIN numbers AS s ON s.k0 = d0.part AND s.k1 = d1.part"
    )


def test_rows_with_and_without_a_person():
    assert cells_of_people("t.c0", "d0.part", "visits AS t") == (
        "SELECT t.c0 AS person, d0.part AS cell FROM visits AS t WHERE t.c0 IS NOT NULL"
    )
    assert cells_of_nobody("t.c0", "d0.part", "visits AS t") == (
        "SELECT d0.part AS cell, count(*) AS tally FROM visits AS t"
        " WHERE t.c0 IS NULL GROUP BY 1"
    )


def test_one_query_finds_the_repeats_of_all_columns():
    assert repeats_query("visits", ["t.c0", "t.c4"]) == (
        "SELECT count(*), count(t.c0), count(DISTINCT t.c0), count(t.c4),"
        " count(DISTINCT t.c4) FROM visits AS t"
    )
