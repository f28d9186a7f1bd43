# SPDX-License-Identifier: Apache-2.0
"""Reports on demand: on a release folder, or on any table, ours or not.

`anonymize` writes the report of its release by itself. Here a folder is counted anew
before its report is made, and any table is shown with its risk and its attacks.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from diversa.errors import InputError, TargetError
from diversa.publish.manifest import MANIFEST
from diversa.report.audit import audit
from diversa.report.evidence import Evidence
from diversa.report.findings import Audit
from diversa.report.html.page import report_page
from diversa.report.html.table_page import table_page
from diversa.report.release_audit import audit_release


def write_report(
    source: object,
    target: Path | str,
    *,
    original: object = None,
    quasi_identifiers: Sequence[str] | str = (),
    sensitive: Sequence[str] | str = (),
    **more: Any,  # noqa: ANN401 - what an audit takes
) -> Path:
    """Write the report on a release folder or on a table as one HTML page.

    Args:
        source: The folder of a release, or a table: a path or a frame.
        target: Where the page goes; a file there is replaced.
        original: The table that was anonymized, to show what was before.
        quasi_identifiers: The columns that an adversary may know, for a table.
        sensitive: The columns that must stay secret, for a table.
        more: The other words of `audit`: models, missing, reading, hierarchies, ...

    Returns:
        The path of the page.
    """
    page = Path(target)
    check_page(page)
    if is_folder(source):
        if original is not None:
            raise InputError(
                "original: must come with a table, got the folder of a release; its"
                " manifest says what was before"
            )
        text = folder_report(Path(str(source)))
    else:
        words = {"quasi_identifiers": quasi_identifiers, "sensitive": sensitive}
        text = table_report(source, original, **words, **more)
    put(text, page)
    return page


def folder_report(folder: Path) -> str:
    """The report of a release after it was counted anew; what is wrong comes first."""
    found = audit_release(folder)
    manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    if found.audit is not None:
        manifest["audit"] = found.audit.to_json()
    return report_page(manifest, problems=found.problems)


def table_report(source: object, original: object, **words: Any) -> str:  # noqa: ANN401
    """The report on a table; with the original it says what was before."""
    found = audit(source, reference=original, **words)
    before = None if original is None else audit(original, **plain(words))
    return table_page(found.to_json(), evidence_of(found, before).to_json())


def plain(words: Mapping[str, Any]) -> dict[str, Any]:
    """What the audit of the original takes: no model is asked of it."""
    kept = ("quasi_identifiers", "sensitive", "missing", "reading", "kinds", "engine")
    return {name: one for name, one in words.items() if name in kept}


def evidence_of(found: Audit, before: Audit | None) -> Evidence:
    """Measure risk and attacks on the groups that audits counted."""
    if found.seen is None:
        raise TargetError("report: the groups of the table must have been counted")
    return Evidence.of(found.seen, None if before is None else before.seen)


def is_folder(source: object) -> bool:
    """Tell whether a source is the folder of a release."""
    return isinstance(source, str | Path) and (Path(source) / MANIFEST).is_file()


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


def put(text: str, page: Path) -> None:
    """Write a page whole or not at all."""
    handle, name = tempfile.mkstemp(prefix=f".{page.name}.", dir=page.absolute().parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(page)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
