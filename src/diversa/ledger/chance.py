# SPDX-License-Identifier: Apache-2.0
"""The overlap that two tables of different people have by chance.

Different people may have the same quasi-identifiers: two halves of the Adult table
share a third of their tuples. What a table shares with itself, cut at random, says how
much that is; only what is above it are common people.
"""

from __future__ import annotations

import math

import numpy as np

from diversa.array_types import Ints
from diversa.ledger.sketch import KEPT

CUT_ERROR = 0.01
"""Standard error of the share that is found by cutting a table, as measured."""

LEAST = 64
"""Tables with fewer rows are not cut: there is nothing to be learnt from so few."""


def chance_overlap(counts: Ints, rows: int, *, seed: int = 0) -> float:
    """The share of common rows of two tables of different people, estimated.

    Args:
        counts: The rows of each distinct tuple of one table.
        rows: The rows of the other table.
        seed: The seed of the cuts.

    The table is cut in the ratio of both tables, and so is a half of it. From one to
    the other the share of common rows grows as tables do; it is prolonged to the size
    of both tables together.
    """
    own = int(counts.sum())
    if own < LEAST or rows < LEAST:
        return 0.0
    random, ratio = np.random.default_rng(seed), rows / (rows + own)
    half = random.binomial(counts, 0.5)
    whole, less = (cut(some, ratio, random) for some in (counts, half))
    steps = math.log2((rows + own) / own)
    return min(max(whole + (whole - less) * steps, whole, 0.0), 1.0)


def cut(counts: Ints, ratio: float, random: np.random.Generator) -> float:
    """Cut rows into two tables at random; the share of rows that both have."""
    first = random.binomial(counts, ratio)
    second = counts - first
    every = int(np.maximum(first, second).sum())
    return int(np.minimum(first, second).sum()) / every if every else 0.0


def common_people(common: float, by_chance: float, largest: float = 1.0) -> float:
    """The overlap of two tables in people, from their overlap in rows that look alike.

    Args:
        common: The share of common rows, by sketches.
        by_chance: The share that tables of different people have.
        largest: The largest overlap that tables of these sizes can have.

    What may be an error of the estimate counts as chance.

    >>> common_people(1.0, 0.3), common_people(0.31, 0.3), common_people(0.2, 0.3)
    (1.0, 0.0, 0.0)
    """
    error = math.hypot(math.sqrt(common * (1 - common) / KEPT), CUT_ERROR)
    if by_chance <= 0:
        return min(common, 1.0)
    if by_chance >= largest or common - by_chance < 2 * error:
        return largest if common >= largest > by_chance else 0.0
    return largest * min(1.0, (common - by_chance) / (largest - by_chance))
