# SPDX-License-Identifier: Apache-2.0
"""Whole runs on Parquet, against a GROUP BY of the same columns by hand.

A synthetic table of eight quasi-identifiers and a sensitive column is anonymized into a
folder; what each phase takes of the processors is told as a ratio to the same GROUP BY
in DuckDB. The evidence is left out: `evidence` measures it. Run with
`python -m benchmarks.writing [rows] [method ...]`.
"""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import duckdb

from benchmarks.arguments import arguments
from benchmarks.count import COLUMNS, make_tables, seconds
from benchmarks.record import note
from diversa import anonymize
from diversa.progress import Clock

ROWS = 1_000_000

ILL = """
    SELECT *, ['flu', 'cold', 'cancer', 'ulcer', 'gastritis', 'angina', 'none']
        [1 + floor(7 * random())::INT] AS ill
    FROM read_parquet('{path}')
"""

HIERARCHIES = {
    "zip": {"kind": "masking", "length": 2},
    "age": {"kind": "intervals", "widths": [1, 2]},
    "style": {"kind": "masking", "length": 7},
    "price": {"kind": "intervals", "widths": [1, 2]},
    "ordered": {"kind": "dates"},
}

PLANS = {
    "full-domain": {"models": "k-anonymity:10", "suppression": 0.02},
    "mondrian": {"models": "k-anonymity:10"},
    "local-recoding": {"models": "k-anonymity:10"},
    "anatomy": {"models": "frequency-l-diversity:3"},
}
"""Each method with its plan."""

TARGETS = {"full-domain": 3, "mondrian": 5, "local-recoding": 8, "anatomy": 6}


def make_table(folder: Path, rows: int) -> Path:
    """Write the synthetic table, with about eight rows in a cell."""
    source = make_tables(folder, rows)["few cells"]
    path = folder / "people.parquet"
    with duckdb.connect() as connection:
        connection.execute("SELECT setseed(0.25)").fetchall()
        connection.execute(
            f"COPY ({ILL.format(path=source)}) TO '{path}' (FORMAT parquet)"
        ).fetchall()
    return path


def by_hand(path: Path) -> int:
    """The GROUP BY of all columns."""
    names = ", ".join((*COLUMNS, "ill"))
    with duckdb.connect() as connection:
        connection.execute(
            f"CREATE TEMP TABLE cells AS SELECT {names}, count(*) AS n"
            f" FROM read_parquet('{path}') GROUP BY {names}"
        ).fetchall()
        return connection.execute("SELECT count(*) FROM cells").fetchall()[0][0]


@contextmanager
def watched(spent: dict[str, float]) -> Iterator[None]:
    """Add up what each phase takes of the processors."""
    phase = Clock.phase

    @contextmanager
    def timed(clock: Clock, name: str) -> Iterator[object]:
        begin = time.process_time()
        with phase(clock, name) as progress:
            yield progress
        spent[name] = spent.get(name, 0.0) + time.process_time() - begin

    Clock.phase = timed
    try:
        yield
    finally:
        Clock.phase = phase


def run(path: Path, out: Path, method: str) -> dict[str, float]:
    """Processor seconds of each phase of a run."""
    spent: dict[str, float] = {}
    begin = time.process_time()
    with watched(spent):
        anonymize(
            path,
            out=out,
            replace=True,
            evidence=False,
            ledger=False,
            quasi_identifiers=COLUMNS,
            sensitive="ill",
            hierarchies=HIERARCHIES,
            method=method,
            **PLANS[method],
        )
    return {**spent, "all": time.process_time() - begin}


def main(rows: int = ROWS, methods: tuple[str, ...] = tuple(PLANS)) -> None:
    """Print the ratios."""
    print(f"writing: {rows:,} rows, {len(COLUMNS) + 1} columns, Parquet; processors")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = make_table(folder, rows)
        _, hand = seconds(partial(by_hand, path))
        print(f"one GROUP BY by hand takes {hand:.2f} s")
        for method in methods:
            run(path, folder / "release", method)  # compiled, and in the page cache
            _, again = seconds(partial(by_hand, path), rounds=1)
            spent = run(path, folder / "release", method)
            hand = min(hand, again)
            ratios = {phase: taken / hand for phase, taken in spent.items()}
            listed = "  ".join(
                f"{phase} {ratio:.2f}" for phase, ratio in ratios.items()
            )
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            print(f"{method:15} target {TARGETS[method]}  {listed}  peak {peak:,} MB")
            note("writing", f"{method}, {rows:,} rows", ratios["all"])


if __name__ == "__main__":
    rows, *methods = arguments(__doc__) or [str(ROWS)]
    main(int(rows), tuple(methods) or tuple(PLANS))
