# SPDX-License-Identifier: Apache-2.0
"""Laws between the models of a taxonomy.

The laws of every model are in test_models; all pairs of values in random trees are
looked at in tests/models/test_e_similarity.
"""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.hierarchies import Taxonomy
from diversa.models import (
    DistinctLDiversity,
    FrequencyLDiversity,
    LeDiversity,
    SubtreeFrequencyDiversity,
)
from examples import examples

RELAXED = examples(60)
LEAVES = ["a", "b", "c", "d", "e", "f", "g"]
EVEN = {
    "*": {"p": {"q": ["a", "b"], "r": ["c"]}, "s": {"t": ["d", "e"], "u": ["f", "g"]}}
}
UNEVEN = {
    "*": {"a": {}, "p": {"b": {}, "q": {"c": {}, "r": ["d", "e"]}}, "s": ["f", "g"]}
}
TREES = st.sampled_from([EVEN, UNEVEN])
ROWS = st.lists(st.sampled_from(LEAVES), min_size=1, max_size=6)
TABLES = st.lists(ROWS, min_size=1, max_size=10)
STEPS = st.sampled_from([0, 1, "1.5", 2, "2.5", 3, 4])
L = st.integers(1, 4)


def groups_of(tables, tree):
    counts = [Counter(table) for table in tables]
    return Groups.from_counts(counts, on="s", taxonomy=Taxonomy(tree=tree))


@RELAXED
@given(TABLES, TREES, L, STEPS)
def test_tuples_imply_values_and_subtrees(tables, tree, l, e):
    groups = groups_of(tables, tree)
    tuples = LeDiversity(l, e).holds(groups)
    assert (tuples <= LeDiversity(l, e, "value").holds(groups)).all()
    assert (tuples <= SubtreeFrequencyDiversity(l, e).holds(groups)).all()


@RELAXED
@given(TABLES, TREES, L)
def test_without_distance_they_are_known_models(tables, tree, l):
    groups = groups_of(tables, tree)
    values = LeDiversity(l, 0, "value").holds(groups)
    assert values.tolist() == DistinctLDiversity(l).holds(groups).tolist()
    subtrees = SubtreeFrequencyDiversity(l, 0).measure(groups).floats
    assert subtrees.tolist() == FrequencyLDiversity(l).measure(groups).floats.tolist()


@RELAXED
@given(TABLES, TREES, L, STEPS, STEPS)
def test_more_distance_is_harder(tables, tree, l, one, other):
    groups = groups_of(tables, tree)
    near, far = sorted((one, other), key=float)
    for model in (LeDiversity, SubtreeFrequencyDiversity):
        assert (model(l, far).holds(groups) <= model(l, near).holds(groups)).all()


@RELAXED
@given(TABLES, L, st.sampled_from([0, 1, 2]))
def test_in_an_even_tree_tuples_of_subtrees_are_few(tables, l, e):
    """There the tuple reading is: no subtree of height e twice, and l rows."""
    groups = groups_of(tables, EVEN)
    paths = {
        "a": "pq",
        "b": "pq",
        "c": "pr",
        "d": "st",
        "e": "st",
        "f": "su",
        "g": "su",
    }
    roots = [[f"{paths[x]}{x}"[: 3 - e] for x in table] for table in tables]
    expected = [len(set(t)) == len(t) >= l for t in roots]
    assert LeDiversity(l, e).holds(groups).tolist() == expected


def test_a_pair_of_balls_that_subtrees_do_not_refuse():
    # Spec §5.2: {x, z} around y; subtrees follow the tuple reading, balls would not.
    tree = {"*": {"p": ["x"], "y": {}, "q": ["z"]}}
    groups = groups_of([["x", "z"]], tree)
    assert LeDiversity(2, "1.5").holds(groups).all()
    assert SubtreeFrequencyDiversity(2, "1.5").holds(groups).all()
