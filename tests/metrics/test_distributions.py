# SPDX-License-Identifier: Apache-2.0
"""Distributions and associations, by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diversa.counts.cells import Cells
from diversa.counts.sensitive import Sensitive
from diversa.metrics.association import associations, cramers_v, spearman
from diversa.metrics.distributions import Bucketed, distributions
from diversa.metrics.recoded import Recoded
from released_rows import hierarchies_of, secrets_of, small_table
from tables import SmallTable

ROWS = (
    [("1", "a", "x", "1")] * 30
    + [("2", "b", "y", "2")] * 10
    + [("7", "c", "x", "2")] * 20
)
TABLE = small_table([*ROWS, ("8", "d", "z", "4")])


def bucketed(*node):
    recoded = Recoded.at_levels(
        TABLE.cells, hierarchies_of(TABLE), secrets_of(TABLE), levels=node
    )
    return Bucketed(recoded)


def test_labels_are_spread_over_what_they_cover():
    """ab is a or b, with the same probability; rare values are put together."""
    known = {one.attribute: one for one in distributions(bucketed(0, 0, 0))}
    assert known["place"].buckets == ("a", "b", "c", "other")
    assert known["place"].before == pytest.approx((30 / 61, 10 / 61, 20 / 61, 1 / 61))
    assert known["place"].after == known["place"].before
    at = bucketed(0, 1, 0)
    at.__dict__["known"] = bucketed(0, 0, 0).known  # the buckets of the finest level
    after = {one.attribute: one for one in distributions(at)}["place"]
    assert after.after == pytest.approx((20 / 61, 20 / 61, 10.5 / 61, 10.5 / 61))
    assert after.distance == pytest.approx((10 + 10 + 9.5 + 9.5) / 61 / 2)


def test_published_levels_are_shown():
    found = {one.attribute: one for one in distributions(bucketed(1, 2, 0))}
    assert found["age"].buckets == ("young", "old")
    assert (
        found["age"].before == found["age"].after == pytest.approx((40 / 61, 21 / 61))
    )
    assert found["place"].buckets == ("*",)


def test_sensitive_values_have_no_labels():
    """By how frequent they are: 1 is the most frequent value, whatever it is."""
    found = {one.attribute: one for one in distributions(bucketed(0, 0, 0))}["s"]
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


def test_a_release_of_one_label_shows_no_association():
    whole = {one.attributes: one for one in associations(bucketed(2, 2, 1))}
    exact = {one.attributes: one for one in associations(bucketed(0, 0, 0))}
    pair = ("sex", "s")
    assert exact[pair].before == pytest.approx(exact[pair].after)
    assert exact[pair].before > 0.5
    assert whole[pair].after == pytest.approx(0, abs=1e-7)


def test_cramers_v_by_hand():
    """Chi-squared of (10, 20; 30, 40): (10·40 - 20·30)² 100 / (30·70·40·60)."""
    square = (10 * 40 - 20 * 30) ** 2 * 100 / (30 * 70 * 40 * 60)
    found = cramers_v(np.array([[10.0, 20.0], [30.0, 40.0]]))
    assert found == pytest.approx((square / 100) ** 0.5)
    assert cramers_v(np.array([[3.0, 4.0]])) == 0


def test_spearman_by_hand():
    """Ranks 1.5, 1.5, 3, 4 against 1, 3, 3, 3: the correlation of these numbers."""
    table = np.array([[1.0, 1.0], [0.0, 1.0], [0.0, 1.0]])
    first, second = [1.5, 1.5, 3, 4], [1, 3, 3, 3]
    assert spearman(table) == pytest.approx(np.corrcoef(first, second)[0, 1])
    assert spearman(np.array([[3.0, 4.0]])) == 0


def test_numbers_are_compared_by_rank():
    rows = tuple((str(n), str(9 - n)) for n in range(1, 6) for _ in range(10))
    ladders = {
        name: {row[place]: () for row in rows} for place, name in enumerate("pq")
    }
    table = SmallTable(("p", "q"), rows, ladders)
    first, second = table.hierarchies
    numbered = [
        replace(one, numbers=np.array([float(value) for value in one.labels[0]]))
        for one in (first, second)
    ]
    recoded = Recoded.at_levels(table.cells, numbered, (), levels=(0, 0))
    (found,) = associations(Bucketed(recoded))
    assert (found.measure, found.before) == ("spearman", pytest.approx(-1))
    assert found.after == pytest.approx(-1)


def test_a_missing_value_is_named_as_such():
    rows = ((None, "1"),) * 12 + (("a", "1"),) * 12
    table = SmallTable(("q", "s"), rows, {"q": {"a": (), None: ()}})
    codes = np.array([[1, 0], [0, 0]], dtype=np.int32)
    counted = Cells(table.dictionaries, codes, np.array([12, 12]))
    recoded = Recoded.at_levels(
        counted, table.hierarchies, [Sensitive(table.dictionaries[1])], levels=(0,)
    )
    assert distributions(Bucketed(recoded))[0].buckets == ("a", "missing")
