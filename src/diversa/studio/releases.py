# SPDX-License-Identifier: Apache-2.0
"""Releases: publish, look, approve, refuse, withdraw, compare; shared use cases.

Like `projects`, every function takes the studio and the visitor who acts. A release of
a project with four eyes is pending until a reviewer who did not make it approves it,
also if four eyes are switched off meanwhile. Whoever may only read sees approved
releases, and no others.
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
from diversa.plan.file import plan_to_toml
from diversa.record.reading import release_reading
from diversa.record.record import Record
from diversa.studio.jobs.jobs import ENDS, RUNNING
from diversa.studio.jobs.work import Work
from diversa.studio.projects import get_project, stored_plan
from diversa.studio.security.permissions import Action, ForbiddenError, Visitor
from diversa.studio.sources import source_of
from diversa.studio.state.database import note
from diversa.studio.state.records import Decision, Job, Release, now
from diversa.studio.storage import make_folder, make_private
from diversa.studio.studio import Studio
from diversa.studio.surveys import KEY

VERDICTS = {"approved": "approve", "refused": "refuse"}
"""What a reviewer may decide, and the word for it."""

REPORT = "report.html"
"""The report of a release."""

SURE_SHARE = 0.05
"""From which share of a job on its speed tells when it will end."""


class NoSuchReleaseError(InputError):
    """There is no such release or job, or the visitor may not know of it."""


@dataclass(frozen=True)
class JobView:
    """How far a job is, or how it ended."""

    id: str
    """Its number."""
    project: str
    """The number of its project."""
    kind: str
    """publish or republish."""
    state: str
    """waiting, running, done, failed, cancelled or interrupted."""
    phase: str
    """What it is doing: read, count, search, recode, write, audit, measure, report."""
    share: float
    """How much of it is done, from 0 to 1."""
    seconds_left: float | None
    """When it will probably end; None where that cannot be said yet."""
    failure: str
    """Why it failed."""
    made_at: dt.datetime
    """When it was asked for."""
    made_by: str
    """Who asked for it."""
    release: str | None
    """The number of the release that it made."""

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in ENDS


@dataclass(frozen=True)
class DecisionView:
    """What somebody decided on a release."""

    verdict: str
    """approved, refused or withdrawn."""
    by: str
    """Who decided."""
    at: dt.datetime
    """When."""
    note: str
    """Why."""


@dataclass(frozen=True)
class ReleaseView:
    """What is shown of a release."""

    id: str
    """Its number, for addresses."""
    project: str
    """The number of its project."""
    number: int
    """1 for the first release of the project."""
    state: str
    """pending, approved, refused or withdrawn."""
    made_at: dt.datetime
    """When it was made."""
    made_by: str
    """Who made it."""
    decisions: tuple[DecisionView, ...]
    """What was decided on it."""
    files: tuple[str, ...]
    """The names of its files."""


# Jobs


def publish(studio: Studio, visitor: Visitor, project: str) -> JobView:
    """Publish the table of a project as its plan says, in a process of its own."""
    visitor.must(Action.PUBLISH)
    kind_of_source = get_project(studio, visitor, project).source
    is_survey = kind_of_source == "survey"
    plan, source = stored_plan(studio, project), str(source_of(studio, project))
    text = plan_to_toml(plan)
    # Comparing the releases of a table that grows must tell nothing.
    register = studio.storage.project(project) / "register.json"
    series = {"register": str(register), "key": KEY} if is_survey else {}
    is_path = kind_of_source == "path"

    def work(number: int) -> Work:
        out = str(studio.storage.release(project, number))
        return Work(source, text, out, without_links=is_path, **series)

    kind = "republish" if is_survey else "publish"
    job = studio.jobs.submit(project, visitor.name, kind, work)
    return job_of(studio, visitor, project, job)


def jobs_of(studio: Studio, visitor: Visitor, project: str) -> list[JobView]:
    """The jobs of a project, the newest first."""
    visitor.must(Action.WATCH_JOBS)
    get_project(studio, visitor, project)
    query = select(Job).where(Job.project_id == project).order_by(Job.made_at.desc())
    with studio.database.session() as session:
        return [job_view(job) for job in session.scalars(query)]


def job_of(studio: Studio, visitor: Visitor, project: str, job: str) -> JobView:
    """A job of a project."""
    visitor.must(Action.WATCH_JOBS)
    with studio.database.session() as session:
        return job_view(find_job(session, project, job))


def cancel(studio: Studio, visitor: Visitor, project: str, job: str) -> JobView:
    """End a job; what it had begun to publish does not appear."""
    visitor.must(Action.PUBLISH)
    with studio.database.session() as session:
        find_job(session, project, job)
        note(session, visitor.name, "cancelled a job", project)
    studio.jobs.cancel(job)
    studio.jobs.wait(job, seconds=5.0)
    return job_of(studio, visitor, project, job)


def find_job(session: Session, project: str, job: str) -> Job:
    """The record of a job."""
    record = session.get(Job, job)
    if record is None or record.project_id != project:
        raise NoSuchReleaseError("job: there is none with this number")
    return record


def job_view(job: Job) -> JobView:
    """What is shown of a job."""
    left = None
    if job.state == RUNNING and job.began_at and job.share >= SURE_SHARE:
        spent = (now() - job.began_at).total_seconds()
        left = round(spent * (1 - job.share) / job.share, 1)
    return JobView(
        job.id,
        job.project_id,
        job.kind,
        job.state,
        job.phase,
        job.share,
        left,
        job.failure,
        job.made_at,
        job.made_by,
        job.release_id,
    )


# Releases


def releases_of(studio: Studio, visitor: Visitor, project: str) -> list[ReleaseView]:
    """The releases of a project that a visitor may see, the newest first."""
    visitor.must(Action.SEE_RELEASES)
    get_project(studio, visitor, project)
    query = select(Release).where(Release.project_id == project)
    with studio.database.session() as session:
        records = session.scalars(query.order_by(Release.number.desc())).all()
        return [
            release_view(studio, session, record)
            for record in records
            if may_see(visitor, record)
        ]


def release_of(
    studio: Studio, visitor: Visitor, project: str, release: str
) -> ReleaseView:
    """A release of a project."""
    visitor.must(Action.SEE_RELEASES)
    with studio.database.session() as session:
        record = find_release(session, visitor, project, release)
        return release_view(studio, session, record)


def record_of(studio: Studio, visitor: Visitor, project: str, release: str) -> Record:
    """The record of a release: what is promised, and what audit and attacks found."""
    return Record.read(folder_of(studio, visitor, project, release))


def report_of(studio: Studio, visitor: Visitor, project: str, release: str) -> str:
    """The report of a release, as HTML."""
    folder = folder_of(studio, visitor, project, release)
    return (folder / REPORT).read_text(encoding="utf-8")


def folder_of(studio: Studio, visitor: Visitor, project: str, release: str) -> Path:
    """The folder of a release that a visitor may see."""
    shown = release_of(studio, visitor, project, release)
    return studio.storage.release(project, shown.number)


def download(
    studio: Studio,
    visitor: Visitor,
    project: str,
    release: str,
    *,
    file: str = "release",
    format: str = "csv",  # noqa: A002 - the word of the command line
) -> Path:
    """The table of an approved release as a file.

    Args:
        studio: The studio.
        visitor: Who acts.
        project: The number of the project.
        release: The number of the release.
        file: "release", or "sensitive" where sensitive values are a table of their own.
        format: "csv" or "parquet".

    Raises:
        ForbiddenError: It is not approved.
    """
    shown = release_of(studio, visitor, project, release)
    if shown.state != "approved":
        raise ForbiddenError(
            f"release: must be approved to be downloaded, got one that is {shown.state}"
        )
    folder = studio.storage.release(project, shown.number)
    tables = {Path(name).stem: folder / name for name in shown.files}
    if file not in tables or format not in ("csv", "parquet"):
        names = ", ".join(sorted(tables))
        raise NoSuchReleaseError(f"file: must be one of {names}, as csv or parquet")
    published = tables[file]
    if published.suffix == f".{format}":
        return published
    safe = record_of(studio, visitor, project, release).spreadsheet_safe
    return converted(studio, project, shown.number, published, format, safe=safe)


def converted(
    studio: Studio,
    project: str,
    number: int,
    published: Path,
    ending: str,
    *,
    safe: bool,
) -> Path:
    """A table of a release in another format; made once, beside the releases."""
    folder = studio.storage.project(project) / "downloads" / str(number)
    make_folder(folder)
    target = folder / f"{published.stem}.{ending}"
    if not target.is_file():
        options = release_reading(spreadsheet_safe=safe)
        # Renamed when it is whole: a killed server leaves no half of a table here.
        with DuckDBEngine() as engine, TemporaryDirectory(dir=folder) as scratch:
            whole = Path(scratch) / target.name
            engine.write(
                engine.open(published, options=options), whole, spreadsheet_safe=safe
            )
            make_private(Path(scratch))
            whole.replace(target)
    return target


def decide(
    studio: Studio,
    visitor: Visitor,
    project: str,
    release: str,
    verdict: str,
    *,
    reason: str = "",
) -> ReleaseView:
    """Approve or refuse a release.

    Args:
        studio: The studio.
        visitor: Who decides; never who made the release.
        project: The number of the project.
        release: The number of the release.
        verdict: "approved" or "refused".
        reason: Why.
    """
    visitor.must(Action.DECIDE_RELEASE)
    if verdict not in VERDICTS:
        raise InputError(
            f"verdict: must be one of {', '.join(VERDICTS)}, got another word"
        )
    with studio.database.session() as session:
        record = find_release(session, visitor, project, release)
        if record.state not in ("pending", "refused"):
            raise InputError(
                "release: must be pending or refused to be decided on, got one that is"
                f" {record.state}"
            )
        # Also where four eyes were switched off meanwhile.
        if record.made_by == visitor.name:
            raise ForbiddenError(
                f"four eyes: somebody else must {VERDICTS[verdict]} the release, got"
                " who made it"
            )
        return decided(studio, session, visitor, record, verdict, reason)


def withdraw(
    studio: Studio, visitor: Visitor, project: str, release: str, *, reason: str = ""
) -> ReleaseView:
    """Withdraw a release: nobody can download it any more; its evidence stays.

    Who has downloaded it before still has it.
    """
    visitor.must(Action.WITHDRAW_RELEASE)
    with studio.database.session() as session:
        record = find_release(session, visitor, project, release)
        if record.state == "withdrawn":
            raise InputError("release: must not be withdrawn twice")
        return decided(studio, session, visitor, record, "withdrawn", reason)


def decided(
    studio: Studio,
    session: Session,
    visitor: Visitor,
    record: Release,
    verdict: str,
    reason: str,
) -> ReleaseView:
    """Remember a decision."""
    record.state = verdict
    session.add(
        Decision(
            release_id=record.id, verdict=verdict, by=visitor.name, note=reason[:2000]
        )
    )
    about = f"release {record.number}"
    note(session, visitor.name, f"release {verdict}", record.project_id, about)
    session.flush()
    return release_view(studio, session, record)


def compare_releases(
    studio: Studio, visitor: Visitor, project: str, releases: Sequence[str]
) -> Comparison:
    """Two releases of a project side by side: which is safer, which keeps more."""
    first, second = (
        folder_of(studio, visitor, project, release) for release in releases
    )
    return compare(first, second)


def find_release(
    session: Session, visitor: Visitor, project: str, release: str
) -> Release:
    """The record of a release that a visitor may see."""
    record = session.get(Release, release)
    is_there = record is not None and record.project_id == project
    if record is None or not is_there or not may_see(visitor, record):
        raise NoSuchReleaseError("release: there is none with this number")
    return record


def may_see(visitor: Visitor, release: Release) -> bool:
    """Tell whether a visitor may know of a release."""
    return release.state == "approved" or visitor.may(Action.SEE_EVIDENCE)


def release_view(studio: Studio, session: Session, release: Release) -> ReleaseView:
    """What is shown of a release."""
    query = select(Decision).where(Decision.release_id == release.id)
    decisions = session.scalars(query.order_by(Decision.id)).all()
    folder = studio.storage.release(release.project_id, release.number)
    return ReleaseView(
        release.id,
        release.project_id,
        release.number,
        release.state,
        release.made_at,
        release.made_by,
        tuple(DecisionView(one.verdict, one.by, one.at, one.note) for one in decisions),
        tuple(sorted(path.name for path in folder.glob("*"))),
    )
