# SPDX-License-Identifier: Apache-2.0
"""Errors of other checkers on tables of users that our audit must not repeat.

Each test says what the other program answers and checks the right answer, on frames
and files as users have them.
"""

from __future__ import annotations

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import diversa
from diversa.errors import MissingValueError, RoleError

ROWS = {
    "zip": ["1", "1", "1", "2", "2", "2"],
    "ill": ["flu", "flu", "flu", "flu", "cancer", "cancer"],
}


def look(source, **words):
    words = {"quasi_identifiers": ["zip"], "sensitive": ["ill"], **words}
    return diversa.audit(source, **words)


def levels(source, **words):
    found = look(source, **words).levels
    return found["k-anonymity"], found["distinct-l-diversity"]


@pytest.mark.parametrize("seed", range(5))
def test_shuffled_rows_with_their_old_index(seed):
    """pycanon answers l = 2: it takes labels of rows for positions."""
    frame = pd.DataFrame(ROWS).sample(frac=1, random_state=seed)
    assert levels(frame) == (3, 1)


@pytest.mark.parametrize(
    "frame",
    [
        pytest.param(pd.DataFrame(ROWS).iloc[[0, 1, 4, 5]], id="filtered"),
        pytest.param(
            pd.DataFrame(ROWS, index=list("abcdef")).iloc[[0, 1, 4, 5]], id="text"
        ),
        pytest.param(
            pd.DataFrame(ROWS, index=[0] * 6).iloc[[0, 1, 4, 5]], id="duplicates"
        ),
        pytest.param(
            pd.DataFrame(ROWS).set_index(["zip", "ill"], drop=False).iloc[[0, 1, 4, 5]],
            id="several levels",
        ),
    ],
)
def test_a_frame_with_any_index(frame):
    """pycanon raises IndexError or ValueError, anonypy counts 256 for 16 rows."""
    found = look(frame)
    assert (found.rows, found.groups) == (4, 2)
    assert found.levels["k-anonymity"] == 2
    assert found.levels["distinct-l-diversity"] == 1


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, pd.NaT])
def test_a_missing_quasi_identifier(missing):
    """pycanon answers k = 2 and ignores the row; anonypy loses it."""
    frame = pd.DataFrame({"zip": ["1", "1", missing], "ill": ["flu", "flu", "flu"]})
    found = look(frame, models=["k-anonymity:2"])
    assert (found.rows, found.groups) == (3, 2)
    assert found.levels["k-anonymity"] == 1
    assert found.violating[0].values == {"zip": None}


def test_a_missing_number_among_the_quasi_identifiers():
    frame = pd.DataFrame({"zip": [1.5, 1.5, float("nan")], "ill": ["a", "b", "c"]})
    assert levels(frame) == (1, 1)
    assert levels(pl.DataFrame({"zip": [1, 1, None], "ill": ["a", "b", "c"]})) == (1, 1)


@pytest.mark.parametrize(
    "values",
    [["flu", None, "cancer"], [1.0, float("nan"), 2.0]],
    ids=["text", "number"],
)
def test_a_missing_sensitive_value(values):
    """pycanon raises TypeError for text and counts NaN as nothing for numbers."""
    frame = pd.DataFrame({"zip": ["1"] * 3, "ill": values})
    with pytest.raises(MissingValueError, match="1 of 3 rows without one"):
        look(frame)
    assert levels(frame, missing="own") == (3, 3)
    assert levels(frame, missing="worst") == (3, 2)
    assert levels(frame, missing="drop") == (2, 2)
    assert look(frame, missing="drop").dropped_rows == 1


def test_a_category_that_is_not_used():
    """pycanon answers k = 0."""
    frame = pd.DataFrame(ROWS).astype("category").iloc[:3]
    assert levels(frame) == (3, 1)
    frame["zip"] = frame["zip"].cat.add_categories(["9"])
    assert levels(frame) == (3, 1)


def test_a_constant_numeric_column():
    """pycanon divides by zero."""
    frame = pd.DataFrame({"zip": ["1", "1", "2", "2"], "ill": [7, 7, 7, 7]})
    found = look(frame).to_json()["levels"]
    assert found["distinct-l-diversity"] == 1
    assert found["frequency-l-diversity"] == 1
    assert found["entropy-l-diversity"] == 1
    assert found["recursive-cl-diversity"] is None


def test_no_rows():
    """pycanon raises ValueError from min()."""
    found = look(pd.DataFrame({"zip": [], "ill": []}))
    assert set(found.levels.values()) == {None}


def test_no_quasi_identifier():
    """pycanon raises ValueError from groupby."""
    with pytest.raises(RoleError, match="at least one column"):
        look(pd.DataFrame(ROWS), quasi_identifiers=[])


def test_rows_of_stars_are_a_group_unless_they_were_meant_as_suppressed():
    """ARX counts suppressed rows as a class (issue 259)."""
    frame = pd.DataFrame(
        {"zip": ["1", "1", "*"], "age": ["*", "*", "*"], "ill": ["a", "b", "c"]}
    )
    words = {"quasi_identifiers": ["zip", "age"], "models": ["k-anonymity:2"]}
    found = look(frame, **words, ignore_suppressed=True)
    assert (found.groups, found.suppressed_rows, found.holds) == (1, 1, True)
    counted = look(frame, **words)
    assert (counted.groups, counted.suppressed_rows, counted.holds) == (2, 1, False)


def test_not_one_number_but_how_many_break_it():
    """Users ask for the distribution of k and l and the number of breaches."""
    frame = pd.DataFrame(
        {"zip": ["1", "2", "3", "3", "4", "4"], "ill": ["a", "a", "a", "a", "a", "b"]}
    )
    found = look(frame, models=["k-anonymity:2", "distinct-l-diversity:2"]).to_json()
    assert found["group_sizes"] == [
        {"low": 1, "high": 1, "groups": 2, "rows": 2},
        {"low": 2, "high": 2, "groups": 2, "rows": 4},
    ]
    broken = [(one["failing_groups"], one["failing_rows"]) for one in found["models"]]
    assert broken == [(2, 2), (3, 4)]
    assert found["distributions"]["distinct-l-diversity:2,on=ill"] == {
        "failing": [{"low": 1, "high": 1, "groups": 3, "rows": 4}],
        "holding": [{"low": 2, "high": 2, "groups": 1, "rows": 2}],
    }


def test_text_columns_need_not_be_categories_and_no_frame_is_changed():
    """anonypy raises TypeError without categories."""
    frame = pd.DataFrame(ROWS)
    before = frame.copy(deep=True)
    expected = levels(frame.astype("category"))
    assert levels(frame) == levels(frame.astype("object")) == expected
    pd.testing.assert_frame_equal(frame, before)


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_every_frame_gives_the_same(make):
    assert look(make(ROWS)) == look(pd.DataFrame(ROWS))


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_files_of_arx_with_semicolons(tmp_path, separator):
    """pycanon ignores the separator and says "Values not defined"."""
    path = tmp_path / "table.csv"
    pd.DataFrame({**ROWS, "age": ["30"] * 6}).to_csv(path, sep=separator, index=False)
    assert levels(path, quasi_identifiers=["zip", "age"]) == (3, 1)
    assert look(path) == look(pd.DataFrame(ROWS))


def test_parquet_gives_the_same(tmp_path):
    path = tmp_path / "table.parquet"
    pd.DataFrame(ROWS).to_parquet(path)
    assert look(path) == look(pd.DataFrame(ROWS))
