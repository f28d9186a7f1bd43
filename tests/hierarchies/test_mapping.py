# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies import (
    Functions,
    Intervals,
    LevelsFile,
    Lookups,
    Rows,
    Suppression,
    Taxonomy,
    hierarchy_from,
)

TOWNS = Dictionary.build("town", ["Boston", "Ithaca", "Lyon"], [1, 1, 1])
STATES = {"Boston": "MA", "Ithaca": "NY", "Lyon": "ARA"}
LANDS = {"Boston": "US", "Ithaca": "US", "Lyon": "FR"}
TABLE = [[town, STATES[town], LANDS[town], "*"] for town in STATES]
COLUMNS = [list(column) for column in zip(*TABLE, strict=True)]
EXPECTED = (("MA", "NY", "ARA"), ("US", "FR"), ("*",))


def frames():
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    names = ["town", "state", "land", "top"]
    data = dict(zip(names, COLUMNS, strict=True))
    shuffled = pandas.DataFrame(data, index=[7, 7, 3])
    return [shuffled, polars.DataFrame(data), pyarrow.table(data)]


SHAPES = {
    "a kind": Rows(TABLE),
    "rows": TABLE,
    "rows of tuples": [tuple(row) for row in TABLE],
    "array of rows": list(np.array(TABLE)),
    "columns": dict(enumerate(COLUMNS)),
    "columns as arrays": {i: np.array(c) for i, c in enumerate(COLUMNS)},
    "columns aligned with the data": {i: c * 3 for i, c in enumerate(COLUMNS)},
    "tables by value": [STATES, LANDS],
    "tables by label": [STATES, {"MA": "US", "NY": "US", "ARA": "FR"}],
    "tables by level": {1: STATES, 2: LANDS},
    "functions": [STATES.get, LANDS.__getitem__],
    "named levels": [
        {"name": "exact", "loss": 0.0},
        {"name": "state", "values": STATES, "loss": 0.3},
        {"name": "land", "values": {"Lyon": "FR"}, "default": "US", "loss": 0.6},
        {"name": "all", "default": "*", "loss": 1.0},
    ],
    "a nested tree": {
        "US": {"MA": ["Boston"], "NY": "Ithaca"},
        "FR": {"ARA": ["Lyon"]},
    },
    "categories": {
        "cat": "*",
        "subcats": [
            {
                "cat": "US",
                "subcats": [
                    {"cat": "MA", "subcats": [{"cat": "Boston"}]},
                    {"cat": "NY", "subcats": [{"cat": "Ithaca", "subcats": []}]},
                ],
            },
            {"cat": "FR", "subcats": [{"cat": "ARA", "subcats": [{"cat": "Lyon"}]}]},
        ],
    },
    "a plan's table": {"kind": "rows", "rows": TABLE},
}
SHAPES["a list of trees"] = SHAPES["categories"]["subcats"]


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_the_same_hierarchy(name):
    assert hierarchy_from(SHAPES[name]).build(TOWNS).labels[1:] == EXPECTED


def test_frames_of_levels_whatever_their_index():
    for frame in frames():
        assert hierarchy_from(frame).build(TOWNS).labels[1:] == EXPECTED


def test_a_ragged_frame_with_missing_cells():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {0: ["a", "b", None], 1: ["*", "B", "x"], 2: [None, "*", None]}
    )
    hierarchy = hierarchy_from(frame).build(Dictionary.build("x", ["a", "b"], [1, 1]))
    assert hierarchy.labels[1:] == (("a", "B"), ("*",))


def test_anjana_reads_its_files_with_pandas(tmp_path):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "age.csv"
    path.write_text("39,30-39,*\n41,40-49,*\n")
    levels = dict(pandas.read_csv(path, header=None))
    ages = Dictionary.build("age", ["39", "41"], [1, 1])
    assert hierarchy_from(levels).build(ages).labels[1:] == (("30-39", "40-49"), ("*",))


def test_short_shapes():
    assert hierarchy_from([0, 2, 10]) == Intervals((2, 10))
    assert hierarchy_from([np.int64(5), np.float64(10)]) == Intervals((5, 10))
    assert hierarchy_from("suppression") == Suppression()
    assert hierarchy_from("towns.csv") == LevelsFile(Path("towns.csv"))
    assert hierarchy_from(Path("towns.json")) == Taxonomy(file=Path("towns.json"))
    assert hierarchy_from(STATES) == Lookups((STATES,))
    assert hierarchy_from(str.upper) == Functions((str.upper,))


def test_widths_that_do_not_nest():
    # Widths of 2 and 5 are common elsewhere: [4, 6) then lies in two ranges of 5.
    with pytest.raises(HierarchyError, match="got 5 after 2"):
        hierarchy_from([0, 2, 5, 10])


@pytest.mark.parametrize("source", [None, 5, [], {}, [None], ["a", "b"], [[]], {1, 2}])
def test_other_shapes(source):
    with pytest.raises(HierarchyError, match=r"there are: a kind|not covered"):
        hierarchy_from(source).build(TOWNS)


def test_columns_of_unequal_length():
    with pytest.raises(HierarchyError, match=r"equal length, got \[2, 3\]"):
        hierarchy_from({0: ["a", "b", "c"], 1: ["A", "B"]})


def test_columns_that_contradict_themselves():
    columns = {0: ["Boston", "Boston"], 1: ["MA", "NY"]}
    with pytest.raises(HierarchyError, match="other labels for 'Boston'"):
        hierarchy_from(columns).build(TOWNS)
