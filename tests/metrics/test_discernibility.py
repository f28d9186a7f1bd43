# SPDX-License-Identifier: Apache-2.0
"""Discernibility: the squares of the group sizes; the whole table per removed row."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.data.dictionary import Dictionary
from diversa.hierarchies.coding import Coding
from diversa.hierarchies.intervals import Intervals
from diversa.metrics.discernibility import Discernibility, sum_of_products
from diversa.metrics.objective import Marginals
from diversa.search.evaluator import Evaluator
from tables import SmallTable

STAR = dict.fromkeys("abc", ("*",))
TABLE = SmallTable(("q",), tuple(zip("aaabbc", strict=True)), {"q": STAR})


@pytest.mark.parametrize(
    ("k", "node", "cost"),
    [
        (1, (0,), 9 + 4 + 1),
        (2, (0,), 9 + 4 + 6),
        (3, (0,), 9 + 3 * 6),
        (1, (1,), 36),
    ],
)
def test_costs(k, node, cost):
    outcome = Evaluator(TABLE.task(f"k-anonymity:{k}", limit=5)).outcome(node)
    assert Discernibility().cost(outcome) == cost


def test_the_floor_knows_the_marginal_counts():
    rows = tuple(zip("aaaabb", "xyxyxy", strict=True))
    ladders = {"p": STAR, "q": dict.fromkeys("xy", ("*",))}
    table = SmallTable(("p", "q"), rows, ladders)
    floor = Discernibility().floor(table.task("k-anonymity:1").marginals)
    # 4 and 2 rows over two values of q; 3 and 3 rows over two values of p; 6 rows.
    assert floor[0, 0] == max((16 + 4) // 2, (9 + 9) // 2)
    assert floor[0, 1] == 16 + 4
    assert floor[1, 0] == 9 + 9
    assert floor[1, 1] == 36


def test_the_floor_counts_coded_values_together():
    ages = Dictionary.build("age", [40, 41, 93, 97], [3, 1, 1, 2], kind="number")
    coded = Coding(top=90, then=Intervals((10,))).build(ages)
    marginals = Marginals([coded], [np.array([3, 1, 3])], 7)
    floor = Discernibility().floor(marginals)
    assert floor.tolist() == [9 + 1 + 9, 16 + 9, 49]


def test_no_rows():
    table = SmallTable(("q",), (), {"q": STAR})
    task = table.task("k-anonymity:1")
    assert Discernibility().cost(Evaluator(task).outcome((1,))) == 0
    assert Discernibility().floor(task.marginals).tolist() == [0, 0]


@pytest.mark.parametrize("most", [10, 10**6, 2**31, 10**11])
def test_products_beyond_63_bits(most):
    random = np.random.default_rng(11)
    one, other = random.integers(0, most, (2, 500))
    expected = sum(a * b for a, b in zip(one.tolist(), other.tolist(), strict=True))
    assert sum_of_products(one, other) == expected
