# SPDX-License-Identifier: Apache-2.0
"""The experiments of the l-diversity paper on Adult, with the published taxonomies."""

from __future__ import annotations

import math

import numpy as np
import pytest

from diversa.models import parse
from diversa.search.lattice.incognito import incognito
from diversa.search.planner import SEARCHES
from paper_tables import ADULT

SIZES = {3: 20, 4: 60, 5: 240, 6: 720, 7: 2160, 8: 4320}


@pytest.fixture(scope="module")
def five(adult):
    """The first five attributes as quasi-identifiers, both sensitive attributes."""
    return adult(ADULT[:5], ("occupation", "salary-class"))


@pytest.fixture(scope="module")
def four(adult):
    """The quasi-identifiers of Figure 7."""
    return adult(ADULT[:4], ("occupation",))


def minimal_groups(table, spec):
    """The groups of every minimal node, with all sensitive attributes."""
    task = table.task(spec)
    found = incognito(task)
    lines = np.argwhere(task.lattice.minimal(found.satisfying)).tolist()
    return [table.counted(levels=line).groups for line in lines]


def test_rows_and_lattices(adult):
    table = adult(ADULT)
    assert table.counted().groups.rows == 45_222
    for attributes, size in SIZES.items():
        heights = [one.height for one in table.hierarchies[:attributes]]
        assert math.prod(height + 1 for height in heights) == size


def test_homogeneity_of_minimal_6_anonymous_tables(five):
    groups = minimal_groups(five, "k-anonymity:6")
    assert len(groups) == 10
    distinct = parse("distinct-l-diversity:1,on=occupation")
    assert all(distinct.attained(one) > 1 for one in groups)
    salary = parse("recursive-cl-diversity:c=1,l=2,on=salary-class")
    attained = sorted(salary.attained(one) for one in groups)
    assert attained[:2] == pytest.approx([29.43, 33.5], abs=5e-3)
    assert attained[2:] == [math.inf] * 8  # a group with one salary class


def test_minimal_4_anonymous_tables_have_large_groups(five):
    averages = [one.rows / len(one) for one in minimal_groups(five, "k-anonymity:4")]
    assert len(averages) == 10
    assert round(min(averages)) == 1028
    assert round(max(averages)) == 2261


SERIES = {
    "k-anonymity": "k-anonymity:{}",
    "entropy": "entropy-l-diversity:{},on=occupation",
    "recursive": "recursive-cl-diversity:c=3,l={},on=occupation",
}
HEIGHTS = {name: {2: 4, 4: 4, 6: 4} for name in SERIES}
HEIGHTS["k-anonymity"][8], HEIGHTS["entropy"][8], HEIGHTS["recursive"][8] = 4, 6, 5
DISCERNIBILITY = {name: dict.fromkeys((2, 4, 6), 123_542_232) for name in SERIES}
DISCERNIBILITY["k-anonymity"][8] = 123_542_232
DISCERNIBILITY["entropy"][8] = 699_994_216
DISCERNIBILITY["recursive"][8] = 218_844_682
AVERAGE_AT_2 = {"k-anonymity": 1027.8, "entropy": 1507.4, "recursive": 1413.2}


@pytest.mark.parametrize("level", [2, 4, 6, 8])
@pytest.mark.parametrize("name", SERIES)
@pytest.mark.parametrize("algorithm", ["optimal", "exhaustive"])
def test_figure_7(four, name, level, algorithm):
    spec = SERIES[name].format(level)
    costs = {
        objective: SEARCHES[algorithm](four.task(spec, objective=objective)).cost
        for objective in ("height", "discernibility", "average-group-size")
    }
    assert costs["height"] == HEIGHTS[name][level]
    assert costs["discernibility"] == DISCERNIBILITY[name][level]
    if level == 2:
        average = costs["average-group-size"]
        assert average == pytest.approx(AVERAGE_AT_2[name], abs=0.05)
