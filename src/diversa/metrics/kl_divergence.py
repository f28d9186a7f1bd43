# SPDX-License-Identifier: Apache-2.0
"""The Kullback-Leibler divergence of a table from what its release says of it."""

from __future__ import annotations

import numpy as np

from diversa.array_types import Codes, Floats, Ints
from diversa.counts import kernels
from diversa.counts.cell_tuples import cell_tuples
from diversa.metrics.metric import Metric
from diversa.metrics.recoded import Recoded


def kl_divergence(recoded: Recoded) -> float | None:
    """Σ p log2(p / p*) in bits over the tuples of quasi-identifiers; 0 loses nothing.

    p is the share of a tuple in the table; p* is the share that a reader gives it who
    spreads the rows of every box evenly over the tuples that the box covers. Where
    boxes overlap, the rows of a tuple are counted box by box: the reader knows of every
    row which box it has. A withheld row is alone in a box that covers the whole domain
    of D tuples: it adds log2 D bits, the most that a row can add, wherever it lies.
    None where it is not known which rows went where.

    Reference:
        D. Kifer, J. Gehrke, Injecting utility into anonymized datasets, SIGMOD 2006.
    """
    if recoded.entries is None:
        return None
    kept = recoded.entries.box >= 0
    entry_box, cell = recoded.entries.box[kept], recoded.entries.cell[kept]
    place, first = tuples_in_boxes(recoded, cell, entry_box)
    rows = np.bincount(place, weights=recoded.entries.rows[kept])
    box, covered = entry_box[first], log_tuples(recoded)
    bits = np.log2(rows) - np.log2(recoded.box_rows[box]) + covered[box]
    lost = float(rows @ bits) + recoded.suppressed * float(covered[-1])
    return max(0.0, lost / max(1, recoded.total))


def tuples_in_boxes(recoded: Recoded, cell: Ints, box: Ints) -> tuple[Codes, Ints]:
    """Number the pairs of a tuple and a box that entries have; the first of each."""
    tuples = cell_tuples(recoded.original, recoded.names)
    place = tuples.number[cell]
    whole = np.array_equal(cell, np.arange(len(tuples.number)))
    if whole and np.array_equal(box[tuples.first][place], box):
        return place, tuples.first  # all rows of a tuple are in one box
    boxes = recoded.boxes
    return kernels.group_keys(place * np.int64(boxes) + box, len(tuples) * boxes)


def log_tuples(recoded: Recoded) -> Floats:
    """log2 of the tuples that each box covers, and last of all tuples."""
    covered = np.zeros(recoded.boxes + 1)
    for side in recoded.sides:
        covered[:-1] += np.log2(side.sizes)[side.label]
        covered[-1] += np.log2(max(1, side.domain))
    return covered


KL_DIVERGENCE = Metric(
    "kl-divergence",
    "KL divergence",
    "bits lost about where rows lie",
    lambda recoded, _: kl_divergence(recoded),
    needs="where the rows of each cell went",
    withheld="log2 of the tuples of the domain",
)
