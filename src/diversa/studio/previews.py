# SPDX-License-Identifier: Apache-2.0
"""How a file is read: its first rows, and what was found out of its form."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from diversa.data.database_table import is_address
from diversa.data.read_options import ReadOptions
from diversa.engines.duckdb.first_rows import first_rows
from diversa.engines.sources import find_kind
from diversa.engines.text_file import fields, first_lines, head_of, inspect
from diversa.errors import DiversaError
from diversa.studio.explanations import explained
from diversa.studio.projects import get_project, stored_plan, suggestion_of
from diversa.studio.security.permissions import Action, Visitor
from diversa.studio.sources import source_of
from diversa.studio.studio import Studio

ROWS = 20
"""How many rows are shown."""


@dataclass(frozen=True)
class Preview:
    """The first rows of a table as they are read, and how that is."""

    columns: tuple[str, ...]
    """The names of the columns."""
    rows: tuple[tuple[str, ...], ...]
    """The first rows, as texts."""
    delimiter: str | None = None
    """The character between fields, of a text file."""
    encoding: str | None = None
    """The encoding, of a text file."""
    missing: tuple[str, ...] = ()
    """Texts that mean missing, of a text file."""
    problem: str | None = None
    """Why the table cannot be read like this."""


def preview(
    studio: Studio,
    visitor: Visitor,
    project: str,
    reading: ReadOptions | None = None,
) -> Preview:
    """The first rows of a project's table.

    Args:
        studio: The studio.
        visitor: Who asks.
        project: The number of the project.
        reading: How a text file is read; as its plan says by default.
    """
    visitor.must(Action.READ_DATA)
    get_project(studio, visitor, project)
    source = source_of(studio, project)
    options = reading or stored_plan(studio, project).reading
    if is_address(source):
        names = tuple(suggestion_of(studio, visitor, project).guesses)
        return Preview(names, ())
    try:
        path = Path(source)
        if find_kind(path) != "csv":
            columns, rows = first_rows(path, ROWS)
            return Preview(columns, tuple(map(tuple, rows)))
        return of_text(path, options)
    except DiversaError as error:
        return Preview((), (), problem=explained(error))


def of_text(path: Path, options: ReadOptions) -> Preview:
    """The first rows of a text file."""
    text = inspect(path, options)
    lines, _ = first_lines(head_of(path, text.encoding))
    sample = fields(lines, text.delimiter, options.quote)
    rows = sample if options.header is False else sample[1:]
    return Preview(
        text.names,
        tuple(map(tuple, rows[:ROWS])),
        text.delimiter,
        text.encoding,
        options.missing,
    )
