# SPDX-License-Identifier: Apache-2.0
"""Recoding: what is published of every row, against a brute force."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions import Decision, column_map, same, suppress
from diversa.data.identifiers import Drop, KeyedHash, Mask, Tokens
from diversa.engines.row_recoding import ColumnMap
from diversa.errors import HierarchyError, InputError, InternalError, RoleError
from examples import examples
from table_sources import SOURCES, as_source

PEOPLE = {
    "name": ["Ann", "Bob", "Bob", None],
    "zip": ["13053", "13068", "14850", None],
    "age": ["28", "29", "21", "50"],
    "ward": ["north", None, "west", "west"],
    "condition": ["flu", "flu", None, "cancer"],
}


def published(engine, table):
    """The rows of a table as tuples, in the order of the source."""
    frame = engine.fetch(table, like="pyarrow", keep_order=True)
    assert tuple(frame.column_names) == table.columns
    rows = [tuple(row.values()) for row in frame.to_pylist()]
    assert len(rows) == table.rows
    return rows


def opened(engine, columns):
    table = engine.open(pa.table(columns))
    return table, {name: engine.values(table, name) for name in columns}


@pytest.mark.parametrize("kind", SOURCES)
def test_published_columns_and_nothing_else(engine, tmp_path, kind):
    table = engine.open(as_source(kind, PEOPLE, tmp_path), ordered=True)
    zips = column_map(
        engine.values(table, "zip"), lambda v: None if v is None else v[:3] + "**"
    )
    ages = column_map(engine.values(table, "age"), same)
    columns = ("condition", "zip", "ward", "age")
    made = engine.recode(table, Decision(columns, (zips, ages)))
    assert made.columns == columns
    assert published(engine, made) == [
        ("flu", "130**", "north", "28"),
        ("flu", "130**", None, "29"),
        (None, "148**", "west", "21"),
        ("cancer", None, "west", "50"),
    ]


def test_missing_may_be_generalized_too(engine):
    table, values = opened(engine, PEOPLE)
    top = column_map(values["zip"], lambda _: "*")
    assert (
        published(engine, engine.recode(table, Decision(("zip",), (top,))))
        == [("*",)] * 4
    )


def test_level_0_keeps_its_type_and_other_levels_are_text(engine):
    numbers = pa.table({"age": [31, None, 29], "year": [1990, 1991, 1992]})
    table = engine.open(numbers)
    age = column_map(engine.values(table, "age"), same)
    year = column_map(engine.values(table, "year"), lambda v: v // 10 * 10)
    made = engine.fetch(engine.recode(table, Decision(("age", "year"), (age, year))))
    assert made.schema.types == [pa.int64(), pa.string()]
    assert made.to_pydict() == {"age": [29, 31, None], "year": ["1990"] * 3}


@st.composite
def recodings(draw):
    names = ("p", "q", "r")[: draw(st.integers(1, 3))]
    value = st.one_of(st.none(), st.sampled_from("abcd"))
    row = st.tuples(*(value for _ in names), st.sampled_from("xyz"))
    rows = draw(st.lists(row, min_size=1, max_size=15))
    labels = [
        {v: draw(st.sampled_from([v, "*", "L", None])) for v in (*"abcd", None)}
        for _ in names
    ]
    groups = sorted(
        {tuple(m[v] for m, v in zip(labels, row, strict=False)) for row in rows},
        key=str,
    )
    gone = draw(st.lists(st.sampled_from(groups), unique=True))
    return names, rows, labels, gone, draw(st.booleans())


@examples(60)
@given(case=recodings())
def test_recode_is_the_brute_force(engine, case):
    names, rows, labels, gone, star = case
    expected = []
    for row in rows:
        group = tuple(m[v] for m, v in zip(labels, row, strict=False))
        if group not in gone:
            expected.append((*group, row[-1]))
        elif star:
            expected.append((*["*"] * len(names), row[-1]))
    turned = zip(*rows, strict=True)
    columns = {n: list(c) for n, c in zip((*names, "s"), turned, strict=True)}
    table = engine.open(
        pa.table({name: pa.array(one, pa.string()) for name, one in columns.items()})
    )
    maps = tuple(
        column_map(engine.values(table, name), one.__getitem__)
        for name, one in zip(names, labels, strict=True)
    )
    made = engine.recode(
        table, Decision((*names, "s"), maps, suppress(maps, *gone), star)
    )
    assert published(engine, made) == expected


def test_suppressed_groups_beyond_one_key(engine):
    """The level codes of 12 attributes with 100 values each need two keys."""
    random = np.random.default_rng(1)
    columns = {
        f"q{i}": random.integers(0, 100, 400).astype(str).tolist() for i in range(12)
    }
    rows = list(zip(*columns.values(), strict=True))
    table, values = opened(engine, columns)
    maps = tuple(column_map(values[name], same) for name in columns)
    gone = rows[::2]
    made = engine.recode(table, Decision(tuple(columns), maps, suppress(maps, *gone)))
    assert published(engine, made) == [row for row in rows if row not in set(gone)]


def test_a_star_makes_text_of_numbers(engine):
    table, values = opened(engine, {"age": [31, 29, 31], "s": ["a", "b", "c"]})
    maps = (column_map(values["age"], same),)
    made = engine.recode(
        table, Decision(("age", "s"), maps, suppress(maps, (29,)), star=True)
    )
    assert published(engine, made) == [("31", "a"), ("*", "b"), ("31", "c")]


def test_rows_with_missing_values_are_dropped(engine):
    table, _ = opened(engine, PEOPLE)
    decision = Decision(("age",), drop_missing=("condition", "ward"))
    made = engine.recode(table, decision)
    assert made.rows == 2
    assert published(engine, made) == [("28",), ("50",)]


def test_a_value_that_no_map_knows_is_refused(engine):
    known, values = opened(engine, {"zip": ["13053", "13068"]})
    maps = (column_map(values["zip"], lambda v: v[:3]),)
    for fresh in ("secret", None):
        table = engine.open(pa.table({"zip": ["13053", fresh]}))
        with pytest.raises(HierarchyError, match=r"'zip': .* got 1 rows") as caught:
            engine.recode(table, Decision(("zip",), maps))
        assert "secret" not in str(caught.value)
    assert engine.recode(known, Decision(("zip",), maps)).rows == 2


def test_unknown_column_is_refused(engine):
    table, _ = opened(engine, PEOPLE)
    with pytest.raises(RoleError, match="did you mean 'ward'"):
        engine.recode(table, Decision(("warp",)))


KEYS = [b"k" * 16, b"\x00\xff" * 32, b"longer than one block " * 9]


@pytest.mark.parametrize("key", KEYS, ids=["short", "block", "long"])
@pytest.mark.parametrize("kind", SOURCES)
def test_keyed_hash_is_hmac_sha256(engine, tmp_path, kind, key):
    names = ["Ann", "Müller 😀", "O'Hara", None, "Ann"]
    table = engine.open(as_source(kind, {"name": names}, tmp_path), ordered=True)
    made = engine.recode(
        table, Decision(("name",), identifiers={"name": KeyedHash(key)})
    )
    assert published(engine, made) == [
        (None if n is None else hmac.new(key, n.encode(), hashlib.sha256).hexdigest(),)
        for n in names
    ]


def test_keyed_hash_of_a_number_is_that_of_its_text(engine):
    key = b"sixteen bytes ok"
    table, _ = opened(engine, {"id": [7, 10**12]})
    made = engine.recode(table, Decision(("id",), identifiers={"id": KeyedHash(key)}))
    expected = [
        hmac.new(key, t, hashlib.sha256).hexdigest() for t in (b"7", b"1" + b"0" * 12)
    ]
    assert [row[0] for row in published(engine, made)] == expected


def test_a_short_key_is_refused_and_not_shown(engine):
    table, _ = opened(engine, PEOPLE)
    with pytest.raises(InputError, match="at least 16 bytes, got 6") as caught:
        engine.recode(
            table, Decision(("name",), identifiers={"name": KeyedHash(b"canary")})
        )
    assert "canary" not in str(caught.value)


def test_tokens_are_random_and_can_be_mapped_back(engine):
    table, _ = opened(engine, PEOPLE)
    decision = Decision(("name", "age"), identifiers={"name": Tokens()})
    made = engine.recode(table, decision)
    tokens = [row[0] for row in published(engine, made)]
    assert tokens[1] == tokens[2]
    assert tokens[3] is None
    assert len(set(tokens)) == 3
    assert all(re.fullmatch("[0-9a-f]{32}", one) for one in tokens[:3])
    mapping = engine.tokens(made)
    assert list(mapping) == ["name"]
    assert mapping["name"].columns == ("value", "token")
    assert mapping["name"].rows == 2
    pairs = engine.fetch(mapping["name"], like="pyarrow").to_pylist()
    assert {row["token"]: row["value"] for row in pairs} == {
        tokens[0]: "Ann",
        tokens[1]: "Bob",
    }
    again = [row[0] for row in published(engine, engine.recode(table, decision))]
    assert set(again[:3]).isdisjoint(tokens)
    assert engine.tokens(table) == {}


def test_mask_hides_every_value(engine):
    table, _ = opened(engine, PEOPLE)
    made = engine.recode(table, Decision(("name",), identifiers={"name": Mask()}))
    assert published(engine, made) == [("*****",)] * 4


def test_a_dropped_identifier_is_not_published(engine):
    table, _ = opened(engine, PEOPLE)
    gone = Decision(("age",), identifiers={"name": Drop()})
    assert engine.recode(table, gone).columns == ("age",)
    with pytest.raises(InternalError, match="'name' is dropped"):
        engine.recode(table, Decision(("name",), identifiers={"name": Drop()}))


def test_pseudonyms_go_with_suppression(engine):
    table, values = opened(engine, PEOPLE)
    maps = (column_map(values["age"], lambda v: v[0]),)
    made = engine.recode(
        table,
        Decision(
            ("name", "age"),
            maps,
            suppress(maps, ("2",)),
            identifiers={"name": Tokens()},
        ),
    )
    assert published(engine, made) == [(None, "5")]


def test_labels_that_only_look_like_values_are_published(engine):
    """1 == 1.0, but a map to floats is not the identity."""
    table, values = opened(engine, {"age": [1, 2]})
    rounded = ColumnMap(values["age"], np.arange(2, dtype=np.int32), (1.0, 2.0))
    made = engine.recode(table, Decision(("age",), (rounded,)))
    assert published(engine, made) == [("1.0",), ("2.0",)]


def test_rows_are_not_lost_or_made_by_joins(engine):
    frame = pd.DataFrame({"q": ["x"] * 5 + ["y"] * 3, "s": list("abcdefgh")})
    table = engine.open(frame)
    maps = (column_map(engine.values(table, "q"), str.upper),)
    rows = published(engine, engine.recode(table, Decision(("q", "s"), maps)))
    assert Counter(q for q, _ in rows) == {"X": 5, "Y": 3}
