# SPDX-License-Identifier: Apache-2.0
"""Roles: every fault at once, with what exists."""

from __future__ import annotations

import pytest

from diversa.data.roles import Roles
from diversa.errors import RoleError

COLUMNS = ("name", "zip", "age", "condition", "ward")


def faults(**roles):
    with pytest.raises(RoleError) as caught:
        Roles(**roles).check(COLUMNS)
    return str(caught.value).splitlines()


def test_roles_that_fit():
    roles = Roles(("name",), ("zip", "age"), ("condition",))
    roles.check(COLUMNS)
    assert roles.others(COLUMNS) == ("ward",)


def test_no_sensitive_attribute_is_fine():
    Roles(quasi_identifiers=("zip",)).check(COLUMNS)


def test_unknown_column():
    (fault,) = faults(quasi_identifiers=("zipp",))
    assert "'zipp'" in fault
    assert "did you mean 'zip'" in fault
    assert "name, zip, age, condition, ward" in fault


def test_case_matters():
    (fault,) = faults(quasi_identifiers=("Zip",))
    assert "did you mean 'zip'" in fault


def test_two_roles():
    (fault,) = faults(quasi_identifiers=("zip", "age"), sensitive=("age",))
    assert "'age' in quasi_identifiers and sensitive" in fault


def test_twice_in_one_role():
    (fault,) = faults(quasi_identifiers=("zip", "zip"))
    assert "'zip' in quasi_identifiers and quasi_identifiers" in fault


def test_no_quasi_identifier():
    (fault,) = faults(sensitive=("condition",))
    assert "must name at least one column, got none" in fault
    assert "name, zip, age, condition, ward" in fault


def test_every_fault_is_named():
    found = faults(identifiers=("nam",), sensitive=("ward", "ward"))
    assert len(found) == 3


def test_kept_columns_have_a_role():
    roles = Roles(("name",), ("zip",), ("condition",), ("ward",), ("ward", "age"))
    roles.check(COLUMNS)
    assert roles.every_kept == ("ward", "age")
    assert roles.others((*COLUMNS, "note")) == ("note",)
    (fault,) = faults(quasi_identifiers=("zip",), sensitive=("age",), kept=("age",))
    assert "'age' in sensitive and kept" in fault


def test_the_person_is_one_column():
    roles = Roles(("name",), ("zip",), ("condition",), person="ward")
    roles.check(COLUMNS)
    assert roles.every == ("name", "zip", "condition", "ward")
    assert roles.others(COLUMNS) == ("age",)
    (fault,) = faults(quasi_identifiers=("zip",), person="wardd")
    assert "roles.person: must be a column, got 'wardd'" in fault


def test_a_person_may_be_an_identifier_and_nothing_else():
    Roles(("ward",), ("zip",), person="ward").check(COLUMNS)
    assert Roles(("ward",), ("zip",), person="ward").every == ("ward", "zip")
    for role in ("quasi_identifiers", "sensitive", "kept", "keep_anyway"):
        roles = {"quasi_identifiers": ("zip",), role: ("age",), "person": "age"}
        (fault,) = faults(**roles)
        assert f"got 'age' in {role} and person" in fault


def test_a_weight_may_be_kept_and_nothing_else():
    for role in ("kept", "keep_anyway"):
        Roles((), ("zip",), **{role: ("age",)}, weight="age").check(COLUMNS)
    assert Roles((), ("zip",), weight="age").others(COLUMNS) == (
        "name",
        "condition",
        "ward",
    )
    for role in ("identifiers", "quasi_identifiers", "sensitive"):
        roles = {"quasi_identifiers": ("zip",), role: ("age",), "weight": "age"}
        assert f"got 'age' in {role} and weight" in faults(**roles)[0]
