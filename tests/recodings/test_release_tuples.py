# SPDX-License-Identifier: Apache-2.0
"""A release from its counts is the release of its rows, whatever the method."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from diversa.counts.frequency_set import frequency_set
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.row_recoding import TupleColumn
from diversa.methods.application import apply_saved
from diversa.pipeline import decide, open_and_count
from diversa.plan.keywords import make_plan
from diversa.progress import Clock, silent
from diversa.recodings.recoding_file import SavedRecoding
from diversa.recodings.release_tuples import (
    box_columns,
    group_parts,
    group_tuples,
    select_columns,
    with_stars,
)
from diversa.release.recode import recode_tables
from memory_engine import MemoryEngine

ENGINES = {"duckdb": DuckDBEngine, "memory": MemoryEngine}


def people(rows=240):
    """Numbers, texts and fractions as quasi-identifiers; some values are missing."""
    random = np.random.default_rng(5)
    zips = random.choice(["13053", "13068", "14850", "14853"], rows)
    pays = random.choice([-0.0, 0.0, 1.5, 20.25], rows)
    ills = random.choice(["flu", "cold", "ulcer", "HIV"], rows, p=[0.4, 0.3, 0.2, 0.1])
    days = random.integers(1, 9, rows)
    return pa.table(
        {
            "zip": pa.array(zips, mask=random.random(rows) < 0.1),
            "age": random.integers(20, 60, rows),
            "pay": pays,
            "ill": ills,
            "days": pa.array(days, mask=random.random(rows) < 0.1),
            "note": [f"n{number % 3}" for number in range(rows)],
        }
    )


QI = {"quasi_identifiers": ["zip", "age", "pay"], "sensitive": ["ill"]}
TWO = QI | {"sensitive": ["ill", "days"], "missing": "own"}
HALVED = {"relaxed": True, "cut": "median"}
AGE = {"kind": "intervals", "widths": [5, 20]}
CODED = AGE | {"low": 25, "high": 50, "open_ends": True}
LEVELS = {"hierarchies": {"age": AGE, "zip": {"kind": "masking", "length": 5}}}

PLANS = {
    "levels": QI | LEVELS | {"models": "k-anonymity:4", "suppression": 0.1},
    "levels as they are": QI | LEVELS | {"models": "k-anonymity:1"},
    "starred levels": QI
    | LEVELS
    | {"models": "k-anonymity:4", "suppression": 0.2, "suppress_by": "star"},
    "coded ends": QI | {"hierarchies": {"age": CODED}, "models": "k-anonymity:3"},
    "two sensitive": TWO | LEVELS | {"models": "distinct-l-diversity:2,on=ill"},
    "dropped rows": TWO
    | LEVELS
    | {"models": "k-anonymity:3", "missing": "drop", "suppression": 0.1},
    "boxes": QI | {"method": "mondrian", "labels": "tight", "models": "k-anonymity:5"},
    "boxes of two": TWO
    | {
        "method": "mondrian",
        "labels": "tight",
        "models": "distinct-l-diversity:2,on=ill",
    },
    "boxes without sensitive": TWO
    | {"method": "mondrian", "labels": "tight", "models": "k-anonymity:5"},
    "divided": QI
    | HALVED
    | {
        "method": "mondrian",
        "labels": "tight",
        "models": ["k-anonymity:9", "distinct-l-diversity:2"],
    },
    "dropped boxes": QI
    | {
        "method": "mondrian",
        "labels": "tight",
        "models": "frequency-l-diversity:3",
        "suppression": 0.3,
    },
    "means": QI
    | {
        "method": "mdav",
        "labels": "tight",
        "models": "k-anonymity:5",
        "numbers": "mean",
    },
    "clusters": QI
    | {"method": "local-recoding", "labels": "tight", "models": "k-anonymity:5"},
    "buckets": QI | {"method": "anatomy", "models": "frequency-l-diversity:2"},
    "fewer buckets": QI
    | {
        "method": "anatomy",
        "models": "frequency-l-diversity:3",
        "suppression": 0.4,
    },
}


def rows_of(engine, table):
    frame = engine.fetch(table, like="pyarrow")
    lines = zip(*(column.to_pylist() for column in frame), strict=True)
    return Counter(map(repr, lines))


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The people as a file."""
    path = tmp_path_factory.mktemp("people") / "people.parquet"
    pq.write_table(people(), path)
    return path


def both_ways(engine, words, source):
    """The tables of a release, from counts and from rows."""
    plan, clock = make_plan(**words), Clock(silent)
    counted = open_and_count(engine, source, plan, clock, ordered=False)
    return recoded_both_ways(engine, counted, decide(counted, plan, clock).recoding)


def recoded_both_ways(engine, counted, recoding):
    tuples = recoding.tables_of_counts(counted)
    return tuples, *(
        recode_tables(engine, counted, recoding, by_counts=by_counts, leaving=True)
        for by_counts in (True, False)
    )


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("words", PLANS.values(), ids=PLANS)
def test_counts_say_the_same_as_rows(name, words, source):
    with ENGINES[name]() as engine:
        check_alike(engine, *both_ways(engine, words, source))


def check_alike(engine, tuples, counted, read):
    assert tuples is not None
    assert len(tuples.forms) == len(counted.forms) == len(read.forms)
    for one, other in zip(counted.forms, read.forms, strict=True):
        assert one.columns == other.columns
        assert one.rows == other.rows
        assert one.types == other.types
        assert rows_of(engine, one) == rows_of(engine, other)


def is_starred(tuples):
    return any(column.is_starred for column in tuples.rows.columns)


def test_suppressed_rows_are_published_with_stars(source):
    with DuckDBEngine() as engine:
        tuples, *_ = both_ways(engine, PLANS["starred levels"], source)
        assert is_starred(tuples)


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("numbered", [False, True])
def test_boxes_with_stars(name, numbered, source):
    """A starred row has no group, where groups have numbers."""
    plan, clock = make_plan(**PLANS["dropped boxes"]), Clock(silent)
    with ENGINES[name]() as engine:
        counted = open_and_count(engine, source, plan, clock, ordered=False)
        recoding = replace(decide(counted, plan, clock).recoding, star=True)
        if numbered:
            columns = (*recoding.columns, "group")
            recoding = replace(recoding, columns=columns, group_column="group")
        tuples, *tables = recoded_both_ways(engine, counted, recoding)
        assert is_starred(tuples)
        check_alike(engine, tuples, *tables)


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("plan_name", ["levels", "boxes"])
@pytest.mark.parametrize("star", [False, True])
def test_a_saved_recoding_of_later_rows(name, plan_name, star, source):
    """Some of the later rows fit no group that holds."""
    plan, clock = make_plan(**PLANS[plan_name] | {"suppression": 1}), Clock(silent)
    with ENGINES[name]() as engine:
        counted = open_and_count(engine, source, plan, clock, ordered=False)
        decision = decide(counted, plan, clock)
        saved = SavedRecoding.of("mondrian", decision.recoding, plan, counted)
        kinds = {attribute.name: attribute for attribute in saved.attributes}
        later = replace(plan, hierarchies={**plan.hierarchies, **kinds})
        part = people().slice(0, 90)
        pq.write_table(part, source.with_name("later.parquet"))
        counted = open_and_count(
            engine, source.with_name("later.parquet"), later, clock, ordered=False
        )
        with clock.phase("search") as progress:
            recoding = apply_saved(saved, counted, plan, progress).recoding
        recoding = replace(recoding, star=star)
        tuples, *tables = recoded_both_ways(engine, counted, recoding)
        assert tuples.rows.rows == 90 if star else tuples.rows.rows < 90
        check_alike(engine, tuples, *tables)


@pytest.mark.parametrize(
    "more",
    [
        {"keep": ["note"]},
        {"identifiers": {"note": "mask"}, "rows_are_people": True},
    ],
    ids=["kept", "treated"],
)
def test_rows_are_read_where_a_column_was_not_counted(more, source):
    with DuckDBEngine() as engine:
        tuples, counted, read = both_ways(engine, PLANS["levels"] | more, source)
        assert tuples is None
        assert "note" in counted.rows.columns
        assert rows_of(engine, counted.rows) == rows_of(engine, read.rows)


def test_rows_are_read_where_a_divided_cell_has_a_value_that_nobody_looked_at(source):
    words = (
        TWO
        | {"method": "mondrian", "labels": "tight", "models": "k-anonymity:9"}
        | HALVED
    )
    with DuckDBEngine() as engine:
        tuples, counted, _ = both_ways(engine, words, source)
        assert tuples is None
        assert counted.rows.rows == 240


def test_a_column_that_was_not_counted_is_none_of_tuples():
    column = TupleColumn("zip", np.array([0]), ["a"])
    assert select_columns(["zip", "who"], [column], np.array([1])) is None
    tuples = select_columns(["zip"], [column], np.array([3]))
    assert tuples.rows == 3
    assert tuples.names == ("zip",)


def test_equal_boxes_share_a_code_and_groups_may_have_numbers():
    boxes = box_columns(["zip", "age"], [["a", "b", "a"], [1, None, 2]], "group")
    assert [column.codes.tolist() for column in boxes] == [
        [0, 1, 0],
        [0, 1, 2],
        [0, 1, 2],
    ]
    assert [column.values for column in boxes] == [["a", "b"], ["1", None, "2"], None]
    assert [column.codes[-1] for column in with_stars(boxes)] == [-1, -1, -1]


def test_rows_that_pieces_do_not_have_cannot_be_starred():
    """Then the counts of the pieces are not all that is published."""
    plan, clock = make_plan(**PLANS["boxes"]), Clock(silent)
    with DuckDBEngine() as engine:
        counted = open_and_count(engine, people(), plan, clock, ordered=False)
    finest = frequency_set(counted.cells, counted.hierarchies, counted.sensitive)
    part = np.zeros(len(finest), dtype=np.int32)
    whole = group_parts(finest, part, 1, counted, star=True)
    assert whole.sizes.tolist() == [240, 0]
    short = frequency_set(
        type(counted.cells)(
            counted.cells.dictionaries,
            counted.cells.codes[1:],
            counted.cells.counts[1:],
        ),
        counted.hierarchies,
        counted.sensitive,
    )
    assert group_parts(short, part[1 : len(short) + 1], 1, counted, star=True) is None
    assert group_tuples(["ill"], [], whole).rows == 240
