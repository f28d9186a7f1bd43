# SPDX-License-Identifier: Apache-2.0
"""A floor is the lowest level of a search, and nothing else: it counts less."""

from __future__ import annotations

from collections import Counter

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.errors import NoSolutionError
from examples import examples
from memory_engine import MemoryEngine

WORDS = {
    "quasi_identifiers": ["zip", "age", "day"],
    "sensitive": "ill",
    "hierarchies": {"age": {"kind": "intervals", "widths": [5, 10, 20]}},
}
HEIGHTS = {"zip": 5, "age": 4, "day": 4}
MODELS = [["k-anonymity:2"], ["k-anonymity:3", "distinct-l-diversity:2"]]
DAYS = ["2024-01-31", "2024-02-01", "2024-03-01", "2025-03-01", None]


@pytest.fixture(scope="module", params=[DuckDBEngine, MemoryEngine])
def engine(request):
    with request.param() as opened:
        yield opened


@st.composite
def patients(draw):
    row = st.tuples(
        st.sampled_from(["13053", "13068", "13068", "14850", None]),
        st.integers(20, 60),
        st.sampled_from(DAYS),
        st.sampled_from(["flu", "cold", "hiv"]),
    )
    rows = draw(st.lists(row, min_size=6, max_size=30))
    rows += [("13053", 20, DAYS[0], "flu"), ("14850", 60, DAYS[3], "cold")]
    names = ("zip", "age", "day", "ill")
    types = (pa.string(), pa.int64(), pa.string(), pa.string())
    columns = zip(zip(*rows, strict=True), types, strict=True)
    return pa.table([pa.array(*one) for one in columns], names=list(names))


LEVELS = st.fixed_dictionaries(
    {}, optional={name: st.integers(0, 3) for name in HEIGHTS}
)


def released(table, engine, **words):
    try:
        return diversa.anonymize(table, engine=engine, **WORDS, **words)
    except NoSolutionError as error:
        return str(error)


@examples(12)
@given(
    table=patients(),
    floor=LEVELS,
    models=st.sampled_from(MODELS),
    suppression=st.sampled_from([0, 0.2]),
    suppress_by=st.sampled_from(["drop", "star"]),
    objective=st.sampled_from(["loss", "precision", "discernibility", "height"]),
)
def test_a_floor_gives_what_least_levels_give(engine, table, floor, **words):
    """Levels, loss, suppressed rows, audit and every published row."""
    below = released(table, engine, least=floor, **words)
    above = released(table, engine, floor=floor, **words)
    if isinstance(below, str):
        assert above == below
        return
    assert above.levels == below.levels
    assert above.metrics == below.metrics
    assert above.suppressed == below.suppressed
    assert above.audit.to_json() == below.audit.to_json()
    rows = [Counter(map(str, one.frame.to_pylist())) for one in (above, below)]
    assert rows[0] == rows[1]
    expected = {name: level for name, level in floor.items() if level}
    assert above.search.floor == expected
    assert above.search.optimality == (
        "exact from this floor up" if expected else "exact"
    )


@examples(12)
@given(table=patients(), floor=LEVELS)
def test_the_lattice_begins_at_the_floor(engine, table, floor):
    words = {**WORDS, "models": "k-anonymity:2", "engine": engine}
    below = diversa.lattice(table, least=floor, **words)
    above = diversa.lattice(table, floor=floor, **words)
    assert above.satisfying == below.satisfying
    assert above.best == below.best


@examples(12)
@given(table=patients(), floor=LEVELS)
def test_a_floor_counts_no_more_cells(engine, table, floor):
    """Every merged cell holds whole cells, and no row is lost."""
    with diversa.open(table, models="k-anonymity:2", engine=engine, **WORDS) as a:
        every = a.counted.cells
    with diversa.open(
        table, models="k-anonymity:2", engine=engine, floor=floor, **WORDS
    ) as a:
        merged = a.counted.cells
    assert merged.rows == every.rows
    assert len(merged.counts) <= len(every.counts)
    assert len({tuple(line) for line in merged.codes.tolist()}) == len(merged.counts)
