# SPDX-License-Identifier: Apache-2.0
"""People counted by every engine, against a brute force over Python rows."""

from __future__ import annotations

import datetime as dt
import logging
from collections import Counter, defaultdict
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given

from diversa.data.dictionary import Dictionary
from diversa.data.read_options import ReadOptions
from diversa.engines import sql_people
from diversa.engines.counting import Repeats
from diversa.engines.engine import Engine
from diversa.engines.frame_counts import FrameCounts
from diversa.engines.people import check_missing, number_keys
from diversa.errors import InputError, InternalError, MissingValueError, RoleError
from examples import examples
from memory_engine import MemoryEngine
from visit_tables import NAMES, as_table, counted, same, tables


def brute_force(rows, missing, merged=lambda line: line):
    """For each set of tuples its people, and the rows of each tuple, by loops."""
    tuples_of, cells, unnamed = defaultdict(set), Counter(), Counter()
    for number, (who, *line) in enumerate(rows):
        cells[merged(tuple(line))] += 1
        if who is not None:
            tuples_of[who].add(merged(tuple(line)))
        else:
            unnamed[merged(tuple(line))] += 1
            if missing == "own":
                tuples_of[number] = {merged(tuple(line))}
    return Counter(map(frozenset, tuples_of.values())), cells, unnamed


def decoded(found):
    """The same of what an engine has counted."""
    values = [
        [*one.values.tolist(), None][: one.size] for one in found.cells.dictionaries
    ]
    lines = [
        tuple(each[code] for each, code in zip(values, line, strict=True))
        for line in found.cells.codes.tolist()
    ]
    cuts = np.split(found.kinds.cells, found.kinds.starts[1:-1])
    kinds = {
        frozenset(lines[cell] for cell in cut): people
        for cut, people in zip(cuts, found.kinds.people.tolist(), strict=False)
    }
    rows = dict(zip(lines, found.cells.counts.tolist(), strict=True))
    unnamed = dict(zip(lines, found.unnamed.tolist(), strict=True))
    return kinds, rows, {line: rows for line, rows in unnamed.items() if rows}


@pytest.mark.parametrize("missing", ["own", "worst"])
@examples(25)
@given(rows=tables())
def test_people_are_the_brute_force(engine, missing, rows):
    found = counted(engine, as_table(rows), missing=missing)
    assert decoded(found) == brute_force(rows, missing)
    assert found.missing_rows == sum(row[0] is None for row in rows)
    assert found.cells.rows == len(rows)
    people = {row[0] for row in rows} - {None}
    own = found.missing_rows if missing == "own" else 0
    assert found.kinds.total == len(people) + own


@examples(15)
@given(rows=tables())
def test_many_people_are_counted_in_the_engine(engine, rows):
    """Where so many sets cannot come, only those that differ do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sql_people, "MOST_LOCAL_ROWS", 0)
        found = counted(engine, as_table(rows), missing="own")
    assert decoded(found) == brute_force(rows, "own")


@examples(25)
@given(rows=tables(lost=False))
def test_cells_are_those_of_a_count(engine, rows):
    table = engine.open(as_table(rows))
    dictionaries = [engine.values(table, name) for name in NAMES]
    found = engine.people(table, dictionaries, "person")
    cells = engine.count(table, dictionaries)
    assert found.cells.codes.tolist() == cells.codes.tolist()
    assert found.cells.counts.tolist() == cells.counts.tolist()
    assert found.missing_rows == 0
    assert decoded(found) == brute_force(rows, "raise")


@pytest.mark.parametrize("gathered", [(), NAMES], ids=["rows", "tuples"])
@examples(15)
@given(rows=tables())
def test_merged_values_are_counted_as_one(engine, gathered, rows):
    """The ages 29 and 50 as 28, and every illness as one value."""
    table = engine.open(as_table([*rows, ("bob", None, 29, "cancer")]))
    engine.gather(table, gathered)
    dictionaries = [engine.values(table, name) for name in NAMES]
    merged = {
        one.column: np.zeros(one.size, dtype=np.int32)
        for one in dictionaries
        if one.column != "zip"
    }
    found = engine.people(table, dictionaries, "person", merged=merged, missing="own")
    least = min(row[2] for row in [*rows, (0, 0, 29)])
    expected = brute_force(
        [*rows, ("bob", None, 29, "cancer")],
        "own",
        lambda line: (line[0], least, dictionaries[2].values[0]),
    )
    assert decoded(found) == expected


@pytest.mark.parametrize("missing", ["own", "worst"])
def test_more_columns_than_one_key_holds(engine, missing):
    random = np.random.default_rng(3)
    lines = random.integers(0, 300, (40, 16))[random.integers(0, 40, 300)]
    columns = {f"c{place}": lines[:, place].astype(str) for place in range(16)}
    who = [None if one == 9 else f"p{one}" for one in random.integers(0, 60, 300)]
    source = pa.table({"person": pa.array(who), **columns})
    found = counted(engine, source, [*columns], missing=missing)
    rows = [
        (one, *line) for one, line in zip(who, lines.astype(str).tolist(), strict=True)
    ]
    assert decoded(found) == brute_force(rows, missing)


def test_many_rows_are_those_of_the_memory_engine(engine, many_rows):
    random, size = np.random.default_rng(5), many_rows // 10
    who = random.integers(0, size // 8, size)
    columns = {
        "person": pa.array(who.astype(str), mask=random.random(size) < 0.02),
        "zip": who % 40,
        "age": random.integers(0, 3, size),
        "ill": random.integers(0, 5, size).astype(str),
    }
    found = counted(engine, pa.table(columns), missing="own")
    with MemoryEngine() as memory:
        assert same(found, counted(memory, pa.table(columns), missing="own"))


MOMENT = dt.datetime(2024, 1, 1, tzinfo=dt.UTC)
WHO = {
    "texts": ["007", "7", "7 ", "007"],
    "no text": ["", "7", None, ""],
    "numbers": [7, -7, None, 7],
    "large numbers": [2**63 - 1, 2**63 - 2, None, 2**63 - 1],
    "fractions": [0.5, float("nan"), None, 0.5],
    "zeros": [0.0, 1.5, None, -0.0],
    "decimals": [Decimal("1.10"), Decimal("1.11"), None, Decimal("1.10")],
    "dates": [dt.date(2024, 2, 29), dt.date(2024, 3, 1), None, dt.date(2024, 2, 29)],
    "moments": [MOMENT, None, None, MOMENT],
    "truth": [True, False, None, True],
}


@pytest.mark.parametrize("kind", WHO)
def test_people_are_compared_as_they_are(engine, kind):
    """The first and the last row are about one person, the others about others."""
    source = pa.table({"person": WHO[kind], "zip": ["a", "a", "b", "b"]})
    found = counted(engine, source, ["zip"], missing="own")
    kinds, _, unnamed = decoded(found)
    assert kinds == {
        frozenset({("a",)}): 1,
        frozenset({("b",)}): 1,
        frozenset({("a",), ("b",)}): 1,
    }
    lost = sum(one is None or one != one for one in WHO[kind])
    assert sum(unnamed.values()) == found.missing_rows == lost


def test_no_columns_is_one_cell_and_one_kind(engine):
    source = pa.table({"person": ["a", "b", "a", None]})
    found = counted(engine, source, [], missing="own")
    assert (found.cells.counts.tolist(), found.kinds.people.tolist()) == ([4], [3])
    assert found.kinds.cells.tolist() == [0]


def test_nobody_is_named(engine):
    source = pa.table(
        {"person": pa.array([None, None], pa.string()), "zip": ["a", "b"]}
    )
    found = counted(engine, source, ["zip"], missing="worst")
    assert (len(found.kinds), found.kinds.total, found.missing_rows) == (0, 0, 2)
    assert counted(engine, source, ["zip"], missing="own").kinds.total == 2


def test_rows_without_a_person_are_refused(engine):
    source = pa.table({"person": ["secret", None, None], "zip": ["a", "b", "b"]})
    with pytest.raises(MissingValueError, match=r"'person': .* got 2 rows") as caught:
        counted(engine, source, ["zip"])
    assert "secret" not in str(caught.value)


def test_texts_that_mean_missing_name_nobody(engine, tmp_path):
    path = tmp_path / "visits.csv"
    path.write_text("person,zip\na,1\n?,1\n,1\na,2\n")
    table = engine.open(path, options=ReadOptions(missing=("?", "")))
    found = engine.people(table, [engine.values(table, "zip")], "person", missing="own")
    assert (found.missing_rows, found.kinds.total) == (2, 3)


def test_an_unknown_column_is_refused(engine):
    table = engine.open(pa.table({"person": ["a"], "zip": ["b"]}))
    with pytest.raises(RoleError, match="did you mean 'person'"):
        engine.people(table, [engine.values(table, "zip")], "persons")
    with pytest.raises(RoleError, match="did you mean 'person'"):
        engine.repeats(table, ["persons"])


def test_a_value_outside_its_dictionary_is_our_bug(engine):
    table = engine.open(pa.table({"person": ["a", "b"], "zip": ["x", "secret"]}))
    with pytest.raises(InternalError) as caught:
        engine.people(table, [Dictionary.build("zip", ["x"], [1])], "person")
    assert "secret" not in str(caught.value)


def test_repeats(engine):
    columns = {
        "patient": ["a", "b", "a", None],
        "visit": [1, 2, 3, 4],
        "ward": ["x", "x", "x", "x"],
        "nothing": pa.array([None] * 4, pa.string()),
        "stays": [[1], [2], [2], None],
        "share": [0.5, float("nan"), 0.5, 1.0],
    }
    table = engine.open(pa.table(columns))
    assert engine.repeats(table, [*columns]) == {
        "patient": Repeats(3, 2, 1),
        "visit": Repeats(4, 4, 0),
        "ward": Repeats(4, 1, 0),
        "nothing": Repeats(0, 0, 4),
        "share": Repeats(3, 2, 1),
    }
    assert engine.repeats(table, []) == {}


SECRETS = ["Canary-4711", "Canary-4712", "Canary-4713"]


def everything_in(found, seen=None):
    """All texts and numbers that can be reached from an object."""
    seen = set() if seen is None else seen
    if id(found) in seen:
        return []
    seen.add(id(found))
    parts = [repr(found)]
    if isinstance(found, np.ndarray):
        return [*parts, *map(str, found.ravel().tolist())]
    if isinstance(found, tuple | list):
        inside = found
    else:
        inside = getattr(found, "__dict__", {}).values()
    return [*parts, *(text for one in inside for text in everything_in(one, seen))]


def test_no_identifier_leaves_the_engine(engine, engine_name, monkeypatch, caplog):
    """Not in what is returned, nor in statements, logs and errors."""
    who = [*SECRETS, SECRETS[0], None]
    table = engine.open(pa.table({"person": who, "zip": ["a", "b", "b", "b", "a"]}))
    zips = engine.values(table, "zip")
    said = []
    if engine_name != "memory":
        for verb in ("run", "numbers", "derive", "upload", "sets_of_people"):
            watch(monkeypatch, engine.session, verb, said)
    with caplog.at_level(logging.DEBUG):
        found = engine.people(table, [zips], "person", missing="own")
        repeats = engine.repeats(table, ["person"])
        with pytest.raises(MissingValueError) as refused:
            engine.people(table, [zips], "person")
        with pytest.raises(InternalError) as bug:
            engine.people(
                table, [Dictionary.build("zip", ["b"], [1])], "person", missing="own"
            )
    assert (found.kinds.total, repeats["person"].different) == (4, 3)
    told = [*everything_in(found), *said, caplog.text, str(repeats)]
    told += [str(refused.value), str(bug.value), repr(refused.value.__context__)]
    assert not [text for text in told if "anary" in text]
    assert said or engine_name == "memory"


def watch(monkeypatch, session, verb, said):
    """Note what a session is asked and what comes back from it."""
    own = getattr(session, verb)

    def asked(*args, **options):
        answer = own(*args, **options)
        said.append(str((args, options)))
        said.extend(everything_in(answer))
        return answer

    monkeypatch.setattr(session, verb, asked)


@pytest.mark.parametrize("missing", ["own", "worst"])
@examples(50)
@given(rows=tables())
def test_frames_are_counted_alike(missing, rows):
    """Where no engine is started: the same cells, the same kinds."""
    frame = as_table(rows).to_pandas()
    assert FrameCounts.takes(frame, frame.columns)
    with MemoryEngine() as memory:
        expected = counted(memory, as_table(rows), missing=missing)
        assert same(counted(FrameCounts(), frame, missing=missing), expected)
        halves = {"age": np.zeros(3, dtype=np.int32)}
        expected = counted(memory, as_table(rows), merged=halves, missing=missing)
        found = counted(FrameCounts(), frame, merged=halves, missing=missing)
        assert same(found, expected)


def test_a_frame_whose_people_are_spelled_anew():
    counts = FrameCounts()
    frame = pd.DataFrame({"person": ["a", "A", "?", None], "zip": ["1", "1", "2", "2"]})
    table = counts.open(frame)
    counts.respell(table, "person", ["A", "?"], ["a", None])
    found = counts.people(table, [counts.values(table, "zip")], "person", missing="own")
    assert (found.kinds.total, found.missing_rows) == (3, 2)
    assert counts.repeats(table, ["person"])["person"] == Repeats(2, 1, 2)
    with pytest.raises(MissingValueError):
        counts.people(table, [counts.values(table, "zip")], "person")


def test_an_engine_of_your_own_need_not_count_people():
    class Plain(Engine):
        """An engine without the optional verbs."""

    with pytest.raises(InputError, match="Plain cannot count people"):
        Plain.people(object.__new__(Plain), None, [], "person")


def test_an_engine_of_your_own_counts_repeats_by_its_values():
    class Plain(Engine):
        """An engine without the optional verbs."""

        def values(self, table, column, *, kind=None):
            del table, kind
            return Dictionary.build(column, ["a", "b", None], [2, 1, 4])

    found = Plain.repeats(object.__new__(Plain), None, ["person"])
    assert found == {"person": Repeats(3, 2, 4)}


def test_only_missing_people_are_refused():
    check_missing("person", 0, "raise")
    check_missing("person", 3, "own")
    with pytest.raises(MissingValueError, match="got 1,000 rows"):
        check_missing("person", 1000, "raise")


@pytest.mark.parametrize("width", [1, 2])
def test_keys_are_numbered(width):
    random = np.random.default_rng(0)
    keys = [random.integers(4, size=50) for _ in range(width)]
    distinct, places = number_keys(keys)
    lines = [*zip(*(key.tolist() for key in keys), strict=True)]
    ordered = [*zip(*(key.tolist() for key in distinct), strict=True)]
    assert ordered == sorted(set(lines))
    assert [ordered[place] for place in places.tolist()] == lines
