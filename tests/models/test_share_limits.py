# SPDX-License-Identifier: Apache-2.0
"""Share limits: every group in which a model holds keeps them, by trying many."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from diversa.counts.groups import Groups
from diversa.hierarchies import Taxonomy
from diversa.models import parse
from diversa.models.share_limits import ShareLimits

TREE = Taxonomy(tree={"*": {"few": {"a": {}, "b": {}}, "c": {}}})
TABLE = {"a": 4, "b": 2, "c": 1}
LINES = [line for line in product(range(5), repeat=3) if any(line)]

SPECS = [
    "beta-likeness:0",
    "beta-likeness:1",
    "beta-likeness:2,enhanced=true",
    "frequency-l-diversity:1",
    "frequency-l-diversity:1.5",
    "frequency-l-diversity:3",
    "t-closeness:0",
    "t-closeness:0.2",
    "t-closeness:1",
    "t-closeness:0.25,distance=hierarchical",
]


def groups():
    some = [
        {value: n for value, n in zip("abc", line, strict=True) if n} for line in LINES
    ]
    return Groups.from_counts(some, on="s", table=TABLE, taxonomy=TREE)


def keeps(limits, line):
    """Whether a group is within the limits, in fractions."""
    rows = np.zeros(limits.size, dtype=np.int64)
    for way in limits.blocks:
        np.add.at(rows, way, line)
    size = sum(line)
    if limits.caps is not None:
        caps = map(Fraction, limits.caps.tolist())
        return all(n <= cap * size for n, cap in zip(rows.tolist(), caps, strict=True))
    shares = [Fraction(t, limits.total) for t in limits.expected.tolist()]
    pairs = zip(rows.tolist(), shares, strict=True)
    return sum(max(n - share * size, 0) for n, share in pairs) <= limits.beyond * size


@pytest.mark.parametrize("spec", SPECS)
def test_limits_are_what_these_models_ask(spec):
    every = groups()
    model = parse(spec)
    limits = model.share_limits(every.sensitive)
    holds = model.holds(every).tolist()
    assert [keeps(limits, line) for line in LINES] == holds
    assert any(holds)


@pytest.mark.parametrize(
    "spec",
    ["entropy-l-diversity:2", "t-closeness:0.2,distance=numeric", "k-anonymity:2"],
)
def test_other_models_say_nothing(spec):
    numbers = Groups.from_counts([{1: 2, 2: 1}], on="s")
    assert parse(spec).share_limits(numbers.sensitive) is None


def test_nothing_is_said_of_rows_that_may_have_any_value():
    unknown = Groups.from_counts([{"a": 2, None: 1}], on="s", missing="worst")
    assert parse("frequency-l-diversity:2").share_limits(unknown.sensitive) is None


def test_nothing_is_said_of_blocks():
    joint = parse("frequency-l-diversity:2,joint=true,on=s")
    assert joint.share_limits(groups().sensitive) is None


def test_blocks_and_rows_are_counted():
    limits = ShareLimits.near(
        np.array([[0, 1, 2], [3, 3, 4]], dtype=np.int32),
        np.array([9, 5, 2, 14, 2]),
        Fraction(1, 5),
    )
    assert (limits.size, limits.total) == (5, 16)
    assert ShareLimits.under(np.array([0.5, 1.0])).total == 0
