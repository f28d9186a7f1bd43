# SPDX-License-Identifier: Apache-2.0
"""The log: who did what and when. Lines are only ever added."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sqlalchemy import select

from diversa.studio.security.permissions import Action
from diversa.studio.state.records import Entry, view_of
from diversa.studio.visit import Visit

MOST = 1000
"""The most lines that are given at once."""


@dataclass(frozen=True)
class EntryView:
    """A line of the log."""

    id: int
    """Its number; later lines have larger ones."""
    at: dt.datetime
    by: str
    what: str
    """The deed, in words."""
    project: str | None
    about: str
    """Names and numbers of the studio, never a value of a table."""


def read_log(
    visit: Visit, *, before: int | None = None, most: int = 100
) -> list[EntryView]:
    """At most so many lines of the log, the newest first, before the given number."""
    visit.must(Action.READ_LOG)
    query = select(Entry).order_by(Entry.id.desc()).limit(min(most, MOST))
    if before is not None:
        query = query.where(Entry.id < before)
    with visit.studio.database.session() as session:
        return [
            view_of(EntryView, line, project=line.project_id)
            for line in session.scalars(query)
        ]
