# SPDX-License-Identifier: Apache-2.0
"""Hierarchies as they are shown and changed; what is made always nests."""

from __future__ import annotations

import pytest

from diversa.errors import HierarchyError
from diversa.studio.steps.hierarchies import show_hierarchy, try_hierarchy
from diversa.studio.steps.hierarchy_changes import (
    read_levels,
)


def leaves(tree):
    return (
        [tree]
        if not tree["children"]
        else [leaf for child in tree["children"] for leaf in leaves(child)]
    )


def test_levels_count_values_and_rows(table, patients):
    shown = show_hierarchy(table, "born")
    assert (shown.kind, shown.declared, shown.widths) == (
        "intervals",
        True,
        (5, 10, 20),
    )
    assert [level.number for level in shown.levels] == [0, 1, 2, 3, 4]
    decades = (patients.born.astype(int) // 10 * 10).value_counts()
    level = shown.levels[2]
    assert level.labels == len(decades)
    assert level.smallest == decades.min()
    assert sorted(label.rows for label in level.shown) == sorted(decades)
    assert shown.levels[-1].shown[0].rows == 200
    assert len(shown.sample[0]) == 5


def test_what_no_category_covers_is_told(table, patients):
    assert show_hierarchy(table, "born").uncovered == ()
    years = sorted(patients.born.astype(str).unique())
    lines = [f"{year};{year[:3]}*;*" for year in years[1:]]
    read = read_levels(table, "born", "\n".join(lines).encode())
    (alone,) = try_hierarchy(table, "born", read).uncovered
    assert alone.label == years[0]
    assert alone.rows == (patients.born.astype(str) == years[0]).sum()


def test_the_tree_has_every_row_once(table):
    for name in ("zip", "born", "sex"):
        tree = show_hierarchy(table, name).tree
        assert tree["value"] == 200
        assert sum(leaf["value"] for leaf in leaves(tree)) == 200


def test_a_column_without_a_hierarchy_is_refused(table):
    with pytest.raises(HierarchyError, match="there are: zip, born, sex"):
        show_hierarchy(table, "condition")
