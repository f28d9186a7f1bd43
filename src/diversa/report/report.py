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

from diversa.attacks.examined_table import Given
from diversa.audits.audit import as_tuple, audit, choose
from diversa.audits.release_audit import audit_release
from diversa.comparisons.measured_release import measure_against
from diversa.data.dictionary import Kind
from diversa.data.missing import MissingPolicy
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.engines.sources import source_of
from diversa.errors import InputError, InternalError, TargetError
from diversa.hierarchies.mapping import hierarchy_from
from diversa.metrics.utility import Utility
from diversa.release.evidence import Evidence
from diversa.release.manifest import MANIFEST
from diversa.report.page import report_page
from diversa.report.table_page import table_page


def write_report(
    source: object,
    target: Path | str,
    *,
    original: object = None,
    quasi_identifiers: Sequence[str] | str = (),
    sensitive: Sequence[str] | str = (),
    sampling_fraction: float | None = None,
    **more: Any,  # noqa: ANN401 - what an audit takes
) -> Path:
    """Write the report on a release folder or on a table as one HTML page.

    Args:
        source: The folder of a release, or a table: a path or a frame.
        target: Where the page goes; a file there is replaced.
        original: The table that was anonymized, to show what was before.
        quasi_identifiers: The columns that an adversary may know, for a table.
        sensitive: The columns that must stay secret, for a table.
        sampling_fraction: The share of the population that is in the table, to estimate
            who is unique in the population.
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
        text = table_report(source, original, sampling_fraction, **words, **more)
    put(text, page)
    return page


def folder_report(folder: Path) -> str:
    """The report of a release after it was counted anew; what is wrong comes first."""
    found = audit_release(folder)
    manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    if found.audit is not None:
        manifest["audit"] = found.audit.to_json()
    return report_page(manifest, problems=found.problems)


def table_report(
    source: object,
    original: object,
    sampling_fraction: float | None,
    **words: Any,  # noqa: ANN401 - what an audit takes
) -> str:
    """The report on a table; with the original it says what was before and is lost."""
    found = audit(source, reference=original, **words)
    if found.seen is None:
        raise InternalError("audit: the groups of the table must have been counted")
    before = None if original is None else audit(original, **plain(words)).seen
    evidence = Evidence.of(
        found.seen,
        before,
        utility=None if original is None else utility_of(source, original, words),
        sampling_fraction=sampling_fraction,
    )
    return table_page(found.to_json(), evidence.to_json())


def utility_of(
    source: object, original: object, words: Mapping[str, Any]
) -> Utility | None:
    """What a table leaves of its original; None where its labels cannot be read."""
    given = Given(
        source,
        Roles((), as_tuple(words["quasi_identifiers"]), as_tuple(words["sensitive"])),
        missing=choose("missing", words.get("missing", "raise"), MissingPolicy),
        reading=words.get("reading") or ReadOptions(),
        kinds={n: Kind(one) for n, one in (words.get("kinds") or {}).items()},
        hierarchies={
            n: hierarchy_from(one)
            for n, one in (words.get("hierarchies") or {}).items()
        },
    )
    try:
        return measure_against(given, original, words.get("engine"))
    except InputError:
        return None


def plain(words: Mapping[str, Any]) -> dict[str, Any]:
    """What the audit of the original takes: no model is asked of it."""
    kept = ("quasi_identifiers", "sensitive", "missing", "reading", "kinds", "engine")
    return {name: one for name, one in words.items() if name in kept}


def is_folder(source: object) -> bool:
    """Tell whether a source is the folder of a release."""
    return source_of(source).holds(MANIFEST)


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
