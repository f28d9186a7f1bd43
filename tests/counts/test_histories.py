# SPDX-License-Identifier: Apache-2.0
"""Tests of histories: patterns with multiplicity, their people and values."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.histories import number_of
from linked_tables import (
    PEOPLE,
    all_patterns,
    histories_of,
    read_people,
    supports,
)


@given(PEOPLE, st.integers(0, 3))
def test_patterns_are_all_sub_bags_with_their_people(people, m):
    histories = histories_of(people)
    found = histories.patterns(m)
    assert sum(map(len, found)) == len(all_patterns(people, m))
    counted = np.concatenate([histories.supports(one) for one in found])
    assert sorted(counted) == sorted(map(len, supports(people, m)))


@given(PEOPLE)
def test_a_whole_history_is_met_by_those_who_have_the_same(people):
    histories = histories_of(people)
    (whole,) = histories.patterns(None)
    behind = histories.supports(whole)[whole.pattern]
    assert behind[np.argsort(whole.history)].tolist() == [
        len(who) for who in supports(people, None)
    ]


def test_a_repeated_visit_is_a_pattern_of_its_own():
    histories = histories_of(read_people("a:M:1h,1h b:M:1f c:M:1f").values())
    assert [histories.supports(one).tolist() for one in histories.patterns(2)] == [
        [3],
        [3],
        [1],
    ]


def test_chosen_people_and_visits_keep_their_first_places():
    histories = histories_of(read_people("a:M:2h,1h b:M:1f c:M:3f").values())
    left = histories.select(np.array([True, False, True]), histories.visits != 0)
    assert (left.origins.tolist(), left.lines.tolist()) == ([0, 2], [0, 3])
    assert (left.total, left.visit_count) == (2, 2)


def test_no_key_has_no_number():
    number, first = number_of(np.zeros(0, dtype=np.int64))
    assert not len(number)
    assert not len(first)
