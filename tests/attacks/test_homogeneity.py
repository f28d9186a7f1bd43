# SPDX-License-Identifier: Apache-2.0
"""Homogeneity: what it finds is the lack of 2-diversity."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from attacked_tables import GROUPS, QUICK, histogram, rows_of
from diversa.attacks.homogeneity import homogeneity, homogeneity_by_chance
from diversa.counts.groups import Groups
from diversa.models import DistinctLDiversity, FrequencyLDiversity


@QUICK
@given(GROUPS)
def test_homogeneity_is_the_lack_of_2_diversity(counts):
    found = homogeneity(histogram(counts))
    assert found.exposed == rows_of(counts, lambda one: len(one) == 1)
    assert found.total == rows_of(counts, bool)
    diverse = DistinctLDiversity(2).holds(Groups.from_counts(counts, on="s"))
    assert (found.share == 0) == diverse.all()
    assert found.affected.tolist() == [g for g, one in enumerate(diverse) if not one]


@QUICK
@given(GROUPS)
def test_the_surest_guess_is_what_frequency_diversity_bounds(counts):
    groups = Groups.from_counts(counts, on="s")
    level = FrequencyLDiversity(1).attained(groups)
    assert homogeneity(groups.histogram()).worst == pytest.approx(1 / level)


def test_the_expectation_of_homogeneous_groups():
    """60,000 rows in groups of five with three values: 1 of 81 groups has one only."""
    expected = homogeneity_by_chance(60000, size=5, values=3)
    assert expected.groups == 12000
    assert expected.share == Fraction(1, 81)
    assert int(expected.homogeneous_groups) == 148
    assert expected.exposed(5) == 740
