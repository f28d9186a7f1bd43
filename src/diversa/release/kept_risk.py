# SPDX-License-Identifier: Apache-2.0
"""The risk of a release if somebody knew its kept columns, too."""

from __future__ import annotations

from diversa.audits.population import group_as_published
from diversa.data.roles import Roles
from diversa.record.people import KeptRisk
from diversa.release.recount import Recount
from diversa.tables.role_cells import RoleCells
from diversa.tables.table_input import OpenedTable, TableInput


def risk_of_kept(recount: Recount, rows: object) -> KeptRisk | None:
    """The risk if somebody knew the kept columns, where there are any."""
    recoding, roles = recount.decision.recoding, recount.plan.roles
    kept = tuple(n for n in recoding.row_columns if n in roles.every_kept)
    if not kept:
        return None
    group = recoding.group_column
    names = (*roles.quasi_identifiers, *([] if group is None else [group]))
    if recount.people_table is not None:
        known = Roles(quasi_identifiers=(*names, *kept), person=roles.person)
        policy = recount.plan.people.missing_person
        people = TableInput(None, known, missing_person=policy)
        opened = OpenedTable(recount.engine, recount.people_table, people)
        return risk_of_keeping(opened.count(), names, kept)
    table = TableInput.of(
        rows,
        quasi_identifiers=(*names, *kept),
        reading=recount.reading,
        engine=recount.auditor,
    )
    return risk_of_keeping(recount.with_counts(table).count(), names, kept)


def risk_of_keeping(
    counted: RoleCells, names: tuple[str, ...], kept: tuple[str, ...]
) -> KeptRisk | None:
    """The risk of a release that was counted with its kept columns, too."""
    cells, kinds = counted.cells, counted.kinds
    if not len(cells.counts):
        return None
    known, without = (
        group_as_published(cells, columns, (), None, kinds).groups
        for columns in ((*names, *kept), names)
    )
    people, sizes = known.people, known.sizes
    own = sizes if people is None else people.by_least(sizes)
    smallest = int(sizes.min())
    return KeptRisk(
        kept,
        smallest,
        int(without.sizes.min()),
        int(own[sizes == 1].sum()),
        1 / smallest,
        "rows" if people is None else "people",
    )
