# SPDX-License-Identifier: Apache-2.0
"""How a release of ours is read: its text files, and its tables as the manifest says.

Whoever reads a release reads it like this: the audit before it is published, every
audit after that, attacks, comparisons, reports and the next release of a series.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from diversa.data.missing import MissingPolicy
from diversa.data.read_options import ReadOptions
from diversa.engines.sources import source_of
from diversa.errors import InputError
from diversa.record.folder import MANIFEST
from diversa.tables.table_input import SensitiveTable, TableInput

if TYPE_CHECKING:
    from diversa.record.record import Record

READING = ReadOptions(
    delimiter=",",
    encoding="utf-8",
    header=True,
    quoted_missing=False,
    trim=False,
    lenient=True,
)
"""How the files of a release are read: exactly as they were written."""

ANY_SIZE = "1000000TB"
"""What a file may unpack to that this program has written itself."""


def release_reading(
    *,
    spreadsheet_safe: bool,
    equality: Literal["meaning", "exact"] = "meaning",
    most_unpacked: str | None = ANY_SIZE,
) -> ReadOptions:
    """The options that read the tables of a release.

    Args:
        spreadsheet_safe: Whether the text files are safe for spreadsheets.
        equality: When two sensitive values of it are the same one.
        most_unpacked: The most that they may unpack to; any size by default, for those
            that were written just now.
    """
    return replace(
        READING,
        apostrophes=spreadsheet_safe,
        equality=equality,
        most_unpacked=most_unpacked,
    )


def is_release(source: object) -> bool:
    """Tell whether a source is the folder of a release."""
    return source_of(source).holds(MANIFEST)


def as_published(table: TableInput) -> TableInput:
    """A table with what its manifest says of it, if it is the folder of a release.

    A folder without a manifest is a table like any other where columns are named.
    """
    folder = source_of(table.source).path
    if folder is None or not folder.is_dir():
        return table
    if table.roles.columns_to_count and not is_release(folder):
        return table
    if table.roles.columns_to_count:
        raise InputError(
            f"source: must be a table where columns are named, got the folder"
            f" {folder}; name its table, or leave the columns to its manifest"
        )
    if table.missing is not MissingPolicy.RAISE:
        raise InputError(
            f"missing: must come with a table, got the folder {folder}; its manifest"
            " says what a missing value means"
        )
    from diversa.record.record import Record  # a table promises nothing

    return as_recorded(table, folder, Record.read(folder))


def as_recorded(table: TableInput, folder: Path, record: Record) -> TableInput:
    """A table whose file, columns and reading are those of a release."""
    return replace(
        table,
        source=folder / record.release_file,
        roles=record.public_roles,
        missing=record.missing,
        reading=release_reading(
            spreadsheet_safe=record.spreadsheet_safe,
            equality=record.reading.equality,
            most_unpacked=table.reading.most_unpacked,
        ).with_hints(table.reading.hints.or_else(record.reading.hints)),
        models=record.models,
        levels=record.levels or {},
        group=record.group,
        sensitive_table=sensitive_table(folder, record),
        averages=record.averages is not None,
    )


def sensitive_table(folder: Path, record: Record) -> SensitiveTable | None:
    """The sensitive table of a release in two tables."""
    if record.sensitive_table is None:
        return None
    return SensitiveTable(folder / record.sensitive_file, *record.sensitive_table)
