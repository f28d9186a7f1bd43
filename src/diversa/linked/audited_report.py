# SPDX-License-Identifier: Apache-2.0
"""The report of two linked tables made again, after a new audit of their files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from diversa.engines.engine import EngineChoice
from diversa.errors import InputError
from diversa.files.whole_files import write_whole
from diversa.linked.audit import audit_linked
from diversa.linked.record import LinkedRecord
from diversa.linked.report import linked_page
from diversa.report.page import today


def write_linked_report(
    folder: Path, *, out: Path | str, engine: EngineChoice = None, **head: str
) -> Path:
    """Write the report on a folder of tables that a pseudonym links, as one HTML page.

    Args:
        folder: The release.
        out: The path of the page; an existing file is replaced.
        engine: The engine that reads the tables, or its name.
        head: Title, author and language that take the place of those of the manifest.
    """
    record, page = LinkedRecord.read(folder), Path(out)
    linked = record.linked
    if linked is None:
        raise InputError(
            f"{folder}: must be linked by a pseudonym, got two tables that are"
            f" published apart; report each of them, such as {folder / 'visits'}"
        )
    audit = audit_linked(folder, engine=engine)
    record = replace(
        record,
        verdicts=audit.verdicts,
        known=audit.known,
        report=replace(record.report, **head),
    )
    text = linked_page(record, linked, today(), problems=audit.problems)
    write_whole({page: text})
    return page
