# SPDX-License-Identifier: Apache-2.0
"""The files of a survey: identifiers apart from answers."""

from __future__ import annotations

import csv

import pytest

from diversa.studio import surveys
from diversa.studio.form_fields import FormField
from diversa.studio.security.permissions import LOCAL
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
