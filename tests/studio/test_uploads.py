# SPDX-License-Identifier: Apache-2.0
"""Uploads are bounded, checked, whole or not there."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from diversa.errors import SourceError
from diversa.studio.storage import Storage
from diversa.studio.uploads import TooLargeError


@pytest.fixture
def storage(tmp_path):
    made = Storage(tmp_path / "studio")
    made.make_project("p1")
    return made


def test_an_upload_ends_where_it_is_too_large(storage):
    taken = []

    def endless():
        while True:
            taken.append(1)
            yield b"x" * 10

    with pytest.raises(TooLargeError, match="at most 95 bytes"):
        storage.upload("p1", "a.csv", endless(), limit=95)
    assert len(taken) == 10
    assert list(storage.source("p1").iterdir()) == []


@pytest.mark.parametrize("kind", ["gzip", "zstd", "parquet"])
def test_an_upload_counts_unpacked(storage, tmp_path, kind):
    path, ending = tmp_path / "table", "parquet" if kind == "parquet" else "csv"
    if kind == "parquet":
        pq.write_table(pa.table({"a": ["x"] * 50_000}), path)
    else:
        with pa.output_stream(str(path), compression=kind) as stream:
            stream.write(b"a,b\n" + b"1,2\n" * 12_000)
    content = path.read_bytes()
    assert len(content) < 10_000
    with pytest.raises(TooLargeError, match="at most 40,000 bytes unpacked"):
        storage.upload("p1", f"t.{ending}", [content], limit=40_000)
    assert list(storage.source("p1").iterdir()) == []
    storage.upload("p1", f"t.{ending}", [content], limit=60_000)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("table.exe", b"MZ"),
        ("table", b"a,b\n"),
        ("table.csv", b""),
        ("table.csv", b"PAR1rest"),
        ("table.parquet", b"a,b\n1,2\n"),
        ("table.csv", b"PK\x03\x04rest of a zip"),
    ],
)
def test_a_file_must_be_what_its_name_says(storage, name, content):
    with pytest.raises(SourceError):
        storage.upload("p1", name, [content] if content else [], limit=100)
    assert list(storage.source("p1").iterdir()) == []
