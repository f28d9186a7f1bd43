# SPDX-License-Identifier: Apache-2.0
"""Parts of a counted table: some of its cells, or all but one of its columns."""

from __future__ import annotations

from dataclasses import replace
from itertools import compress

import numpy as np

from diversa.array_types import Bools
from diversa.counts.cell_tuples import cell_tuples
from diversa.counts.cells import Cells
from diversa.hierarchies.choice import HierarchyChoice
from diversa.tables.count_table import CountTable
from diversa.tables.role_cells import select_cells


def with_cells(counted: CountTable, kept: Bools) -> CountTable:
    """The table of some cells, as if the others had never been there."""
    cells = select_cells(counted.cells, kept)
    names = [choice.column for choice in counted.choices]
    choices = tuple(
        HierarchyChoice.of(cells.dictionary(choice.column), choice.given, counted.least)
        for choice in counted.choices
    )
    sizes = [cells.dictionary(name).size for name in names]
    return replace(
        counted,
        cells=cells,
        dictionaries=tuple(cells.dictionary(name) for name in names),
        hierarchies=tuple(choice.hierarchy for choice in choices),
        sensitive=tuple(
            replace(one, dictionary=cells.dictionary(one.name))
            for one in counted.sensitive
        ),
        own_codes=tuple(np.arange(size, dtype=np.int32) for size in sizes),
        choices=choices,
        weights=None,
    )


def without_column(counted: CountTable, column: str) -> CountTable:
    """The table without a quasi-identifier."""
    cells, kinds = counted.cells, counted.kinds
    stays = [one.column != column for one in cells.dictionaries]
    columns = tuple(compress(cells.dictionaries, stays))
    tuples = cell_tuples(cells, [one.column for one in columns])
    codes = cells.codes[tuples.first][:, np.flatnonzero(stays)]
    counts = np.bincount(tuples.number, cells.counts).astype(np.int64)
    kept = [one.attribute != column for one in counted.hierarchies]
    number = tuples.number.astype(np.int64)
    return replace(
        counted,
        cells=Cells(columns, np.ascontiguousarray(codes), counts),
        dictionaries=tuple(compress(counted.dictionaries, kept)),
        hierarchies=tuple(compress(counted.hierarchies, kept)),
        own_codes=tuple(compress(counted.own_codes, kept)),
        choices=tuple(compress(counted.choices, kept)),
        kinds=None if kinds is None else kinds.move(number),
        floor={name: low for name, low in counted.floor.items() if name != column},
        weights=None,
    )
