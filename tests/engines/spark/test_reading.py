# SPDX-License-Identifier: Apache-2.0
"""Sources of Spark: frames, tables of the catalog, files that the executors read."""

from __future__ import annotations

import gzip

import pytest
from pyspark.sql import functions

from diversa.data.cluster_table import ClusterTable
from diversa.data.read_options import ReadOptions
from diversa.engines.source_files import locate
from diversa.engines.spark import reading
from diversa.errors import InputError, SourceError

pytestmark = pytest.mark.spark

ROWS = [("01", "a,b", None), ("02", "l\nm", "x"), ("01", 'say "x"', "y")]


@pytest.fixture
def large(monkeypatch):
    """Every file counts as large."""
    monkeypatch.setattr(reading, "SMALL", 0)


@pytest.fixture
def text_file(tmp_path):
    """A file with a field that goes over two lines."""
    file = tmp_path / "people.csv"
    lines = ['zip,"my ill",more', '01,"a,b",', '02,"l\nm",x', '01,"say ""x""",y']
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


@pytest.mark.usefixtures("large")
def test_a_packed_file_is_read_beside_the_driver(tmp_path, text_file):
    packed = tmp_path / "people.csv.gz"
    packed.write_bytes(gzip.compress(text_file.read_bytes()))
    assert reading.is_for_executors(locate(text_file), ReadOptions())
    assert not reading.is_for_executors(locate(packed), ReadOptions())


def rows_of(engine, table):
    frame = engine.fetch(table, like="pyarrow")
    return sorted(map(tuple, frame.to_pandas().itertuples(index=False)), key=str)


def test_a_frame_is_read_where_it_is(engine, people):
    table = engine.open(people, columns=["zip", "age"])
    assert table.columns == ("name", "zip", "age", "ill")
    assert table.types == ("", "string", "int", "")
    assert (table.rows, table.source) == (12, "spark")


def test_a_frame_with_random_values_is_refused(engine, people):
    random = people.withColumn("more", functions.rand())
    with pytest.raises(SourceError, match="same rows whenever it is read"):
        engine.open(random)


def test_a_frame_without_rows_or_with_a_name_twice_is_refused(engine, people):
    with pytest.raises(SourceError, match="must have rows"):
        engine.open(people.where("age > 100"))
    with pytest.raises(SourceError, match="must differ"):
        engine.open(people.selectExpr("zip", "age AS ZIP"))


def test_a_table_of_the_catalog(engine, people, spark):
    spark.sql("CREATE SCHEMA IF NOT EXISTS clinic")
    people.write.mode("overwrite").saveAsTable("clinic.people")
    try:
        assert engine.open("clinic.people").rows == 12
        assert engine.open("spark:clinic.people").rows == 12
        with pytest.raises(InputError, match="no such table"):
            engine.open("spark:clinic.peple")
        with pytest.raises(SourceError, match="no such file"):
            engine.open("clinic.peple")
    finally:
        spark.sql("DROP SCHEMA clinic CASCADE")


@pytest.mark.usefixtures("large")
def test_a_large_text_file_is_read_by_the_executors(engine, text_file):
    read = engine.open(text_file)
    assert read.columns == ("zip", "my ill", "more")
    assert read.types == ("string",) * 3
    assert read.source == "csv"
    assert "embedded" not in vars(engine)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "SMALL", 1 << 30)
        other = engine.open(text_file)
    assert rows_of(engine, read) == rows_of(engine, other)


@pytest.mark.usefixtures("large")
def test_what_spark_cannot_tell_is_read_beside_the_driver(engine, tmp_path):
    file = tmp_path / "people.csv"
    file.write_bytes("zip,ort\n01,Zürich\nNA,x\n".encode("latin-1"))
    table = engine.open(file, options=ReadOptions(encoding="latin-1"))
    assert engine.values(table, "ort").values.tolist() == ["Zürich", "x"]


@pytest.mark.usefixtures("large")
def test_lines_of_different_lengths_are_refused(engine, tmp_path):
    file = tmp_path / "people.csv"
    file.write_text("zip,ill\n01,canary\n01,canary,x\n", encoding="utf-8")
    with pytest.raises(SourceError, match="as many fields") as error:
        engine.open(file)
    assert "canary" not in str(error.value)


@pytest.mark.usefixtures("large")
def test_large_parquet_files_and_folders_of_them(engine, people, tmp_path):
    folder = tmp_path / "people"
    people.write.partitionBy("zip").parquet(folder.as_uri())
    for source in (folder, folder.as_uri(), ClusterTable(folder.as_uri())):
        table = engine.open(source)
        assert table.rows == 12
        assert engine.values(table, "zip").values.tolist() == ["03050", "03051"]


def test_text_files_by_their_address(engine, text_file):
    table = engine.open(text_file.as_uri())
    assert engine.values(table, "my ill").values.tolist() == [
        "a,b",
        "l\nm",
        'say "x"',
    ]
    with pytest.raises(InputError, match="no such file"):
        engine.open("file:///nowhere/people.parquet")


def test_a_table_of_spark_has_no_order(engine, people):
    with pytest.raises(SourceError, match="no order to keep"):
        engine.open(people, ordered=True)
