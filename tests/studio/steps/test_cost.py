# SPDX-License-Identifier: Apache-2.0
"""What a release costs is explained by trials, and each of them can be taken."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.data.examples import hospital
from diversa.hierarchies import Intervals
from diversa.plan.keywords import revise
from diversa.studio.steps.cost import changes_of, explain_cost

NAMES = ["zip", "born", "sex"]
STRICT = {"models": ["k-anonymity:12", "distinct-l-diversity:3"]}


def test_changes_lose_less_and_are_what_a_search_finds(table, patients):
    view = explain_cost(table, **STRICT)
    own = table.search(**STRICT).metrics["loss"]
    assert view.changes
    for change in view.changes:
        assert change.loss < own
        if "method" in change.words:
            continue  # its noise is drawn anew
        changed = revise(table.plan_for(**STRICT), **change.words)
        with diversa.open(patients, changed) as opened:
            again = opened.search()
        assert again.metrics["loss"] == pytest.approx(change.loss)
        assert again.suppressed == change.suppressed


def test_what_binds_is_said(table):
    view = explain_cost(table, **STRICT)
    assert any("fails in" in line for line in view.lines)


def test_a_plan_without_a_release_says_why(table):
    view = explain_cost(table, models=["k-anonymity:900"])
    assert len(view.lines) == 1
    assert view.changes == ()


def test_two_tables_lose_no_detail(table):
    words = {"models": ["distinct-l-diversity:2"], "method": "anatomy"}
    view = explain_cost(table, **words)
    assert "no detail is lost" in view.lines[0]


def test_missing_values_are_a_change_that_can_be_taken():
    frame = pd.DataFrame(hospital(rows=300))[[*NAMES, "condition"]]
    frame.loc[::3, "condition"] = None
    words = {"models": ["distinct-l-diversity:2"], "missing": "worst"}
    with diversa.open(
        frame,
        quasi_identifiers=NAMES,
        sensitive="condition",
        hierarchies={"born": Intervals((5, 10, 20))},
        missing="worst",
    ) as opened:
        proposal = opened.search(models=words["models"])
        changes = changes_of(proposal.explain())
    taken = [one.words["missing"] for one in changes if "missing" in one.words]
    assert taken
    assert {*taken} <= {"own", "drop"}
