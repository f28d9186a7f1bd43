# SPDX-License-Identifier: Apache-2.0
"""How Spark reads: no type is guessed, and lines are not cut where texts are not."""

from __future__ import annotations

import pytest

from diversa.data.read_options import ReadOptions
from diversa.engines.spark.scans import (
    frame_scan,
    is_read_by_spark,
    spans_lines,
    text_scan,
)

pytestmark = pytest.mark.spark


def test_numbers_that_are_none_are_missing_and_strange_types_are_texts(spark):
    frame = spark.sql(
        "SELECT CAST('NaN' AS double) AS a, map('k', 1) AS b, NULL AS c,"
        " 'x' COLLATE UTF8_LCASE AS d, INTERVAL '1' DAY AS e"
    )
    scan = frame_scan(frame)
    read = scan.frame.selectExpr(*(scan.column(place) for place in range(5)))
    kinds = [field.dataType.simpleString() for field in read.schema]
    assert kinds == ["double", *["string"] * 4]
    assert tuple(read.first())[:4] == (None, '{"k":1}', None, "x")


CASES = [
    (ReadOptions(), ["013", None, None, "NA"]),
    (ReadOptions(quoted_missing=False), ["013", "", None, "NA"]),
    (ReadOptions(missing=("", "NA")), ["013", None, None, None]),
    (ReadOptions(missing=()), ["013", "", "", "NA"]),
]


@pytest.mark.parametrize(("options", "expected"), CASES)
def test_text_stays_text_and_missing_texts_are_missing(
    spark, tmp_path, options, expected
):
    file = tmp_path / "people.csv"
    file.write_text('zip,n\n013,1\n"",2\n,3\nNA,4\n', encoding="utf-8")
    scan = text_scan(
        spark,
        [file.as_uri()],
        ("zip", "n"),
        delimiter=",",
        trim=False,
        options=options,
    )
    assert is_read_by_spark(options)
    rows = scan.frame.selectExpr(f"{scan.column(0)} AS zip", "c1").collect()
    assert [row.zip for row in sorted(rows, key=lambda row: row.c1)] == expected


def test_quoted_texts_that_mean_missing_are_beyond_spark():
    options = ReadOptions(missing=("", "NA"), quoted_missing=False)
    assert not is_read_by_spark(options)


def test_fields_over_several_lines_are_seen(spark, tmp_path):
    file = tmp_path / "a.csv"
    file.write_text('a,b\n"x ""y""",2\n', encoding="utf-8")
    assert not spans_lines(spark, [file.as_uri()], '"')
    file = tmp_path / "b.csv"
    file.write_text('a,b\nx,"y\nz,w"\n', encoding="utf-8")
    assert spans_lines(spark, [file.as_uri()], '"')
