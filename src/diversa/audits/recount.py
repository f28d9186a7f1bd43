# SPDX-License-Identifier: Apache-2.0
"""The recount of a published table, with its original where that is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from diversa.audits.audit import audit_table
from diversa.audits.audit_result import Audit
from diversa.audits.population import blaming_what_is_beside, release_population
from diversa.audits.reference import Reference, read_reference
from diversa.audits.release_faults import (
    check_sensitive_table,
)
from diversa.audits.two_tables import audit_two_tables
from diversa.errors import HierarchyError
from diversa.models.model import Model
from diversa.models.needs import Gap
from diversa.record.taxonomies import (
    PartOfTaxonomy,
    PublishedTaxonomy,
)
from diversa.tables.role_cells import RoleCells
from diversa.tables.table_input import OpenedTable

if TYPE_CHECKING:
    pass


def original_of(rows: OpenedTable, reference: object) -> Reference | None:
    """Count the original of a release, if it is given.

    It may have values that a published taxonomy lacks.
    """
    if reference is None:
        return None
    table = rows.table_input
    with blaming_what_is_beside():
        try:
            return read_reference(rows.engine, reference, table)
        except HierarchyError:
            parts = {
                name: PartOfTaxonomy(kind)
                for name, kind in table.hierarchies.items()
                if isinstance(kind, PublishedTaxonomy)
            }
            if not parts:
                raise
            table = replace(table, hierarchies={**table.hierarchies, **parts})
            original = read_reference(rows.engine, reference, table)
            return replace(original, trees_in_part=tuple(parts))


def recount(
    rows: OpenedTable,
    original: Reference | None,
    *,
    groups: int,
    suppressed: int,
    further: Sequence[Model] = (),
    person: str | None = None,
    persons: Gap | None = None,
    counted: RoleCells | None = None,
) -> Audit:
    """Audit the published table by its promise.

    Rows of `*` are a group like any other: the promise holds for them too. `person` is
    the column that says whose a row is; `persons` says why that is not known, where
    people are promised; `counted` has the rows and their people where they are known.
    """
    table = rows.table_input
    if table.sensitive_table is not None:
        check_sensitive_table(table)
        return audit_two_tables(
            rows,
            table.sensitive_table,
            models=(*table.models, *further),
            groups=groups,
            reference=original,
            suppressed=suppressed,
            persons=persons,
        )
    # A published number of the group makes the groups by itself.
    by_labels = table.group is None or counted is not None
    names = table.roles.quasi_identifiers if by_labels else (str(table.group),)
    audited = replace(
        table,
        roles=replace(table.roles, quasi_identifiers=names, person=person),
        hierarchies=table.sensitive_trees,
        population=release_population(table),
        label_meaning=table.label_meaning if by_labels else None,
    )
    return audit_table(
        replace(rows, table_input=audited),
        models=(*table.models, *further),
        groups=groups,
        reference=original,
        suppressed=suppressed,
        persons=persons,
        counted=counted,
    )
