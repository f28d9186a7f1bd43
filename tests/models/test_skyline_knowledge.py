# SPDX-License-Identifier: Apache-2.0
"""What (l,k,m) tells, against all assignments of values to people."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from diversa.models.skyline_knowledge import SkylineKnowledge


def chance(rows, s, *, ruled_out=(), known=0, others=0):
    """P(person 0 has s) when values are assigned at random, given what is known.

    Person 0 has none of the values ruled out; the next `known` people do not have s;
    for each of the `others` after them: if he has s, person 0 has s.
    """
    worlds = 0
    having = 0
    for world in set(permutations(rows)):
        first = world[0]
        told = world[1 : 1 + known]
        implied = world[1 + known : 1 + known + others]
        if first in ruled_out or any(value == s for value in told):
            continue
        if first != s and s in implied:
            continue
        worlds += 1
        having += first == s
    return Fraction(having, worlds)


@pytest.mark.parametrize(
    ("l", "m", "ruled_out"),
    [(0, 0, ""), (1, 0, "b"), (0, 1, ""), (1, 1, "b"), (0, 2, "")],
)
def test_one_group_without_known_people(table, l, m, ruled_out):
    histogram = table((2, 2, 1)).histogram()
    knowledge = SkylineKnowledge(histogram, l, 0, m)
    expected = chance("aabbc", "a", ruled_out=ruled_out, others=m)
    assert knowledge.exact_posterior(0) == expected
    assert knowledge.posterior[0] == pytest.approx(float(expected))


def test_more_knowledge_never_tells_less(table):
    histogram = table((3, 2, 2, 1), (4, 1, 1)).histogram()
    worst = [SkylineKnowledge(histogram, l, 0, 0).posterior for l in range(3)]
    assert (worst[0] <= worst[1]).all()
    assert (worst[1] <= worst[2]).all()
