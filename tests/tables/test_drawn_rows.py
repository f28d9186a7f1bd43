# SPDX-License-Identifier: Apache-2.0
"""At most so many rows of a person are counted."""

from __future__ import annotations

import pytest

from diversa.plan.keywords import make_plan
from diversa.tables.drawn_rows import draw_rows
from diversa.tables.table_input import TableInput
from memory_engine import MemoryEngine

ROWS = [(30 + visit, "flu", f"p{person}") for person in range(4) for visit in range(3)]


def opened(**words):
    engine = MemoryEngine()
    plan = make_plan(quasi_identifiers="age", sensitive="ill", person="who", **words)
    source = (("age", "ill", "who"), ROWS)
    return engine, TableInput.of_plan(source, plan).open_in(engine), plan


@pytest.mark.parametrize(("most", "rows"), [(1, 4), (2, 8), (9, 12)])
def test_a_person_keeps_at_most_so_many_rows(most, rows):
    assert draw_rows(*opened(person_rows=most)).table.rows == rows


def test_all_rows_stay_where_the_plan_sets_no_limit():
    engine, table, plan = opened()
    assert draw_rows(engine, table, plan) is table
