# SPDX-License-Identifier: Apache-2.0
"""A path that became a link after its project was made is not followed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diversa.errors import SourceError
from diversa.studio import (
    new_projects,
    plans,
    project_jobs,
)
from diversa.studio.security.permissions import LOCAL
from diversa.studio.sources import source_of, source_state
from diversa.studio.studio import Studio
from diversa.studio.visit import ProjectVisit, Visit
from studio_workers import start_thread

TABLE = "zip,illness\n" + "1000,flu\n1000,gout\n" * 20


@pytest.fixture
def allowed(tmp_path):
    folder = tmp_path / "allowed"
    folder.mkdir()
    (folder / "people.csv").write_text(TABLE)
    (tmp_path / "outside.csv").write_text(TABLE.replace("1000", "4711"))
    return folder


@pytest.fixture
def studio(settings, allowed):
    settings = replace(settings, allowed_paths=(allowed,))
    with Studio.start(settings, start=start_thread) as started:
        yield started


@pytest.fixture
def project(studio, allowed):
    path = allowed / "people.csv"
    made = new_projects.create_from_path(
        Visit(studio, LOCAL), name="People", path=path
    ).id
    words = {"quasi_identifiers": "zip", "sensitive": "illness"}
    plans.change_plan(
        ProjectVisit(studio, LOCAL, made), **words, models="k-anonymity:2"
    )
    return made


def become_link(allowed):
    (allowed / "people.csv").unlink()
    (allowed / "people.csv").symlink_to(allowed.parent / "outside.csv")


def test_the_file_itself_is_read(studio, project, allowed):
    assert source_of(ProjectVisit(studio, LOCAL, project)) == str(
        allowed / "people.csv"
    )
    before = source_state(ProjectVisit(studio, LOCAL, project))
    (allowed / "people.csv").write_text(TABLE + "1000,flu\n")
    assert source_state(ProjectVisit(studio, LOCAL, project)) != before


def test_a_file_that_became_a_link_is_not_followed(studio, project, allowed):
    become_link(allowed)
    for asking in (
        lambda: source_of(ProjectVisit(studio, LOCAL, project)),
        lambda: plans.ask(
            ProjectVisit(studio, LOCAL, project), lambda table: table.audit()
        ),
        lambda: plans.preview(ProjectVisit(studio, LOCAL, project)),
        lambda: project_jobs.publish(ProjectVisit(studio, LOCAL, project)),
    ):
        with pytest.raises(SourceError, match="got a link"):
            asking()
    with pytest.raises(SourceError, match="got a link"):
        plans.suggestion_of(ProjectVisit(studio, LOCAL, project))


def test_a_folder_above_that_became_a_link_is_not_followed(studio, allowed):
    inner = allowed / "inner"
    inner.mkdir()
    (inner / "people.csv").write_text(TABLE)
    made = new_projects.create_from_path(
        Visit(studio, LOCAL), name="People", path=inner / "people.csv"
    )
    inner.rename(allowed.parent / "moved")
    inner.symlink_to(allowed.parent / "moved")
    with pytest.raises(SourceError, match="got a link"):
        source_of(ProjectVisit(studio, LOCAL, made.id))


def test_a_job_that_waited_does_not_follow_a_link(studio, project, allowed):
    """The file becomes a link after the job was asked for, before it begins."""
    starting = studio.jobs._start

    def start_late(work, limits):
        become_link(allowed)
        return starting(work, limits)

    studio.jobs._start = start_late
    job = project_jobs.publish(ProjectVisit(studio, LOCAL, project))
    studio.jobs.wait(job.id)
    ended = project_jobs.job_of(ProjectVisit(studio, LOCAL, project), job.id)
    assert ended.state == "failed"
    assert "got a link" in ended.failure
