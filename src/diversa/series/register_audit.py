# SPDX-License-Identifier: Apache-2.0
"""The audit of a release against the register of its series."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from diversa.audits.audit_result import ReleaseAudit
from diversa.record.record import Record
from diversa.record.record_parts import fingerprint
from diversa.series.register import Register


def with_register(
    audit: ReleaseAudit, folder: str | Path, register: Register
) -> ReleaseAudit:
    """The audit of a release, with the problems that its register shows."""
    problems = disagreements(Path(folder), register)
    return replace(audit, problems=(*audit.problems, *problems))


def disagreements(folder: Path, register: Register) -> Iterator[str]:
    """Every way in which a register and a release do not belong together."""
    if register.announcement is not None:
        yield (
            "register: must be confirmed, got one of a run that was killed; the next"
            " republish finishes or rolls back what it began"
        )
    record = Record.read(folder)
    republication = record.republication
    if republication is None:
        yield "manifest.json: must be of a series, got a release that stands alone"
        return
    if republication.m != register.m:
        yield f"register: m must be {republication.m} as in the manifest, got others"
    file = folder / record.release_file
    content = fingerprint(file) if file.is_file() else None
    number = republication.release
    numbers = [
        place for place, known in enumerate(register.releases, 1) if known == content
    ]
    if content is None or not numbers:
        yield (
            f"register: must know {file.name} among its"
            f" {len(register.releases)} releases, got none with this fingerprint"
        )
    elif number not in numbers:
        yield f"register: must know it as release {number}, got release {numbers[0]}"
