# SPDX-License-Identifier: Apache-2.0
"""Engines give the same release: groups, levels, loss, audit, every row."""

from __future__ import annotations

from collections import Counter

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.data.examples import hospital, write_csv
from diversa.data.identifiers import KeyedHash
from diversa.engines.duckdb import counter
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.postgres.engine import PostgresEngine
from diversa.errors import NoSolutionError, PlanError
from diversa.methods import METHODS
from examples import examples
from memory_engine import MemoryEngine
from spark_cluster import spark_engine
from tight_labels import tight

PROXIMITY = "epsilon-m-anonymity:epsilon=3,m=2"
SIMILARITY = "le-diversity:l=2,e=0.5"

MODELS = {
    "auto": ["k-anonymity:2"],
    "full-domain": ["k-anonymity:2", "distinct-l-diversity:2"],
    "mondrian": ["k-anonymity:2"],
    "local-recoding": ["k-anonymity:3"],
    "mdav": ["k-anonymity:2"],
    "dealing": [PROXIMITY],
    "anatomy": ["distinct-l-diversity:2"],
    "mbf": [SIMILARITY],
}
"""For each method, models that it can promise."""

TREE = {"*": {"lung": ["flu", "cold"], "bone": ["break", "sprain"]}}
ILL = ("flu", "cold", "break", "sprain")


@pytest.fixture(scope="module")
def engines():
    """The engine that is shipped, and the one that says what it must do.

    The former counts small tables as if they were large, column by column.
    """
    with (
        pytest.MonkeyPatch.context() as patch,
        DuckDBEngine(threads=1) as ours,
        MemoryEngine() as theirs,
    ):
        patch.setattr(counter, "FEW_ROWS", 0)
        yield ours, theirs


FAR = {
    "postgres": lambda request: PostgresEngine(request.getfixturevalue("postgres")),
    "spark": lambda request: spark_engine(request.getfixturevalue("spark")),
}
"""The engines of places where rows may be."""

APART = {"postgres": pytest.mark.postgres, "spark": pytest.mark.spark}
"""What needs a server or Java is run apart."""


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=APART.get(name, ())) for name in FAR],
)
def far_engines(request):
    """The engine that is shipped, and one of a place where rows may be."""
    with DuckDBEngine(threads=1) as ours, FAR[request.param](request) as theirs:
        yield ours, theirs


def test_every_method_is_tried():
    assert set(MODELS) == set(METHODS)


@st.composite
def patients(draw, method):
    """Up to 24 rows: texts, numbers and missing values; a pay for proximity."""
    secret = st.integers(1, 30) if method == "dealing" else st.sampled_from(ILL)
    row = st.tuples(
        st.sampled_from(["13053", "13068", "14850", None]),
        st.sampled_from([21, 28, 29, 50]),
        secret,
    )
    rows = draw(st.lists(row, min_size=4, max_size=24))
    zips, ages, secrets = map(list, zip(*rows, strict=True))
    return pa.table(
        {"zip": pa.array(zips, pa.string()), "age": ages, "secret": secrets}
    )


def released(engine, source, method, **words):
    """A release, or that there is none."""
    trees = {"secret": {"kind": "taxonomy", "tree": TREE}} if method == "mbf" else {}
    try:
        return diversa.anonymize(
            source,
            quasi_identifiers=["zip", "age"],
            sensitive="secret",
            models=MODELS[method],
            method=method,
            **tight(method),
            hierarchies=trees,
            engine=engine,
            **words,
        )
    except (NoSolutionError, PlanError) as error:
        return str(error)


@pytest.mark.parametrize("method", MODELS)
@examples(8)
@given(data=st.data())
def test_engines_give_the_same_release(engines, method, data):
    check_random_release(engines, method, data)


@pytest.mark.parametrize("method", MODELS)
@examples(2)
@given(data=st.data())
def test_rows_may_be_anywhere(far_engines, method, data):
    """The same plan and seed give the same release wherever the rows are."""
    check_random_release(far_engines, method, data)


def check_random_release(engines, method, data):
    words = {
        "suppression": data.draw(st.sampled_from([0, 0.4])),
        "seed": data.draw(st.integers(0, 3)),
    }
    if method == "full-domain":
        words["floor"] = data.draw(st.sampled_from([{}, {"age": 1}, {"zip": 2}]))
    if method in ("full-domain", "mondrian") and data.draw(st.booleans()):
        words["suppress_by"] = "star"
    check_same_release(engines, data.draw(patients(method)), method, **words)


@pytest.mark.parametrize("method", MODELS)
def test_engines_give_a_release_of_a_rich_table(engines, method):
    """So that the law above is not only about tables without a release."""
    check_rich_release(engines, method)


@pytest.mark.parametrize("method", MODELS)
def test_rows_of_a_rich_table_may_be_anywhere(far_engines, method):
    check_rich_release(far_engines, method)


def check_rich_release(engines, method):
    ages = [21, 28, 29, 50] * 5
    secrets = [*range(1, 41, 2)] if method == "dealing" else [*ILL] * 5
    zips = ["13053", "13068", "14850", None, "13053"] * 4
    table = pa.table({"zip": zips, "age": ages, "secret": secrets})
    assert check_same_release(engines, table, method, suppression=0.4)


def check_same_release(engines, table, method, **words):
    """Whether there is a release; with every engine it is the same one, or none."""
    ours, theirs = (released(engine, table, method, **words) for engine in engines)
    if isinstance(ours, str):
        assert ours == theirs
        return False
    assert theirs.to_json() | {"seconds": 0} == ours.to_json() | {"seconds": 0}
    assert theirs.levels == ours.levels
    assert theirs.audit.to_json() == ours.audit.to_json()
    assert theirs.frame.schema == ours.frame.schema
    assert rows_of(theirs.frame) == rows_of(ours.frame)
    if ours.sensitive_table is not None:
        assert rows_of(theirs.sensitive_table) == rows_of(ours.sensitive_table)
    return True


def rows_of(frame):
    return Counter(tuple(row.values()) for row in frame.to_pylist())


def small_hospital(tmp_path):
    frame = pd.DataFrame(hospital(rows=60))
    return write_csv({name: frame[name].tolist() for name in frame}, tmp_path / "t.csv")


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_engines_write_the_same_files(tmp_path, suffix):
    """Identifiers, suppressed rows and missing values included."""
    source = small_hospital(tmp_path)
    folders = []
    for name, make in (("ours", DuckDBEngine), ("theirs", MemoryEngine)):
        folders.append(tmp_path / name)
        with make() as engine:
            diversa.anonymize(
                source,
                identifiers={"name": KeyedHash(b"sixteen bytes ok")},
                quasi_identifiers=["zip", "sex"],
                sensitive="condition",
                models=["k-anonymity:3"],
                suppression=0.1,
                out=folders[-1],
                format=suffix,
                engine=engine,
            )
    ours, theirs = folders
    names = sorted(path.name for path in ours.iterdir())
    assert names == sorted(path.name for path in theirs.iterdir())
    if suffix == "csv":
        contents = [[(one / name).read_bytes() for name in names] for one in folders]
        assert contents[0] == contents[1]
    else:
        frames = [pd.read_parquet(one / "release.parquet") for one in folders]
        pd.testing.assert_frame_equal(*frames)


def test_tables_of_counts_are_published_alike(far_engines, tmp_path):
    """A line stands for several people, wherever its rows are."""
    ours, theirs = far_engines
    frame = pd.DataFrame(
        {
            "age": [21, 22, 23, 61, 62, 63],
            "ill": ["flu", "cold", "flu", "flu", "cold", "cold"],
            "n": [4, 2, 3, 5, 1, 0],
        }
    )
    words = {
        "quasi_identifiers": "age",
        "sensitive": "ill",
        "count": "n",
        "hierarchies": {"age": [50]},
        "models": ["k-anonymity:5", "distinct-l-diversity:2"],
    }
    files = []
    for engine in (ours, theirs):
        out = tmp_path / f"out{len(files)}"
        release = diversa.anonymize(
            frame, out=out, format="csv", engine=engine, **words
        )
        assert release.rows_out == 15
        files.append((out / "release.csv").read_text())
    assert files[0] == files[1]
    assert files[0].splitlines() == [
        "age,ill,n",
        "0-49,cold,2",
        "0-49,flu,7",
        "50-99,cold,1",
        "50-99,flu,5",
    ]
