# SPDX-License-Identifier: Apache-2.0
"""The bytes that a Parquet file unpacks to, before its rows are read.

The footer says how large pages are and how many values there are. It does not say how
often a value of a dictionary stands in the rows: one long text can take a few bytes for
each of a million rows, so such texts are measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from duckdb import list_type, sqltype
from duckdb.sqltypes import DuckDBPyType

from diversa.engines.duckdb.scans import (
    Run,
    literal,
    path_literal,
    positions,
    top_level,
)
from diversa.engines.unpacking import UnpackingLimit, size_limit

LONG = 100
"""Bytes of a text that count as little as a number: names of categories have fewer."""

LENGTHS = {"varchar": "strlen", "blob": "octet_length"}
"""The functions that count the bytes of texts and of plain bytes."""


def check_parquet(paths: Sequence[Path], run: Run, most: str | None) -> None:
    """Refuse Parquet files that unpack to too much; see `unpacking`."""
    for path in paths:
        check_size(path, run, size_limit(path, most))


def check_size(path: Path, run: Run, limit: UnpackingLimit) -> None:
    """Refuse a Parquet file that unpacks to more than its limit."""
    size = size_in_footer(path, run)
    limit.check(size)
    limit.check(size + size_of_long_texts(path, run, limit.most))


def size_in_footer(path: Path, run: Run) -> int:
    """The bytes of the pages; a value counts as one byte at least.

    A run of equal values has no size in the file, but each of them is read.
    """
    ((size,),) = run(
        "SELECT coalesce(sum(greatest(total_uncompressed_size, num_values,"
        " row_group_num_rows, 0)::HUGEINT), 0)"
        f" FROM parquet_metadata({path_literal(path)})"
    )
    return int(size)


def size_of_long_texts(path: Path, run: Run, most: int) -> int:
    """The bytes of long texts in the rows, where a dictionary may repeat them so often.

    To measure them costs little: DuckDB does so once for each text of a dictionary.
    Only texts inside of lists and other nested values are each read for it.
    """
    doubtful = run(
        f"SELECT DISTINCT path_in_schema FROM parquet_metadata({path_literal(path)})"
        " WHERE type LIKE '%BYTE_ARRAY' AND encodings LIKE '%DICTIONARY%'"
        f" AND num_values::HUGEINT * total_uncompressed_size > {most}"
    )
    if not doubtful:
        return 0
    names = top_level(
        run(
            "SELECT name, coalesce(num_children, 0) FROM"
            f" parquet_schema({path_literal(path)})"
        )
    )
    rows = f"read_parquet({path_literal(path)}, hive_partitioning = false)"
    kinds = [kind for _, kind, *_ in run(f"DESCRIBE SELECT * FROM {rows}")]
    sums = [
        f"coalesce(sum({long_bytes(f'c{place}', sqltype(kind))}), 0)"
        for place, (name, kind) in enumerate(zip(names, kinds, strict=True))
        if any(field == name or field.startswith(f"{name}, ") for (field,) in doubtful)
    ]
    if not sums:
        return 0
    ((size,),) = run(
        f"SELECT {' + '.join(sums)} FROM {rows} AS p({positions(len(names))})"
    )
    return int(size)


def long_bytes(value: str, kind: DuckDBPyType, depth: int = 0) -> str:
    """The bytes by which the texts in a value are long.

    >>> long_bytes("c0", sqltype("VARCHAR"))
    'greatest(strlen(c0) - 100, 0)::HUGEINT'
    """
    if kind.id in LENGTHS:
        return f"greatest({LENGTHS[kind.id]}({value}) - {LONG}, 0)::HUGEINT"
    if kind.id in ("list", "array"):
        part = f"x{depth}"
        inside = long_bytes(part, kind.children[0][1], depth + 1)
        return f"list_sum(list_transform({value}, lambda {part}: {inside}))"
    if kind.id == "map":
        halves = zip(("map_keys", "map_values"), kind.children, strict=True)
        parts = [(f"{half}({value})", child) for half, (_, child) in halves]
        lists = [(part, list_type(child)) for part, child in parts]
        return add(long_bytes(part, child, depth) for part, child in lists)
    if kind.id == "struct":
        fields = [
            (f"struct_extract({value}, {literal(name)})", child)
            for name, child in kind.children
        ]
        return add(long_bytes(part, child, depth) for part, child in fields)
    return "0"


def add(sizes: Iterable[str]) -> str:
    """The sum of sizes of which some may be missing."""
    return f"({' + '.join(f'coalesce({size}, 0)' for size in sizes)})"
