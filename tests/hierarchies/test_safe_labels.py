# SPDX-License-Identifier: Apache-2.0
"""Public trees in a manifest: read as they were written."""

from __future__ import annotations

from diversa.codec import from_json, to_json
from diversa.hierarchies.safe_labels import (
    PublicTree,
    SafeLabels,
    TreeNode,
    labels_by_proof,
)


def test_trees_are_read_as_they_were_written():
    nodes = (TreeNode("*", 0, (1, 2)), TreeNode(None), TreeNode("not {missing}", 3))
    rule = SafeLabels(5, 1.0, True, (PublicTree("age", nodes),))
    written = to_json(rule)
    assert written["trees"][0]["nodes"][1] == {"label": None}
    assert from_json(SafeLabels, written, where="manifest", advice="none") == rule


def test_only_groups_by_size_alone_are_proved():
    by_size, by_model = (SafeLabels(5, 1.0, size, ()) for size in (True, False))
    assert labels_by_proof("safe", by_size) == "safe"
    assert labels_by_proof("safe", by_model) == "region"
    assert labels_by_proof("safe", None) == "region"
    assert labels_by_proof("tight", None) == "tight"
    assert labels_by_proof(None, None) is None
