# SPDX-License-Identifier: Apache-2.0
"""Laws of models that judge a table as a whole: (c,k)-safety and skyline privacy.

The judge enumerates worlds: every way to give the values of each group to its people,
all equally likely, and every piece of knowledge of the kind that a model speaks of.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.models import CkSafety, SkylinePrivacy
from diversa.models.skyline_privacy import SkylinePoint
from examples import examples

VALUES = "abcd"


def groups_of(counts):
    named = [dict(zip(VALUES, map(int, line), strict=False)) for line in counts]
    return Groups.from_counts(named, on="s")


@dataclass(frozen=True)
class Worlds:
    """Every world of a table: one line each, one column per person."""

    lines: np.ndarray
    group: tuple[int, ...]

    @classmethod
    def of(cls, counts):
        """Worlds of groups given as counts of the values 0, 1, ..."""
        ways, group = [], []
        for number, line in enumerate(counts):
            values = [value for value, n in enumerate(line) for _ in range(n)]
            ways.append(sorted(set(itertools.permutations(values))))
            group += [number] * len(values)
        joined = [sum(world, ()) for world in itertools.product(*ways)]
        return cls(np.array(joined), tuple(group))

    @property
    def atoms(self):
        """Whether each person has each value, in every world."""
        people = range(self.lines.shape[1])
        return {
            (person, value): self.lines[:, person] == value
            for person in people
            for value in sorted(set(self.lines[:, person].tolist()))
        }


def largest(atoms, knowledge):
    """The largest P(A | knowledge) over all atoms, a line of worlds each."""
    worlds = (atoms & knowledge).sum(axis=1)
    return Fraction(int(worlds.max()), int(knowledge.sum()))


def worst_of_implications(counts, k):
    """Over all conjunctions of k simple implications between atoms."""
    worlds = Worlds.of(counts)
    atoms = np.array(list(worlds.atoms.values()))
    every = np.ones(len(worlds.lines), dtype=bool)
    implications = {
        (~one | other).tobytes(): ~one | other
        for one, other in itertools.product(atoms, repeat=2)
    }
    worst = Fraction(0)
    for chosen in itertools.combinations_with_replacement(implications.values(), k):
        knowledge = np.logical_and.reduce([every, *chosen])
        if knowledge.any():
            worst = max(worst, largest(atoms, knowledge))
    return worst


def worst_of_skyline(counts, l, k, m):
    """Over every target, value, exclusion, known people and other implying people."""
    worlds = Worlds.of(counts)
    people = range(worlds.lines.shape[1])
    worst = Fraction(0)
    for target, value in worlds.atoms:
        others = [one for one in people if one != target]
        here = worlds.lines[:, target] == value
        wrong = [v for v in range(len(VALUES)) if v != value]
        for excluded in itertools.combinations(wrong, l):
            free = ~np.isin(worlds.lines[:, target], excluded)
            for known in itertools.combinations(others, k):
                for values in np.unique(worlds.lines[:, known], axis=0):
                    told = free & (worlds.lines[:, known] == values).all(axis=1)
                    # Of a person whose value is known, an implication would tell the
                    # target's value outright: these are other people.
                    free_people = [one for one in others if one not in known]
                    for implying in itertools.combinations(free_people, m):
                        theirs = worlds.lines[:, implying] == value
                        knowledge = told & (here | ~theirs.any(axis=1))
                        if knowledge.any():
                            share = Fraction(
                                int((here & knowledge).sum()), int(knowledge.sum())
                            )
                            worst = max(worst, share)
    return worst


def lines(values, most, *, least=1):
    """A group: counts of some values, from so many rows to so many."""
    rows = st.lists(st.integers(0, values - 1), min_size=least, max_size=most)
    return rows.map(lambda drawn: np.bincount(drawn, minlength=values).tolist())


SMALL = st.one_of(
    st.tuples(lines(4, 5)), st.tuples(lines(3, 3), lines(3, 3)), st.tuples(lines(3, 4))
)
"""One group of up to five people, or two of up to three."""


@examples(60)
@given(SMALL, st.integers(0, 1))
def test_ck_safety_is_the_worst_of_all_implications(counts, k):
    wanted = worst_of_implications(counts, k)
    assert CkSafety(1, k).attained(groups_of(counts)) == pytest.approx(float(wanted))
    assert CkSafety(wanted, k).holds(groups_of(counts)).all() == (wanted > 1)
    if wanted < 1:
        above = wanted + Fraction(1, 10**12)
        assert CkSafety(above, k).holds(groups_of(counts)).all()


@examples(30)
@given(SMALL, st.integers(1, 12), st.sampled_from([10**9, 10**11]))
def test_a_billion_times_as_many_rows_tell_as_much_without_implications(
    counts, twelfths, factor
):
    c = Fraction(twelfths, 12)
    larger = [[factor * n for n in line] for line in counts]
    for model in (CkSafety(c, 0), SkylinePrivacy([f"1:0:0:{c}", f"0:0:0:{c}"])):
        found = model.holds(groups_of(larger)).tolist()
        assert found == model.holds(groups_of(counts)).tolist()


@pytest.mark.parametrize("counts", [[(2, 1)], [(1, 1, 1)], [(2, 1, 1)], [(1, 1), (2,)]])
def test_ck_safety_with_two_implications(counts):
    wanted = float(worst_of_implications(counts, 2))
    assert CkSafety(1, 2).attained(groups_of(counts)) == pytest.approx(wanted)


KNOWLEDGE = st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(0, 2))


def possible(counts, l, k, m):
    """As much of some knowledge as there are people and values to know of."""
    others = sum(map(sum, counts)) - 1
    m = min(m, others)
    return min(l, len(counts[0]) - 2), min(k, others - m), m


@examples(40)
@given(SMALL, KNOWLEDGE)
def test_a_point_of_the_skyline_is_the_worst_of_all_knowledge(counts, knowledge):
    l, k, m = possible(counts, *knowledge)
    worst = max(
        worst_of_skyline(counts, *fewer)
        for fewer in itertools.product(range(l + 1), range(k + 1), range(m + 1))
    )
    groups = groups_of(counts)
    assert SkylinePoint(l, k, m, 1).attained(groups) == pytest.approx(float(worst))
    assert not SkylinePoint(l, k, m, worst).holds(groups).all()
    if worst < 1:
        above = worst + Fraction(1, 10**12)
        assert SkylinePoint(l, k, m, above).holds(groups).all()


MANY = st.lists(lines(4, 14, least=4), min_size=2, max_size=5)


OF_ALL_VALUES = st.lists(
    lines(4, 10).map(lambda line: [rows + 1 for rows in line]), min_size=2, max_size=5
)
"""Groups in which every value occurs, so that not much knowledge tells a value."""


def merged(counts, first, second):
    """The table with two of its groups in one."""
    others = [line for place, line in enumerate(counts) if place not in (first, second)]
    return [*others, np.add(counts[first], counts[second]).tolist()]


MODELS = [
    *(CkSafety(1, k) for k in range(3)),
    *(SkylinePoint(*point, 1) for point in [(0, 1, 0), (1, 1, 0), (2, 0, 0)]),
]


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_merging_groups_never_raises_the_level(model):
    @examples(40)
    @given(OF_ALL_VALUES, st.randoms(use_true_random=False))
    def law(counts, random):
        before = model.attained(groups_of(counts))
        assert before < 1  # or the law would say nothing
        pair = random.sample(range(len(counts)), 2)
        after = model.attained(groups_of(merged(counts, *pair)))
        assert after <= before + 1e-12

    assert model.prunes(suppression=False)
    assert not model.prunes(suppression=True)
    law()


def test_searches_use_skylines_without_implications_only():
    assert SkylinePrivacy(["1:1:0:0.8", "0:2:0:0.7"]).prunes(suppression=False)
    assert not SkylinePrivacy(["1:1:0:0.8", "0:0:1:0.7"]).prunes(suppression=False)
    assert not SkylinePrivacy(["1:1:0:0.8"]).prunes(suppression=True)


@pytest.mark.parametrize(
    "model", [CkSafety("0.6", 0), SkylinePoint(0, 0, 0, "0.6")], ids=str
)
def test_absorbing_is_false(model):
    assert not type(model).absorbing
    assert model.holds(groups_of([(1, 1)])).all()
    assert not model.holds(groups_of([(1, 2)])).all()


@examples(30)
@given(MANY, st.integers(0, 3))
def test_more_knowledge_never_lowers_the_level(counts, k):
    groups = groups_of(counts)
    assert CkSafety(1, k + 1).attained(groups) >= CkSafety(1, k).attained(groups)
    point = SkylinePoint(1, 1, 1, 1).attained(groups)
    for fewer in [(0, 1, 1), (1, 0, 1), (1, 1, 0)]:
        assert SkylinePoint(*fewer, 1).attained(groups) <= point + 1e-12


@examples(30)
@given(MANY, st.integers(0, 2), st.randoms(use_true_random=False))
def test_the_order_of_groups_and_values_means_nothing(counts, k, random):
    order = random.sample(range(len(counts)), len(counts))
    values = random.sample(range(4), 4)
    other = np.array(counts)[order][:, values]
    for model in (CkSafety(1, k), SkylinePoint(1, k, 1, 1)):
        found = model.measure(groups_of(counts)).floats
        again = model.measure(groups_of(other)).floats
        np.testing.assert_allclose(again, found[order], rtol=1e-12)


@examples(30)
@given(MANY, st.integers(0, 3))
def test_the_models_that_are_implied_hold(counts, k):
    groups = groups_of(counts)
    for model in (CkSafety(1, k), SkylinePoint(k, 1, 1, 1), SkylinePoint(k, 1, 0, 1)):
        if model.holds(groups).all():
            assert all(one.holds(groups).all() for one in model.implied())


@examples(40)
@given(MANY, st.integers(0, 2), st.integers(1, 3))
def test_worst_means_whatever_the_missing_values_are(counts, k, lost):
    named = [dict(zip(VALUES, line, strict=True)) for line in counts]
    unknown = [{**named[0], None: lost}, *named[1:]]
    groups = Groups.from_counts(unknown, on="s", missing="worst")
    completions = [
        [Counter(named[0]) + Counter(values), *named[1:]]
        for values in itertools.combinations_with_replacement(VALUES + "z", lost)
    ]
    worst = max(
        CkSafety(1, k).attained(Groups.from_counts(one, on="s")) for one in completions
    )
    assert CkSafety(1, k).attained(groups) == pytest.approx(worst)
