# SPDX-License-Identifier: Apache-2.0
"""The register of a table that grows: the rows that wait, and the batches so far.

It is a private file. It has the rows that wait as they will be published (labels in
place of quasi-identifiers) with their sensitive values, and keyed hashes of the
identifiers that have come, which find rows that come twice.

A run that publishes writes it twice: with an announcement before the release folder is
exchanged, which keeps the register from before, and without it afterwards. A run that
is killed leaves one of both, and the next one looks at the folder to know which of the
two registers is true.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, ClassVar

import numpy as np

from diversa.codec import (
    ALWAYS,
    REQUIRED,
    Must,
    from_json,
    json_from_text,
    json_to_text,
    to_json,
)
from diversa.codec.arrays import Codes
from diversa.codec.numbers import Rows
from diversa.errors import SourceError, TargetError
from diversa.files.secret_files import SecretFiles
from diversa.recodings.recoding_file import SavedRecoding
from diversa.record.folder import RELEASE
from diversa.record.record_parts import fingerprint
from diversa.release.targets import check_beside
from diversa.series.register import FilePath

FORMAT = "diversa append"
"""Name of the format in a file."""

VERSION = 1
"""Version of the layout."""

KEY_BYTES = 64
"""Bytes of the key of hashes: a whole block of SHA-256."""

ADVICE = "name the register that the series was begun with, or take it from a backup"
"""Advice about a file that cannot be read."""

TABLE = f"{RELEASE}.csv"
"""Name of the published table in its folder."""

Line = tuple[str | None, ...]
"""A row as it is published; None is a missing value."""


def is_key(text: str) -> bool:
    """True for the key of hashes in hexadecimal digits."""
    return len(text) == 2 * KEY_BYTES and set(text) <= set("0123456789abcdef")


HashKey = Annotated[str, Must("a key in hexadecimal digits", is_key)]
"""The key of the hashes of a register."""


@dataclass(frozen=True)
class Batch:
    """The rows that came at one time, as numbers."""

    file: Annotated[str | None, ALWAYS]
    """SHA-256 of the file; None for a frame."""
    rows: Rows
    """Rows that came."""
    left_out: Rows
    """Rows that will never be published: a sensitive value is missing, or the recoding
    has no label for a value."""
    published: Rows
    """Rows that were published with it, some of which may have waited."""


@dataclass(frozen=True, eq=False)
class WaitingRows:
    """Rows that are not published yet, as they will be."""

    lines: Annotated[tuple[Line, ...], REQUIRED] = field(default=(), repr=False)
    """The distinct rows."""
    counts: Annotated[Codes, REQUIRED] = field(
        default_factory=lambda: np.zeros(0, np.int64), repr=False
    )
    """The number of rows that are alike."""
    since: Annotated[Codes, REQUIRED] = field(
        default_factory=lambda: np.zeros(0, np.int64), repr=False
    )
    """The batch that each of them came with, from 1."""

    @property
    def rows(self) -> int:
        """The number of rows."""
        return int(self.counts.sum())


@dataclass(frozen=True, eq=False)
class Announcement:
    """A state of the table that is about to be published."""

    folder: FilePath
    """The folder in which it will be."""
    before: Annotated[AppendRegister | None, ALWAYS] = field(default=None, repr=False)
    """The register without it; None where nothing came before."""


@dataclass(frozen=True, eq=False, kw_only=True)
class AppendRegister:
    """The batches of a table that grows, and the rows that wait."""

    format: Annotated[str, REQUIRED, Must(FORMAT, FORMAT.__eq__)] = field(
        default=FORMAT, repr=False
    )
    """Name of the format."""
    version: Annotated[int, REQUIRED, Must(str(VERSION), VERSION.__eq__)] = field(
        default=VERSION, repr=False
    )
    """Version of the layout."""
    recoding: str
    """SHA-256 of the recoding, which stays the same."""
    apart: Annotated[bool, ALWAYS] = False
    """True if the rows that a batch adds to a group hold by themselves."""
    columns: tuple[str, ...]
    """The published columns, in order."""
    key: HashKey = field(repr=False)
    """The key of the hashes."""
    batches: Annotated[tuple[Batch, ...], REQUIRED] = ()
    """What came so far."""
    published: Annotated[str | None, ALWAYS] = None
    """SHA-256 of the published table; None while nothing is published."""
    waiting: WaitingRows = field(default_factory=WaitingRows, repr=False)
    """The rows that wait."""
    identifiers: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    """Keyed hashes of the values of each identifier that have come."""
    announcement: Announcement | None = field(default=None, repr=False)
    """The announcement of the last state, until that is known to be published."""

    RULE: ClassVar = Must("of parts that fit each other", lambda one: one.is_complete)

    @property
    def is_complete(self) -> bool:
        """True if rows that wait fit the columns and the batches."""
        waiting, batches = self.waiting, len(self.batches)
        lines = len(waiting.lines)
        return (
            len(waiting.counts) == len(waiting.since) == lines
            and all(len(line) == len(self.columns) for line in waiting.lines)
            and bool((waiting.counts > 0).all())
            and bool(((waiting.since > 0) & (waiting.since <= batches)).all())
            and self.rows_in == self.rows_out + self.left_out + waiting.rows
            and (self.published is not None) == (self.rows_out > 0)
        )

    @property
    def rows_in(self) -> int:
        """Rows that came so far."""
        return sum(batch.rows for batch in self.batches)

    @property
    def rows_out(self) -> int:
        """Rows that are published."""
        return sum(batch.published for batch in self.batches)

    @property
    def left_out(self) -> int:
        """Rows that will never be published."""
        return sum(batch.left_out for batch in self.batches)

    def text(self) -> str:
        """The register as it is written to a file."""
        return json_to_text(to_json(self))


def recoding_fingerprint(saved: SavedRecoding) -> str:
    """SHA-256 of what a recoding says."""
    return hashlib.sha256(json_to_text(to_json(saved)).encode()).hexdigest()


def read_append_register(path: Path) -> AppendRegister:
    """Read a register; messages on a wrong one never quote it."""
    where = f"register: '{path}' must be a register that diversa append wrote"
    try:
        content = json_from_text(path.read_bytes())
    except (OSError, SourceError):
        raise SourceError(f"{where}, got no JSON in UTF-8; {ADVICE}") from None
    return from_json(AppendRegister, content, where=where, advice=ADVICE)


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
            apart=bool(apart),
            columns=saved.columns,
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
