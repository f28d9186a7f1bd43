# SPDX-License-Identifier: Apache-2.0
"""Laws of searches with a population and with models that judge the whole release.

The judge works on rows and people in plain Python: it removes the groups in which a
local model fails, then asks the others about what is left, with the people of removed
groups absent, or matched with the suppressed rows.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import brute_force
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import frequency_set
from diversa.counts.sensitive import Sensitive
from diversa.counts.shared_dictionaries import share_dictionaries
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics import OBJECTIVES
from diversa.models import BeliefChange, CkSafety, DeltaPresence, KAnonymity, KMap
from diversa.search.lattice.descent import descent
from diversa.search.lattice.exhaustive import exhaustive
from diversa.search.lattice.incognito import incognito
from diversa.search.lattice.optimal import optimal
from diversa.search.task import Task
from examples import examples
from random_tables import VALUES, codes, decoded, ladders
from tables import SmallTable, columns_of

NAMES = ("q0", "q1")
MODELS = [
    KMap(2),
    KMap(4),
    DeltaPresence(0, "0.6"),
    DeltaPresence("0.2", "0.8"),
    DeltaPresence("0.05", 1),
    KAnonymity(2),
    CkSafety("0.8", 1, on="s"),
    CkSafety("0.7", 0, on="s"),
    BeliefChange("0.4", on="s"),
]


@dataclass(frozen=True)
class Given:
    """A table, its population, and what is asked."""

    table: SmallTable
    people: SmallTable
    models: tuple
    objective: str
    limit: int
    star: bool

    def task(self):
        return Task(
            finest(self.table, self.people),
            self.models,
            OBJECTIVES[self.objective],
            limit=self.limit,
            star=self.star,
        )


def finest(table, people):
    """Both tables counted with shared dictionaries, values of s known of people."""
    shared = share_dictionaries(table.cells, people.cells, NAMES)
    dictionaries = [shared.cells.dictionary(name) for name in NAMES]
    hierarchies = [
        Hierarchy.from_labels(one, columns_of(table.ladders[one.column], one))
        for one in dictionaries
    ]
    attribute = Sensitive(shared.cells.dictionary("s"))
    assert isinstance(shared.people, Cells)
    return frequency_set(shared.cells, hierarchies, [attribute], people=shared.people)


@st.composite
def anything(draw, choice=tuple(MODELS), models=None):
    """One model or two of a choice, or the models given."""
    chosen = {name: draw(ladders(most=2)) for name in NAMES}
    domains = [*(sorted(chosen[name]) for name in NAMES), VALUES]
    persons = 2 * math.prod(map(len, domains))
    drawn = draw(codes(persons, least=2, most=draw(st.sampled_from([8, 24]))))
    people = [decoded(code // 2, domains) for code in drawn]
    rows = [decoded(code // 2, domains) for code in drawn if code % 2] or people[:1]
    columns = (*NAMES, "s")
    return Given(
        SmallTable(columns, tuple(rows), chosen),
        SmallTable(columns, tuple(people), chosen),
        models
        or tuple(draw(st.lists(st.sampled_from(choice), min_size=1, max_size=2))),
        draw(st.sampled_from(sorted(OBJECTIVES))),
        draw(st.sampled_from([0, len(rows) // 4, len(rows) // 2, len(rows)])),
        draw(st.booleans()),
    )


def labels(table, row, node):
    return tuple(
        brute_force.label(table, name, value, level)
        for name, value, level in zip(NAMES, row, node, strict=False)
    )


@dataclass(frozen=True)
class PublishedTables:
    """Groups of a release: rows and people of each, and people of no group."""

    groups: dict
    absent: list


def grouped(one, node):
    groups = defaultdict(lambda: ([], []))
    for row in one.table.rows:
        groups[labels(one.table, row, node)][0].append(row)
    absent = []
    for person in one.people.rows:
        key = labels(one.table, person, node)
        (groups[key][1] if key in groups else absent).append(person)
    return PublishedTables(dict(groups), absent)


def without(release, removed, *, star):
    """What is published without some groups."""
    kept = {key: one for key, one in release.groups.items() if key not in removed}
    gone = [release.groups[key] for key in removed]
    rest = [*release.absent, *(person for _, people in gone for person in people)]
    if not star or not removed:
        return PublishedTables(kept, rest if removed else release.absent)
    rows = [row for rows, _ in gone for row in rows]
    return PublishedTables({**kept, "*": (rows, rest)}, [])


def changes(rows, people):
    """The largest change of a belief about anyone who may be in the group."""
    n = Counter(row[-1] for row in rows)
    block = Counter(person[-1] for person in people)
    worst = Fraction(0)
    for q in {person[:-1] for person in people}:
        own = Counter(person[-1] for person in people if person[:-1] == q)
        weights = {s: Fraction(n[s] * own[s], block[s]) for s in own}
        total = sum(weights.values())
        if total:
            size = sum(own.values())
            found = [abs(weights[s] / total - Fraction(own[s], size)) for s in own]
            worst = max(worst, *found)
    return worst


def failing(model, release):
    """The groups of a release in which a model fails."""
    if isinstance(model, CkSafety):
        return set() if is_safe(model, release) else set(release.groups)
    if isinstance(model, DeltaPresence) and model.low > 0 and release.absent:
        return set(release.groups)
    tests = {
        KAnonymity: lambda rows, _: len(rows) >= model.k,
        KMap: lambda _, people: len(people) >= model.k,
        DeltaPresence: lambda rows, people: (
            model.low * len(people) <= len(rows) <= model.high * len(people)
        ),
        BeliefChange: lambda rows, people: changes(rows, people) <= model.change,
    }
    return {key for key, one in release.groups.items() if not tests[type(model)](*one)}


def is_safe(model, release):
    """With no implication or one: A, or neither A nor B, of one group or of two."""
    groups = [Counter(row[-1] for row in rows) for rows, _ in release.groups.values()]
    for place, n in enumerate(groups):
        size, first = sum(n.values()), max(n.values())
        escapes = [Fraction(size - first, size)]
        if model.k == 1:
            two = sum(count for _, count in n.most_common(2))
            escapes = [Fraction(size - two, size)]
            if size > 1:
                pair = Fraction(max(0, size - first) * max(0, size - 1 - first))
                escapes.append(pair / (size * (size - 1)))
            for other, m in enumerate(groups):
                if other != place:
                    there = sum(m.values())
                    apart = Fraction(there - max(m.values()), there)
                    escapes.append(Fraction(size - first, size) * apart)
        share = Fraction(first, size)
        if not share / (share + min(escapes)) < model.c:
            return False
    return True


def is_local(model):
    return not isinstance(model, CkSafety) and not getattr(model, "low", 0)


def is_valid(one, node):
    release = grouped(one, node)
    removed = set()
    for model in filter(is_local, one.models):
        removed |= failing(model, release)
    gone = sum(len(release.groups[key][0]) for key in removed)
    if gone > one.limit or len(removed) == len(release.groups):
        return False
    left = without(release, removed, star=one.star)
    judges = one.models if one.star else [m for m in one.models if not is_local(m)]
    return not any(failing(model, left) for model in judges)


def nodes(mask):
    return {tuple(line) for line in np.argwhere(mask).tolist()}


def found(result):
    best = result.best
    return None if best is None else (best.levels, best.suppressed, result.cost)


PAIRS = [
    (DeltaPresence("0.05", 1), KAnonymity(2)),
    (CkSafety("0.8", 1, on="s"), KAnonymity(3)),
    (CkSafety("0.9", 1, on="s"), KMap(4)),
]
"""A model that judges the whole, and one that removes groups before."""


def check_every_node(one):
    task = one.task()
    wanted = {tuple(n) for n in np.ndindex(task.lattice.shape) if is_valid(one, n)}
    assert nodes(exhaustive(task).satisfying) == wanted


@examples(25)
@given(anything())
def test_exhaustive_is_brute_force(one):
    check_every_node(one)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: " ".join(map(str, pair)))
@examples(25)
@given(data=st.data())
def test_what_is_removed_changes_what_is_judged(pair, data):
    check_every_node(data.draw(anything(models=pair)))


@examples(50)
@given(anything())
def test_optimal_is_the_best_of_exhaustive(one):
    task = one.task()
    assert found(optimal(task)) == found(exhaustive(task))


@pytest.mark.parametrize("model", [m for m in MODELS if m.union_closed], ids=str)
@examples(25)
@given(data=st.data())
def test_incognito_is_exhaustive(model, data):
    task = data.draw(anything((model,))).task()
    assume(task.prunes)
    result, judge = incognito(task), exhaustive(task)
    assert nodes(result.satisfying) == nodes(judge.satisfying)
    assert found(result) == found(judge)


@examples(25)
@given(anything())
def test_descent_finds_valid_nodes(one):
    task = one.task()
    result = descent(task)
    if result.best is not None:
        assert result.best.levels in nodes(exhaustive(task).satisfying)
