# SPDX-License-Identifier: Apache-2.0
"""A table whose distributions and associations are counted by hand."""

from __future__ import annotations

import pytest

from diversa.metrics.distributions import Bucketed
from diversa.metrics.recoded import Recoded
from released_rows import hierarchies_of, secrets_of, small_table

TABLE = small_table(
    [("1", "a", "x", "1")] * 30
    + [("2", "b", "y", "2")] * 10
    + [("7", "c", "x", "2")] * 20
    + [("8", "d", "z", "4")]
)


@pytest.fixture
def bucketed():
    """The table in buckets, at a node."""

    def at(*node):
        recoded = Recoded.at_levels(
            TABLE.cells, hierarchies_of(TABLE), secrets_of(TABLE), levels=node
        )
        return Bucketed(recoded)

    return at
