# SPDX-License-Identifier: Apache-2.0
"""Compressed files: unpacked where temporary files go, and gone after that."""

from __future__ import annotations

import gzip
from pathlib import Path

import pyarrow as pa
import pytest

from diversa.data.read_options import ReadOptions
from diversa.engines import compression
from diversa.engines.compression import inner_name, packing_of, unpack
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.unpacking import unpacking_limit
from diversa.errors import SourceError

TEXT = "name;ill\nJosé;flu\nBob;asthma\n"


def packed(path, content):
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(content))
    else:
        with pa.output_stream(str(path), compression="zstd") as stream:
            stream.write(content)
    return path


@pytest.mark.parametrize("name", ["t.csv.gz", "t.csv.zst", "t.gz", "T.TSV.GZ"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_compressed_file_is_read_like_any_other(tmp_path, name, encoding):
    path = packed(tmp_path / name.replace("GZ", "gz"), TEXT.encode(encoding))
    with DuckDBEngine() as engine:
        table = engine.open(path)
        assert table.columns == ("name", "ill")
        assert engine.values(table, "name").texts == ("Bob", "José")
        assert not list(engine.session.folder.rglob("*.csv"))


def test_records_may_be_compressed_too(tmp_path):
    path = packed(tmp_path / "t.json.gz", b'[{"a": "1", "b": "2"}]')
    with DuckDBEngine() as engine:
        assert engine.open(path).columns == ("a", "b")


def test_messages_name_the_file_and_not_its_copy(tmp_path):
    path = packed(tmp_path / "t.csv.gz", b"a,b\n1\n")
    with DuckDBEngine() as engine, pytest.raises(SourceError, match="line 2") as error:
        engine.open(path, options=ReadOptions(header=True))
    assert str(error.value).startswith(f"{path}, line 2")


def test_a_damaged_file_is_refused(tmp_path):
    for suffix in (".gz", ".zst"):
        path = packed(tmp_path / f"t.csv{suffix}", TEXT.encode() * 100)
        path.write_bytes(path.read_bytes()[:-9])
        with pytest.raises(SourceError, match="got one that is damaged"):
            unpack(path, tmp_path / "t.csv", suffix, unpacking_limit(path, None))


def test_zstd_needs_a_library(tmp_path, monkeypatch):
    monkeypatch.setattr(compression, "ZSTD", {"no_such_library": None})
    path = packed(tmp_path / "t.csv.zst", TEXT.encode())
    with pytest.raises(SourceError, match="install the extra arrow"):
        unpack(path, tmp_path / "t.csv", ".zst", unpacking_limit(path, None))


def test_names():
    assert inner_name(Path("a/t.CSV.GZ")) == "t.CSV"
    assert inner_name(Path("t.csv")) == "t.csv"
    assert packing_of(b"") == ""
