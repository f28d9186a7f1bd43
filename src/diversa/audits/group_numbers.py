# SPDX-License-Identifier: Apache-2.0
"""Checks of releases that publish the number of the group."""

from __future__ import annotations

from collections.abc import Iterator

from diversa.engines.engine import Counting, Table
from diversa.engines.sources import source_of
from diversa.errors import SourceError
from diversa.recodings.buckets import unfit
from diversa.record.record import Record
from diversa.tables.table_input import TableInput


def check_sensitive_table(table: TableInput) -> None:
    """Refuse a sensitive table that is gone or lacks the promised columns."""
    secret = table.sensitive_table
    if secret is None:
        return
    columns = (secret.group, secret.value)
    if columns != (table.group, *table.roles.sensitive):
        raise SourceError(
            "the sensitive table must have the published group and the sensitive"
            f" attribute, got {', '.join(columns)}"
        )
    path = source_of(secret.source).path
    if secret.source is None or (path is not None and not path.is_file()):
        raise SourceError("the sensitive table must be in the folder, got none")


def group_faults(engine: Counting, rows: Table, record: Record) -> Iterator[str]:
    """Faults of a release whose rows differ within a published group.

    With a sensitive table they may differ. Then the rows have no sensitive column, and
    no promised model needs rows that look alike.
    """
    name = record.release_file
    if record.sensitive_table:
        for secret in record.roles.sensitive:
            if secret in rows.columns:
                yield f"{name}: must not have the sensitive column '{secret}'"
        for model in record.models:
            if (why := unfit(model)) is not None:
                yield f"{name}: {model.spec} cannot hold with a sensitive table: {why}"
    elif record.group is not None:
        columns = (record.group, *record.roles.quasi_identifiers)
        dictionaries = [engine.values(rows, column) for column in columns]
        boxes, groups = len(engine.count(rows, dictionaries).counts), dictionaries[0]
        if boxes != groups.size:
            yield (
                f"{name}: rows of one group must have the same quasi-identifiers, got"
                f" {groups.size} groups with {boxes} different ones"
            )
