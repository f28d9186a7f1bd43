# SPDX-License-Identifier: Apache-2.0
"""A decision prints how it was reached, and nothing of the rows."""

from __future__ import annotations

from diversa.methods.decision import Decision
from diversa.search.search_summary import SearchSummary


def test_a_printed_decision_holds_no_recoding():
    reached = SearchSummary("optimal", "exact", "bounds", "loss")
    text = repr(Decision("full-domain", "secret rows", reached, {"loss": 0.5}, 3))
    assert "secret" not in text
    assert "full-domain" in text
    assert "suppressed=3" in text
