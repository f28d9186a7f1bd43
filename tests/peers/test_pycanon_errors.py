# SPDX-License-Identifier: Apache-2.0
"""Wrong answers of pycanon 1.3 that we must not repeat; it is not imported here.

Each test says what that program answers and checks the right answer.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import frequency_set
from diversa.counts.groups import Groups
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.models import (
    DistinctLDiversity,
    EntropyLDiversity,
    FrequencyLDiversity,
    KAnonymity,
    RecursiveClDiversity,
)


def groups_of(*counts):
    named = [dict(zip("abcdefghijklmno", one, strict=False)) for one in counts]
    return Groups.from_counts(named, on="s")


def group_rows(zips, illnesses, *, unused=()):
    """Group rows by their zip code, as an audit does."""
    columns = {"zip": (zips, unused), "ill": (illnesses, ())}
    dictionaries, codes = [], []
    for name, (values, extra) in columns.items():
        distinct = [*dict.fromkeys(values), *extra]
        counts = [values.count(value) for value in distinct]
        dictionary = Dictionary.build(name, distinct, counts)
        place = {value: code for code, value in enumerate(dictionary.values)}
        place[None] = dictionary.missing_code
        dictionaries.append(dictionary)
        codes.append([place[value] for value in values])
    cells = Cells(
        tuple(dictionaries),
        np.array(codes, dtype=np.int32).T,
        np.ones(len(zips), dtype=np.int64),
    )
    hierarchy = Hierarchy.from_labels(dictionaries[0], [])
    return frequency_set(cells, [hierarchy], [Sensitive(dictionaries[1])]).groups


@pytest.mark.parametrize(
    ("counts", "l", "bound"),
    [
        pytest.param([(8, 1, 1), (4, 3, 3)], 3, 8, id="8/1/1 and 4/3/3, answers 1"),
        pytest.param([(9, 1)], 2, 9, id="9/1, answers 1"),
        pytest.param([(5, 3, 1, 1)], 3, 2.5, id="5/3/1/1, answers 1"),
    ],
)
def test_recursive_diversity_starts_from_the_most_frequent_value(counts, l, bound):
    groups = groups_of(*counts)
    model = RecursiveClDiversity(bound, l)
    assert model.attained(groups) == bound
    assert not model.holds(groups).all()
    assert model.describe(bound) == f"c > {bound} at l = {l}"


@pytest.mark.parametrize("values", range(2, 16))
def test_entropy_of_equally_frequent_values_is_their_number(values):
    """It answers one less for 2, 3, 4, 6, 7, 8, 10, 14 and 15 values."""
    groups = groups_of((1,) * values)
    assert EntropyLDiversity(1).attained(groups) == values
    assert EntropyLDiversity(values).holds(groups).all()


def test_entropy_is_a_real_number():
    """It cuts 3.92 down to 3."""
    groups = groups_of((4, 3, 3, 4))
    level = EntropyLDiversity(1).attained(groups)
    assert level == pytest.approx(14 / (4**8 * 3**6) ** (1 / 14))
    assert 3.9 < level < 4


def test_the_order_of_rows_means_nothing():
    """It answers l = 2 for shuffled rows: labels of rows are taken as positions."""
    zips = ["1", "1", "2", "2", "1", "2"]
    illnesses = ["flu", "flu", "flu", "cancer", "flu", "cancer"]
    for seed in range(20):
        order = np.random.default_rng(seed).permutation(6)
        groups = group_rows([zips[i] for i in order], [illnesses[i] for i in order])
        assert DistinctLDiversity(1).attained(groups) == 1
        assert FrequencyLDiversity(1).attained(groups) == 1
        assert KAnonymity(1).attained(groups) == 3


def test_a_missing_quasi_identifier_is_a_value():
    """It ignores the row and answers k = 2."""
    groups = group_rows(["1", "1", None], ["flu", "flu", "flu"])
    assert KAnonymity(1).attained(groups) == 1
    assert groups.rows == 3


def test_an_unused_category_makes_no_group():
    """It answers k = 0."""
    groups = group_rows(["1"] * 3, ["flu"] * 3, unused=["2"])
    assert KAnonymity(1).attained(groups) == 3


def test_missing_sensitive_values_have_a_policy():
    """It raises a TypeError or counts NaN as nothing."""
    lost = [{None: 2, "flu": 1}]
    worst = Groups.from_counts(lost, on="ill", missing="worst")
    own = Groups.from_counts(lost, on="ill", missing="own")
    for model in (DistinctLDiversity(1), FrequencyLDiversity(1), EntropyLDiversity(1)):
        assert model.attained(worst) == 1
        assert model.attained(own) > 1
    assert RecursiveClDiversity(1, 2).attained(worst) == math.inf
    assert RecursiveClDiversity(1, 2).attained(own) == 2


def test_no_rows():
    """It raises a ValueError from min()."""
    groups = group_rows([], [])
    assert len(groups) == 0
    for model in (KAnonymity(5), DistinctLDiversity(5), RecursiveClDiversity(1, 3)):
        assert model.holds(groups).all()
        assert model.attained(groups) == math.inf


def test_no_quasi_identifier():
    """It raises a ValueError from groupby; the table is one group."""
    ill = Dictionary.build("ill", ["flu", "cancer"], [3, 2])
    codes = np.array([[0], [1]], dtype=np.int32)
    cells = Cells((ill,), codes, np.array([2, 3]))
    groups = frequency_set(cells, [], [Sensitive(ill)]).groups
    assert KAnonymity(1).attained(groups) == 5
    assert DistinctLDiversity(1).attained(groups) == 2
