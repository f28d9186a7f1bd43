# SPDX-License-Identifier: Apache-2.0
"""The groups in which a model fails, smallest first."""

from __future__ import annotations

import pytest

from audited_tables import FIGURE_2, H, V, look, rows_of


def test_violating_groups_stand_smallest_first_then_by_value():
    rows = [
        *rows_of(FIGURE_2),
        ("2", "9", H),
        ("1", "9", H),
        ("1", "8", V),
        ("0", "8", H),
    ]
    rows += [("0", "8", V), ("3", None, H)]
    found = look(rows, models=["k-anonymity:3", "distinct-l-diversity:2"], groups=5)
    assert [(one.values, one.size) for one in found.violating] == [
        ({"zip": "1", "age": "8"}, 1),
        ({"zip": "1", "age": "9"}, 1),
        ({"zip": "2", "age": "9"}, 1),
        ({"zip": "3", "age": None}, 1),
        ({"zip": "0", "age": "8"}, 2),
    ]
    l = "distinct-l-diversity:2,on=condition"
    assert found.violating[0].fails == {"k-anonymity:3": 1, l: 1}
    assert found.violating[4].fails == {"k-anonymity:3": 2}
    assert (found.failing_groups, found.failing_rows) == (6, 10)
    assert found.to_json()["violating"][3] == {
        "values": {"zip": "3", "age": None},
        "size": 1,
        "fails": {"k-anonymity:3": 1, l: 1},
    }


@pytest.mark.parametrize("groups", [0, 1, 2, 3])
def test_no_more_violating_groups_than_asked_for(groups):
    found = look(rows_of(FIGURE_2), models="distinct-l-diversity:3", groups=groups)
    assert len(found.violating) == min(groups, 2)
    assert found.failing_groups == 2
