# SPDX-License-Identifier: Apache-2.0
"""A job ends in one of four ways, and only one of them makes a release."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import select

from diversa.studio.new_projects import create_demo
from diversa.studio.project_jobs import cancel, job_of, publish
from diversa.studio.projects import delete_project
from diversa.studio.releases import releases_of
from diversa.studio.security.permissions import LOCAL
from diversa.studio.state.records import Job
from diversa.studio.studio import Studio
from diversa.studio.visit import ProjectVisit, Visit
from studio_workers import start_thread, telling


@pytest.fixture
def with_workers(settings):
    """Make a studio with other workers, and a project in it."""
    studios = []

    def make(start):
        studio = Studio.start(settings, start=start)
        studios.append(studio)
        return studio, create_demo(Visit(studio, LOCAL)).id

    yield make
    for studio in studios:
        studio.close()


def ended(studio, project, job):
    studio.jobs.wait(job.id)
    return job_of(ProjectVisit(studio, LOCAL, project), job.id)


def leftovers(studio, project):
    return list((studio.storage.project(project) / "releases").iterdir())


def test_a_job_that_is_done_makes_a_release(with_workers):
    studio, project = with_workers(start_thread)
    job = ended(studio, project, publish(ProjectVisit(studio, LOCAL, project)))
    assert (job.state, job.share, job.failure) == ("done", 1.0, "")
    (release,) = releases_of(ProjectVisit(studio, LOCAL, project))
    assert job.release == release.id
    assert release.files == ("manifest.json", "release.csv", "report.html")


@pytest.mark.parametrize(
    ("start", "state", "failure"),
    [
        (telling(("failed", "models: none")), "failed", "models: none"),
        (telling(ends=True), "interrupted", "the process of the job was killed"),
        (telling(("done",)), "done", ""),
    ],
)
def test_without_files_there_is_no_release(with_workers, start, state, failure):
    studio, project = with_workers(start)
    job = ended(studio, project, publish(ProjectVisit(studio, LOCAL, project)))
    assert (job.state, job.failure, job.release) == (state, failure, None)
    assert releases_of(ProjectVisit(studio, LOCAL, project)) == []
    assert leftovers(studio, project) == []


def test_a_killed_worker_leaves_nothing_half(with_workers):
    def start(work, limits):
        hidden = studio.storage.project(project) / "releases" / ".1.diversa-x"
        hidden.mkdir()
        (hidden / "release.csv").write_text("half")
        return telling(ends=True)(work, limits)

    studio, project = with_workers(start)
    job = ended(studio, project, publish(ProjectVisit(studio, LOCAL, project)))
    assert job.state == "interrupted"
    assert leftovers(studio, project) == []


def test_progress_gives_a_time_left(with_workers):
    studio, project = with_workers(telling(("phase", "search", 1, 2)))
    job = publish(ProjectVisit(studio, LOCAL, project))
    until = time.monotonic() + 300  # on a machine with much else to do
    while not (seen := job_of(ProjectVisit(studio, LOCAL, project), job.id)).share:
        assert time.monotonic() < until
    assert (seen.state, seen.phase, seen.share) == ("running", "search", 0.4)
    assert seen.seconds_left is not None
    assert not seen.has_ended
    assert cancel(ProjectVisit(studio, LOCAL, project), job.id).state == "cancelled"
    assert not studio.jobs.cancel(job.id)


def test_the_jobs_of_a_project_end_with_it(with_workers):
    studio, project = with_workers(telling(("phase", "search", 1, 2)))
    job = publish(ProjectVisit(studio, LOCAL, project))
    delete_project(ProjectVisit(studio, LOCAL, project))
    assert not studio.jobs.cancel(job.id)
    assert not studio.storage.project(project).exists()


def test_a_job_that_takes_too_long_is_ended(with_workers, settings, monkeypatch):
    monkeypatch.setitem(settings.__dict__, "job_seconds", -1.0)
    studio, project = with_workers(telling())
    job = ended(studio, project, publish(ProjectVisit(studio, LOCAL, project)))
    assert job.state == "failed"
    assert job.failure.startswith("time: ")


def test_a_killed_server_comes_back_with_the_job_interrupted(with_workers, settings):
    studio, project = with_workers(telling())
    folder = studio.storage.release(project, 1)
    folder.mkdir()
    (folder / "release.csv").write_text("whole, but nobody was told")
    with studio.database.session() as session:
        job = Job(project_id=project, kind="publish", state="running", made_by="local")
        session.add(job)
    with Studio.start(settings, start=telling()) as again:
        assert (
            job_of(ProjectVisit(again, LOCAL, project), job.id).state == "interrupted"
        )
        assert releases_of(ProjectVisit(again, LOCAL, project)) == []
    assert not folder.exists()


def test_a_studio_that_closes_interrupts_its_jobs(settings):
    with Studio.start(settings, start=telling()) as studio:
        project = create_demo(Visit(studio, LOCAL)).id
        running, waiting = (
            publish(ProjectVisit(studio, LOCAL, project)) for _ in range(2)
        )
    with Studio.start(settings) as studio, studio.database.session() as session:
        states = set(session.scalars(select(Job.state)))
    assert states == {"interrupted"}
    assert running.id != waiting.id
