# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import numpy as np

from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Rows, Taxonomy

ROWS = (
    ("Private", "*"),
    ("Self-emp-inc", "Self-employed", "*"),
    ("Self-emp-not-inc", "Self-employed", "*"),
)


def column(*values):
    return Dictionary.build("work", values, [1] * len(values))


def test_levels_and_taxonomy_give_the_same_tree():
    nested = {"*": {"Private": {}, "Self-employed": [ROWS[1][0], ROWS[2][0]]}}
    values = column(*(row[0] for row in ROWS))
    from_rows = Rows(ROWS).build(values).tree
    declared = Taxonomy(tree=nested).build(values).tree
    for tree in (from_rows, declared):
        assert tree.depths.tolist() == [1, 2, 2]
        assert tree.height == 2
        assert tree.distance(0, [0, 1, 2]).tolist() == [0.0, 1.5, 1.5]
        assert tree.distance(1, 2) == 1.0
        names = [tree.names[node] for node in tree.subtrees(1)]
        assert names == ["Private", "Self-employed", "Self-employed"]


def test_a_missing_value_is_a_short_branch():
    values = column("Private", "Self-emp-inc", "Self-emp-not-inc", None)
    tree = Rows(ROWS).build(values).tree
    assert tree.depths.tolist() == [1, 2, 2, 1]


def test_levels_without_a_top_get_a_root():
    rows = (("a", "A"), ("b", "B"))
    tree = Rows(rows, top=False).build(column("a", "b")).tree
    assert tree.names[0] == "*"
    assert tree.distance(0, 1) == 2.0


def test_a_single_top_label_is_the_root():
    rows = (("a", "A", "any"), ("b", "B", "any"))
    tree = Rows(rows).build(column("a", "b")).tree
    assert tree.names[0] == "any"
    assert tree.height == 2


def test_all_pairs_at_once():
    values = column(*(row[0] for row in ROWS))
    tree = Rows(ROWS).build(values).tree
    codes = np.arange(3)
    matrix = tree.distance(codes[:, None], codes)
    assert matrix.tolist() == [[0, 1.5, 1.5], [1.5, 0, 1], [1.5, 1, 0]]
    heights = tree.common_height(codes[:, None], codes)
    assert heights.tolist() == [[0, 2, 2], [2, 0, 1], [2, 1, 0]]


def test_a_value_called_like_its_parent_has_its_own_node_beside_others():
    rows = (("Asia", "Asia", "*"), ("India", "Asia", "*"))
    tree = Rows(rows).build(column("Asia", "India")).tree
    assert tree.depths.tolist() == [2, 2]
    assert tree.distance(0, 1) == 1.0
