# SPDX-License-Identifier: Apache-2.0
"""The share of right guesses on public tables that nobody here made."""

from __future__ import annotations

import pytest

from foreign_tables import foreign_confusion, foreign_guesses
from role_scores import recall


@pytest.fixture(scope="module", params=["in_view", "aside"])
def part(request):
    return request.param


def test_no_identifier_is_missed(part):
    assert recall(foreign_confusion(part), "identifiers") == 1.0


def test_most_quasi_identifiers_are_found(part):
    assert recall(foreign_confusion(part), "quasi_identifiers") >= 0.8


def test_dummies_and_short_names():
    found = {column: guess for _, column, _, guess in foreign_guesses("in_view")}
    names = ("female", "educ", "nonwhite", "maritl", "kids")
    assert {found[name] for name in names} == {"quasi_identifiers"}
    assert found["hhninc"] == found["lwage"] == "sensitive"


def test_words_inside_longer_names_are_no_hits():
    found = {column: guess for _, column, _, guess in foreign_guesses("in_view")}
    for name in ("job_req_computer", "job_req_organization", "job_ownership"):
        assert found[name] == "other"
