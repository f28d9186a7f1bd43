# SPDX-License-Identifier: Apache-2.0
"""How a decision was reached, as other programs read it."""

from __future__ import annotations

from diversa.search.search_summary import SearchSummary


def test_nodes_are_told_where_a_lattice_was_searched():
    facts = {"algorithm": "optimal", "optimality": "exact", "reason": "bounds"}
    summary = SearchSummary(**facts, objective="loss", nodes=12, checked=5)
    assert summary.to_json() == {
        **facts,
        "objective": "loss",
        "nodes": 12,
        "checked": 5,
    }
    assert "nodes" not in SearchSummary(**facts, objective="loss").to_json()
