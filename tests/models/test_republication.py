# SPDX-License-Identifier: Apache-2.0
"""A series of releases, with the example of the m-invariance paper in small."""

from __future__ import annotations

import numpy as np

from diversa.models.republication import NOBODY, Membership, judge_series, series_of


def test_a_series_whose_signatures_stay():
    first = [[("Bob", "flu"), ("Ann", "cold")], [("Cy", "ulcer"), ("Di", "gastritis")]]
    second = [[("Bob", "flu"), ("Eve", "cold")], [("Cy", "ulcer"), (None, "gastritis")]]
    found = judge_series(series_of([first, second]))
    assert (found.releases, found.persons, found.level) == (2, 5, 2)
    assert (found.changed_persons, found.least_left, found.signatures) == (0, 2, 2)
    assert found.holds(2)
    assert not found.holds(3)
    assert found.violating_persons(3) == 5


def test_a_person_whose_signature_changes_is_found():
    first = [[("Bob", "flu"), ("Ann", "cold")]]
    second = [[("Bob", "flu"), ("Cy", "ulcer")]]
    found = judge_series(series_of([first, second]))
    assert found.unique == (2, 2)
    assert (found.level, found.changed_persons, found.least_left) == (1, 1, 1)
    assert found.violating_persons(2) == 1


def test_counterfeit_rows_count_in_their_group_and_are_nobody():
    release = Membership.of(
        np.array([0, 0, 1]),
        np.array([5, 7, 5]),
        np.array([3, NOBODY, 4]),
        np.array([1, 1, 2]),
    )
    assert release.sizes.tolist() == [2, 2]
    assert release.person.tolist() == [3, 4]
    assert release.levels.tolist() == [2, 1]  # the second group has one value twice
