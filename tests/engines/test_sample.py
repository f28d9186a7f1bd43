# SPDX-License-Identifier: Apache-2.0
"""Some values of a column, whatever the engine, and no others."""

from __future__ import annotations

import datetime as dt

import pyarrow as pa
import pytest

from diversa.data.dictionary import Kind
from diversa.engines.counting import sample_of

COLUMNS = {
    "text": ["d", "a", "b", "a", None, "c", "e", "a"],
    "number": [4, 1, 2, 1, None, 3, 5, 1],
    "day": [None if n is None else dt.date(2020, 1, n) for n in (4, 1, 2, 1, None, 3)]
    + [dt.date(2020, 1, 5), dt.date(2020, 1, 1)],
}


@pytest.mark.parametrize("step", [1, 2, 3, 9])
@pytest.mark.parametrize("column", [*COLUMNS])
def test_each_so_many_th_value_comes(engine, column, step):
    table = engine.open(pa.table(COLUMNS))
    found = engine.sample(table, column, step)
    expected = sample_of(engine.values(table, column), step)
    assert found.values.texts == expected.values.texts
    assert found.values.counts.tolist() == [3, 1, 1, 1, 1][::step]
    assert found.largest == 3
    assert found.values.missing_code is None
    assert (found.values.kind is Kind.DATE) == (column == "day")
