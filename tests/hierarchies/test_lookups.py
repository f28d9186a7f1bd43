# SPDX-License-Identifier: Apache-2.0
"""One table per level: which table is looked up, and what it must hold."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies import (
    Lookups,
    hierarchy_from,
)

TOWNS = Dictionary.build("town", ["Boston", "Ithaca", "Lyon"], [1, 1, 1])


STATES = {"Boston": "MA", "Ithaca": "NY", "Lyon": "ARA"}


LANDS = {"Boston": "US", "Ithaca": "US", "Lyon": "FR"}


def test_tables_with_keys_that_are_written_alike():
    ages = Dictionary.build("age", [1, 2], [1, 1])
    with pytest.raises(HierarchyError, match="written alike"):
        hierarchy_from([{1: "one", "1": "uno", 2: "two"}]).build(ages)
    assert hierarchy_from([{1: "A", "1": "A", "2": "A"}]).build(ages).height == 1


def test_tables_with_gaps():
    with pytest.raises(HierarchyError, match=r"2 of 3.*table of level 1.*'Ithaca'"):
        hierarchy_from({"Boston": "MA"}).build(TOWNS)
    with pytest.raises(HierarchyError, match="table of level 2"):
        hierarchy_from([STATES, {"MA": "US"}]).build(TOWNS)


def test_a_table_of_values_goes_before_one_of_labels():
    values = Dictionary.build("x", ["a", "b", "c"], [1, 1, 1])
    tables = [{"a": "b", "b": "a", "c": "a"}, {"a": "X", "b": "Y", "c": "Y"}]
    hierarchy = hierarchy_from(tables).build(values)
    assert hierarchy.labels[1:] == (("b", "a"), ("X", "Y"), ("*",))


def test_one_default_per_level():
    with pytest.raises(HierarchyError, match="one per level"):
        Lookups((STATES, LANDS), ("US",))
