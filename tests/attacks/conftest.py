# SPDX-License-Identifier: Apache-2.0
"""Groups and people from plain rows, for the tests of attacks."""

from __future__ import annotations

import pytest

from diversa.audits.population import group_as_published
from tables import SmallTable


@pytest.fixture(scope="session")
def published():
    """Count rows as they stand: quasi-identifiers first, then sensitive attributes."""

    def make(rows, names, sensitive):
        table = SmallTable(
            (*names, *sensitive), tuple(rows), {one: {} for one in names}
        )
        attributes = [
            table.attribute(one)
            for one in table.dictionaries
            if one.column in sensitive
        ]
        return group_as_published(table.cells, names, attributes, None)

    return make


@pytest.fixture(scope="session")
def people():
    """Count people by what is known of them."""

    def make(rows, names):
        return SmallTable(tuple(names), tuple(rows), {one: {} for one in names}).cells

    return make
