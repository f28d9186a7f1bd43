# SPDX-License-Identifier: Apache-2.0
"""Counting 5,000,000 rows over eight quasi-identifiers, against a GROUP BY by hand.

Ours: the dictionaries of all columns and the cells, as codes in NumPy. By hand: the
same GROUP BY in DuckDB, once with the result kept in DuckDB and once fetched as NumPy
arrays. Two tables: with zip code and date nearly every row is a cell of its own; with
coarser columns there are about eight rows in a cell. Only ratios within one run mean
something. Run with `python -m benchmarks.count [rows]`.
"""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import duckdb

from benchmarks.arguments import arguments
from benchmarks.record import note
from diversa.engines.duckdb.engine import DuckDBEngine

ROWS = 5_000_000
ROUNDS = 3

MANY = """
    SELECT lpad(CAST(10000 + 7 * floor(random() * random() * 3000)::INT AS VARCHAR), 5,
        '0') AS zip,
    17 + floor(random() * 74)::INT AS age,
    DATE '2020-01-01' + floor(random() * 320)::INT AS ordered,
    CASE WHEN random() < 0.5 THEN 'female' ELSE 'male' END AS sex,
    'style-' || floor(random() * 1509)::INT AS style,
    5 * floor(random() * 346)::INT AS price,
    ['White', 'Black', 'Asian', 'Native', 'Other'][1 + floor(5 * random() ** 2)::INT]
        AS race,
    'marital-' || floor(7 * random() ** 2)::INT AS marital
    FROM range({rows})
"""
FEW = """
    SELECT zip[:2] AS zip, age // 20 AS age, date_trunc('quarter', ordered)::DATE
        AS ordered, sex, style[:7] AS style, price // 500 AS price, race, marital
    FROM read_parquet('{path}')
"""
COLUMNS = ("zip", "age", "ordered", "sex", "style", "price", "race", "marital")


def make_tables(folder: Path, rows: int) -> dict[str, Path]:
    """Write the two synthetic tables as Parquet."""
    paths = {name: folder / f"{name}.parquet" for name in ("many cells", "few cells")}
    queries = (MANY.format(rows=rows), FEW.format(path=paths["many cells"]))
    with duckdb.connect() as connection:
        connection.execute("SELECT setseed(0.5)").fetchall()
        for path, query in zip(paths.values(), queries, strict=True):
            connection.execute(
                f"COPY ({query}) TO '{path}' (FORMAT parquet)"
            ).fetchall()
    return paths


def as_kind(kind: str, path: Path) -> object:
    """The table as a file or as a frame."""
    if kind == "parquet":
        return path
    with duckdb.connect() as connection:
        if kind == "pandas":
            return connection.sql(f"FROM read_parquet('{path}')").df()
        target = path.with_suffix(".csv")
        connection.execute(
            f"COPY (FROM read_parquet('{path}')) TO '{target}'"
        ).fetchall()
        return target


def ours(source: object) -> int:
    """Open, make the dictionaries, count; give the number of cells."""
    with DuckDBEngine() as engine:
        table = engine.open(source)
        cells = engine.count(table, [engine.values(table, name) for name in COLUMNS])
        return len(cells.counts)


def by_hand(source: object, *, fetch: bool) -> int:
    """The same GROUP BY, written by hand."""
    with duckdb.connect() as connection:
        if isinstance(source, Path):
            reader = "csv" if source.suffix == ".csv" else "parquet"
            table = f"read_{reader}('{source}')"
        else:
            connection.register("frame", source)
            table = "frame"
        names = ", ".join(COLUMNS)
        query = f"SELECT {names}, count(*) AS n FROM {table} GROUP BY {names}"
        if fetch:
            return len(connection.sql(query).fetchnumpy()["n"])
        connection.execute(f"CREATE TEMP TABLE cells AS {query}").fetchall()
        return connection.execute("SELECT count(*) FROM cells").fetchall()[0][0]


def seconds(work: Callable[[], int], rounds: int = ROUNDS) -> tuple[float, float]:
    """The shortest time on the clock and of the processors in some rounds."""
    clock, processors = [], []
    for _ in range(rounds):
        start, spent = time.perf_counter(), time.process_time()
        work()
        clock.append(time.perf_counter() - start)
        processors.append(time.process_time() - spent)
    return min(clock), min(processors)


def measure(name: str, kind: str, path: Path) -> None:
    """Print one line of ratios."""
    source = as_kind(kind, path)
    cells = ours(source)
    mine = seconds(partial(ours, source))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    kept = seconds(partial(by_hand, source, fetch=False))
    fetched = seconds(partial(by_hand, source, fetch=True), rounds=1)
    note("count", f"{name}, {kind}", mine[1] / kept[1])
    ratios = "  ".join(
        f"{one / other:4.2f} | {one / more:4.2f}"
        for one, other, more in zip(mine, kept, fetched, strict=True)
    )
    print(f"{name:10}  {kind:8} {cells:>9,}    {ratios}    {mine[0]:5.2f}  {peak:>6,}")


def main(rows: int = ROWS) -> None:
    """Print the ratios."""
    print(f"count: {rows:,} rows, {len(COLUMNS)} columns, DuckDB {duckdb.__version__}")
    print("ours : by hand, kept in DuckDB | by hand, fetched")
    print("table       source       cells    clock        processors     seconds  MB")
    with tempfile.TemporaryDirectory() as folder:
        for name, path in make_tables(Path(folder), rows).items():
            for kind in ("parquet", "pandas", "csv"):
                measure(name, kind, path)


if __name__ == "__main__":
    main(*map(int, arguments(__doc__)[:1]))
