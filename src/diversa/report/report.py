# SPDX-License-Identifier: Apache-2.0
"""Reports on demand: on a release folder, or on any table, ours or not.

`anonymize` writes the report of its release by itself. Here a folder is counted anew
before its report is made, and any table is shown with its risk and its attacks.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from diversa.audits.audit import audit_input, audit_table
from diversa.audits.audit_result import Audit, ReleaseAudit
from diversa.audits.release_audit import audit_folder
from diversa.comparisons.release_measures import measure_against
from diversa.counts.groups import Groups
from diversa.engines.engine import EngineChoice
from diversa.engines.sources import source_of
from diversa.errors import InputError, InternalError, TargetError
from diversa.evidence.evidence import Evidence
from diversa.files.whole_files import write_whole
from diversa.metrics.utility import Utility
from diversa.plan.keywords import PlanKeywords
from diversa.record.question import PlanChoice, ask
from diversa.record.reading import is_release, release_folder
from diversa.record.record import Record
from diversa.record.record_parts import ReportHead
from diversa.report.page import report_page, today
from diversa.report.table_page import table_page
from diversa.tables.table_input import TableInput


def write_report(
    source: object,
    plan: PlanChoice = None,
    *,
    out: Path | str,
    original: object = None,
    ignore_suppressed: bool = False,
    groups: int = 10,
    sampling_fraction: float | None = None,
    engine: EngineChoice = None,
    **words: Unpack[PlanKeywords],
) -> Path:
    """Write the report on a release folder or on a table as one HTML page.

    Args:
        source: A release in a folder, that folder, or a table: a path or a frame.
        plan: A plan or the path of a plan file, whose roles, models, reading,
            hierarchies, population and report are used; or give the words instead.
        out: The path of the page; an existing file is replaced.
        original: The table that was anonymized, to compare with.
        ignore_suppressed: Leave out rows of a table with `*` in every quasi-identifier.
        groups: The most violating groups to show.
        sampling_fraction: The share of the population that is in the table, to estimate
            who is unique in the population.
        engine: The engine that reads the tables, or its name; DuckDB by default.
        words: The words of a plan, see `PlanKeywords`: quasi_identifiers, sensitive,
            models, missing, reading, kinds, hierarchies, population, title, author,
            language; person, the column that says whose a row is: then people are
            counted, and not rows.

    The manifest of a release names its columns, its models and its evidence: a folder
    takes groups, engine, hierarchies, population, title, author and language only. The
    last three take the place of those of the manifest.

    Returns:
        The path of the page.
    """
    page = Path(out)
    check_page(page)
    table, settled = ask("write_report", source, plan, words, engine=engine)
    head = {name: str(text) for name, text in settled.report.explicit_settings.items()}
    if is_release(source):
        refuse_for_release(
            {
                "original": original,
                "ignore_suppressed": ignore_suppressed,
                "sampling_fraction": sampling_fraction,
                **{word: words.get(word) for word in SAID_BY_MANIFEST},
            }
        )
        folder = release_folder(source)
        release = audit_folder(replace(table, source=folder), groups=groups)
        text = folder_report(folder, release, head)
    else:
        audit = audit_input(
            table,
            models=settled.privacy.models,
            ignore_suppressed=ignore_suppressed,
            groups=groups,
            reference=original,
            needs_person="person" in words,
        )
        text = table_report(table, audit, original, sampling_fraction, head)
    write_whole({page: text})
    return page


SAID_BY_MANIFEST = (
    "quasi_identifiers",
    "sensitive",
    "models",
    "missing",
    "reading",
    "kinds",
    "person",
    "missing_person",
    "count",
)
"""Words that are refused beside a release."""


def refuse_for_release(keywords: Mapping[str, object]) -> None:
    """Refuse keywords that the manifest of a release answers."""
    named = [word for word, value in keywords.items() if not is_left_out(value)]
    if named:
        raise InputError(
            f"{', '.join(named)}: must come with a table, got the folder of a release;"
            " its manifest says what was before, its columns and its models"
        )


def is_left_out(value: object) -> bool:
    """True if a keyword was left out; a frame never counts as left out."""
    empty = isinstance(value, str | Sequence | Mapping) and not value
    return value is None or value is False or empty


def folder_report(
    folder: Path, release: ReleaseAudit, words: Mapping[str, str] | None = None
) -> str:
    """The report of a release after a new audit; problems come first.

    A file does not say whose a row is: of people the page says what the record says.
    """
    record = Record.read(folder)
    recounted = release.audit is not None and record.people is None
    if release.audit is not None and recounted:
        record = replace(record, audit=release.audit.record)
    return report_page(
        record,
        problems=release.problems,
        made_on=today(),
        head=replace(record.report, **(words or {})),
        by_record=record.people is not None,
    )


def table_report(
    table: TableInput,
    audit: Audit,
    original: object,
    sampling_fraction: float | None,
    words: Mapping[str, str] | None = None,
) -> str:
    """The report on a table; with the original it compares before and after."""
    if audit.seen is None:
        raise InternalError("audit: the groups of the table must have been counted")
    before = None if original is None else groups_before(table, original)
    evidence = Evidence.of(
        audit.seen,
        before,
        utility=None if original is None else utility_of(table, original),
        sampling_fraction=sampling_fraction,
    )
    return table_page(
        audit.record,
        evidence.record,
        made_on=today(),
        head=ReportHead(**{"data": source_of(table.source).file_name, **(words or {})}),
        rows_before=None if before is None else rows_of(before),
        person=table.roles.person,
    )


def groups_before(table: TableInput, original: object) -> Groups | None:
    """The groups of the original, without models and population."""
    before = replace(table, source=original, hierarchies={}, population=None)
    with before.open() as opened:
        return audit_table(opened.without_absent("person", "count")).seen


def rows_of(groups: Groups) -> int:
    """Rows of groups, whether they count rows or people."""
    return groups.rows if groups.people is None else int(groups.people.rows.sum())


def utility_of(table: TableInput, original: object) -> Utility | None:
    """The utility of a table beside its original; None for unreadable labels."""
    try:
        roles = replace(table.roles, person=None)  # utility is that of rows
        return measure_against(replace(table, roles=roles, population=None), original)
    except InputError:
        return None


def check_page(page: Path) -> None:
    """Refuse a path to which no page can be written, before any work is done.

    A page replaces an existing file, which must not be a table.
    """
    if page.suffix.lower() not in {".html", ".htm"}:
        raise TargetError(f"out: must be a page such as report.html, got '{page}'")
    above = page.absolute().parent
    if page.is_dir() or not above.is_dir() or not os.access(above, os.W_OK):
        raise TargetError(
            f"out: must be a file in a folder that can be written to, got '{page}'"
        )
