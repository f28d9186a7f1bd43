# SPDX-License-Identifier: Apache-2.0
"""A table after counting: cells, hierarchies and people."""

from __future__ import annotations

import pytest

from diversa.errors import ModelError, SourceError
from diversa.models import DistinctLDiversity, KMap
from diversa.tables.count_table import count_table
from diversa.tables.table_input import TableInput
from memory_engine import MemoryEngine

COLUMNS = ("zip", "ill")
ROWS = [("11", "flu"), ("11", "acne"), ("12", "flu"), ("21", None)]


def counted(rows=ROWS, models=(), **keywords):
    keywords = {"quasi_identifiers": "zip", "sensitive": "ill", **keywords}
    table = TableInput.of((COLUMNS, rows), missing="drop", **keywords)
    return count_table(table.open_in(MemoryEngine()), models)


def test_a_table_is_counted_with_its_hierarchies():
    table = counted(hierarchies={"zip": "masking"})
    assert table.cells.rows == 3
    assert table.rows_dropped == 1
    assert [axis.attribute for axis in table.hierarchies] == ["zip"]
    assert table.cells.dictionary("zip").texts == ("11", "12")  # 21 is dropped
    assert list(table.hierarchies[0].labels[1]) == ["1*"]


def test_a_tree_of_sensitive_values_stays_with_them():
    table = counted(hierarchies={"ill": {"flu": "cold", "acne": "skin"}})
    assert table.sensitive[0].taxonomy is not None
    assert counted().sensitive[0].taxonomy is None


def test_people_share_the_codes_of_the_table():
    people = (("zip",), [("11",), ("31",), ("31",)])
    table = counted(population=people)
    texts = table.cells.dictionary("zip").texts
    assert table.people is not None
    counts = dict(zip(table.people.column("zip"), table.people.counts, strict=True))
    assert {texts[code]: int(n) for code, n in counts.items()} == {"11": 1, "31": 2}
    assert [axis.maps[0].size for axis in table.own_hierarchies] == [2]


def test_only_what_models_look_at_is_grouped():
    table = counted()
    assert table.finest(()).groups.sensitive == ()
    (attribute,) = table.finest((DistinctLDiversity(1, on="ill"),)).groups.sensitive
    assert attribute.name == "ill"


def test_what_a_model_needs_must_be_there():
    with pytest.raises(ModelError, match="needs a table of the population"):
        counted(models=(KMap(2),))


@pytest.mark.parametrize("rows", [[], ROWS[:1], ROWS[2:]])
def test_nobody_hides_in_one_row(rows):
    with pytest.raises(SourceError, match="must have at least two rows"):
        counted(rows)
