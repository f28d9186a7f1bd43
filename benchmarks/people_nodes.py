# SPDX-License-Identifier: Apache-2.0
"""A node by one pass over the visits of people, against the count of the table.

The table is that of `benchmarks.people`, in which ward and week are those of the visit:
people are in several groups. A node is rolled up from the bottom, and the people of its
groups and of each of their values are counted. Times are those of processors. Run with
`python -m benchmarks.people_nodes [rows]`.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from benchmarks.arguments import arguments
from benchmarks.people import PERSON, TABLES, make_table
from benchmarks.record import note
from diversa.counts.frequency_set import FrequencySet, frequency_set, roll_up
from diversa.counts.kernels.patience import PATIENCE_LEFT
from diversa.counts.sensitive import Sensitive
from diversa.engines.registry import open_engine
from diversa.tables.hierarchy_choice import build_hierarchy

ROWS = 10_000_000
NODES = {"fine": 0, "middle": 1, "coarse": 2}
"""Levels above the bottom of every quasi-identifier, as far as it has them."""

ROUNDS = 3
Done = TypeVar("Done")


def timed(work: Callable[[], Done]) -> tuple[float, Done]:
    """Processor seconds of a work, the least of some rounds, and what it gives."""
    seconds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        done = work()
        seconds.append(time.process_time() - start)
    return min(seconds), done


def judge(finest: FrequencySet, levels: tuple[int, ...]) -> FrequencySet:
    """Roll up to a node and count what models look at."""
    node = roll_up(finest, levels)
    assert len(node.groups.sizes) == len(node)
    node.groups.histogram("ill")
    return node


def main(rows: int = ROWS) -> None:
    """Print and note the ratios."""
    names = TABLES["of the visit"]
    with tempfile.TemporaryDirectory() as folder, PATIENCE_LEFT.suspend():
        path = make_table(Path(folder), rows)
        with open_engine("duckdb", path) as engine:
            table = engine.open(path, columns=[PERSON, *names])
            dictionaries = [engine.values(table, name) for name in names]
            spent, _ = timed(lambda: engine.count(table, dictionaries))
            found = engine.people(table, dictionaries, PERSON)
    *known, ill = dictionaries
    hierarchies = [build_hierarchy(one, {}) for one in known]
    finest = frequency_set(
        found.cells, hierarchies, [Sensitive(ill)], kinds=found.kinds
    )
    print(f"{rows:,} rows, {len(found.kinds):,} kinds; rows counted in {spent:.2f} s")
    for name, step in NODES.items():
        levels = tuple(min(step, axis.height) for axis in hierarchies)
        levels = tuple(
            max(one, own) for one, own in zip(levels, finest.levels, strict=True)
        )
        seconds, node = timed(lambda: judge(finest, levels))  # noqa: B023 - at once
        print(f"{name:7} {len(node):>9,} groups  {seconds:5.2f} s")
        note("people nodes", f"{name}, {rows:,} rows", seconds / spent)


if __name__ == "__main__":
    main(*map(int, arguments(__doc__)))
