# SPDX-License-Identifier: Apache-2.0
"""Publish, jobs, releases and their evidence."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import FileResponse, HTMLResponse
from pydantic import BaseModel, Field

from diversa.studio import project_jobs, releases
from diversa.studio.project_jobs import JobView
from diversa.studio.releases import ReleaseView
from diversa.studio.rest.failures import RESPONSES
from diversa.studio.rest.visits import Number, Visited, route
from diversa.studio.security.permissions import Action

router = APIRouter(prefix="/api", tags=["releases"])

OneRelease = "/projects/{project}/releases/{release}"
Text = {"schema": {"type": "string"}}
FILES: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/csv": Text, "application/vnd.apache.parquet": Text}}
}
TYPES = {"csv": "text/csv", "parquet": "application/vnd.apache.parquet"}
"""The formats of a release, and what they are called."""

REPORT_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline';"
    " img-src data:; sandbox; frame-ancestors 'none'"
}
"""A report is a page of its own: it runs nothing and loads nothing."""


class ReviewVerdict(BaseModel):
    """The verdict of a reviewer."""

    verdict: Literal["approved", "refused"]
    reason: Annotated[str, Field(max_length=2000)] = ""


class Reason(BaseModel):
    """The reason why a release is withdrawn."""

    reason: Annotated[str, Field(max_length=2000)] = ""


@router.post("/projects/{project}/publish", status_code=202, **route(Action.PUBLISH))
def publish(
    visit: Visited, project: Number, *, second_release_anyway: bool = False
) -> JobView:
    """Publish the table as the plan says; look at the job for how it goes."""
    return project_jobs.publish(visit.to(project), anyway=second_release_anyway)


@router.get("/projects/{project}/jobs", **route(Action.WATCH_JOBS))
def list_jobs(visit: Visited, project: Number) -> list[JobView]:
    """The jobs of a project."""
    return project_jobs.jobs_of(visit.to(project))


@router.get("/projects/{project}/jobs/{job}", **route(Action.WATCH_JOBS))
def see_job(visit: Visited, project: Number, job: Number) -> JobView:
    """The progress of a job, and the time left."""
    return project_jobs.job_of(visit.to(project), job)


@router.delete("/projects/{project}/jobs/{job}", **route(Action.PUBLISH))
def cancel_job(visit: Visited, project: Number, job: Number) -> JobView:
    """Cancel a job; nothing of it is published."""
    return project_jobs.cancel(visit.to(project), job)


@router.get("/projects/{project}/releases", **route(Action.SEE_RELEASES))
def list_releases(visit: Visited, project: Number) -> list[ReleaseView]:
    """The releases that one may see."""
    return releases.releases_of(visit.to(project))


@router.get("/projects/{project}/compare", **route(Action.SEE_EVIDENCE))
def compare(
    visit: Visited,
    project: Number,
    first: Annotated[str, Query(pattern="^[0-9a-f]{32}$")],
    second: Annotated[str, Query(pattern="^[0-9a-f]{32}$")],
) -> dict[str, Any]:
    """Two releases side by side."""
    return releases.compare_releases(visit.to(project), (first, second)).to_json()


@router.get(OneRelease, **route(Action.SEE_RELEASES))
def see_release(visit: Visited, project: Number, release: Number) -> ReleaseView:
    """A release."""
    return releases.release_of(visit.to(project), release)


@router.get(f"{OneRelease}/evidence", **route(Action.SEE_RELEASES))
def see_evidence(visit: Visited, project: Number, release: Number) -> dict[str, Any]:
    """The manifest: what is promised, and what audit, attacks and metrics found."""
    return releases.record_of(visit.to(project), release).to_json()


@router.get(
    f"{OneRelease}/report",
    response_class=HTMLResponse,
    **route(Action.SEE_RELEASES),
)
def see_report(visit: Visited, project: Number, release: Number) -> HTMLResponse:
    """The report, for people."""
    text = releases.report_of(visit.to(project), release)
    return HTMLResponse(text, headers=REPORT_HEADERS)


@router.get(
    f"{OneRelease}/table",
    response_class=FileResponse,
    **{**route(Action.SEE_RELEASES), "responses": RESPONSES | FILES},
)
def download(
    visit: Visited,
    project: Number,
    release: Number,
    file: Annotated[str, Query(max_length=100)] = "release",
    format: Literal["csv", "parquet"] = "csv",  # noqa: A002 - the command line's word
) -> FileResponse:
    """The table of an approved release."""
    path = releases.download(visit.to(project), release, file=file, format=format)
    return FileResponse(path, media_type=TYPES[format], filename=path.name)


@router.post(f"{OneRelease}/decision", **route(Action.DECIDE_RELEASE))
def decide(
    visit: Visited, project: Number, release: Number, body: ReviewVerdict
) -> ReleaseView:
    """Approve or refuse a release."""
    return releases.decide(visit.to(project), release, **dict(body))


@router.post(f"{OneRelease}/withdrawal", **route(Action.WITHDRAW_RELEASE))
def withdraw(
    visit: Visited, project: Number, release: Number, body: Reason
) -> ReleaseView:
    """Withdraw a release."""
    return releases.withdraw(visit.to(project), release, reason=body.reason)
