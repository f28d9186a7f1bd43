# SPDX-License-Identifier: Apache-2.0
"""Groups that people share are those of a recount, whatever is asked of them first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.kinds import Kinds
from diversa.counts.sensitive import Sensitive
from diversa.counts.shared_groups import ENTRIES, SharedGroups
from diversa.counts.visits import Visits
from diversa.data.dictionary import Dictionary
from examples import examples

ILL = Sensitive(Dictionary.build("ill", ["f", "h", "x"], [1, 1, 1]))
VISITS = st.lists(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=5),
    min_size=1,
    max_size=6,
)
"""The group and the value of each visit, person after person; no group is empty."""

EVERYWHERE = [(group, 0) for group in range(4)]


def visits_of(people):
    owners = np.array([who for who, own in enumerate(people) for _ in own])
    cells = np.array([3 * group + value for own in people for group, value in own])
    kinds = Kinds.of(owners, cells)
    return Visits(
        kinds.starts,
        (kinds.cells // 3).astype(np.int32),
        (kinds.cells % 3).astype(np.int32),
        kinds.people,
        np.arange(3, dtype=np.int32)[:, None],
        (ILL,),
    )


@given(people=VISITS, sorts=st.booleans())
@examples(100)
def test_sizes_and_values_are_those_of_a_recount(people, sorts):
    people = [EVERYWHERE, *people]
    groups = SharedGroups.of(visits_of(people), 4)
    if sorts:
        assert len(groups.counts) == groups.visits.presence_count
    there = [[who for who in people if any(g == n for g, _ in who)] for n in range(4)]
    assert len(groups) == 4
    assert groups.sizes.tolist() == list(map(len, there))
    histogram = groups.histogram("ill")
    found = np.zeros((4, 3), dtype=int)
    found[histogram.group, histogram.values] = histogram.counts
    for number in range(4):
        having = [sum((number, s) in who for who in people) for s in range(3)]
        assert found[number].tolist() == having


@given(people=VISITS)
@examples(50)
def test_entries_are_made_once_and_stay_in_copies(people):
    people = [EVERYWHERE, *people]
    groups = SharedGroups.of(visits_of(people), 4)
    assert not {*ENTRIES} & {*vars(groups)}
    copy = replace(groups, sensitive=())
    assert {*ENTRIES} <= {*vars(groups)}
    assert copy.sizes.tolist() == groups.sizes.tolist()
    assert copy.starts is groups.starts
    assert len(copy) == 4
    every = sum(len({group for group, _ in who}) for who in people)
    assert int(copy.counts.sum()) == every


def test_an_attribute_that_groups_lack_is_refused():
    with pytest.raises(AttributeError):
        SharedGroups.of(visits_of([[(0, 0)]]), 4).nothing  # noqa: B018
