# SPDX-License-Identifier: Apache-2.0
"""Standard input and output as tables: `-` in the place of a file or a folder.

What comes in is kept where temporary files go, for it is read more than once; what goes
out is written whole, after the audit has passed.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from diversa.cli.paths import TableSource
from diversa.data.database_table import DatabaseTable

STREAM = Path("-")
"""Stands for standard input or output."""

NAME = "standard input"
"""The file name of the copy of standard input."""


def from_stream(
    ctx: click.Context, param: click.Parameter, source: TableSource
) -> TableSource:
    """The file that is meant: for `-` a copy of standard input, until the end."""
    del param
    if source != STREAM or ctx.resilient_parsing:
        return source
    return ctx.with_resource(copy_input())


@contextmanager
def copy_input() -> Iterator[Path]:
    """A copy of standard input, where temporary files go."""
    from diversa.errors import SourceError
    from diversa.files.spill import SpillFolder

    stream = sys.stdin.buffer
    if stream.isatty():
        raise SourceError(
            "-: standard input must be a table, got a terminal; pipe a file into the"
            " command, or name the file"
        )
    with SpillFolder() as spill:
        file = spill.path / NAME
        with file.open("wb") as copy:
            shutil.copyfileobj(stream, copy, 1 << 20)
        yield file


def source_name(source: TableSource) -> str:
    """The name of a source in a command that a user may type."""
    if isinstance(source, DatabaseTable):
        return source.address
    return str(STREAM) if source.name == NAME else str(source)


@contextmanager
def folder_of(out: TableSource) -> Iterator[TableSource]:
    """The folder of a release; for `-` one whose table goes to standard output."""
    if out != STREAM:
        yield out
        return
    from diversa.files.spill import SpillFolder

    with SpillFolder() as spill:
        folder = spill.path / "release"
        yield folder
        write_table(folder)


def write_table(folder: Path) -> None:
    """Write the table of a release to standard output."""
    from diversa.errors import TargetError

    tables = [path for path in folder.iterdir() if path.suffix in (".csv", ".parquet")]
    if len(tables) != 1:
        raise TargetError(
            "out: a release must be one table to go to standard output, got"
            f" {len(tables)}; name a folder"
        )
    stream = sys.stdout.buffer
    with tables[0].open("rb") as table:
        shutil.copyfileobj(table, stream, 1 << 20)
    stream.flush()
