# SPDX-License-Identifier: Apache-2.0
"""The reading of a release: its text files, and its tables by the manifest.

All readers use it: the audit before and after publication, attacks, comparisons,
reports and the next release of a series.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from diversa.data.missing import MissingPolicy
from diversa.data.read_options import ReadOptions
from diversa.engines.sources import source_of
from diversa.errors import InputError
from diversa.record.folder import MANIFEST
from diversa.tables.input_parts import SensitiveTable
from diversa.tables.table_input import TableInput

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
"""Options that read the text files of a release exactly as they were written."""

ANY_SIZE = "1000000TB"
"""The size limit of unpacked files that this program wrote: none in practice."""


def release_reading(
    *,
    spreadsheet_safe: bool,
    equality: Literal["meaning", "exact"] = "meaning",
    most_unpacked: str | None = ANY_SIZE,
) -> ReadOptions:
    """The options that read the tables of a release.

    Files may unpack to any size by default, for those that were written just now.
    """
    return replace(
        READING,
        apostrophes=spreadsheet_safe,
        equality=equality,
        most_unpacked=most_unpacked,
    )


class PublishedRelease:
    """A release that was just made, as functions take it beside its folder."""

    record: Record
    audit: Any
    frame: Any
    sensitive_table: Any
    files: tuple[Path | str, ...]


def is_release(source: object) -> bool:
    """True if a source is a release or the folder of one."""
    return isinstance(source, PublishedRelease) or source_of(source).holds(MANIFEST)


def release_folder(source: object) -> Path:
    """The folder of a release; a release without one is refused."""
    if not isinstance(source, PublishedRelease):
        return Path(str(source))
    files = [Path(file) for file in source.files if isinstance(file, Path)]
    if not files:
        raise InputError(
            "source: must be a release in a folder, got one without; publish it with"
            " out="
        )
    return files[0].parent


def release_record(source: object) -> Record | None:
    """The record of a release or of its folder; None for any other table."""
    if isinstance(source, PublishedRelease):
        return source.record
    if not is_release(source):
        return None
    from diversa.record.record import Record  # a table promises nothing

    return Record.read(release_folder(source))


def as_published(table: TableInput) -> TableInput:
    """A table with what its manifest says of it, if it is the folder of a release.

    A folder without a manifest is a table like any other where columns are named.
    """
    if table.roles.person is not None and is_release(table.source):
        raise InputError(
            "person: must come with a table that has this column, got a release, which"
            " withholds it; its record says what is known of people"
        )
    if table.roles.count is not None and is_release(table.source):
        raise InputError(
            "count: must come with a table, got a release; its manifest says which"
            " column counts people, if one does"
        )
    if isinstance(table.source, PublishedRelease):
        return as_made(table, table.source)
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


def as_made(table: TableInput, release: PublishedRelease) -> TableInput:
    """A table that is a release: its frames, or the files of its folder."""
    if release.frame is None:
        return as_published(replace(table, source=release_folder(release)))
    frames = release.frame, release.sensitive_table
    return with_record(table, release.record, *frames)


def as_recorded(table: TableInput, folder: Path, record: Record) -> TableInput:
    """A table whose file, columns and reading are those of a release."""
    file, sensitive_file = folder / record.release_file, folder / record.sensitive_file
    return with_record(table, record, file, sensitive_file)


def with_record(
    table: TableInput, record: Record, rows: object, sensitive_rows: object
) -> TableInput:
    """A table with the columns and the reading that a record says."""
    sensitive_table, roles = None, record.public_roles
    if table.roles.weight is not None:
        roles = replace(roles, weight=table.roles.weight)
    if record.sensitive_table is not None:
        sensitive_table = SensitiveTable(
            sensitive_rows, *record.sensitive_table, kept=record.roles.every_kept
        )
    return replace(
        table,
        source=rows,
        roles=roles,
        missing=record.missing,
        reading=release_reading(
            spreadsheet_safe=record.spreadsheet_safe,
            equality=record.reading.equality,
            most_unpacked=table.reading.most_unpacked,
        ).with_hints(table.reading.hints.or_else(record.reading.hints)),
        models=record.models,
        levels=record.levels or {},
        group=record.group,
        sensitive_table=sensitive_table,
        averages=record.averages is not None,
        label_meaning=record.label_meaning,
    )
