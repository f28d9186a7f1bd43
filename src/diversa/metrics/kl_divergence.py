# SPDX-License-Identifier: Apache-2.0
"""The Kullback-Leibler divergence of a table from what its release says of it."""

from __future__ import annotations

import numpy as np

from diversa.counts.people import number_lines
from diversa.metrics.recoded import Recoded


def kl_divergence(recoded: Recoded) -> float | None:
    """Σ p log2(p / p*) in bits over the tuples of quasi-identifiers; 0 loses nothing.

    p is the share of a tuple in the table; p* is the share that a reader gives it who
    spreads the rows of every box evenly over the tuples that the box covers. Suppressed
    rows are spread over the whole domain. Where boxes overlap, the rows of a tuple are
    counted box by box: the reader knows of every row which box it has. None where it
    is not known which rows went where.

    Reference:
        D. Kifer, J. Gehrke, Injecting utility into anonymized datasets, SIGMOD 2006.
    """
    if recoded.entries is None:
        return None
    tuples = tuple_of_cell(recoded)[recoded.entries.cell]
    boxes = recoded.boxes
    box = np.where(recoded.entries.box < 0, boxes, recoded.entries.box)
    _, place = np.unique(tuples * (boxes + 1) + box, return_inverse=True)
    of_pair = np.zeros(int(place.max(initial=-1)) + 1, dtype=np.int64)
    of_pair[place] = box
    rows = np.bincount(place, weights=recoded.entries.rows)
    mass = np.append(recoded.box_rows, recoded.suppressed)
    bits = np.log2(rows) - np.log2(mass[of_pair]) + log_tuples(recoded)[of_pair]
    return max(0.0, float(rows @ bits) / max(1, recoded.total))


def tuple_of_cell(recoded: Recoded) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The tuple of quasi-identifiers that each cell has, numbered."""
    places = len(recoded.sides)
    cells = recoded.original
    return number_lines(cells.codes[:, :places], cells.dictionaries[:places])


def log_tuples(recoded: Recoded) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """log2 of the tuples that each box covers, and last of all tuples."""
    covered = np.zeros(recoded.boxes + 1)
    for one in recoded.sides:
        covered[:-1] += np.log2(one.sizes)[one.label]
        covered[-1] += np.log2(max(1, one.domain))
    return covered
