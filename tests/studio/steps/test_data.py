# SPDX-License-Identifier: Apache-2.0
"""Columns are described by counting them: held against pandas."""

from __future__ import annotations

import pandas as pd
import pytest

from diversa import make_plan, suggest
from diversa.data.dictionary import Dictionary
from diversa.data.examples import hospital, write_csv
from diversa.studio.steps.data import (
    BINS,
    MOST_BARS,
    ValueBar,
    bars_of,
    describe_columns,
    kind_of,
    single_out,
)


@pytest.fixture(scope="module")
def described(tmp_path_factory):
    path = write_csv(hospital(rows=300), tmp_path_factory.mktemp("data") / "t.csv")
    plan = make_plan(quasi_identifiers=["zip", "born"], sensitive="condition")
    guesses = suggest(path).guesses
    return describe_columns(path, plan, guesses), pd.read_csv(path, dtype=str), guesses


def test_every_column_is_counted(described):
    columns, frame, guesses = described
    assert {column.rows for column in columns} == {300}
    assert [column.name for column in columns] == list(frame.columns)
    for column in columns:
        counts = frame[column.name].value_counts()
        assert column.distinct == len(counts)
        assert column.missing == frame[column.name].isna().sum()
        assert column.alone == (counts == 1).sum()
        assert sum(bar.rows for bar in column.bars) == 300
        pairs = sum(n * (300 - n) for n in counts)
        assert column.separation == pytest.approx(pairs / (300 * 299))
        assert column.suggested == guesses[column.name].role
        assert column.reason == guesses[column.name].reason


def test_roles_and_kinds(described):
    columns = {column.name: column for column in described[0]}
    assert columns["zip"].role == "quasi_identifiers"
    assert columns["condition"].role == "sensitive"
    assert columns["sex"].role == "other"
    kinds = {name: column.kind for name, column in columns.items()}
    assert kinds["zip"] == "code"
    assert kinds["born"] == "number"
    assert kinds["admitted"] == "date"
    assert kinds["condition"] == "text"


def test_numbers_are_shown_in_ranges():
    ages = Dictionary.build("age", range(100), [2] * 100, kind="number")
    bars = list(bars_of(ages, "number"))
    assert len(bars) <= BINS + 1
    assert bars[0] == ValueBar("0–5", 10)
    assert sum(bar.rows for bar in bars) == 200


def test_few_values_are_shown_each_for_itself():
    sexes = Dictionary.build("sex", ["f", "m", None], [3, 5, 1])
    assert list(bars_of(sexes, "text")) == [
        ValueBar("m", 5),
        ValueBar("f", 3),
        ValueBar("(missing)", 1),
    ]


def test_rare_values_are_shown_together():
    jobs = Dictionary.build("job", [f"job {n}" for n in range(50)], range(1, 51))
    bars = list(bars_of(jobs, "text"))
    assert len(bars) == MOST_BARS
    assert bars[0] == ValueBar("job 49", 50)
    assert bars[-1] == ValueBar("(39 other values)", sum(range(1, 40)))


@pytest.mark.parametrize(("step", "first"), [(1, "2020-01"), (400, "1900–1903")])
def test_dates_are_shown_by_month_or_year(step, first):
    """60 different years are too many: four of them are one bar."""
    begin = "2020-01-01" if step == 1 else "1900-01-01"
    days = pd.date_range(begin, periods=60, freq=f"{step}D").strftime("%Y-%m-%d")
    dates = Dictionary.build("day", list(days), [1] * 60, kind="date")
    bars = list(bars_of(dates, kind_of(dates)))
    assert sum(bar.rows for bar in bars) == 60
    assert len(bars) <= 2 * BINS
    assert bars[0].label == first


def test_how_much_columns_single_out_together(table, patients):
    names = ["zip", "born", "sex"]
    together = single_out(table)
    sizes = patients.groupby(names).size()
    assert together.alone == (sizes == 1).sum()
    assert together.distinction == len(sizes) / 200
    for name in names:
        others = [other for other in names if other != name]
        assert together.without[name] == patients.groupby(others).ngroups / 200
