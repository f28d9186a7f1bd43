# SPDX-License-Identifier: Apache-2.0
"""Automatic hierarchies shaped by the rows that are published.

A hierarchy that is derived from values is part of the release: its levels, their
labels, the classes of the report. Suppressed rows must not influence it. So a decision
is repeated with the hierarchies that the published rows shape, until these no longer
change, or no row is suppressed any more. A column whose hierarchy keeps changing gets
no automatic hierarchy: its values are shown or hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from diversa.array_types import Ints
from diversa.methods.decision import Decision
from diversa.tables.count_table import CountTable

ROUNDS = 4
"""Decisions after which a hierarchy that still changes is given up."""


def decide_by_release(
    counted: CountTable, decide: Callable[[CountTable], Decision]
) -> Decision:
    """Decide with the automatic hierarchies that the published rows shape."""
    while True:
        for _ in range(ROUNDS):
            decision = replace(decide(counted), counted=counted)
            before, counted = counted, reshape(counted, decision)
            if counted is before:
                return decision
        counted = without_the_restless(before, counted)


def reshape(counted: CountTable, decision: Decision) -> CountTable:
    """The table with the hierarchies that the published rows of a decision shape."""
    if not decision.suppressed:
        return counted
    if not any(choice.is_automatic for choice in counted.choices):
        return counted
    return counted.reshape(rows_by_value(counted, decision))


def rows_by_value(counted: CountTable, decision: Decision) -> dict[str, Ints]:
    """Number of published rows, or people, with each value of a quasi-identifier."""
    cells, kinds = counted.cells, counted.kinds
    recoded = decision.recoding.recode(counted)
    rows, entries = cells.counts, recoded.entries
    if entries is not None:
        kept = entries.group >= 0
        rows = np.bincount(
            entries.cell[kept], entries.rows[kept], minlength=len(cells.counts)
        )
    if kinds is not None:
        kept = rows > 0
        kinds = kinds.select(kept)
        return {
            name: kinds.having(cells.column(name)[kept], cells.dictionary(name).size)
            for name in recoded.names
        }
    return {
        name: np.bincount(
            cells.column(name), rows, minlength=cells.dictionary(name).size
        ).astype(np.int64)
        for name in recoded.names
    }


def without_the_restless(before: CountTable, after: CountTable) -> CountTable:
    """The table without the automatic hierarchies that changed."""
    pairs = zip(before.choices, after.choices, strict=True)
    return after.with_choices(
        tuple(new if new is old else new.hidden() for old, new in pairs)
    )
