# SPDX-License-Identifier: Apache-2.0
"""Scans: how DuckDB reads each kind of file, as the text behind FROM.

Every scan gives columns c0, c1, ...; their names stay outside. No type is guessed where
the file is text: zip codes would become numbers.
"""

from __future__ import annotations

import glob
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from diversa.data.frames import ROW
from diversa.data.read_options import ReadOptions
from diversa.data.write_options import (
    APOSTROPHE,
    PLAIN_NUMBER,
    RUN_BY_SPREADSHEETS,
    with_apostrophe,
)
from diversa.engines import sql
from diversa.engines.duckdb.dialect import DUCKDB, ZONED
from diversa.engines.source_files import Files
from diversa.engines.table import Table
from diversa.engines.text_file import TextFile

Run = Callable[[str], list[tuple[Any, ...]]]
"""Runs a statement and gives its rows."""

GUESSED = ("DATE", "TIME", "TIMESTAMP", "UUID", "JSON", '"NULL"', "NULL")
"""Types that DuckDB reads into the texts of a JSON file."""

NUMBERS = ("FLOAT", "DOUBLE")
"""Types that can hold a number that is not one."""

literal = DUCKDB.literal

LINE_END = r"E'\n'"
"""A text that no field is without quotes."""


@dataclass(frozen=True)
class DuckDBScan:
    """A way to read rows."""

    source: str
    """The expression behind FROM."""
    names: tuple[str, ...]
    """The names of the columns c0, c1, ..."""
    load: bool
    """True to read once into a table, because each reading parses again."""
    numbered: bool = False
    """True if it gives row numbers too."""
    dates: frozenset[int] = frozenset()
    """The places of columns whose texts are all dates."""
    zones: Mapping[int, str] = field(default_factory=dict)
    """The time zones of columns of moments, by their places."""
    orders: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The values of columns that have an order of their own, by their places."""
    nested: frozenset[int] = frozenset()
    """The places of columns whose values have parts, though their types hide it."""
    missing: tuple[str, ...] | None = None
    """Strip blanks first, then take these texts for missing values; None: neither."""
    apostrophes: bool = False
    """True to leave out the apostrophe before cells that a spreadsheet would run."""

    def column(self, place: int, kind: str) -> str:
        """The expression that reads a column; NaN is read as a missing value."""
        name = f"c{place}"
        if self.apostrophes:
            name = without_apostrophe_sql(name)
        if self.missing is not None:
            cases = [f"WHEN {literal(text)} THEN NULL" for text in self.missing]
            if not cases:
                return f"trim({name})"
            return f"CASE trim({name}) {' '.join(cases)} ELSE trim({name}) END"
        if place in self.dates:
            return f"CAST({name} AS DATE)"
        if kind in NUMBERS:
            # Out of a list, for DuckDB believes the statistics of a Parquet file, which
            # leave out what is not a number, and would not look.
            return f"CASE WHEN isnan([{name}][1]) THEN NULL ELSE {name} END"
        if kind.startswith("ENUM") or kind in ('"NULL"', "NULL"):
            return f"CAST({name} AS VARCHAR)"
        return name


def path_literal(path: Path) -> str:
    """A path as DuckDB reads it: `*`, `?` and `[` in a name are no pattern."""
    return literal(glob.escape(str(path)))


def positions(count: int) -> str:
    """The names c0, c1, ... for the columns of a scan."""
    return ", ".join(f"c{place}" for place in range(count))


def text_scan(file: TextFile, path: Path, options: ReadOptions) -> DuckDBScan:
    """Read a delimited text file; `path` is the file or its copy in UTF-8."""
    columns = ", ".join(f"'c{place}': 'VARCHAR'" for place in range(len(file.names)))
    texts = ", ".join(literal(text) for text in options.missing)
    settings = {
        "auto_detect": "false",
        "columns": f"{{{columns}}}",
        "header": str(options.header is not False).lower(),
        "skip": str(file.blank),
        "delim": literal(file.delimiter),
        "quote": literal(options.quote),
        "escape": literal(options.quote),
        # DuckDB wants at least one text; no field without quotes is a line end.
        "nullstr": f"[{texts or LINE_END}]",
        "allow_quoted_nulls": str(options.quoted_missing and bool(texts)).lower(),
    }
    listed = ", ".join(f"{name} = {value}" for name, value in settings.items())
    source = f"read_csv({path_literal(path)}, {listed})"
    missing = options.missing if file.trim else None
    return DuckDBScan(
        source,
        file.names,
        load=True,
        missing=missing,
        apostrophes=options.apostrophes,
    )


def without_apostrophe_sql(text: str) -> str:
    """A text as it was before an apostrophe made it safe for spreadsheets."""
    runs = f"regexp_matches({text}, {literal(RUN_BY_SPREADSHEETS)})"
    guarded = f"{runs} AND starts_with({text}, {literal(APOSTROPHE)})"
    return f"CASE WHEN {guarded} THEN substr({text}, 2) ELSE {text} END"


def with_apostrophe_sql(text: str) -> str:
    """A text with an apostrophe where a spreadsheet would run it."""
    runs = f"regexp_matches({text}, {literal(RUN_BY_SPREADSHEETS)})"
    number = f"regexp_matches({text}, {literal(PLAIN_NUMBER)})"
    guarded = f"{literal(APOSTROPHE)} || {text}"
    return f"CASE WHEN {runs} AND NOT {number} THEN {guarded} ELSE {text} END"


def rows_with_apostrophes(table: Table, order: Sequence[str]) -> str:
    """The rows of a release, safe for spreadsheets, in an order of columns."""
    columns = [
        f"{with_apostrophe_sql(inside) if kind == 'VARCHAR' else inside} AS"
        f" {DUCKDB.identifier(with_apostrophe(name))}"
        for inside, kind, name in zip(
            sql.every_column(table), table.types, table.columns, strict=True
        )
    ]
    return sql.select_in_order(table.name, columns, order)


def scan_of_csv(path: Path, table: Table) -> str:
    """Read the rows that another engine has unloaded; see `DuckDBEngine.unloaded`."""
    kinds = [*table.types, *(["BIGINT"] if table.ordered else [])]
    names = [f"c{place}" for place in range(len(table.types))] + [ROW]
    columns = ", ".join(
        f"'{name}': {literal(kind)}" for name, kind in zip(names, kinds, strict=False)
    )
    return (
        f"read_csv({path_literal(path)}, auto_detect = false, header = false,"
        f" columns = {{{columns}}}, delim = ',', quote = '\"', escape = '\"',"
        " nullstr = '', allow_quoted_nulls = false, max_line_size = 1073741824,"
        " new_line = '\\n',"
        " parallel = false)"
    )


def parquet_scan(files: Files, run: Run) -> DuckDBScan:
    """Read Parquet files where they are."""
    paths = "[" + ", ".join(path_literal(path) for path in files.paths) + "]"
    source = f"read_parquet({paths}, hive_types_autocast = false)"
    described = run(f"DESCRIBE SELECT * FROM {source}")
    columns = [row[0] for row in described]
    own = top_level(
        run(
            "SELECT name, coalesce(num_children, 0) FROM"
            f" parquet_schema({path_literal(files.paths[0])})"
        )
    )
    # DuckDB renames a name that occurs twice; columns of folders (key=value) come last.
    names = (*own, *columns[len(own) :])
    zones = {}
    if any(str(row[1]) == ZONED for row in described):
        zones = parquet_zones(files.paths[0])
    scanned = f"{source} AS p({positions(len(names))})"
    return DuckDBScan(scanned, names, load=False, zones=zones)


def parquet_zones(path: Path) -> dict[int, str]:
    """The time zones that a Parquet file has beside its schema; none without PyArrow.

    Parquet itself knows moments only; those who write it from frames note the zone.
    """
    try:
        from pyarrow import parquet

        from diversa.data.arrow_frame import zones_of
    except ImportError:
        return {}
    return zones_of(parquet.read_schema(path))


def top_level(schema: Sequence[tuple[str, int]]) -> list[str]:
    """The names of the columns in a schema, which lists every field depth first.

    >>> top_level([("root", 2), ("a", 1), ("inside", 0), ("b", 0)])
    ['a', 'b']
    """
    names, inside = [], 0
    for name, children in schema[1:]:
        if not inside:
            names.append(name)
        inside += children - bool(inside)
    return names


def json_scan(files: Files, run: Run) -> DuckDBScan:
    """Read a JSON file: an array of records, or a record a line; texts stay texts."""
    path = path_literal(files.paths[0])
    described = run(f"DESCRIBE SELECT * FROM read_json({path}, sample_size = -1)")
    names = tuple(row[0] for row in described)
    types = ", ".join(
        f"{literal(name)}: {literal('VARCHAR' if is_guess(kind) else kind)}"
        for name, kind, *_ in described
    )
    source = f"read_json({path}, columns = {{{types}}}) AS j({positions(len(names))})"
    return DuckDBScan(source, names, load=True)


def is_guess(kind: str) -> bool:
    """True if a type was read into texts, or is none."""
    return kind.startswith(GUESSED) and not kind.endswith("]")
