# SPDX-License-Identifier: Apache-2.0
"""The groups of the next release of an m-invariant series."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import single_cell_groups
from diversa.counts.level_maps import LevelMaps
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.hierarchies.automatic_hierarchy import automatic
from diversa.search.series.m_invariant import NEW, PeopleOfSeries, m_invariant
from diversa.search.series.signatures import Signatures
from examples import examples

NONE = Signatures(np.array([0]), np.array([], dtype=np.int64))
FLU_ASTHMA = Signatures(np.array([0, 2]), np.array([0, 1]))


def regroup(people, known, *, m=2, seed=0, values=3, last=None):
    """Regroup pairs of a value and a signature, all along one axis."""
    value, signature = np.array(people, dtype=np.int64).reshape(-1, 2).T
    last = np.full(len(value), -1) if last is None else np.array(last)
    made = PeopleOfSeries(value, signature, tuples(value), last)
    return m_invariant(made, known, values=values, m=m, seed=seed)


def tuples(value):
    """PeopleOfSeries of these values, one behind the other."""
    count = len(value)
    ages = Dictionary.build("age", range(count), [1] * count, kind="number")
    ills = Dictionary.build("ill", "abcd", np.bincount(value, minlength=4))
    codes = np.stack([np.arange(count), value], axis=1).astype(np.int32)
    cells = Cells((ages, ills), codes, np.ones(count, dtype=np.int64))
    return single_cell_groups(
        cells, LevelMaps((automatic(ages).build(ages),)), [Sensitive(ills)]
    )


def values_of(found, people):
    """The values of the published rows of each group, counterfeits told apart."""
    rows = {number: Counter() for number in range(found.groups)}
    for (value, _), group in zip(people, found.group.tolist(), strict=True):
        if group >= 0:
            rows[group][value] += 1
    made_up = zip(
        found.counterfeit_group.tolist(), found.counterfeit_value.tolist(), strict=True
    )
    for group, value in made_up:
        rows[group][value] += 1
    return rows


def test_bob_keeps_asthma_and_carl_waits():
    """Section 7.5: flu is 0, asthma 1, cancer 2."""
    people = [(0, 0), (2, NEW)]
    found = regroup(people, FLU_ASTHMA)
    assert found.group.tolist() == [0, -1]
    assert found.waiting.tolist() == [False, True]
    assert values_of(found, people) == {0: {0: 1, 1: 1}}
    assert found.counterfeit_value.tolist() == [1]


def test_a_newcomer_takes_the_place_of_one_who_left():
    found = regroup([(0, 0), (1, NEW)], FLU_ASTHMA)
    assert found.group.tolist() == [0, 0]
    assert len(found.counterfeit_group) == 0


def test_a_value_outside_the_signature_is_withheld():
    found = regroup([(2, 0), (0, 0)], FLU_ASTHMA)
    assert found.withheld.tolist() == [True, False]
    assert found.group.tolist() == [-1, 0]


def test_neighbours_stay_together():
    """Four of each value, next to each other along the axis: four tight groups."""
    people = [(place % 2, NEW) for place in range(8)]
    found = regroup(people, NONE)
    assert found.group.reshape(4, 2).tolist() == [[g, g] for g in found.group[::2]]
    assert found.groups == 4


def test_groups_of_which_nobody_left_stay_together():
    """The first and the last person, the two in the middle; the fifth lost a group."""
    people = [(0, 0), (0, 0), (1, 0), (1, 0), (0, 0)]
    found = regroup(people, FLU_ASTHMA, last=[7, 2, 2, 7, 5])
    group = found.group.tolist()
    assert (group[0], group[1]) == (group[3], group[2])
    assert len({*group}) == 3
    assert found.counterfeit_group.tolist() == [group[4]]


def test_a_gap_is_filled_by_the_nearest():
    """Two groups without asthma at both ends, two newcomers with it between them."""
    people = [(0, 0), (1, NEW), (1, NEW), (0, 0)]
    found = regroup(people, FLU_ASTHMA)
    group = found.group.tolist()
    assert (group[0], group[2]) == (group[1], group[3])


@st.composite
def tasks(draw):
    known = draw(
        st.lists(
            st.frozensets(st.integers(0, 3), min_size=2, max_size=3),
            max_size=3,
            unique=True,
        )
    )
    person = st.tuples(st.integers(0, 3), st.integers(-1, len(known) - 1))
    people = draw(st.lists(person, min_size=1, max_size=14))
    last = [
        draw(st.sampled_from([-1, 2 * signature, 2 * signature + 1]))
        if signature != NEW
        else -1
        for _, signature in people
    ]
    return people, known, last, draw(st.integers(0, 3))


@examples(80)
@given(tasks())
def test_groups_are_unique_and_signatures_stay(task):
    people, known, last, seed = task
    starts = np.concatenate([[0], np.cumsum([len(one) for one in known], dtype=int)])
    values = np.array([v for one in known for v in sorted(one)], dtype=np.int64)
    before = Signatures(starts, values)
    found = regroup(people, before, values=4, seed=seed, last=last)
    rows = values_of(found, people)
    names = [
        frozenset(found.signatures.values[a:b].tolist())
        for a, b in zip(
            found.signatures.starts[:-1], found.signatures.starts[1:], strict=True
        )
    ]
    assert len(set(names)) == len(names)
    for number, counted in rows.items():
        assert set(counted.values()) == {1}
        assert len(counted) >= 2
        assert frozenset(counted) == names[found.signature[number]]
        assert number in found.group  # somebody is behind every group
    for (value, signature), group, withheld in zip(
        people, found.group, found.withheld, strict=True
    ):
        if signature != NEW:
            assert withheld == (value not in known[signature])
            assert withheld == (group < 0)
            if group >= 0:
                assert names[found.signature[group]] == known[signature]
                assert found.earlier[signature] == found.signature[group]
    assert (found.waiting | found.withheld).tolist() == (found.group < 0).tolist()
    again = regroup(people, before, values=4, seed=seed, last=last)
    assert (again.group == found.group).all()


def test_an_eligible_first_release_has_no_counterfeits_and_nobody_waits():
    people = [(value, NEW) for value in (0, 0, 0, 1, 1, 2, 2)]
    found = regroup(people, NONE, m=2)
    assert (found.groups, found.waiting.sum(), len(found.counterfeit_group)) == (
        3,
        0,
        0,
    )


def test_one_person_more_than_the_groups_need_makes_one_larger_group():
    """Five people, two groups: only one of them has the third value."""
    people = [(value, NEW) for value in (0, 0, 1, 1, 2)]
    found = regroup(people, NONE)
    assert sorted(map(sorted, values_of(found, people).values())) == [[0, 1], [0, 1, 2]]
    lengths = found.signatures.lengths[found.signature]
    assert sorted(lengths.tolist()) == [2, 3]
