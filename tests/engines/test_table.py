# SPDX-License-Identifier: Apache-2.0
"""Handles on tables name their columns."""

from __future__ import annotations

import pytest

from diversa.engines.table import Table
from diversa.errors import RoleError


def test_a_table_names_its_columns():
    table = Table("t", ("age", "zip"), 3, "csv", ("INT", ""))
    assert (table.place("zip"), table.width) == (1, 1)
    with pytest.raises(RoleError, match="got 'zipp'; did you mean 'zip'"):
        table.place("zipp")
