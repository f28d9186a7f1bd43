# SPDX-License-Identifier: Apache-2.0
"""What a source is, said once: files, or a frame."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from diversa.engines.source_files import locate
from diversa.engines.sources import SourceKind, source_of
from diversa.errors import SourceError

TABLE = pa.table({"a": [1]})


class NamedPath:
    """A path as other libraries have it."""

    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return str(self.path)


class OwnFrame(pd.DataFrame):
    """A frame of a library that builds on pandas."""


@pytest.mark.parametrize(
    ("source", "library"),
    [
        (pd.DataFrame({"a": [1]}), "pandas"),
        (OwnFrame({"a": [1]}), "pandas"),
        (pl.DataFrame({"a": [1]}), "polars"),
        (pl.LazyFrame({"a": [1]}), "polars"),
        (TABLE, "pyarrow"),
    ],
)
def test_a_frame(source, library):
    asked = source_of(source)
    assert (asked.kind, asked.library) == (SourceKind.FRAME, library)
    assert (asked.path, asked.file, asked.name) == (None, None, "")
    assert asked.format == "csv"
    assert not asked.holds("manifest.json")


def test_a_lazy_frame_is_not_computed_to_be_recognized():
    def fail(frame):
        raise AssertionError(f"computed {frame}")

    source = pl.LazyFrame({"a": [1]}).map_batches(fail)
    assert source_of(source).library == "polars"


@pytest.mark.parametrize("source", [5, None, b"t.csv", [("a", 1)], ("a", [])])
def test_anything_else_is_for_an_engine_that_knows_it(source):
    asked = source_of(source)
    assert (asked.kind, asked.path, asked.library) == (SourceKind.OTHER, None, None)
    with pytest.raises(SourceError, match="must be a path, a pandas or Polars frame"):
        locate(source)


@pytest.mark.parametrize("make", [str, Path, NamedPath])
def test_a_path_in_any_form(tmp_path, make):
    path = tmp_path / "t.csv"
    path.write_text("a\n1\n")
    asked = source_of(make(path))
    assert (asked.kind, asked.path, asked.file) == (SourceKind.FILES, path, path)
    assert locate(make(path)).paths == (path,)
    folder = source_of(make(tmp_path))
    assert (folder.path, folder.file) == (tmp_path, None)
    assert folder.holds("t.csv")
    assert not folder.holds("u.csv")


def test_parquet_stays_parquet(tmp_path):
    (tmp_path / "year=2025").mkdir()
    assert source_of(tmp_path).format == "csv"
    pq.write_table(TABLE, tmp_path / "year=2025" / "part.PQ")
    names = ["t.parquet", "t.PARQ", "*.pq", "t.csv", "t.json", "t"]
    formats = [source_of(name).format for name in names]
    assert formats == ["parquet"] * 3 + ["csv"] * 3
    assert source_of(tmp_path).format == "parquet"
