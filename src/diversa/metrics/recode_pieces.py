# SPDX-License-Identifier: Apache-2.0
"""Releases in which the rows of a cell may be divided, beside their table.

A search says how many rows of which quasi-identifiers and sensitive values go to which
group. Rows that are alike are interchangeable, so cells are matched with pieces in
order, row by row, without ever listing rows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Ints
from diversa.counts import kernels
from diversa.counts.cell_tuples import cell_tuples
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, are_values, combine_sensitive
from diversa.counts.sensitive import Sensitive
from diversa.counts.wide_keys import keys_at
from diversa.metrics.recoded import CellEntries, Recoded
from diversa.metrics.sides import Sides


def recode_pieces(
    cells: Cells,
    sensitive: Sequence[Sensitive],
    *,
    pieces: FrequencySet,
    group: NDArray[np.integer],
    sides: Sequence[Sides] | None = None,
    star: bool = False,
) -> Recoded:
    """Put a release together from the groups of pieces.

    A piece is some rows with the same quasi-identifiers; its group is -1 if it is
    suppressed, as rows in no piece are. Without sides, quasi-identifiers are published
    as they are.
    """
    tuples, of_piece, of_cell = tuples_of(cells, pieces)
    if are_whole(pieces, of_piece, cells, of_cell):
        piece = np.empty(tuples.shape[1], dtype=np.int64)
        piece[of_piece] = np.arange(len(pieces))
        cell, which, rows = np.arange(len(of_cell)), piece[of_cell], cells.counts
    else:
        cell, which, rows = match_pieces(pieces, of_piece, cells, of_cell)
    where = np.append(group.astype(np.int64), -1)[which]
    box = where
    if sides is None:
        box = np.where(where < 0, -1, of_cell[cell])
        used, place = np.unique(box, return_inverse=True)
        gone = int((used < 0).any())  # a tuple may be gone as a whole
        box, tuples = place - gone, tuples[:, used[gone:]]
        every = zip(pieces.hierarchies, tuples, strict=True)
        sides = [
            Sides.of_level(hierarchy.without_coding, int(hierarchy.is_coded), codes)
            for hierarchy, codes in every
        ]
    return Recoded.of_entries(
        cells, sensitive, sides, CellEntries(cell, box, where, rows), star=star
    )


def are_whole(
    pieces: FrequencySet, of_piece: Ints, cells: Cells, of_cell: Ints
) -> bool:
    """True if each piece is all of its tuple, so that nothing must be matched."""
    sizes = pieces.group_rows
    once = len(pieces) == len(np.bincount(of_piece)) == len(np.bincount(of_cell))
    return (
        once
        and bool((np.bincount(of_piece) == 1).all())
        and (
            np.array_equal(
                np.bincount(of_piece, weights=sizes), np.bincount(of_cell, cells.counts)
            )
        )
    )


def match_pieces(
    pieces: FrequencySet, of_piece: Ints, cells: Cells, of_cell: Ints
) -> tuple[Ints, Ints, Ints]:
    """Runs of alike rows: the cell, the piece (-1 for none) and how many rows."""
    groups = pieces.groups
    piece = np.repeat(np.arange(len(pieces)), np.diff(groups.starts))
    values, combinations = combine_sensitive(cells, groups.sensitive)
    width = len(combinations)
    cell, entry, rows = match(
        of_cell * width + values,
        cells.counts,
        of_piece[piece] * width + groups.values,
        groups.counts,
    )
    return cell, np.append(piece, -1)[entry], rows


def tuples_of(cells: Cells, pieces: FrequencySet) -> tuple[Codes, Ints, Ints]:
    """The distinct tuples of quasi-identifiers, and which each piece and cell has."""
    hierarchies = pieces.hierarchies
    known = cell_tuples(cells, [hierarchy.attribute for hierarchy in hierarchies])
    own = [known.of(cells.column(hierarchy.attribute)) for hierarchy in hierarchies]
    if are_values(hierarchies) and all(map(np.array_equal, own, pieces.codes)):
        # Each tuple is one piece, in the same order.
        return pieces.codes, np.arange(len(pieces)), known.number.astype(np.int64)
    own = [
        hierarchy.maps[0][codes]
        for hierarchy, codes in zip(hierarchies, own, strict=True)
    ]
    codes = np.array(own, dtype=np.int32).reshape(len(own), len(known))
    both = np.concatenate([codes, pieces.codes], axis=1)
    number, first = kernels.group_keys(*keys_at(pieces.maps, pieces.levels, both))
    number = number.astype(np.int64)
    tuples = number[: len(known)]  # values that are coded alike are one
    return both[:, first], number[len(known) :], tuples[known.number]


def match(
    keys: Ints, counts: Ints, other_keys: Ints, other_counts: Ints
) -> tuple[Ints, Ints, Ints]:
    """Match the rows of lines with those of other lines that have the same key.

    Returns runs of rows: the line, the other line (-1 where no other row is left) and
    the number of rows. There must not be more other rows than rows.

    >>> [one.tolist() for one in match(
    ...     np.array([7, 5]), np.array([3, 2]), np.array([7, 7]), np.array([1, 1])
    ... )]
    [[1, 0, 0, 0], [-1, 0, 1, -1], [2, 1, 1, 1]]
    """
    every, place = np.unique(np.concatenate([keys, other_keys]), return_inverse=True)
    place, others = place[: len(keys)], place[len(keys) :]
    total = np.bincount(place, weights=counts, minlength=len(every))
    taken = np.bincount(others, weights=other_counts, minlength=len(every))
    # What is left of each key is one more line, so that both sides have the same rows.
    others = np.concatenate([others, np.arange(len(every))])
    rest = (total - taken).astype(np.int64)
    amounts = np.concatenate([other_counts, rest])
    order = np.argsort(place, kind="stable")
    other_order = np.argsort(others, kind="stable")
    ends, other_ends = np.cumsum(counts[order]), np.cumsum(amounts[other_order])
    cuts = np.concatenate([ends, other_ends])
    cuts.sort(kind="stable")  # two sorted runs are merged
    cuts = cuts[np.diff(cuts, prepend=0) > 0]
    begins = np.concatenate([[0], cuts[:-1]]).astype(np.int64)
    other = other_order[np.searchsorted(other_ends, begins, side="right")]
    return (
        order[np.searchsorted(ends, begins, side="right")],
        np.where(other < len(other_keys), other, -1),
        np.diff(cuts, prepend=0),
    )
