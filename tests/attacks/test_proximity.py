# SPDX-License-Identifier: Apache-2.0
"""Proximity: numbers of a group that lie near each other."""

from __future__ import annotations

from fractions import Fraction

from diversa.attacks.homogeneity import homogeneity
from diversa.attacks.proximity import proximity
from diversa.counts.groups import Groups


def test_three_of_four_salaries_are_near():
    groups = Groups.from_counts([{490: 1, 500: 1, 510: 1, 1000: 1}], on="salary")
    found = proximity(groups.histogram(), width=Fraction(20))
    assert (found.worst, found.exposed) == (3 / 4, 0)
    assert homogeneity(groups.histogram()).exposed == 0
