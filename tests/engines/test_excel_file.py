# SPDX-License-Identifier: Apache-2.0
"""Sheets of workbooks, read as if they were saved as CSV."""

from __future__ import annotations

import datetime as dt
import sys
import zipfile

import openpyxl
import pytest

import diversa
from diversa.data.read_options import ReadOptions
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.excel_file import texts, without_blank_rows, write_sheet
from diversa.engines.unpacking import UnpackingLimit
from diversa.errors import SourceError

LIMIT = UnpackingLimit(10**6, SourceError("too large"))

ROWS = [
    [None, None, None, None],
    ["name", "zip", "age", "born"],
    ["José", "01305", 28, dt.datetime(1996, 3, 1)],
    ["Bob", "01306", 29.5, dt.datetime(1995, 3, 1, 10, 30)],
    [None, None, None, None],
    ["Cleo", None, 28.0, None],
]


@pytest.fixture
def workbook(tmp_path):
    book = openpyxl.Workbook()
    for row in ROWS:
        book.active.append(row)
    second = book.create_sheet("Other")
    second.append(["x"])
    second.append([1])
    book.save(tmp_path / "t.xlsx")
    return tmp_path / "t.xlsx"


def test_the_first_sheet_is_a_table(workbook):
    with DuckDBEngine() as engine:
        table = engine.open(workbook)
        assert (table.columns, table.rows) == (("name", "zip", "age", "born"), 3)
        assert engine.values(table, "zip").texts == ("01305", "01306")
        assert engine.values(table, "zip").missing_code is not None
        assert engine.values(table, "age").texts == ("28", "29.5")
        assert engine.values(table, "born").texts == (
            "1995-03-01 10:30:00",
            "1996-03-01",
        )
        assert not list(engine.session.folder.rglob("*.csv"))


def test_another_sheet_is_named(workbook):
    with DuckDBEngine() as engine:
        table = engine.open(workbook, options=ReadOptions(sheet="Other"))
        assert table.columns == ("x",)
        with pytest.raises(SourceError, match="did you mean 'Other'") as error:
            engine.open(workbook, options=ReadOptions(sheet="Othr"))
        assert str(error.value).startswith(f"{workbook}: sheet must be one")


def test_the_whole_way(workbook, tmp_path):
    release = diversa.anonymize(
        workbook,
        quasi_identifiers=["zip", "age"],
        identifiers="name",
        models="k-anonymity:3",
        out=tmp_path / "release",
        evidence=False,
    )
    assert release.rows_out == 3
    assert (tmp_path / "release" / "release.csv").is_file()


@pytest.mark.parametrize("content", [b"PK\x03\x04 and so on", b"a,b\n1,2\n"])
def test_what_is_no_workbook_is_refused(tmp_path, content):
    (tmp_path / "t.xlsx").write_bytes(content)
    with pytest.raises(SourceError, match="must be an Excel workbook"):
        write_sheet(tmp_path / "t.xlsx", None, tmp_path / "t.csv", LIMIT)


def test_it_is_said_which_package_is_needed(workbook, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(SourceError, match="install the extra excel"):
        write_sheet(workbook, None, tmp_path / "t.csv", LIMIT)


def test_cells_and_rows():
    assert texts([dt.time(10, 30), 1e300, -0.0, ""])[::3] == ["10:30:00", ""]
    assert list(without_blank_rows([("a", None, "b"), ("x",)])) == [
        ["a", None, "b"],
        ["x", None, None],
    ]


def rewritten(path, part, change):
    """Change a part of a workbook."""
    with zipfile.ZipFile(path) as before:
        parts = {name: before.read(name) for name in before.namelist()}
    parts[part] = change(parts[part])
    with zipfile.ZipFile(path, "w") as after:
        for name, content in parts.items():
            after.writestr(name, content)


def test_a_row_with_a_number_that_no_sheet_has_is_refused(workbook):
    rewritten(
        workbook,
        "xl/worksheets/sheet1.xml",
        lambda xml: xml.replace(b'r="6"', b'r="2000000000"').replace(
            b"dimension", b"anything"
        ),
    )
    with DuckDBEngine() as engine, pytest.raises(SourceError, match="1,048,576 rows"):
        engine.open(workbook)


@pytest.mark.parametrize(
    "change",
    [
        lambda xml: xml[:-20],
        lambda xml: xml.replace(b"</sheetData>", b""),
        lambda xml: xml.replace(b't="n"><v>28', b't="s"><v>28'),
    ],
)
def test_a_damaged_part_is_refused(workbook, change):
    rewritten(workbook, "xl/worksheets/sheet1.xml", change)
    with DuckDBEngine() as engine, pytest.raises(SourceError, match="damaged"):
        engine.open(workbook)
