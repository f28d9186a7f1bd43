# SPDX-License-Identifier: Apache-2.0
"""The rehearsal of a release that is being published, where the time allows it.

It is made on the published rows, and knows only the values that they have: nothing of a
withheld row is in its figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import people_attributes
from diversa.methods.decision import Decision
from diversa.methods.manual_levels import CHOSEN, manual_levels
from diversa.metrics.public_part import (
    narrow_cells,
    narrow_dictionary,
    narrow_hierarchy,
    occurring,
    with_values,
)
from diversa.metrics.recoded import Recoded
from diversa.plan.plan import Plan
from diversa.progress import unseen
from diversa.record.rehearsal_record import LeftOut, RehearsalRecord, unit_of
from diversa.rehearsals.rehearsal import rehearse
from diversa.rehearsals.trial_release import Decide
from diversa.tables.count_table import CountTable

MOST_CELLS = 50_000
"""Distinct rows of a table that is rehearsed unasked."""

MOST_WORK = 20_000_000
"""Distinct rows times nodes of a lattice that were counted, for the same."""


def rehearse_release(
    counted: CountTable, plan: Plan, decision: Decision, recoded: Recoded
) -> RehearsalRecord | None:
    """Rehearse a release that was decided; None if the plan wants no rehearsal.

    `recoded` is the table beside its release.
    """
    if plan.report.rehearsal == "none":
        return None
    kind, unit = plan.report.rehearsal, unit_of(plan.roles)
    why = why_left_out(counted, plan, decision)
    if why is not None:
        return RehearsalRecord(kind=kind, unit=unit, left_out=why)
    if decision.suppressed or counted.rows_dropped:
        counted = published_table(counted, recoded)
    return rehearse(counted, plan, kind=kind, decide=chosen_levels(plan, decision))


def why_left_out(counted: CountTable, plan: Plan, decision: Decision) -> LeftOut | None:
    """The reason why a rehearsal would take too long; None if it does not."""
    cells, reached = len(counted.cells.counts), decision.reached
    if cells > MOST_CELLS:
        return "large table"
    open_ended = plan.search.time is not None or reached.stopped is not None
    if open_ended or cells * (reached.checked or 0) > MOST_WORK:
        return "long search"
    return None


def chosen_levels(plan: Plan, decision: Decision) -> Decide | None:
    """The decision by levels that a person chose; None where a method decides."""
    levels: Mapping[str, int] | None = decision.recoding.levels
    if decision.reached.algorithm != CHOSEN or levels is None:
        return None
    return lambda counted: manual_levels(counted, plan, levels, unseen)


def published_table(counted: CountTable, recoded: Recoded) -> CountTable:
    """The published rows of a table, as they were, with no value of other rows."""
    cells, entries = counted.cells, recoded.entries
    if entries is None:
        return counted
    kept = entries.group >= 0
    rows = np.bincount(
        entries.cell[kept], entries.rows[kept], minlength=len(cells.counts)
    ).astype(np.int64)
    lines = np.flatnonzero(rows)
    part = Cells(cells.dictionaries, cells.codes[lines], rows[lines])
    names = [hierarchy.attribute for hierarchy in counted.hierarchies]
    used = {
        one.column: occurring(part, one.column, counted.people, names)
        for one in cells.dictionaries
    }
    kinds = None if counted.kinds is None else counted.kinds.select(rows > 0)
    narrow = narrow_cells(part, used)
    attributes = tuple(
        with_values(
            attribute,
            narrow_dictionary(attribute.dictionary, used[attribute.name], part),
            used[attribute.name],
        )
        for attribute in counted.sensitive
    )
    if kinds is not None:
        attributes = people_attributes(narrow, kinds, attributes)
    people = counted.people
    if people is not None:
        values = {
            one.column: used[one.column] if one.column in names else np.arange(one.size)
            for one in people.dictionaries
        }
        people = narrow_cells(people, values)
    return replace(
        counted,
        table=replace(counted.table, rows=narrow.rows),
        cells=narrow,
        dictionaries=tuple(map(narrow.dictionary, names)),
        hierarchies=tuple(
            narrow_hierarchy(hierarchy, used[hierarchy.attribute])
            for hierarchy in counted.hierarchies
        ),
        sensitive=attributes,
        own_codes=tuple(np.arange(len(used[name]), dtype=np.int32) for name in names),
        people=people,
        kinds=kinds,
        choices=(),
        rows_beyond=0,
        weights=None,
    )
