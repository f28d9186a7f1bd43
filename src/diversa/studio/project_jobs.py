# SPDX-License-Identifier: Apache-2.0
"""The jobs of a project: publish its table in a process of its own, watch, cancel."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from diversa.plan.file import plan_to_toml
from diversa.studio.form_fields import KEY
from diversa.studio.jobs.jobs import ENDS, RUNNING
from diversa.studio.jobs.work import Work
from diversa.studio.plans import load_plan
from diversa.studio.projects import get_project
from diversa.studio.security.permissions import Action, MissingError
from diversa.studio.sources import source_of
from diversa.studio.state.database import note
from diversa.studio.state.records import Job, now, view_of
from diversa.studio.visit import ProjectVisit

SURE_SHARE = 0.05
"""Fraction done before remaining time is estimated."""


class NoSuchJobError(MissingError):
    """The project has no such job."""


@dataclass(frozen=True)
class JobView:
    """The progress of a job, or its end."""

    id: str
    project: str
    kind: str
    """publish or republish."""
    state: str
    """waiting, running, done, failed, cancelled or interrupted."""
    phase: str
    """Its phase: read, count, search, recode, write, audit, measure or report."""
    share: float
    """Fraction done, from 0 to 1."""
    seconds_left: float | None
    """Estimated seconds to its end; None if that cannot be said yet."""
    failure: str
    """The reason why it failed."""
    made_at: dt.datetime
    made_by: str
    release: str | None
    """The number of the release that it made."""

    @property
    def has_ended(self) -> bool:
        """True if nothing more will happen."""
        return self.state in ENDS


def publish(visit: ProjectVisit, *, anyway: bool = False) -> JobView:
    """Publish the table of a project as its plan says, in a process of its own.

    With `anyway`, people may be in an earlier release of the studio.
    """
    visit.must(Action.PUBLISH)
    storage, project = visit.studio.storage, visit.project
    kind_of_source = get_project(visit).source
    is_survey, is_path = kind_of_source == "survey", kind_of_source == "path"
    text, source = plan_to_toml(load_plan(visit)), str(source_of(visit))
    # Comparing the releases of a table that grows must tell nothing.
    register = storage.project(project) / "register.json"
    series = {"register": str(register), "key": KEY} if is_survey else {}

    def work(number: int) -> Work:
        out = str(storage.release(project, number))
        return Work(
            source,
            text,
            out,
            ledger=str(storage.ledger),
            anyway=anyway,
            without_links=is_path,
            **series,
        )

    kind = "republish" if is_survey else "publish"
    job = visit.studio.jobs.submit(project, visit.visitor.name, kind, work)
    return job_of(visit, job)


def jobs_of(visit: ProjectVisit) -> list[JobView]:
    """The jobs of a project, the newest first."""
    visit.must(Action.WATCH_JOBS)
    get_project(visit)
    query = select(Job).where(Job.project_id == visit.project)
    with visit.studio.database.session() as session:
        jobs = session.scalars(query.order_by(Job.made_at.desc()))
        return [job_view(job) for job in jobs]


def job_of(visit: ProjectVisit, job: str) -> JobView:
    """A job of a project."""
    visit.must(Action.WATCH_JOBS)
    with visit.studio.database.session() as session:
        return job_view(find_job(session, visit.project, job))


def cancel(visit: ProjectVisit, job: str) -> JobView:
    """End a job; what it had begun to publish does not appear."""
    visit.must(Action.PUBLISH)
    with visit.studio.database.session() as session:
        find_job(session, visit.project, job)
        note(session, visit.visitor.name, "cancelled a job", visit.project)
    visit.studio.jobs.cancel(job)
    visit.studio.jobs.wait(job, seconds=5.0)
    return job_of(visit, job)


def find_job(session: Session, project: str, job: str) -> Job:
    """The record of a job."""
    record = session.get(Job, job)
    if record is None or record.project_id != project:
        raise NoSuchJobError("job: there is none with this number")
    return record


def job_view(job: Job) -> JobView:
    """A job as it is shown, with its remaining time."""
    left = None
    if job.state == RUNNING and job.began_at and job.share >= SURE_SHARE:
        spent = (now() - job.began_at).total_seconds()
        left = round(spent * (1 - job.share) / job.share, 1)
    related = {"project": job.project_id, "release": job.release_id}
    return view_of(JobView, job, seconds_left=left, **related)
