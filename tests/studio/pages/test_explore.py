# SPDX-License-Identifier: Apache-2.0
"""What can vary, and what is said of a generalization."""

from __future__ import annotations

import dataclasses

from diversa import make_plan
from diversa.studio.pages.explore import parameters_of, range_for, told_of
from diversa.studio.steps.explore import NodeView
from diversa.sweeps.axis import Axis

NODE = NodeView(
    {"zip": 1}, {"zip": 5}, True, {"k-anonymity:5": 0}, 0, 10, 3, 5, 0.1, {}, (), (), ()
)


def test_the_numbers_of_the_models_can_vary():
    models = ["k-anonymity:5", "recursive-cl-diversity:c=4,l=3"]
    plan = make_plan(quasi_identifiers="zip", sensitive="ill", models=models)
    names = parameters_of(plan)
    assert names == [
        "k-anonymity.k",
        "recursive-cl-diversity.c",
        "recursive-cl-diversity.l",
        "suppression",
    ]
    for name in names:
        assert len(Axis.read(f"{name}={range_for(name)}").values) > 2
    assert parameters_of(make_plan()) == []


def test_a_generalization_in_words():
    assert told_of(NODE) == "The models hold here: it can be published."
    fails = dataclasses.replace(NODE, is_valid=False, failing={"a": 3, "b": 70})
    assert "b fails for 70 rows, and at most 10" in told_of(fails)
