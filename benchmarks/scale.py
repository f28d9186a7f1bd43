# SPDX-License-Identifier: Apache-2.0
"""A decision on the counts of 1,000,000,000 rows in 10,000,000 cells.

No table of that size is read: the counts are made up, seven quasi-identifiers and a
sensitive attribute, skewed as such columns are. The decision is real: the search over
the lattice, with the same code that every run has. What it decides is recounted with
NumPy alone. Run with `python -m benchmarks.scale [rows] [cells]`.
"""

from __future__ import annotations

import resource
import time

import numpy as np
from numpy.typing import NDArray

from benchmarks.arguments import arguments
from benchmarks.record import note
from diversa.counts.cells import Cells
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary, Kind
from diversa.engines.table import Table
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.hierarchies.intervals import Intervals
from diversa.hierarchies.masking import Masking
from diversa.methods import METHODS
from diversa.methods.decision import Decision
from diversa.plan.keywords import make_plan
from diversa.tables.count_table import CountTable

ROWS, CELLS = 10**9, 10**7
SEED = 13
K, L = 50, 3

COLUMNS: dict[str, tuple[int, object]] = {
    "region": (400, Masking(length=3)),
    "age": (100, Intervals((5, 10, 20))),
    "sex": (2, Masking(length=1)),
    "job": (90, Masking(length=2)),
    "month": (12, Intervals((3, 6))),
    "children": (8, Intervals((2, 4))),
    "income": (50, Intervals((5, 10, 20))),
}
"""The values of each quasi-identifier, and how they are generalized."""

ILL = 12
"""Sensitive values."""


def dictionary_of(name: str, size: int, kind: object, counts: NDArray[np.int64]):  # noqa: ANN201
    """The values of a column, numbers or codes of one length."""
    values = np.empty(size, dtype=object)
    if isinstance(kind, Intervals):
        values[:] = list(range(size))
        return Dictionary(name, values, counts, Kind.NUMBER)
    width = len(str(size - 1))
    values[:] = [f"{value:0{width}}" for value in range(size)]
    return Dictionary(name, values, counts, Kind.TEXT)


def make_counts(rows: int, cells: int) -> CountTable:
    """Cells as a table of so many rows would have them."""
    random = np.random.default_rng(SEED)
    sizes = [size for size, _ in COLUMNS.values()] + [ILL]
    space = int(np.prod(sizes, dtype=np.int64))
    keys = np.empty(0, dtype=np.int64)
    while len(keys) < cells:  # skewed: low codes are frequent in every column
        more = np.zeros(cells, dtype=np.int64)
        for size in sizes:
            drawn = (size * random.random(cells) ** 1.5).astype(np.int64)
            more = more * size + drawn
        keys = np.unique(np.concatenate([keys, more]))
    keys = np.sort(random.permutation(keys)[:cells])
    codes = np.empty((cells, len(sizes)), dtype=np.int32)
    for place in reversed(range(len(sizes))):
        keys, codes[:, place] = np.divmod(keys, sizes[place])
    weights = random.pareto(1.2, cells) + 0.1
    counts = np.maximum(1, (weights * (rows / weights.sum())).astype(np.int64))
    counts[counts.argmax()] += rows - counts.sum()
    names = [*COLUMNS, "ill"]
    kinds = [kind for _, kind in COLUMNS.values()] + [None]
    dictionaries = tuple(
        dictionary_of(
            name,
            sizes[place],
            kinds[place],
            np.bincount(codes[:, place], counts, sizes[place]).astype(np.int64),
        )
        for place, name in enumerate(names)
    )
    del space
    held = dictionaries[:-1]
    return CountTable(
        Table("made up", tuple(names), rows, "counts"),
        Cells(dictionaries, codes, counts),
        held,
        tuple(
            kind.build(values)
            for values, (_, kind) in zip(held, COLUMNS.values(), strict=True)
        ),
        (Sensitive(dictionaries[-1]),),
        tuple(np.arange(values.size, dtype=np.int32) for values in held),
    )


def check(counted: CountTable, decision: Decision) -> tuple[int, int, int]:
    """Recount the release with NumPy alone: groups, the smallest, rows left out."""
    levels = list((decision.recoding.levels or {}).values())
    hierarchies: tuple[Hierarchy, ...] = counted.hierarchies
    key = np.zeros(len(counted.cells.counts), dtype=np.int64)
    for place, (hierarchy, level) in enumerate(zip(hierarchies, levels, strict=True)):
        codes = hierarchy.maps[level][counted.cells.codes[:, place]]
        key = key * hierarchy.sizes[level] + codes
    _, group = np.unique(key, return_inverse=True)
    sizes = np.zeros(group.max() + 1, dtype=np.int64)
    np.add.at(sizes, group, counted.cells.counts)
    pairs = np.unique(group * ILL + counted.cells.codes[:, -1])
    different = np.bincount(pairs // ILL)
    kept = (sizes >= K) & (different >= L)
    return int(kept.sum()), int(sizes[kept].min()), int(sizes[~kept].sum())


def main(rows: int = ROWS, cells: int = CELLS) -> None:
    """Decide, check, and print what it took."""
    begin = time.process_time()
    counted = make_counts(rows, cells)
    made, before = time.process_time() - begin, peak()
    held = counted.cells.codes.nbytes + counted.cells.counts.nbytes
    print(f"scale: {rows:,} rows, {cells:,} cells; {held / 1e6:,.0f} MB of counts")
    print(f"counts made in {made:.0f} s of processor time, peak {before:,} MB")
    small = make_counts(10 * 20_000, 20_000)  # compiled before we measure
    plan = make_plan(
        quasi_identifiers=list(COLUMNS),
        sensitive="ill",
        models=[f"k-anonymity:{K}", f"distinct-l-diversity:{L}"],
        suppression=0.01,
    )
    METHODS["full-domain"](small, plan, lambda *_: None)
    begin = time.process_time()
    np.unique(counted.cells.codes @ np.arange(1, 9))
    sorting = time.process_time() - begin
    begin = time.process_time()
    decision = METHODS["full-domain"](counted, plan, lambda *_: None)
    spent = time.process_time() - begin
    groups, smallest, left_out = check(counted, decision)
    assert smallest >= K
    assert left_out == decision.suppressed <= rows // 100
    reached = decision.reached
    print(
        f"decided in {spent:.1f} s of processor time ({spent / sorting:.1f} times one"
        f" np.unique of as many keys): {reached.checked} of {reached.nodes} nodes,"
        f" {reached.optimality}; peak {peak():,} MB"
    )
    print(
        f"levels {decision.recoding.levels}, loss {decision.metrics['loss']:.4f},"
        f" {groups:,} groups of {smallest:,} rows or more, {left_out:,} rows left out:"
        " the same by a recount"
    )
    note("scale", f"decision, {cells:,} cells", spent / sorting)


def peak() -> int:
    """The most memory that this process had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main(*map(int, arguments(__doc__)[:2]))
