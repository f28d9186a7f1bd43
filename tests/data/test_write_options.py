# SPDX-License-Identifier: Apache-2.0
"""Cells that a spreadsheet would run: written with an apostrophe, read without it."""

from __future__ import annotations

import csv

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.data.read_options import ReadOptions
from diversa.data.write_options import WriteOptions, with_apostrophe, without_apostrophe
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.errors import TargetError
from diversa.record.record import Record
from examples import examples

RUN = ["=1+1", "+cmd|x", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''@x", "=-5"]
LEFT = ["-5", "+3.5", "-1,5", "1e5", "-1e-5", "flu", "'tis", "", " =1", "*", "[1-2]"]


@pytest.mark.parametrize("text", RUN)
def test_what_a_spreadsheet_would_run_begins_with_an_apostrophe(text):
    assert with_apostrophe(text) == f"'{text}"


@pytest.mark.parametrize("text", LEFT)
def test_all_else_is_left_as_it_is(text):
    assert with_apostrophe(text) == text


@examples(200)
@given(text=st.text(st.sampled_from("'=+-@\t\r1.,e a"), max_size=5))
def test_what_is_written_is_read_as_it_was(text):
    assert without_apostrophe(with_apostrophe(text)) == text
    assert with_apostrophe(text)[:1] not in set("=@\t\r")


def test_an_engine_writes_and_reads_the_same(tmp_path):
    """The rows of DuckDB are those of `with_apostrophe`, and come back."""
    frame = pd.DataFrame({"=name": [*RUN, *LEFT], "n": [-5] * len(RUN + LEFT)})
    with DuckDBEngine() as engine:
        engine.write(engine.open(frame), tmp_path / "t.csv", spreadsheet_safe=True)
        options = ReadOptions(delimiter=",", quoted_missing=False, apostrophes=True)
        table = engine.open(tmp_path / "t.csv", options=options)
        values = engine.values(table, "=name")
    with (tmp_path / "t.csv").open(newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["'=name", "n"]
    assert sorted(row[0] for row in rows) == sorted(map(with_apostrophe, [*RUN, *LEFT]))
    assert {row[1] for row in rows} == {"-5"}
    assert sorted(values.texts) == sorted([*RUN, *LEFT])


TABLE = pd.DataFrame(
    {"zip": ["1", "1", "2", "2"] * 2, "ill": ["=flu", "@cold", "+x", "-y"] * 2}
)
ROLES = {"quasi_identifiers": "zip", "sensitive": "ill"}


@pytest.mark.parametrize("method", ["full-domain", "mondrian", "anatomy"])
def test_a_release_that_is_safe_for_spreadsheets_is_audited_like_any_other(
    tmp_path, method
):
    release = diversa.anonymize(
        TABLE,
        **ROLES,
        models="distinct-l-diversity:2",
        method=method,
        spreadsheet_safe=True,
        out=tmp_path / "release",
    )
    cells = {
        cell
        for path in (tmp_path / "release").glob("*.csv")
        for row in csv.reader(path.read_text().splitlines())
        for cell in row
    }
    assert {"'=flu", "'@cold", "'+x", "'-y"} <= cells
    assert not any(cell[:1] in set("=+@\t\r") for cell in cells)
    assert Record.read(tmp_path / "release").spreadsheet_safe
    audit = diversa.audit_release(tmp_path / "release")
    assert audit.holds, audit.problems
    assert audit.audit.levels == release.audit.levels
    attack = diversa.attack(tmp_path / "release")
    assert attack.to_json() is not None


def test_other_releases_say_nothing_of_spreadsheets(tmp_path):
    words = {**ROLES, "models": "distinct-l-diversity:2"}
    diversa.anonymize(TABLE, **words, out=tmp_path / "plain")
    assert not Record.read(tmp_path / "plain").spreadsheet_safe
    assert "spreadsheet" not in (tmp_path / "plain" / "manifest.json").read_text()
    assert "=flu" in (tmp_path / "plain" / "release.csv").read_text()


def test_parquet_is_not_made_safe_for_spreadsheets(tmp_path):
    words = {**ROLES, "models": "distinct-l-diversity:2", "spreadsheet_safe": True}
    with pytest.raises(TargetError, match="must come with the format csv"):
        diversa.anonymize(TABLE, **words, out=tmp_path / "p", format="parquet")
    assert not (tmp_path / "p").exists()


def test_a_series_can_be_safe_for_spreadsheets(tmp_path):
    people = TABLE.assign(who=[f"p{number}" for number in range(len(TABLE))])
    diversa.republish(
        people,
        **ROLES,
        key="who",
        models="m-invariance:2",
        spreadsheet_safe=True,
        register=tmp_path / "register.json",
        first=True,
        out=tmp_path / "release",
    )
    assert "'=flu" in (tmp_path / "release" / "release.csv").read_text()
    assert diversa.audit_release(tmp_path / "release").holds


def test_by_default_nothing_is_put_before_a_value():
    assert not WriteOptions().spreadsheet_safe
