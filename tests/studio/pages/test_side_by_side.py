# SPDX-License-Identifier: Apache-2.0
"""Methods and values of a setting stand side by side."""

from __future__ import annotations

from diversa import make_plan
from diversa.studio.pages.side_by_side import SideBySide, parameters_of, range_for
from diversa.sweeps.axis import Axis


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


def test_methods_are_tried_one_after_the_other(step, draw, monkeypatch):
    tried = (("full-domain", None), ("mondrian", "tight"))
    monkeypatch.setattr("diversa.studio.pages.side_by_side.VARIANTS", tried)

    async def panels():
        beside = SideBySide(step, await step.plan())
        await beside.methods()()

    text = draw(panels)
    assert "Methods side by side" in text
    assert "full-domain" in text
    assert "mondrian, tight" in text


def test_a_plan_without_numbers_has_no_curve(step, draw):
    async def panels():
        await SideBySide(step, make_plan()).curve()()

    assert draw(panels) == ""
