# SPDX-License-Identifier: Apache-2.0
"""Bounds on distances from a table of which suppressed rows are not known."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from diversa.counts.groups import Groups
from diversa.models import parse
from diversa.models.needs import Unknown

SOME = [{1: 3, 2: 1}, {2: 2, 5: 2}, {1: 1, 5: 1, 9: 2}]
"""The published groups of a number."""

DOMAIN = (0, 1, 2, 3, 5, 7, 9, 40)
"""What suppressed rows may have: values of the groups, between and beyond them."""


def published():
    table = {}
    for group in SOME:
        for value, rows in group.items():
            table[value] = table.get(value, 0) + rows
    return table


@pytest.mark.parametrize("distance", ["equal", "ordered", "numeric", "smoothed-js"])
@pytest.mark.parametrize("suppressed", [1, 2, 3])
def test_no_suppressed_rows_lead_out_of_the_bounds(distance, suppressed):
    model = parse(f"t-closeness:0.5,distance={distance},on=pay")
    alone = Groups.from_counts(SOME, on="pay", table=published())
    low, high = model.range_from_table(alone.histogram("pay"), suppressed)
    for values in combinations_with_replacement(DOMAIN, suppressed):
        table = published()
        for value in values:
            table[value] = table.get(value, 0) + 1
        whole = Groups.from_counts(SOME, on="pay", table=table)
        true = model.measure(whole).floats
        assert (true >= low - 1e-12).all()
        assert (true <= high + 1e-12).all()


def test_the_bounds_of_equal_values_are_attained():
    model = parse("t-closeness:0.5,on=pay")
    alone = Groups.from_counts(SOME, on="pay", table=published())
    low, high = model.range_from_table(alone.histogram("pay"), 1)
    found = []
    for value in DOMAIN:
        table = published() | {value: published().get(value, 0) + 1}
        whole = Groups.from_counts(SOME, on="pay", table=table)
        found.append(model.measure(whole).floats)
    assert np.min(found, axis=0) == pytest.approx(low)
    assert np.max(found, axis=0) == pytest.approx(high)


def test_few_suppressed_rows_do_not_leave_everything_open():
    groups = Groups.from_counts(
        [{"a": 50, "b": 50}, {"a": 100}, {"b": 70, "a": 30}], on="s"
    )
    unknown = Unknown(suppressed=2)
    proof = parse("t-closeness:0.3,on=s").prove(groups, unknown)
    assert proof.holds.tolist() == [True, False, False]
    # The last is 0.3 from the published rows: two more decide it either way.
    assert proof.fails.tolist() == [False, True, False]
