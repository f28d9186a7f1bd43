# SPDX-License-Identifier: Apache-2.0
"""Kept columns are refused where their values speak against it."""

from __future__ import annotations

import datetime as dt
from itertools import product

import numpy as np
import pandas as pd
import pytest

from diversa.data.roles import Roles
from diversa.errors import RoleError
from diversa.tables.keeping import check_kept, cramers_v
from diversa.tables.table_input import TableInput

ROWS = 240
ILL = ["flu", "gout", "cold", "hiv"]


def table_with(name, values, *, ill=None):
    """A table with a column to keep, and four conditions that are equally frequent."""
    return pd.DataFrame({"zip": ["1"] * ROWS, name: values, "ill": ill or ILL * 60})


def check(frame, *, keep_anyway=()):
    name = frame.columns[1]
    roles = Roles((), ("zip",), ("ill",), (name,), keep_anyway)
    with TableInput(frame, roles).open(("zip", name, "ill")) as opened:
        check_kept(opened, opened.count().sensitive)


def spread(values):
    """Values so that each is as frequent with each condition, as far as that goes."""
    block = [value for value in values for _ in ILL]
    return (block * ROWS)[:ROWS]


FIRST = dt.date(1940, 1, 1)
REFUSED = {
    "an index that pandas saved": (
        "__index_level_0__",
        spread(["a", "b"]),
        "numbers the rows",
    ),
    "an index of a CSV file": ("Unnamed: 0", spread(["a", "b"]), "numbers the rows"),
    "0 to n - 1": ("place", list(range(ROWS)), "numbers the rows"),
    "1 to n as text": (
        "place",
        [str(row + 1) for row in range(ROWS)],
        "numbers the rows",
    ),
    "unique": (
        "mail",
        [f"p{row}@example.org" for row in range(ROWS)],
        "100% of the rows have a value that no other",
    ),
    "nearly unique": (
        "code",
        spread(["a", "b"])[:200] + [f"c{row}" for row in range(40)],
        "17% of the rows have a value that no other",
    ),
    "dates of birth": (
        "date",
        spread([FIRST + dt.timedelta(days=1200 * n) for n in range(15)]),
        "looks like a date of birth",
    ),
    "dates of birth as in Germany": (
        "Tag",
        spread([f"01.02.{1930 + 4 * n}" for n in range(15)]),
        "looks like a date of birth",
    ),
    "numbers of records": (
        "file",
        spread([f"R-{54321 + 7919 * n}" for n in range(60)]),
        "look like numbers of records or people",
    ),
    "free text": (
        "note",
        spread([f"came in with {n} bruises after work" for n in range(24)]),
        "values are free text",
    ),
}


@pytest.mark.parametrize(("name", "values", "reason"), REFUSED.values(), ids=REFUSED)
def test_values_that_single_people_out_are_refused(name, values, reason):
    frame = table_with(name, values)
    with pytest.raises(RoleError, match=reason) as failure:
        check(frame)
    assert f"keep: '{name}'" in str(failure.value)
    assert f"keep_anyway='{name}'" in str(failure.value)
    check(frame, keep_anyway=(name,))


PASSING = {
    "a few wards": spread(["north", "south", "west"]),
    "numbers of few digits": spread(list(range(30))),
    "days of one year": spread(
        [dt.date(2025, 1, 1) + dt.timedelta(days=n) for n in range(30)]
    ),
    "one value": ["a"] * ROWS,
    "some missing": spread(["a", None]),
    "nothing": [None] * ROWS,
}


@pytest.mark.parametrize("values", PASSING.values(), ids=PASSING)
def test_values_that_many_rows_share_pass(values):
    check(table_with("ward", values))


def test_no_value_is_quoted():
    secret = "xyzzy-secret-"
    with pytest.raises(RoleError) as failure:
        check(table_with("note", [f"{secret}{row}" for row in range(ROWS)]))
    assert secret not in str(failure.value)


def test_a_column_that_determines_a_sensitive_one_is_refused():
    drugs = {"flu": "a", "gout": "b", "cold": "a", "hiv": "c"}
    frame = table_with("drug", [drugs[ill] for ill in ILL * 60])
    with pytest.raises(RoleError, match="tells 'ill' for certain in 120 of 240 rows"):
        check(frame)
    check(frame, keep_anyway=("drug",))


def test_a_rare_value_that_tells_for_certain_is_refused():
    """Twelve of sixty with hiv have the drug, nobody else: by chance 0.25 ** 12."""
    with_drug = [
        "azt" if ill == "hiv" and row < 48 else "none"
        for row, ill in enumerate(ILL * 60)
    ]
    with pytest.raises(RoleError, match="for certain in 12 of 240 rows"):
        check(table_with("drug", with_drug))


def test_a_column_that_predicts_a_sensitive_one_is_refused():
    """Right in four of five rows, instead of one in four."""
    guess = [
        ill if row % 20 >= 4 else ILL[(row + 1) % 4] for row, ill in enumerate(ILL * 60)
    ]
    with pytest.raises(RoleError, match="guesses right in 80% of the rows, instead of"):
        check(table_with("unit", guess))


def test_numbers_that_predict_numbers_are_refused():
    pay = [float(1000 + 17 * row) for row in range(ROWS // 2)] * 2
    frame = pd.DataFrame({"zip": ["1"] * ROWS, "tax": [p / 4 for p in pay], "ill": pay})
    with pytest.raises(RoleError, match="tells 'ill'"):
        check(frame)


def test_chance_alone_is_no_association():
    """Every pair equally often: V is 0; the same value twice: V is 1."""
    pairs = np.array([[5 for _ in range(3)] for _ in range(4)])
    assert cramers_v(pairs) == 0
    assert cramers_v(np.diag([400, 400, 400])) == pytest.approx(1, abs=1e-9)
    few = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 0]])  # six rows tell nothing
    assert cramers_v(few) == 0


@pytest.mark.parametrize("as_file", [False, True])
def test_a_policy_that_drops_rows_is_no_hindrance(as_file, tmp_path):
    rows = [
        (ward, ill) for ward, ill in product(["n", "s"], [*ILL, None]) for _ in "ab"
    ]
    frame = pd.DataFrame(rows, columns=["ward", "ill"])
    frame.insert(0, "zip", "1")
    roles = Roles((), ("zip",), ("ill",), ("ward",))
    frame.to_csv(tmp_path / "t.csv", index=False)
    source = tmp_path / "t.csv" if as_file else frame
    table = TableInput.of(source, missing="drop")
    table = TableInput(source, roles, table.missing)
    with table.open(("zip", "ward", "ill")) as opened:
        check_kept(opened, opened.count().sensitive)
