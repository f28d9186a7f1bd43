# SPDX-License-Identifier: Apache-2.0
"""Small files that unpack to very much are refused, and nothing of them is left."""

from __future__ import annotations

import gzip
import shutil
import zipfile
from collections import namedtuple
from pathlib import Path

import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat
import pytest

import diversa
from diversa.data.read_options import ReadOptions
from diversa.engines import unpacking
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.unpacking import inner_name, packing_of, unpack, unpacking_limit
from diversa.errors import SourceError

ROWS = 200_000
LONG = "x" * 10_000


def gzipped(path):
    path.write_bytes(gzip.compress(b"a,b\n" + b"1,2\n" * ROWS))


def zstandard(path):
    with pa.output_stream(str(path), compression="zstd") as stream:
        stream.write(b"a,b\n" + b"1,2\n" * ROWS)


def records(path):
    path.write_bytes(gzip.compress(b'{"a": "1"}\n' * ROWS))


def workbook(path):
    book = openpyxl.Workbook()
    for row in range(300):
        book.active.append([f"c{column}" if not row else "1" for column in range(50)])
    book.save(path)


def far_cells(path):
    """Few cells, each at the right end of its row: a sheet is written with the rest."""
    book = openpyxl.Workbook()
    for row in range(1, 300):
        book.active.cell(row, 500, f"x{row % 2}")
    book.save(path)


def runs(path):
    """A run of equal values, which takes no more bytes than one of them."""
    table = pa.table({"a": pa.array(["x"] * ROWS).dictionary_encode()})
    pq.write_table(table, path)


def pages(path):
    """Values that are no runs, in compressed pages."""
    table = pa.table({"a": [f"{LONG}{row % 3}" for row in range(300)]})
    pq.write_table(table, path, compression="zstd", use_dictionary=False)


def compressed_spss(path):
    frame = pd.DataFrame({"a": [1.0] * ROWS})
    pyreadstat.write_sav(frame, str(path), compress=True)


BOMBS = {
    "t.csv.gz": gzipped,
    "t.csv.zst": zstandard,
    "t.jsonl.gz": records,
    "few.xlsx": workbook,
    "far.xlsx": far_cells,
    "runs.parquet": runs,
    "pages.parquet": pages,
    "t.zsav": compressed_spss,
}
"""Files that unpack to more than 100 kB, most of them far smaller."""


@pytest.fixture(params=BOMBS)
def bomb(request, tmp_path):
    path = tmp_path / request.param
    BOMBS[request.param](path)
    return path


def left(engine):
    """What is in the temporary folder of an engine, but for its lock."""
    return [path for path in engine.session.folder.iterdir() if path.name != "lock"]


def test_what_unpacks_to_too_much_is_refused_and_leaves_nothing(bomb):
    options = ReadOptions(most_unpacked="100KB")
    with DuckDBEngine() as engine:
        with pytest.raises(SourceError, match="must unpack to at most 100KB") as error:
            engine.open(bomb, options=options)
        assert str(error.value).startswith(f"{bomb}: must unpack")
        assert left(engine) == []


def test_an_honest_file_is_read_and_the_limit_can_be_raised(bomb):
    with DuckDBEngine() as engine:
        assert engine.open(bomb).rows
        assert engine.open(bomb, options=ReadOptions(most_unpacked="50GB")).rows


def test_the_default_is_a_multiple_of_the_size(bomb, monkeypatch):
    monkeypatch.setattr(unpacking, "HARMLESS", 1_000)
    monkeypatch.setattr(unpacking, "RATIO", 2)
    with DuckDBEngine() as engine, pytest.raises(SourceError, match="most_unpacked='"):
        engine.open(bomb)


def test_a_small_file_may_pack_well_and_a_large_one_not(tmp_path):
    small, large = tmp_path / "small", tmp_path / "large"
    small.write_bytes(b"x")
    with large.open("wb") as file:
        file.truncate(2 * 10**9)
    assert unpacking.size_limit(small, None).most == 10**9
    assert unpacking.size_limit(large, None).most == 2 * 10**11


def test_no_more_is_unpacked_than_there_is_space(tmp_path, monkeypatch):
    gzipped(tmp_path / "t.csv.gz")
    usage = namedtuple("usage", "total used free")  # noqa: PYI024 - as shutil has it
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**6, 9 * 10**5, 10**5))
    options = ReadOptions(most_unpacked="1TB")
    with DuckDBEngine() as engine:
        with pytest.raises(SourceError, match=r"90KB \(free in the temporary folder\)"):
            engine.open(tmp_path / "t.csv.gz", options=options)
        assert left(engine) == []


def test_no_more_is_unpacked_than_there_is_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(unpacking, "free_memory", lambda: 10**5)
    for name in ("few.xlsx", "t.zsav"):
        BOMBS[name](tmp_path / name)
        with (
            DuckDBEngine() as engine,
            pytest.raises(SourceError, match=r"90KB \(free in memory\)"),
        ):
            engine.open(tmp_path / name)
    monkeypatch.setattr(unpacking, "free_memory", lambda: None)
    assert unpacking_limit(tmp_path / "t.zsav", None).most == 10**9


def test_entries_of_a_workbook_count_whether_or_not_they_are_read(tmp_path):
    path = tmp_path / "t.xlsx"
    workbook(path)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as parts:
        for number in range(20):
            parts.writestr(f"more/{number}.xml", b" " * 100_000)
    with DuckDBEngine() as engine, pytest.raises(SourceError, match="at most 2MB"):
        engine.open(path, options=ReadOptions(most_unpacked="2MB"))


def test_a_population_is_bounded_as_well(tmp_path):
    gzipped(tmp_path / "people.csv.gz")
    (tmp_path / "t.csv").write_text("a,b\n1,2\n1,2\n")
    with pytest.raises(SourceError, match=r"people.csv.gz: must unpack to at most"):
        diversa.anonymize(
            tmp_path / "t.csv",
            quasi_identifiers="a",
            models="delta-presence:low=0,high=1",
            population=tmp_path / "people.csv.gz",
            reading=ReadOptions(most_unpacked="100KB"),
            out=tmp_path / "release",
        )
    assert not (tmp_path / "release").exists()


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
    monkeypatch.setattr(unpacking, "ZSTD", {"no_such_library": None})
    path = packed(tmp_path / "t.csv.zst", TEXT.encode())
    with pytest.raises(SourceError, match="install the extra arrow"):
        unpack(path, tmp_path / "t.csv", ".zst", unpacking_limit(path, None))


def test_names():
    assert inner_name(Path("a/t.CSV.GZ")) == "t.CSV"
    assert inner_name(Path("t.csv")) == "t.csv"
    assert packing_of(b"") == ""
