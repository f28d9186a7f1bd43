# SPDX-License-Identifier: Apache-2.0
"""The result of a batch, in numbers."""

from __future__ import annotations

import json


def test_the_numbers_of_two_batches(grow):
    first = grow([("a", "x"), ("b", "x"), ("b", "y")], first=True, apart=False)
    assert (first.published, first.waiting, first.late, first.few) == (2, 1, 0, 0)
    second = grow([("a", "y"), ("b", "z")])
    assert (second.number, second.rows, second.published) == (2, 2, 3)
    assert (second.late, second.waiting, second.total) == (1, 0, 5)
    assert second.few == 1, "one row joined b alone"
    assert str(second).startswith("batch 2: 3 rows published (1 of them late), 0 wait")
    content = json.loads(json.dumps(second.to_json()))
    assert content["few"] == 1
    assert content["release"]["rows_out"] == 5


def test_a_row_that_waits_gets_older(grow):
    grow([("a", "x")], first=True)
    assert grow([("b", "x")]).longest == 1
    assert grow([("c", "x")]).longest == 2


def test_a_batch_without_rows_is_none(grow):
    grow([("a", "x"), ("a", "y")], first=True)
    result = grow([])
    assert (result.number, result.rows, result.total) == (1, 0, 2)
    assert result.release is None
