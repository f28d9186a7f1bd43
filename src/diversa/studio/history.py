# SPDX-License-Identifier: Apache-2.0
"""The log: who did what when; it is only ever added to."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sqlalchemy import select

from diversa.studio.security.permissions import Action, Visitor
from diversa.studio.state.records import Entry
from diversa.studio.studio import Studio

MOST = 1000
"""The most lines that are given at once."""


@dataclass(frozen=True)
class EntryView:
    """A line of the log."""

    id: int
    """Its number; later lines have larger ones."""
    at: dt.datetime
    """When."""
    by: str
    """Who."""
    what: str
    """What was done."""
    project: str | None
    """In which project."""
    about: str
    """Names and numbers of ours."""


def read_log(
    studio: Studio, visitor: Visitor, *, before: int | None = None, most: int = 100
) -> list[EntryView]:
    """The latest lines of the log, the newest first.

    Args:
        studio: The studio.
        visitor: Who reads.
        before: Only lines before the one with this number.
        most: How many lines.
    """
    visitor.must(Action.READ_LOG)
    query = select(Entry).order_by(Entry.id.desc()).limit(min(most, MOST))
    if before is not None:
        query = query.where(Entry.id < before)
    with studio.database.session() as session:
        return [
            EntryView(line.id, line.at, line.by, line.what, line.project_id, line.about)
            for line in session.scalars(query)
        ]
