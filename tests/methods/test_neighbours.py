# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pandas as pd

import diversa
from diversa.methods.neighbours import neighbours
from diversa.plan.keywords import make_plan

WORDS = {
    "quasi_identifiers": ["age", "town"],
    "sensitive": ["ill"],
    "models": ["k-anonymity:2", "distinct-l-diversity:2"],
    "suppression": "0.02",
    "rows_are_people": True,
}


def test_every_neighbour_differs_in_one_point():
    frame = pd.DataFrame(
        {"age": [1, 2] * 9, "town": list("pqr") * 6, "ill": ["a", "b"] * 9}
    )
    plan = make_plan(**WORDS)
    with diversa.open(frame, plan) as table:
        counted = table._count_for(plan.bound_models())
    found = list(neighbours(counted, plan))
    assert [one.change for one in found] == [
        "the method mondrian",
        "up to 5% of the rows suppressed",
        "without k-anonymity:2",
        "without distinct-l-diversity:2",
        "without 'age'",
        "without 'town'",
    ]
    for one in found:
        parts = [
            name
            for name in ("roles", "privacy", "search", "people", "hierarchies")
            if getattr(one.plan, name) != getattr(plan, name)
        ]
        assert len(parts) == 1
