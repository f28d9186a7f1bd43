# SPDX-License-Identifier: Apache-2.0
"""The same table in every engine: counting and whole runs against a GROUP BY by hand.

The table of `writing` is put into DuckDB (a Parquet file), PostgreSQL (a server of its
own in a temporary folder) and Spark (`local[2]`, the same file). In each the same GROUP
BY is run by hand, then counted by us, then anonymized into a folder of Parquet. What is
compared is processor time: that of this process and, for PostgreSQL, of its server;
what Spark's machine takes is added as well. Every engine runs in a process of its own,
whose peak of memory is told. Run with `python -m benchmarks.engines [rows] [engine]`.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.queues import SimpleQueue
from pathlib import Path

import duckdb

from benchmarks.arguments import arguments
from benchmarks.count import COLUMNS
from benchmarks.record import note
from benchmarks.writing import HIERARCHIES, PLANS, make_table, watched
from diversa import anonymize
from diversa.data.database_table import DatabaseTable
from diversa.engines.engine import Engine
from diversa.engines.registry import ENGINES, open_engine

ROWS = 5_000_000
SUPPORT = Path(__file__).parents[1] / "tests" / "support"
METHODS = ("full-domain", "mondrian", "anatomy")
TARGETS = {"count": {"postgres": 1.3, "spark": 1.5}, "full-domain": 4, "other": 8}
LOOKS, PAUSE = 4, 0.05
"""How often, and after how many seconds, we look at what processes have taken."""
TICKS = os.sysconf("SC_CLK_TCK")
TYPES = {
    "zip": "text",
    "age": "int",
    "ordered": "date",
    "sex": "text",
    "style": "text",
    "price": "int",
    "race": "text",
    "marital": "text",
    "ill": "text",
}
"""The columns of the table, and their types in PostgreSQL."""


@dataclass
class Place:
    """Where the table is, and what works on it."""

    source: object
    """What is opened."""
    by_hand: Callable[[], object]
    """Runs the GROUP BY by hand."""
    engine: str
    """The name of the engine."""
    outside: Callable[[], float] = field(default=lambda: 0.0)
    """Processor seconds that other processes have taken for it."""

    def spent(self) -> float:
        """Processor seconds so far."""
        return time.process_time() + self.outside()

    def timed(self, work: Callable[[], object]) -> float:
        """Processor seconds of some work."""
        begin = self.spent()
        work()
        return self.spent() - begin


@contextmanager
def in_duckdb(path: Path, types: Mapping[str, str] = TYPES) -> Iterator[Place]:
    """The file where it is."""
    names = ", ".join(types)

    def by_hand() -> None:
        with duckdb.connect() as connection:
            connection.execute(
                f"CREATE TEMP TABLE cells AS SELECT {names}, count(*) AS n"
                f" FROM read_parquet('{path}') GROUP BY {names}"
            ).fetchall()

    yield Place(path, by_hand, "duckdb")


@contextmanager
def in_postgres(path: Path, types: Mapping[str, str] = TYPES) -> Iterator[Place]:
    """A server of its own, with the rows of the file in a table."""
    names = ", ".join(types)
    import psycopg

    from diversa.engines.postgres.session import LEAST_MEMORY

    sys.path.insert(0, str(SUPPORT))
    from postgres_server import ABSENT, postgres_server

    with postgres_server() as (address, folder):
        if address is None or folder is None:
            raise SystemExit(ABSENT)
        rows = path.with_suffix(".csv")
        with duckdb.connect() as connection:
            connection.execute(
                f"COPY (SELECT {names} FROM '{path}') TO '{rows}' (HEADER false)"
            ).fetchall()
        with psycopg.connect(address, autocommit=True) as own:
            columns = ", ".join(f"{name} {kind}" for name, kind in types.items())
            own.execute(f"CREATE TABLE people ({columns})")
            with (
                own.cursor().copy("COPY people FROM STDIN (FORMAT csv)") as copy,
                rows.open("rb") as content,
            ):
                while block := content.read(1 << 20):
                    copy.write(block)
            own.execute("VACUUM ANALYZE people")
        rows.unlink()
        leader = int((folder / "data" / "postmaster.pid").read_text().split()[0])

        def by_hand() -> None:
            with psycopg.connect(address, autocommit=True) as another:
                another.execute("SET jit = off")  # as our own sessions have it
                another.execute(f"SET work_mem = '{LEAST_MEMORY}kB'")
                another.execute(
                    f"CREATE TEMP TABLE cells AS SELECT {names}, count(*) AS n"
                    f" FROM people GROUP BY {names}"
                )

        table = DatabaseTable(address, "people")
        yield Place(table, by_hand, "postgres", partial(family_seconds, leader))


@contextmanager
def in_spark(path: Path, types: Mapping[str, str] = TYPES) -> Iterator[Place]:
    """The file, read by two threads of a machine of its own."""
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "4g")
        .config("spark.sql.shuffle.partitions", "8")
        .getOrCreate()
    )
    frame = session.read.parquet(str(path))

    def by_hand() -> None:
        frame.groupBy(*types).count().write.format("noop").mode("overwrite").save()

    try:
        yield Place(frame, by_hand, "spark", partial(family_seconds, os.getpid()))
    finally:
        session.stop()


Answer = tuple[float, Mapping[str, float], Mapping[str, float], int]
"""Seconds by hand, of each work, of searches; and the peak of memory in MB."""

Answers = SimpleQueue[Answer]
"""Where a process that measures puts what it found."""

PLACES = {"duckdb": in_duckdb, "postgres": in_postgres, "spark": in_spark}


def family_seconds(leader: int) -> float:
    """Processor seconds of what a process has started, whether it runs still or not.

    For the server of PostgreSQL that is all there is; its own seconds are few. What
    ends while we look is in neither sum, so we look some times: the largest is right.
    """
    looks = []
    for _ in range(LOOKS):
        looks.append(seconds_at_once(leader))
        time.sleep(PAUSE)
    return max(looks)


def seconds_at_once(leader: int) -> float:
    """The same at one look, which may miss what ends in this moment."""
    ended = fields_of(leader)
    spent = ended["of children"]
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            fields = fields_of(int(folder.name))
            if fields.get("parent") == leader:
                spent += fields["own"] + fields["of children"]
    return spent / TICKS


def machine_peak(leader: int) -> int:
    """The peak of memory in MB of what a process has started and what still runs.

    That is Java, for Spark; what a server of PostgreSQL takes is not told.
    """
    peak = 0
    for folder in Path("/proc").iterdir():
        is_own = folder.name.isdecimal() and (
            fields_of(int(folder.name)).get("parent") == leader
        )
        if is_own and b"java" in (folder / "cmdline").read_bytes():
            status = (folder / "status").read_text()
            peak += int(status.partition("VmHWM:")[2].split()[0]) // 1024
    return peak


def fields_of(process: int) -> dict[str, float]:
    """What the system knows of a process; nothing of one that has ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return {}
    fields = text.rpartition(")")[2].split()
    return {
        "parent": int(fields[1]),
        "own": int(fields[11]) + int(fields[12]),
        "of children": int(fields[13]) + int(fields[14]),
    }


def count(place: Place) -> int:
    """Open the table, make the dictionaries, count the cells."""
    with open_engine(place.engine, place.source) as engine:
        return counted(engine, place.source)


def counted(engine: Engine, source: object) -> int:
    """The number of cells of a table."""
    names = (*COLUMNS, "ill")
    table = engine.open(source, columns=names)
    engine.gather(table, names)
    cells = engine.count(table, [engine.values(table, name) for name in names])
    return len(cells.counts)


def release(place: Place, method: str) -> dict[str, float]:
    """Seconds of each phase of a whole run, by the clock of this process alone."""
    spent: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, watched(spent):
        anonymize(
            place.source,
            out=Path(folder) / "release",
            format="parquet",
            evidence=False,
            ledger=False,
            engine=place.engine,
            quasi_identifiers=COLUMNS,
            sensitive="ill",
            hierarchies=HIERARCHIES,
            method=method,
            **PLANS[method],
        )
    return spent


def compile_all(path: Path) -> None:
    """Run every method on some rows, so that nothing is compiled while we measure."""
    some = path.with_name("some.parquet")
    with duckdb.connect() as connection:
        connection.execute(f"COPY (FROM '{path}' LIMIT 20000) TO '{some}'").fetchall()
    for method in METHODS:
        release(Place(some, lambda: None, "duckdb"), method)


def measure(name: str, path: Path, answers: Answers) -> None:
    """Measure an engine; runs in a process of its own."""
    compile_all(path)
    with PLACES[name](path) as place:
        place.by_hand()
        hand = min(place.timed(place.by_hand) for _ in range(2))
        count(place)
        ratios = {"count": min(place.timed(partial(count, place)) for _ in range(2))}
        searches = {}
        for method in METHODS:
            begin = place.spent()
            searches[method] = release(place, method).get("search", 0.0)
            ratios[method] = place.spent() - begin
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        peak += machine_peak(os.getpid())
        answers.put((hand, ratios, searches, peak))


def main(rows: int = ROWS, names: tuple[str, ...] = tuple(PLACES)) -> None:
    """Print the ratios."""
    print(f"engines: {rows:,} rows, {len(COLUMNS) + 1} columns; processor time")
    with tempfile.TemporaryDirectory() as folder:
        path = make_table(Path(folder), rows)
        for name in names:
            if name not in ENGINES:
                print(f"{name:9} is not there")
                continue
            show(name, rows, apart(name, path))


def apart(name: str, path: Path) -> Answer | None:
    """What an engine takes, measured in a process of its own."""
    context = multiprocessing.get_context("spawn")
    answers: Answers = context.SimpleQueue()
    process = context.Process(target=measure, args=(name, path, answers))
    process.start()
    process.join()
    return None if answers.empty() else answers.get()


def show(name: str, rows: int, answer: Answer | None) -> None:
    """Print and note what was measured."""
    if answer is None:
        print(f"{name:9} could not be measured")
        return
    hand, spent, searches, peak = answer
    listed = []
    for work, seconds in spent.items():
        ratio = seconds / hand
        search = f" (search {searches[work] / hand:.2f})" if work in searches else ""
        listed.append(f"{work} {ratio:.2f}{search}")
        note("engines", f"{name}: {work}, {rows:,} rows", ratio)
    print(f"{name:9} by hand {hand:.2f} s  {'  '.join(listed)}  peak {peak:,} MB")


if __name__ == "__main__":
    rows, *names = arguments(__doc__) or [str(ROWS)]
    main(int(rows), tuple(names) or tuple(PLACES))
