# SPDX-License-Identifier: Apache-2.0
"""Associations of attributes, by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from diversa.metrics import association
from diversa.metrics.association import (
    associations,
    cramers_v,
    spearman,
    table_pairs,
)
from diversa.metrics.distributions import Bucketed
from diversa.metrics.recoded import Recoded
from tables import SmallTable


def test_a_release_of_one_label_shows_no_association(bucketed):
    whole = {
        association.attributes: association
        for association in associations(bucketed(2, 2, 1))
    }
    exact = {
        association.attributes: association
        for association in associations(bucketed(0, 0, 0))
    }
    pair = ("sex", "s")
    assert exact[pair].before == pytest.approx(exact[pair].after)
    assert exact[pair].before > 0.5
    assert whole[pair].after == pytest.approx(0, abs=1e-7)


@pytest.mark.parametrize("levels", [(0, 0, 0), (1, 0, 1), (1, 1, 0)])
def test_pairs_of_labels_are_those_of_boxes(bucketed, levels, monkeypatch):
    by_label = associations(bucketed(*levels))
    monkeypatch.setattr(association, "label_pairs", lambda *_: None)
    by_box = associations(bucketed(*levels))
    assert [pair.after for pair in by_label] == pytest.approx(
        [pair.after for pair in by_box]
    )


@pytest.mark.parametrize("most", [1, 6, 512])
def test_pairs_are_counted_in_blocks_of_attributes(bucketed, most, monkeypatch):
    monkeypatch.setattr(association, "MANY_BUCKETS", most)
    monkeypatch.setattr(association, "isqrt", lambda _: most)
    table = bucketed(0, 0, 0)
    cells, every = table.recoded.original, table.every
    pairs = table_pairs(table)
    assert sorted(pairs) == list(combinations(range(len(every)), 2))
    for (first, second), rows in pairs.items():
        expected = np.zeros((len(every[first]), len(every[second])))
        for line, count in zip(range(len(cells.counts)), cells.counts, strict=True):
            ours, theirs = (
                classes.bucket[cells.column(classes.attribute)[line]]
                for classes in (every[first], every[second])
            )
            expected[ours, theirs] += count
        assert rows.tolist() == expected.tolist()


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


def test_a_destroyed_association_is_seen():
    """Two attributes that are one, of which one is published as `*`."""
    rows = tuple((place, place) for place in "abcd" for _ in range(10))
    ladders = {name: dict.fromkeys("abcd", ("*",)) for name in "pq"}
    table = SmallTable(("p", "q"), rows, ladders)
    recoded = Recoded.at_levels(table.cells, table.hierarchies, (), levels=(1, 0))
    (pair,) = associations(Bucketed(recoded, raw=True))
    assert (pair.before, pair.after) == (pytest.approx(1), pytest.approx(0))
