# SPDX-License-Identifier: Apache-2.0
"""The regions of public trees, their labels, losses and what a manifest says."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.codec import from_json, to_json
from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.hierarchies.safe_labels import SafeLabels
from diversa.recodings.public_trees import (
    ColumnTree,
    PublicTrees,
    TreeRegions,
)

TOWNS = Hierarchy.from_labels(
    Dictionary.build("town", ["Bonn", "Rome", "York"], [1, 1, 1]), [[TOP] * 3]
)
TREE = ColumnTree(
    TOWNS,
    cell=np.array([1, 0, 2]),
    lows=np.array([0, 0, 1, 1, 2]),
    highs=np.array([3, 1, 3, 2, 3]),
    splits=np.array([1, -1, 2, -1, -1]),
    lefts=np.array([1, -1, 3, -1, -1]),
    rights=np.array([2, -1, 4, -1, -1]),
    scores=np.array([0.5, -np.inf, 0.75, -np.inf, -np.inf]),
    labels=(TOP, "Rome", "{Bonn, York}", "Bonn", "York"),
)


@pytest.fixture
def regions():
    """Two groups of which one has Rome, the other one Bonn or York."""
    return TreeRegions(PublicTrees((TREE,), 1.0), np.array([[1], [2]], np.int32), 5)


def test_labels_losses_and_values(regions):
    assert list(regions.labels(0)) == ["Rome", "{Bonn, York}"]
    assert regions.losses(0).tolist() == [0.0, 0.5]
    side = regions.side(0)
    assert [side.codes(label).tolist() for label in side.label] == [[1], [0, 2]]
    assert list(regions.of_parts(np.array([1])).labels(0)) == ["{Bonn, York}"]


def test_the_best_score_has_the_first_rank(regions):
    assert regions.trees.ranks.tolist()[:3:2] == [1, 0]
    assert regions.trees.forest.rights.tolist() == [2, -1, 4, -1, -1]


def test_a_manifest_says_no_more_than_groups_show(regions):
    """The split below {Bonn, York} was refused; its sides are not told."""
    told = to_json(regions.public(structure_only=True))
    assert told["trees"] == [
        {
            "column": "town",
            "nodes": [
                {"label": "*", "rank": 1, "sides": [1, 2]},
                {"label": "Rome"},
                {"label": "{Bonn, York}", "rank": 0},
            ],
        }
    ]
    assert (told["least"], told["epsilon"], told["structure_only"]) == (5, 1.0, True)
    assert to_json(from_json(SafeLabels, told, where="x", advice="y")) == told
