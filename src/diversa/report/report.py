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

from diversa.audits.audit import audit_table
from diversa.audits.audit_result import Audit
from diversa.audits.release_audit import ReleaseAudit, audit_release
from diversa.comparisons.release_measures import measure_against
from diversa.counts.groups import Groups
from diversa.data.dictionary import Kind
from diversa.data.missing import MissingPolicy
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Names
from diversa.engines.engine import EngineChoice
from diversa.errors import InputError, InternalError, TargetError
from diversa.files.whole_files import write_whole
from diversa.metrics.utility import Utility
from diversa.models import models_from
from diversa.models.model import Model
from diversa.plan.sections import ReportWords
from diversa.record.reading import is_release
from diversa.record.record import Record, ReportHead
from diversa.release.evidence import Evidence
from diversa.release.release import data_name
from diversa.report.language import ENGLISH
from diversa.report.page import report_page, today
from diversa.report.table_page import table_page
from diversa.tables.table_input import TableInput


def write_report(
    source: object,
    target: Path | str,
    *,
    original: object = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    models: Sequence[Model | str] | Model | str = (),
    missing: MissingPolicy | str | None = None,
    ignore_suppressed: bool = False,
    groups: int = 10,
    sampling_fraction: float | None = None,
    reading: ReadOptions | None = None,
    kinds: Mapping[str, Kind | str] | None = None,
    hierarchies: Mapping[str, object] | None = None,
    population: object = None,
    engine: EngineChoice = None,
    title: str = "",
    author: str = "",
    language: str = "",
) -> Path:
    """Write the report on a release folder or on a table as one HTML page.

    Args:
        source: The folder of a release, or a table: a path or a frame.
        target: Where the page goes; a file there is replaced.
        original: The table that was anonymized, to show what was before.
        quasi_identifiers: The columns that an adversary may know, for a table.
        sensitive: The columns that must stay secret, for a table.
        models: Models or their specs that a table is to satisfy.
        missing: What a missing sensitive value of a table means.
        ignore_suppressed: Leave out rows of a table with `*` in every quasi-identifier.
        groups: How many violating groups to show at most.
        sampling_fraction: The share of the population that is in the table, to estimate
            who is unique in the population.
        reading: How a text file is read.
        kinds: Columns of a text file that hold a number or a date.
        hierarchies: For a sensitive attribute, the tree of its values; for a
            quasi-identifier, what lies around its values.
        population: A table of the people whom the rows may be; see `audit`.
        engine: The engine that reads the tables, or its name; DuckDB by default.
        title: What the page is called.
        author: Who answers for the page.
        language: "en", "de" or "fr".

    The manifest of a release says its columns, its models and what was before: of these
    keywords a folder takes groups, hierarchies, population, engine, title, author and
    language only. The last three take the place of those of the manifest.

    Returns:
        The path of the page.
    """
    page = Path(target)
    check_page(page)
    ReportWords(title, author, language or ENGLISH)  # refuses what cannot be said
    spoken = {"title": title, "author": author, "language": language}
    words = {name: word for name, word in spoken.items() if word}
    if is_release(source):
        refuse_for_release(
            {
                "original": original,
                "quasi_identifiers": quasi_identifiers,
                "sensitive": sensitive,
                "models": models,
                "missing": missing,
                "ignore_suppressed": ignore_suppressed,
                "sampling_fraction": sampling_fraction,
                "reading": reading,
                "kinds": kinds,
            }
        )
        release = audit_release(
            Path(str(source)),
            groups=groups,
            engine=engine,
            hierarchies=hierarchies,
            population=population,
        )
        text = folder_report(Path(str(source)), release, words)
    else:
        table = TableInput.of(
            source,
            quasi_identifiers=quasi_identifiers,
            sensitive=sensitive,
            missing=MissingPolicy.RAISE if missing is None else missing,
            reading=reading,
            kinds=kinds,
            hierarchies=hierarchies,
            population=population,
            engine=engine,
        )
        with table.open(alone=original is None) as opened:
            audit = audit_table(
                opened,
                models=models_from(models),
                ignore_suppressed=ignore_suppressed,
                groups=groups,
                reference=original,
            )
        text = table_report(table, audit, original, sampling_fraction, words)
    write_whole({page: text})
    return page


def refuse_for_release(keywords: Mapping[str, object]) -> None:
    """Refuse keywords that the manifest of a release answers."""
    named = [word for word, value in keywords.items() if not is_left_out(value)]
    if named:
        raise InputError(
            f"{', '.join(named)}: must come with a table, got the folder of a release;"
            " its manifest says what was before, its columns and its models"
        )


def is_left_out(value: object) -> bool:
    """Tell whether a keyword was left out; a frame never counts as left out."""
    empty = isinstance(value, str | Sequence | Mapping) and not value
    return value is None or value is False or empty


def folder_report(
    folder: Path, release: ReleaseAudit, words: Mapping[str, str] | None = None
) -> str:
    """The report of a release after it was counted anew; what is wrong comes first."""
    record = Record.read(folder)
    if release.audit is not None:
        record = replace(record, audit=release.audit.record)
    head = replace(record.report, **(words or {}))
    return report_page(record, problems=release.problems, made_on=today(), head=head)


def table_report(
    table: TableInput,
    audit: Audit,
    original: object,
    sampling_fraction: float | None,
    words: Mapping[str, str] | None = None,
) -> str:
    """The report on a table; with the original it says what was before and is lost."""
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
        head=ReportHead(**{"data": data_name(table.source), **(words or {})}),
        rows_before=None if before is None else before.rows,
    )


def groups_before(table: TableInput, original: object) -> Groups | None:
    """The groups of the original; no model is asked of it, and it has no people."""
    before = replace(table, source=original, hierarchies={}, population=None)
    with before.open() as opened:
        return audit_table(opened).seen


def utility_of(table: TableInput, original: object) -> Utility | None:
    """What a table leaves of its original; None where its labels cannot be read."""
    try:
        return measure_against(replace(table, population=None), original)
    except InputError:
        return None


def check_page(page: Path) -> None:
    """Refuse a place where no page can be written, before any work is done.

    A page replaces the file that is there, which must not be a table.
    """
    if page.suffix.lower() not in {".html", ".htm"}:
        raise TargetError(f"out: must be a page such as report.html, got '{page}'")
    above = page.absolute().parent
    if page.is_dir() or not above.is_dir() or not os.access(above, os.W_OK):
        raise TargetError(
            f"out: must be a file in a folder that can be written to, got '{page}'"
        )
