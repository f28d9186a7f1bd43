# SPDX-License-Identifier: Apache-2.0
"""Hierarchies by REST are declared as in a plan."""

from __future__ import annotations

import pytest


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
