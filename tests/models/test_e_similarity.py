# SPDX-License-Identifier: Apache-2.0
"""e-similarity: spec §5.1, against pairs counted one by one in random trees."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.hierarchies import Taxonomy
from diversa.hierarchies.tree import Tree
from diversa.models import LeDiversity
from diversa.models.e_similarity import buckets, similar_within
from examples import examples

STEPS = st.fractions(0, 5, max_denominator=4)


@st.composite
def trees(draw, *, uniform=False):
    """The parent of each node of a random tree, the root first."""
    if not uniform:
        size = draw(st.integers(1, 12))
        return [None] + [draw(st.integers(0, node - 1)) for node in range(1, size)]
    parents, above = [None], [0]
    for _ in range(draw(st.integers(1, 3))):
        children = [one for one in above for _ in range(draw(st.integers(1, 3)))]
        above = [len(parents) + place for place in range(len(children))]
        parents += children
    return parents


def ancestors(parents, node):
    way = [node]
    while parents[way[-1]] is not None:
        way.append(parents[way[-1]])
    return way


def distance(parents, u, v):
    """Half the nodes that only one of both ways to the root has."""
    return Fraction(len(set(ancestors(parents, u)) ^ set(ancestors(parents, v))), 2)


def leaves(parents):
    return [node for node in range(len(parents)) if node not in parents]


def planted(parents, values):
    above = np.array([-1 if one is None else one for one in parents], dtype=np.int32)
    return Tree(tuple(range(len(parents))), above, np.array(values, dtype=np.int32))


def components(parents, values, e):
    """Connected values, by joining sets until nothing changes."""
    sets = [{one} for one in values]
    for u, v in combinations(values, 2):
        if distance(parents, u, v) <= e:
            joined = [one for one in sets if u in one or v in one]
            sets = [one for one in sets if one not in joined] + [set().union(*joined)]
    return {frozenset(one) for one in sets}


def as_sets(values, codes):
    return {
        frozenset(v for v, c in zip(values, codes.tolist(), strict=True) if c == code)
        for code in codes.tolist()
    }


@examples(60)
@given(trees(), STEPS, st.data())
def test_buckets_are_connected_components(parents, e, data):
    nodes = st.sampled_from(range(len(parents)))
    values = data.draw(
        st.just(leaves(parents)) | st.lists(nodes, min_size=1, unique=True)
    )
    found = as_sets(values, buckets(planted(parents, values), e))
    assert found == components(parents, values, e)


@examples(40)
@given(trees(uniform=True), STEPS)
def test_buckets_of_leaves_of_one_depth_are_subtrees(parents, e):
    values = leaves(parents)
    found = as_sets(values, buckets(planted(parents, values), e))
    height = len(ancestors(parents, values[0])) - 1
    up = min(height, int(e))
    roots = {leaf: ancestors(parents, leaf)[up] for leaf in values}
    subtrees = {
        frozenset(leaf for leaf in values if roots[leaf] == root)
        for root in roots.values()
    }
    assert found == subtrees
    for u, v in combinations(values, 2):  # and there similarity is transitive
        assert (roots[u] == roots[v]) == (distance(parents, u, v) <= e)


def nested(parents, node=0):
    children = [one for one, above in enumerate(parents) if above == node]
    return {f"n{one}": nested(parents, one) for one in children}


@examples(60)
@given(trees() | trees(uniform=True), STEPS, st.integers(1, 4), st.data())
def test_groups_against_all_pairs(parents, e, l, data):
    values = leaves(parents)
    if data.draw(st.booleans()):
        values = list(range(1, len(parents))) or values
    rows = st.lists(st.sampled_from(values), min_size=1, max_size=5)
    tables = data.draw(st.lists(rows, min_size=1, max_size=8))
    counts = [Counter(f"n{row}" for row in table) for table in tables]
    taxonomy = Taxonomy(tree={"n0": nested(parents)})
    groups = Groups.from_counts(counts, on="s", taxonomy=taxonomy)
    far = [
        all(distance(parents, u, v) > e for u, v in combinations(set(table), 2))
        for table in tables
    ]
    assert similar_within(groups.histogram(), e).tolist() == [not one for one in far]
    assert LeDiversity(l, e, "value").holds(groups).tolist() == [
        apart and len(set(table)) >= l for apart, table in zip(far, tables, strict=True)
    ]
    assert LeDiversity(l, e, "tuple").holds(groups).tolist() == [
        apart and len(table) >= l and len(set(table)) == len(table)
        for apart, table in zip(far, tables, strict=True)
    ]


@pytest.mark.parametrize(
    ("e", "expected"), [("1.4", [0, 1, 2]), ("1.5", [0, 0, 0]), ("0", [0, 1, 2])]
)
def test_similarity_is_not_transitive_in_an_uneven_tree(e, expected):
    # x below p, y below the root, z below q: x and z meet through y only.
    tree = planted([None, 0, 0, 0, 2, 3], [4, 1, 5])
    assert buckets(tree, Fraction(e)).tolist() == expected


def test_a_long_chain_is_one_component():
    # Leaves at the depths 1, 2, ..., 40 of a spine: each is near its neighbours only.
    size, parents, values = 40, [None], []
    spine = 0
    for _ in range(size):
        parents += [spine, spine]
        spine, leaf = len(parents) - 2, len(parents) - 1
        values.append(leaf)
    tree = planted(parents, values)
    assert set(buckets(tree, Fraction(3, 2)).tolist()) == {0}
    assert len(set(buckets(tree, Fraction(1)).tolist())) == size


def test_no_values():
    assert buckets(planted([None], []), Fraction(1)).tolist() == []
