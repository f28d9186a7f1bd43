# SPDX-License-Identifier: Apache-2.0
"""Tests of the kinds of visits that go first."""

from __future__ import annotations

from diversa.models.linked_privacy import KmAnonymity
from diversa.search.visit_kinds import kinds_to_drop
from linked_tables import ALL, read_people, task


def dropped(text, m, budget):
    """The visits of the people that go, by their numbers; None where people must."""
    asked = task(read_people(text).values(), KmAnonymity(2, m), budget=ALL)
    weak = asked.weakest(asked.histories)
    gone = kinds_to_drop(asked.histories, weak, budget)
    return None if gone is None else asked.histories.visits[gone].tolist()


def test_kinds_that_fail_by_themselves_go_all():
    text = "a:M:1h,3f b:M:1f,4f c:M:1h"
    assert dropped(text, 2, 9) == [1, 2]
    assert dropped(text, 2, 1) == [1]  # within the budget


def test_the_kind_in_most_patterns_goes_for_the_fewest_visits():
    text = "a:M:1h,2f,3f b:M:1f,4f c:M:2h,3h d:M:4f e:M:1f"
    assert dropped(text, 2, 9) == [0, 0, 0]


def test_without_a_budget_or_a_visit_people_must_go():
    assert dropped("a:M:1h b:M:2h", 1, 0) is None
    assert dropped("a:M:1h b:F:1h", 0, 9) is None
