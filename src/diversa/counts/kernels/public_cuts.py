# SPDX-License-Identifier: Apache-2.0
"""Cuts of a table at public split points, only where both sides have enough rows.

Each column has a binary tree over its cells. A part has a node of every tree. The
public rank of a node says which column is cut first; a column whose cut was refused is
not cut again below.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.kernels.kernel import kernel


class Forest(NamedTuple):
    """The nodes of all trees, tree after tree; a named tuple, for compiled code."""

    roots: Ints
    """The first node of each tree."""
    splits: Codes
    """The first cell on the right side of each node; -1 for a node that ends."""
    lefts: Codes
    """The node of the left side."""
    rights: Codes
    """The node of the right side."""
    ranks: Codes
    """The place of each node in the order in which columns are cut."""


class Leaves(NamedTuple):
    """The parts that are left, with a node of each tree."""

    part: Codes
    """The part of each tuple."""
    nodes: Codes
    """The nodes of each part, one line per part."""


@kernel
def public_cuts(points: Codes, rows: Ints, forest: Forest, least: int) -> Leaves:
    """Cut all tuples, given by their cells, while both sides have `least` rows."""
    tuples, columns = points.shape
    most = min(tuples, rows.sum() // least) + 1
    lines = np.arange(tuples)
    begins, ends = np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.int64)
    nodes = np.zeros((most, columns), dtype=np.int32)
    refused = np.zeros((most, columns), dtype=np.bool_)
    ends[0] = tuples
    for column in range(columns):
        nodes[0, column] = forest.roots[column]
    part, count = 0, 1
    while part < count:
        column = next_column(nodes, refused, part, forest)
        if column < 0:
            part += 1
            continue
        node = nodes[part, column]
        split, run = forest.splits[node], lines[begins[part] : ends[part]]
        if not both_have(points, rows, run, column, split, least):
            refused[part, column] = True
            continue
        middle = begins[part] + divide_run(points, run, column, split)
        begins[count], ends[count], ends[part] = middle, ends[part], middle
        for other in range(columns):
            nodes[count, other] = nodes[part, other]
            refused[count, other] = refused[part, other]
        nodes[part, column] = forest.lefts[node]
        nodes[count, column] = forest.rights[node]
        count += 1
    of_tuple = np.zeros(tuples, dtype=np.int32)
    for number in range(count):
        of_tuple[lines[begins[number] : ends[number]]] = number
    return Leaves(of_tuple, nodes[:count].copy())


@kernel
def both_have(
    points: Codes, rows: Ints, run: Ints, column: int, split: int, least: int
) -> bool:
    """True if both sides of a split have enough of the rows of a run of tuples."""
    lower, upper = 0, 0
    for line in run:
        if points[line, column] < split:
            lower += rows[line]
        else:
            upper += rows[line]
    return lower >= least and upper >= least


@kernel
def divide_run(points: Codes, run: Ints, column: int, split: int) -> int:
    """Move the tuples of the left side to the front of a run, and count them."""
    low, high = 0, len(run) - 1
    while low <= high:
        if points[run[low], column] < split:
            low += 1
        else:
            run[low], run[high] = run[high], run[low]
            high -= 1
    return low


@kernel
def next_column(nodes: Codes, refused: Codes, part: int, forest: Forest) -> int:
    """The column that a part is to be cut along next; -1 if there is none."""
    best = -1
    for column in range(nodes.shape[1]):
        node = nodes[part, column]
        if refused[part, column] or forest.splits[node] < 0:
            continue
        if best < 0 or forest.ranks[node] < forest.ranks[nodes[part, best]]:
            best = column
    return best
