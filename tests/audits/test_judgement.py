# SPDX-License-Identifier: Apache-2.0
"""Verdicts on models, and in which groups they fail."""

from __future__ import annotations

import math

from audited_tables import FIGURE_2, FIGURE_3, look, rows_of
from diversa.audits.distribution import Bin
from diversa.models import KAnonymity


def test_verdicts_on_figure_2():
    models = [
        "k-anonymity:4",
        "distinct-l-diversity:3",
        "recursive-cl-diversity:c=2,l=2,on=*",
    ]
    found = look(rows_of(FIGURE_2), models=models)
    assert found.to_json()["models"] == [
        {
            "spec": "k-anonymity:4",
            "verdict": "holds",
            "holds": True,
            "attained": 4,
            "failing_groups": 0,
            "failing_rows": 0,
        },
        {
            "spec": "distinct-l-diversity:3,on=condition",
            "verdict": "fails",
            "holds": False,
            "attained": 1,
            "failing_groups": 2,
            "failing_rows": 8,
        },
        {
            "spec": "recursive-cl-diversity:c=2,l=2,on=condition",
            "verdict": "fails",
            "holds": False,
            "attained": None,
            "failing_groups": 1,
            "failing_rows": 4,
        },
    ]
    assert found.models[2].attained == math.inf
    assert found.holds is False
    assert (found.failing_groups, found.failing_rows) == (2, 8)


def test_distributions_of_figure_2():
    found = look(rows_of(FIGURE_2), models=["distinct-l-diversity:3"])
    assert found.group_sizes == (Bin(4, 4, groups=3, rows=12),)
    (verdict,) = found.models
    assert [one.low for one in verdict.failing] == [1, 2]
    assert verdict.holding == (Bin(3, 3, groups=1, rows=4),)
    assert found.to_json()["distributions"][verdict.spec]["holding"] == [
        {"low": 3, "high": 3, "groups": 1, "rows": 4}
    ]


def test_a_model_asked_for_twice_is_judged_once():
    models = [KAnonymity(2), "k-anonymity:2"]
    assert len(look(rows_of(FIGURE_3), models=models).models) == 1
