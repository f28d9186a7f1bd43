# SPDX-License-Identifier: Apache-2.0
"""Scans: how Spark reads frames, tables and files, as frames with columns c0, c1, ...

No type is guessed where a file is text: zip codes would become numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StringType, StructField, StructType

from diversa.data.read_options import ReadOptions
from diversa.data.write_options import APOSTROPHE, RUN_BY_SPREADSHEETS
from diversa.engines.spark.dialect import SPARK, TEXT

UNORDERED = ("map", "variant", "interval")
"""Beginnings of types that Spark neither hashes nor sorts: they are read as texts."""

TEXTS = (TEXT, "char", "varchar", "void", "time(")
"""Beginnings of types that are read as texts: those with an order of their own, too."""

NOTHING = "\x01nothing\x01"
"""The mark of a field with nothing in it, not even quotes; no text is equal to it."""

literal = SPARK.literal


@dataclass(frozen=True)
class SparkScan:
    """A way to read rows."""

    frame: DataFrame
    """The rows; the columns are called c0, c1, ..."""
    names: tuple[str, ...]
    """The names of the columns."""
    texts: ReadOptions | None = None
    """The read options of a text file; None for other sources."""
    trim: bool = False
    """True to strip blanks around texts."""

    def column(self, place: int) -> str:
        """The expression that reads a column; NaN is read as a missing value."""
        kind = self.frame.schema[place].dataType.simpleString()
        name = f"c{place}"
        if self.texts is not None:
            return read_text(name, self.texts, trim=self.trim)
        if kind in SPARK.floating:
            return f"CASE WHEN isnan({name}) THEN NULL ELSE {name} END"
        if kind.startswith(UNORDERED):
            return f"to_json({name})" if kind[:3] in ("map", "var") else as_text(name)
        is_strange = kind != TEXT and kind.startswith(TEXTS)
        return as_text(name) if is_strange else name


def as_text(name: str) -> str:
    """A column as texts; two that differ in a byte are two values."""
    return f"CAST({name} AS {TEXT})"


def read_text(name: str, options: ReadOptions, *, trim: bool) -> str:
    """The expression that reads a column of a text file."""
    text = name if "" in options.missing else f"coalesce({name}, '')"
    text = without_apostrophe_sql(text) if options.apostrophes else text
    text = f"trim({text})" if trim else text
    for word in options.missing if options.quoted_missing or trim else ():
        text = f"nullif({text}, {literal(word)})"
    return text


def is_read_by_spark(options: ReadOptions) -> bool:
    """True if Spark can tell which texts of a file mean missing.

    It does not know which fields stand in quotes, but for the empty ones.
    """
    return options.quoted_missing or set(options.missing) <= {""}


def without_apostrophe_sql(text: str) -> str:
    """A text as it was before an apostrophe made it safe for spreadsheets."""
    runs = f"{text} RLIKE {literal(RUN_BY_SPREADSHEETS)}"
    guarded = f"{runs} AND startswith({text}, {literal(APOSTROPHE)})"
    return f"CASE WHEN {guarded} THEN substr({text}, 2) ELSE {text} END"


def frame_scan(frame: DataFrame) -> SparkScan:
    """Read a frame of Spark."""
    names = tuple(frame.columns)
    return SparkScan(frame.toDF(*places(names)), names)


def parquet_scan(
    spark: SparkSession, paths: Sequence[str], root: str | None = None
) -> SparkScan:
    """Read Parquet files, or folders of them.

    Names of folders below the root (`zip=013`) are columns.
    """
    reader = spark.read if root is None else spark.read.option("basePath", root)
    return frame_scan(reader.parquet(*paths))


def table_scan(spark: SparkSession, name: str) -> SparkScan:
    """Read a table of the catalog."""
    return frame_scan(spark.table(name))


def text_scan(
    spark: SparkSession,
    paths: Sequence[str],
    names: Sequence[str],
    *,
    delimiter: str,
    trim: bool,
    options: ReadOptions,
) -> SparkScan:
    """Read delimited text files of the same columns; every one is text."""
    schema = StructType([StructField(name, StringType()) for name in places(names)])
    lines = list(paths)
    settings: dict[str, bool | int | str] = {
        "header": options.header is not False,
        "enforceSchema": True,
        "sep": delimiter,
        "quote": options.quote,
        "escape": options.quote,
        "multiLine": spans_lines(spark, lines, options.quote),
        "mode": "FAILFAST",
        "nullValue": NOTHING,
        "emptyValue": "",
        "maxCharsPerColumn": -1,
        "ignoreLeadingWhiteSpace": False,
        "ignoreTrailingWhiteSpace": False,
    }
    frame = spark.read.schema(schema).options(**settings).csv(lines)
    return SparkScan(frame, tuple(names), texts=options, trim=trim)


def spans_lines(spark: SparkSession, paths: Sequence[str], quote: str) -> bool:
    """True if some field has several lines: then files cannot be divided."""
    mark = literal(quote)
    odd = f"(length(value) - length(replace(value, {mark}, ''))) % 2 = 1"
    return not spark.read.text(list(paths)).where(odd).isEmpty()


def places(names: Sequence[str]) -> list[str]:
    """The names c0, c1, ... for the columns of a scan."""
    return [f"c{place}" for place in range(len(names))]
