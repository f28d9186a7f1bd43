# SPDX-License-Identifier: Apache-2.0
"""Roles by how the values of a column look."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Dictionary
from diversa.suggestions.role_guess import guess_role


def column(values, name="x", kind="text"):
    return Dictionary.build(name, values, [1] * len(values), kind=kind)


@pytest.mark.parametrize(
    ("dictionary", "role"),
    [
        (column([f"person {n}" for n in range(50)]), "identifiers"),
        (column([str(n) for n in range(50)]), "identifiers"),
        (column([f"{n}.5" for n in range(50)]), "other"),
        (column([f"2024-01-{n:02}" for n in range(1, 31)]), "quasi_identifiers"),
        (Dictionary.build("x", ["13053", "14850"], [9, 9]), "quasi_identifiers"),
        (Dictionary.build("x", ["north", "south"], [9, 9]), "other"),
        (column(["a", "b", "c"]), "other"),
    ],
    ids=["texts", "keys", "measurements", "dates", "codes", "few", "too few rows"],
)
def test_role_by_shape(dictionary, role):
    assert guess_role(dictionary).role == role
