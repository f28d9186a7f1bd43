# SPDX-License-Identifier: Apache-2.0
"""The same rows give the same release, whatever source they are in.

Values, missing ones and texts that mean missing are drawn with how they are to be read.
CSV is what the others are compared with: of a text file it is plain what a text means.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.data.read_options import ReadOptions
from diversa.errors import NoSolutionError
from examples import examples
from table_sources import csv_text

TEXTS = ("?", "NA", "99")
"""Texts that may mean missing; one of them is a number, too."""

HIERARCHIES = {
    "zip": "masking",
    "age": [10, 50],
    "pay": [1000],
    "day": "dates",
}
KINDS = {"age": "number", "pay": "number", "day": "date"}


@pytest.fixture(scope="module")
def no_pages():
    """Nobody looks at the reports of these releases."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("diversa.release.publish.report_page", lambda *_, **__: "")
        yield


@st.composite
def readings(draw):
    """How a source is read, by what every source has a use for."""
    words = {
        "missing": st.lists(st.sampled_from(("", *TEXTS)), min_size=1, unique=True),
        "decimal": st.sampled_from(("auto", ".", ",")),
        "dates": st.sampled_from(("auto", "day-first", "month-first")),
    }
    given_words = draw(st.sets(st.sampled_from(sorted(words))))
    return ReadOptions(**{name: draw(words[name]) for name in sorted(given_words)})


@st.composite
def tables(draw, reading):
    """Columns of texts, and one of numbers; an empty text only where it is missing."""
    empty = ("",) if "missing" in reading.explicit and "" in reading.missing else ()
    none = (None,) if reading.missing else ()
    loose = (*empty, *none, *TEXTS)
    read = [text for text in reading.missing if text]
    columns = {
        "zip": ("01", "02", "11", *loose),
        "age": (21, 29, 35, 99, *none),
        "pay": ("1.200", "2.500", "99", *none, *read),
        "day": ("03/04/2020", "05/06/2021", "02/03/2020", *none),
        "ill": ("flu", "cold", *loose),
    }
    # Without a word on it, these days would be refused: they may mean two things.
    days = () if reading.dates == "auto" else ("day",)
    known = draw(st.sampled_from(("age", "pay", *days)))
    rows = draw(st.integers(6, 12))
    wanted = {name: columns[name] for name in ("zip", known, "ill")}
    drawn = {
        name: [draw(st.sampled_from(values)) for _ in range(rows)]
        for name, values in wanted.items()
    }
    for place, row in enumerate(zip(*drawn.values(), strict=True)):
        if not any(row):  # a sheet has no rows without a value
            drawn["ill"][place] = "flu"
    return drawn


def written(columns, reading):
    """What is missing as a text that means it, for sources that have nothing else."""
    lost = None if "" in reading.missing else reading.missing[0]
    return {
        name: [lost if value is None else value for value in values]
        for name, values in columns.items()
    }


def with_texts(columns, reading):
    """The same for texts alone: numbers may be missing in any source."""
    texts = written(columns, reading)
    return {
        name: values if any(isinstance(one, int) for one in values) else texts[name]
        for name, values in columns.items()
    }


def as_csv(columns, reading, folder):
    path = folder / "t.csv"
    path.write_text(csv_text(written(columns, reading)), encoding="utf-8")
    return path


def as_packed(columns, reading, folder):
    path = folder / "t.csv.gz"
    text = csv_text(written(columns, reading))
    path.write_bytes(gzip.compress(text.encode()))
    return path


def as_json(columns, reading, folder):
    del reading
    lines = zip(*columns.values(), strict=True)
    rows = [json.dumps(dict(zip(columns, line, strict=True))) for line in lines]
    (folder / "t.jsonl").write_text("\n".join(rows), encoding="utf-8")
    return folder / "t.jsonl"


def as_parquet(columns, reading, folder):
    pq.write_table(as_arrow(columns, reading, folder), folder / "t.parquet")
    return folder / "t.parquet"


def as_excel(columns, reading, folder):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(list(columns))
    for line in zip(*written(columns, reading).values(), strict=True):
        book.active.append(line)
    book.save(folder / "t.xlsx")
    return folder / "t.xlsx"


def as_statistics(columns, reading, folder):
    pyreadstat = pytest.importorskip("pyreadstat")
    frame = as_pandas(with_texts(columns, reading), reading, folder)
    pyreadstat.write_sav(frame, str(folder / "t.sav"))
    return folder / "t.sav"


def as_pandas(columns, reading, folder):
    del reading, folder
    frame = pd.DataFrame(columns)
    return frame.astype({"age": "Int64"}) if "age" in frame else frame


def as_polars(columns, reading, folder):
    return pl.from_arrow(as_arrow(columns, reading, folder))


def as_arrow(columns, reading, folder):
    del reading, folder
    kinds = {name: pa.int64() if name == "age" else pa.string() for name in columns}
    return pa.table(
        {name: pa.array(values, kinds[name]) for name, values in columns.items()}
    )


SOURCES = {
    "packed": as_packed,
    "parquet": as_parquet,
    "json": as_json,
    "excel": as_excel,
    "statistics": as_statistics,
    "pandas": as_pandas,
    "polars": as_polars,
    "arrow": as_arrow,
}


def published(source, columns, reading, out, **words):
    """The text of a release, or what kind of refusal there was."""
    known = [name for name in columns if name != "ill"]
    try:
        diversa.anonymize(
            source,
            quasi_identifiers=known,
            sensitive="ill",
            models=["k-anonymity:2", "distinct-l-diversity:2"],
            hierarchies={name: HIERARCHIES[name] for name in known},
            kinds={name: kind for name, kind in KINDS.items() if name in known},
            least={name: 1 for name in known if name == "age"},
            missing="worst",
            suppression=0.4,
            reading=reading,
            out=out,
            format="csv",
            evidence=False,
            **words,
        )
    except NoSolutionError:
        return None
    return (out / "release.csv").read_text(encoding="utf-8")


def check(make, data, **words):
    """Publish drawn rows from a text file and from another source."""
    reading = data.draw(readings())
    columns = data.draw(tables(reading))
    with TemporaryDirectory() as name:
        folder = Path(name)
        text, other = (maker(columns, reading, folder) for maker in (as_csv, make))
        wanted = published(text, columns, reading, folder / "a")
        assert published(other, columns, reading, folder / "b", **words) == wanted


@pytest.mark.usefixtures("no_pages")
@pytest.mark.parametrize("kind", SOURCES)
@examples(15)
@given(st.data())
def test_every_source_gives_the_release_of_the_text_file(kind, data):
    check(SOURCES[kind], data)


@pytest.mark.usefixtures("no_pages")
@pytest.mark.postgres
@examples(15)
@given(data=st.data())
def test_a_table_of_a_database_does(postgres, data):
    import psycopg

    def as_database(columns, reading, folder):
        del reading, folder
        kinds = [f"{n} {'integer' if n == 'age' else 'text'}" for n in columns]
        holes = ", ".join("%s" for _ in columns)
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute("SET client_min_messages = warning")
            connection.execute("DROP TABLE IF EXISTS same_release")
            connection.execute(f"CREATE TABLE same_release ({', '.join(kinds)})")
            with connection.cursor() as cursor:
                lines = [*zip(*columns.values(), strict=True)]
                cursor.executemany(f"INSERT INTO same_release VALUES ({holes})", lines)
        return f"{postgres}?table=same_release"

    check(as_database, data)


@pytest.mark.usefixtures("no_pages")
@pytest.mark.spark
@examples(4)
@given(data=st.data())
def test_a_frame_of_spark_does(spark, data):
    def as_spark(columns, reading, folder):
        return spark.createDataFrame(
            as_arrow(columns, reading, folder).to_pylist(), schema_of(columns)
        )

    check(as_spark, data)


def schema_of(columns):
    """The columns and their types, in words of Spark."""
    return ", ".join(f"{n} {'bigint' if n == 'age' else 'string'}" for n in columns)
