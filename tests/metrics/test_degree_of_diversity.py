# SPDX-License-Identifier: Apache-2.0
"""The degree of diversity of Tables III and V of the (l,e)-diversity paper."""

from __future__ import annotations

from fractions import Fraction

import pytest

from diversa.metrics.degree_of_diversity import (
    DEGREE_OF_DIVERSITY,
    degree_of_diversity,
    distances,
)
from diversa.metrics.metric import Request
from paper_releases import (
    FIGURE_2,
    TABLE_III,
    TABLE_V,
    anatomized,
    figure_1_at,
)


@pytest.mark.parametrize(
    ("groups", "dot"),
    [
        pytest.param(TABLE_III, Fraction(17, 9), id="tables II and III"),
        pytest.param(TABLE_V, Fraction(3), id="tables IV and V"),
    ],
)
def test_dot_of_the_paper(groups, dot):
    recoded = anatomized(groups)
    diversity = degree_of_diversity(recoded.groups.histogram("disease"))
    assert diversity.dot == pytest.approx(float(dot))
    # Groups of three rows have three pairs: both means divide by three.
    assert diversity.pair_distance == pytest.approx(float(dot))
    assert diversity.to_json() == {"dot": diversity.dot, "pair_distance": diversity.dot}


def test_distances_of_each_group_of_table_iii():
    """Two of one kind and one of another: 1 + 3 + 3; three of one kind: 1 + 1 + 1."""
    histogram = anatomized(TABLE_III).groups.histogram("disease")
    assert distances(histogram).tolist() == [7, 7, 3]


def test_it_needs_a_taxonomy():
    measured = DEGREE_OF_DIVERSITY.measure(figure_1_at(FIGURE_2), Request())
    assert measured == {}
    assert DEGREE_OF_DIVERSITY.numbers(measured) == {}
