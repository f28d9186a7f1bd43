# SPDX-License-Identifier: Apache-2.0
"""A lattice of 65,536 nodes over 1,000,000 rows, nearly each a tuple of its own.

Eight attributes of 64 values with four levels each; 5-anonymity, with no row and with
2 % of the rows to go. The unit is one `np.unique` over the packed keys of the rows.

Run with `python -m benchmarks many_tuples`.
"""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from benchmarks.arguments import arguments
from benchmarks.record import note
from benchmarks.search import pack, seconds
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import frequency_set
from diversa.counts.kernels.patience import PATIENCE_LEFT
from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics import OBJECTIVES
from diversa.models import parse
from diversa.search.lattice.optimal import optimal
from diversa.search.task import Task

ROWS = 1_000_000
ATTRIBUTES, VALUES = 8, 64
GROWTH = (8, 32, VALUES)
"""Values in a label of each level."""


def attributes(codes: NDArray[np.int32]) -> list[tuple[Dictionary, Hierarchy]]:
    """Each attribute with intervals that grow, `*` at last."""
    pairs = []
    for place, line in enumerate(codes.T):
        counts = np.bincount(line, minlength=VALUES).tolist()
        values = [f"{value:02}" for value in range(VALUES)]
        dictionary = Dictionary.build(f"a{place}", values, counts)
        levels = [
            ["*" if size == VALUES else f"{n // size}/{size}" for n in range(VALUES)]
            for size in GROWTH
        ]
        pairs.append((dictionary, Hierarchy.from_labels(dictionary, levels)))
    return pairs


def task(share: float, rows: int = ROWS) -> tuple[Task, NDArray[np.int64]]:
    """What is searched for, and the packed keys of the rows."""
    draw = np.random.default_rng(0)
    # Low values are more frequent, as in most attributes of people.
    codes = (VALUES * draw.random((rows, ATTRIBUTES)) ** 1.5).astype(np.int32)
    distinct, counts = np.unique(codes, axis=0, return_counts=True)
    dictionaries, axes = zip(*attributes(codes), strict=True)
    finest = frequency_set(Cells(dictionaries, distinct, counts), axes, ())
    models = (parse("k-anonymity:5"),)
    asked = Task(finest, models, OBJECTIVES["loss"], limit=int(share * rows))
    return asked, pack(codes, [VALUES] * ATTRIBUTES)


def main(rows: int = ROWS) -> None:
    """Print a line per limit."""
    with PATIENCE_LEFT.suspend():
        optimal(task(0.02, 1_000)[0])  # everything is compiled when it is measured
        for share in (0.0, 0.02):
            asked, keys = task(share, rows)
            unit = min(seconds(lambda keys=keys: np.unique(keys)) for _ in "123")
            begin = time.process_time()
            result = optimal(asked)
            spent = time.process_time() - begin
            note("many_tuples", f"{share:.0%} of {rows:,} rows", spent / unit)
            print(
                f"  {share:4.0%} of {rows:,} rows ({len(asked.finest):,} tuples) may"
                f" go: {spent:.1f} s, {spent / unit:.0f} np.unique,"
                f" {result.checked:,} of {asked.lattice.size:,} nodes counted,"
                f" {1e3 * spent / result.checked:.0f} ms each, loss {result.cost:.4f}",
                flush=True,
            )


if __name__ == "__main__":
    main(*map(int, arguments(__doc__)[:1]))
