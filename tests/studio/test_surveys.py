# SPDX-License-Identifier: Apache-2.0
"""Surveys: identifiers apart from answers, and releases that tell nothing together."""

from __future__ import annotations

import csv

import pytest

from diversa.errors import InputError
from diversa.studio import project_jobs, releases, surveys
from diversa.studio.form_fields import FormField
from diversa.studio.plans import plan_of
from diversa.studio.projects import list_projects
from diversa.studio.security.permissions import LOCAL
from diversa.studio.security.tries import TooManyTriesError
from diversa.studio.state.records import Survey
from diversa.studio.visit import ProjectVisit, Visit

FIELDS = (
    FormField("name", "text", "identifier", "To call you back."),
    FormField(
        "age", "number", "quasi_identifier", "Illness depends on it.", least=0, most=120
    ),
    FormField(
        "illness", "choice", "sensitive", "It is studied.", ("flu", "gout", "hiv")
    ),
)


@pytest.fixture
def survey(studio):
    """The project of a survey and the secret of its link."""
    project, secret = surveys.create_survey(
        Visit(studio, LOCAL), title="Health", fields=FIELDS
    )
    return project.id, secret


def answer(studio, secret, number, **words):
    illness = ("flu", "gout", "hiv")[number % 3]
    values = {"name": f"Person {number}", "age": str(20 + number), "illness": illness}
    surveys.take_answer(studio, secret, values, **words)


def rows(path):
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_identifiers_are_apart_and_joined_by_a_key(studio, survey):
    project, secret = survey
    for number in range(3):
        answer(studio, secret, number)
    folder = studio.storage.source(project)
    answers, people = rows(folder / "table.csv"), rows(folder / "identifiers.csv")
    assert [set(row) for row in answers] == [{"answer", "age", "illness"}] * 3
    assert [row["answer"] for row in people] == [row["answer"] for row in answers]
    assert len({row["answer"] for row in people}) == 3
    assert "Person" not in (folder / "table.csv").read_text()
    modes = {path.stat().st_mode & 0o777 for path in folder.iterdir()}
    assert modes == {0o600}
    assert surveys.survey_of(ProjectVisit(studio, LOCAL, project)).answers == 3


def test_the_plan_is_for_a_series(studio, survey):
    plan = plan_of(ProjectVisit(studio, LOCAL, survey[0]))
    assert plan.roles.quasi_identifiers == ("age",)
    assert plan.roles.sensitive == ("illness",)
    assert [model.spec for model in plan.privacy.models] == ["m-invariance:2"]


def test_a_wrong_answer_leaves_nothing(studio, survey):
    project, secret = survey
    with pytest.raises(InputError, match="age: must be a number"):
        surveys.take_answer(studio, secret, {"name": "Ada", "age": "x"})
    assert surveys.survey_of(ProjectVisit(studio, LOCAL, project)).answers == 0
    assert rows(studio.storage.source(project) / "identifiers.csv") == []


def bounded(studio, **bounds):
    return surveys.create_survey(
        Visit(studio, LOCAL), title="H", fields=FIELDS, **bounds
    )


def test_a_survey_takes_no_more_answers_than_it_says(studio):
    project, secret = bounded(studio, most_answers=3, most_per_address=3)
    for number in range(3):
        answer(studio, secret, number)
    with pytest.raises(surveys.NoSuchSurveyError, match="all the answers"):
        answer(studio, secret, 4, address="192.0.2.9")
    assert surveys.survey_of(ProjectVisit(studio, LOCAL, project.id)).answers == 3


def test_an_address_sends_no_more_answers_than_it_may(studio):
    project, secret = bounded(studio, most_answers=9, most_per_address=2)
    for number in range(2):
        answer(studio, secret, number, address="192.0.2.1")
    with pytest.raises(TooManyTriesError, match="too many answers came from this"):
        answer(studio, secret, 3, address="192.0.2.1")
    answer(studio, secret, 4, address="192.0.2.2")
    assert surveys.survey_of(ProjectVisit(studio, LOCAL, project.id)).answers == 3
    other = bounded(studio, most_answers=9, most_per_address=2)[1]
    answer(studio, other, 1, address="192.0.2.1")


def test_a_wrong_answer_is_not_counted(studio):
    _, secret = bounded(studio, most_answers=9, most_per_address=1)
    with pytest.raises(InputError, match="age: must be a number from 0 to 120"):
        surveys.take_answer(studio, secret, {"name": "Ada", "age": "121"})
    answer(studio, secret, 1)


@pytest.mark.parametrize(("most", "each"), [(0, 0), (1, 2), (10**7, 1), (5, 0)])
def test_bounds_bound_something(studio, most, each):
    with pytest.raises(InputError, match="most_answers: must be"):
        bounded(studio, most_answers=most, most_per_address=each)
    assert list_projects(Visit(studio, LOCAL)) == []


def test_links_lead_to_open_surveys_only(studio, survey):
    project, secret = survey
    assert surveys.form_of(studio, secret)[0] == "Health"
    other = surveys.new_link(ProjectVisit(studio, LOCAL, project))
    for wrong in (secret, "", "nonsense"):
        with pytest.raises(surveys.NoSuchSurveyError):
            surveys.form_of(studio, wrong)
    surveys.open_survey(ProjectVisit(studio, LOCAL, project), is_open=False)
    with pytest.raises(surveys.NoSuchSurveyError):
        answer(studio, other, 1)
    surveys.open_survey(ProjectVisit(studio, LOCAL, project), is_open=True)
    answer(studio, other, 1)


def test_other_projects_have_no_survey(studio, demo):
    with pytest.raises(surveys.NoSuchSurveyError):
        surveys.survey_of(ProjectVisit(studio, LOCAL, demo.id))


def test_a_form_that_cannot_be_published_makes_no_project(studio):
    with pytest.raises(InputError):
        surveys.create_survey(Visit(studio, LOCAL), title="Health", fields=FIELDS[:2])
    assert list_projects(Visit(studio, LOCAL)) == []


def test_a_project_is_remembered_with_its_survey(studio, monkeypatch):
    """A server that is killed between the two would leave a project without one."""
    found = []

    def finish(project):
        with studio.database.session() as session:
            found.append(session.get(Survey, project).title)

    monkeypatch.setattr(studio.storage, "finish", finish)
    surveys.create_survey(Visit(studio, LOCAL), title=" Health ", fields=FIELDS)
    assert found == ["Health"]


def test_a_growing_survey_is_m_invariant(studio, survey):
    project, secret = survey
    folders = []
    for start in (0, 12):
        for number in range(start, start + 12):
            answer(studio, secret, number)
        job = project_jobs.publish(ProjectVisit(studio, LOCAL, project))
        studio.jobs.wait(job.id)
        ended = project_jobs.job_of(ProjectVisit(studio, LOCAL, project), job.id)
        assert (ended.kind, ended.state) == ("republish", "done"), ended.failure
        folders.append(
            releases.folder_of(ProjectVisit(studio, LOCAL, project), ended.release)
        )
    manifest = releases.record_of(ProjectVisit(studio, LOCAL, project), ended.release)
    assert "m-uniqueness:2" in str(manifest.promise.models)
    register = studio.storage.project(project) / "register.json"
    assert register.stat().st_mode & 0o077 == 0
    published = rows(folders[1] / "release.csv")
    assert not any("Person" in str(row) or "answer" in row for row in published)
