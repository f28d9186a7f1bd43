# SPDX-License-Identifier: Apache-2.0
"""What is left to guess of linked tables, against a count of all patterns by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given

from diversa.linked.known_visits import measure_known
from diversa.models.linked_privacy import KmAnonymity
from examples import examples
from linked_tables import PEOPLE, SECRETS, histories_of, read_people


def by_hand(people, visits):
    """Fewest people, people who are alone and the largest share of a value."""

    def patterns(constant, bag):
        known = sorted(where for where, _ in bag)
        if visits is None:
            return {(constant, tuple(known))}
        return {
            (constant, one)
            for size in range(visits + 1)
            for one in combinations(known, size)
        }

    own = [patterns(constant, bag) for constant, bag in people]
    every = {pattern for each in own for pattern in each}
    support = Counter(pattern for each in own for pattern in each)
    alone = sum(any(support[one] == 1 for one in each) for each in own)
    surest = Fraction(0)
    for pattern in every:
        there = [
            bag for (_, bag), each in zip(people, own, strict=True) if pattern in each
        ]
        having = Counter(value for bag in there for value in {v for _, v in bag})
        most = max(having.values(), default=0)
        surest = max(surest, Fraction(most, len(there)))
    return min(support.values(), default=0), alone, float(surest)


@given(people=PEOPLE)
@examples(150)
def test_evidence_is_that_of_all_patterns(people):
    found = measure_known(histories_of(people), (KmAnonymity(1, 2),), SECRETS)
    assert [one.visits for one in found] == [0, 1, 2, None]
    for one in found:
        wanted = by_hand(people, one.visits)
        assert (one.people, one.alone) == wanted[:2]
        assert one.surest["ill"] == pytest.approx(wanted[2])


def test_an_example_of_the_specification():
    people = list(read_people("a:M:1h,1h b:M:1f c:M:1f").values())
    found = measure_known(histories_of(people), (KmAnonymity(1, 2),), SECRETS)
    assert [one.people for one in found] == [3, 3, 1, 1]
    assert [one.alone for one in found] == [0, 0, 1, 1]
    assert [one.surest["ill"] for one in found] == [2 / 3, 2 / 3, 1, 1]
