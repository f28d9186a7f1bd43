# SPDX-License-Identifier: Apache-2.0
"""Columns, roles and the plan by REST."""

from __future__ import annotations

import pytest

from diversa.data.examples import HOSPITAL_PLAN
from diversa.plan.file import plan_from_toml
from diversa.studio.plans import with_safe_cells

TOML = {"content-type": "application/toml"}


@pytest.fixture
def address(api, hospital_project):
    where = f"projects/{hospital_project}"
    api.put(f"{where}/plan", content=HOSPITAL_PLAN, headers=TOML)
    return where


def test_the_plan_comes_back_as_it_was_sent(api, address):
    shown = api.get(f"{address}/plan")
    assert shown.headers["content-type"].startswith("application/toml")
    assert plan_from_toml(shown.text) == with_safe_cells(plan_from_toml(HOSPITAL_PLAN))


def test_columns_have_roles_and_reasons(api, address):
    columns = {one["name"]: one for one in api.get(f"{address}/columns").json()}
    assert columns["name"]["role"] == "identifiers"
    assert columns["ward"]["role"] == "kept"
    assert all(one["reason"] for one in columns.values())


def test_roles_can_be_changed(api, address):
    roles = {"quasi_identifiers": ["zip", "sex"], "sensitive": ["condition"]}
    changed = api.put(f"{address}/roles", json=roles).json()
    empty = {"identifiers": [], "kept": []}
    empty |= dict.fromkeys(("person", "weight", "count"))
    assert changed == api.get(f"{address}/roles").json() == roles | empty
    columns = api.get(f"{address}/columns").json()
    assert {one["role"] for one in columns if one["name"] == "name"} == {"none"}


def test_words_of_the_plan_can_be_changed(api, address):
    words = {"models": ["k-anonymity:9"], "suppression": 0.1}
    assert api.patch(f"{address}/plan", json=words).status_code == 204
    plan = plan_from_toml(api.get(f"{address}/plan").text)
    assert [model.spec for model in plan.privacy.models] == ["k-anonymity:9"]


def test_whose_the_rows_are_can_be_said(api, address):
    roles = {"quasi_identifiers": ["zip"], "sensitive": ["condition"], "person": "name"}
    assert api.put(f"{address}/roles", json=roles).json()["person"] == "name"
    words = {"person_rows": 3, "not_the_subject": ["ward"]}
    assert api.patch(f"{address}/plan", json=words).status_code == 204
    plan = plan_from_toml(api.get(f"{address}/plan").text)
    assert (plan.roles.person, plan.people.rows) == ("name", 3)
    assert plan.people.not_the_subject == ("ward",)
    assert api.patch(f"{address}/plan", json={"person_rows": 0}).status_code == 422


@pytest.mark.parametrize(
    "words", [{"models": ["k-anonymity:x"]}, {"method": "magic"}, {"nonsense": 1}]
)
def test_wrong_words_are_refused(api, address, words):
    assert api.patch(f"{address}/plan", json=words).status_code == 422
    assert api.get(f"{address}/plan").text


@pytest.mark.parametrize(
    "text", ["[", "[roles]\nkings = []", '[privacy]\npopulation = "/etc/passwd"']
)
def test_wrong_plans_are_refused(api, address, text):
    answer = api.put(f"{address}/plan", content=text, headers=TOML)
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_a_hierarchy_is_declared(api, hospital_project):
    address = f"projects/{hospital_project}/hierarchies"
    declared = {"kind": "intervals", "widths": [10, 20], "origin": 1900}
    assert api.put(f"{address}/born", json=declared).json() == declared
    assert api.get(address).json()["born"] == declared
    rows = {"kind": "rows", "rows": [["female", "*"], ["male", "*"]]}
    assert api.put(f"{address}/sex", json=rows).json()["kind"] == "rows"


@pytest.mark.parametrize(
    "declared",
    [
        {"kind": "levels", "file": "/etc/passwd"},
        {"kind": "magic"},
        {},
        {"kind": "intervals"},
        {"kind": "intervals", "widths": [-1]},
    ],
)
def test_what_is_no_hierarchy_is_refused(api, hospital_project, declared):
    address = f"projects/{hospital_project}/hierarchies/born"
    answer = api.put(address, json=declared)
    assert answer.status_code == 422
    assert "root:" not in answer.text
