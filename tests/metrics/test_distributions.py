# SPDX-License-Identifier: Apache-2.0
"""Distributions of attributes before and after, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.cells import Cells
from diversa.counts.sensitive import Sensitive
from diversa.metrics.distributions import Bucketed, distributions
from diversa.metrics.recoded import Recoded
from released_rows import hierarchies_of, secrets_of, small_table
from tables import SmallTable


def test_labels_are_spread_over_what_they_cover(bucketed):
    """ab is a or b, with the same probability; rare values are put together."""
    known = {
        distribution.attribute: distribution
        for distribution in distributions(bucketed(0, 0, 0))
    }
    assert known["place"].buckets == ("a", "b", "c", "other")
    assert known["place"].before == pytest.approx((30 / 61, 10 / 61, 20 / 61, 1 / 61))
    assert known["place"].after == known["place"].before
    at = bucketed(0, 1, 0)
    at.__dict__["quasi_identifiers"] = bucketed(
        0, 0, 0
    ).quasi_identifiers  # the buckets of the finest level
    after = {
        distribution.attribute: distribution for distribution in distributions(at)
    }["place"]
    assert after.after == pytest.approx((20 / 61, 20 / 61, 10.5 / 61, 10.5 / 61))
    assert after.distance == pytest.approx((10 + 10 + 9.5 + 9.5) / 61 / 2)


def test_published_levels_are_shown(bucketed):
    found = {
        distribution.attribute: distribution
        for distribution in distributions(bucketed(1, 2, 0))
    }
    assert found["age"].buckets == ("young", "old")
    assert (
        found["age"].before == found["age"].after == pytest.approx((40 / 61, 21 / 61))
    )
    assert found["place"].buckets == ("*",)


def test_sensitive_values_have_no_labels(bucketed):
    """By how frequent they are: 1 is the most frequent value, whatever it is."""
    found = {
        distribution.attribute: distribution
        for distribution in distributions(bucketed(0, 0, 0))
    }["s"]
    assert found.buckets == ("1", "2", "other")
    assert found.before == pytest.approx((30 / 61, 30 / 61, 1 / 61))


def test_the_order_of_numbers():
    """Ages as text stand in the order 1, 10, 2; their buckets do not."""
    rows = [(age, "a", "x", "1") for age in ("10", "2", "1") for _ in range(10)]
    table = small_table(rows)
    hierarchies = hierarchies_of(table)
    recoded = Recoded.at_levels(
        table.cells, hierarchies, secrets_of(table), levels=(0, 0, 0)
    )
    assert distributions(Bucketed(recoded))[0].buckets == ("1", "2", "10")


def test_a_missing_value_is_named_as_such():
    rows = ((None, "1"),) * 12 + (("a", "1"),) * 12
    table = SmallTable(("q", "s"), rows, {"q": {"a": (), None: ()}})
    codes = np.array([[1, 0], [0, 0]], dtype=np.int32)
    counted = Cells(table.dictionaries, codes, np.array([12, 12]))
    recoded = Recoded.at_levels(
        counted, table.hierarchies, [Sensitive(table.dictionaries[1])], levels=(0,)
    )
    assert distributions(Bucketed(recoded))[0].buckets == ("a", "missing")
