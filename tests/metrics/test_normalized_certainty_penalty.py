# SPDX-License-Identifier: Apache-2.0
"""The normalized certainty penalty: ranges of numbers, sets of categories."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from diversa.counts.frequency_set import frequency_set
from diversa.metrics.normalized_certainty_penalty import ncp_by_attribute
from diversa.metrics.recode_pieces import recode_pieces
from diversa.metrics.sides import Sides
from paper_releases import CONDITION, FIGURE_2, FIGURE_3, figure_1_at
from paper_tables import FIGURE_1
from released_rows import hierarchies_of
from tables import SmallTable


def test_categories_are_counted():
    """Figure 2 at its node: 2 of 4 zip codes, 4 of 12 ages as labels, any of 4."""
    assert ncp_by_attribute(figure_1_at(FIGURE_2)) == pytest.approx(
        {"zip": 2 / 4, "age": 4 / 12, "nationality": 1}
    )
    assert set(ncp_by_attribute(figure_1_at((0, 0, 0))).values()) == {0}


def test_a_suppressed_row_costs_one():
    recoded = figure_1_at((0, 0, 0), suppressed=[("14850", "47", "American")])
    assert ncp_by_attribute(recoded)["zip"] == pytest.approx(1 / 12)


@pytest.mark.parametrize(
    ("node", "penalty"),
    [(FIGURE_2, Fraction(22, 34 * 3)), (FIGURE_3, Fraction(37, 34 * 3))],
)
def test_age_ncp_with_class_boxes(node, penalty):
    """.2157 and .3627: the ages of each group, of a range from 21 to 55."""
    zips, _, nationalities = FIGURE_1.hierarchies
    hierarchies = (zips, numbered_ages(), nationalities)
    pieces = frequency_set(FIGURE_1.cells, hierarchies, [CONDITION])
    group = group_of_each(pieces.codes, node)
    sides = [
        Sides.of_parts(hierarchy, codes, group, int(group.max()) + 1)
        for hierarchy, codes in zip(hierarchies, pieces.codes, strict=True)
    ]
    recoded = recode_pieces(
        FIGURE_1.cells, [CONDITION], pieces=pieces, group=group, sides=sides
    )
    assert ncp_by_attribute(recoded)["age"] == pytest.approx(float(penalty))
    printed = {FIGURE_2: 0.2157, FIGURE_3: 0.3627}
    assert float(penalty) == pytest.approx(printed[node], abs=5e-5)


def numbered_ages():
    """The ages of Figure 1 as numbers."""
    ages = SmallTable(
        ("age",),
        tuple((row[1],) for row in FIGURE_1.rows),
        {"age": FIGURE_1.ladders["age"]},
    )
    (hierarchy,) = hierarchies_of(ages)
    assert hierarchy.labels[0] == FIGURE_1.hierarchies[1].labels[0]
    return hierarchy


def group_of_each(codes, node):
    """Number the tuples by what they are at a node."""
    labels = [
        hierarchy.maps[level][line]
        for hierarchy, level, line in zip(
            FIGURE_1.hierarchies, node, codes, strict=True
        )
    ]
    _, group = np.unique(np.array(labels), axis=1, return_inverse=True)
    return group.reshape(-1)
