# SPDX-License-Identifier: Apache-2.0
"""The same small table as every kind of source that an engine opens."""

from __future__ import annotations

import json

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

FRAMES = ("pandas", "polars", "lazy", "pyarrow")
SOURCES = ("csv", "parquet", "json", *FRAMES)


def as_source(kind, columns, folder):
    """Make a source of columns, where None is a missing value."""
    return MAKERS[kind](columns, folder / f"table.{kind}")


def csv_text(columns, *, delimiter=",", line_end="\n"):
    """A CSV text with every text in quotes and nothing for a missing value."""

    def quoted(value):
        return "" if value is None else '"' + str(value).replace('"', '""') + '"'

    lines = [columns, *zip(*columns.values(), strict=True)]
    return "".join(delimiter.join(map(quoted, line)) + line_end for line in lines)


def make_csv(columns, path):
    path.write_text(csv_text(columns), encoding="utf-8", newline="")
    return path


def make_json(columns, path):
    names = list(columns)
    lines = zip(*columns.values(), strict=True)
    rows = [dict(zip(names, line, strict=True)) for line in lines]
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def make_parquet(columns, path):
    pq.write_table(pa.table(columns), path)
    return path


MAKERS = {
    "csv": make_csv,
    "json": make_json,
    "parquet": make_parquet,
    "pandas": lambda columns, _: pd.DataFrame(columns),
    "polars": lambda columns, _: pl.DataFrame(columns),
    "lazy": lambda columns, _: pl.LazyFrame(columns),
    "pyarrow": lambda columns, _: pa.table(columns),
}
