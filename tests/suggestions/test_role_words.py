# SPDX-License-Identifier: Apache-2.0
"""Roles by the words in the name of a column."""

from __future__ import annotations

import pytest

from diversa.suggestions.role_words import role_by_name


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("name", "identifiers"),
        ("SSN", "identifiers"),
        ("e-mail", "identifiers"),
        ("customer_id", "identifiers"),
        ("creditCardNumber", "identifiers"),
        ("age", "quasi_identifiers"),
        ("ZIPCode", "quasi_identifiers"),
        ("dateOfBirth", "quasi_identifiers"),
        ("marital-status", "quasi_identifiers"),
        ("country_name", "quasi_identifiers"),
        ("job title", "quasi_identifiers"),
        ("diagnosis", "sensitive"),
        ("disease_name", "sensitive"),
        ("Annual Income", "sensitive"),
    ],
)
def test_role_by_name(name, role):
    assert role_by_name(name)[0] == role


@pytest.mark.parametrize(
    "name", ["ward", "manager2", "homepage", "x", "", "42", "zipper"]
)
def test_names_that_say_nothing(name):
    assert role_by_name(name) is None
