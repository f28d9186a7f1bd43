# SPDX-License-Identifier: Apache-2.0
"""A path that became a link after its project was made is not followed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diversa.errors import SourceError
from diversa.studio import previews, projects, releases
from diversa.studio.security.permissions import LOCAL
from diversa.studio.sources import source_of, source_state
from diversa.studio.studio import Studio
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
    made = projects.create_from_path(studio, LOCAL, name="People", path=path).id
    words = {"quasi_identifiers": "zip", "sensitive": "illness"}
    projects.change_plan(studio, LOCAL, made, **words, models="k-anonymity:2")
    return made


def become_link(allowed):
    (allowed / "people.csv").unlink()
    (allowed / "people.csv").symlink_to(allowed.parent / "outside.csv")


def test_the_file_itself_is_read(studio, project, allowed):
    assert source_of(studio, project) == str(allowed / "people.csv")
    before = source_state(studio, project)
    (allowed / "people.csv").write_text(TABLE + "1000,flu\n")
    assert source_state(studio, project) != before


def test_a_file_that_became_a_link_is_not_followed(studio, project, allowed):
    become_link(allowed)
    for asking in (
        lambda: source_of(studio, project),
        lambda: projects.ask(studio, LOCAL, project, lambda table: table.audit()),
        lambda: previews.preview(studio, LOCAL, project),
        lambda: releases.publish(studio, LOCAL, project),
    ):
        with pytest.raises(SourceError, match="got a link"):
            asking()
    assert "got a link" in projects.problem_of(studio, LOCAL, project)


def test_a_folder_above_that_became_a_link_is_not_followed(studio, allowed):
    inner = allowed / "inner"
    inner.mkdir()
    (inner / "people.csv").write_text(TABLE)
    made = projects.create_from_path(
        studio, LOCAL, name="People", path=inner / "people.csv"
    )
    inner.rename(allowed.parent / "moved")
    inner.symlink_to(allowed.parent / "moved")
    with pytest.raises(SourceError, match="got a link"):
        source_of(studio, made.id)


def test_a_job_that_waited_does_not_follow_a_link(studio, project, allowed):
    """The file becomes a link after the job was asked for, before it begins."""
    starting = studio.jobs._start

    def start_late(work, limits):
        become_link(allowed)
        return starting(work, limits)

    studio.jobs._start = start_late
    job = releases.publish(studio, LOCAL, project)
    studio.jobs.wait(job.id)
    ended = releases.job_of(studio, LOCAL, project, job.id)
    assert ended.state == "failed"
    assert "got a link" in ended.failure
