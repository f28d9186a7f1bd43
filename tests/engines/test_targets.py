# SPDX-License-Identifier: Apache-2.0
"""What a table may be written to or handed out as."""

from __future__ import annotations

from pathlib import Path

import pytest

from diversa.engines.table import Table
from diversa.engines.targets import FORMATS, SUFFIXES, file_format, frame_library
from diversa.errors import InputError, TargetError


def test_the_suffix_decides_the_format(tmp_path):
    formats = {
        suffix: file_format(tmp_path / f"t{suffix.upper()}") for suffix in SUFFIXES
    }
    assert formats == SUFFIXES
    assert set(formats.values()) == set(FORMATS)


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("out.xlsx", "must end in one of .csv, .tsv, .txt, .parquet, .parq, .pq, got"),
        ("out", "got ''"),
        ("no/out.csv", "there is no folder"),
    ],
)
def test_what_cannot_be_written_is_refused(tmp_path, target, message):
    with pytest.raises(TargetError, match=message):
        file_format(tmp_path / target)


def test_a_frame_is_like_its_source_unless_asked():
    table = Table("t", ("a",), 1, "polars")
    assert frame_library(table, None, keep_order=False) == "polars"
    assert frame_library(table, "pandas", keep_order=False) == "pandas"
    with pytest.raises(InputError, match="got 'excel'"):
        frame_library(table, "excel", keep_order=False)


def test_an_order_that_nobody_knows_cannot_be_kept():
    for ordered in (True, False):
        table = Table("t", ("a",), 1, "csv", ordered=ordered)
        if ordered:
            assert frame_library(table, "pandas", keep_order=True) == "pandas"
            continue
        with pytest.raises(InputError, match="open the file with ordered=True"):
            frame_library(table, "pandas", keep_order=True)


def test_the_folder_of_a_bare_name_is_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert file_format(Path("t.csv")) == "csv"
