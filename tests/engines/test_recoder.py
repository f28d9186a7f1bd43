# SPDX-License-Identifier: Apache-2.0
"""A recoding as SQL: joins only where they are needed, no value in a statement."""

from __future__ import annotations

from functools import partial

import numpy as np
import pyarrow as pa
import pytest

from decisions import Decision, column_map, same, suppress
from diversa.engines.local_tuples import text_of
from diversa.engines.recoder import Recoder
from diversa.engines.row_recoding import Grouping

COLUMNS = {"zip": ["13053-canary", "14850"], "age": [0.0, 1.0], "ill": ["x", "y"]}


@pytest.fixture
def opened(sql_engine):
    table = sql_engine.open(pa.table(COLUMNS))
    return table, {name: sql_engine.values(table, name) for name in COLUMNS}


@pytest.fixture
def recoder(sql_engine, dialect, opened):
    return partial(Recoder, dialect, sql_engine._session, opened[0])


def test_what_stays_as_it_is_needs_no_join(opened, recoder):
    _, values = opened
    maps = tuple(column_map(values[name], same) for name in ("zip", "age"))
    made = recoder(Decision(("zip", "age", "ill"), maps))
    assert not made.lookups
    assert "JOIN" not in made.select
    # The sign of a zero would tell rows apart, so floating numbers are made anew.
    assert [name for name in COLUMNS if made.keeps(name)] == ["zip", "ill"]


def test_suppression_needs_the_keys_of_every_map(opened, recoder):
    _, values = opened
    maps = tuple(column_map(values[name], same) for name in ("zip", "ill"))
    gone = suppress(maps, ("14850", "y"))
    for star in (False, True):
        made = recoder(Decision(("zip", "ill"), maps, gone, star=star))
        assert list(made.lookups) == ["zip", "ill"]
        assert made.keeps("zip") is not star


def test_no_value_is_part_of_a_statement(opened, recoder):
    _, values = opened
    maps = (column_map(values["zip"], lambda value: value[:3] + "label"),)
    gone = suppress(maps, ("148label",))
    made = recoder(Decision(("zip",), maps, gone))
    for statement in (made.select, made.check):
        assert "canary" not in statement
        assert "label" not in statement.replace(".label", "")


def test_rows_of_a_cell_are_divided_where_lines_have_places(opened, recoder):
    _, values = opened
    maps = (column_map(values["ill"], same),)
    codes, groups = np.array([[0], [1]], np.int32), np.array([0, 1])
    for place in (None, np.array([0, 0])):
        grouping = Grouping(codes, groups, None, place=place, column="group")
        decision = Decision(("ill", "group"), maps, grouping=grouping)
        made = recoder(decision)
        assert made.divides is (place is not None)
        assert not made.keeps("group")
        assert made.extra is None


def test_labels_are_published_as_texts():
    assert [text_of(label) for label in (7, "7", None)] == ["7", "7", None]
