# SPDX-License-Identifier: Apache-2.0
"""The survey of a table: values that can be judged, and those that cannot."""

from __future__ import annotations

import pyarrow as pa
import pytest

import diversa
from diversa.errors import SourceError


def test_columns_of_lists_are_named_and_left():
    table = pa.table(
        {"zip": ["13053", "14850"] * 9, "tags": [[1, 2], [3]] * 9, "id": range(18)}
    )
    found = diversa.suggest(table)
    assert found.guesses["tags"].reason == "lists or records, which have no role"
    assert "tags" not in found.plan.roles.every
    with pytest.raises(SourceError, match="must hold plain values"):
        diversa.suggest(table, quasi_identifiers=["tags"])
