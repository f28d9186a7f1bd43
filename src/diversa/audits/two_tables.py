# SPDX-License-Identifier: Apache-2.0
"""The audit of a release in two tables: rows with groups, and values with counts.

Models are judged on the sensitive table, which must have the groups of the rows in the
same sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from diversa.audits.audit_result import Audit
from diversa.audits.cell_audit import KnownFacts, audit_cells
from diversa.audits.reference import Reference, find_reference
from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary
from diversa.data.roles import Roles
from diversa.engines.counting import Counting
from diversa.engines.registry import open_engine
from diversa.engines.table import Table
from diversa.errors import SourceError
from diversa.models.model import Model
from diversa.models.needs import Gap
from diversa.tables.input_parts import SensitiveTable
from diversa.tables.one_spelling import one_spelling
from diversa.tables.population_table import weigh
from diversa.tables.role_cells import RoleCells, count_roles
from diversa.tables.table_input import OpenedTable, TableInput

if TYPE_CHECKING:
    from diversa.recodings.recoding import PublishedTables

Columns = tuple[str, str, str]
"""The columns of a sensitive table: group, value, rows."""


def audit_buckets(
    published: PublishedTables[Any],
    columns: Columns,
    table: TableInput,
    *,
    models: Sequence[Model],
    reference: Reference,
) -> Audit:
    """Audit two files or frames; see `audit_two_tables`.

    `table` says how the first is read.
    """
    sensitive_table = SensitiveTable(published.sensitive_table, *columns)
    roles = Roles(sensitive=(sensitive_table.value,), count=table.roles.count)
    table = replace(
        table,
        source=published.rows,
        roles=roles,
        group=sensitive_table.group,
        sensitive_table=sensitive_table,
    )
    with open_engine(table.engine, table.source) as opened:
        rows = table.open_in(opened)
        return audit_two_tables(
            rows, sensitive_table, models=models, reference=reference
        )


def audit_two_tables(
    rows: OpenedTable,
    sensitive_table: SensitiveTable,
    *,
    models: Sequence[Model],
    groups: int = 10,
    reference: object = None,
    suppressed: int = 0,
    persons: Gap | None = None,
) -> Audit:
    """Audit the rows with their groups, and the sensitive table beside them."""
    from diversa.recodings.buckets import unfit

    values = count_sensitive_table(rows, sensitive_table)
    audit = audit_cells(
        values,
        quasi_identifiers=(sensitive_table.group,),
        models=models,
        groups=groups,
        facts=KnownFacts(
            reference=original_values(rows, sensitive_table, values, reference),
            suppressed=suppressed if reference is None else 0,
            persons=persons,
            label_meaning=None,
        ),
        # Rows of a group do not look alike: what would need that has no level.
        has_level=lambda model: unfit(model) is None,
    )
    return replace(audit, equality=rows.table_input.reading.equality)


def original_values(
    rows: OpenedTable,
    sensitive_table: SensitiveTable,
    values: RoleCells,
    reference: object,
) -> Reference:
    """The sensitive values of the original table, by the groups of the release."""
    roles = Roles(
        quasi_identifiers=(sensitive_table.group,),
        sensitive=(sensitive_table.value,),
        count=rows.table_input.roles.count,
    )
    table = rows.table_input
    by_group = replace(table, roles=roles, hierarchies=table.sensitive_trees)
    return find_reference(rows.engine, reference, by_group, values)


def count_sensitive_table(
    rows: OpenedTable, sensitive_table: SensitiveTable
) -> RoleCells:
    """Count a sensitive table, whose lines stand for several rows each.

    It must have the groups of the rows, in the same sizes.
    """
    engine, table_input = rows.engine, rows.table_input
    reading = table_input.reading
    table = engine.open(sensitive_table.source, options=reading)
    roles = Roles(
        quasi_identifiers=(sensitive_table.group, sensitive_table.count),
        sensitive=(sensitive_table.value,),
    )
    roles.check(table.columns)
    spelled = one_spelling(engine, table, roles.sensitive, reading=reading)
    counted = count_roles(
        engine,
        spelled.table,
        roles,
        missing=table_input.missing,
        kinds={},
        reading=reading,
    )
    cells = weigh(counted.cells, sensitive_table.count, where="sensitive table")
    dictionaries = tuple(
        replace(dictionary, counts=cells.rows_of(dictionary.column))
        for dictionary in cells.dictionaries
    )
    require_same_groups(engine, rows.table, dictionaries[0])
    (attribute,) = counted.sensitive
    return RoleCells(
        Cells(dictionaries, cells.codes, cells.counts),
        (replace(attribute, dictionary=dictionaries[1]),),
    )


def require_same_groups(engine: Counting, rows: Table, groups: Dictionary) -> None:
    """Refuse rows whose groups are not those of the sensitive table."""
    numbered = engine.values(rows, groups.column)
    lost = (numbered.missing_code is not None) + (groups.missing_code is not None)
    same = np.array_equal(numbered.values, groups.values)
    if not lost and same and np.array_equal(numbered.counts, groups.counts):
        return
    wanted = dict(zip(groups.texts, groups.counts.tolist(), strict=False))
    got = dict(zip(numbered.texts, numbered.counts.tolist(), strict=False))
    others = {name for name in wanted | got if wanted.get(name) != got.get(name)}
    if others or lost:
        raise SourceError(
            f"groups: must have as many rows as the sensitive table says, got"
            f" {len(others) + lost} that do not"
        )
