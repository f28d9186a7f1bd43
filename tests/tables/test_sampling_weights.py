# SPDX-License-Identifier: Apache-2.0
"""Sampling weights: read strictly, and added up as by hand."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.data.dictionary import Dictionary
from diversa.data.spelling import Hints
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.errors import SourceError
from diversa.plan.keywords import make_plan
from diversa.tables.sampling_weights import group_weights, read_weights
from diversa.tables.table_input import TableInput
from examples import examples


def weights(values):
    return Dictionary.build("w", values, [1] * len(values))


def test_numbers_and_texts_are_read():
    assert sorted(read_weights(weights([1, 2.5, 300]))) == [1, 2.5, 300]
    assert sorted(read_weights(weights(["1", "2.5", "3e2"]))) == [1, 2.5, 300]
    assert sorted(read_weights(weights(["1,5", "2,25"]))) == [1.5, 2.25]
    german = replace(weights(["1.500", "2,5"]), hints=Hints(decimal=","))
    assert sorted(read_weights(german)) == [2.5, 1500]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (["1", "two"], "got 1 distinct values that are none, and 0 rows"),
        ([1.0, float("inf")], "got 1 distinct values that are none"),
        ([1.0, None], "and 1 rows without a value"),
        ([1.0, 0.25, 0, -3], "got 3 of 4 distinct values below"),
    ],
)
def test_other_values_are_refused_and_not_quoted(values, said):
    with pytest.raises(SourceError, match=said) as caught:
        read_weights(weights(values))
    assert "'w'" in str(caught.value)
    for value in ("two", "inf", "0.25", "-3"):
        assert value not in str(caught.value)


ROWS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", None]),
        st.integers(1, 3),
        st.sampled_from([1, 1.25, 7.5, 40]),
    ),
    min_size=1,
    max_size=20,
)


@examples(25)
@given(rows=ROWS)
@pytest.mark.parametrize("engine", [None, "duckdb"])
def test_weights_add_up_as_by_hand(rows, engine):
    frame = pd.DataFrame(rows, columns=["x", "y", "w"])
    sizes, people = defaultdict(int), defaultdict(float)
    for x, y, weight in rows:
        sizes[x, y] += 1
        people[x, y] += weight
    plan = make_plan(quasi_identifiers=["x", "y"], weight="w")
    counted = TableInput.of_plan(frame, plan, engine=engine).count()
    assert counted.cells.rows == len(rows)
    found = group_weights(counted.cells, ["x", "y"], counted.weights)
    expected = [(sizes[key], people[key]) for key in sizes]
    assert sorted(zip(*found, strict=True)) == sorted(expected)


def test_the_cells_are_those_of_the_table_without_weights():
    rng = np.random.default_rng(5)
    frame = pd.DataFrame(
        {
            "x": rng.integers(0, 9, 200),
            "y": rng.choice(list("abc"), 200),
            "w": rng.uniform(1, 9, 200),
        }
    )
    with DuckDBEngine() as engine:
        plans = (
            make_plan(quasi_identifiers=["x", "y"]),
            make_plan(quasi_identifiers=["x", "y"], weight="w"),
        )
        plain, weighted = (
            TableInput.of_plan(frame, plan, engine=engine).count() for plan in plans
        )
    assert np.array_equal(plain.cells.codes, weighted.cells.codes)
    assert np.array_equal(plain.cells.counts, weighted.cells.counts)
    assert plain.weights is None
