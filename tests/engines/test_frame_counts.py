# SPDX-License-Identifier: Apache-2.0
"""Frames counted where they are: the same dictionaries and cells as the engine's."""

from __future__ import annotations

import datetime as dt
from random import Random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.data.dictionary import Kind
from diversa.engines import registry
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.frame_counts import ROWS, FrameCounts
from diversa.errors import InternalError, RoleError, SourceError
from examples import examples

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
COLUMNS = {
    "objects": (st.none() | TEXTS | st.just(float("nan")), object),
    "texts": (st.none() | TEXTS, "str"),
    "category": (st.none() | st.sampled_from("abc"), "category"),
    "integers": (st.integers(-(2**63), 2**63 - 1), "int64"),
    "bytes": (st.integers(0, 255), "uint8"),
    "floats": (st.floats(allow_nan=True), "float64"),
    "singles": (st.floats(width=32), "float32"),
    "truth": (st.booleans(), "bool"),
}
"""What each column holds, and its type."""


@st.composite
def frames(draw):
    rows = draw(st.integers(1, 25))
    random = draw(st.integers(0, 2**32 - 1).map(Random))
    made = {}
    for name, (values, dtype) in COLUMNS.items():
        column = random.choices(draw(st.lists(values, min_size=1, max_size=4)), k=rows)
        if dtype == "category":
            kind = pd.CategoricalDtype(["c", "b", "a", "unused"])
            made[name] = pd.Series(column, dtype=kind)
        else:
            made[name] = pd.Series(column, dtype=dtype)
    index = random.sample(range(rows), rows)
    # An engine sees no text in a column without any value.
    made["objects"].iloc[0] = made["texts"].iloc[0] = "text"
    return pd.DataFrame(made).set_axis(index, axis=0)


def counted(engine, frame):
    table = engine.open(frame)
    found = [engine.values(table, name) for name in frame.columns]
    return table, found, engine.count(table, found)


@pytest.fixture(scope="module")
def duckdb():
    with DuckDBEngine() as engine:
        yield engine


@examples(25)
@given(frame=frames())
def test_the_same_as_the_engine(duckdb, frame):
    assert FrameCounts.takes(frame, frame.columns)
    table, found, cells = counted(FrameCounts(), frame)
    other, expected, others = counted(duckdb, frame)
    assert (table.columns, table.rows, table.source) == (
        other.columns,
        other.rows,
        other.source,
    )
    for one, wanted in zip(found, expected, strict=True):
        assert one.column == wanted.column
        assert one.kind is wanted.kind
        assert one.values.tolist() == wanted.values.tolist()
        assert list(map(type, one.values)) == list(map(type, wanted.values))
        assert one.counts.tolist() == wanted.counts.tolist()
    assert cells.codes.tolist() == others.codes.tolist()
    assert cells.counts.tolist() == others.counts.tolist()
    assert cells.codes.dtype == others.codes.dtype


def test_a_declared_kind():
    frame = pd.DataFrame({"zip": ["10", "9", None, "9"]})
    counts = FrameCounts()
    table = counts.open(frame)
    zips = counts.values(table, "zip", kind=Kind.NUMBER)
    assert zips.texts == ("9", "10")
    cells = counts.count(table, [zips])
    assert (cells.codes.tolist(), cells.counts.tolist()) == ([[0], [1], [2]], [2, 1, 1])


def test_more_codes_than_a_key_has_bits(duckdb):
    draw = np.random.default_rng(1)
    frame = pd.DataFrame(
        {f"c{place}": draw.integers(0, 500, 400).astype(str) for place in range(12)}
    )
    frame = pd.concat([frame, frame[:50]])
    _, _, cells = counted(FrameCounts(), frame)
    _, _, others = counted(duckdb, frame)
    assert cells.codes.tolist() == others.codes.tolist()
    assert cells.counts.tolist() == others.counts.tolist()


@pytest.mark.parametrize(
    "column",
    [
        pytest.param([dt.date(2024, 1, 1)], id="dates"),
        pytest.param(pd.to_datetime(["2024-01-01"]), id="times"),
        pytest.param([1, "1"], id="mixed"),
        pytest.param([True, None], id="truth with gaps"),
        pytest.param(pd.array([1, None], dtype="Int64"), id="integers with gaps"),
        pytest.param(pd.Categorical([1, 2]), id="category of numbers"),
        pytest.param([b"a"], id="bytes"),
        pytest.param([[1]], id="lists"),
        pytest.param([None], id="nothing"),
    ],
)
def test_other_columns_go_to_the_engine(column):
    frame = pd.DataFrame({"a": column})
    assert not FrameCounts.takes(frame, ["a"])
    assert FrameCounts.takes(frame, [])


@pytest.mark.parametrize("rows", [0, ROWS + 1])
def test_other_frames_go_to_the_engine(rows):
    assert not FrameCounts.takes(pd.DataFrame({"a": np.zeros(rows, int)}), ["a"])
    assert not FrameCounts.takes("people.csv", ["a"])


def test_one_frame_only():
    counts = FrameCounts()
    counts.open(pd.DataFrame({"a": [1]}))
    with pytest.raises(InternalError, match="one frame is counted"):
        counts.open(pd.DataFrame({"a": [1]}))
    with pytest.raises(InternalError, match="one frame is counted"):
        FrameCounts().open("people.csv")


@pytest.fixture
def no_engine(monkeypatch):
    """Fail where an engine would be started."""

    def refuse(engine, source):
        raise AssertionError(f"no engine must be started, got {engine}, {source}")

    monkeypatch.setattr(registry, "open_engine", refuse)


FRAME = pd.DataFrame({"zip": ["1", "1", "2"], "ill": ["a", "b", "a"], "day": [1, 2, 3]})


@pytest.mark.usefixtures("no_engine")
def test_an_audit_of_a_small_frame_starts_no_engine():
    found = diversa.audit(FRAME, quasi_identifiers="zip", sensitive="ill")
    assert (found.rows, found.groups, found.levels["k-anonymity"]) == (3, 2, 1)


@pytest.mark.usefixtures("no_engine")
@pytest.mark.parametrize("words", [{"reference": FRAME}, {"population": FRAME}])
def test_another_table_starts_one(words):
    with pytest.raises(AssertionError, match="no engine must be started"):
        diversa.audit(FRAME, quasi_identifiers="zip", sensitive="ill", **words)


def test_errors_are_the_same():
    with pytest.raises(RoleError, match="did you mean 'zip'"):
        diversa.audit(FRAME, quasi_identifiers="zipp", sensitive="ill")
    twice = pd.DataFrame([[1, 2]], columns=["a", "A"])
    with pytest.raises(SourceError, match="must differ by more than case"):
        diversa.audit(twice, quasi_identifiers="a")
