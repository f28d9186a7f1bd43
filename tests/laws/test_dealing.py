# SPDX-License-Identifier: Apache-2.0
"""Dealing: (ε,m) groups exactly where the window condition says so, and all models."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.models import parse
from diversa.recodings.partition import whole_table
from diversa.search.partitions.dealing import Dealer, dealing
from examples import examples
from tables import SmallTable


def partitions(rows):
    """Every way to split rows into groups."""
    if not rows:
        yield []
        return
    first, *others = rows
    for split in partitions(others):
        yield [[first], *split]
        for place, group in enumerate(split):
            yield [*split[:place], [first, *group], *split[place + 1 :]]


def is_anonymous(group, epsilon, m, *, relative):
    """(ε,m)-anonymity by its definition."""
    near = [
        sum(abs(y - x) <= (epsilon * x if relative else epsilon) for y in group)
        for x in group
    ]
    return m * max(near) <= len(group)


@pytest.mark.parametrize("relative", [False, True])
@examples(50)
@given(
    rows=st.lists(st.integers(1, 12), min_size=1, max_size=7),
    tenths=st.integers(0, 9),
    m=st.integers(1, 3),
)
def test_a_part_is_dealt_exactly_where_some_partition_exists(rows, relative, tenths, m):
    epsilon = Fraction(tenths, 10) if relative else Fraction(tenths // 2)
    kind = ",relative=true" if relative else ""
    model = parse(f"epsilon-m-anonymity:epsilon={epsilon},m={m}{kind},on=s")
    whole = Groups.from_counts([Counter(rows)], on="s")
    found = Dealer((model,)).groups_of(whole)[0] > 0
    exists = any(
        all(is_anonymous(one, epsilon, m, relative=relative) for one in split)
        for split in partitions(rows)
    )
    assert found == exists


SPECS = [
    ("epsilon-m-anonymity:epsilon=3,m=2,on=s",),
    ("epsilon-m-anonymity:epsilon=0.3,m=2,relative=true,on=s",),
    ("delta-l-diversity:delta=1,l=3,on=s",),
    ("epsilon-m-anonymity:epsilon=2,m=2,on=s", "k-anonymity:3"),
    ("epsilon-m-anonymity:epsilon=2,m=5/2,on=s", "distinct-l-diversity:2,on=s"),
    ("epsilon-m-anonymity:epsilon=1,m=2,on=s", "t-closeness:0.4,on=s"),
    ("epsilon-m-anonymity:epsilon=1,m=2,on=s", "distinct-l-diversity:2,on=ill"),
]


@examples(40)
@given(
    rows=st.lists(
        st.tuples(
            st.sampled_from("abcdef"),
            st.sampled_from("xyz"),
            st.integers(1, 20).map(str),
            st.sampled_from(["flu", "acne"]),
        ),
        min_size=4,
        max_size=40,
    ),
    specs=st.sampled_from(SPECS),
    seed=st.integers(0, 3),
)
def test_every_dealt_group_holds(rows, specs, seed):
    ladders = {
        "place": dict.fromkeys("abcdef", ("*",)),
        "sex": dict.fromkeys("xyz", ("*",)),
    }
    task = SmallTable(("place", "sex", "s", "ill"), tuple(rows), ladders).task(*specs)
    assume(Dealer(task.models).groups_of(whole_table(task.finest).groups).all())
    partition = dealing(task, seed=seed)
    assert partition.groups.rows == len(rows)
    assert sorted(set(partition.part.tolist())) == list(range(partition.parts))
    for model in task.models:
        assert model.holds(partition.groups).all()
    # No row is lost or made: the pieces are the cells.
    assert Counter(listed(partition.finest)) == Counter(listed(task.finest))


def listed(finest):
    """Every row as its quasi-identifiers and sensitive values."""
    groups = finest.groups
    cell = np.repeat(np.arange(len(finest)), np.diff(groups.starts))
    for entry, count in enumerate(groups.counts.tolist()):
        codes = finest.codes[:, cell[entry]].tolist()
        values = groups.combinations[groups.values[entry]].tolist()
        yield from [(*codes, *values)] * count
