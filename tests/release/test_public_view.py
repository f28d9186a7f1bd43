# SPDX-License-Identifier: Apache-2.0
"""What a release tells of itself where rows are withheld; see also the laws."""

from __future__ import annotations

import pytest

from diversa.audits.audit import audit
from diversa.release.public_view import public_audit, public_metrics, public_search
from diversa.search.search_summary import SearchSummary

TABLE = {"sex": ["f", "f", "m", "m"], "ill": ["flu", "cold", "flu", "acne"]}


@pytest.fixture(scope="module")
def audited():
    frame = pytest.importorskip("pandas").DataFrame(TABLE)
    return audit(
        frame,
        quasi_identifiers="sex",
        sensitive="ill",
        models=["k-anonymity:2", "t-closeness:0.75"],
    )


def test_an_audit_where_nothing_is_withheld_is_told_whole(audited):
    assert public_audit(audited, withheld=False) is audited


def test_levels_by_the_whole_table_are_left_out(audited):
    told = public_audit(audited, withheld=True)
    assert "t-closeness" in audited.levels
    assert "t-closeness" not in told.levels
    assert told.levels["k-anonymity"] == 2
    assert {"beta-likeness", "delta-disclosure"}.isdisjoint(told.levels)


def test_a_promised_model_by_the_whole_table_has_its_bound(audited):
    size, close = public_audit(audited, withheld=True).models
    assert (size.attained, size.exact) == (2, True)
    # Each sex lacks one of three values: 1/4 and 1/4 of the rows would have to move.
    assert audited.models[1].attained == pytest.approx(0.25)
    assert (close.attained, close.exact, close.holding) == (0.75, False, ())


def test_metrics_by_group_sizes_are_told():
    metrics = {"loss": 0.25, "precision": 0.5, "discernibility": 40.0}
    assert public_metrics(metrics, None, withheld=False) == metrics
    assert public_metrics(metrics, None, withheld=True) == {"discernibility": 40.0}


def test_the_way_of_a_search_is_not_told():
    search = SearchSummary("anytime", "best found", "why", "loss", 12, 5, 0.5, 0.4)
    assert public_search(search, withheld=False) is search
    assert public_search(search, withheld=True).to_json() == {
        "algorithm": "anytime",
        "objective": "loss",
        "optimality": "best found",
        "reason": "why",
    }
