# SPDX-License-Identifier: Apache-2.0
"""Another method takes the place of one, without the settings of that one."""

from __future__ import annotations

import pytest

from diversa import make_plan
from diversa.plan.search_section import METHODS, foreign_settings
from diversa.studio.method_settings import unused_settings, words_for

EVERY = {
    "labels": "tight",
    "objective": "loss",
    "nearby": False,
    "seed": 4,
    "cut": "median",
    "least": {"zip": 1},
}


@pytest.mark.parametrize("method", METHODS)
def test_what_is_left_belongs_to_the_method(method):
    words = words_for(method, {**EVERY, "models": ["k-anonymity:2"]})
    plan = make_plan(quasi_identifiers="zip", **words)
    assert list(foreign_settings(plan.search, method)) == []
    assert (words["method"], words["seed"]) == (method, 4)
    lost = {*EVERY} - {*words}
    assert lost == {*EVERY} & unused_settings(method)
    for name in lost if method != "auto" else ():  # none that it has a use for
        word = {name: EVERY[name], "method": method}
        search = make_plan(quasi_identifiers="zip", **word).search
        assert len(list(foreign_settings(search, method))) == 1


def test_auto_is_not_kept_from_levels_by_what_it_does_anyway():
    words = {"labels": "safe", "objective": "loss", "suppression": 0.02}
    assert words_for("auto", words) == {"method": "auto", "suppression": 0.02}
    assert words_for("auto", {"labels": "tight"})["labels"] == "tight"
