# SPDX-License-Identifier: Apache-2.0
"""The survey of the demo has answers and can be published."""

from __future__ import annotations

import csv

from diversa.studio import demo_survey, project_jobs
from diversa.studio.security.permissions import LOCAL
from diversa.studio.visit import ProjectVisit, Visit


def rows(path):
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_survey_of_the_demo_can_be_published(studio):
    project = demo_survey.create_demo_survey(Visit(studio, LOCAL)).id
    kept = rows(studio.storage.source(project) / "table.csv")
    named = rows(studio.storage.source(project) / "identifiers.csv")
    assert len(kept) == len(named) == demo_survey.ANSWERS
    assert "name" not in kept[0]
    job = project_jobs.publish(ProjectVisit(studio, LOCAL, project))
    studio.jobs.wait(job.id)
    ended = project_jobs.job_of(ProjectVisit(studio, LOCAL, project), job.id)
    assert ended.state == "done", ended.failure
