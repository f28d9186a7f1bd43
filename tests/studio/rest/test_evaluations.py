# SPDX-License-Identifier: Apache-2.0
"""Evaluations by REST are those of an open table."""

from __future__ import annotations

import diversa
from diversa.data.examples import HOSPITAL_PLAN
from diversa.plan.file import plan_from_toml


def test_what_models_cost(api, hospital_project, local_app):
    source = local_app.state.studio.storage.source(hospital_project) / "table.csv"
    with diversa.open(source, plan_from_toml(HOSPITAL_PLAN)) as table:
        proposal = table.search(models="k-anonymity:9")
        beside = {"models": "entropy-l-diversity:3"}
        points = table.frontier("k-anonymity:{}", [3, 40], **beside)
        losses = [point.loss for point in points]
    address = f"projects/{hospital_project}"
    shown = api.post(f"{address}/evaluate", json={"models": ["k-anonymity:9"]}).json()
    assert shown["levels"] == proposal.levels
    assert shown["metrics"]["loss"] == proposal.metrics["loss"]
    assert shown["models"] == ["k-anonymity:9"]
    varied = {"vary": "k-anonymity:{}", "values": [3, 40]}
    points = api.post(f"{address}/frontier", json=varied).json()
    assert [point["loss"] for point in points] == losses


def test_no_solution_is_no_bug(api, hospital_project):
    address = f"projects/{hospital_project}/evaluate"
    answer = api.post(address, json={"models": ["k-anonymity:5000"]})
    assert answer.status_code == 409
    assert "k-anonymity:5000" in answer.json()["error"]
