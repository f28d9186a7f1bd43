# SPDX-License-Identifier: Apache-2.0
"""Releases: look at them, approve, refuse, withdraw and compare them.

A release of a project with four eyes is pending until a reviewer who did not make it
approves it, also if four eyes are switched off meanwhile. Readers see approved releases
and no others.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import select
from sqlalchemy.orm import Session

from diversa.comparisons.comparison import Comparison, compare
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.errors import InputError
from diversa.record.reading import release_reading
from diversa.record.record import Record
from diversa.studio.projects import get_project
from diversa.studio.security.permissions import (
    Action,
    ForbiddenError,
    MissingError,
    Visitor,
)
from diversa.studio.state.database import note
from diversa.studio.state.records import DecisionRow, ReleaseRow, view_of
from diversa.studio.storage import Storage, make_folder, make_private
from diversa.studio.visit import ProjectVisit

VERDICTS = {"approved": "approve", "refused": "refuse"}
"""The verdicts of a reviewer, each with its verb."""

REPORT = "report.html"
"""The report of a release."""


class NoSuchReleaseError(MissingError):
    """There is no such release, or the visitor may not know of it."""


@dataclass(frozen=True)
class DecisionView:
    """A decision on a release."""

    verdict: str
    """approved, refused or withdrawn."""
    by: str
    at: dt.datetime
    note: str
    """The reason."""


@dataclass(frozen=True)
class ReleaseView:
    """A release as it is shown."""

    id: str
    """Its number, for addresses."""
    project: str
    number: int
    """1 for the first release of the project."""
    state: str
    """pending, approved, refused or withdrawn."""
    made_at: dt.datetime
    made_by: str
    decisions: tuple[DecisionView, ...]
    """The decisions on it, the first one first."""
    files: tuple[str, ...]
    """The names of its files."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of those files that are tables."""
        return tuple(one for one in self.files if one.endswith((".csv", ".parquet")))


def releases_of(visit: ProjectVisit) -> list[ReleaseView]:
    """The releases of a project that a visitor may see, the newest first."""
    visit.must(Action.SEE_RELEASES)
    get_project(visit)
    query = select(ReleaseRow).where(ReleaseRow.project_id == visit.project)
    with visit.studio.database.session() as session:
        return [
            release_view(visit.studio.storage, session, record)
            for record in session.scalars(
                query.order_by(ReleaseRow.number.desc())
            ).all()
            if may_see(visit.visitor, record)
        ]


def release_of(visit: ProjectVisit, release: str) -> ReleaseView:
    """A release of a project."""
    visit.must(Action.SEE_RELEASES)
    with visit.studio.database.session() as session:
        found = find_release(session, visit, release)
        return release_view(visit.studio.storage, session, found)


def record_of(visit: ProjectVisit, release: str) -> Record:
    """The record of a release: its promise, and the findings of audit and attacks."""
    return Record.read(folder_of(visit, release))


def report_of(visit: ProjectVisit, release: str) -> str:
    """The report of a release, as HTML."""
    return (folder_of(visit, release) / REPORT).read_text(encoding="utf-8")


def folder_of(visit: ProjectVisit, release: str) -> Path:
    """The folder of a release that a visitor may see."""
    number = release_of(visit, release).number
    return visit.studio.storage.release(visit.project, number)


def decide(
    visit: ProjectVisit, release: str, verdict: str, *, reason: str = ""
) -> ReleaseView:
    """Approve or refuse a release that somebody else made."""
    visit.must(Action.DECIDE_RELEASE)
    if verdict not in VERDICTS:
        raise InputError(
            f"verdict: must be one of {', '.join(VERDICTS)}, got another word"
        )
    with visit.studio.database.session() as session:
        found = find_release(session, visit, release)
        if found.state not in ("pending", "refused"):
            raise InputError(
                "release: must be pending or refused to be decided on, got one that is"
                f" {found.state}"
            )
        # Also if four eyes were switched off meanwhile.
        if found.made_by == visit.visitor.name:
            raise ForbiddenError(
                f"four eyes: somebody else must {VERDICTS[verdict]} the release, got"
                " who made it"
            )
        return keep_decision(session, visit, found, verdict, reason)


def withdraw(visit: ProjectVisit, release: str, *, reason: str = "") -> ReleaseView:
    """Withdraw a release: nobody can download it any more; its evidence stays.

    Copies that were downloaded before remain with their owners.
    """
    visit.must(Action.WITHDRAW_RELEASE)
    with visit.studio.database.session() as session:
        found = find_release(session, visit, release)
        if found.state == "withdrawn":
            raise InputError("release: must not be withdrawn twice")
        return keep_decision(session, visit, found, "withdrawn", reason)


def keep_decision(
    session: Session,
    visit: ProjectVisit,
    release: ReleaseRow,
    verdict: str,
    reason: str,
) -> ReleaseView:
    """Remember a decision; it is the new state of the release."""
    by = visit.visitor.name
    release.state = verdict
    decision = DecisionRow(
        release_id=release.id, verdict=verdict, by=by, note=reason[:2000]
    )
    session.add(decision)
    about = f"release {release.number}"
    note(session, by, f"release {verdict}", release.project_id, about)
    session.flush()
    return release_view(visit.studio.storage, session, release)


def compare_releases(visit: ProjectVisit, releases: Sequence[str]) -> Comparison:
    """Compare two releases of a project: which is safer, which keeps more detail."""
    first, second = (folder_of(visit, release) for release in releases)
    return compare(first, second)


def find_release(session: Session, visit: ProjectVisit, release: str) -> ReleaseRow:
    """The release with this number, if the visitor may see it."""
    found = session.get(ReleaseRow, release)
    is_there = found is not None and found.project_id == visit.project
    if found is None or not is_there or not may_see(visit.visitor, found):
        raise NoSuchReleaseError("release: there is none with this number")
    return found


def may_see(visitor: Visitor, release: ReleaseRow) -> bool:
    """True if a visitor may know of a release."""
    return release.state == "approved" or visitor.may(Action.SEE_EVIDENCE)


def release_view(
    storage: Storage, session: Session, release: ReleaseRow
) -> ReleaseView:
    """A release as it is shown, with its decisions and files."""
    query = select(DecisionRow).where(DecisionRow.release_id == release.id)
    decisions = session.scalars(query.order_by(DecisionRow.id)).all()
    folder = storage.release(release.project_id, release.number)
    return view_of(
        ReleaseView,
        release,
        project=release.project_id,
        decisions=tuple(view_of(DecisionView, one) for one in decisions),
        files=tuple(sorted(path.name for path in folder.glob("*"))),
    )


FORMATS = ("csv", "parquet")
"""The formats of a download; they are the endings of its file, too."""


def download(
    visit: ProjectVisit,
    release: str,
    *,
    file: str = "release",
    format: str = "csv",  # noqa: A002 - the word of the command line
) -> Path:
    """A table of an approved release as a file, in one of `FORMATS`.

    The file is "release", or "sensitive" if sensitive values are a table of their own.

    Raises:
        ForbiddenError: It is not approved.
    """
    shown = release_of(visit, release)
    if shown.state != "approved":
        raise ForbiddenError(
            f"release: must be approved to be downloaded, got one that is {shown.state}"
        )
    folder = visit.studio.storage.release(visit.project, shown.number)
    tables = {Path(name).stem: folder / name for name in shown.tables}
    if file not in tables or format not in FORMATS:
        names = ", ".join(sorted(tables))
        raise NoSuchReleaseError(f"file: must be one of {names}, as csv or parquet")
    if tables[file].suffix == f".{format}":
        return tables[file]
    kept = visit.studio.storage.project(visit.project) / "downloads"
    target = kept / str(shown.number) / f"{file}.{format}"
    if not target.is_file():
        safe = record_of(visit, release).spreadsheet_safe
        convert(tables[file], target, spreadsheet_safe=safe)
    return target


def convert(published: Path, target: Path, *, spreadsheet_safe: bool) -> None:
    """Write a published table in another format; it appears whole or not at all."""
    make_folder(target.parent)
    options = release_reading(spreadsheet_safe=spreadsheet_safe)
    with DuckDBEngine() as engine, TemporaryDirectory(dir=target.parent) as scratch:
        whole = Path(scratch) / target.name
        table = engine.open(published, options=options)
        engine.write(table, whole, spreadsheet_safe=spreadsheet_safe)
        make_private(Path(scratch))
        whole.replace(target)
