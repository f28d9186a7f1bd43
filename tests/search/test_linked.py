# SPDX-License-Identifier: Apache-2.0
"""Tests of the search for linked tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from diversa.errors import NoSolutionError
from diversa.models.linked_privacy import KmAnonymity, LkcPrivacy, verdict_of
from diversa.search.linked_side import Budget
from linked_tables import ALL, PEOPLE, SECRETS, read_people, task

MODELS = st.sampled_from(
    [
        (KmAnonymity(2, 1),),
        (KmAnonymity(2, 2),),
        (KmAnonymity(3, "all"),),
        (LkcPrivacy(2, 1, Fraction(3, 2), on="ill"),),
        (LkcPrivacy(2, 2, 2, on="ill"), KmAnonymity(3, 1)),
    ]
)


@example([(0, []), (0, [])], (KmAnonymity(2, 1),))
@given(PEOPLE, MODELS)
def test_without_suppression_the_best_node_is_found(people, models):
    asked = task(people, *models)
    nodes = product(*(range(levels) for levels in asked.lattice.shape))
    fine = [
        float(asked.costs[node])
        for node in nodes
        if all(verdict_of(asked.at(node), one, SECRETS).holds for one in models)
    ]
    if not fine:
        with pytest.raises(NoSolutionError, match="no levels"):
            asked.search()
        return
    found = asked.search()
    assert found.loss == pytest.approx(min(fine))
    assert found.left.total == len(people)


@given(PEOPLE, MODELS, st.integers(0, 7), st.integers(0, 20))
def test_a_repaired_release_holds_within_its_budget(people, models, persons, visits):
    asked = task(people, *models, budget=Budget(persons, visits))
    try:
        found = asked.search()
    except NoSolutionError:
        return
    assert all(verdict_of(found.left, one, SECRETS).holds for one in models)
    every = asked.histories
    assert every.total - found.left.total <= persons
    assert every.visit_count - found.left.visit_count <= visits
    assert 0 <= found.loss <= 1


def test_the_last_example_in_both_ways():
    people = read_people("a:M:1h,3f b:M:1f,2f c:M:2h d:M:1x,2x")
    for m in (1, 2):
        asked = task(people.values(), KmAnonymity(2, m), budget=ALL)
        left = asked.stable(asked.histories)
        assert [list(people)[i] for i in left.origins] == ["b", "c", "d"]
        cut = asked.repair(asked.histories)
        assert (cut.total, cut.visit_count) == (4, 6)
        levels = [LkcPrivacy(1, m, 1, on="ill") for m in range(3)]
        found = [verdict_of(cut, one, SECRETS) for one in levels]
        assert [one.people for one in found] == [4, 3, 2]
        assert [one.share for one in found] == ["2", "2", "2"]


def test_what_is_left_out_is_lost():
    people = read_people("a:M:1h b:M:1f c:M:2f").values()
    found = task(people, KmAnonymity(2, 1), budget=Budget(0, 1)).search()
    assert (found.node, found.left.visit_count) == ((0, 0), 2)
    assert found.loss == pytest.approx(1 / 6)
