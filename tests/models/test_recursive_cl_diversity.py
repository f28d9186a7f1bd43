# SPDX-License-Identifier: Apache-2.0
"""Recursive (c,l)-diversity: the table of spec §3.5 and the edge cases of §14."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from diversa.counts.groups import Groups
from diversa.counts.kernels.even_counts import most_beside_tail
from diversa.counts.kernels.patience import PATIENCE_LEFT
from diversa.counts.visits import groups_of_people
from diversa.models import RecursiveClDiversity, parse
from diversa.models.distinct_l_diversity import ManyValues

BOUNDS = {
    (2, 1, 1): ("1", "2", None),
    (5, 3, 1, 1): ("1", "5/2", "5"),
    (6, 3, 2, 1): ("1", "2", "6"),
    (9, 1): ("9", None, None),
    (3, 3): ("1", None, None),
    (1,): (None, None, None),
}
"""What c must exceed at l = 2, 3, 4; None where no c is enough."""


@pytest.mark.parametrize("counts", BOUNDS)
@pytest.mark.parametrize("l", [2, 3, 4])
def test_bound_of_c(table, counts, l):
    text = BOUNDS[counts][l - 2]
    groups = table(counts)
    if text is None:
        assert RecursiveClDiversity(1, l).attained(groups) == math.inf
        assert not RecursiveClDiversity(10**9, l).holds(groups).any()
        return
    bound = Fraction(text)
    assert RecursiveClDiversity(1, l).attained(groups) == float(bound)
    assert not RecursiveClDiversity(bound, l).holds(groups).any()
    assert RecursiveClDiversity(bound + Fraction(1, 10**12), l).holds(groups).all()


def test_order_of_values_and_groups_is_free(table):
    groups = table((1, 3, 5, 1), (1, 1, 3, 5), (1, 9))
    assert RecursiveClDiversity(1, 3).measure(groups).floats.tolist() == [
        2.5,
        2.5,
        math.inf,
    ]


@pytest.mark.parametrize("c", ["0.01", "1", "100"])
def test_one_diversity_always_holds(table, c):
    groups = table((1,), (100,), (9, 1))
    assert RecursiveClDiversity(c, 1).holds(groups).all()
    assert RecursiveClDiversity(c, 1).holds(table((), unknown=[3])).all()


def test_after_any_elimination_not_some(table):
    # Taking the largest of (5,1,1) away leaves a (2,2)-diverse rest; that is not meant.
    assert not RecursiveClDiversity(2, 3).holds(table((5, 1, 1))).any()


def test_more_values_than_any_table(table, monkeypatch):
    model = RecursiveClDiversity(4, 10**30)
    assert not model.holds(table((1, 1, 1))).any()
    monkeypatch.setattr(PATIENCE_LEFT, "seconds", -1.0)  # compiled now
    assert model.most_kept(table((1, 1, 1))).tolist() == [0]
    assert not model.holds(table((1, 1, 1))).any()


def test_no_group_is_vacuously_true(table):
    assert RecursiveClDiversity(1, 2).holds(table()).all()
    assert RecursiveClDiversity(1, 3).attained(table()) == math.inf


@pytest.mark.parametrize(
    ("known", "unknown", "l", "bound"),
    [
        pytest.param((2, 1, 1), 0, 3, 2, id="nothing unknown"),
        pytest.param((2, 1, 1), 3, 3, 5, id="added to the largest"),
        pytest.param((2, 1, 1), 3, 2, 2.5, id="added to the largest, l = 2"),
        pytest.param((), 3, 2, math.inf, id="nothing known"),
    ],
)
def test_missing_values_count_as_the_most_frequent(table, known, unknown, l, bound):
    groups = table(known, unknown=[unknown])
    assert RecursiveClDiversity(1, l).attained(groups) == bound


def test_implied():
    model = parse("recursive-cl-diversity:c=4,l=3,on=s")
    assert model.implied() == (ManyValues(3, on="s"),)


@pytest.mark.parametrize("c", ["1/3", "1", "2", "5", f"{10**30 + 1}/{10**30}"])
@pytest.mark.parametrize("l", [1, 2, 3, 4])
def test_compiled_or_not_it_judges_the_same(monkeypatch, c, l):
    draw = np.random.default_rng(7)
    lines = draw.integers(0, 4, (60, 5)) + np.eye(60, 5, dtype=np.int64)
    lines[:, 0] += 1
    lines[::7, 1:] = 0  # groups of one value
    counts = [dict(zip("abcde", line.tolist(), strict=True)) for line in lines]
    model = RecursiveClDiversity(c, l, on="s")
    judged = []
    for compiled in (False, True):
        monkeypatch.setattr(most_beside_tail, "_is_compiled", compiled)
        judged.append(model.holds(Groups.from_counts(counts, on="s")).tolist())
    assert judged[0] == judged[1]
    assert len(set(judged[0])) == 2 or l != 2


@pytest.mark.parametrize("compiled", [False, True])
def test_people_with_several_values_are_not_judged_by_what_is_kept(
    monkeypatch, compiled
):
    """`a:hf b:h c:f`: c must exceed 2, and a cap on counts would say that it holds."""
    monkeypatch.setattr(most_beside_tail, "_is_compiled", compiled)
    groups = groups_of_people([["hf", "h", "f"]], on="s")
    assert parse("recursive-cl-diversity:c=2.1,l=2").holds(groups).all()
    assert not parse("recursive-cl-diversity:c=2,l=2").holds(groups).any()
