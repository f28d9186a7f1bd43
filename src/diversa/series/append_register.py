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
from collections.abc import Mapping
from dataclasses import dataclass, field
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
from diversa.errors import SourceError
from diversa.recodings.recoding_file import SavedRecoding
from diversa.record.folder import RELEASE
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
    """Rows that will never be published: a sensitive value is missing, the recoding has
    no label for a value, or the same person has a row that looks alike."""
    published: Rows
    """Rows that were published with it, some of which may have waited."""


@dataclass(frozen=True, eq=False)
class WaitingRows:
    """Rows as they are published, with the batch that each came with.

    Where people are counted, the last value of a row is a keyed hash of its person.
    """

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
class BatchAnnouncement:
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
    person: Annotated[str | None, ALWAYS] = None
    """The column that says whose a row is, where people are counted."""
    people: WaitingRows = field(default_factory=WaitingRows, repr=False)
    """The published rows with their people, where people are counted."""
    identifiers: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    """Keyed hashes of the values of each identifier that have come."""
    announcement: BatchAnnouncement | None = field(default=None, repr=False)
    """The announcement of the last state, until that is known to be published."""

    RULE: ClassVar = Must("of parts that fit each other", lambda one: one.is_complete)

    @property
    def is_complete(self) -> bool:
        """True if rows that wait fit the columns and the batches."""
        known = 0 if self.person is None else self.rows_out
        return (
            self.fits(self.waiting)
            and self.fits(self.people)
            and self.people.rows == known
            and self.rows_in == self.rows_out + self.left_out + self.waiting.rows
            and (self.published is not None) == (self.rows_out > 0)
        )

    def fits(self, rows: WaitingRows) -> bool:
        """True if rows fit the columns and the batches."""
        width = len(self.all_columns)
        return (
            len(rows.counts) == len(rows.since) == len(rows.lines)
            and all(len(line) == width for line in rows.lines)
            and bool((rows.counts > 0).all())
            and bool(((rows.since > 0) & (rows.since <= len(self.batches))).all())
        )

    @property
    def all_columns(self) -> tuple[str, ...]:
        """The published columns, and that of the person where people are counted."""
        return (*self.columns, *([] if self.person is None else [self.person]))

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
