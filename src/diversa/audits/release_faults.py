# SPDX-License-Identifier: Apache-2.0
"""The faults of a release: differences between its folder and its manifest."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from diversa.audits.audit_result import Audit
from diversa.data.missing import MissingPolicy
from diversa.engines.engine import Counting, Table
from diversa.engines.sources import source_of
from diversa.errors import SourceError
from diversa.models.verdict import Verdict
from diversa.recodings.buckets import unfit
from diversa.record.folder import MANIFEST
from diversa.record.record import Record
from diversa.record.record_parts import fingerprint
from diversa.tables.table_input import TableInput

TABLES = (".csv", ".parquet")
"""Files that no release may hold but its own."""

EQUAL = 1e-9
"""Relative difference that rounding on another machine may make."""


def file_faults(directory: Path, record: Record) -> Iterator[str]:
    """Files that are gone or were changed."""
    for name, wanted in record.files.items():
        if not (directory / name).is_file():
            yield f"{name}: must be in the folder, got no such file"
        elif fingerprint(directory / name) != wanted:
            yield f"{name}: must have the fingerprint of the manifest, got another one"


def foreign_file_faults(directory: Path, record: Record) -> Iterator[str]:
    """Tables in the folder that the manifest does not name."""
    for path in sorted(directory.iterdir()):
        if path.suffix in TABLES and path.name not in record.files:
            yield f"{path.name}: must be named in the manifest, got a table that is not"


def row_faults(record: Record) -> Iterator[str]:
    """Numbers of rows in a manifest that contradict each other.

    A model that compares with the whole table goes by the number of suppressed rows.
    """
    series = record.republication
    counterfeits = 0 if series is None else series.counterfeits
    withheld = record.gone + record.dropped + record.repeats
    accounted = record.rows_out - counterfeits + withheld
    if record.rows_in != accounted:
        yield (
            f"{MANIFEST}: rows_in must be the published, suppressed and dropped rows"
            f" together, {accounted}, got {record.rows_in}"
        )
    if record.dropped and record.promise.missing not in (None, MissingPolicy.DROP):
        yield (
            f"{MANIFEST}: dropped must be 0 where missing values are not dropped, got"
            f" {record.dropped}"
        )


def column_faults(columns: Sequence[str], record: Record) -> Iterator[str]:
    """Columns that are not the declared ones."""
    if tuple(columns) != record.columns:
        wanted, got = ", ".join(record.columns), ", ".join(columns)
        yield f"{record.release_file}: columns must be {wanted}, got {got}"


def check_sensitive_table(table: TableInput) -> None:
    """Refuse a sensitive table that is gone or lacks the promised columns."""
    second = table.sensitive_table
    if second is None:
        return
    columns = (second.group, second.value)
    if columns != (table.group, *table.roles.sensitive):
        raise SourceError(
            "the sensitive table must have the published group and the sensitive"
            f" attribute, got {', '.join(columns)}"
        )
    path = source_of(second.source).path
    if second.source is None or (path is not None and not path.is_file()):
        raise SourceError("the sensitive table must be in the folder, got none")


def group_faults(engine: Counting, rows: Table, record: Record) -> Iterator[str]:
    """Faults of a release whose rows differ within a published group.

    With a sensitive table they may differ. Then the rows have no sensitive column, and
    no promised model needs rows that look alike.
    """
    name = record.release_file
    if record.sensitive_table:
        for column in record.roles.sensitive:
            if column in rows.columns:
                yield f"{name}: must not have the sensitive column '{column}'"
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


def promise_faults(audit: Audit, record: Record) -> Iterator[str]:
    """Models that fail, and numbers that differ from the manifest.

    Only levels that both have are compared: some need more than a release holds, others
    would tell of suppressed rows.
    """
    name = record.release_file
    if audit.rows != record.rows_out:
        yield f"{name}: must have {record.rows_out} rows, got {audit.rows}"
    for model in audit.models:
        if model.verdict is Verdict.FAILS and model.model in record.models:
            yield (
                f"{name}: {model.spec} must hold, got {model.failing_groups} groups"
                f" with {model.failing_rows} rows in which it fails"
            )
    ours, theirs = audit.record, record.audit
    both = ours.levels.keys() & theirs.levels.keys()
    levels = [{key: part.levels[key] for key in both} for part in (ours, theirs)]
    for what, counted, reported in (
        ("rows", ours.rows, theirs.rows),
        ("groups", ours.groups, theirs.groups),
        ("groups", ours.groups, record.groups),
        ("levels", *levels),
    ):
        if not same(counted, reported):
            wanted = f"{what} must be as in the manifest's audit"
            yield f"{name}: {wanted}, got other numbers"


def same(counted: object, reported: object) -> bool:
    """True if a counted and a reported number are equal, up to rounding."""
    if isinstance(counted, dict) and isinstance(reported, dict):
        return counted.keys() == reported.keys() and all(
            same(counted[key], reported[key]) for key in counted
        )
    if isinstance(counted, int | float) and isinstance(reported, int | float):
        return math.isclose(counted, reported, rel_tol=EQUAL)
    return counted == reported
