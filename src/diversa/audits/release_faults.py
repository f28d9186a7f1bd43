# SPDX-License-Identifier: Apache-2.0
"""The faults of a release: differences between its folder and its manifest."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from diversa.audits.audit_result import Audit
from diversa.codec.numbers import Level
from diversa.data.missing import MissingPolicy
from diversa.engines.counting import Counting
from diversa.engines.sources import source_of
from diversa.engines.table import Table
from diversa.errors import SourceError
from diversa.models.verdict import Verdict
from diversa.recodings.buckets import unfit
from diversa.record.audit_record import AuditRecord
from diversa.record.folder import MANIFEST
from diversa.record.record import Record
from diversa.record.record_parts import fingerprint
from diversa.tables.table_input import TableInput

if TYPE_CHECKING:
    from diversa.audits.people_behind import PeopleBehind

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
    yield from model_faults(audit, record)
    ours, theirs = audit.record, record.audit
    for what, counted, reported in (
        ("rows", ours.rows, theirs.rows),
        ("groups", ours.groups, theirs.groups),
        ("groups", ours.groups, record.groups),
        ("levels", *levels_of_both(ours, theirs, "rows")),
        ("levels", *levels_of_both(ours, theirs, "people")),
    ):
        if not same(counted, reported):
            wanted = f"{what} must be as in the manifest's audit"
            yield f"{name}: {wanted}, got other numbers"
    people = record.people
    if people is not None and people.smallest_rows != audit.smallest_rows:
        yield (
            f"{MANIFEST}: people.smallest_rows must be the rows of the smallest group,"
            f" {audit.smallest_rows}, got {people.smallest_rows}"
        )


def model_faults(audit: Audit, record: Record) -> Iterator[str]:
    """Promised models that fail."""
    by = "" if audit.person is None else f" for people by '{audit.person}'"
    for model in audit.models:
        if model.verdict is Verdict.FAILS and model.model in record.models:
            yield (
                f"{record.release_file}: {model.spec} must hold{by}, got"
                f" {model.failing_groups} groups with {model.failing_rows} rows in"
                f" which it fails{model.reason}"
            )


def levels_of_both(
    ours: AuditRecord, theirs: AuditRecord, unit: str
) -> list[dict[str, Level]]:
    """The levels in rows or in people that two audits have both."""
    found = [
        one.levels if one.counted == unit else one.levels_in_rows
        for one in (ours, theirs)
        if unit == "rows" or one.counted == unit
    ]
    if len(found) < len((ours, theirs)):
        return [{}, {}]
    both = found[0].keys() & found[1].keys()
    return [{key: levels[key] for key in both} for levels in found]


def people_faults(record: Record) -> Iterator[str]:
    """Numbers of people in a manifest that contradict each other."""
    people, audit = record.people, record.audit
    if people is None:
        if record.repeats or record.roles.person is not None:
            yield (
                f"{MANIFEST}: people must be said where a column says whose a row is,"
                " got nothing"
            )
        return
    in_groups = audit.smallest if audit.counted == "people" else 0
    for what, number, most in (
        ("people_out", people.people_out, people.people_in),
        ("people_out", people.people_out, record.rows_out),
        ("most_groups", people.most_groups, max(1, record.groups)),
        ("people of the smallest group", in_groups, people.smallest_rows),
    ):
        if number > most:
            yield f"{MANIFEST}: {what} must be at most {most:,}, got {number:,}"
    if audit.counted == "people" and audit.people != people.people_out:
        yield (
            f"{MANIFEST}: people_out must be those of the audit, {audit.people},"
            f" got {people.people_out}"
        )


def behind_faults(behind: PeopleBehind, record: Record) -> Iterator[str]:
    """Differences between a release that counts people and its original."""
    people = record.people
    if behind.fault:
        yield f"{record.release_file}: {behind.fault}"
    if people is not None and behind.people != people.people_in:
        yield (
            f"{MANIFEST}: people_in must be the people of the original table,"
            f" {behind.people}, got {people.people_in}"
        )
    found = behind.counted
    if people is None or found is None or found.kinds is None:
        return
    if found.kinds.total != people.people_out:
        yield (
            f"{MANIFEST}: people_out must be the people behind the rows,"
            f" {found.kinds.total}, got {people.people_out}"
        )
    if behind.known is None:
        return
    for what, counted in (
        ("most_rows", behind.known.most),
        ("row_share", behind.known.share),
        ("rows_known", behind.known.surest),
    ):
        reported = getattr(people, what)
        if not same(counted, reported):
            yield differs(what, counted, reported)


def visit_faults(audit: Audit, record: Record) -> Iterator[str]:
    """Faults in what the manifest says of people in several groups, where counted."""
    people = record.people
    if people is None or audit.people is None or record.audit.counted != "people":
        return
    for what, counted, reported in (
        ("most_groups", audit.most_groups, people.most_groups),
        ("all_visits", audit.all_visits, people.all_visits),
    ):
        if not same(counted, reported):
            yield differs(what, counted, reported)


def differs(what: str, counted: object, reported: object) -> str:
    """Say that a number of people in the manifest is not the one that was counted."""
    return (
        f"{MANIFEST}: people.{what} must be as counted with the original table,"
        f" {counted}, got {reported}"
    )


def same(counted: object, reported: object) -> bool:
    """True if a counted and a reported number are equal, up to rounding."""
    if isinstance(counted, dict) and isinstance(reported, dict):
        return counted.keys() == reported.keys() and all(
            same(counted[key], reported[key]) for key in counted
        )
    if isinstance(counted, int | float) and isinstance(reported, int | float):
        return math.isclose(counted, reported, rel_tol=EQUAL)
    return counted == reported
