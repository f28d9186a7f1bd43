# SPDX-License-Identifier: Apache-2.0
"""Searches that count people find the best node, against a search by hand."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.errors import NoSolutionError
from diversa.metrics import objective
from diversa.models import parse
from diversa.search.evaluator import Evaluator
from diversa.search.planner import search
from diversa.search.task import Task
from examples import examples
from people_tables import (
    CONSTANTS,
    HIERARCHIES,
    SECRETS,
    VISITORS,
    groups_by_hand,
    having,
    people_set,
)

NODES = list(itertools.product(range(3), repeat=2))
K = st.integers(1, 3)
L = st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(2)])
SHARE = st.sampled_from([0, 0.25, 0.5])


def holds(rows_of, k, l):
    """k people, and no value that more than 1 of l of them have."""
    most = max(having(rows_of, 2).values())
    return len(rows_of) >= k and l * most <= len(rows_of)


def constant(people, place, level):
    maps = HIERARCHIES[place].maps[level]
    return all(len({maps[row[place]] for row in rows}) == 1 for rows in people)


def unions_hold(people, levels, kept, l, *, whole_visits):
    """Whoever knows less of a row than everything is not told more."""
    ranges = [
        (level,) if constant(people, place, level) else range(level, 3)
        for place, level in enumerate(levels)
    ]
    rows = [[row for row in rows if codes_of(row, levels) in kept] for rows in people]
    left = [one for one in rows if one]
    if whole_visits or is_disjoint(people, levels):
        return True
    return all(
        holds(rows_of, 1, l)
        for above in itertools.product(*ranges)
        for rows_of in groups_by_hand(left, above).values()
    )


def codes_of(row, levels):
    return tuple(
        int(h.maps[level][code])
        for h, level, code in zip(HIERARCHIES, levels, row, strict=False)
    )


def is_disjoint(people, levels):
    return all(len({codes_of(row, levels) for row in rows}) == 1 for rows in people)


def valid(people, levels, k, l, share, *, whole_visits=False):
    """Whether a node may be published, as the specification says."""
    groups = groups_by_hand(people, levels)
    kept = {codes for codes, rows_of in groups.items() if holds(rows_of, k, l)}
    if is_disjoint(people, (0, 0)):
        total = len(people)
        gone = sum(len(groups[codes]) for codes in groups.keys() - kept)
    else:
        total = sum(map(len, people))
        gone = sum(
            len(rows)
            for codes in groups.keys() - kept
            for rows in groups[codes].values()
        )
    if gone == total or gone > int(share * total):
        return False
    return unions_hold(people, levels, kept, l, whole_visits=whole_visits)


def task_for(people, k, l, share, **words):
    finest = people_set(people, SECRETS[:1])
    models = (parse(f"k-anonymity:{k}"), parse(f"frequency-l-diversity:{l},on=s"))
    task = Task(finest, models, objective("loss"), **words)
    return Task(
        finest, models, objective("loss"), limit=int(share * task.total), **words
    )


@pytest.mark.parametrize("rows", [VISITORS, CONSTANTS], ids=["several", "one"])
@pytest.mark.parametrize("whole_visits", [False, True])
@examples(60)
@given(data=st.data(), k=K, l=L, share=SHARE)
def test_a_node_is_valid_where_people_are_protected(
    rows, whole_visits, data, k, l, share
):
    people = data.draw(rows)
    task = task_for(people, k, l, share, whole_visits=whole_visits)
    evaluator = Evaluator(task)
    for node in NODES:
        assert evaluator.is_valid(evaluator.outcome(node)) == valid(
            people, node, k, l, share, whole_visits=whole_visits
        )


@pytest.mark.parametrize("rows", [VISITORS, CONSTANTS], ids=["several", "one"])
@pytest.mark.parametrize("algorithm", ["optimal", "anytime", "exhaustive"])
@examples(40)
@given(data=st.data(), k=K, l=L, share=SHARE)
def test_the_best_node_is_found(rows, algorithm, data, k, l, share):
    people = data.draw(rows)
    task = task_for(people, k, l, share)
    good = [node for node in NODES if valid(people, node, k, l, share)]
    if not good:
        return
    evaluator = Evaluator(task)
    least = min(task.objective.cost(evaluator.outcome(node)) for node in good)
    result = search(task, algorithm=algorithm)
    assert result.optimality == "exact"
    assert result.cost == pytest.approx(least)
    assert result.best.levels in good


@examples(40)
@given(people=VISITORS, k=K)
def test_incognito_finds_the_same_nodes_by_the_number_of_people(people, k):
    finest = people_set(people, ())
    task = Task(finest, (parse(f"k-anonymity:{k}"),), objective("loss"))
    good = [node for node in NODES if valid(people, node, k, 1, 0)]
    if good:
        found = search(task, algorithm="incognito")
        assert found.cost == search(task, algorithm="optimal").cost
        assert found.best.levels in good


MODELS = (
    "distinct-l-diversity:2",
    "distinct-l-diversity:3",
    "recursive-cl-diversity:c=2,l=2",
    "alpha-k-anonymity:0.6,k=2",
    "entropy-l-diversity:1.5",
    "t-closeness:0.4",
    "beta-likeness:1",
    "window-diversity:delta=0.5,l=1.5",
    "row-share:2",
    "row-frequency:1.5",
)


@pytest.mark.parametrize("rows", [VISITORS, CONSTANTS], ids=["several", "one"])
@pytest.mark.parametrize("spec", MODELS)
@examples(30)
@given(data=st.data(), share=SHARE)
def test_what_is_concluded_from_other_nodes_is_true(rows, spec, data, share):
    """A search that looks at every node finds nothing better."""
    finest = people_set(data.draw(rows), SECRETS[:1])
    models = parse(spec).bind(["s"])
    limit = int(share * Task(finest, models, objective("loss")).total)
    task = Task(finest, models, objective("loss"), limit=limit)
    try:
        every = search(task, algorithm="exhaustive")
    except NoSolutionError:
        with pytest.raises(NoSolutionError):
            search(task, algorithm="optimal")
        return
    found = search(task, algorithm="optimal")
    assert found.optimality == "exact"
    assert found.cost == every.cost
