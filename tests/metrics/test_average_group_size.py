# SPDX-License-Identifier: Apache-2.0
"""Average group size: published rows per published group."""

from __future__ import annotations

import pytest

from diversa.metrics.average_group_size import AverageGroupSize
from diversa.search.evaluator import Evaluator
from tables import SmallTable

STAR = dict.fromkeys("abc", ("*",))
TABLE = SmallTable(("q",), tuple(zip("aaabbc", strict=True)), {"q": STAR})


@pytest.mark.parametrize(
    ("k", "node", "cost"),
    [(1, (0,), 2), (2, (0,), 5 / 2), (3, (0,), 3), (1, (1,), 6), (7, (1,), 6)],
)
def test_costs(k, node, cost):
    outcome = Evaluator(TABLE.task(f"k-anonymity:{k}", limit=6)).outcome(node)
    assert AverageGroupSize().cost(outcome) == cost
