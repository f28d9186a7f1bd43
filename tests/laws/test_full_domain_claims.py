# SPDX-License-Identifier: Apache-2.0
"""What the choice of levels tells: every small table that has the same release."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product

import pandas as pd
import pytest

import diversa
from diversa.record.label_record import FEW_GROUPS
from examples import generator
from full_domain_worlds import POINTS, leak, loss, publish
from label_worlds import backing

PAIRS = {"a": "A", "b": "A", "c": "C", "d": "C"}


def lowest(world):
    """The labels of a table by the lowest level at which two rows look alike."""
    if min(Counter(world).values()) >= 2:
        return tuple(sorted(world))
    return tuple(sorted(PAIRS[row] for row in world))


def worlds_of_level(labels):
    every = combinations_with_replacement("abcd", len(labels))
    return [world for world in every if lowest(world) == labels]


def test_one_group_tells_both_of_its_values():
    """Example 25: two rows at A, k = 2."""
    assert worlds_of_level(("A", "A")) == [("a", "b")]


def test_two_groups_hide_which_of_them_failed():
    """Example 26: two rows at A and two at C."""
    worlds = worlds_of_level(("A", "A", "C", "C"))
    assert len(worlds) == 5
    every = [
        one + other
        for one, other in product(
            combinations_with_replacement("ab", 2),
            combinations_with_replacement("cd", 2),
        )
    ]
    assert len(every) == 9
    assert all(backing(worlds, {value}) == 0 for value in "abcd")


@pytest.mark.parametrize(
    ("rows", "k", "claimed", "downcoded"),
    [(4, 2, 0.23, 0.094), (6, 2, 0.021, 0.007), (6, 3, 0.31, 0.078)],
)
def test_claims_vanish_with_the_number_of_groups(rows, k, claimed, downcoded):
    """Shares of groups with a claim, and of rows made finer, to a point."""
    found = leak(rows, k)
    assert float(found.claimed) == pytest.approx(claimed, abs=0.012)
    assert float(found.downcoded) == pytest.approx(downcoded, abs=0.005)


def test_the_search_chooses_the_node_of_the_enumeration():
    random = generator("full-domain worlds")
    for _ in range(6):
        table = tuple(POINTS[place] for place in random.integers(0, 8, 6))
        frame = pd.DataFrame(table, columns=["x", "y"]).astype(str).assign(s="v")
        release = diversa.anonymize(
            frame,
            quasi_identifiers=["x", "y"],
            sensitive="s",
            models=["k-anonymity:2"],
            method="full-domain",
            suppression=0,
            hierarchies={
                "x": [[str(v), f"pair {v // 2}", "*"] for v in range(4)],
                "y": [[str(v), "*"] for v in range(2)],
            },
        )
        node, groups = publish(table, 2)
        levels = release.record.levels["x"], release.record.levels["y"]
        assert loss(levels) == loss(node)
        labels = release.record.audit.labels
        assert labels.is_implied_by_levels == (release.record.groups < FEW_GROUPS)
        if levels == node:
            assert release.record.groups == len(groups)
