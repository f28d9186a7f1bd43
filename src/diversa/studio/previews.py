# SPDX-License-Identifier: Apache-2.0
"""Previews: the first rows of a file as it is read, and the form that was found."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from diversa.data.database_table import is_address
from diversa.data.read_options import ReadOptions
from diversa.engines.duckdb.first_rows import first_rows
from diversa.engines.file_kinds import find_kind
from diversa.engines.text_file import fields, first_lines, head_of, inspect
from diversa.errors import DiversaError
from diversa.studio.explanations import explain_error
from diversa.studio.plans import load_plan, suggestion_of
from diversa.studio.projects import get_project
from diversa.studio.security.permissions import Action
from diversa.studio.sources import source_of
from diversa.studio.visit import ProjectVisit

ROWS = 20
"""Number of rows that are shown."""


@dataclass(frozen=True)
class Preview:
    """The first rows of a table, and the form in which they were read."""

    columns: tuple[str, ...]
    """The names of the columns."""
    rows: tuple[tuple[str, ...], ...]
    """The first rows, as texts."""
    delimiter: str | None = None
    """The character between fields, of a text file."""
    encoding: str | None = None
    """The encoding, of a text file."""
    missing: tuple[str, ...] = ()
    """Texts that stand for a missing value, of a text file."""
    problem: str | None = None
    """The reason why the table cannot be read like this."""


def preview(visit: ProjectVisit, reading: ReadOptions | None = None) -> Preview:
    """The first rows of a project's table, read as its plan says or in another way."""
    visit.must(Action.READ_DATA)
    get_project(visit)
    source = source_of(visit)
    options = reading or load_plan(visit).reading
    if is_address(source):
        names = tuple(suggestion_of(visit).guesses)
        return Preview(names, ())
    try:
        path = Path(source)
        if find_kind(path) != "csv":
            columns, rows = first_rows(path, ROWS)
            return Preview(columns, tuple(map(tuple, rows)))
        return of_text(path, options)
    except DiversaError as error:
        return Preview((), (), problem=explain_error(error))


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
