# SPDX-License-Identifier: Apache-2.0
"""The state of a table that grows: its folder and its register belong together."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path

from diversa.errors import SourceError, TargetError
from diversa.files.secret_files import SecretFiles
from diversa.recodings.recoding_file import SavedRecoding
from diversa.record.record_parts import fingerprint
from diversa.release.targets import check_beside
from diversa.series.append_choice import decide_apart
from diversa.series.append_register import (
    KEY_BYTES,
    TABLE,
    AppendRegister,
    read_append_register,
    recoding_fingerprint,
)


def open_append_register(
    path: Path, out: Path, saved: SavedRecoding, *, first: bool, apart: bool | None
) -> AppendRegister:
    """The register of the series: a new one, or the one that is there.

    A register that is missing by mistake would let rows be published that nobody
    counts, so the beginning of a series must be said to be one.
    """
    recoding = recoding_fingerprint(saved)
    if first:
        check_beside("register", path, out)
        return AppendRegister(
            recoding=recoding,
            apart=decide_apart(saved.plan.bound_models(), asked=apart),
            columns=saved.columns,
            person=saved.plan.roles.person,
            key=secrets.token_hex(KEY_BYTES),
        )
    if not path.is_file():
        raise SourceError(
            f"register: '{path}' must be the register of the series, got no such file;"
            " if nothing was published before, say so: first=True"
        )
    if path.absolute().is_relative_to(out.absolute()):
        raise TargetError(f"register: must not be inside the release, got '{path}'")
    register = read_append_register(path)
    if register.recoding != recoding:
        raise SourceError(
            "recoding: must be the one that the series was begun with, got another;"
            " rows of one table are recoded alike. Begin a new series in another folder"
        )
    if apart is not None and register.apart != apart:
        raise SourceError(
            f"apart: must be as in the register ({str(register.apart).lower()}), got"
            f" {str(apart).lower()}; a series keeps it from batch to batch"
        )
    check_published(register, out)
    return register


def check_published(register: AppendRegister, out: Path) -> None:
    """Refuse a folder that does not hold what the register knows to be published."""
    there = published_fingerprint(out)
    if there == register.published:
        return
    if register.published is None:
        given = "a release that the register does not know"
    else:
        given = "no such table" if there is None else "another table"
    raise TargetError(
        f"out: '{out}' must hold the table as the register knows it, after"
        f" {len(register.batches)} batches, got {given}; name the folder of this"
        " series, or put it back from a backup of the same day"
    )


def published_fingerprint(out: Path) -> str | None:
    """SHA-256 of the table in a folder; None without one."""
    return fingerprint(out / TABLE) if (out / TABLE).is_file() else None


def settle_append_register(path: Path) -> None:
    """Finish or roll back what a killed run has announced; see the top of the file."""
    register = read_append_register(path)
    announcement = register.announcement
    if announcement is None:
        return
    settled: AppendRegister | None = replace(register, announcement=None)
    before = announcement.before
    there = published_fingerprint(announcement.folder)
    if there != register.published:
        if there != (None if before is None else before.published):
            raise SourceError(
                f"register: '{path}' is of a run that was stopped while it published to"
                f" '{announcement.folder}', where neither the old table nor the new one"
                " is now; put that folder back, and run again"
            )
        settled = before
    if settled is None:
        path.unlink()
        return
    content = settled.text().encode()
    with SecretFiles() as files:
        files.prepare(path, lambda file: write(file, content)).replace()


def write(file: Path, content: bytes) -> None:
    """Write a file."""
    file.write_bytes(content)
