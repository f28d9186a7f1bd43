# SPDX-License-Identifier: Apache-2.0
"""Some rows of each person, drawn by every engine."""

from __future__ import annotations

from collections import Counter

import pyarrow as pa

ROWS = pa.table(
    {"who": ["a"] * 8 + ["b"] + [None] * 3, "ill": ["x"] * 4 + ["y"] * 4 + ["z"] * 4}
)


def draw(engine, seed):
    drawn = engine.draw(engine.open(ROWS), "who", 4, seed=seed)
    frame = engine.fetch(drawn, like="pyarrow")
    return Counter(tuple(row.values()) for row in frame.to_pylist())


def test_nobody_has_more_rows_than_that(engine):
    found = draw(engine, 1)
    assert found == draw(engine, 1)
    assert sum(times for (who, _), times in found.items() if who == "a") == 4
    assert found[("b", "z")] == 1
    assert found[(None, "z")] == 3


def test_rows_that_are_alike_are_not_drawn_together(engine):
    drawn = {draw(engine, seed)[("a", "x")] for seed in range(12)}
    assert {1, 2, 3} & drawn
    assert len(drawn) > 1
