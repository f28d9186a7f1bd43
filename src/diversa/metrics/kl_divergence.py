# SPDX-License-Identifier: Apache-2.0
"""The Kullback-Leibler divergence of a table from what its release says of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.counts import kernels
from diversa.counts.frequency_set import keys_at
from diversa.counts.level_maps import LevelMaps
from diversa.metrics.metric import Metric
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
    boxes = recoded.boxes
    entry_box = np.where(recoded.entries.box < 0, boxes, recoded.entries.box)
    tuples, number = tuple_of_cell(recoded)
    keys = tuples[recoded.entries.cell] * np.int64(boxes + 1) + entry_box
    place, first = kernels.group_keys(keys, number * (boxes + 1))
    rows = np.bincount(place, weights=recoded.entries.rows)
    box, mass = entry_box[first], np.append(recoded.box_rows, recoded.suppressed)
    bits = np.log2(rows) - np.log2(mass[box]) + log_tuples(recoded)[box]
    return max(0.0, float(rows @ bits) / max(1, recoded.total))


def tuple_of_cell(recoded: Recoded) -> tuple[NDArray[np.int32], int]:
    """The tuple of quasi-identifiers that each cell has, and how many there are."""
    maps = LevelMaps(recoded.hierarchies)
    codes = np.array(
        [
            recoded.original.column(hierarchy.attribute)
            for hierarchy in recoded.hierarchies
        ],
        dtype=np.int32,
    ).reshape(len(maps.hierarchies), len(recoded.original.counts))
    levels = (0,) * len(codes)
    number, first = kernels.group_keys(*keys_at(maps, levels, codes))
    return number, len(first)


def log_tuples(recoded: Recoded) -> NDArray[np.float64]:
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
)
