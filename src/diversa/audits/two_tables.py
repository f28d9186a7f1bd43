# SPDX-License-Identifier: Apache-2.0
"""The audit of a release in two tables: rows with groups, and values with counts.

Models are judged on the sensitive table, whose groups must be those of the rows, as
large as they are there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from diversa.audits.audit import audit_cells
from diversa.audits.audit_result import Audit
from diversa.audits.reference import Reference, find_reference
from diversa.counts.cells import Cells
from diversa.data.missing import MissingPolicy
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.engines.engine import Counting, Engine, EngineChoice, Table
from diversa.engines.registry import open_engine
from diversa.errors import SourceError
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.models.model import Model
from diversa.recodings.buckets import unfit
from diversa.recodings.recoding import PublishedTables
from diversa.tables.population_table import weighted
from diversa.tables.role_cells import RoleCells, count_roles

Columns = tuple[str, str, str]
"""The columns of a sensitive table: group, value, rows."""


def audit_buckets(
    published: PublishedTables[Any],
    columns: Columns,
    *,
    models: Sequence[Model],
    missing: MissingPolicy,
    options: ReadOptions,
    reference: Reference,
    engine: EngineChoice = None,
) -> Audit:
    """Audit two files or frames; see `audit_bucket_tables`."""
    with open_engine(engine, published.rows) as opened:
        tables = PublishedTables(
            *(opened.open(one, options=options) for one in published.forms)
        )
        return audit_bucket_tables(
            opened,
            tables,
            columns,
            models=models,
            missing=missing,
            reference=reference,
        )


def audit_bucket_tables(
    engine: Engine,
    tables: PublishedTables[Table],
    columns: Columns,
    *,
    models: Sequence[Model],
    missing: MissingPolicy,
    groups: int = 10,
    reference: Reference | None = None,
    hierarchies: Mapping[str, HierarchyKind] | None = None,
) -> Audit:
    """Judge the models on the sensitive table, if the rows have the same groups.

    Args:
        engine: The engine that has the tables open.
        tables: The rows and the sensitive table.
        columns: Group, value and rows in the sensitive table.
        models: The models asked for, each bound to the sensitive attribute.
        missing: What a missing sensitive value means.
        groups: How many violating groups to show at most.
        reference: The original table.
        hierarchies: The tree of the sensitive values, if one is needed.
    """
    group, value, _ = columns
    if tables.sensitive_table is None:
        raise SourceError("sensitive table: must be there, got none")
    counted = count_secret(engine, tables.sensitive_table, columns, missing)
    require_same_groups(engine, tables.rows, counted.cells, group)
    roles = Roles(quasi_identifiers=(group,), sensitive=(value,))
    original = find_reference(
        engine, reference, roles, counted, hierarchies=hierarchies or {}, kinds={}
    )
    found = audit_cells(
        counted.cells,
        quasi_identifiers=(group,),
        sensitive=counted.sensitive,
        models=models,
        count_suppressed=True,
        groups=groups,
        reference=original,
    )
    # Rows of a group do not look alike: what would need that has no level.
    fit = tuple(one for one in found.measured if unfit(one.model) is None)
    return replace(found, measured=fit)


def count_secret(
    engine: Counting, table: Table, columns: Columns, missing: MissingPolicy
) -> RoleCells:
    """Count a sensitive table: every line stands for as many rows as it says."""
    group, value, count = columns
    roles = Roles(quasi_identifiers=(group, count), sensitive=(value,))
    roles.check(table.columns)
    counted = count_roles(engine, table, roles, missing=missing, kinds={})
    cells = weighted(counted.cells, count, where="sensitive table")
    totals = [
        np.bincount(line, weights=cells.counts, minlength=one.size).astype(np.int64)
        for one, line in zip(cells.dictionaries, cells.codes.T, strict=True)
    ]
    known = tuple(
        replace(one, counts=rows)
        for one, rows in zip(cells.dictionaries, totals, strict=True)
    )
    (attribute,) = counted.sensitive
    return RoleCells(
        Cells(known, cells.codes, cells.counts),
        (replace(attribute, dictionary=known[1]),),
    )


def require_same_groups(
    engine: Counting, rows: Table, secret: Cells, group: str
) -> None:
    """Refuse rows whose groups are not those of the sensitive table."""
    theirs, ours = engine.values(rows, group), secret.dictionary(group)
    wanted = dict(zip(ours.texts, ours.counts.tolist(), strict=False))
    got = dict(zip(theirs.texts, theirs.counts.tolist(), strict=False))
    others = {name for name in wanted | got if wanted.get(name) != got.get(name)}
    lost = (theirs.missing_code is not None) + (ours.missing_code is not None)
    if others or lost:
        raise SourceError(
            f"groups: must have as many rows as the sensitive table says, got"
            f" {len(others) + lost} that do not"
        )
