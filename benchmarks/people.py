# SPDX-License-Identifier: Apache-2.0
"""Counting people against counting rows, of the same table in the same run.

Everybody has ten rows on average: zip code, age and sex are those of the person, and in
the second table ward and week are those of the visit. Both works open the table,
make the dictionaries and count; one counts the kinds of people beside the rows. Every
engine runs in a process of its own, whose peak of memory is told; times are those of
processors, the server's and Java's included. DuckDB gets 10,000,000 rows of 1,000,000
people, the others half of it. Run with `python -m benchmarks.people [rows] [engine]`.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import tempfile
from functools import partial
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import NamedTuple

import duckdb

from benchmarks.arguments import arguments
from benchmarks.engines import PLACES, Place, machine_peak
from benchmarks.record import note
from diversa.engines.registry import ENGINES, open_engine

ROWS = {"duckdb": 10_000_000, "postgres": 5_000_000, "spark": 5_000_000}
VISITS = 10
ROUNDS = 2
PERSON = "patient"
TYPES = {
    PERSON: "text",
    "zip": "text",
    "age": "int",
    "sex": "text",
    "ward": "text",
    "week": "date",
    "ill": "text",
}
TABLES = {
    "constant": ("zip", "age", "sex", "ill"),
    "of the visit": ("zip", "age", "sex", "ward", "week", "ill"),
}
"""The columns that are counted: those of the person alone, or of the visit too."""

MADE = """
    SELECT 'patient-' || id AS patient, zip, age, sex, ward, week, ill FROM (
        SELECT floor(random() * {people})::INT AS id,
        'ward-' || floor(20 * random() ** 2)::INT AS ward,
        DATE '2024-01-01' + 7 * floor(random() * 52)::INT AS week,
        'ill-' || floor(100 * random() ** 2)::INT AS ill FROM range({rows})
    ) AS visits JOIN (
        SELECT range::INT AS id, lpad(floor(random() * random() * 1000)::INT::VARCHAR,
            5, '0') AS zip,
        17 + floor(random() * 74)::INT AS age,
        CASE WHEN random() < 0.5 THEN 'female' ELSE 'male' END AS sex
        FROM range({people})
    ) AS people USING (id)
"""


class Spent(NamedTuple):
    """Processor seconds of both works, and what they found."""

    rows: float
    people: float
    cells: int
    kinds: int


def make_table(folder: Path, rows: int) -> Path:
    """Write the visits as Parquet."""
    path = folder / "visits.parquet"
    query = MADE.format(rows=rows, people=rows // VISITS)
    with duckdb.connect() as connection:
        connection.execute("SELECT setseed(0.5)").fetchall()
        connection.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)").fetchall()
    return path


def count(place: Place, names: tuple[str, ...], *, people: bool) -> tuple[int, int]:
    """Open the table, make the dictionaries, count; the cells, and the kinds."""
    with open_engine(place.engine, place.source) as engine:
        table = engine.open(place.source, columns=[PERSON, *names])
        engine.gather(table, names)
        dictionaries = [engine.values(table, name) for name in names]
        if not people:
            return len(engine.count(table, dictionaries).counts), 0
        found = engine.people(table, dictionaries, PERSON)
        return len(found.cells.counts), len(found.kinds)


Answer = tuple[dict[str, Spent], int]
"""What each table took, and the peak of memory in MB."""


def measure(name: str, path: Path, answers: SimpleQueue[Answer]) -> None:
    """Measure an engine; runs in a process of its own."""
    with PLACES[name](path, TYPES) as place:
        spent = {}
        for table, names in TABLES.items():
            cells, kinds = count(place, names, people=True)
            works = [partial(count, place, names, people=one) for one in (False, True)]
            times = [[place.timed(work) for work in works] for _ in range(ROUNDS)]
            rows, people = map(min, zip(*times, strict=True))
            spent[table] = Spent(rows, people, cells, kinds)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        answers.put((spent, peak + machine_peak(os.getpid())))


def apart(name: str, rows: int) -> None:
    """Measure an engine in a process of its own; print and note what it took."""
    context = multiprocessing.get_context("spawn")
    answers: SimpleQueue[Answer] = context.SimpleQueue()
    with tempfile.TemporaryDirectory() as folder:
        path = make_table(Path(folder), rows)
        process = context.Process(target=measure, args=(name, path, answers))
        process.start()
        process.join()
    if answers.empty():
        print(f"{name:9} could not be measured")
        return
    spent, peak = answers.get()
    for table, one in spent.items():
        ratio = one.people / one.rows
        note("people", f"{name}: {table}, {rows:,} rows", ratio)
        print(
            f"{name:9} {rows:>10,}  {table:13} {one.cells:>10,} {one.kinds:>9,}"
            f"  {one.rows:6.2f} s  {one.people:6.2f} s  {ratio:5.2f}"
        )
    print(f"{name:9} peak {peak:,} MB", flush=True)


def main(rows: int | None = None, names: tuple[str, ...] = tuple(PLACES)) -> None:
    """Print the ratios."""
    print(
        f"people: {VISITS} rows each on average; processor time of rows and of people"
    )
    print(
        "engine          rows  columns            cells     kinds      rows    people"
    )
    for name in names:
        if name not in ENGINES:
            print(f"{name:9} is not there")
            continue
        apart(name, rows or ROWS[name])


if __name__ == "__main__":
    given, *names = arguments(__doc__) or ["0"]
    main(int(given) or None, tuple(names) or tuple(PLACES))
