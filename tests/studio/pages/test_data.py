# SPDX-License-Identifier: Apache-2.0
"""Roles have plain words, and a look at the columns is that of the step."""

from __future__ import annotations

import pytest

from diversa.studio.pages.data import ROLES, TERMS, look
from diversa.studio.pages.reading import words_of
from diversa.studio.security.permissions import (
    LOCAL,
    ForbiddenError,
    Part,
    Visitor,
)
from diversa.studio.visit import ProjectVisit


def test_every_role_has_words():
    roles = {"identifiers", "quasi_identifiers", "sensitive", "kept", "other"}
    assert set(ROLES) == set(TERMS) == roles
    assert words_of(" ?, NA ,") == ["?", "NA"]


def test_columns_are_for_who_works_on_the_data(studio, demo):
    columns = look(ProjectVisit(studio, LOCAL, demo.id))
    assert {column.rows for column in columns} == {1000}
    assert [c.name for c in columns if c.role == "sensitive"] == ["condition"]
    with pytest.raises(ForbiddenError):
        look(ProjectVisit(studio, Visitor("r", frozenset({Part.REVIEWER})), demo.id))
