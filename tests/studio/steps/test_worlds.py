# SPDX-License-Identifier: Apache-2.0
"""Possible worlds: knowing the rule of the publisher may add something."""

from __future__ import annotations

import pytest

from diversa.studio.steps.worlds import WorldsView, possible_worlds

NAMES = ["zip", "born", "sex"]


WORDS = {"models": ["k-anonymity:3", "distinct-l-diversity:2"], "suppression": 0.05}


def known_of(patients, place, names=NAMES):
    return {name: str(patients[name].iloc[place]) for name in names}


def test_possible_worlds(table, patients):
    proposal = table.search(**WORDS, method="mondrian", labels="tight")
    tried = 0
    for place in range(40):
        worlds = possible_worlds(
            table, known_of(patients, place), proposal, "condition"
        )
        if isinstance(worlds, WorldsView):
            tried += 1
            assert 0 <= worlds.possible <= worlds.worlds
            assert sum(share for _, share, _ in worlds.beliefs) == pytest.approx(1)
            assert sum(share for _, _, share in worlds.beliefs) == pytest.approx(1)
    assert tried > 10
    some = possible_worlds(table, {"sex": "f"}, proposal, "condition")
    assert "must be known" in some
    whole = table.choose({"zip": 5, "born": 4, "sex": 1}, models="k-anonymity:3")
    large = possible_worlds(table, known_of(patients, 0), whole, "condition")
    assert "200 rows" in large
