# SPDX-License-Identifier: Apache-2.0
"""Blocks by the other sensitive attributes, with values of theirs that are missing."""

from __future__ import annotations

from collections import Counter

import numpy as np

from diversa.counts.groups import Groups
from diversa.counts.joint_blocks import JointBlocks
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy

LOST = 2
"""The code of a missing value."""


def groups_of(tables, missing=MissingPolicy.WORST):
    """Groups of s and t from rows of two codes each, 2 for a missing value."""
    pairs = [(s, t) for s in range(3) for t in range(3)]
    entries = [sorted(Counter(map(pairs.index, rows)).items()) for rows in tables]
    values, counts = np.array([pair for one in entries for pair in one]).T
    return Groups(
        np.cumsum([0, *map(len, entries)]),
        values.astype(np.int32),
        counts.astype(np.int64),
        np.array(pairs, dtype=np.int32),
        tuple(
            Sensitive(Dictionary.build(name, ["0", "1", None], [1] * 3), missing)
            for name in "st"
        ),
    )


def as_rows(blocks):
    """Every block as its group, its rows, and how often there is such a one."""
    groups = blocks.groups
    listed = []
    for number, (begin, end) in enumerate(
        zip(groups.starts[:-1], groups.starts[1:], strict=True)
    ):
        rows = [
            tuple(groups.combinations[value].tolist())
            for value, count in zip(
                groups.values[begin:end], groups.counts[begin:end], strict=True
            )
            for _ in range(count)
        ]
        listed.append((int(blocks.parent[number]), rows, int(blocks.times[number])))
    return listed


TABLES = [
    [(0, 0), (1, 0), (0, 1), (1, LOST), (1, LOST)],
    [(0, LOST)],
    [(LOST, 0)],
]


def test_known_rows_by_block_and_loose_rows_alone():
    blocks = JointBlocks.of(groups_of(TABLES), "s", union_closed=True)
    assert as_rows(blocks) == [
        (0, [(0, 0), (1, 0)], 1),
        (0, [(0, 1)], 1),
        (2, [(LOST, 0)], 1),
        (0, [(1, LOST)], 2),
        (1, [(0, LOST)], 1),
    ]


def test_every_block_with_all_loose_rows_where_unions_may_fail():
    blocks = JointBlocks.of(groups_of(TABLES), "s", union_closed=False)
    assert as_rows(blocks)[5:] == [
        (0, [(0, 0), (1, 0), (1, LOST), (1, LOST)], 0),
        (0, [(0, 1), (1, LOST), (1, LOST)], 0),
        (2, [(LOST, 0)], 0),
        (1, [(0, LOST)], 0),
    ]


def test_a_missing_value_that_is_a_value_of_its_own_makes_a_block():
    groups = groups_of(TABLES, MissingPolicy.OWN)
    blocks = JointBlocks.of(groups, "s", union_closed=False)
    plain, parent = groups.blocks("s")
    assert blocks.parent.tolist() == parent.tolist()
    assert blocks.groups.sizes.tolist() == plain.sizes.tolist()
    assert blocks.times.tolist() == [1] * len(plain)
